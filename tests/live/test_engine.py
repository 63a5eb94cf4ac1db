"""The library in a page and in CPython: the same files, the same results."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tapewalk import Value, tape, trace
from tests.browser.oracle import run_program
from tests.live.in_page import in_node, run_programs
from tests.live.random_graphs import RULES, random_case, run_again
from tests.pages.sources import ROOT, Page

COUNT = 600

# Platforms have their own exp, log, tanh and pow, which differ in their last digits.
NEAR = 1e-12

# One line each, after `a, b = Value(2.0, label="a"), Value(-3.0, label="b")`.
OPERATIONS = (
    *("a + b", "a + 1", "1 + a", "a - b", "a - 1", "1 - a", "a * b", "a * 3", "3 * a", "-a"),
    *("a / b", "a / 4", "4 / a", "a ** b", "a ** 2", "2 ** a", "b ** 3", "b ** -1", "a * True"),
    *("a.exp()", "a.log()", "a.sqrt()", "a.tanh()", "a.relu()", "b.relu()", "a.sigmoid()"),
    *(
        "a.sinh()",
        "(b * 1000).sinh()",
        "b.sigmoid()",
        "a * a",
        "(a + b) * b",
        "(a * 1000).exp()",
        "(b * 10) ** 401",
        "Value(5)",
    ),
    *("(b * 1000).sigmoid()", "Value(0.0).sqrt() * a", "(a - a) ** 0 * b", "Value(1e-320) * a"),
    *("a ** float('inf')", "a * float('nan') + b", "b ** 2.0 ** 0", "sum([a, b, a], Value(0))"),
)
ERRORS = (
    *("Value('x')", "Value(None)", "Value([1.0])", "Value(1j)", "a + 'x'", "'x' + a", "a - [1]"),
    *("None - a", "a * {}", "(1, 2) * a", "a / 'x'", "'x' / a", "a ** 'x'", "'x' ** a", "a / 0"),
    *("a / Value(0.0)", "1 / Value(0)", "(a - a) ** -1", "b ** 0.5", "b ** Value(0.5)"),
    *("0 ** b", "b.log()", "(a - a).log()", "b.sqrt()", "a.backward('x')", "trace(3.0)"),
    *("trace('x')", "trace(a, {'z': 3.0})", "trace(a, {'z': b})"),
)


def _here(program: str) -> dict[str, Any]:
    """Return the result of CPython for a program that ends in `root = …`."""
    names: dict[str, Any] = {"Value": Value, "tape": tape, "trace": trace}
    try:
        exec(program, names)
        root = names["root"]
        return {"trace": trace(root) if isinstance(root, Value) else None, "error": None}
    except Exception as error:
        return {"trace": None, "error": {"type": type(error).__name__, "sentence": str(error)}}


def _same(told: Any, expected: Any) -> bool:
    """Return whether both are the same, numbers up to their last digits."""
    if isinstance(expected, dict):
        if not isinstance(told, dict) or told.keys() != expected.keys():
            return False
        return all(_same(told[key], expected[key]) for key in expected)
    if isinstance(expected, list):
        return len(told) == len(expected) and all(map(_same, told, expected))
    if isinstance(expected, float) or told in ("NaN", "Infinity", "-Infinity", "-0.0"):
        one, other = float(told), float(expected)
        is_near = abs(one - other) <= NEAR * max(abs(one), abs(other))
        return one == other or is_near or (one != one and other != other)
    return bool(told == expected)


def _same_sentence(told: str, expected: str) -> bool:
    """Return whether the words are the same, and the numbers up to their last digits."""
    number = r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?"
    words = re.sub(number, "#", told) == re.sub(number, "#", expected)
    numbers = [[float(n) for n in re.findall(number, text)] for text in (told, expected)]
    return words and _same(*numbers)


def _differences(told: Any, expected: dict[str, Any]) -> str:
    if expected["error"] is None:
        return "" if _same(told["trace"], expected["trace"]) else f"{told} is not {expected}"
    error = told["error"] or {"type": None, "sentence": ""}
    is_same = error["type"] == expected["error"]["type"]
    is_same &= _same_sentence(error["sentence"], expected["error"]["sentence"])
    return "" if is_same else f"{told} is not {expected}"


def test_operations_and_errors_match_cpython(tmp_path: Path) -> None:
    begin = 'a, b = Value(2.0, label="a"), Value(-3.0, label="b")\n'
    programs = [f"{begin}root = {line}" for line in (*OPERATIONS, *ERRORS)]
    results = run_programs(programs, tmp_path)
    for program, told in zip(programs, results, strict=True):
        assert _differences(told, _here(program)) == "", program
    assert sum(told["error"] is not None for told in results) == len(ERRORS)


def test_random_graphs_match_cpython(tmp_path: Path) -> None:
    chance = random.Random(20)
    cases = [random_case(chance) for _ in range(COUNT)]
    results = in_node("run_all.mjs", [list(case) for case in cases], tmp_path)
    ops, errors = set[str](), 0
    for (walk, leaves), told in zip(cases, results, strict=True):
        try:
            expected: dict[str, Any] = {"trace": run_again(walk, leaves), "error": None}
        except (ArithmeticError, ValueError) as error:
            errors += 1
            expected = {"error": {"type": type(error).__name__, "sentence": str(error)}}
        assert _differences(told, expected) == ""
        ops |= {node["op"] for node in walk["nodes"]}
    assert ops == {"leaf", *RULES}
    assert errors > 30


def test_lesson_traces_match_cpython(tmp_path: Path, has_turn: Callable[[int, int], bool]) -> None:
    pages = sorted((ROOT / "modules" / "01-autograd-engine").glob("*.qmd"))
    lessons = [path for path in pages if not path.name.endswith(".es.qmd")]
    walks = [
        value
        for nth, path in enumerate(lessons)
        if has_turn(nth, 4)
        for value in run_program(Page(path)).values()
        if isinstance(value, dict) and value.get("engine") == "value"
    ]
    results = run_programs(walks, tmp_path)
    whole = 0
    for walk, told in zip(walks, results, strict=True):
        # Some lessons also show a wrong backward pass over the same graph.
        back = {name: told["trace"][name] for name in ("backward", "grads")}
        assert _differences(told, {"trace": {**walk, **back}, "error": None}) == ""
        whole += _same(back, {name: walk[name] for name in back})
    assert whole >= len(walks) / 2


# A program, and the error that it ends with: its type, a part of its sentence, and its line.
ENDS = [
    ("a = Value(1.0)\nb = a +* 2", "SyntaxError", "", 2),
    ("a = Value(1.0)\n\nb = c", "NameError", "'c'", 3),
    ("a = Value(1.0)\n(a\n - 1).log()", "ValueError", "log needs a positive number", 2),
    ("def f(n):\n    return f(n + 1)\nf(0)", "RuntimeError", "recursion", 2),
    # MicroPython reports the line before the wrong indent.
    ("if 1:\n    b = 2\n  c = 3", "IndentationError", "unindent", 2),
    ("x = [0] * 10 ** 8", "MemoryError", "", 1),
    ("raise SystemExit", "SystemExit", "", 1),
]


def test_error_reports_its_kind_and_line(tmp_path: Path) -> None:
    results = run_programs([each for text, *_ in ENDS for each in (text, "1 + 1")], tmp_path)
    for (text, kind, sentence, line), told in zip(ENDS, results[::2], strict=True):
        assert (told["error"]["type"], told["error"]["line"]) == (kind, line), text
        assert sentence in told["error"]["sentence"]
    assert all(told["printed"] == "2\n" for told in results[1::2])  # the next run works


def test_playground_programs_match_cpython(tmp_path: Path) -> None:
    for name in ("playground.qmd", "playground.es.qmd"):
        every = Page(ROOT / "modules" / name).cells
        # Those of tensors run on the reader's engine, which test_lab.py compares.
        programs = [cell.code for cell in every if cell.options.get("classes")]
        cells = [code for code in programs if "Tensor" not in code]
        assert len(cells) == 11
        for code, told in zip(cells, run_programs(cells, tmp_path), strict=True):
            *body, last = code.rstrip().split("\n")
            here = _here("\n".join([*body, f"root = {last}"]))
            # In the page, nodes without a label have the names of the program's variables.
            for node, own in zip(told["trace"]["nodes"], here["trace"]["nodes"], strict=True):
                assert own["label"] in (None, node["label"])
                own["label"] = node["label"]
            assert _differences(told, here) == "", code


def test_nodes_have_names_of_variables(tmp_path: Path) -> None:
    program = 'a = Value(2.0, label="first")\ntotal = a + 1\n_hidden = total * a\n_hidden'
    (told,) = run_programs([program], tmp_path)
    labels = [node["label"] for node in told["trace"]["nodes"]]
    assert sorted(labels, key=str) == [None, "first", "total"]


# Each of them ends, with a sentence or a result, and the next program runs.
_BAD = {
    "print('never closed": "SyntaxError",
    "def f(:\n    pass": "SyntaxError",
    "if True:\n\tx = 1\n    y = 2": "IndentationError",
    "def f(n):\n    return f(n + 1) + 1\nf(0)": "RuntimeError",
    "x = Value(2.0)\nx.tanhh()": "AttributeError",
    "import numpy": "ImportError",
    "[][0]": "IndexError",
    "{}['ñ']": "KeyError",
    "Value('∂')": "TypeError",
    "raise ValueError('漢字 🎲')": "ValueError",
    "1 / 0": "ZeroDivisionError",
    "x = Value(1e308) * 10\nx - x": None,
    "for i in range(10 ** 5): print(i)": None,
    "\tx = 1": "IndentationError",
    "ñandú = Value(2.0, label='ñandú')\nñandú * ñandú": None,
    "\0": "SyntaxError",
    "": None,
}


def test_bad_program_leaves_the_page_usable(tmp_path: Path) -> None:
    results = run_programs([each for program in _BAD for each in (program, "1 + 1")], tmp_path)
    types = [(told["error"] or {"type": None})["type"] for told in results[::2]]
    assert dict(zip(_BAD, types, strict=True)) == _BAD
    assert all(told["printed"] == "2\n" for told in results[1::2])


def test_printed_output_is_limited(tmp_path: Path) -> None:
    programs = ["print('ñ', 0.1 + 0.2)\n[1.5]", "for i in range(100_000): print(i)", "x = 3"]
    short, long, none = run_programs(programs, tmp_path)
    assert (short["printed"], short["isCut"]) == ("ñ 0.30000000000000004\n[1.5]\n", False)
    assert long["isCut"]
    assert long["printed"].startswith("0\n1\n2\n")
    assert (none["printed"], none["trace"], none["error"]) == ("", None, None)


def test_last_line_or_root_is_the_figure(tmp_path: Path) -> None:
    programs = [
        "x = Value(3.0)\nx * x",
        "x = Value(3.0)\nroot = x * x\ny = 1",
        "Value(3.0) * (\n2)",
    ]
    for told in run_programs(programs, tmp_path):
        assert told["trace"]["nodes"][-1]["op"] == "mul"


def test_error_reports_the_values_so_far(tmp_path: Path) -> None:
    program = "x0 = Value(2.0)\nx1 = x0 * x0\nx2 = x1 - 9\nx3 = x2.log()"
    (told,) = run_programs([program], tmp_path)
    assert told["error"]["line"] == 4
    assert told["reached"] == {"x0": [2, []], "x1": [4, [2, 2]], "x2": [-5, [1]]}
