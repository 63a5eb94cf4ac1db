"""The running of a program of the detective: its losses, and its result."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tapewalk.inspect.report import Report

STEPS: Final = 100
_FRESH: Final = 512  # examples on which a model is judged


@dataclass(frozen=True)
class Run:
    """The outcome of a training.

    Args:
        losses: The loss of each step that was made.
        fresh: The loss on data that the model has not seen, measured as for the sound program;
            infinite if there is none, as after an error before the first step.
        error: The error that ended it, in PyTorch's words, or `None`.

    Example:
        >>> Run([2.3, 1.1], 0.9, None).fresh
        0.9
    """

    losses: list[float]
    fresh: float
    error: str | None


class Trial:
    """A started program: its names are defined, its training waits.

    Args:
        code: The program.
        seed: Seeds all its random numbers.
        names: Names that it finds defined.
        tree: A changed form of the program, run in its place.

    Attributes:
        error: The error that ended it, or `None`.
        names: Everything that the program has defined.
    """

    def __init__(
        self, code: str, seed: int, names: dict[str, Any] | None = None, tree: Any = None
    ) -> None:
        self.names: dict[str, Any] = {"__name__": "case", **(names or {})}
        self.error: str | None = None
        # So that findings can quote the text of a line.
        lines = code.splitlines(keepends=True)
        linecache.cache["case.py"] = (len(code), None, lines, "case.py")
        self._try(lambda: exec(compile(tree or code, "case.py", "exec"), self.names), seed)

    def train(
        self, steps: int, seed: int, after_step: Callable[[], None] = lambda: None
    ) -> list[float]:
        """Return the loss of each step, up to an error; a function is called after each."""
        losses: list[float] = []

        def go() -> None:
            for loss in self.names["train"](steps):
                losses.append(float(loss))
                after_step()

        if self.error is None:
            self._try(go, seed)
        return losses

    def report(self, gradients: bool = True) -> Report:
        """Return the report of `tapewalk.inspect` on the next step.

        Raises:
            RuntimeError: There is no next step: its forward pass raises an error.
        """
        from tapewalk.inspect import inspect

        names = self.names
        return inspect(
            names["loss_of"],
            names["model"],
            optimizer=names["optimizer"],
            gradients=gradients,
            findings=True,
        )

    def judged(self, judge: Any, seed: int) -> float:
        """Return the loss on fresh data, by a function of the model."""
        import torch

        if "model" not in self.names:
            return float("inf")
        with torch.random.fork_rng(devices=[]), torch.no_grad():
            torch.manual_seed(seed)
            try:
                return float(judge(self.names["model"], _FRESH))
            except Exception:  # a corrected program may raise anything
                return float("inf")

    def _try(self, work: Any, seed: int) -> None:
        import torch

        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            try:
                work()
            except Exception as error:  # a program may raise anything
                self.error = f"{type(error).__name__}: {error}".split("\n")[0].split(". ")[0]
