"""What is wrong in a line of the wrong shape."""

from __future__ import annotations

import numpy as np

from tapewalk_course.derive.candidates import NEAR, named
from tapewalk_course.derive.explain import Diagnosis, explained, largest
from tapewalk_course.derive.expressions import Array, evaluate, shape_of
from tapewalk_course.derive.lines import PATHS, Path, scope


def _same(ys: list[Array], truth: list[Array]) -> bool:
    return all(largest(y - t) <= NEAR * max(1e-9, largest(t)) for y, t in zip(ys, truth))


def _bare(shape: tuple[int, ...]) -> list[int]:
    return [m for m in shape if m != 1]


def _reshaped(ys: list[Array], envs: list[Array], key: str) -> list[tuple[str, list[Array], Array]]:
    """Return the ways in which a wrong shape becomes the right one."""
    out: list[tuple[str, list[Array], Array]] = []

    def summed(y: Array, t: tuple[int, ...]) -> Array:
        if len(y.shape) == len(t):
            over = [i for i, m in enumerate(t) if m == 1 and y.shape[i] != 1]
        else:
            over = list(range(len(y.shape) - len(t)))
        for axis in reversed(over):
            y = y.sum(axis=axis)
        return y.reshape(t) if over else None

    def diagonal(y: Array, t: tuple[int, ...]) -> Array:
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
        if all(
            m is not None and shape_of(m) == shape_of(env["_truth"][key])
            for m, env in zip(made, envs)
        ):
            out.append((name, made, way))
    return out


def wrong_shape(key: str, ys: list[Array], envs: list[Array]) -> Diagnosis:
    """Return what is wrong in a line of the wrong shape."""
    truth = [env["_truth"][key] for env in envs]
    slots: dict[str, Array] = {"yours": shape_of(ys[0]), "needed": shape_of(truth[0])}
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
        if all(bool(np.isfinite(m).all()) for m in made):
            found = explained(key, made, envs, shares)
            if found and (best is None or found.cost < best.cost):
                best = found
                best.slots["first"], best.bring = name, way
    if best and best.cost < (summed["cost"] if summed else 2.0):
        return _both(best, slots)
    if summed:
        return Diagnosis(
            "shape", "wrong_sum", summed.pop("cost"), summed.pop("predict"), **slots, **summed
        )
    known = scope(key, envs[0])
    for name in known:
        given = [np.asarray(env[name]) * 1.0 for env in envs]
        if [shape_of(g) for g in given] == [shape_of(y) for y in ys] and _same(ys, given):
            return Diagnosis("shape", "known", 0.0, _named(name), by=name, **slots)
    return _both(best, slots) if best else Diagnosis("shape", "axes", 0.0, None, **slots)


def _both(found: Diagnosis, slots: dict[str, Array]) -> Diagnosis:
    """Return a diagnosis that names the shape first, then what else is wrong."""
    found.slots.update(slots)
    found.state = "shape"
    return found


def _wrong_sum(key: str, ys: list[Array], envs: list[Array]) -> dict[str, Array] | None:
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
                if max(largest(a), largest(b)) < 1e-11:
                    continue  # a 0 that an identity of this loss makes
                times = float((a * b).sum()) / max(1e-30, float((a * a).sum()))
                if largest(b - times * a) > NEAR * max(1e-9, largest(b)):
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
                        "predict": _times(name[0], path, over),
                    }
    return None


def _partly_summed(path: Path, over: list[str], env: dict[str, Array]) -> Array:
    product = path.whole(env)
    for c in reversed(over):
        product = np.asarray(product.sum(axis=path.space.index(c)))
    return product


def _named(name: str) -> Array:
    return lambda env: np.asarray(env[name]) * 1.0


def _times(factor: str, path: Path, over: list[str]) -> Array:
    return lambda env: evaluate(factor, env) * _partly_summed(path, over, env)
