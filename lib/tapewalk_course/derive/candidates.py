"""What a wrong line may be: relations to the paths, as matrices with a candidate a row.

All candidates of a family are computed at once, so that a keystroke costs a few products.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapewalk_course.derive.expressions import PART, evaluate, shape_of
from tapewalk_course.derive.lines import DIMS, NAMES, PATHS, Path, aligned, draws, scope, shape_in, value_of

NEAR = 1e-9

def _in_order(costs: dict[str, int]) -> list[tuple[int, str]]:
    """Return names by cost; MicroPython's dictionaries have an order of their own."""
    return sorted([(cost, text) for text, cost in costs.items()])


# Names of numbers that a line may be too large by, with what a name costs.
_BASE = _in_order({
    "1": 0, "n": 1, "1 / n": 1, "n - 1": 2, "1 / (n - 1)": 2, "n / (n - 1)": 2, "(n - 1) / n": 2,
    "V": 2, "1 / V": 2, "H": 3, "1 / H": 3, "n * V": 3, "1 / (n * V)": 3, "n**2": 3, "1 / n**2": 3,
    "(n - 1)**2": 3, "1 / (n - 1)**2": 3, "n * (n - 1)": 3, "1 / (n * (n - 1))": 3, "D": 3,
    "1 / D": 3, "BLOCK": 3, "1 / BLOCK": 3, "n + 1": 3, "1 / (n + 1)": 3, "V / n": 3, "n / V": 3,
    "H / n": 3, "n / H": 3, "n - 2": 3, "1 / (n - 2)": 3, "1 - n": 3, "1 / (1 - n)": 3,
    "(n - 1) / V": 4, "(n - 1) / H": 4, "V * (n - 1)": 4, "H * (n - 1)": 4, "n * H": 4,
    "1 / (n * H)": 4, "(n - 1) / (n * V)": 4, "(n - 1) / n**2": 4, "n**2 / (n - 1)": 4,
    "(n + 1) / n": 4, "n / (n + 1)": 4, "(n - 1) / (n + 1)": 4, "(n + 1) * (n - 1)": 4,
    "V - 1": 4, "1 / (V - 1)": 4, "n**3": 4, "D * BLOCK": 4, "1 / (D * BLOCK)": 4, "2 - n": 4,
    "n - 3": 4, "1 / (n - 3)": 4, "1 / (H - 1)": 4, "H - 1": 4,
})  # fmt: skip
_TIMES = (1, -1, 2, -2, 0.5, -0.5, 3, -3, 1 / 3, -1 / 3, 1.5, -1.5, 4, -4, 0.25, -0.25, 0.75)
_FRACTIONS = {0.5: "1/2", -0.5: "-1/2", 1 / 3: "1/3", -1 / 3: "-1/3", 0.25: "1/4", -0.25: "-1/4"}

_FUNCTIONS: dict[str, Any] = {
    "1 / {}": lambda t: 1 / t, "{}**2": lambda t: t * t,
    "1 / {}**2": lambda t: 1 / (t * t), "{}**3": lambda t: t**3, "1 / {}**3": lambda t: t**-3.0,
    "{}**0.5": lambda t: t**0.5, "{}**-0.5": lambda t: t**-0.5, "{}**1.5": lambda t: t**1.5,
    "{}**-1.5": lambda t: t**-1.5, "{}**-2.5": lambda t: t**-2.5, "{}**-0.75": lambda t: t**-0.75,
    "1 - {}": lambda t: 1 - t, "1 + {}": lambda t: 1 + t, "1 - {}**2": lambda t: 1 - t * t,
    "1 + {}**2": lambda t: 1 + t * t, "2 - {}**2": lambda t: 2 - t * t,
    "1 - {}**3": lambda t: 1 - t**3, "1 - {}**4": lambda t: 1 - t**4,
    "1 / (1 - {}**2)": lambda t: 1 / (1 - t * t), "{}**4": lambda t: t**4,
    "exp({})": lambda t: np.exp(t), "log({})": lambda t: np.log(t), "tanh({})": lambda t: np.tanh(t),
    "{} * (1 - {})": lambda t: t * (1 - t),
    "1 - tanh({})**2": lambda t: 1 - np.tanh(t) ** 2, "abs({})": lambda t: np.abs(t),
}  # fmt: skip
FUNCTIONS = [("{}", None)] + [(form, _FUNCTIONS[form]) for form in sorted(_FUNCTIONS)]
_OF_GRADIENTS = ("{}", "1 / {}", "{}**2")


def named(factors: list[float], envs: list[dict[str, Any]]) -> tuple[str, float] | None:
    """Return the simplest expression in the sizes that gives these factors, one a draw."""
    if max([abs(c) for c in factors]) < 1e-11:
        return "0", 0.0
    for cost, text in _BASE:
        sizes = [evaluate(text, env) for env in envs]
        first = factors[0] / sizes[0]
        for times in _TIMES:
            if abs(first - times) > 3e-9 * abs(times):
                continue
            if all([abs(c - times * s) <= 3e-9 * abs(c) for c, s in zip(factors, sizes)]):
                return _product(times, text), cost + {1: 0.0, -1: 0.5}.get(times, 1.0)
    if max(factors) - min(factors) <= 3e-9 * abs(factors[0]):
        return "%.10g" % factors[0], 4.0
    return None


def _product(times: float, text: str) -> str:
    number = _FRACTIONS.get(times, "%g" % times)
    if times == 1:
        return text
    if text == "1":
        return number
    return "-(" + text + ")" if times == -1 else number + " * (" + text + ")"


class Family:
    """Candidates of one kind, with their values in any draw.

    Args:
        labels: Of each candidate its kind, slots and cost.
        values: How a draw makes all their values, an array whose first axis is the candidates.
    """

    def __init__(self, labels: list[Any], values: Any) -> None:
        self.labels, self.values = labels, values

    def matrix(self, env: dict[str, Any]) -> Any:
        """Return the values, a candidate a row; kept with the draw."""
        kept = env.setdefault("_kept", {})
        if id(self) not in kept:
            with np.errstate(all="ignore"):
                kept[id(self)] = self.values(env).reshape(len(self.labels), -1)
        return kept[id(self)]

    def fits(self, ys: list[Any], envs: list[dict[str, Any]]) -> list[Any]:
        """Return the candidates that are ys but for a named factor: cost, label, factor, number."""
        alive: list[int] | None = None
        found: dict[int, list[Any]] = {}
        for y, env in zip(ys, envs):
            rows = self.matrix(env)
            if alive is not None:
                rows = rows[np.array(alive)]
            with np.errstate(all="ignore"):
                y = y.reshape(-1)
                most, own = float(np.abs(y).max()), np.abs(rows).max(axis=1)
                factor = (rows @ y) / (rows * rows).sum(axis=1)
                apart = np.abs(y.reshape(1, -1) - factor.reshape(-1, 1) * rows).max(axis=1)
                fit = ((apart <= NEAR * max(most, 1e-9)) * (own > 1e-12)).tolist()
                empty = (own <= 1e-13).tolist() if most <= 1e-12 else [False] * len(fit)
            factor = factor.tolist()
            where = range(len(fit)) if alive is None else alive
            alive = [k for i, k in enumerate(where) if fit[i] or empty[i]]
            for i, k in enumerate(where):
                if fit[i] and not empty[i]:
                    found.setdefault(k, []).append((factor[i], env))
            if not alive:
                return []
        out = []
        for k in alive or []:
            pairs = found.get(k)
            name = named([c for c, _ in pairs], [e for _, e in pairs]) if pairs else None
            if name and name[0] != "0":
                out.append((self.labels[k][2] + 0.8 * name[1], self.labels[k], name[0], k))
        return out


def variables(key: str, space: str) -> list[tuple[str, str]]:
    """Return the known values and gradients that can be factors in a space, with their labels."""
    known = scope(key, draws()[0])
    out = [(v, DIMS[v]) for v in NAMES if v in known]
    out += [("(bnvar + 1e-5)", "1h"), ("onehot", "nv"), ("is_max", "nv")]
    out += [("d" + v, DIMS[v]) for v in NAMES if "d" + v in known]
    return [(v, d) for v, d in out if all([c in space for c in d if c != "1"])]


def bank(key: str, space: str) -> tuple[list[tuple[str, str]], Any]:
    """Return all functions of known values, by name and value, and how a draw computes them."""
    known = variables(key, space)
    plain = [v for v, _ in known if v[0] != "d"]
    labels = [(v, "{}") for v, _ in known]
    for form, _ in FUNCTIONS:
        if form != "{}":
            labels += [(v, form) for v in plain]
            if form in _OF_GRADIENTS:
                labels += [(v, form) for v, _ in known if v[0] == "d"]

    def values(env: dict[str, Any]) -> Any:
        kept = env.setdefault("_kept", {})
        if (key, space) not in kept:
            first = np.zeros((len(known),) + shape_in(space, env))
            for i, (v, dims) in enumerate(known):
                first[i] = aligned(evaluate(v, env), dims, space) + 0.0
            parts = [first]
            for form, f in FUNCTIONS:
                if f:
                    parts.append(f(first[: len(plain)]))
                    if form in _OF_GRADIENTS and len(known) > len(plain):
                        parts.append(f(first[len(plain) :]))
            kept[key, space] = np.concatenate(parts)
        return kept[key, space]

    return labels, values


def _family(one_by_one: list[Any]) -> Family:
    """Return a family whose candidates have nothing in common: kind, slots, cost, value."""

    def values(env: dict[str, Any]) -> Any:
        return np.stack([np.asarray(f(env)).reshape(-1) for *_, f in one_by_one])

    return Family([(kind, slots, cost) for kind, slots, cost, _ in one_by_one], values)


def _replaced(key: str, path: Path, i: int | None) -> Family:
    """Return the path with one factor replaced by any function of a known value, or one more."""
    labels, values = bank(key, path.space)
    text, _, role = path.ops[i] if i is not None else ("", "", "")
    base = text.split("**")[0].strip("(1 -") if role == "slope" else text
    own = (text, base, path.x, path.through) if role == "slope" else (text,)
    named_ones = []
    for v, form in labels:
        by, cost = form.replace("{}", v), 2.0 if form == "{}" else 3.0
        if i is None:
            named_ones.append(("extra", {"by": by}, 2.5 if form in ("{}", "1 / {}") else 3.2))
            continue
        slots = {"op": text, "by": by}
        if by == text:
            named_ones.append(("scale", {}, 0.0))
        elif v in own:
            named_ones.append(("own_function", slots, 1.5))
        elif role == "up" and "d" + v == text and form == "{}":
            named_ones.append(("value_for_gradient", slots, cost))
        elif role == "up" and v[0] == "d" and form == "{}":
            named_ones.append(("other_gradient", slots, cost))
        else:
            named_ones.append(("replaced", slots, cost))

    def made(env: dict[str, Any]) -> Any:
        out = values(env) * evaluate(path.scale, env)
        for k, factor in enumerate(path.factors(env)):
            if k != i:
                out = out * factor
        return path.summed(out, env, 1)

    return Family(named_ones, made)


def _one_factor_changed(path: Path) -> list[Any]:
    """Return a factor missing, reduced, reshaped, with another number in it, or added."""
    out: list[Any] = []

    def put(kind: str, slots: dict[str, Any], cost: float, i: int, change: Any) -> None:
        def value(env: dict[str, Any]) -> Any:
            factors = path.factors(env)
            op = path.ops[i]
            factors[i] = aligned(change(np.asarray(evaluate(op[0], env)), env), op[1], path.space)
            return evaluate(path.scale, env) * path.product(factors, env)

        out.append((kind, slots, cost, value))

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
                    lambda a, env, axis=axis, how=how: getattr(a, how)(axis=axis, keepdims=True) + a * 0,
                )  # fmt: skip
        if len(dims) == 2 and role != "mask":
            put("reshaped", slots, 2.0, i, lambda a, env: a.reshape(a.T.shape).T)
        if role == "mask" and path.through != "emb":
            for by in ("(1 - onehot)", "onehot", "is_max", "(1 - is_max)"):
                if by != text:
                    slot = {"op": text, "by": by}
                    put("mask", slot, 1.5, i, lambda a, env, by=by: evaluate(by, env))
        if role == "slope":
            for e in ("0", "1", "2", "1e-2", "1e-3", "1e-4", "2e-5", "1e-6", "1e-7", "1e-8", "1e-10"):
                changed = text.replace("1e-5", e)
                if changed != text:
                    put("inner_number", slots, 1.0, i, lambda a, env, t=changed: evaluate(t, env))
            for inner in (path.x, path.through):
                for number in ("2 * ", "0.5 * ", "1 + ", "1e-5 + "):
                    if inner in text:
                        changed = text.replace(inner, "(" + number + inner + ")")
                        slot = {"op": text, "by": changed}
                        put("own_function", slot, 2.5, i, lambda a, env, t=changed: evaluate(t, env))
                for end in (".sum(0, keepdim=True)", ".sum(1, keepdim=True)", ".mean(0, keepdim=True)"):
                    for whole in (inner, inner + "**2"):
                        if whole in text:
                            changed = text.replace(whole, whole.replace("**2", ")**2") + end)
                            changed = changed.replace(inner + ")**2", "(" + inner + "**2)")
                            slot = {"op": text, "by": changed}
                            put("own_function", slot, 2.5, i, lambda a, env, t=changed: evaluate(t, env) + a * 0)
            for square in ("h**2 / n", "2 * h**2", "n * h**2"):
                if "h**2" in text:
                    changed = text.replace("h**2", square)
                    slot = {"op": text, "by": changed}
                    put("own_function", slot, 2.5, i, lambda a, env, t=changed: evaluate(t, env))
    return out


def _added_factors(path: Path) -> list[Any]:
    out: list[Any] = []
    for i, a in enumerate(path.ops):
        for b in path.ops[i + 1 :]:
            for how, sign in (("+", 1), ("-", -1)):
                for side in (0, 1, 2):

                    def value(env: dict[str, Any], i: int = i, k: int = path.ops.index(b), sign: int = sign, side: int = side) -> Any:
                        factors, scale = path.factors(env), evaluate(path.scale, env)
                        both = factors[i] * (scale if side == 1 else 1.0)
                        both = both + sign * factors[k] * (scale if side == 2 else 1.0)
                        rest = [f for m, f in enumerate(factors) if m not in (i, k)]
                        return (1.0 if side else scale) * path.product(rest + [both], env)

                    out.append(("factors_added", {"a": a[0], "b": b[0], "how": how}, 1.5, value))
    if path.scale not in ("1", "-1"):
        for i, (text, _, _) in enumerate(path.ops):
            for sign in (1, -1):
                for flip in (1, -1):

                    def summed(env: dict[str, Any], i: int = i, sign: int = sign, flip: int = flip) -> Any:
                        factors = path.factors(env)
                        factors[i] = sign * factors[i] + flip * evaluate(path.scale, env)
                        return path.product(factors, env)

                    slots = {"op": text, "scale": path.scale}
                    out.append(("number_added", slots, 1.6, summed))
    return out


def _other_sums(path: Path) -> list[Any]:
    """Return other ways to make one number of many."""
    over = [c for c in path.space if c not in path.out]
    if not over:
        return []
    out: list[Any] = []

    def whole(env: dict[str, Any]) -> Any:
        product = np.ones(shape_in(path.space, env)) * evaluate(path.scale, env)
        for factor in path.factors(env):
            product = product * factor
        return product

    for how in ("max", "min", "prod"):
        out.append(("reduced", {"how": how}, 2.0, lambda env, how=how: path.summed(whole(env), env, 0, how)))
    if len(over) == 1:
        axis = path.space.index(over[0])
        parts = {"first": PART[0:1], "last": PART[-1:]}
        parts["not_first"], parts["not_last"] = PART[1:], PART[0:-1]
        for how in sorted(parts):
            part = parts[how]

            def value(env: dict[str, Any], part: Any = part) -> Any:
                return path.summed(whole(env)[(PART[:],) * axis + (part,)], env)

            out.append(("reduced", {"how": how}, 2.0, value))

        def early(env: dict[str, Any]) -> Any:
            factors = path.factors(env)
            product = factors[0].sum(axis=axis, keepdims=True)
            for factor in factors[1:]:
                product = product * factor.sum(axis=axis, keepdims=True)
            return evaluate(path.scale, env) * path.product([product], env) / env_size(env, over[0])

        if len(path.ops) > 1:
            out.append(("sum_first", {}, 2.0, early))
    shape = path.out
    out.append(("sum_all", {}, 2.5, lambda env: np.ones(shape_in(shape, env)) * whole(env).sum()))
    return out


def env_size(env: dict[str, Any], label: str) -> int:
    """Return the size of a label."""
    return shape_in(label, env)[0]


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


def _rows(how: str) -> Any:
    def value(env: dict[str, Any]) -> Any:
        if how != "last":
            out = evaluate(how, env)
            return np.where(np.isnan(out), 0.0, out)
        out, rows = np.zeros(env["C"].shape), env["demb"].reshape(-1, env["D"])
        for at, letter in enumerate(env["Xb"].reshape(-1).tolist()):
            out[letter] = rows[at]
        return out

    return value


def _table_or_view(path: Path) -> list[Any]:
    if path.through == "emb":
        return [("table_" + name, {}, 1.5, _rows(how)) for name, how in sorted(_ROWS.items())]
    if path.through != "embcat" or path.x != "emb":
        return []
    orders = [(a, b, c) for a in range(3) for b in range(3) for c in range(3) if len({a, b, c}) == 3]
    sizes = ("n", "BLOCK", "D")
    out: list[Any] = [("view", {}, 1.5, lambda env: env["dembcat"].T.reshape(env["emb"].shape))]
    for order in orders[1:]:

        def value(env: dict[str, Any], order: tuple[int, ...] = order) -> Any:
            back = [order.index(i) for i in range(3)]
            return env["dembcat"].reshape([env[sizes[i]] for i in order]).transpose(back)

        out.append(("view", {}, 1.5, value))
    for axis in range(3):
        out.append(("flipped", {"axis": axis}, 2.0, lambda env, axis=axis: _flip(env["dembcat"].reshape(env["emb"].shape), axis)))
    return out


def _flip(a: Any, axis: int) -> Any:
    return a[(PART[:],) * axis + (PART[::-1],)]


def path_families(key: str, k: int) -> list[Family]:
    """Return the families of one path."""
    kept = _FAMILIES.setdefault((key, k), [])
    if not kept:
        path = PATHS[key][k]
        ones: list[Any] = [("scale", {}, 0.0, path.value)]
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
    dims = DIMS[value_of(key)]
    space = dims.replace("1", "")
    labels, values = bank(key, space)

    def truth(env: dict[str, Any]) -> Any:
        return env["_truth"][key]

    ones: list[Any] = [("scale", {}, 0.0, truth), ("ones", {}, 2.0, lambda env: truth(env) * 0 + 1.0)]
    for axis, label in enumerate(dims):
        if len(space) < 2 or label == "1":
            continue
        for how in ("sum", "mean", "max"):
            ones.append(("extra_" + how, {"op": "d" + value_of(key), "axis": axis}, 2.0, lambda env, axis=axis, how=how: getattr(truth(env), how)(axis=axis, keepdims=True) + truth(env) * 0))
        ones.append(("minus_mean", {"axis": axis}, 2.2, lambda env, axis=axis: truth(env) - truth(env).mean(axis=axis, keepdims=True)))
        ones.append(("flipped", {"axis": axis}, 3.0, lambda env, axis=axis: _flip(truth(env), axis)))
    for form, f in FUNCTIONS:
        if f:
            ones.append(("function", {"by": form.replace("{}", "d" + value_of(key))}, 2.5, lambda env, f=f: f(truth(env))))
    paths = PATHS[key]
    if len(paths) > 1:
        ones.append(("paths_multiplied", {}, 1.5, lambda env: paths[0].value(env) * paths[1].value(env)))
        ones.append(("paths_divided", {}, 3.0, lambda env: paths[0].value(env) / paths[1].value(env)))
        ones.append(("paths_divided", {}, 3.0, lambda env: paths[1].value(env) / paths[0].value(env)))
    kept.append(_family(ones))

    def in_place(env: dict[str, Any]) -> Any:
        return aligned(truth(env), dims, space)

    def known(v: str, form: str) -> tuple[str, dict[str, Any], float]:
        cost = 1.2 if v[0] == "d" and form == "{}" else 2.2 if form == "{}" else 3.3
        return "known", {"by": form.replace("{}", v)}, cost

    kept.append(Family([known(v, form) for v, form in labels], values))
    extra = [("extra", {"by": form.replace("{}", v)}, 2.7 if form in ("{}", "1 / {}") else 3.4) for v, form in labels]
    kept.append(Family(extra, lambda env: values(env) * in_place(env)))
    return kept


def rest_families(key: str) -> list[Family]:
    """Return what may be too much beside the right gradient."""
    kept = _FAMILIES.setdefault((key, "rest"), [])
    if kept:
        return kept
    dims = DIMS[value_of(key)]
    space = dims.replace("1", "")
    labels, values = bank(key, space)
    added = [("added", {"by": form.replace("{}", v)}, 3.0 if form == "{}" else 4.0) for v, form in labels]
    kept.append(Family(added, values))
    kept.append(_family([("constant_added", {}, 3.0, lambda env: env["_truth"][key] * 0 + 1.0)]))
    pairs = [v for v, _ in variables(key, space)]
    both = [(a, b) for i, a in enumerate(pairs) for b in pairs[i:] if "d" in (a[0], b[0])]
    if both:
        index_a = np.array([pairs.index(a) for a, _ in both])
        index_b = np.array([pairs.index(b) for _, b in both])
        kept.append(Family([("added", {"by": a + " * " + b}, 4.0) for a, b in both], lambda env: values(env)[index_a] * values(env)[index_b]))
    return kept


_FAMILIES: dict[Any, list[Family]] = {}


def is_zero(value: Any, beside: float) -> bool:
    """Return whether all numbers are 0 but for rounding."""
    return bool(float(np.abs(value).max()) <= 1e-12 * max(beside, 1e-3)) if shape_of(value) else value == 0
