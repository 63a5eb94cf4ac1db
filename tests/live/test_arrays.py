"""The page's NumPy and NumPy itself: the same numbers, shapes, types, texts and errors."""

from __future__ import annotations

import json
import math
import random
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from tests.live.in_page import run_programs
from tests.live.random_expressions import Case, random_expressions

COUNT = 2_000
NEAR = {"float64": 1e-12, "float32": 1e-5}

# Both Pythons run this; MicroPython's `json` writes no NaN.
_EVALUATE = """
import json
import numpy as np

def changed(a, change):
    change(a)
    return a

def result(text, a, b):
    try:
        out = eval(text, {"np": np, "a": np.array(a), "b": np.array(b), "changed": changed})
    except Exception as error:
        return {"error": [type(error).__name__, str(error)]}
    array = np.asarray(out)
    numbers = [str(float(x)) for x in array.ravel().tolist()]
    told = repr(out) if isinstance(out, np.ndarray) and out.ndim else ""
    return {"shape": list(array.shape), "type": array.dtype.name, "numbers": numbers, "text": told}
"""


def _run(programs: list[str], folder: Path) -> list[Any]:
    return run_programs(programs, folder, "arrays")


def _near(mine: str, theirs: str, kind: str) -> bool:
    a, b = float(mine), float(theirs)
    if math.isnan(b):
        return math.isnan(a)
    near = NEAR.get(kind, 0.0)
    return a == b or math.isclose(a, b, rel_tol=near, abs_tol=near)


def _difference(told: dict[str, Any], expected: dict[str, Any]) -> str:
    if "error" in expected or "error" in told:
        mine, theirs = told.get("error"), expected.get("error")
        if mine is None or theirs is None:
            return "error"
        return "" if mine == theirs else "sentence"
    for part in ("shape", "type"):
        if told[part] != expected[part]:
            return part
    pairs = zip(told["numbers"], expected["numbers"], strict=True)
    if not all(_near(mine, theirs, told["type"]) for mine, theirs in pairs):
        return "numbers"
    return (
        "" if told["text"] == expected["text"] or told["numbers"] != expected["numbers"] else "text"
    )


def test_random_expressions_match_numpy(tmp_path: Path) -> None:
    cases = random_expressions(random.Random(4), COUNT)
    here: dict[str, Any] = {}
    exec(_EVALUATE, here)
    programs = [
        f"{_EVALUATE}\nfor case in json.loads({json.dumps(cases[i : i + 20])!r}):\n"
        "    print(json.dumps(result(*case)))"
        for i in range(0, COUNT, 20)
    ]
    told = [
        json.loads(line)
        for one in _run(programs, tmp_path)
        for line in one["printed"].split("\n")[:-1]
    ]
    wrong: dict[str, list[tuple[Case, Any, Any]]] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for case, mine in zip(cases, told, strict=True):
            expected = here["result"](*case)
            difference = _difference(mine, expected)
            if difference:
                wrong.setdefault(difference, []).append((case, mine, expected))
    counts = {name: len(found) for name, found in wrong.items()}
    examples = "\n".join(str(one)[:600] for found in wrong.values() for one in found[:6])
    assert not wrong, f"{counts}\n{examples}"


def test_draws_are_the_bits_of_numpy(tmp_path: Path) -> None:
    draws = (
        *("normal(size=500)", "standard_normal((30, 3))", "normal(1, 0.5, 7)", "random(50)"),
        *("integers(0, 27, (32, 3))", "integers(5)", "uniform(-1, 1, 9)", "normal()"),
        *("choice(5, p=[0.1, 0.2, 0.3, 0.2, 0.2])", "choice(4, 6)", "integers(1, 2**31, 9)"),
    )
    program = "import json\nimport numpy as np\nrng = np.random.default_rng({})\n" + "\n".join(
        f"print(json.dumps(np.asarray(rng.{draw}).ravel().tolist()))" for draw in draws
    )
    seeds = (0, 2024, 2**40 + 3)
    for seed, told in zip(seeds, _run([program.format(n) for n in seeds], tmp_path), strict=True):
        assert told["error"] is None
        rng = np.random.default_rng(seed)
        for line, draw in zip(told["printed"].splitlines(), draws, strict=True):
            expected = np.asarray(eval(f"rng.{draw}", {"rng": rng})).ravel().tolist()
            assert [float(x) for x in json.loads(line)] == [float(x) for x in expected], draw


REFUSED = [
    ("np.einsun", "module 'numpy' has no attribute 'einsun'"),
    ("np.vstack([a])", "'vstack', which this page's small NumPy lacks: use `concatenate`"),
    ("np.meann(a)", "use `mean`"),
    ("a.trace()", "'ndarray' object has no attribute 'trace'"),
    ("np.random.default_rng(0).poisson()", "a page's Generator has no `poisson`; it has normal"),
    ("np.zeros(3, dtype='complex128')", "a page has bool, float32, float64, int64"),
    ("np.array(['x'])", "arrays of numbers only, not of 'x'"),
    ("np.zeros((3000, 3000))", "an array of 9000000 numbers is too large for a page"),
    ("[np.ones(4_000_000) for _ in range(20)]", "a page frees them between the steps of a loop"),
    ("a.sum(out=a)", "a page's NumPy has no `out=`"),
]


def test_missing_names_and_large_arrays_are_named(tmp_path: Path) -> None:
    programs = [
        each
        for line, _ in REFUSED
        for each in (f"import numpy as np\na = np.ones(3)\n{line}", "1 + 1")
    ]
    results = _run(programs, tmp_path)
    for (line, sentence), told, after in zip(REFUSED, results[::2], results[1::2], strict=True):
        assert sentence in told["error"]["sentence"], line
        assert after["printed"] == "2\n", line


def test_memory_stays_flat_over_long_loops(tmp_path: Path) -> None:
    program = """
import gc
import numpy as np
W, kept = np.zeros((64, 64)), []
for step in range(10_000):
    x = np.ones((64, 64)) * 2
    W = W + x @ x
    if step % 100 == 0:
        kept.append(x[0])
    if step in (1000, 9000):
        print(gc.mem_alloc())
    if step == 9000:
        break
W[0, 0], len(kept), sum(kept)[0], step"""
    (told,) = _run([program], tmp_path)
    early, late, last = told["printed"].splitlines()
    assert (
        int(late) < int(early) + 1_000_000
    )  # a step leaves 20 kB of arrays, of a budget of 384 MB
    assert last == str((256.0 * 9001, 91, 182.0, 9000))


# Each of them tries to leave the sandbox, or to damage what the next program uses.
_HOSTILE = (
    "import _np\n_np.begin(0, 0)\n_np.shape(np.ones(3)._t)",
    "import _np\n_np.load(0, 10**9, 3, 1)",
    "import _np\n_np.load(2**31, 8, 3, 1)",
    "import _np\n_np.save(np.ones(3)._t, 2**31 - 8)",
    "import _np\n_np.full(1.0, 7, 1)\n_np.full(1.0, -1, 40)",
    "import _np\n_np.view(np.ones(3)._t, 10**9)",
    "import _np\n_np.binary(99, np.ones(3)._t, np.ones(3)._t)",
    "import _np\n_np.binary('__proto__', np.ones(3)._t, np.ones(3)._t)",
    "import _np\n_np.names('constructor')",
    "import _np\nclass Odd:\n    def __float__(self): 1 / 0\n_np.binary(0, Odd(), Odd())",
    "import _np\n_np.full.constructor('return 1')()",
    "import _np\n_np.constructor",
    "import _np\n_np.__proto__",
    "np.ones(3)._t.constructor",
    "t = np.ones(3)._t\nt.data = 5\nt.shape = (10**9,)\nassert np.ones(3).sum() == 3",
    "np.ones((2**20, 2**20, 2**20))",
    "np.broadcast_to(np.ones(1), (2**30,)) + 1",
    "np.ones(2**20)[:, None] + np.ones(2**20)",
    "a = np.ones(4)\na.shape = (10**6, 10**6)\na + 1",
    "np.ones((1,) * 200)",
    "a = np.ones(3)\na._t = 5\na + a",
    "np.add.at(np.zeros(3), np.array([2**40]), 1)",
    "np.zeros(3).reshape(10**9, -1)",
    "a = []\na.append(a)\nnp.array(a)",
    "np.arange(10**12)",
    "np.random.default_rng(0).integers(0, 2**60, 3)",
    "np.repeat(np.ones(10), 10**9)",
    "def f(a): return f(a + 1)\nf(np.ones(2))",
)


def test_hostile_programs_leave_the_next_one_usable(tmp_path: Path) -> None:
    after = "import numpy as np\nnp.arange(3) @ np.arange(3)"
    programs = [each for text in _HOSTILE for each in (f"import numpy as np\n{text}", after)]
    results = _run(programs, tmp_path)
    for text, told, next_one in zip(_HOSTILE, results[::2], results[1::2], strict=True):
        assert next_one["printed"] == "5\n", (text, told)
