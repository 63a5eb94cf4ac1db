"""Rules for layers and losses, each one node here, in any layout of memory."""

from __future__ import annotations

from tests.tapewalk.programs.draft import Draft

F = "lib.nn.functional"


def _matrix(d: Draft) -> str | None:
    return d.tensor(lambda t: t.ndim == 2 and t.numel() > 0)


def by_class(d: Draft) -> str | None:
    """A loss of rows of numbers at classes, some rows ignored."""
    a = _matrix(d)
    if a is None:
        return None
    rows, classes = d[a].shape
    targets = [(3 * i + 1) % classes for i in range(rows)]
    ignored = d.pick(("", "", ", ignore_index=0"))
    if ignored and not any(targets):
        ignored = ""  # the mean of nothing
    reduction = d.pick(("mean", "sum", "none"))
    form = d.pick((
        "{f}.cross_entropy({a}, {t}, reduction={r!r}{i})",
        "{f}.nll_loss({a}.log_softmax(1), {t}, reduction={r!r}{i})",
    ))  # fmt: skip
    return d.add(form.format(f=F, a=a, t=f"tensor(np.array({targets}))", r=reduction, i=ignored))


def by_entry(d: Draft) -> str | None:
    """A loss of each entry and its target."""
    a = d.tensor(lambda t: t.numel() > 0)
    if a is None:
        return None
    target = d.leaf(d[a].shape, d.chance())
    form = d.pick((
        "{f}.mse_loss({a}, {t}, reduction={r!r})",
        "{f}.binary_cross_entropy_with_logits({a}, {t} * {t} * 0.25, reduction={r!r})",
        "{f}.binary_cross_entropy({a}.sigmoid(), ({t} * {t} * 0.25).detach(), reduction={r!r})",
    ))  # fmt: skip
    return d.add(form.format(f=F, a=a, t=target, r=d.pick(("mean", "sum", "none"))))


def normalised(d: Draft) -> str | None:
    """Rows or columns normalised, if their variance is not near 0."""
    a = d.tensor(lambda t: t.ndim == 2 and min(t.shape) > 1)
    if a is None:
        return None
    rows, columns = d[a].shape
    if d.chance():
        if float(d[a].detach().var(1).min()) < 0.01:
            return None
        n, form = columns, f"{F}.layer_norm({a}, ({columns},), {{w}}, {{b}})"
    else:
        if float(d[a].detach().var(0).min()) < 0.01:
            return None
        n, form = columns, f"{F}.batch_norm({a}, None, None, {{w}}, {{b}}, training=True)"
    given = [d.leaf([n]) if d.chance() else None for _ in "wb"]
    if "batch_norm" in form and given[0]:
        # PyTorch's backward reads a weight with other strides as if it were contiguous.
        given[0] = f"{given[0]}.contiguous()"
    return d.add(form.format(w=given[0], b=given[1]))


def linear(d: Draft) -> str | None:
    """Rows times a matrix, and a bias of any shape that fits."""
    a = d.tensor(lambda t: t.ndim in (1, 2, 3) and t.numel() > 0)
    if a is None:
        return None
    w = d.leaf([2, d[a].shape[-1]])
    shapes = [[2], [2], [1, 2], [1], []] if d[a].ndim > 1 else [[2], [1], []]
    bias = d.leaf(d.pick(shapes)) if d.chance() else None
    return d.add(f"{F}.linear({a}, {w}, {bias})")


def table(d: Draft) -> str | None:
    """Rows of a table, some of them twice."""
    a = _matrix(d)
    if a is None:
        return None
    last = len(d[a]) - 1
    positions = d.pick((f"[0, {last}, 0]", f"[[{last}], [0]]"))
    return d.add(f"{F}.embedding(tensor(np.array({positions})), {a})", exact=a in d.exact)


def attention(d: Draft) -> str | None:
    """Attention of a tensor to itself, or to a new leaf."""
    a = d.tensor(lambda t: t.ndim in (2, 3) and t.numel() > 0)
    if a is None:
        return None
    b = d.leaf(d[a].shape) if d.chance() else a
    causal = d.pick(("", ", is_causal=True"))
    return d.add(f"{F}.scaled_dot_product_attention({a}, {b}, {a}{causal})")


def gelu(d: Draft) -> str | None:
    """The smooth relative of relu."""
    return d.add(f"{F}.gelu({d.tensor()}, approximate={d.pick(('none', 'tanh'))!r})")


RULES = (by_class, by_class, by_entry, normalised, linear, linear, table, attention, gelu)
