"""Programs over numbers: `Value` on one side, 0-d tensors in float64 on the other."""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch
from hypothesis import strategies as st

from tapewalk import Value
from tests.tapewalk.programs.compare import rule_of
from tests.tapewalk.programs.draft import LARGEST, Draw
from tests.tapewalk.programs.language import TORCH_SCALARS, VALUES, Program, run

NUMBERS = ("2", "-1", "0.5", "3", "1.5", "0", "-0.25")
OF_ONE = (
    "-{a}", "{a}.exp()", "{a}.tanh()", "{a}.sigmoid()", "({a} * {a} + 0.5).log()", "{a} ** 2",
    "({a} * {a} + 0.5).sqrt()", "{a} ** 3", "{a} ** 0", "2 ** {a}", "0.5 ** {a}", "{a} + {k}",
    "{k} + {a}", "{a} - {k}", "{k} - {a}", "{a} * {k}", "{k} * {a}", "{a} / 4", "{a} + {a}",
    "{k} / ({a} * {a} + 0.5)", "({a} * {a} + 0.5) ** -1", "({a} * {a} + 0.5) ** -0.5", "{a} * {a}",
)  # fmt: skip
OF_TWO = (
    "{a} + {b}", "{a} - {b}", "{a} * {b}", "{a} / ({b} * {b} + 0.5)",
    "({a} * {a} + 0.5) ** {b}.tanh()", "sum([{a}, {b}, {a}])",
)  # fmt: skip
ENDS = (
    ("backward(t{n})",),
    ("backward(t{n})", "backward(t{n})"),
    ("backward(t{n})", "backward({a})"),
    ("backward({a})", "backward(t{n})"),
    ("backward(t{n} * t{n} + {a})",),
)


@st.composite
def programs(draw: Draw) -> Program:
    """Draw a program of 5 to 60 operations; its numbers are followed so that they stay small."""

    def pick(options):  # type: ignore[no-untyped-def]
        return options[draw(st.integers(0, len(options) - 1))]

    leaves = draw(st.lists(st.integers(-8, 8), min_size=1, max_size=4))
    lines = [f"x{i} = leaf({quarters / 4})" for i, quarters in enumerate(leaves)]
    known = {f"x{i}": Value(quarters / 4) for i, quarters in enumerate(leaves)}
    steps = draw(st.integers(5, 60))
    for step in range(steps):
        # The newest ones are drawn twice as often, and the deeper the program becomes for it.
        names = [*known, *list(known)[-4:]]
        a, b = pick(names), pick(names)
        form = pick((*OF_ONE, *OF_TWO, *OF_TWO, "{a}.relu()"))
        if "relu" in form and abs(known[a].data) < 1e-6 and a[0] == "t":
            form = "{a}.tanh()"  # rounding would decide the side of the kink
        expression = form.format(a=a, b=b, k=pick(NUMBERS))
        result = eval(expression, dict(known))
        if abs(result.data) > LARGEST:
            expression = f"({expression}) / {2.0 ** math.ceil(math.log2(abs(result.data) / 4))}"
            result = eval(expression, dict(known))
        known[f"t{step}"] = result
        lines.append(f"t{step} = {expression}")
    return Program((*lines, *[end.format(n=steps - 1, a=pick(list(known))) for end in pick(ENDS)]))


def assert_same_numbers(program: Program) -> None:
    """Raise `AssertionError` with the program in it unless both libraries agree about it."""
    ours, theirs = run(program, VALUES), run(program, TORCH_SCALARS)
    if rule_of(ours.error) or rule_of(theirs.error):
        differences = [f"tapewalk: {ours.error!r}", f"torch: {theirs.error!r}"]
    else:
        differences = list(_differences(ours.names, theirs.names))
    if differences:
        scripts = "\n".join(program.script(side) for side in (VALUES, TORCH_SCALARS))
        raise AssertionError("\n".join(differences[:5]) + f"\n\n{scripts}")


def _differences(ours: dict[str, Value], theirs: dict[str, torch.Tensor]) -> Iterator[str]:
    """Yield where values and the leaves' gradients differ."""
    numbers = {
        name: (ours[name], other)
        for name, other in theirs.items()
        if isinstance(other, torch.Tensor)
    }
    for name, (mine, other) in numbers.items():
        if not math.isclose(mine.data, other.item(), rel_tol=1e-9, abs_tol=1e-9):
            yield f"{name} is {mine.data}, {other.item()} in torch"
    grads = {
        # A leaf that was not used has None in PyTorch and 0 in a Value.
        name: (mine.grad, 0.0 if other.grad is None else other.grad.item())
        for name, (mine, other) in numbers.items()
        if other.is_leaf
    }
    # The error of a gradient is proportional to the terms that were added up, and some cancel.
    scale = max(1.0, *(abs(other) for _, other in grads.values()))
    for name, (mine_grad, other_grad) in grads.items():
        if not math.isclose(mine_grad, other_grad, rel_tol=1e-7, abs_tol=1e-7 * scale):
            yield f"{name}.grad is {mine_grad}, {other_grad} in torch"
