"""Models that may be sick, to be diagnosed from their report, and the feedback on a diagnosis."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Final

from tapewalk.language import known, language
from tapewalk_course.detective.feedback import Feedback
from tapewalk_course.detective.words import say

if TYPE_CHECKING:
    from tapewalk.inspect.report import Report

KINDS: Final = (
    *("healthy", "detached", "data", "frozen", "unused", "tied"),
    *("vanishing", "exploding", "unfused", "overflow", "zeroed"),
)


class SuspectModel:
    """A model of PyTorch, perhaps sick in one way, with a loss. Made by `suspect`.

    Args:
        seed: The seed that makes it again.

    Attributes:
        model: The model.

    Example:
        >>> from tapewalk import inspect
        >>> from tapewalk_course import detective
        >>> patient = detective.suspect(2)
        >>> report = inspect(patient.loss_function, patient.model, gradients=True)
        >>> report.missing, report.marked
        ((), ())
        >>> print(patient.check("frozen", "en"))  # doctest: +ELLIPSIS
        Not this: “a layer is frozen”. The report shows: all 20 parameters have a path. ...
    """

    def __init__(self, seed: int) -> None:
        from tapewalk_course.detective.sickness import patient

        rng = random.Random(seed)
        self.seed = seed
        self._kind = rng.choice(KINDS)
        self.model, self._batch = patient(self._kind, rng)

    def loss_function(self) -> Any:
        """Return the loss of the model on its batch, a tensor, by a forward pass."""
        return (self.model(self._batch).float() ** 2).mean()

    def run(self) -> Any:
        """Return the loss after a forward and a backward pass, as in one step of training."""
        self.model.zero_grad()
        loss = self.loss_function()
        loss.backward()
        return loss

    def check(self, answer: str, lang: str | None = None, report: Report | None = None) -> Feedback:
        """Return whether a diagnosis is right, with the evidence for or against it in the report.

        Args:
            answer: One of the names in `answers`.
            lang: `"en"` or `"es"`; the chosen language if left out.
            report: The report on this model, with gradients; made if left out.

        Raises:
            ValueError: The answer does not exist.
        """
        from tapewalk.inspect import inspect
        from tapewalk_course.detective.evidence import shown

        lang = language() if lang is None else known(lang)
        if answer not in KINDS:
            raise ValueError(say("no_answer", lang, answer=answer, names=", ".join(KINDS)))
        if report is None:
            report = inspect(self.loss_function, self.model, gradients=True)
        sign = say("report", lang, shown=shown(report, answer, lang))
        name = say(f"name_{answer}", lang)
        if answer == self._kind:
            why = say(f"why_{answer}", lang)
            return Feedback(True, say("right", lang, name=name), f"{sign} {why}")
        against = say(f"against_{answer}", lang)
        reason = f"{sign} {against[0].upper()}{against[1:]}."
        return Feedback(False, say("wrong", lang, name=name), reason)

    def __repr__(self) -> str:
        return f"<suspect {self.seed}>"


def suspect(seed: int | None = None) -> SuspectModel:
    """Return a suspect: the same for the same seed, a fresh one without.

    Args:
        seed: Any integer.

    Example:
        >>> from tapewalk_course import detective
        >>> patient = detective.suspect(3)
        >>> patient.run().shape
        torch.Size([])
        >>> sum(bool(patient.check(answer)) for answer in detective.answers())
        1
    """
    return SuspectModel(random.randrange(1_000_000) if seed is None else seed)


def answers(lang: str | None = None) -> dict[str, str]:
    """Return all diagnoses: names for `SuspectModel.check`, and their meanings.

    Args:
        lang: `"en"` or `"es"`; the chosen language if left out.

    Example:
        >>> answers("en")["tied"]
        'two layers share a weight'
    """
    lang = language() if lang is None else known(lang)
    return {kind: say(f"name_{kind}", lang) for kind in KINDS}
