"""The exercises of the pages as data: inputs, expected results and those of known mistakes.

A page runs a learner's functions on these inputs and compares numbers; no check runs there.
"""

from __future__ import annotations

import json
import math
import runpy
from collections.abc import Callable, Iterable
from dataclasses import asdict, is_dataclass
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np

from tapewalk.language import LANGUAGES
from tapewalk_course.checking.diagnosis import diagnose
from tapewalk_course.checking.exercise import Case, Exercise, RunResult
from tapewalk_course.checking.feedback import Feedback
from tapewalk_course.checking.folder import Variant
from tapewalk_course.checking.programs import Program
from tapewalk_course.checking.relations import ERRORS
from tapewalk_course.checking.running import Drawn, quiet, try_all
from tapewalk_course.checking.showing import shown_inputs
from tapewalk_course.checking.words import say, words
from tapewalk_course.exercises.catalog import EXERCISES, folder_of
from tapewalk_course.exercises.module_01.graphs import Names
from tools.stamp import ROOT

HERE: Final = ROOT / "lib" / "live" / "checks"
DIST: Final = ROOT / "lib" / "live" / "dist"
SEED: Final = 7
# Those about graphs. Others are in a page if their folder has a `run.py`, or if their call
# passes the inputs on unchanged.
KINDS: Final = {"01.1": "order", "01.2": "walk", "01.7": "engine", "02.2": "steps"}
# Why the others are the notebook's alone.
NOT_IN_PAGE: Final = {
    "01.5": "a Function of the library, which a page's engine does not have",
    "01.6": "tensors of the library, and recording that is switched off",
    "02.1": "nodes of the library's graph",
    "02.4": "a model and an optimizer of the library",
    "02.5": "a model and an optimizer of the library",
    "02.6": "models and an optimizer of the library",
    "02.7": "PyTorch",
    "03.7": "counts arrays that are alive, and a page frees none before a run ends",
}
MODULES: Final = ("01", "02", "03")
# The digits of a mistake's results: a comparison asks for fewer.
_DIGITS: Final = 8
_WORDS: Final = ("passed", "failed", "stages", "tried", "got", "expected", "hint", "and", "right")


# A page's Python runs the same file.
encode = runpy.run_path(str(HERE / "encoding.py"))["encode"]


def target(module: str) -> Path:
    """Return the file of a module's exercises."""
    return DIST / f"checks-{module}.json"


def build_checks() -> list[Path]:
    """Write the files that pages load with their first check; return those that changed."""
    DIST.mkdir(exist_ok=True)
    written = []
    for module in MODULES:
        text = json.dumps(checks_of(module), ensure_ascii=False, separators=(",", ":"))
        if not target(module).is_file() or target(module).read_text("utf-8") != text:
            target(module).write_text(text, "utf-8")
            written.append(target(module))
    return written


@cache
def checks_of(module: str) -> dict[str, Any]:
    """Return the exercises of a module that a page has, and the words and programs for them."""
    found = [one for one in EXERCISES if one.id.startswith(module)]
    with quiet():
        kept = {one.id: data for one in found if (data := _exercise(one))}
    keys = [key for key in words.own["en"] if key in _WORDS or key.startswith(("hint_", "got_"))]
    keys += [key for key in words.own["en"] if key.startswith("expects_")]
    return {
        "files": {path.name: path.read_text("utf-8") for path in sorted(HERE.glob("*.py"))},
        "errors": ERRORS,
        "words": {lang: {key: words.own[lang][key] for key in keys} for lang in LANGUAGES},
        "exercises": kept,
    }


def _exercise(exercise: Exercise) -> dict[str, Any] | None:
    drawn = Drawn(exercise, SEED)
    text = _runner(exercise)
    kind = "run" if text else KINDS.get(exercise.id, "call")
    cases = [_case(exercise, drawn, case, kind) for case in drawn.cases]
    if None in cases:
        return None
    return {
        "id": exercise.id,
        "kind": kind,
        "run": text,
        "takes": exercise.takes,
        "points": exercise.points,
        "stages": [asdict(stage) for stage in exercise.stages],
        "parts": exercise.parts,
        "counts": exercise.counts,
        "cases": cases,
        "mistakes": list(_mistakes(exercise, drawn)),
        "general": list(_general(exercise, drawn)),
        "hints": {lang: exercise.hints(lang) for lang in LANGUAGES},
        "oracles": {lang: _oracles(exercise, lang) for lang in LANGUAGES},
    }


def _runner(exercise: Exercise) -> str:
    folder = files(f"tapewalk_course.exercises.module_{exercise.id[:2]}")
    path = folder / folder_of(exercise).name / "run.py"
    return path.read_text("utf-8") if path.is_file() else ""


def _oracles(exercise: Exercise, lang: str) -> str:
    *names, last = (say(f"oracle_{name}", lang) for name in exercise.oracles)
    return say("and", lang).join(filter(None, (", ".join(names), last)))


def _case(exercise: Exercise, drawn: Drawn, case: Case, kind: str) -> dict[str, Any] | None:
    tried = shown_inputs(case.inputs)
    arrays = [x for x in case.inputs.values() if isinstance(x, np.ndarray)]
    several = len(exercise.takes) > 1
    data = {
        "which": case.which,
        "late": case.late,
        "stage": case.stage,
        "facts": dict(case.facts),
        # `which` may tell cases apart where there is one function.
        "tried": f"{exercise.takes[case.which]}: {tried}" if several else tried,
        "names": list(case.inputs),
        "empty": any(array.size == 0 for array in arrays),
        "expected": _encoded(drawn.expected(case)),
    }
    if kind == "run":
        return {**data, "given": [[name, _argument(x)] for name, x in case.inputs.items()]}
    if kind in ("call", "steps"):
        handed = _handed(exercise, case)
        if handed is None:
            return None
        function, args = handed
        # Leaves that are ready at the same time may run in any order.
        nodes = case.inputs["nodes"] if kind == "steps" else {}
        data["leaves"] = [name for name, (age, _) in nodes.items() if age == math.inf]
        return {**data, "function": function, "args": [_argument(arg) for arg in args]}
    program = next(x for x in case.inputs.values() if isinstance(x, Program))
    steps = [[op, *places] for op, places in program.steps]
    graph = {"leaves": program.leaves, "steps": steps}
    return {**data, "program": graph, "walks": case.inputs.get("backward()", 1)}


def _handed(exercise: Exercise, case: Case) -> tuple[int, tuple[Any, ...]] | None:
    """Return which function is called and its arguments.

    It is None if the result of that call is not the whole result, or an argument is not a number.
    """
    given: list[tuple[int, tuple[Any, ...]]] = []
    result = object()

    def recorder(number: int) -> Callable[..., object]:
        def work(*args: Any) -> object:
            given.append((number, args))
            return result

        return work

    try:
        got = exercise.call([recorder(n) for n in range(len(exercise.takes))], case)
    except Exception:
        return None
    return given[0] if got is result and exercise.id not in NOT_IN_PAGE else None


def _argument(arg: Any) -> Any:
    if isinstance(arg, tuple | list):
        return {type(arg).__name__: [_argument(part) for part in arg]}
    if isinstance(arg, dict):
        return {"dict": [[key, _argument(entry)] for key, entry in arg.items()]}
    if isinstance(arg, float):
        return arg if math.isfinite(arg) else {"number": str(arg)}
    if is_dataclass(arg) and not isinstance(arg, type):
        return {"record": asdict(arg)}
    return encode(arg) if isinstance(arg, np.ndarray) else arg


def _encoded(result: Any, digits: int = _DIGITS) -> Any:
    return {"names": list(result)} if isinstance(result, Names) else encode(result, digits)


def _mistakes(exercise: Exercise, drawn: Drawn) -> Iterable[dict[str, Any]]:
    folder = folder_of(exercise)
    for entry, mistake in zip(folder.declared.mistakes, folder, strict=True):
        codes = () if entry.slow else entry.codes
        found = [_results(exercise, drawn, Variant(folder, code)) for code in codes]
        yield {
            "hint": exercise.hint_of(mistake),
            "slow": entry.slow,
            "symptom": bool(entry.symptom),
            "variants": [one for one in found if one],
        }


def _general(exercise: Exercise, drawn: Drawn) -> Iterable[dict[str, Any]]:
    """Yield the results of declared mistakes that have general hints, and these as they are filled.

    Those that are shown by an error are not among them: its own text tells the hint.
    """
    folder = folder_of(exercise)
    for entry in folder.declared.general:
        for variant in (Variant(folder, code) for code in entry.codes):
            wrong = _results(exercise, drawn, variant)
            found = diagnose(exercise, try_all(drawn, partial(variant.run, exercise)))
            if wrong and found and found.trial.error is None:
                shown = [Feedback(exercise, lang, SEED, (), found).rows() for lang in LANGUAGES]
                said = {lang: rows[-1][1] for lang, rows in zip(LANGUAGES, shown, strict=True)}
                yield {"hint": f"hint_{entry.name}", "said": said, "wrong": wrong}


def _results(exercise: Exercise, drawn: Drawn, variant: Variant) -> dict[int, Any]:
    """Return the wrong results of a mistake by the numbers of their cases."""
    found: dict[int, Any] = {}
    for late in (False, True):
        for number, case in enumerate(drawn.cases):
            if case.late is late and not (late and found):
                result = variant.run(exercise, case)
                if _is_wrong(exercise, drawn, case, result):
                    found[number] = _wrong(result)
    return found


def _is_wrong(exercise: Exercise, drawn: Drawn, case: Case, result: RunResult) -> bool:
    if result.problem:
        return True
    try:
        return exercise.judge(case, result.got, drawn.expected(case)) is not None
    except Exception:
        return True


def _wrong(result: RunResult) -> Any:
    if result.error is None:
        return {"got": _encoded(result.got)}
    kind = type(result.error).__name__
    # What a page's Python raises instead.
    kind = {"RecursionError": "RuntimeError", "OverflowError": "ValueError"}.get(kind, kind)
    return {"error": {"type": kind, "sentence": str(result.error)}}
