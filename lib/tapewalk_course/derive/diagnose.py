"""What is wrong in a line, found from its values on several draws and not from a list."""

from __future__ import annotations

import numpy as np

from tapewalk_course.derive.candidates import NEAR
from tapewalk_course.derive.explain import Diagnosis, cheapest, explained, largest, taken
from tapewalk_course.derive.expressions import (
    Array,
    Fault,
    Node,
    compute,
    evaluate,
    names_in,
    place_of,
    shape_of,
)
from tapewalk_course.derive.families import path_families
from tapewalk_course.derive.lines import DIMS, PATHS, draws, scope, value_of
from tapewalk_course.derive.shapes import wrong_shape


def values_of(key: str, tree: Node, envs: list[dict[str, Array]]) -> list[Array]:
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
                    if name == "d" + value_of(key):
                        fault.kind = "own_name"
                    elif name[0] == "d" and name[1:] in DIMS:
                        fault.kind = "later"
                raise
            if isinstance(value, tuple):
                raise Fault("syntax", at=",")
            out.append(np.asarray(value) * 1.0)
    compute(tree, scope(key, envs[0]))  # the parts keep the values of the draw that is shown
    return out


def diagnose(key: str, tree: Node) -> Diagnosis:
    """Return what is right or wrong in a line.

    Raises:
        Fault: The line can't be computed.
    """
    envs = draws()
    ys = values_of(key, tree, envs)
    truth = [env["_truth"][key] for env in envs]
    if any(shape_of(y) != shape_of(t) for y, t in zip(ys, truth)):
        return wrong_shape(key, ys, envs)
    if any(not bool(np.isfinite(y).all()) for y in ys):
        return Diagnosis("wrong", "not_finite")
    beside = [_beside(key, env) for env in envs]
    shares = [own for own, _ in beside]
    equal = [largest(y - t) <= NEAR * size for y, t, (_, size) in zip(ys, truth, beside)]
    if all(equal):
        return Diagnosis("right", "right")
    real = [j for j, env in enumerate(envs) if not env["_free"]]
    free = [j for j, env in enumerate(envs) if env["_free"]]
    by_luck = all(equal[j] for j in real)
    if by_luck and not _is_degenerate(key, shares, real):
        return Diagnosis("right", "other_formula")
    if by_luck and not [v for v in names_in(tree) if v[0] == "d" and v[1:] in DIMS]:
        return Diagnosis("right", "closed_form")
    everywhere = list(range(len(envs)))
    for group in [free] if by_luck else [everywhere, real]:
        y, env, own = [[given[j] for j in group] for given in (ys, envs, shares)]
        found = explained(key, y, env, own, names_in(tree))
        if found and (group != real or _agrees(key, tree, envs[0], found)):
            found.slots["by_luck"] = by_luck
            return found
    found = _split(key, tree, envs, ys) or _degree(key, tree, envs[0])
    return found or _worst_cell(ys[0], truth[0])


def _beside(key: str, env: dict[str, Array]) -> Array:
    """Return what each path contributes in a draw, and how large numbers are; kept with it."""
    kept = env.setdefault("_kept", {})
    if (key, "beside") not in kept:
        paths = PATHS[key]
        own = [p.value(env) for p in paths]
        ups = [evaluate(op[0], env) for p in paths for op in p.ops if op[2] == "up"]
        sizes = [largest(c) for c in own] + [1e-3 * largest(up) for up in ups]
        kept[key, "beside"] = own, max(sizes + [1e-9])
    return kept[key, "beside"]


def _is_degenerate(key: str, shares: list[Array], real: list[int]) -> bool:
    """Return whether a path carries 0 in every real draw, where a line without it looks right."""
    return any(all(largest(shares[j][k]) < 1e-9 for j in real) for k in range(len(PATHS[key])))


def _agrees(key: str, tree: Node, env: dict[str, Array], found: Diagnosis) -> bool:
    """Return whether an explanation of the real draws alone can be trusted.

    Identities of this loss deceive unless the line grows with what arrives, as a gradient does.
    """
    degrees = _degrees(key, tree, env)
    return degrees == [1] or (degrees == [0] and found.kind in ("scale", "paths", "known", "zero"))


def _split(key: str, tree: Node, envs: list[Array], ys: list[Array]) -> Diagnosis | None:
    """Return what is wrong on each path, looked at alone: the other incoming gradients are 0."""
    paths = PATHS[key]
    ups = [[op[0] for op in p.ops if op[2] == "up"] for p in paths]
    if len(paths) < 2 or not all(ups) or key not in DIMS:
        return None
    parts: list[Array] = []
    predictions: list[Array] = []
    alone: list[list[Array]] = []
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
    if any(
        largest(sum(a[j] for a in alone) - ys[j]) > 1e-9 * max(1.0, largest(ys[j]))
        for j in range(len(ys))
    ):
        return None
    for k, (path, y) in enumerate(zip(paths, alone)):
        kind, slots, predict = "path_wrong", {}, None
        if all(largest(one) < 1e-12 for one in y):
            kind, predict = "path_missing", lambda env: 0.0
        elif all(
            largest(one - path.value(env)) <= NEAR * max(1e-9, largest(one))
            for one, env in zip(y, envs)
        ):
            kind, predict = "path_right", path.value
        else:
            about = {"_dims": DIMS[key], "line": path.scale, "through": path.through}
            families = path_families(key, k)
            found = cheapest(taken(families, y, envs, 0.0, None, [], names_in(tree), **about))
            if found:
                kind, slots, predict = found.kind, found.slots, found.predict
        parts.append((path.through, kind, slots))
        predictions.append(predict)
    if all(kind == "path_wrong" for _, kind, _ in parts):
        return None
    predict = None if None in predictions else _summed(predictions)
    return Diagnosis("wrong", "parts", 5.0, predict, parts=parts)


def _degrees(key: str, tree: Node, env: dict[str, Array]) -> list[int] | None:
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
    size = max([largest(p) for p in parts] + [1e-9])
    if largest(parts[0] + 4 * slope + 16 * square - ys[3]) > 1e-8 * size:
        return []
    return [i for i, part in enumerate(parts) if largest(part) > 1e-9 * size]


def _degree(key: str, tree: Node, env: dict[str, Array]) -> Diagnosis | None:
    degrees = _degrees(key, tree, env)
    if key == "logprobs" or key not in DIMS or degrees is None or degrees == [1]:
        return None
    if not degrees:
        return Diagnosis("wrong", "degree_bent")
    if degrees == [0]:
        return Diagnosis("wrong", "degree_closed")
    return Diagnosis("wrong", "degree_stays" if 0 in degrees else "degree_squared")


def _worst_cell(y: Array, truth: Array) -> Diagnosis:
    apart = np.abs(y - truth).reshape(-1).tolist()
    wrong = [i for i, d in enumerate(apart) if d > NEAR * max(1e-9, largest(truth))]
    cell = place_of(max(range(len(apart)), key=lambda i: apart[i]), y.shape)
    return Diagnosis(
        "wrong", "cell", 9.0, None, cell=cell, wrong=len(wrong), of=len(apart),
        yours=float(y[cell]), slope=float(truth[cell]),
    )  # fmt: skip


def _summed(predictions: list[Array]) -> Array:
    return lambda env: sum(f(env) for f in predictions)
