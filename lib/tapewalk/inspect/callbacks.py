"""Callbacks that watch the training loops of other libraries as `inspect.watch` watches a run.

The libraries are imported by the functions that return the callbacks. Accelerate needs none:
`watch(model, accelerator.prepare(optimizer))`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, TypeAlias

from tapewalk.inspect.training import Run, watch

Log: TypeAlias = Callable[[dict[str, float], int], object]


class _Watching:
    """The part of a callback that is the same for all libraries.

    Attributes:
        runs: The measurements, one for each optimizer.
    """

    def __init__(self, every: int, log: Log | None) -> None:
        self.runs: list[Run] = []
        self._every, self._log = every, log

    def _begin(self, model: Any, optimizers: Iterable[Any]) -> None:
        self._end()
        self.runs = [watch(model, optimizer, self._every) for optimizer in optimizers]

    def _after(self, step: int, log: Log | None = None) -> None:
        """Log what the step measured, if it is one that was measured."""
        log = self._log or log
        scalars: dict[str, float] = {}
        for at, run in enumerate(self.runs):
            if run.steps and run.steps[-1] == run.step:
                scalars |= run.scalars(f"tapewalk/{at}/" if len(self.runs) > 1 else "tapewalk/")
        if log is not None and scalars:
            log(scalars, step)

    def _end(self) -> None:
        for run in self.runs:
            run.close()


def for_transformers(every: int = 10, log: Log | None = None) -> Any:
    """Return a callback for the `Trainer` of Hugging Face's transformers.

    Args:
        every: Measures one step in so many.
        log: Gets the scalars of each measured step and its number, for W&B for instance
            `lambda scalars, step: wandb.log(scalars, step)`.

    Returns:
        The callback; `runs` has its measurements.

    Raises:
        ImportError: transformers is not installed.
    """
    base: Any = import_module("transformers").TrainerCallback

    class Watching(_Watching, base):  # type: ignore[misc]
        def on_train_begin(self, _: Any, __: Any, ___: Any, **given: Any) -> None:
            self._begin(given["model"], [given["optimizer"]])

        def on_step_end(self, _: Any, state: Any, __: Any, **___: Any) -> None:
            self._after(state.global_step)

        def on_train_end(self, *_: Any, **__: Any) -> None:
            self._end()

    return Watching(every, log)


def for_lightning(every: int = 10, log: Log | None = None) -> Any:
    """Return a callback for the `Trainer` of PyTorch Lightning.

    Args:
        every: Measures one step in so many.
        log: Gets the scalars of each measured step and its number; the trainer's loggers if left
            out.

    Returns:
        The callback; `runs` has its measurements, for each optimizer.

    Raises:
        ImportError: Neither lightning nor pytorch_lightning is installed.
    """
    try:
        library = import_module("lightning.pytorch")
    except ImportError:
        library = import_module("pytorch_lightning")
    base: Any = library.Callback

    class Watching(_Watching, base):  # type: ignore[misc]
        def on_train_start(self, trainer: Any, pl_module: Any) -> None:
            self._begin(pl_module, trainer.optimizers)

        def on_train_batch_end(self, trainer: Any, *_: Any, **__: Any) -> None:
            def to_loggers(scalars: dict[str, float], step: int) -> None:
                for logger in trainer.loggers:
                    logger.log_metrics(scalars, step)

            self._after(trainer.global_step, to_loggers)

        def on_train_end(self, *_: Any) -> None:
            self._end()

    return Watching(every, log)
