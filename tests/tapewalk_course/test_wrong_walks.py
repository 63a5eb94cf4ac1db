"""Wrong backward passes: their mistakes, on an unchanged graph."""

from __future__ import annotations

from tapewalk import Value, trace, validate
from tapewalk_course.wrong_walks import hasty, overwritten


def _diamond() -> tuple[Value, Value]:
    x = Value(3.0, label="x")
    a = x * 2
    b = a.tanh() + 1
    return a * b + b * b, x


def test_wrong_walk_keeps_the_graph() -> None:
    right = trace(_diamond()[0])
    for wrong in (overwritten, hasty):
        walk = wrong(right)
        validate(walk)
        assert {**walk, "backward": [], "grads": {}} == {**right, "backward": [], "grads": {}}


def test_overwritten_keeps_only_the_last_gradient() -> None:
    x = Value(3.0)
    assert overwritten(trace(x * x))["grads"] == {"0": 3.0}
    assert overwritten(trace((x * 2).tanh()))["grads"] == trace((x * 2).tanh())["grads"]


def test_hasty_sends_before_all_gradients_arrive() -> None:
    root, x = _diamond()
    right = trace(root)
    walk = hasty(right)
    assert walk["grads"] != right["grads"]
    # A tree has one way to each node, and no wrong order.
    tree = trace((Value(2.0) * Value(3.0)).exp() + Value(1.0))
    assert hasty(tree)["grads"] == tree["grads"]
