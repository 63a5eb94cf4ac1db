"""Matrix products, for every pair of ranks from vectors to stacks of stacks."""

from __future__ import annotations

from tests.tapewalk.programs.draft import Draft


def matmul(d: Draft) -> str | None:
    """A tensor times a new leaf, on either side."""
    a = d.tensor(lambda t: t.ndim >= 1)
    if a is None:
        return None
    shape = list(d[a].shape)
    # The leading axes of the leaf: none, some of the tensor's, or with length 1 or one more.
    batch = d.pick(([], [], shape[:-2], [1] * len(shape[:-2]), [2, *shape[:-2]], shape[1:-2]))
    n = d.pick((2, 1, 3, 0))
    if d.chance():
        w = d.leaf(d.pick(([shape[-1]], [*batch, shape[-1], n])))
        return d.add(d.pick((f"{a} @ {w}", f"{a}.matmul({w})")))
    inner = shape[-2] if len(shape) > 1 else shape[0]
    w = d.leaf(d.pick(([inner], [*batch, n, inner])))
    return d.add(f"{w} @ {a}")


def itself(d: Draft) -> str | None:
    """A tensor times its own transpose: both operands look at the same memory."""
    a = d.tensor(lambda t: t.ndim >= 2)
    return a and d.add(d.pick((f"{a} @ {a}.mT", f"{a}.mT @ {a}")))


RULES = (matmul, matmul, itself)
