"""How a report is made."""

from __future__ import annotations

import gc
import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from importlib import import_module
from typing import Any

from tapewalk.graph.ledger import saved_bytes
from tapewalk.graph.node import Node
from tapewalk.inspect.attention import attention_cores
from tapewalk.inspect.findings import Entry
from tapewalk.inspect.gradients import Gradient, measured
from tapewalk.inspect.parameters import listed, names_of
from tapewalk.inspect.reading import Reading
from tapewalk.inspect.report import Report
from tapewalk.inspect.residual import mark_residuals
from tapewalk.inspect.rules import Evidence, findings_in
from tapewalk.inspect.structure import Structure
from tapewalk.inspect.untouched import untouched
from tapewalk.version import __version__


def build(
    loss: object,
    model: object,
    optimizer: object,
    gradients: bool,
    findings: bool,
    trace: bool,
    score: bool,
    eager: bool,
) -> Report:
    """Returns the report on a loss; see `tapewalk.inspect`."""
    with _without_garbage_collection():
        drawn = measured_step = None
        with untouched(model, eager) if callable(loss) else nullcontext():
            if trace:
                from tapewalk.trace.tracing import trace as traced

                drawn = traced(loss, model=model)
            reading = Reading(loss, model, findings)
            # With hooks on what is saved PyTorch would not notice that it was written over.
            if score and not reading.unreadable:
                measured_step = _step(loss, model, optimizer)
        return _built(reading, model, optimizer, gradients, findings, drawn, measured_step)


def _built(
    reading: Reading,
    model: object,
    optimizer: object,
    gradients: bool,
    findings: bool,
    drawn: object,
    step: object,
) -> Report:
    nodes = reading.nodes
    structure = Structure(nodes, reading.custom, reading.results)
    inferred = mark_residuals(structure, reading.freed)
    named = names_of(model)
    # A graph whose values were written over can't be walked: the report says which.
    # Nor can one that a former step has freed in part, as its finding says.
    walks = not reading.unreadable and not (findings and reading.freed and reading.older)
    source, sizes, broken = _gradients(reading, named, gradients and walks)
    attention = attention_cores(structure, model)
    parameters = listed(nodes, named, reading.reasons(named), sizes)
    evidence = Evidence(
        model,
        optimizer,
        _number(reading.root),
        nodes,
        parameters,
        attention,
        tuple(sorted(reading.unreadable)),
        reading.older,
        reading.watched,
        reading.numbers,
        None if broken is None else nodes[broken],
    )
    depth, width = structure.depth_and_width
    groups: dict[str, list[Node]] = {}
    for node in nodes:
        if node.saved:
            groups.setdefault(node.group or "", []).append(node)
    return Report(
        engine=reading.engine,
        versions=_versions(reading.engine),
        device=str(reading.root.device) if reading.engine == "torch" else "cpu",
        value=evidence.value,
        findings=findings_in(evidence) if findings else (),
        unknown=_unknown(evidence, source) if findings else None,
        nodes=tuple(map(_entry, nodes, structure.ops, structure.categories)),
        depth=depth,
        width=width,
        inferred=tuple(sorted(inferred)),
        attention=attention,
        parameters=parameters,
        with_model=model is not None,
        gradients=source,
        saved=None if reading.freed else saved_bytes(nodes),
        groups={name: saved_bytes(part) for name, part in groups.items()},
        freed=reading.freed,
        unreadable=evidence.unreadable,
        trace=drawn,
        score=step,
    )


def _step(loss: Any, model: Any, optimizer: Any) -> object:
    """Returns the score of a step, or `None` where its backward pass refuses to run."""
    from tapewalk.trace.score import score

    if not callable(loss):
        raise TypeError(
            "score=True measures a step, so it needs a model or a function that computes the loss; "
            "got the loss itself. Usually a lambda is missing: inspect(lambda: …, model)."
        )
    try:
        return score(loss, model, optimizer=optimizer)
    except RuntimeError:
        return None


def _unknown(evidence: Evidence, gradients: str | None) -> tuple[str, ...]:
    """Returns what could not be judged, by the names of the sentences that say so."""
    facts = {
        "no_optimizer": evidence.optimizer is None and evidence.model is not None,
        "no_calls": not evidence.operations,
        "no_gradients": gradients is None,
    }
    return tuple(name for name, holds in facts.items() if holds)


def _entry(node: Node, op: str, category: str) -> Entry:
    activations = parameters = 0
    if len(node.saved) == 1:  # the ledger takes its time
        (saved,) = node.saved
        if saved.of is None:
            activations = saved.storage_bytes
        else:
            parameters = saved.storage_bytes
    elif node.saved:
        activations, parameters, _ = saved_bytes([node])
    return Entry(
        node.position,
        node.name,
        op,
        category,
        node.shape,
        node.dtype,
        node.group,
        node.label,
        node.next_functions,
        activations,
        parameters,
    )


def _gradients(
    reading: Reading, named: Mapping[str, Any], compute: bool
) -> tuple[str | None, dict[str, Gradient], int | None]:
    """Returns where gradients are from, how large each is, and which node broke them."""
    weights = {name: tensor for name, (tensor, _) in named.items()}
    if compute:
        places = {id(node.variable) for node in reading.nodes if node.is_leaf}
        reached = {name: tensor for name, tensor in weights.items() if id(tensor) in places}
        computed, broken = _computed(reading, list(reached.values()))
        gradients = dict(zip(reached, computed, strict=True))
        return "computed", measured(gradients, weights), broken
    gradients = {name: tensor.grad for name, tensor in weights.items() if tensor.grad is not None}
    return ("grad" if gradients else None), measured(gradients, weights), None


def _computed(reading: Reading, leaves: list[Any]) -> tuple[list[Any], int | None]:
    """Returns the gradients of leaves, and the position of the first node that broke them."""
    shape = tuple(reading.root.shape)
    if math.prod(shape) != 1:
        raise RuntimeError(
            f"gradients=True needs a loss that is one number, got shape {shape}. Usually a mean() "
            "or sum() is missing."
        )
    if not leaves:
        return [], None
    if reading.freed:
        raise RuntimeError(
            "gradients=True needs a graph, and backward() has freed this one: pass "
            "retain_graph=True to backward(), or leave gradients=True out: the gradients that "
            "backward() left in .grad are in the report anyway."
        )
    if reading.engine == "torch":
        return _computed_torch(reading, leaves)
    from tapewalk.engine import backward

    start = [(reading.root, reading.root._start(None))]
    gradients = backward.run(start, retain_graph=True, wanted=leaves, hooks=False)
    return [gradients[backward.place(leaf)] for leaf in leaves], None


def _computed_torch(reading: Reading, leaves: list[Any]) -> tuple[list[Any], int | None]:
    from tapewalk.graph.torch_backward import run
    from tapewalk.inspect.torch_watch import is_finite

    def all_finite(tensors: Iterable[Any]) -> bool:
        return all(is_finite(tensor) for tensor in tensors if tensor is not None)

    computed = run(reading.root, leaves)
    if all_finite(computed):
        return computed, None
    broken: list[Any] = []

    def observe(node: Any, given: list[Any], sent: tuple[Any, ...]) -> None:
        if not broken and all_finite(given) and not all_finite(sent):
            broken.append(node)

    # Walked again to find where: looking at every gradient takes longer than computing it.
    run(reading.root, leaves, observe)
    return computed, reading.position(broken[0]) if broken else None


def _number(root: Any) -> float | None:
    """Returns a tensor with one entry as a number, `None` of others and of empty ones."""
    if math.prod(root.shape) != 1 or getattr(root, "is_meta", False):
        return None
    value = root.detach().item()
    return float(value) if isinstance(value, (int, float)) else None


def _versions(engine: str) -> dict[str, str]:
    other = "torch" if engine == "torch" else "numpy"
    return {"tapewalk": __version__, other: str(import_module(other).__version__)}


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Makes no search for garbage in this block: it would go through all nodes again and again."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
