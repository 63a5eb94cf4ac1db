"""Families of candidates for a line: what a reader may have done to a path, or to all of it."""

from __future__ import annotations

import numpy as np

from tapewalk_course.derive.candidates import (
    FUNCTIONS,
    Family,
    bank,
    variables,
)
from tapewalk_course.derive.expressions import PART, Array, evaluate
from tapewalk_course.derive.lines import DIMS, PATHS, Path, aligned, shape_in, value_of


def _family(one_by_one: list[Array]) -> Family:
    """Return a family of separate candidates, each with its kind, slots, cost and value."""

    def values(env: dict[str, Array]) -> Array:
        return np.stack([np.asarray(f(env)).reshape(-1) for *_, f in one_by_one])

    return Family([(kind, slots, cost) for kind, slots, cost, _ in one_by_one], values)


def _replaced(key: str, path: Path, i: int | None) -> Family:
    """Return the path with one factor replaced by any function of a known value, or one more."""
    labels, values = bank(key, path.space)
    text, _, role = path.ops[i] if i is not None else ("", "", "")
    base = text.split("**")[0].replace("(1 - ", "") if role == "slope" else text
    own = (text, base, path.x, path.through) if role == "slope" else (text,)

    def label(v: str, form: str) -> tuple[str, dict[str, Array], float]:
        by, is_plain = form.replace("{}", v), form == "{}"
        if i is None:
            return "extra", {"by": by}, 2.5 if form in ("{}", "1 / {}") else 3.2
        if by == text:
            return "scale", {}, 0.0
        slots = {"op": text, "by": by}
        if v in own:
            cost = 1.6 if "abs" in form else 1.4 if is_plain or v == base else 1.5
            return "own_function", slots, cost
        kind = "replaced"
        if role == "up" and is_plain and "d" + v == text:
            kind = "value_for_gradient"
        elif role == "up" and is_plain and v[0] == "d":
            kind = "other_gradient"
        return kind, slots, 2.0 if is_plain else 3.0

    def made(env: dict[str, Array]) -> Array:
        out = values(env) * evaluate(path.scale, env)
        for k, factor in enumerate(path.factors(env)):
            if k != i:
                out = out * factor
        return path.summed(out, env, 1)

    return Family([label(v, form) for v, form in labels], made)


def reduced(a: Array, how: str, axis: int) -> Array:
    """Return a reduction along an axis, in the shape of what was reduced."""
    return getattr(a, how)(axis=axis, keepdims=True) + a * 0


# Numbers that a reader may have written in place of 1e-5.
_EPSILONS = ("0", "1", "2", "1e-2", "1e-3", "1e-4", "2e-5", "1e-6", "1e-7", "1e-8", "1e-10")


def _one_factor_changed(path: Path) -> list[Array]:
    """Return a factor missing, reduced, reshaped, with another number in it, or added."""
    out: list[Array] = []

    def put(kind: str, slots: dict[str, Array], cost: float, i: int, change: Array) -> None:
        def value(env: dict[str, Array]) -> Array:
            factors = path.factors(env)
            op = path.ops[i]
            factors[i] = aligned(change(np.asarray(evaluate(op[0], env)), env), op[1], path.space)
            return evaluate(path.scale, env) * path.product(factors, env)

        out.append((kind, slots, cost, value))

    def rewrite(kind: str, i: int, by: str, cost: float) -> None:
        slots = {"op": path.ops[i][0], "by": by}
        put(kind, slots, cost, i, lambda a, env: evaluate(by, env) + a * 0)

    for i, (text, dims, role) in enumerate(path.ops):
        slots = {"op": text}
        kind = {"up": "no_incoming", "mask": "no_mask"}.get(role, "missing")
        put(kind, slots, 1.0, i, lambda a, env: a * 0.0 + 1.0)
        for axis, label in enumerate(dims):
            if label == "1" or len(dims) < 2:
                continue
            for how in ("sum", "mean", "max"):
                slot = {"op": text, "axis": axis}
                put(
                    "extra_" + how, slot, 2.0, i,
                    lambda a, env, axis=axis, how=how: reduced(a, how, axis),
                )  # fmt: skip
        if len(dims) == 2 and role != "mask":
            put("reshaped", slots, 2.0, i, lambda a, env: a.reshape(a.T.shape).T)
        if role == "mask" and path.through != "emb":
            for by in ("(1 - onehot)", "onehot", "is_max", "(1 - is_max)"):
                if by != text:
                    rewrite("mask", i, by, 1.5)
        if role == "slope":
            for e in _EPSILONS:
                if "1e-5" in text:
                    rewrite("inner_number", i, text.replace("1e-5", e), 1.0)
            for inner in (path.x, path.through):
                if inner not in text:
                    continue
                for number in ("2 * ", "0.5 * ", "1 + ", "1e-5 + "):
                    changed = text.replace(inner, "(" + number + inner + ")")
                    rewrite("own_function", i, changed, 2.5)
                for how in ("sum(0", "sum(1", "mean(0"):
                    end = "." + how + ", keepdim=True)"
                    rewrite("own_function", i, text.replace(inner, inner + end), 2.5)
                    if inner + "**2" in text:
                        square = "(" + inner + "**2)" + end
                        rewrite("own_function", i, text.replace(inner + "**2", square), 2.5)
            if "h**2" in text:
                for square in ("h**2 / n", "2 * h**2", "n * h**2"):
                    rewrite("own_function", i, text.replace("h**2", square), 2.5)
    return out


def _sum_of(path: Path, i: int, k: int, sign: int, side: int) -> Array:
    """Return a path's value with two factors added; its number multiplies the sum, or one side."""

    def value(env: dict[str, Array]) -> Array:
        factors, scale = path.factors(env), evaluate(path.scale, env)
        both = factors[i] * (scale if side == 1 else 1.0)
        both = both + sign * factors[k] * (scale if side == 2 else 1.0)
        rest = [f for m, f in enumerate(factors) if m not in (i, k)]
        return (1.0 if side else scale) * path.product(rest + [both], env)

    return value


def _added_factors(path: Path) -> list[Array]:
    out: list[Array] = []
    for i, a in enumerate(path.ops):
        for b in path.ops[i + 1 :]:
            k = path.ops.index(b)
            for how, sign in (("+", 1), ("-", -1)):
                slots = {"a": a[0], "b": b[0], "how": how}
                for side in (0, 1, 2):
                    out.append(("factors_added", slots, 1.5, _sum_of(path, i, k, sign, side)))
    if path.scale not in ("1", "-1"):
        for i, (text, _, _) in enumerate(path.ops):
            for sign in (1, -1):
                for flip in (1, -1):

                    def summed(
                        env: dict[str, Array], i: int = i, sign: int = sign, flip: int = flip
                    ) -> Array:
                        factors = path.factors(env)
                        factors[i] = sign * factors[i] + flip * evaluate(path.scale, env)
                        return path.product(factors, env)

                    slots = {"op": text, "scale": path.scale}
                    out.append(("number_added", slots, 1.6, summed))
    return out


def _other_sums(path: Path) -> list[Array]:
    """Return other ways to make one number of many."""
    over = [c for c in path.space if c not in path.out]
    if not over:
        return []
    out: list[Array] = []

    for how in ("max", "min", "prod"):
        extreme = lambda env, how=how: path.summed(path.whole(env), env, 0, how)  # noqa: E731
        out.append(("reduced", {"how": how}, 2.0, extreme))
    if len(over) == 1:
        axis = path.space.index(over[0])
        parts = {"first": PART[0:1], "last": PART[-1:]}
        parts["not_first"], parts["not_last"] = PART[1:], PART[0:-1]
        for how in sorted(parts):
            part = parts[how]

            def value(env: dict[str, Array], part: Array = part) -> Array:
                return path.summed(path.whole(env)[(PART[:],) * axis + (part,)], env)

            out.append(("reduced", {"how": how}, 2.0, value))

        def early(env: dict[str, Array]) -> Array:
            factors = path.factors(env)
            product = factors[0].sum(axis=axis, keepdims=True)
            for factor in factors[1:]:
                product = product * factor.sum(axis=axis, keepdims=True)
            size = shape_in(over[0], env)[0]
            return evaluate(path.scale, env) * path.product([product], env) / size

        if len(path.ops) > 1:
            out.append(("sum_first", {}, 2.0, early))
    total = lambda env: np.ones(shape_in(path.out, env)) * path.whole(env).sum()  # noqa: E731
    out.append(("sum_all", {}, 2.5, total))
    return out


_ROWS = {
    "overwritten": "last", "wrong_order": "is_letter.T @ demb.transpose(0, 1).reshape(-1, D)",
    "first_place": "F.one_hot(Xb[:, 0], V).T @ demb[:, 0]",
    "last_place": "F.one_hot(Xb[:, 2], V).T @ demb[:, 2]",
    "places_summed": "is_letter.T @ (demb.sum(1, keepdim=True) + demb * 0).reshape(-1, D)",
    "uses_counted": "is_letter.T @ (demb * 0 + 1).reshape(-1, D)",
    "values_scattered": "is_letter.T @ emb.reshape(-1, D)",
    "started_at_C": "C + is_letter.T @ demb.reshape(-1, D)",
    "started_at_ones": "1 + is_letter.T @ demb.reshape(-1, D)",
    "mean_of_uses": "is_letter.T @ demb.reshape(-1, D) / (is_letter.sum(0).reshape(-1, 1) + 0)",
    "wrong_letters": "F.one_hot(Yb, V).T @ demb[:, 0]",
    "letters_reordered": "F.one_hot(Xb.T.reshape(-1), V).T @ demb.reshape(-1, D)",
}  # fmt: skip


def _rows(how: str) -> Array:
    def value(env: dict[str, Array]) -> Array:
        if how != "last":
            out = evaluate(how, env)
            return np.where(np.isnan(out), 0.0, out)
        out, rows = np.zeros(env["C"].shape), env["demb"].reshape(-1, env["D"])
        for at, letter in enumerate(env["Xb"].reshape(-1).tolist()):
            out[letter] = rows[at]
        return out

    return value


def _table_or_view(path: Path) -> list[Array]:
    if path.through == "emb":
        return [("table_" + name, {}, 1.5, _rows(how)) for name, how in sorted(_ROWS.items())]
    if path.through != "embcat" or path.x != "emb":
        return []
    sizes = ("n", "BLOCK", "D")
    out: list[Array] = [("view", {}, 1.5, lambda env: env["dembcat"].T.reshape(env["emb"].shape))]
    for order in ((0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):

        def value(env: dict[str, Array], order: tuple[int, ...] = order) -> Array:
            back = [order.index(i) for i in range(3)]
            return env["dembcat"].reshape([env[sizes[i]] for i in order]).transpose(back)

        out.append(("view", {}, 1.5, value))
    for axis in range(3):

        def flipped(env: dict[str, Array], axis: int = axis) -> Array:
            return _flip(env["dembcat"].reshape(env["emb"].shape), axis)

        out.append(("flipped", {"axis": axis}, 2.0, flipped))
    return out


def _flip(a: Array, axis: int) -> Array:
    return a[(PART[:],) * axis + (PART[::-1],)]


def path_families(key: str, k: int) -> list[Family]:
    """Return the families of one path."""
    kept = _FAMILIES.setdefault((key, k), [])
    if not kept:
        path = PATHS[key][k]
        ones: list[Array] = [("scale", {}, 0.0, path.value)]
        ones += _one_factor_changed(path) + _added_factors(path) + _other_sums(path)
        kept.append(_family(ones + _table_or_view(path)))
        kept.extend([_replaced(key, path, i) for i in range(len(path.ops))])
        kept.append(_replaced(key, path, None))
    return kept


def whole_families(key: str) -> list[Family]:
    """Return relations to the whole gradient, and to other known values."""
    kept = _FAMILIES.setdefault((key, "whole"), [])
    if kept:
        return kept
    x, paths, ones = value_of(key), PATHS[key], []
    dims = DIMS[x]
    space = dims.replace("1", "")
    labels, values = bank(key, space)

    def put(kind: str, cost: float, change: Array, **slots: Array) -> None:
        ones.append((kind, slots, cost, lambda env: change(env["_truth"][key])))

    put("scale", 0.0, lambda t: t)
    put("ones", 2.0, lambda t: t * 0 + 1.0)
    for axis, label in enumerate(dims):
        if len(space) < 2 or label == "1":
            continue
        for how in ("sum", "mean", "max"):
            change = lambda t, axis=axis, how=how: reduced(t, how, axis)  # noqa: E731
            put("extra_" + how, 2.0, change, op="d" + x, axis=axis)
        put("minus_mean", 2.2, lambda t, axis=axis: t - reduced(t, "mean", axis), axis=axis)
        put("flipped", 3.0, lambda t, axis=axis: _flip(t, axis), axis=axis)
    for form, f in FUNCTIONS:
        put("function", 2.5, f, by=form.replace("{}", "d" + x))
    if len(paths) > 1:
        one, other = paths[0].value, paths[1].value
        ones += [
            ("paths_multiplied", {}, 1.5, lambda env: one(env) * other(env)),
            ("paths_divided", {}, 3.0, lambda env: one(env) / other(env)),
            ("paths_divided", {}, 3.0, lambda env: other(env) / one(env)),
        ]
    known, extra = [], []
    for v, form in labels:
        slots = {"by": form.replace("{}", v)}
        known.append(("known", slots, 3.3 if form != "{}" else 1.2 if v[0] == "d" else 2.2))
        extra.append(("extra", slots, 2.7 if form in ("{}", "1 / {}") else 3.4))
    kept.append(_family(ones))
    kept.append(Family(known, values))
    kept.append(Family(extra, lambda env: values(env) * aligned(env["_truth"][key], dims, space)))
    return kept


def rest_families(key: str) -> list[Family]:
    """Return what may be too much beside the right gradient."""
    kept = _FAMILIES.setdefault((key, "rest"), [])
    if kept:
        return kept
    dims = DIMS[value_of(key)]
    space = dims.replace("1", "")
    labels, values = bank(key, space)
    costs = [3.0 if form == "{}" else 4.0 for _, form in labels]
    added = [("added", {"by": form.replace("{}", v)}, c) for (v, form), c in zip(labels, costs)]
    kept.append(Family(added, values))
    kept.append(_family([("constant_added", {}, 3.0, lambda env: env["_truth"][key] * 0 + 1.0)]))
    pairs = [v for v, _ in variables(key, space)]
    both = [(a, b) for i, a in enumerate(pairs) for b in pairs[i:] if "d" in (a[0], b[0])]
    if both:
        index_a = np.array([pairs.index(a) for a, _ in both])
        index_b = np.array([pairs.index(b) for _, b in both])
        products = [("added", {"by": a + " * " + b}, 4.0) for a, b in both]
        kept.append(Family(products, lambda env: values(env)[index_a] * values(env)[index_b]))
    return kept


_FAMILIES: dict[Array, list[Family]] = {}
