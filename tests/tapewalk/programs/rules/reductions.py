"""Rules that make one entry of many, with every form of naming axes."""

from __future__ import annotations

from tests.tapewalk.programs.draft import Draft
from tests.tapewalk.programs.rules.shapes import axis


def axes(d: Draft, ndim: int, several: bool = True) -> str:
    """Draw the arguments of a reduction: which axes, under which name, kept or not."""
    one = axis(d, ndim)
    forms = [f"{one}", f"dim={one}", f"{one}, True", f"{one}, keepdim=True"]
    if several:
        forms += ["", f"dim=({one},)", f"axis={one}", f"axis={one}, keepdims=True"]
        if ndim >= 2:
            forms += ["dim=(0, -1)", "axis=(-1, 0), keepdims=True", "[0, 1]", "dim=(-2, -1)"]
        if ndim >= 3:
            forms += ["dim=(2, 0), keepdim=True", "(0, 1, 2)"]
    return d.pick(forms)


def total(d: Draft) -> str | None:
    """Sums and means."""
    a = d.tensor()
    return d.add(f"{a}.{d.pick(('sum', 'mean'))}({axes(d, d[a].ndim)})")


def extreme(d: Draft) -> str | None:
    """Largest and smallest entries; those of leaves tie."""
    a = d.tensor(lambda t: t.numel() > 0)
    if a is None or not d.distinct(a):
        return None
    ndim = d[a].ndim
    if d.chance():
        form = f"{a}.{d.pick(('amax', 'amin'))}({axes(d, ndim)})"
    elif d.chance():
        form = f"{a}.{d.pick(('max', 'min'))}()"
    else:
        # Among equal entries PyTorch may take any, so these need an order beyond doubt.
        values = d[a].detach().flatten()
        if values.unique().numel() < values.numel():
            return None
        # With NumPy's `axis` tapewalk returns the values alone, as NumPy does.
        form = f"{a}.{d.pick(('max', 'min'))}({axes(d, ndim, several=False)}).values"
    return d.add(form, exact=a in d.exact)


def variance(d: Draft) -> str | None:
    """Variances over axes that have entries."""
    a = d.tensor(lambda t: t.numel() > 1)
    if a is None:
        return None
    form = axes(d, d[a].ndim)
    if not form:
        return d.add(f"{a}.var({d.pick(('', 'correction=1', 'unbiased=False'))})")
    if "True" in form and "=" not in form:  # the second place is `unbiased`: one entry has none
        form = form.replace("True", "False")
    else:
        form += ", correction=0"
    return d.add(f"{a}.var({form})")


def deviation(d: Draft) -> str | None:
    """Standard deviations of entries that differ."""
    a = d.tensor(lambda t: t.numel() > 1 and float(t.detach().std()) > 0.1)
    return a and d.add(f"{a}.std({d.pick(('', 'correction=0', 'unbiased=False'))})")


def softmax(d: Draft) -> str | None:
    """Shares of a whole, and their logarithms."""
    a = d.tensor()
    name, given = d.pick(("softmax", "log_softmax")), d.pick(("", "dim="))
    return d.add(f"{a}.{name}({given}{axis(d, d[a].ndim)})")


RULES = (total, total, extreme, variance, deviation, softmax)
