"""Rules for functions of single entries: arithmetic, smooth functions, and those with kinks."""

from __future__ import annotations

from collections.abc import Sequence

from tests.tapewalk.programs.draft import Draft

NUMBERS = ("2", "-1", "0.5", "3", "1.5", "0")
SMOOTH = (
    "{a}.tanh()", "{a}.sin()", "{a}.cos()", "{a}.sigmoid()", "({a} * 0.25).exp()", "-{a}",
    "({a} * {a} + 0.5).log()", "({a} * {a} + 0.5).sqrt()", "{a}.square()", "{a}.clone()",
    "{a} ** 2", "{a} ** 3", "{a} ** 2.0", "({a} * {a} + 0.5) ** -1", "({a} * {a} + 0.5) ** 0.5",
    "{a} / 4",
)  # fmt: skip
# Of these PyTorch saves other arrays than tapewalk: a later write is an error in one of them only.
SAVED_OTHERWISE = (
    "({a} * {a} + 0.5).rsqrt()", "0.5 ** {a}", "2 ** {a}", "1.5 / ({a} * {a} + 0.5)",
    "-1 / ({a} * {a} + 0.5)", "{a} ** 1", "{a} ** 0", "({a} * {a} + 0.5) ** -1.5",
    "({a} * {a} + 0.5) ** {a}.tanh()",
)  # fmt: skip
KINKED = (
    ("{a}.relu()", (0,)),
    ("{a}.abs()", (0,)),
    ("abs({a})", (0,)),
    ("{a}.clamp(-1, 0.5)", (-1, 0.5)),
    ("{a}.clamp(min=-0.5)", (-0.5,)),
    ("{a}.clamp(max=1)", (1,)),
    ("{a}.masked_fill({a} > 0, 0.25)", (0,)),
    ("lib.where({a} < 0.5, {a}, 2.0)", (0.5,)),
    ("lib.where({a} >= -0.5, {a}, {a} * 3)", (-0.5,)),
    ("lib.where({a} != 1, -1.0, {a})", (1,)),
)


def partner(d: Draft, a: str) -> str | None:
    """Return a tensor that broadcasts with `a`: one there is, or a new leaf."""
    shape = tuple(d[a].shape)
    if d.chance():
        return d.tensor(lambda t: _broadcasts(tuple(t.shape), shape))
    kept = [1 if d.pick((False, False, True)) else n for n in shape]
    return d.leaf(kept[d.pick(range(len(kept) + 1)) :], d.pick((True, True, False)))


def _broadcasts(a: Sequence[int], b: Sequence[int]) -> bool:
    pairs = zip(reversed(a), reversed(b), strict=False)
    return all(n == m or 1 in (n, m) for n, m in pairs)


def pair(d: Draft) -> str | None:
    """Two tensors with an operator between them."""
    a = d.tensor()
    b = partner(d, a) if a else None
    if a is None or b is None:
        return None
    a, b = (a, b) if d.chance() else (b, a)
    form = d.pick(("{a} + {b}", "{a} - {b}", "{a} * {b}", "{a} / ({b} * {b} + 0.5)",
                   "{a} * {b} + {a}"))  # fmt: skip
    return d.add(form.format(a=a, b=b))


def number(d: Draft) -> str | None:
    """A tensor and a plain number, on either side."""
    a, k = d.tensor(), d.pick(NUMBERS)
    left, right = (a, k) if d.chance() else (k, a)
    return d.add(f"{left} {d.pick('+-*')} {right}")


def smooth(d: Draft) -> str | None:
    """A function without kinks, on its safe domain."""
    return d.add(d.pick(SMOOTH).format(a=d.tensor()))


def powers(d: Draft) -> str | None:
    """Powers of every form, and quotients with a plain number on the left."""
    return d.add(d.pick(SAVED_OTHERWISE).format(a=d.tensor()))


def kinked(d: Draft) -> str | None:
    """A function with kinks, where rounding can't decide the side."""
    a = d.tensor()
    form, kinks = d.pick(KINKED)
    if a is None or not d.clear_of(a, *kinks):
        return None
    return d.add(form.format(a=a), exact=a in d.exact)


def larger(d: Draft) -> str | None:
    """The larger or smaller of two tensors, entry by entry; leaves may tie."""
    a = d.tensor()
    b = partner(d, a) if a else None
    if a is None or b is None:
        return None
    both_exact = a in d.exact and b in d.exact
    gap = (d[a].detach() - d[b].detach()).abs()
    if not both_exact and gap.numel() and float(gap.min()) < d.margin:
        return None
    return d.add(f"lib.{d.pick(('maximum', 'minimum'))}({a}, {b})", exact=both_exact)


SAVED_ALIKE = (pair, number, smooth, kinked)
RULES = (pair, pair, number, smooth, smooth, powers, kinked, larger)
