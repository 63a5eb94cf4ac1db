"""Hints that no exercise declares: how a wrong result is related to the right one, and errors."""

import math
from dataclasses import replace

import numpy as np

from tapewalk_course.checking.exercise import Case, Exercise
from tapewalk_course.checking.running import Drawn, run_case
from tapewalk_course.exercises.grading import graded
from tests.each import each


def _cases(*shapes):
    return lambda rng: [Case({"X": rng.normal(size=shape)}) for shape in shapes]


def _exercise(draw, expected, parts=(), **more):
    return Exercise(
        id="00.1",
        takes=("work",),
        points=1,
        draw=draw,
        oracles={"formula": lambda case: expected(case.inputs["X"])},
        parts=parts,
        **more,
    )


def _is_answer(case, got, expected):
    return None if got == expected else "answer"


def feedback_on(exercise, work):
    """Return the feedback on a function."""
    drawn = Drawn(exercise, 1)
    return graded(drawn, (work,), lambda case: run_case(exercise, (work,), case), "en", False)


SHAPES = ((3, 4), (5, 2), (2, 3))
ENTRIES = _exercise(_cases(*SHAPES), np.exp)
SUMS = _exercise(_cases(*SHAPES), lambda x: x.sum(1))
COLUMN = _exercise(_cases((3, 3), (4, 4)), lambda x: x.sum(1, keepdims=True))
SQUARE = _exercise(_cases((3, 3), (4, 4)), np.exp)
NUMBER = _exercise(_cases((3,), (5,)), lambda x: float(x.sum()))
MASKED = _exercise(_cases(*SHAPES), np.tril)
PAIR = _exercise(_cases(*SHAPES), lambda x: (np.exp(x), x.sum(0)), ("first", "second"))
NAMED = _exercise(_cases((3,), (4,)), lambda x: {name: float(x[0]) for name in "abcd"})
LIST = _exercise(_cases((3,), (4,)), lambda x: ["a", "b", "c"], judge=_is_answer)
SAME = {"got": None}


def _first(x):
    SAME["got"] = np.exp(x) if SAME["got"] is None else SAME["got"]
    return np.resize(SAME["got"], x.shape)


def _edge(x):
    y = np.exp(x)
    y[-1] = 7
    return y


def _diagonal(x):
    y = np.exp(x)
    np.fill_diagonal(y, 7.5)
    return y


def _some(x):
    y = np.exp(x)
    y[0, 0], y[1, 1] = 7, 9
    return y


def _no_value(x):
    if x.size == 0:
        y = x
    return y


def _prints(x):
    print(np.exp(x))


def _deep(x):
    return _deep(x)


def _from_nowhere(x):
    import no_such_module

    return no_such_module


ROWS = [
    ("printed", ENTRIES, _prints),
    ("negative", ENTRIES, lambda x: -np.exp(x)),
    ("ratio", ENTRIES, lambda x: 2 * np.exp(x)),
    ("times", NUMBER, lambda x: len(x) * x.sum()),
    ("over", NUMBER, lambda x: x.mean()),
    ("bessel", ENTRIES, lambda x: np.exp(x) * len(x) / (len(x) - 1) if len(x) > 2 else np.exp(x)),
    ("sized", SQUARE, lambda x: np.exp(x) / 3 if len(x) == 3 else np.exp(x)),
    ("zero", ENTRIES, np.zeros_like),
    ("squared", ENTRIES, lambda x: np.exp(x) ** 2),
    ("signs", MASKED, lambda x: np.abs(np.tril(x))),
    ("offset", ENTRIES, np.expm1),
    ("rounded", ENTRIES, lambda x: np.exp(x).astype(int)),
    ("near", ENTRIES, lambda x: np.exp(x) * (1 + np.sin(x) / 500)),
    ("input", ENTRIES, lambda x: x),
    ("input", ENTRIES, lambda x: x.T),
    ("uniform", ENTRIES, lambda x: np.full(x.shape, x.sum())),
    ("single", ENTRIES, lambda x: np.exp(x).prod()),
    ("shaped_like", SUMS, np.sin),
    ("transposed", ENTRIES, lambda x: np.exp(x).T),
    ("transposed", SQUARE, lambda x: np.exp(x).T),
    ("reversed", ENTRIES, lambda x: np.exp(x)[::-1]),
    ("shifted", ENTRIES, lambda x: np.vstack([x[:1], np.exp(x)[:-1]])),
    ("reordered", ENTRIES, lambda x: np.sort(np.exp(x), None).reshape(x.shape)),
    ("diagonal", SQUARE, _diagonal),
    ("edge", ENTRIES, _edge),
    ("unfilled", ENTRIES, lambda x: np.exp(x) * (x > np.median(x))),
    ("unmasked", MASKED, lambda x: np.tril(x) + np.triu(np.ones(x.shape), 1)),
    ("some", ENTRIES, _some),
    ("entries", NAMED, lambda x: dict.fromkeys("abc", x[0]) | {"d": 7.0 + x[1]}),
    ("first", ENTRIES, _first),
    ("sum", SUMS, lambda x: x),
    ("mean", NUMBER, lambda x: x * len(x)),
    ("oversum", ENTRIES, lambda x: np.exp(x).sum(0)),
    ("overmean", ENTRIES, lambda x: np.exp(x).mean(1)),
    ("reshaped", SUMS, lambda x: x.sum(1, keepdims=True)),
    ("stretched", COLUMN, lambda x: x.sum(1, keepdims=True) + np.zeros_like(x)),
    ("unstretched", _exercise(_cases(*SHAPES), lambda x: np.full(3, x[0, 0])), lambda x: x[0, 0]),
    ("outer", COLUMN, lambda x: x.sum(1) * x.sum(1, keepdims=True)),
    ("axis", SUMS, lambda x: x.sum(0)),
    ("axis", _exercise(_cases(*SHAPES), lambda x: x.sum(1, keepdims=True)), lambda x: x[:1] + 1),
    ("swapped", PAIR, lambda x: (x.sum(0), np.exp(x))),
    ("count", PAIR, np.exp),
    ("function", NUMBER, lambda x: x.sum),
    ("text", NUMBER, lambda x: f"{x.sum():.17g}"),
    ("wrapped", NUMBER, lambda x: (x.sum(),)),
    ("listed", ENTRIES, lambda x: np.exp(x).tolist()),
    ("kind", NUMBER, lambda x: {"sum": x.sum()}),
    ("lacking", LIST, lambda x: ["a", "b"]),
    ("lacking", NAMED, lambda x: {"a": 1.0}),
    ("extra", LIST, lambda x: ["a", "b", "c", "d"]),
    ("other", LIST, lambda x: ["a", "b", "d"]),
    ("twice", LIST, lambda x: ["a", "b", "c", "c"]),
    ("backwards", LIST, lambda x: ["c", "b", "a"]),
    ("raised_truth", ENTRIES, lambda x: x if x > 0 else -x),
    ("raised_nothing", ENTRIES, lambda x: x + None),
    ("raised_called", ENTRIES, lambda x: len(x)(x)),
    ("raised_arguments", ENTRIES, lambda: 1),
    ("raised_integer", ENTRIES, lambda x: x.sum(axis=[0])),
    ("raised_iterate", ENTRIES, lambda x: [*len(x)]),
    ("raised_single", ENTRIES, math.exp),
    ("raised_subscript", ENTRIES, lambda x: len(x)[0]),
    ("raised_unpack", ENTRIES, lambda x: (lambda a, b: a)(*[(a, b) for a, b in [x[0, :1]]][0])),
    ("raised_shapes", ENTRIES, lambda x: x @ x),
    ("raised_unbound", ENTRIES, _no_value),
    ("raised_name", ENTRIES, lambda x: exp(x)),  # noqa: F821
    ("raised_attribute", ENTRIES, lambda x: x.exp()),
    ("raised_index", ENTRIES, lambda x: x[len(x)]),
    ("raised_axis", ENTRIES, lambda x: x.sum(2)),
    ("raised_key", ENTRIES, lambda x: {"a": 1}["b"]),
    ("raised_zero", ENTRIES, lambda x: 1 // (len(x) - len(x))),
    ("raised_depth", ENTRIES, _deep),
    ("raised_import", ENTRIES, _from_nowhere),
]


@each("hint, exercise, work", ROWS)
def test_relation_names_what_came(hint, exercise, work):
    SAME["got"] = None
    found = feedback_on(exercise, work)
    assert found.hint == f"hint_{hint}", str(found)
    for lang in ("en", "es"):
        text = replace(found, lang=lang).rows()[-1][1]
        assert "{" not in text and text.endswith((".", "?"))
