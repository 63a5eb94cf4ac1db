"""Rules that write in place, to tensors and to views of them; some have to raise."""

from __future__ import annotations

import torch

from tests.tapewalk.programs.draft import Draft
from tests.tapewalk.programs.rules.shapes import basic_key

WITH_NUMBER = (
    "{a}.add_(0.5)", "{a}.sub_(1)", "{a}.mul_(-1.5)", "{a}.div_(2)", "{a}.neg_()", "{a}.pow_(2)",
    "{a}.zero_()", "{a}.fill_(1.5)", "{a} += 1", "{a} -= 0.5", "{a} *= 0.5", "{a} /= 2",
)  # fmt: skip
WITH_TENSOR = (
    "{a}.add_({b})", "{a}.sub_({b})", "{a}.mul_({b})", "{a}.div_({b} * {b} + 0.5)",
    "{a}.copy_({b})", "{a}.add_({b}, alpha=3)", "{a} += {b}", "{a} *= {b}", "{a}[...] = {b}",
)  # fmt: skip
SAVING_THEIR_RESULT = ("{a}.exp_()", "{a}.tanh_()", "{a}.sigmoid_()", "{a}.sqrt_()")


def memory(d: Draft, name: str) -> int:
    """Return an identity of the memory of a tensor."""
    return d[name].untyped_storage().data_ptr()


def target(d: Draft) -> str | None:
    """Draw a tensor to write to; seldom a leaf, where writing is an error."""
    leaf_too = d.pick(range(16)) == 15
    return d.tensor(
        lambda t: (
            (leaf_too or not (t.is_leaf and t.requires_grad))
            and t.untyped_storage().data_ptr() not in d.sealed
        )
    )


def takes(d: Draft, a: str, b: str) -> bool:
    """Return whether the history of `b` may be written into `a`.

    Where `a` or a view of it has none so far, PyTorch may later take a view for a leaf.
    """
    alone = sum(memory(d, name) == memory(d, a) for name in d.tensors) == 1
    return d[a].requires_grad or not d[b].requires_grad or alone


def write(d: Draft, text: str) -> str:
    """Add a line that writes, after which no tensor counts as exact."""
    d.line(text)
    d.exact.clear()
    return text


def with_number(d: Draft) -> str | None:
    """A write of plain numbers."""
    a = target(d)
    return a and write(d, d.pick(WITH_NUMBER).format(a=a))


def with_tensor(d: Draft) -> str | None:
    """A write of another tensor's entries, broadcast."""
    a = target(d)
    if a is None:
        return None
    b = source(d, a)
    if b is None or not takes(d, a, b):
        return None
    return write(d, d.pick(WITH_TENSOR).format(a=a, b=b))


def source(d: Draft, a: str) -> str | None:
    """Draw a tensor that broadcasts to the shape of `a`, or make one."""
    shape, own = d[a].shape, memory(d, a)
    if d.chance():
        return d.leaf([1 if d.pick((False, False, True)) else n for n in shape])

    def fits(t: torch.Tensor) -> bool:
        # Overlapping operands: PyTorch refuses some, by rules of its own.
        return (
            t.untyped_storage().data_ptr() != own
            and t.ndim <= len(shape)
            and all(n in (1, m) for n, m in zip(reversed(t.shape), reversed(shape), strict=False))
        )

    return d.tensor(fits)


def into_part(d: Draft) -> str | None:
    """A write into some of the entries."""
    a = target(d)
    if a is None:
        return None
    shape = list(d[a].shape)
    keys = [basic_key(d, shape)]
    if shape and shape[0]:
        keys += [f"[0, {shape[0] - 1}]", f"np.array({[i % 2 == 0 for i in range(shape[0])]})"]
    key = d.pick(keys)
    sources = [b for b in d.tensors if d[b].numel() == 1 and memory(d, b) != memory(d, a)]
    sources = [b for b in sources if takes(d, a, b)]
    value = f"{d.pick(sources)}.reshape(())" if sources and d.chance() else "0.25"
    sign = d.pick(("=", "=", "+=", "*="))
    return write(d, f"{a}[{key}] {sign} {value}")


def sealing(d: Draft) -> str | None:
    """A write whose result is saved for backward.

    tapewalk saves a copy of its own, so a later write does no harm there, and PyTorch refuses it:
    no later write is drawn.
    """
    a = target(d)
    if a is None:
        return None
    form = d.pick(SAVING_THEIR_RESULT)
    values = d[a].detach()
    low, high = (0.1, 20.0) if "sqrt" in form else (-20.0, 3.0)
    if values.numel() and not low < float(values.min()) <= float(values.max()) < high:
        return None
    d.sealed.add(memory(d, a))
    return write(d, form.format(a=a))


def unrecorded(d: Draft) -> str | None:
    """An unrecorded write, inside no_grad or through detach, to leaves too."""
    a = d.tensor(lambda t: t.untyped_storage().data_ptr() not in d.sealed)
    if a is None:
        return None
    forms = (f"with lib.no_grad():\n    {a}.mul_(0.5)", f"{a}.detach().sub_(0.25)")
    return write(d, d.pick((*forms, f"with lib.no_grad():\n    {a} -= 0.5")))


def watched(d: Draft) -> str | None:
    """A hook or a retained gradient on a tensor that may be written to later.

    Not on a view: PyTorch 2.13 can crash when one is asked for after its base was written.
    """
    a = d.tensor(lambda t: t.requires_grad and t._base is None)
    if a:
        d.line(d.pick(("{a}.register_hook(lambda g: g * 2)", "{a}.retain_grad()")).format(a=a))
    return a


def view(d: Draft) -> str | None:
    """A view to write to, or to look through when its base is written."""
    a = d.tensor(lambda t: t.ndim >= 1)
    if a is None:
        return None
    forms = [f"{a}[{basic_key(d, list(d[a].shape))}]", f"{a}.detach()", f"{a}.unsqueeze(-1)"]
    forms.append(f"{a}.transpose(0, -1)")
    if all(d[name].is_contiguous() for name in d.tensors):
        # Otherwise the order in memory of later results is each library's own affair, and with it
        # whether this is a view or a copy.
        forms += [f"{a}.reshape(-1)", f"{a}.flatten()[...]"]
    return d.add(d.pick(forms), exact=a in d.exact)


RULES = (with_number, with_tensor, into_part, sealing, unrecorded, watched, view, view, view)
