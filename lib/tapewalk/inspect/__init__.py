"""Reads the graph behind a loss, PyTorch's or ours: `tapewalk.inspect(model, x, loss_fn=…)`.

`python -m tapewalk.inspect module:function` prints the report on the loss that a function returns.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tapewalk.inspect.difference import diff
from tapewalk.inspect.drawing import draw_dot
from tapewalk.inspect.finding import Finding
from tapewalk.inspect.findings import Entry
from tapewalk.inspect.report import Report
from tapewalk.inspect.watching import Run, watch

__all__ = ["inspect", "diff", "draw_dot", "Report", "Entry", "Finding", "watch", "Run"]


def inspect(
    loss: object,
    *inputs: object,
    model: object = None,
    loss_fn: Callable[[Any], object] | None = None,
    optimizer: object = None,
    gradients: bool | None = None,
    findings: bool | None = None,
    trace: bool = False,
    score: bool = False,
    eager: bool = False,
    **settings: object,
) -> Report:
    """Returns a report on the graph behind `loss`: what looks wrong, what is in it, what it keeps.

    It reads: no hook stays, no `.grad` changes, the graph can be used after it, and the report
    keeps none of it alive. What calling a function or a model changes is put back: buffers as those
    of batch normalisation, modes, random numbers. Values that saved-tensor hooks or a checkpoint
    hold back are asked for, and so computed again, and their bytes are counted as if they were
    kept.

    Args:
        loss: A model, which is called; or a tensor of ours or of PyTorch, or a function without
            arguments that computes it. Only with a model or a function can the calls be watched:
            they tell of PyTorch's nodes which module made them, where the path of a parameter
            ends, and most of what is found.
        *inputs: What the model gets; behind a tensor or a function, the model.
        model: A module of ours or of PyTorch: its parameters are told by name.
        loss_fn: Computes the loss from what the model gives. Without it the loss is what the model
            gives, if that is one number or has an entry or attribute `loss`; else the mean square
            of all its results stands in for it.
        optimizer: What trains the model: it is compared with the parameters.
        gradients: Whether to compute the gradients of the parameters for the report; for a model,
            that is so unless said otherwise. Without it, those that `backward` left in `.grad`
            are told.
        findings: Whether to look for what is wrong; of a model that is so unless said otherwise.
            The calls of PyTorch's functions are watched for it.
        trace: Whether to make a trace for the course's diagrams too; a function is called again.
        score: Whether to measure a step with its backward pass too, which `Report.page` and
            notebooks draw; a function is called again.
        eager: Whether parts that `torch.compile` has compiled run as they are written, so that the
            report sees their operations; else a compiled part is one node.
        **settings: What the model gets by name.

    Returns:
        The report; print it, or show it in a notebook.

    Raises:
        TypeError: `loss` is, or returns, nothing whose graph has nodes.
        RuntimeError: It has no history; or gradients are asked for, and it is not one number or
            `backward` has freed the graph.

    Example:
        >>> from tapewalk import Tensor, inspect
        >>> x = Tensor([1.0, 2.0], requires_grad=True)
        >>> report = inspect(((x.exp() + x) ** 2).mean())
        >>> report.categories
        {'compute': 1, 'residual': 1, 'loss': 2, 'accumulate': 1}
        >>> report.saved
        SavedBytes(activations=16, parameters=0, references=16)
        >>> report.depth, report.width
        (5, 1)
    """
    from tapewalk.inspect.building import build
    from tapewalk.inspect.calling import is_model, loss_of

    if is_model(loss):
        model = loss
        loss = loss_of(model, inputs, settings, loss_fn)
        gradients, findings = gradients is not False, findings is not False
    elif settings or len(inputs) > (model is None):
        names = ", ".join(settings) or f"{len(inputs)} inputs"
        raise TypeError(
            "inspect(loss, model) takes a loss, or a function that computes it, and its model; "
            f"only a model in its place takes inputs, got {names}."
        )
    elif inputs:
        (model,) = inputs
    return build(loss, model, optimizer, bool(gradients), bool(findings), trace, score, eager)


class CallableModule(ModuleType):
    """The class of this module."""

    __call__ = staticmethod(inspect)

    if TYPE_CHECKING:
        diff = staticmethod(diff)
        Report = Report
        Entry = Entry
        Finding = Finding
        watch = staticmethod(watch)
        Run = Run


# `tapewalk.inspect` is called, and it is a package because `python -m` wants one. A function of
# this name in `tapewalk` would be replaced by the package as soon as that is imported; a package
# that can be called is the same in any order. Python's reference gives this way to do it ("setting
# the __class__ attribute of a module", The data model, Customizing module attribute access).
sys.modules[__name__].__class__ = CallableModule
