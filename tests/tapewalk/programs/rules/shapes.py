"""Rules that move entries: views, indices, joining and cutting. Exact entries stay exact."""

from __future__ import annotations

from tests.tapewalk.programs.draft import Draft


def _moved(d: Draft, a: str, form: str) -> str | None:
    return d.add(form, exact=a in d.exact)


def axis(d: Draft, ndim: int) -> int:
    """Draw an axis, negative or not; a number counts as having one."""
    return d.pick(range(-max(ndim, 1), max(ndim, 1)))


def reshape(d: Draft) -> str | None:
    """The same entries in another shape."""
    a = d.tensor()
    n = d[a].numel()
    shapes = [f"{n}", "-1", f"(1, {n})"]
    if n:
        shapes += [f"{k}, {n // k}" for k in (2, 3, 4) if n % k == 0]
        shapes += [f"({k}, -1, 1)" for k in (1, 2, 3) if n % k == 0]
    forms = [f"{a}.reshape({shape})" for shape in shapes]
    if d[a].ndim != 1:  # PyTorch then returns the tensor itself, tapewalk a view
        forms.append(f"{a}.flatten()")
    return _moved(d, a, d.pick(forms))


def order(d: Draft) -> str | None:
    """The same axes in another order."""
    a = d.tensor(lambda t: t.ndim >= 1)
    if a is None:
        return None
    ndim = d[a].ndim
    turned = list(range(-1, -ndim - 1, -1))
    forms = [
        f"{a}.transpose({axis(d, ndim)}, {axis(d, ndim)})",
        f"{a}.permute({turned})",
        f"{a}.permute(*{[*range(1, ndim), 0]})",
        f"{a}.swapaxes({axis(d, ndim)}, 0)",
        f"{a}.flip({axis(d, ndim)})",
    ]
    if ndim >= 2:
        forms.append(f"{a}.mT")
    if ndim == 2:
        forms += [f"{a}.T", f"{a}.t()"]
    return _moved(d, a, d.pick(forms))


def ones(d: Draft) -> str | None:
    """Axes of length 1 put in, taken out, repeated."""
    a = d.tensor(lambda t: t.ndim <= 3)
    if a is None:
        return None
    shape = list(d[a].shape)
    wide = [3 if n == 1 else -1 for n in shape]
    forms = [
        f"{a}.unsqueeze({d.pick(range(-len(shape) - 1, len(shape) + 1))})",
        f"{a}.squeeze()",
        f"{a}.squeeze({axis(d, len(shape))})",
        f"{a}.expand({[2, *wide]})",
        f"{a}.expand({', '.join(map(str, [2, *shape]))})",
        f"{a}.broadcast_to({(2, *shape)})",
    ]
    return _moved(d, a, d.pick(forms))


def basic_key(d: Draft, shape: list[int]) -> str:
    """Draw an index of integers, slices, None and an ellipsis."""
    parts = []
    for n in shape[: d.pick(range(len(shape) + 1))]:
        forms = [":", "1:", ":-1", "::2", "None, :"]
        if n:
            forms += ["0", "-1", f"{n // 2}:"]
        parts.append(d.pick(forms))
    if d.pick((False, False, True)):
        parts.append("...")
    return ", ".join(parts) or "..."


def key(d: Draft, shape: list[int]) -> str:
    """Draw an index of any kind for a tensor of this shape."""
    forms = [basic_key(d, shape), basic_key(d, shape)]
    if shape and shape[0]:
        n = shape[0]
        mask = [(i * 5 + n) % 3 > 0 for i in range(n)]
        forms += [
            f"[0, {n - 1}, 0]",
            "[]",
            f"np.array({mask})",
            f"tensor(np.array([[0], [{n - 1}]]))",
        ]
        if len(shape) > 1 and shape[1]:
            forms += [f"[0, {n - 1}], [{shape[1] - 1}, 0]", "[0], :", f":, [{shape[1] - 1}, 0, 0]"]
            forms += [f"[[0], [{n - 1}]], [0, {shape[1] - 1}]", f"{n - 1}, [0]"]
    return d.pick(forms)


def index(d: Draft) -> str | None:
    """Entries by position."""
    a = d.tensor()
    return _moved(d, a, f"{a}[{key(d, list(d[a].shape))}]")


def join(d: Draft) -> str | None:
    """Tensors joined, some of them twice."""
    a = d.tensor()
    shape = d[a].shape
    b = d.tensor(lambda t: t.shape == shape)
    along = axis(d, len(shape))
    forms = [f"lib.stack([{a}, {b}, {a}], {d.pick(range(-len(shape) - 1, len(shape) + 1))})"]
    if shape:
        forms += [f"lib.cat([{a}, {b}], {along})", f"lib.cat([{a}, {a}, {b}], dim={along})"]
    return d.add(d.pick(forms), exact=a in d.exact and b in d.exact)


def cut(d: Draft) -> str | None:
    """One of the parts of a tensor."""
    a = d.tensor(lambda t: t.ndim >= 1 and t.numel() > 0)
    if a is None:
        return None
    along = axis(d, d[a].ndim)
    form = d.pick(("{a}.split(2, {k})[0]", "{a}.unbind({k})[-1]", "{a}.chunk(2, {k})[-1]"))
    return _moved(d, a, form.format(a=a, k=along))


RULES = (reshape, order, ones, index, index, join, cut)
