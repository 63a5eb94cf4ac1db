"""Runs a learner's tensors through the lines of a case, in a notebook and in a page."""

import numpy as np


def run(work, given):
    """Return the tangent of the result, or what the backward pass gives."""
    if not any([name[0] == "V" for name in given]):
        return by_reverse(given, work[0])
    made = {n: work[0](given[n], tangent=given.get("V" + n, 0.0)) for n in leaves(given)}
    return {"tangent": result_of(given, made).tangent}


def by_reverse(given, leaf):
    """Return the result and the gradients, or the losses of training steps."""
    if "steps" in given:
        return _trained(given, leaf)
    result, grads = reverse(given, leaf, (given["G"],))
    return dict([("y", result.data)] + [(name + ".grad", grad) for name, grad in grads.items()])


def leaves(given):
    """Return the names of tensors: lower-case letters; those of plain arrays are capitals."""
    return [name for name, x in given.items() if name.islower() and hasattr(x, "shape")]


def result_of(given, made):
    """Return what the last line gives, computed by the tensors of the leaves."""
    result, names = None, {"np": np}
    for name, x in given.items():
        names[name] = made.get(name, x)
    for name, line in given.items():
        if isinstance(line, str):
            result = names[name] = eval(line, names)
    return result


def reverse(given, leaf, incoming):
    """Return the result after its backward pass, and the leaves' gradients by name."""
    made = dict([(name, leaf(given[name].copy())) for name in leaves(given)])
    result = result_of(given, made)
    result.backward(*incoming)
    return result, dict([(name, each.grad) for name, each in made.items()])


def _trained(given, leaf):
    losses, now = [], dict(given.items())
    for _ in range(given["steps"]):
        loss, grads = reverse(now, leaf, ())
        losses.append(loss.data)
        for name, grad in grads.items():
            now[name] = now[name] - given["rate"] * np.asarray(grad)
    return {"losses": np.array(losses)}
