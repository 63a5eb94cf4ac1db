"""What is wrong in a line, found from its values on several draws and not from a list."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapewalk_course.derive.candidates import (
    NEAR,
    Family,
    is_zero,
    named,
    path_families,
    rest_families,
    whole_families,
)
from tapewalk_course.derive.expressions import Fault, Node, compute, evaluate, names_in, shape_of
from tapewalk_course.derive.lines import DIMS, PATHS, Path, draws, scope, shape_in, value_of


class Diagnosis:
    """What a line is: `right`, `fault`, `shape`, `wrong`, and a sentence's kind and slots.

    Attributes:
        predict: From a draw, the value that a line with this mistake has; None where a sentence
            states no relation.
        factors: How often each path is in a line that is a sum of its paths.
        bring: How a line of the wrong shape is brought to that of `predict`.
    """

    def __init__(self, state: str, kind: str, cost: float = 0.0, predict: Any = None, **slots: Any) -> None:
        self.state, self.kind, self.cost, self.predict, self.slots = state, kind, cost, predict, slots
        self.factors: list[str] | None = None
        self.bring: Any = None


def values_of(key: str, tree: Node, envs: list[dict[str, Any]]) -> list[Any]:
    """Return the values of a line in each draw, or the fault.

    Raises:
        Fault: The line can't be computed.
    """
    out = []
    with np.errstate(all="ignore"):
        for env in envs:
            try:
                value = compute(tree, scope(key, env))
            except Fault as fault:
                if fault.kind == "name":
                    name = fault.slots["name"]
                    known = name[1:] in DIMS and name[0] == "d"
                    own = name == "d" + value_of(key)
                    raise Fault("own_name" if own else "later" if known else "name", name=name) from None
                raise
            if isinstance(value, tuple):
                raise Fault("syntax", at=",")
            out.append(np.asarray(value) * 1.0)
    compute(tree, scope(key, envs[0]))  # the parts keep the values of the draw that is shown
    return out


def _largest(a: Any) -> float:
    return float(np.abs(a).max()) if a.size else 0.0


def diagnose(key: str, tree: Node) -> Diagnosis:
    """Return what is right or wrong in a line.

    Raises:
        Fault: The line can't be computed.
    """
    envs = draws()
    ys = values_of(key, tree, envs)
    truth = [env["_truth"][key] for env in envs]
    if any([shape_of(y) != shape_of(t) for y, t in zip(ys, truth)]):
        return _shape(key, ys, envs)
    if any([not bool(np.isfinite(y).all()) for y in ys]):
        return Diagnosis("wrong", "not_finite")
    shares = [[p.value(env) for p in PATHS[key]] for env in envs]
    equal = []
    for y, t, own, env in zip(ys, truth, shares, envs):
        size = max([_largest(c) for c in own] + [1e-3 * _largest(evaluate(op[0], env)) for p in PATHS[key] for op in p.ops if op[2] == "up"])
        equal.append(_largest(y - t) <= NEAR * max(size, 1e-9))
    if all(equal):
        return Diagnosis("right", "right")
    real = [j for j, env in enumerate(envs) if not env["_free"]]
    free = [j for j, env in enumerate(envs) if env["_free"]]
    by_luck = all([equal[j] for j in real])
    if by_luck and not _is_degenerate(key, shares, real):
        return Diagnosis("right", "other_formula")
    if by_luck and not [v for v in names_in(tree) if v[0] == "d" and v[1:] in DIMS]:
        return Diagnosis("right", "closed_form")
    everywhere = list(range(len(envs)))
    for group in [free] if by_luck else [everywhere, real]:
        found = _explain(key, [ys[j] for j in group], [envs[j] for j in group], [shares[j] for j in group])
        if found and group == real and not _agrees(key, tree, envs[0], found[0]):
            found = []
        if found:
            found[0].slots["by_luck"] = by_luck
            return found[0]
    return _split(key, tree, envs, ys) or _degree(key, tree, envs[0]) or _worst_cell(key, ys[0], truth[0])


def _is_degenerate(key: str, shares: list[Any], real: list[int]) -> bool:
    """Return whether a path carries 0 in every real draw, where a line without it looks right."""
    return any([all([_largest(shares[j][k]) < 1e-9 for j in real]) for k in range(len(PATHS[key]))])


def _agrees(key: str, tree: Node, env: dict[str, Any], found: Diagnosis) -> bool:
    """Return whether an explanation of the real draws alone can be trusted.

    Identities of this loss deceive unless the line grows with what arrives, as a gradient does.
    """
    degrees = _degrees(key, tree, env)
    return degrees == [1] or (degrees == [0] and found.kind in ("scale", "paths", "known", "zero"))


def solve(columns: list[Any], y: Any) -> list[float] | None:
    """Return the factors of columns that add up to y, or None."""
    n = len(columns)
    rows = [[float((a * b).sum()) for b in columns] + [float((a * y).sum())] for a in columns]
    largest = max([max(map(abs, row[:n])) for row in rows])
    for i in range(n):
        k = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[k] = rows[k], rows[i]
        if abs(rows[i][i]) < 1e-12 * largest:
            return None
        for r in range(n):
            if r != i:
                times = rows[r][i] / rows[i][i]
                rows[r] = [a - times * b for a, b in zip(rows[r], rows[i])]
    found = [rows[i][n] / rows[i][i] for i in range(n)]
    rest = y
    for c, column in zip(found, columns):
        rest = rest - c * column
    size = max([_largest(c) for c in columns] + [_largest(y)])
    return found if _largest(rest) <= 1e-8 * size else None


def _regression(key: str, ys: list[Any], envs: list[Any], shares: list[Any]) -> Diagnosis | None:
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
    if all([c == "1" for c in each]):
        return None

    def predict(env: dict[str, Any]) -> Any:
        return sum([evaluate(c, env) * p.value(env) for c, p in zip(each, paths)])

    cost = 0.2 + 0.5 * sum([name[1] for name in names if name])
    out = Diagnosis("wrong", "paths", cost, predict)
    out.factors = each
    return out


def _taken(families: list[Family], ys: list[Any], envs: list[Any], more: float, rest: Any, **slots: Any) -> list[Diagnosis]:
    """Return the diagnoses that a family gives, `rest` being what the line has besides."""
    out = []
    for family in families:
        for cost, (kind, own, _), factor, row in family.fits(ys, envs):
            if kind == "scale" and factor == "1":
                continue

            def predict(env: dict[str, Any], family: Family = family, factor: str = factor, row: int = row) -> Any:
                value = family.matrix(env)[row].reshape(shape_in(slots["_dims"], env))
                return evaluate(factor, env) * value + (rest(env) if rest else 0.0)

            both = dict(own)
            both.update(slots)
            out.append(Diagnosis("wrong", kind, cost + more, predict, factor=factor, **both))
    return out


def _explain(key: str, ys: list[Any], envs: list[Any], shares: list[Any]) -> list[Diagnosis]:
    """Return what explains a line of the right shape, the simplest first."""
    paths, dims = PATHS[key], DIMS[value_of(key)]
    found = []
    if all([is_zero(y, _largest(env["_truth"][key])) for y, env in zip(ys, envs)]):
        return [Diagnosis("wrong", "zero", 0.0, lambda env: env["_truth"][key] * 0.0)]
    regression = _regression(key, ys, envs, shares)
    if regression:
        found.append(regression)
    for k, path in enumerate(paths):
        slots: dict[str, Any] = {"_dims": dims, "through": path.through, "line": path.scale}
        families = path_families(key, k)
        if len(paths) == 1:
            found += _taken(families, ys, envs, 0.0, None, **slots)
            continue
        others = [p for p in paths if p is not path]

        def rest(env: dict[str, Any], others: list[Any] = others) -> Any:
            return sum([p.value(env) for p in others])

        left = [y - sum([c for m, c in enumerate(own) if m != k]) for y, own in zip(ys, shares)]
        names = [p.through for p in others]
        found += _taken(families, left, envs, 0.3, rest, right=names, **slots)
        found += _taken(families, ys, envs, 1.5, None, missing=names, **slots)
    found += _taken(whole_families(key), ys, envs, 0.1, None, _dims=dims, whole=True)
    left = [y - env["_truth"][key] for y, env in zip(ys, envs)]
    if not found or min([d.cost for d in found]) > 3:
        found += _taken(rest_families(key), left, envs, 0.0, lambda env: env["_truth"][key], _dims=dims)
    return sorted(found, key=lambda d: d.cost)


def _split(key: str, tree: Node, envs: list[Any], ys: list[Any]) -> Diagnosis | None:
    """Return what is wrong on each path, looked at alone: the other incoming gradients are 0."""
    paths = PATHS[key]
    ups = [[op[0] for op in p.ops if op[2] == "up"] for p in paths]
    if len(paths) < 2 or not all(ups) or key not in DIMS:
        return None
    parts, predictions = [], []
    alone = []
    for k in range(len(paths)):
        others = [up for m, own in enumerate(ups) if m != k for up in own]
        changed = [dict(env) for env in envs]
        for env in changed:
            for up in others:
                env[up] = env[up] * 0.0
        try:
            alone.append(values_of(key, tree, changed))
        except Fault:
            return None
    if any([_largest(sum([a[j] for a in alone]) - ys[j]) > 1e-9 * max(1.0, _largest(ys[j])) for j in range(len(ys))]):
        return None
    for k, path in enumerate(paths):
        dims = DIMS[key]
        if all([_largest(y) < 1e-12 for y in alone[k]]):
            parts.append((path.through, "path_missing", {}))
            predictions.append(lambda env: 0.0)
            continue
        if all([_largest(y - path.value(env)) <= NEAR * max(1e-9, _largest(y)) for y, env in zip(alone[k], envs)]):
            parts.append((path.through, "path_right", {}))
            predictions.append(path.value)
            continue
        found = sorted(_taken(path_families(key, k), alone[k], envs, 0.0, None, _dims=dims, line=path.scale, through=path.through), key=lambda d: d.cost)
        if not found:
            parts.append((path.through, "path_wrong", {}))
            predictions.append(None)
            continue
        parts.append((path.through, found[0].kind, found[0].slots))
        predictions.append(found[0].predict)
    if all([kind == "path_wrong" for _, kind, _ in parts]):
        return None
    predict = None if None in predictions else lambda env: sum([f(env) for f in predictions])
    return Diagnosis("wrong", "parts", 5.0, predict, parts=parts)


def _degrees(key: str, tree: Node, env: dict[str, Any]) -> list[int] | None:
    """Return the powers with which a line grows when all that arrives is multiplied."""
    ys = []
    for times in (1.0, 2.0, 3.0, 4.0):
        changed = dict(env)
        for x in DIMS:
            changed["d" + x] = env["d" + x] * times
        try:
            ys.append(values_of(key, tree, [changed])[0])
        except Fault:
            return None
    square = (ys[2] - 2 * ys[1] + ys[0]) / 2
    slope = ys[1] - ys[0] - 3 * square
    parts = [ys[0] - slope - square, slope, square]
    size = max([_largest(p) for p in parts] + [1e-9])
    if _largest(parts[0] + 4 * slope + 16 * square - ys[3]) > 1e-8 * size:
        return []
    return [i for i, part in enumerate(parts) if _largest(part) > 1e-9 * size]


def _degree(key: str, tree: Node, env: dict[str, Any]) -> Diagnosis | None:
    degrees = _degrees(key, tree, env)
    if key == "logprobs" or key not in DIMS or degrees is None or degrees == [1]:
        return None
    kind = "bent" if not degrees else "closed" if degrees == [0] else "stays" if 0 in degrees else "squared"
    return Diagnosis("wrong", "degree_" + kind)


def _worst_cell(key: str, y: Any, truth: Any) -> Diagnosis:
    apart = np.abs(y - truth).reshape(-1).tolist()
    wrong = [i for i, d in enumerate(apart) if d > NEAR * max(1e-9, _largest(truth))]
    worst = max(range(len(apart)), key=lambda i: apart[i])
    cell, left = [], worst
    for size in reversed(y.shape):
        cell.insert(0, left % size)
        left //= size
    return Diagnosis(
        "wrong", "cell", 9.0, None, cell=tuple(cell), wrong=len(wrong), of=len(apart),
        yours=y.reshape(-1).tolist()[worst], slope=truth.reshape(-1).tolist()[worst],
    )  # fmt: skip


def _same(ys: list[Any], truth: list[Any]) -> bool:
    return all([_largest(y - t) <= NEAR * max(1e-9, _largest(t)) for y, t in zip(ys, truth)])


def _bare(shape: tuple[int, ...]) -> list[int]:
    return [m for m in shape if m != 1]


def _reshaped(ys: list[Any], envs: list[Any], key: str) -> list[tuple[str, list[Any], Any]]:
    """Return the ways in which a wrong shape becomes the right one."""
    out: list[tuple[str, list[Any], Any]] = []

    def summed(y: Any, t: tuple[int, ...]) -> Any:
        if len(y.shape) == len(t):
            over = [i for i, m in enumerate(t) if m == 1 and y.shape[i] != 1]
        else:
            over = list(range(len(y.shape) - len(t)))
        for axis in reversed(over):
            y = y.sum(axis=axis)
        return y.reshape(t) if over else None

    def diagonal(y: Any, t: tuple[int, ...]) -> Any:
        if len(y.shape) != 2 or y.shape[0] != y.shape[1]:
            return None
        return (y * np.eye(y.shape[0])).sum(axis=0).reshape(t)

    ways = (
        ("transposed", lambda y, t: y.T if len(y.shape) == 2 and y.T.shape == t else None),
        ("axis", lambda y, t: y.reshape(t) if _bare(y.shape) == _bare(t) else None),
        ("expand", lambda y, t: y + np.zeros(t) if y.size < np.zeros(t).size else None),
        ("diagonal", diagonal),
        ("unsummed", summed),
    )
    for name, way in ways:
        try:
            made = [way(y, shape_of(env["_truth"][key])) for y, env in zip(ys, envs)]
        except (ValueError, IndexError):
            continue
        if all([m is not None and shape_of(m) == shape_of(env["_truth"][key]) for m, env in zip(made, envs)]):
            out.append((name, made, way))
    return out


def _shape(key: str, ys: list[Any], envs: list[Any]) -> Diagnosis:
    """Return what is wrong in a line of the wrong shape."""
    truth = [env["_truth"][key] for env in envs]
    slots: dict[str, Any] = {"yours": shape_of(ys[0]), "needed": shape_of(truth[0])}
    ways = _reshaped(ys, envs, key)
    for name, made, way in ways:
        if _same(made, truth):
            out = Diagnosis("shape", name, 0.0, lambda env: env["_truth"][key], **slots)
            out.bring = way
            return out
    summed = _wrong_sum(key, ys, envs)
    shares = [[p.value(env) for p in PATHS[key]] for env in envs]
    best = None
    for name, made, way in ways:
        if all([bool(np.isfinite(m).all()) for m in made]):
            found = _explain(key, made, envs, shares)
            if found and (best is None or found[0].cost < best.cost):
                best = found[0]
                best.slots["first"], best.bring = name, way
    if best and best.cost < (summed["cost"] if summed else 2.0):
        return _both(best, slots)
    if summed:
        return Diagnosis("shape", "wrong_sum", summed.pop("cost"), summed.pop("predict"), **slots, **summed)
    known = scope(key, envs[0])
    for name in known:
        given = [np.asarray(env[name]) * 1.0 for env in envs]
        if [shape_of(g) for g in given] == [shape_of(y) for y in ys] and _same(ys, given):
            return Diagnosis("shape", "known", 0.0, lambda env: np.asarray(env[name]) * 1.0, by=name, **slots)
    return _both(best, slots) if best else Diagnosis("shape", "axes", 0.0, None, **slots)


def _both(found: Diagnosis, slots: dict[str, Any]) -> Diagnosis:
    """Return a diagnosis that names the shape first, then what else is wrong."""
    found.slots.update(slots)
    found.state = "shape"
    return found


def _wrong_sum(key: str, ys: list[Any], envs: list[Any]) -> dict[str, Any] | None:
    """Return over what a line sums, if it is the right product summed over other labels."""
    for path in PATHS[key]:
        space = path.space
        for chosen in range(2 ** len(space)):
            over = [c for i, c in enumerate(space) if chosen >> i & 1]
            if [c for c in space if c not in over] == [c for c in space if c in path.out]:
                continue
            factors, used = [], []
            for y, env in zip(ys, envs):
                product = _partly_summed(path, over, env)
                if _bare(shape_of(product)) != _bare(shape_of(y)):
                    break
                a, b = product.reshape(-1), y.reshape(-1)
                if max(_largest(a), _largest(b)) < 1e-11:
                    continue  # a 0 that an identity of this loss makes
                times = float((a * b).sum()) / max(1e-30, float((a * a).sum()))
                if _largest(b - times * a) > NEAR * max(1e-9, _largest(b)):
                    break
                factors.append(times)
                used.append(env)
            else:
                name = named(factors, used) if factors else None
                if name:
                    return {
                        "over": "".join(over),
                        "need": "".join([c for c in space if c not in path.out]),
                        "factor": name[0],
                        "cost": 1.2 + 0.8 * name[1],
                        "predict": lambda env: evaluate(name[0], env) * _partly_summed(path, over, env),
                    }
    return None


def _partly_summed(path: Path, over: list[str], env: dict[str, Any]) -> Any:
    product = np.ones(shape_in(path.space, env)) * evaluate(path.scale, env)
    for factor in path.factors(env):
        product = product * factor
    for c in reversed(over):
        product = np.asarray(product.sum(axis=path.space.index(c)))
    return product
