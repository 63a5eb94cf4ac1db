"""An exercise's folder: its solution, and its mistakes made on the cases that failed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from typing import Any

import numpy as np

import tapewalk
from tapewalk.language import LANGUAGES
from tapewalk_course.checking.declared import Declared, Entry, declared_in, solution_in
from tapewalk_course.checking.exercise import Case, Exercise, Mistake, RunResult, Trial
from tapewalk_course.checking.running import run_case

Symptom = Callable[[Trial], bool]


class Folder:
    """The known mistakes of an exercise, and its solution; both are read on first use.

    Args:
        package: The folder, as Python imports it: `__name__` of its `__init__.py`.
        tools: The folders beside it whose solutions its own solution uses.
        symptoms: Functions that recognize a mistake in a trial where the result is not enough, by
            their names in `mistakes.toml`.
    """

    def __init__(
        self, package: str, tools: Sequence[str] = (), symptoms: Mapping[str, Symptom] | None = None
    ) -> None:
        self._package, self._tools, self._symptoms = package, tuple(tools), symptoms or {}

    def __iter__(self) -> Iterator[Mistake]:
        return iter(self._mistakes)

    @cached_property
    def _mistakes(self) -> tuple[Mistake, ...]:
        return tuple(self._mistake(entry) for entry in self.declared.mistakes)

    def _mistake(self, entry: Entry) -> Mistake:
        symptom = _runs_out_of_time(entry.slow) if entry.slow else None
        if entry.symptom:
            symptom = self._symptoms[entry.symptom]
        variants = () if symptom else tuple(Variant(self, code) for code in entry.codes)
        return Mistake(entry.name, variants, entry.words, symptom, entry.every)

    @property
    def name(self) -> str:
        """The folder's name, which is also that of the stub's cell, after "cell-"."""
        return self._package.rpartition(".")[2]

    def task(self, lang: str) -> str:
        """Return the task as the page shows it."""
        name = "task.qmd" if lang == LANGUAGES[0] else f"task.{lang}.qmd"
        return (files(self._package) / name).read_text("utf-8")

    @cached_property
    def solution(self) -> str:
        """The right solution of the cell on the page."""
        return solution_in(self._package)

    @cached_property
    def declared(self) -> Declared:
        """The declarations in `mistakes.toml`."""
        return declared_in(self._package)

    def work(self, code: str, takes: Sequence[str], **names: Any) -> tuple[Any, ...]:
        """Return the functions or classes that a cell defines, which may use further names."""
        names.update(self._brought)
        exec(compile(code, f"<{self.name}>", "exec"), names)
        return tuple(names[name] for name in takes)

    @cached_property
    def _brought(self) -> dict[str, Any]:
        """The names that earlier cells of the page define."""
        names: dict[str, Any] = {"math": math, "np": np, "tapewalk": tapewalk}
        beside = self._package.rpartition(".")[0]
        for tool in self._tools:
            exec(compile(solution_in(f"{beside}.{tool}"), f"<{tool}>", "exec"), names)
        return names


class Variant:
    """One way to make a mistake: the code of a learner who makes it."""

    def __init__(self, folder: Folder, code: str) -> None:
        self._folder, self._code = folder, code
        self._work: tuple[Any, ...] = ()

    def run(self, exercise: Exercise, case: Case) -> RunResult:
        """Return its result."""
        self._work = self._work or self._folder.work(self._code, exercise.takes)
        return run_case(exercise, self._work, case)


def _runs_out_of_time(fact: str) -> Symptom:
    """Return the symptom of code that never ends in the cases with a fact."""
    return lambda trial: trial.problem == "slow" and fact in trial.case.facts
