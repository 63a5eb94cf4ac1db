"""One constant of a task that differs from learner to learner, where a teacher asks for it.

It is a factor. What a task asks for is then linear in it, or is the plain task on other inputs, so
draws, oracles, mistakes and hints of the plain task serve every factor. Tasks whose answer is a
list of nodes or names, a word, or a rule of the report have no such constant.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.exercise import (
    Case,
    Exercise,
    Mistake,
    Trial,
    Tried,
    Way,
)

# No shape that is drawn has so many rows or columns that it could be taken for one of these.
_RESULTS: Final = (7, 8, 9, 11, 12, 13)
# Steps so many times as large still end somewhere, and nets so many times as deep are built soon.
_INPUTS: Final = (2, 3, 4, 5, 6)

Change = Callable[[Case, int], Case]


def _same(case: Case, factor: int) -> Case:
    return case


def _nothing(name: str) -> bool:
    return False


def _everything(name: str) -> bool:
    return True


@dataclass(frozen=True)
class Constant:
    """How a factor comes into a task.

    Attributes:
        cell: The name of the stub's cell, without "cell-".
        solution: What to replace in the right solution; `{c}` stands for the factor, `{f[03.4]}`
            for that of another task.
        stub: What to replace in the stub, where the factor is in code that is given.
        multiplied: Which results it multiplies, by their names where these are a dictionary.
        plain: The case on which the task without a factor has the same result, but for that.
        asked: What becomes of a case that was drawn.
        like: The task whose factor it is, where two have to have the same.
        factors: Those that there are.
    """

    cell: str
    solution: tuple[tuple[str, str], ...] = ()
    stub: tuple[tuple[str, str], ...] = ()
    multiplied: Callable[[str], bool] = _everything
    plain: Change = _same
    asked: Change = _same
    like: str = ""
    factors: tuple[int, ...] = _RESULTS


def _input(name: str) -> Change:
    """Returns what multiplies an input."""
    return lambda case, factor: _with(case, name, case.inputs[name] * factor)


def _with(case: Case, name: str, value: Any) -> Case:
    return replace(case, inputs={**case.inputs, name: value})


def _budget(by: Callable[[int, int], int]) -> Change:
    """Returns what changes the budget of a case that has one."""

    def change(case: Case, factor: int) -> Case:
        if "budget" not in case.inputs:
            return case
        return _with(case, "budget", by(case.inputs["budget"], factor))

    return change


# The loss that is made small is so many times the one that is returned.
_WALKS: Final = (("loss.backward()", "({c} * loss).backward()"),)


def _mended(cell: str, reached: Callable[[str], bool] = _nothing) -> Constant:
    """Returns the constant of a broken training step, whose loss is in the stub."""
    return Constant(cell, _WALKS, _WALKS, reached, _input("lr"), factors=_INPUTS)


CONSTANTS: Final[dict[str, Constant]] = {
    "01.1": Constant(
        "slopes",
        (("return 1 - t**2", "return {c} * (1 - t**2)"), ("return s *", "return {c} * s *")),
    ),
    "01.3": Constant("walk", (("= 1.0", "= {c}.0"),)),
    "01.4": Constant("unbroadcast", (("= np.sum(", "= {c} * np.sum("),)),
    # `unbroadcast` is one of its tools.
    "01.5": Constant("matmul", (("G @ W.T", "{c} * G @ W.T"),), like="01.4"),
    "01.6": Constant(
        "function",
        (("return np", "return {c} * np"), ("return grad", "return {c} * grad")),
    ),
    "01.7": Constant("step", _WALKS, (), _nothing, _input("rate"), factors=_INPUTS),
    # `backward` is one of its tools.
    "01.8": Constant("engine", multiplied=lambda name: name.endswith(".grad"), like="01.3"),
    "02.1": Constant(
        "length",
        (
            ("depth + (depth - 1)", "{c} * depth + ({c} * depth - 1)"),
            ("4 * depth - 1 + (depth", "4 * {c} * depth - 1 + ({c} * depth"),
        ),
        multiplied=_nothing,
        plain=_input("depth"),
        factors=_INPUTS,
    ),
    "02.4": Constant("bytes", (("return sum", "return {c} * sum"),)),
    "02.5": Constant("attention", (("return 4", "return {c} * 4"),)),
    "02.6": _mended("doubled"),
    "02.7": _mended("chunks"),
    "02.8": _mended("cuts", lambda name: name == "|teacher.grad|"),
    "03.1": Constant("picked", (("= -1 / n", "= -{c} / n"),)),
    "03.2": Constant(
        "division",
        (
            (
                "return counts_sum_inv * dprobs + dcounts_sum",
                "return {c} * (counts_sum_inv * dprobs + dcounts_sum)",
            ),
        ),
    ),
    "03.3": Constant("entropy", (("return (", "return {c} * ("),)),
    "03.4": Constant("layer", (("    dh = ", "    dlogits = {c} * dlogits\n    dh = "),)),
    "03.5": Constant("table", (("Xb, demb)", "Xb, {c} * demb)"),)),
    "03.6": Constant("scaled", (("    bnvar = ", "    dbnraw = {c} * dbnraw\n    bnvar = "),)),
    "03.7": Constant("norm", (("    bndiff = ", "    dhpreact = {c} * dhpreact\n    bndiff = "),)),
    # Its tools have factors of their own, its network has none.
    "03.8": Constant(
        "network",
        (
            ("backward(logits, Yb)", "backward(logits, Yb) * {c} / {f[03.3]}"),
            (
                "= layer_backward(dlogits, h, W2)",
                "= (g / {f[03.4]} for g in layer_backward(dlogits, h, W2))",
            ),
            (
                "= batch_norm_backward(dhpreact, hprebn, bngain)",
                "= (g / {f[03.7]} for g in batch_norm_backward(dhpreact, hprebn, bngain))",
            ),
            ("Xb, len(C))", "Xb, len(C)) / {f[03.5]}"),
        ),
        multiplied=_nothing,
        plain=_input("rate"),
        factors=_INPUTS,
    ),
    "04.5": Constant(
        "weights",
        (("return batch", "return {c} * batch"), ("// (batch", "// ({c} * batch")),
        multiplied=lambda name: name == "weights_bytes",
        plain=_budget(lambda budget, factor: budget // factor),
        asked=_budget(lambda budget, factor: budget * factor),
        factors=_INPUTS,
    ),
}


def factors_of(learner: str) -> dict[str, int]:
    """Returns a learner's factors, by task: always the same ones.

    Args:
        learner: Who it is, in any words; empty for nobody, who has none.

    Example:
        >>> factors_of("ada") == factors_of("ada") != factors_of("emmy")
        True
    """
    return {id: _chosen(learner, one.like or id) for id, one in CONSTANTS.items() if learner}


def _chosen(learner: str, id: str) -> int:
    factors = CONSTANTS[id].factors
    digest = hashlib.sha256(f"{learner} {id}".encode("utf-8", "surrogatepass"))
    return factors[int(digest.hexdigest(), 16) % len(factors)]


def replaced(text: str, changes: tuple[tuple[str, str], ...], id: str, learner: str) -> str:
    """Returns code with a learner's factors in it.

    Raises:
        ValueError: What is to be replaced is not there.
    """
    factors = factors_of(learner)
    for old, new in changes:
        old, new = (part.format(c=factors[id], f=factors) for part in (old, new))
        if old not in text:
            raise ValueError(f"{id}: no {old!r}")
        text = text.replace(old, new)
    return text


def with_factor(exercise: Exercise, factor: int | None) -> Exercise:
    """Returns an exercise as somebody has it whose factor this is.

    Args:
        exercise: As everybody has it.
        factor: The factor; `None` leaves the exercise as it is.
    """
    if factor is None:
        return exercise
    own = _Own(CONSTANTS[exercise.id], exercise, factor)
    # Whoever forgets the factor gets what is right without it.
    first = next(iter(exercise.oracles.values()))
    forgot = Mistake("own", (_Forgotten(first),), hint="hint_own")
    as_it_is = tuple(one for one in exercise.mistakes if one.ways)
    return replace(
        exercise,
        draw=lambda rng: [own.asked(case) for case in exercise.draw(rng)],
        oracles={name: own.gives(oracle) for name, oracle in exercise.oracles.items()},
        mistakes=(forgot, *map(own.mistake, exercise.mistakes), *as_it_is),
    )


@dataclass(frozen=True)
class _Own:
    """A factor's way into an exercise."""

    constant: Constant
    exercise: Exercise
    factor: int

    def asked(self, case: Case) -> Case:
        facts = {**case.facts, "factor": self.factor}
        return replace(self.constant.asked(case, self.factor), facts=facts)

    def gives(self, of_plain: Callable[[Case], Any]) -> Callable[[Case], Any]:
        def given(case: Case) -> Any:
            result = of_plain(self.constant.plain(case, self.factor))
            return self._times(case, result, self.factor)

        return given

    def mistake(self, mistake: Mistake) -> Mistake:
        sign = mistake.sign
        return replace(
            mistake,
            ways=tuple(_Times(way, self) for way in mistake.ways),
            sign=None if sign is None else lambda trial: sign(self._plain(trial)),
        )

    def tried(self, way: Way, exercise: Exercise, case: Case) -> Tried:
        """Returns what comes of a mistake that is made in the task with the factor."""
        came = way.tried(exercise, self.constant.plain(case, self.factor))
        return replace(came, got=self._times(case, came.got, self.factor))

    def _plain(self, trial: Trial) -> Trial:
        """Returns what a trial would have been without the factor."""
        case, by = trial.case, 1 / self.factor
        return replace(
            trial,
            case=self.constant.plain(case, self.factor),
            got=self._times(case, trial.got, by),
            expected=self._times(case, trial.expected, by),
        )

    def _times(self, case: Case, result: Any, by: float) -> Any:
        """Returns a result with what the factor is in multiplied; what can't be stays."""
        is_in, name = self.constant.multiplied, self.exercise.takes[0]
        if len(self.exercise.takes) > 1:
            name = self.exercise.takes[case.which]
        if isinstance(result, Mapping):
            return {key: _product(one, by) if is_in(key) else one for key, one in result.items()}
        if not is_in(name):
            return result
        if type(result) is tuple:
            return tuple(_product(one, by) for one in result)
        return _product(result, by)


@dataclass(frozen=True)
class _Forgotten:
    """The way of whoever forgets the factor."""

    plain: Callable[[Case], Any]

    def tried(self, exercise: Exercise, case: Case) -> Tried:
        return Tried(self.plain(case))


@dataclass(frozen=True, eq=False)
class _Times:
    """A way of making a mistake, the factor kept."""

    way: Way
    own: _Own

    def tried(self, exercise: Exercise, case: Case) -> Tried:
        return self.own.tried(self.way, exercise, case)


def _product(one: Any, by: float) -> Any:
    is_number = isinstance(one, int | float | np.number) and not isinstance(one, bool)
    is_array = isinstance(one, np.ndarray) and one.dtype.kind in "fiu"
    return one * by if is_number or is_array else one
