"""An exercise's folder as the checks use it: its mistakes, made on the cases that failed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from tapewalk_course.checking.declared import (
    Declared,
    Entry,
    declared_in,
    first_names,
    solution_in,
)
from tapewalk_course.checking.exercise import Case, Exercise, Mistake, Trial, Tried
from tapewalk_course.checking.running import tried

Sign = Callable[[Trial], bool]


class Folder:
    """The known mistakes of an exercise, and its solution; both are read when first looked for.

    Args:
        package: The folder, as Python imports it: `__name__` of its `__init__.py`.
        tools: The folders beside it whose solutions are used in its own one.
        signs: What tells a mistake from a trial where the result alone does not, by the names used
            in `mistakes.toml`.
    """

    def __init__(
        self, package: str, tools: Sequence[str] = (), signs: Mapping[str, Sign] | None = None
    ) -> None:
        self._package, self._tools, self._signs = package, tuple(tools), signs or {}

    def __iter__(self) -> Iterator[Mistake]:
        return iter(self._mistakes)

    def __len__(self) -> int:
        return len(self._mistakes)

    @cached_property
    def _mistakes(self) -> tuple[Mistake, ...]:
        return tuple(self._mistake(entry) for entry in self.declared.mistakes)

    def _mistake(self, entry: Entry) -> Mistake:
        sign = _runs_out_of_time(entry.slow) if entry.slow else None
        if entry.sign:
            sign = self._signs[entry.sign]
        ways = () if sign else tuple(Way(self, code) for code in entry.codes)
        return Mistake(entry.name, ways, entry.words, sign, entry.every)

    @property
    def name(self) -> str:
        """The folder's name, which is also that of the stub's cell, after "cell-"."""
        return self._package.rpartition(".")[2]

    @cached_property
    def solution(self) -> str:
        """The right solution: the cell of the page, solved."""
        return solution_in(self._package)

    @cached_property
    def declared(self) -> Declared:
        """What `mistakes.toml` says."""
        return declared_in(self._package)

    def work(self, code: str, takes: Sequence[str], **names: Any) -> tuple[Any, ...]:
        """Returns what code hands in.

        Args:
            code: The code of a cell.
            takes: The names of what is handed in.
            **names: What it may use besides.
        """
        names.update(self._brought)
        exec(compile(code, f"<{self.name}>", "exec"), names)
        return tuple(names[name] for name in takes)

    @cached_property
    def _brought(self) -> dict[str, Any]:
        """The names that earlier cells of the page bring."""
        names, beside = first_names(), self._package.rpartition(".")[0]
        for tool in self._tools:
            exec(compile(solution_in(f"{beside}.{tool}"), f"<{tool}>", "exec"), names)
        return names


class Way:
    """One way of making a mistake: what somebody hands in who makes it."""

    def __init__(self, folder: Folder, code: str) -> None:
        self._folder, self._code = folder, code
        self._work: tuple[Any, ...] = ()

    def tried(self, exercise: Exercise, case: Case) -> Tried:
        """Returns what comes of it.

        Args:
            exercise: The exercise.
            case: What is tried.
        """
        self._work = self._work or self._folder.work(self._code, exercise.takes)
        return tried(exercise, self._work, case)


def _runs_out_of_time(fact: str) -> Sign:
    """Returns the sign of what never ends in the cases that have a fact."""
    return lambda trial: trial.problem == "slow" and fact in trial.case.facts
