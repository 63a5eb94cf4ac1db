"""What explains a line of the right shape: its paths, and candidates for each of them."""

from __future__ import annotations

import numpy as np

from tapewalk_course.derive.candidates import Family, named
from tapewalk_course.derive.expressions import Array, evaluate
from tapewalk_course.derive.families import path_families, rest_families, whole_families
from tapewalk_course.derive.lines import DIMS, PATHS, shape_in, value_of


class Diagnosis:
    """What a line is: `right`, `fault`, `shape`, `wrong`, and a sentence's kind and slots.

    Attributes:
        predict: From a draw, the value that a line with this mistake has; None where a sentence
            states no relation.
        factors: How often each path is in a line that is a sum of its paths.
        bring: How a line of the wrong shape is brought to that of `predict`.
    """

    def __init__(
        self, state: str, kind: str, cost: float = 0.0, predict: Array = None, **slots: Array
    ) -> None:
        self.state, self.kind, self.slots = state, kind, slots
        self.cost, self.predict = cost, predict
        self.factors: list[str] | None = None
        self.bring: Array = None


def largest(a: Array) -> float:
    """Return the largest number of an array, without its sign."""
    return float(np.abs(a).max()) if a.size else 0.0


def solve(columns: list[Array], y: Array) -> list[float] | None:
    """Return the factors of columns that add up to y, or None."""
    n = len(columns)
    rows = [[float((a * b).sum()) for b in columns] + [float((a * y).sum())] for a in columns]
    most = max(max(map(abs, row[:n])) for row in rows)
    for i in range(n):
        k = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[k] = rows[k], rows[i]
        if abs(rows[i][i]) < 1e-12 * most:
            return None
        for r in range(n):
            if r != i:
                times = rows[r][i] / rows[i][i]
                rows[r] = [a - times * b for a, b in zip(rows[r], rows[i])]
    found = [rows[i][n] / rows[i][i] for i in range(n)]
    rest = y
    for c, column in zip(found, columns):
        rest = rest - c * column
    size = max([largest(c) for c in columns] + [largest(y)])
    return found if largest(rest) <= 1e-8 * size else None


def _regression(
    key: str, ys: list[Array], envs: list[Array], shares: list[Array]
) -> Diagnosis | None:
    """Return how often each path is in a line, if it is a sum of its paths."""
    paths = PATHS[key]
    if len(paths) < 2:
        return None
    factors = []
    for y, columns in zip(ys, shares):
        found = solve(columns, y)
        if found is None:
            return None
        factors.append([0.0 if abs(c) < 1e-8 else c for c in found])
    names = [named([f[k] for f in factors], envs) for k in range(len(paths))]
    if not all(names):
        return None
    each = [name[0] for name in names if name]
    if all(c == "1" for c in each):
        return None

    def predict(env: dict[str, Array]) -> Array:
        return sum(evaluate(c, env) * p.value(env) for c, p in zip(each, paths))

    cost = 0.2 + 0.5 * sum(name[1] for name in names if name)
    out = Diagnosis("wrong", "paths", cost, predict)
    out.factors = each
    return out


# What a reader who wrote the name hardly left out, even if the numbers look like it.
_ABSENT = ("missing", "no_incoming", "no_mask")


def taken(
    families: list[Family],
    ys: list[Array],
    envs: list[Array],
    more: float,
    rest: Array,
    before: list[Diagnosis],
    written: list[str],
    **slots: Array,
) -> list[Diagnosis]:
    """Return the diagnoses that a family gives, `rest` being what the line has besides.

    Those that are no cheaper than an explanation found before are left out.
    """
    out: list[Diagnosis] = []
    for family in families:
        most = min([d.cost for d in before + out] + [99.0]) - more
        for cost, (kind, own, _), factor, row in family.fits(ys, envs, most):
            if kind == "scale" and factor == "1":
                continue
            if kind == "function" and factor not in ("1", "-1"):
                continue  # true of the numbers, and not what was done

            def predict(
                env: dict[str, Array], family: Family = family, factor: str = factor, row: int = row
            ) -> Array:
                value = family.matrix(env)[row].reshape(shape_in(slots["_dims"], env))
                return evaluate(factor, env) * value + (rest(env) if rest else 0.0)

            both = dict(own)
            both.update(slots)
            if kind in _ABSENT and own["op"] in written:
                cost += 1.0
            out.append(Diagnosis("wrong", kind, cost + more, predict, factor=factor, **both))
    return out


def explained(
    key: str,
    ys: list[Array],
    envs: list[Array],
    shares: list[Array],
    written: list[str] | None = None,
) -> Diagnosis | None:
    """Return what explains a line of the right shape most simply."""
    paths, dims, written = PATHS[key], DIMS[value_of(key)], written or []
    found: list[Diagnosis] = []
    truth = [env["_truth"][key] for env in envs]
    if all(largest(y) <= 1e-12 * max(largest(t), 1e-3) for y, t in zip(ys, truth)):
        return Diagnosis("wrong", "zero", 0.0, lambda env: env["_truth"][key] * 0.0)
    regression = _regression(key, ys, envs, shares)
    if regression:
        found.append(regression)
    for k, path in enumerate(paths):
        slots: dict[str, Array] = {"_dims": dims, "through": path.through, "line": path.scale}
        families = path_families(key, k)
        if len(paths) == 1:
            found += taken(families, ys, envs, 0.0, None, found, written, **slots)
            continue
        others = [p for p in paths if p is not path]

        def rest(env: dict[str, Array], others: list[Array] = others) -> Array:
            return sum(p.value(env) for p in others)

        left = [y - sum(c for m, c in enumerate(own) if m != k) for y, own in zip(ys, shares)]
        names = [p.through for p in others]
        found += taken(families, left, envs, 0.3, rest, found, written, right=names, **slots)
        found += taken(families, ys, envs, 1.5, None, found, written, missing=names, **slots)
    found += taken(whole_families(key), ys, envs, 0.1, None, found, written, _dims=dims, whole=True)
    left = [y - t for y, t in zip(ys, truth)]
    if not found or min(d.cost for d in found) > 3:
        families, right = rest_families(key), lambda env: env["_truth"][key]
        found += taken(families, left, envs, 0.0, right, found, written, _dims=dims)
    return cheapest(found)


def cheapest(found: list[Diagnosis]) -> Diagnosis | None:
    """Return the first of those that cost least; MicroPython's sort would take any of them."""
    return min(found, key=lambda d: d.cost) if found else None
