"""Reports on the graph of a loss, PyTorch's or ours: `tapewalk.inspect(model, x, loss_fn=…)`.

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
from tapewalk.inspect.report import Entry, Report
from tapewalk.inspect.training import Run, watch

__all__ = ["inspect", "diff", "draw_dot", "Report", "Entry", "Finding", "watch", "Run"]


def inspect(
    loss: object,
    *inputs: object,
    model: object = None,
    loss_fn: Callable[[Any], object] | None = None,
    optimizer: object = None,
    gradients: bool | None = None,
    findings: bool | None = None,
    score: bool = False,
    eager: bool = False,
    steps: int = 2,
    **settings: object,
) -> Report:
    """Return a report on the graph of a loss: what looks wrong, its operations, its saved bytes.

    Inspecting changes nothing: no hook stays, no `.grad` changes, the graph can be used afterwards,
    and the report keeps no part of it alive. Whatever calling a function or a model changes is
    restored: buffers such as those of batch normalisation, modes, random numbers. Values that
    saved-tensor hooks or a checkpoint withhold are computed again, and their bytes count as if they
    were saved; with `score=True`, the bytes are those of the measured step.

    Args:
        loss: A model, which is called; or a tensor of ours or of PyTorch, or a function without
            arguments that computes it. Calls can be watched only with a model or a function: they
            show which module made each of PyTorch's nodes and where the path of a parameter ends,
            and most findings need them.
        *inputs: The inputs of the model; after a tensor or a function, the model.
        model: A module of ours or of PyTorch, which names the parameters.
        loss_fn: Computes the loss from the result of the model. Without it the loss is that result,
            if it is one number, or its entry or attribute `loss`; else the mean square of all
            results.
        optimizer: The optimizer of the model, to be compared with the parameters; several in a
            list, tuple or dict, if each loss has its own, as those of a generator and its critic.
        gradients: Whether to compute the gradients of the parameters for the report: for a model,
            yes unless you say otherwise. Without it the report shows those that `backward` left in
            `.grad`.
        findings: Whether to look for mistakes: in a model, yes unless you say otherwise. For
            this, calls of PyTorch's functions are watched.
        score: Whether to measure a step with its backward pass too, which `Report.page` and
            notebooks draw; a function is called again.
        eager: Whether parts that `torch.compile` has compiled run as they are written, so that the
            report sees their operations; else a compiled part is one node.
        steps: How many steps to check before reporting gradients or units of unusual size. With
            more than one, the loss is computed again with parameters that have moved by 0.001, as
            in Adam's first step, and only sizes that are still unusual are reported: many recipes
            start layers at zero. Afterwards the parameters are restored. With one, the sizes are
            reported as a note.
        **settings: The named inputs of the model.

    Returns:
        The report; print it, or show it in a notebook.

    Raises:
        TypeError: `loss` is not, and does not return, a tensor.
        RuntimeError: It has no history; or you asked for gradients, and it is not one number or
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
    return build(loss, model, optimizer, bool(gradients), bool(findings), score, eager, steps)


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
