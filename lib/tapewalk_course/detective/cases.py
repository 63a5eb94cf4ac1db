"""Cases of the gradient detective: programs that train badly, or well, to be fixed."""

from __future__ import annotations

import difflib
import itertools
import random
from dataclasses import dataclass
from functools import cached_property
from string import Template
from typing import TYPE_CHECKING, Any, Final

from tapewalk.language import known, language, number
from tapewalk_course.detective.bugs import BUGS, INNOCENT, Bug, Change, elsewhere
from tapewalk_course.detective.programs import IMPORTS, SIZES, TEXTS
from tapewalk_course.detective.runs import STEPS, Run, Trial
from tapewalk_course.detective.shared import shared
from tapewalk_course.detective.words import say

if TYPE_CHECKING:
    from tapewalk.inspect.report import Report

HEALTHY: Final = "nothing"
BUG_KINDS: Final = (*dict.fromkeys(bug.kind for bug in BUGS), HEALTHY)

# The meaning of PyTorch's errors, by a part of each.
_ERRORS: Final = {
    "graph a second time": "error_second_time",
    "modified by an inplace operation": "error_in_place",
    "Inference tensors": "error_inference",
}
# Possible changes of a program without a mistake.
_NEEDLESS: Final = (
    Change("lr=$rate", "lr=10 * $rate"),
    Change("        loss.backward()", "        loss.backward(retain_graph=True)"),
    Change("        optimizer.step()\n", ""),
)


@dataclass(frozen=True, repr=False)
class Feedback:
    """The feedback on an answer.

    Args:
        right: Whether the answer is right.
        verdict: The same in words.
        reason: The reason, or the evidence against the answer.

    Example:
        >>> print(Feedback(False, "Not that line.", "Its weight has a path."))
        Not that line. Its weight has a path.
    """

    right: bool
    verdict: str
    reason: str

    def __bool__(self) -> bool:
        return self.right

    def __str__(self) -> str:
        return f"{self.verdict} {self.reason}"

    __repr__ = __str__


class Program:
    """A program of 30 to 60 lines with one mistake, or none. Made by `case`.

    Args:
        seed: The seed that makes it again.

    Attributes:
        code: The program.
        seed: The seed.
        kind: The mistake, such as `"zeroed"`, or `"nothing"`; it is the solution.
        program: The task: `"points"`, `"letters"`, `"memory"` or `"pictures"`.

    Example:
        >>> from tapewalk_course import detective
        >>> case = detective.case(3)
        >>> case.code.splitlines()[0]
        'import torch'
        >>> case.run().error is None or case.run().losses == []
        True
    """

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        kind = rng.choice(BUG_KINDS)
        self.seed = seed
        self.kind = kind
        self._bug: Bug | None = None
        if kind != HEALTHY:
            self._bug = rng.choice([bug for bug in BUGS if bug.kind == kind])
        self.program = self._bug.program if self._bug else rng.choice(list(TEXTS))
        self._sizes = {name: rng.choice(of) for name, of in SIZES[self.program].items()}
        self._order = rng.random()
        self._runs: dict[str, Run] = {}
        self._sound = self._filled(IMPORTS + TEXTS[self.program])
        if rng.random() < 0.5:
            self._sound = self._changed(self._sound, INNOCENT)
        self.code = self._changed(self._sound, self._bug.change) if self._bug else self._sound

    def run(self, code: str | None = None) -> Run:
        """Run the training of this program, or of another one, and return its outcome.

        Args:
            code: A program in its place, such as your corrected one.
        """
        return self._trained(self.code if code is None else code)

    def report(self, code: str | None = None) -> Report:
        """Return the report on the second step of a training, or on the first if there is none.

        Args:
            code: A program in place of this one.
        """
        trial = Trial(self.code if code is None else code, self.seed)
        trial.train(1, self.seed)
        try:
            return trial.report()
        except RuntimeError:  # its graph has no backward pass
            return trial.report(gradients=False)

    def find(self, line: int | None, lang: str | None = None) -> Feedback:
        """Return whether a line is one where the mistake is or can be fixed.

        Args:
            line: Its number, from 1; `None` for a program without a mistake.
            lang: `"en"` or `"es"`; the chosen language if left out.
        """
        lang = language() if lang is None else known(lang)
        right = line in self.places
        if right:
            return Feedback(True, say("found", lang), say(f"because_{self.kind}", lang))
        return Feedback(False, say("not_there", lang), self._where(line, lang))

    def fix(self, code: str, lang: str | None = None) -> Feedback:
        """Run a corrected program and return whether it trains.

        Args:
            code: The program.
            lang: `"en"` or `"es"`; the chosen language if left out.
        """
        lang = language() if lang is None else known(lang)
        run = self._trained(code)
        right = run.error is None and run.fresh <= self.bar
        if run.error:
            meant = (say(key, lang) for part, key in _ERRORS.items() if part in run.error)
            return Feedback(False, say("raises", lang), " ".join([f"{run.error}.", *meant]))
        reason = say(
            "trains" if right else "trains_not",
            lang,
            now=number(run.fresh, ".2f", lang),
            sick=number(self._trained(self.code).fresh, ".2f", lang),
            sound=number(self._trained(self._sound).fresh, ".2f", lang),
        )
        return Feedback(right, say("fixed" if right else "not_fixed", lang), reason)

    @property
    def bar(self) -> float:
        """The loss on fresh data below which a program counts as one that trains."""
        return 2 * self._trained(self._sound).fresh + 0.1

    @cached_property
    def places(self) -> frozenset[int | None]:
        """The numbers of the lines where the mistake is or can be fixed."""
        if self._bug is None:
            return frozenset({None})
        lines = self.code.splitlines()
        matcher = difflib.SequenceMatcher(None, self._sound.splitlines(), lines, autojunk=False)
        changed = {
            line + 1
            for tag, _, _, start, end in matcher.get_opcodes()
            if tag != "equal"
            for line in range(start, end)
        }
        also = {
            at
            for at, line in enumerate(lines, 1)
            if any(self._filled(text) in line for text in self._bug.also)
        }
        return frozenset(changed | also)

    @cached_property
    def fixes(self) -> tuple[str, ...]:
        """Programs that may fix it, in an order drawn from the seed; some do.

        They change at least four different lines, so that they do not name the one to blame.
        """
        rng = random.Random(self._order)
        if self._bug is None:
            found = [self.code, *(self._changed(self.code, change) for change in _NEEDLESS)]
        else:
            found = [self._sound, self._changed(self.code, self._bug.fix)]
            others = [self._changed(self.code, one) for one in elsewhere(self.program)]
            rng.shuffle(others)
            lines = {self.line_of(code) for code in found}
            most = len(lines) + 3
            for code in others:
                if code != self.code and self.line_of(code) not in lines and len(lines) < most:
                    lines.add(self.line_of(code))
                    found.append(code)
        rng.shuffle(found)
        return tuple(dict.fromkeys(found))

    def line_of(self, code: str) -> int:
        """Return the first line of this program that another one changes, 0 if none."""
        pairs = itertools.zip_longest(self.code.splitlines(), code.splitlines())
        return next((at for at, (old, new) in enumerate(pairs, 1) if old != new), 0)

    def __str__(self) -> str:
        lines = enumerate(self.code.splitlines(), 1)
        return "\n".join(f"{at:3}  {line}".rstrip() for at, line in lines)

    def __repr__(self) -> str:
        return f"<case {self.seed}>"

    def _where(self, line: int | None, lang: str) -> str:
        if self._bug is None:
            return say("look_healthy", lang)
        if line is None:
            return say("look_curve", lang)
        first = min(place for place in self.places if place is not None)
        above = self.code.splitlines()[:first]
        scopes = [text for text in above if text.startswith(("class ", "def ", "model ="))]
        part = next((text for text in reversed(scopes)), "")
        if part.startswith("model"):
            return say("look_below", lang)
        name = part.split("(")[0].removeprefix("class ").removeprefix("def ").split(" ")[0]
        return say("look_in", lang, name=name)

    def _filled(self, text: str) -> str:
        return Template(text).substitute({name: f"{size}" for name, size in self._sizes.items()})

    def _changed(self, code: str, change: Change) -> str:
        return code.replace(self._filled(change.old), self._filled(change.new))

    def _trained(self, code: str) -> Run:
        if code not in self._runs:
            self._runs[code] = shared(lambda: self._train(code), self.seed, code)
        return self._runs[code]

    def _train(self, code: str) -> Run:
        trial = Trial(code, self.seed)
        losses = trial.train(STEPS, self.seed)
        return Run(losses, self.judged(trial), trial.error)

    def judged(self, trial: Trial) -> float:
        """Return the loss of a trained program on fresh data, measured as for the sound program."""
        return trial.judged(self._judge, self.seed + 1)

    def _judge(self, model: Any, count: int) -> Any:
        from torch.nn import functional

        names: dict[str, Any] = {}
        start = self._sound.index("def fresh")
        end = self._sound.index("\nmodel = ")
        exec(IMPORTS + self._sound[start:end], names)
        given, wanted = names["fresh"](count)
        out = model(given)
        if self.program == "pictures":
            return functional.binary_cross_entropy_with_logits(out, wanted)
        if self.program == "letters":
            known_from = self._sizes["period"] - 1
            out, wanted = out[:, known_from:], wanted[:, known_from:]
        return functional.cross_entropy(out.flatten(0, -2), wanted.flatten())


def case(seed: int | None = None) -> Program:
    """Return a case: the same for the same seed, a fresh one without.

    Args:
        seed: Any integer.

    Example:
        >>> from tapewalk_course import detective
        >>> detective.case(3).code == detective.case(3).code
        True
    """
    return Program(random.randrange(1_000_000) if seed is None else seed)


def named_by_report(case: Program) -> str:
    """Return what a reader of the report alone would find in a case.

    Args:
        case: One of the detective's programs.

    Returns:
        `"right"`: a finding names a line that is to blame, or no line at all, which is counted in
        its favour; or the program is healthy, and nothing was found. `"elsewhere"`: findings name
        other lines only. `"nothing"`: the program is sick, and nothing was found.

    Example:
        >>> named_by_report(case(21))
        'right'
    """
    findings = case.report().findings
    if not findings:
        return "right" if case.kind == HEALTHY else "nothing"
    named = {int(found.place.rpartition(":")[2]) if found.place else None for found in findings}
    return "right" if None in named or named & case.places else "elsewhere"
