"""Relations between a wrong result and the expected one, which no exercise has to declare.

Each is a statement about the results, true of every input that failed, so that its hint is true
whatever the code does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tapewalk_course.checking.comparing import array_of, close
from tapewalk_course.checking.exercise import Exercise, Trial

if TYPE_CHECKING:
    # The name of a hint, what has to be the same for all inputs, and what else the hint states.
    Relation = tuple[str, str, dict[str, str]]

_SHOWN: Final = 6
# Problems in which there are two results to compare.
_COMPARED: Final = (
    *("type", "count", "shape", "nan", "numbers", "missing"),
    *("order", "leaves", "steps", "answer"),
)
# Relations that any two numbers have.
_BY_CHANCE: Final = ("hint_ratio", "hint_offset", "hint_squared", "hint_sized")
# Kinds of results that come from the learner's function as they are.
_RETURNED: Final = ("int", "float", "ndarray", "str")


def related(
    exercise: Exercise, trials: Sequence[Trial], failed: Sequence[Trial]
) -> tuple[Trial, str, dict[str, str]] | None:
    """Return the trial to show, the name of a hint and its facts; `None` without a relation.

    `failed` are the trials that failed and have something to show.
    """
    if failed[0].error is not None:
        kind = error_kind(failed[0].error)
        return None if kind is None else (failed[0], *kind)
    failed = [trial for trial in failed if trial.error is None and trial.problem != "slow"]
    failed = [trial for trial in failed if trial.problem in _COMPARED]
    parts = [(trial, _parts(exercise, trial)) for trial in failed]
    wrong: dict[str, list[tuple[Trial, Any, Any]]] = {}
    for trial, pairs in parts:
        for name, (got, expected) in pairs.items():
            if len(pairs) == 1 or close(got, expected):
                wrong.setdefault(name, []).append((trial, got, expected))
    right = [name for _, pairs in parts for name in pairs if name not in wrong]
    where = {"right": ", ".join(f"`{name}`" for name in dict.fromkeys(right))}
    for part, seen in wrong.items():
        found = _common([list(_relations(*one)) for one in seen])
        if found is not None and (found[0] not in _BY_CHANCE or _amount(seen) > 1):
            return seen[0][0], found[0], {**found[2], **({"part": part, **where} if part else {})}
    if _is_first_only(trials, failed):
        return failed[0], "hint_first", {}
    for part, seen in wrong.items():
        name, facts = _weak(*seen[0][1:]) or (f"hint_{close(*seen[0][1:])}" if right else "", {})
        if name:
            return seen[0][0], name, {**facts, **({"part": part, **where} if part else {})}
    return None


def _amount(seen: Sequence[tuple[Trial, Any, Any]]) -> int:
    """Return how many numbers were compared."""
    arrays = [array_of(expected) for _, _, expected in seen]
    return sum(2 if array is None else array.size for array in arrays)


def _parts(exercise: Exercise, trial: Trial) -> dict[str, tuple[Any, Any]]:
    """Return the result and the expected one for each named part."""
    got, expected = trial.got, trial.expected
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        arrays = [array_of(one) for one in expected.values()]
        if got.keys() >= expected.keys() and any(a is not None and a.shape != () for a in arrays):
            return {str(name): (got[name], one) for name, one in expected.items()}
    is_tuple = isinstance(expected, tuple) and isinstance(got, tuple | list)
    if not is_tuple or not len(got) == len(expected) <= len(exercise.parts):
        return {"": (got, expected)}
    if len(got) > 1 and _is_swapped(got, expected):
        return {"": (got, expected)}
    pairs = zip(got, expected, strict=True)
    return dict(zip(exercise.parts[: len(got)], pairs, strict=True))


def _is_swapped(got: Sequence[Any], expected: Sequence[Any]) -> bool:
    left = list(expected)
    for mine in got:
        same = [n for n, theirs in enumerate(left) if close(mine, theirs) is None]
        if not same:
            return False
        del left[same[0]]
    return True


def _common(found: Sequence[Sequence[Relation]]) -> Relation | None:
    """Return the first relation that all inputs have."""
    for name, same, facts in found[0] if found else ():
        others = [[one for one in each if one[:2] == (name, same)] for each in found]
        sizes = {one[2].get("size", "") for each in others for one in each}
        # A length that is the same for all inputs may be one by chance.
        is_sure = len(sizes) > 1 or name not in ("hint_times", "hint_over", "hint_bessel")
        if all(others) and is_sure:
            return name, same, facts
    return None


def _is_first_only(trials: Sequence[Trial], failed: Sequence[Trial]) -> bool:
    """Return whether only the first of several inputs gave the right result."""
    right = [trial for trial in trials if not trial.problem]
    return len(right) == 1 and right[0] is trials[0] and len(failed) > 1


def _relations(trial: Trial, got: Any, expected: Any) -> Iterator[Relation]:
    """Yield the relations of a result to the expected one, the most telling first."""
    if got is None:
        return
    if isinstance(expected, tuple):
        if not isinstance(got, tuple | list):
            if type(expected) is tuple:  # the check makes named tuples of several results
                yield "hint_count", "", {}
        elif len(got) == len(expected) and _is_swapped(got, expected):
            yield "hint_swapped", "", {}
        return
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        lacking = [name for name in expected if name not in got]
        if lacking and trial.problem != "type":
            yield "hint_lacking", "", {"lacking": _listed(lacking)}
        if lacking:
            return
        shared = [(got[name], theirs) for name, theirs in expected.items()]
        numbers = [(array_of(mine), array_of(theirs)) for mine, theirs in shared]
        if all(m is not None and t is not None and m.shape == t.shape == () for m, t in numbers):
            yield from _of_numbers([float(m) for m, _ in shared], [float(t) for _, t in shared], {})
        return
    if trial.problem != "type" and _is_list(got) and _is_list(expected):
        yield from _of_lists(list(got), list(expected))
        return
    mine, theirs = array_of(got), array_of(expected)
    if mine is None or theirs is None:
        yield from _of_kinds(got, expected)
    elif mine.shape == () and theirs.shape == ():
        yield from _inputs_like(trial, mine)
        yield from _of_numbers([float(mine)], [float(theirs)], _sizes(trial))
    elif mine.shape == theirs.shape:
        yield from _inputs_like(trial, mine)
        yield from _of_arrays(mine, theirs)
        yield from _of_numbers(mine.ravel().tolist(), theirs.ravel().tolist(), _sizes(trial))
    else:
        yield from _of_shapes(trial, mine, theirs)


def _sizes(trial: Trial) -> dict[str, float]:
    """Return the lengths of the inputs' axes, and the whole numbers among the inputs."""
    found: dict[str, float] = {}
    for name, value in trial.case.inputs.items():
        if isinstance(value, int) and not isinstance(value, bool):
            found[name] = value
        elif isinstance(value, np.ndarray):
            axes = [(f"{name}.shape[{axis}]", size) for axis, size in enumerate(value.shape)]
            found.update([*axes, (f"{name}.size", value.size)])
    return {name: size for name, size in found.items() if size > 1}


def _of_numbers(
    mine: list[float], theirs: list[float], sizes: Mapping[str, float]
) -> Iterator[Relation]:
    if not mine or not all(map(_is_finite, [*mine, *theirs])):
        return
    pairs = list(zip(mine, theirs, strict=True))
    if all(m == 0 for m in mine):
        yield "hint_zero", "", {}
        return
    ratios = [m / t for m, t in pairs if abs(t) > 1e-9]
    if ratios and all(_near(r, ratios[0]) for r in ratios) and _all(pairs, lambda t: t * ratios[0]):
        yield from _of_ratio(ratios[0], sizes)
    if _all(pairs, lambda t: t * t):
        yield "hint_squared", "", {}
    if len(mine) > 1 and all(_near(abs(m), abs(t)) for m, t in pairs):
        yield "hint_signs", "", {}
    offset = mine[0] - theirs[0]
    if _all(pairs, lambda t: t + offset):
        yield "hint_offset", f"{offset:+.4g}", {"offset": f"{offset:+.4g}"}
    if all(m == int(m) and abs(m - t) < 1 for m, t in pairs):
        yield "hint_rounded", "", {}
    if all(_near(m, t, 1e-2) for m, t in pairs):
        yield "hint_near", "", {}


def _of_ratio(ratio: float, sizes: Mapping[str, float]) -> Iterator[Relation]:
    if _near(ratio, -1):
        yield "hint_negative", "", {}
    for name, size in sizes.items():
        for kind, factor in (("times", size), ("over", 1 / size)):
            if _near(ratio, factor):
                yield f"hint_{kind}", name, {"n": name, "size": str(size)}
                yield "hint_sized", name, {"n": name, "size": str(size), "ratio": f"{ratio:.4g}"}
        if size > 2 and (_near(ratio, size / (size - 1)) or _near(ratio, (size - 1) / size)):
            yield "hint_bessel", name, {"n": name, "size": str(size)}
    yield "hint_ratio", f"{ratio:.4g}", {"ratio": f"{ratio:.4g}"}


def _all(pairs: Sequence[tuple[float, float]], rule: Callable[[float], float]) -> bool:
    return all(_near(m, rule(t)) for m, t in pairs)


def _near(one: float, other: float, share: float = 1e-5) -> bool:
    return abs(one - other) <= 1e-7 + share * abs(other)


def _is_finite(number: float) -> bool:
    return abs(number) < 1e300  # which a NaN is not


def _inputs_like(trial: Trial, mine: Any) -> Iterator[Relation]:
    """Yield each input that is the result, if it has numbers enough to be no coincidence."""
    for name, value in trial.case.inputs.items():
        given = array_of(value)
        if given is not None and _same(mine, given):
            yield "hint_input", name, {"name": name}
        elif given is not None and given.ndim == 2 and _same(mine, given.T):
            yield "hint_input", f"{name}.T", {"name": f"{name}.T"}


def _of_arrays(mine: Any, theirs: Any) -> Iterator[Relation]:
    if mine.ndim > 1 and _same(mine.swapaxes(-1, -2), theirs):
        yield "hint_transposed", "", {}
    for axis, length in enumerate(mine.shape):
        moved = np.moveaxis(mine, axis, 0), np.moveaxis(theirs, axis, 0)
        if length > 1 and _same(moved[0][::-1], moved[1]):
            yield "hint_reversed", str(axis), {"axis": str(axis)}
        ahead, after = _same(moved[0][1:], moved[1][:-1]), _same(moved[0][:-1], moved[1][1:])
        if length > 1 and (ahead or after):
            yield "hint_shifted", str(axis), {"axis": str(axis)}
    if mine.size > 1 and _same(np.sort(mine, None), np.sort(theirs, None)):
        yield "hint_reordered", "", {}
    if mine.size > 2 and np.ptp(mine) == 0 < np.ptp(theirs) and mine.flat[0]:
        yield "hint_uniform", "", {}
    wrong = ~np.isclose(mine, theirs, rtol=1e-5, atol=1e-7, equal_nan=True)
    yield from _of_places(mine, theirs, wrong)


def _of_places(mine: Any, theirs: Any, wrong: Any) -> Iterator[Relation]:
    """Yield the relations of results that are right in some places."""
    if wrong.all():
        return
    if (
        mine.ndim == 2
        and len(set(mine.shape)) == 1
        and (wrong == np.eye(len(mine), dtype=bool)).all()
    ):
        yield "hint_diagonal", "", {}
    for axis, length in enumerate(mine.shape):
        for end in (0, -1):
            edge = np.zeros(mine.shape, bool)
            np.moveaxis(edge, axis, 0)[end] = True
            if length > 1 and mine.size > 3 and (wrong == edge).all():
                index = "[" + ":, " * axis + f"{end}]"
                yield "hint_edge", index, {"index": index}
    if (mine[wrong] == 0).all():
        yield "hint_unfilled", "", {}
    if (theirs[wrong] == 0).all():
        yield "hint_unmasked", "", {}


def _of_shapes(trial: Trial, mine: Any, theirs: Any) -> Iterator[Relation]:
    shapes = {"came": str(mine.shape), "wanted": str(theirs.shape)}
    if mine.ndim > 1 and _same(mine.swapaxes(-1, -2), theirs):
        yield "hint_transposed", "", {}
    if mine.size == theirs.size and _same(mine.ravel(), theirs.ravel()):
        yield "hint_reshaped", "", shapes
    if theirs.ndim <= mine.ndim and _is_stretched(theirs, mine):
        yield "hint_stretched", "", shapes
    if mine.ndim < theirs.ndim + 1 and _is_stretched(mine, theirs):
        yield "hint_unstretched", "", shapes
    for one, other, over in ((mine, theirs, ""), (theirs, mine, "over")):
        for axes in _axes(one.ndim):
            reduced = (("sum", one.sum(axes)), ("mean", one.mean(axes)))
            for kind, less in reduced:
                if less.size == other.size and _same(less.ravel(), other.ravel()):
                    axis = ", ".join(map(str, axes))
                    yield f"hint_{over}{kind}", "", {"axis": axis, **shapes}
    if mine.ndim == 2 and mine.shape == (theirs.size, theirs.size) and theirs.size > 1:
        yield "hint_outer", "", shapes
    given = [value.shape for value in trial.case.inputs.values() if isinstance(value, np.ndarray)]
    if (
        mine.ndim == theirs.ndim == 1
        and any(set(mine.shape) | set(theirs.shape) == set(one) and len(one) == 2 for one in given)
        or mine.ndim == theirs.ndim > 1
        and _are_crossed(mine.shape, theirs.shape)
    ):
        yield "hint_axis", "", shapes
    yield from _inputs_like(trial, mine)
    if mine.shape == ():
        yield "hint_single", "", shapes
    arrays = {name: array_of(value) for name, value in trial.case.inputs.items()}
    like = [name for name, one in arrays.items() if one is not None and one.shape == mine.shape]
    if len(like) == 1:
        yield "hint_shaped_like", like[0], {"name": like[0], **shapes}


def _axes(count: int) -> Iterator[tuple[int, ...]]:
    """Yield every choice of axes."""
    for chosen in range(1, 2**count):
        yield tuple(axis for axis in range(count) if chosen >> axis & 1)


def _is_stretched(one: Any, other: Any) -> bool:
    try:
        return one.size < other.size and _same(np.broadcast_to(one, other.shape), other)
    except ValueError:
        return False


def _are_crossed(one: Sequence[int], other: Sequence[int]) -> bool:
    """Return whether each of two shapes has a 1 where the other one does not."""
    pairs = list(zip(one, other, strict=True))
    return any(a == 1 < b for a, b in pairs) and any(b == 1 < a for a, b in pairs)


def _same(one: Any, other: Any) -> bool:
    return one.shape == other.shape and close(one, other) is None


def _of_kinds(got: Any, expected: Any) -> Iterator[Relation]:
    """Yield the relations of a result of another kind than expected."""
    if callable(got):
        yield "hint_function", "", {}
        return
    kinds = {"came": _kind(got), "wanted": _kind(expected)}
    if isinstance(got, str):
        if _is_right(float, got, expected):
            yield "hint_text", "", kinds
        return
    if isinstance(got, tuple | list) and not isinstance(expected, tuple | list | Mapping):
        if len(got) == 1 and close(got[0], expected) is None:
            yield "hint_wrapped", "", kinds
        elif _is_right(np.array, got, expected):
            yield "hint_listed", "", kinds
    if kinds["came"] != kinds["wanted"] and kinds["wanted"] in _RETURNED:
        yield "hint_kind", kinds["came"], kinds


def _is_right(make: Callable[[Any], Any], got: Any, expected: Any) -> bool:
    try:
        return close(make(got), expected) is None
    except Exception:
        return False


def _kind(value: Any) -> str:
    kinds = getattr(value, "kinds", None)  # of an object in another process
    return str(kinds[0]) if kinds else type(value).__name__


def _is_list(value: Any) -> bool:
    """Return whether a value is a list of names or of whole numbers."""
    is_list = isinstance(value, list | tuple | set | frozenset)
    return is_list and all(isinstance(one, str) or type(one) is int for one in value)


def _of_lists(mine: list[Any], theirs: list[Any]) -> Iterator[Relation]:
    """Yield the relations of lists of names or of whole numbers."""
    lacking = [one for one in theirs if one not in mine]
    extra = [one for one in mine if one not in theirs]
    if lacking and extra:
        yield "hint_other", "", {"lacking": _listed(lacking), "extra": _listed(extra)}
    elif lacking:
        yield "hint_lacking", "", {"lacking": _listed(lacking)}
    elif extra:
        yield "hint_extra", "", {"extra": _listed(extra)}
    elif len(mine) > len(theirs):
        yield "hint_twice", "", {"extra": _listed([m for m in mine if mine.count(m) > 1])}
    elif mine == theirs[::-1]:
        yield "hint_backwards", "", {}


def _listed(names: Sequence[Any]) -> str:
    shown = list(dict.fromkeys(map(str, names)))
    return ", ".join(shown if len(shown) <= _SHOWN else [*shown[:_SHOWN], "…"])


def _weak(got: Any, expected: Any) -> tuple[str, dict[str, str]] | None:
    """Return which parts of a result are right, for want of a relation that explains the others."""
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        wrong = [name for name, one in expected.items() if _differ(got.get(name), one)]
        if len(wrong) > len(expected) / 2:
            return None
        return "hint_entries", {"names": _listed(wrong)}
    mine, theirs = array_of(got), array_of(expected)
    if mine is None or theirs is None or mine.shape != theirs.shape or mine.shape == ():
        return None
    wrong = ~np.isclose(mine, theirs, rtol=1e-5, atol=1e-7)
    if wrong.all() or not wrong.any():
        return None
    place = ", ".join(str(int(n)) for n in np.argwhere(wrong)[0])
    facts = {"fine": str(int((~wrong).sum())), "all": str(mine.size), "place": f"[{place}]"}
    return "hint_some", facts


def _differ(one: Any, other: Any) -> bool:
    if isinstance(other, str):
        return bool(one != other)
    return one is None or close(one, other) is not None


# Errors by their kind, a part of their text, and the hint; the first that fits. A page's Python
# words some of them otherwise ("isn't callable").
ERRORS: Final = (
    ("ValueError", "truth value", "truth"),
    ("RuntimeError", "Boolean value", "truth"),
    ("TypeError", "NoneType", "nothing"),
    ("AttributeError", "NoneType", "nothing"),
    ("TypeError", "callable", "called"),
    ("TypeError", "argument", "arguments"),
    ("TypeError", "as an integer", "integer"),
    ("TypeError", "0-dim", "single"),
    ("TypeError", "length-1", "single"),
    ("TypeError", "subscriptable", "subscript"),
    ("ValueError", "unpack", "unpack"),
    ("TypeError", "unpack", "unpack"),
    ("TypeError", "iterable", "iterate"),
    ("TypeError", "support iteration", "iterate"),
    ("ValueError", "broadcast", "shapes"),
    ("ValueError", "matmul", "shapes"),
    ("ValueError", "aligned", "shapes"),
    ("ValueError", "shape", "shapes"),
    ("RuntimeError", "size of tensor", "shapes"),
    ("RuntimeError", "shapes cannot", "shapes"),
    ("UnboundLocalError", "", "unbound"),
    ("NameError", "", "name"),
    ("AttributeError", "", "attribute"),
    ("IndexError", "", "index"),
    ("AxisError", "", "axis"),
    ("KeyError", "", "key"),
    ("ZeroDivisionError", "", "zero"),
    ("RecursionError", "", "depth"),
    ("ModuleNotFoundError", "", "import"),
    ("ImportError", "", "import"),
)


def error_kind(error: BaseException) -> tuple[str, dict[str, str]] | None:
    """Return the hint on an error by its kind and text, and the names in it.

    Args:
        error: The error of the learner's code, or its likeness from another process.
    """
    kind, text = type(error).__name__, str(error)
    quoted = text.split("'")[1::2] or [text]
    for one, part, hint in ERRORS:
        if kind == one and part in text:
            named = {} if part else {"name": quoted[-1], "owner": quoted[0]}
            return f"hint_raised_{hint}", named
    return None
