"""Rules about the graph itself: recording, hooks, retained gradients, several backward passes."""

from __future__ import annotations

from tests.tapewalk.programs.draft import Draft

HOOKS = (
    "{a}.register_hook(lambda g: g * 2)",
    "{a}.register_hook(lambda g: None)",
    "{a}.register_hook(lambda g: g * 0 + 0.5)",
    "{a}.register_hook(lambda g: relaid(g, {layout!r}))",
)


def cut_off(d: Draft) -> str | None:
    """A tensor without history, which may become a leaf of its own."""
    a = d.tensor()
    name = d.add(f"{a}.detach()" if d.chance() else f"{a}.detach() * 2", exact=a in d.exact)
    if name and d.chance():
        # With memory of its own: no rule here writes to a leaf that shares it.
        d.line(f"{name}.requires_grad_()")
    return name


def unrecorded(d: Draft) -> str | None:
    """A step inside no_grad, and one that is recorded all the same inside enable_grad."""
    a = d.tensor()
    name = f"t{len(d.tensors)}"
    form = d.pick((
        f"with lib.no_grad():\n    {name} = {a} * 0.5",
        f"with lib.no_grad(), lib.enable_grad():\n    {name} = {a} * 0.5",
        f"with lib.set_grad_enabled(False):\n    {name} = {a}.sin()",
        f"{name} = lib.no_grad()(lambda t: t.cos())({a})",
    ))  # fmt: skip
    d.line(form, name)
    return name


def _recorded(d: Draft) -> str | None:
    return d.tensor(lambda t: t.requires_grad)


def hook(d: Draft) -> str | None:
    """A hook that changes a gradient or leaves it alone."""
    a = _recorded(d)
    if a:
        d.line(d.pick(HOOKS).format(a=a, layout=d.layout()))
    return a


def listener(d: Draft) -> str | None:
    """A hook that notes the gradient; in between, the order of the calls is part of it.

    It notes a copy: in PyTorch the array itself may become the gradient of a leaf, and change.
    """
    a = d.tensor(lambda t: t.requires_grad and not t.is_leaf)
    if a:
        d.line(f"{a}.register_hook(lambda g: log.append(g * 1))")
    return a


def retained(d: Draft) -> str | None:
    """A gradient kept in between."""
    a = _recorded(d)
    if a:
        d.line(f"{a}.retain_grad()")
    return a


def early_backward(d: Draft) -> str | None:
    """A backward pass before the last one, over a graph they share."""
    a = _recorded(d)
    if a:
        d.line(f"{a}.backward({d.ramp(a)}, retain_graph=True)")
    return a


def forgotten(d: Draft) -> str | None:
    """Gradients of a leaf set back."""
    a = d.tensor(lambda t: t.is_leaf and t.requires_grad)
    if a:
        d.line(f"{a}.grad = None")
    return a


RULES = (cut_off, unrecorded, hook, listener, retained, early_backward, forgotten)
