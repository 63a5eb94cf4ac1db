"""From a loss to its report."""

from __future__ import annotations

import gc
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from datetime import date
from functools import partial
from importlib import import_module
from typing import Any, Final

from tapewalk.graph.ledger import SavedBytes, saved_bytes
from tapewalk.graph.node import Node
from tapewalk.graph.reading import has_values, optimizers_in
from tapewalk.graph.sharding import reshard, unshard, whole_in
from tapewalk.inspect.attention import attention_cores
from tapewalk.inspect.gradients import Gradient, measured
from tapewalk.inspect.loss_graph import LossGraph
from tapewalk.inspect.parameters import listed, names_of
from tapewalk.inspect.report import Entry, Report
from tapewalk.inspect.residual import mark_residuals
from tapewalk.inspect.rules import Evidence, findings_in
from tapewalk.inspect.rules.activations import Dead
from tapewalk.inspect.structure import Structure
from tapewalk.inspect.untouched import untouched
from tapewalk.trace.format import Trace
from tapewalk.version import __version__

RATE: Final = 1e-3  # of the steps between two looks


def build(
    loss: object,
    model: object,
    optimizer: object,
    gradients: bool,
    findings: bool,
    score: bool,
    eager: bool,
    steps: int,
) -> Report:
    """Return the report on a loss; see `tapewalk.inspect`."""
    optimizers, step = optimizers_in(optimizer), None
    with _without_garbage_collection(), _resharded(model):
        read = partial(LossGraph, loss, model, findings)
        with untouched(model, eager):
            graph = read()
            # With hooks on saved tensors PyTorch would not notice that they were overwritten.
            if score and not graph.unreadable:
                step = _step(loss, model, optimizers)
                unshard(model)
        more = steps - 1 if findings and callable(loss) else 0
        whole = whole_in(optimizers, model)
        return _built(graph, model, whole, gradients, findings, step, read, more)


def _built(
    graph: LossGraph,
    model: object,
    optimizers: list[Any],
    gradients: bool,
    findings: bool,
    step: Trace | None,
    again: Callable[[], LossGraph],
    more: int,
) -> Report:
    nodes = graph.nodes
    structure = Structure(nodes, graph.custom, graph.results)
    inferred = mark_residuals(structure, graph.freed)
    named = names_of(model)
    # A graph with overwritten values can't be walked: the report says which they are.
    # Nor can one that an earlier step has freed in part, as a finding says.
    walks = not graph.unreadable and not (findings and graph.freed and graph.older)
    walks = walks and has_values(graph.root)
    # A checkpoint calls its part of the model again.
    with untouched(model) if gradients and walks else nullcontext():
        source, sizes, broken, computed = _gradients(graph, named, gradients and walks)
    looks = 1
    if gradients and walks and graph.engine == "torch":
        sizes, looks = _confirmed(graph, model, named, sizes, computed, again, more)
    del computed
    attention = attention_cores(structure, model)
    parameters = listed(nodes, named, graph.reasons(named), sizes)
    evidence = Evidence(
        model,
        optimizers,
        _number(graph.root),
        nodes,
        parameters,
        attention,
        tuple(sorted(graph.unreadable)),
        graph.older,
        graph.recorded,
        graph.numbers,
        None if broken is None else nodes[broken],
        graph.custom,
        looks,
    )
    depth, width = structure.depth_and_width
    saved, groups = _saved(nodes) if step is None or "failed" in step else _saved_in(step)
    return Report(
        engine=graph.engine,
        versions=_versions(graph.engine),
        device=str(graph.root.device) if graph.engine == "torch" else "cpu",
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
        saved=None if graph.freed else saved,
        groups=groups,
        freed=graph.freed,
        unreadable=evidence.unreadable,
        score=step,
        subject="" if model is None else type(model).__name__,
        made=date.today().isoformat(),
    )


def _saved(nodes: list[Node]) -> tuple[SavedBytes, dict[str, SavedBytes]]:
    """Return the bytes that all nodes save, and those that each part of the model saves."""
    groups: dict[str, list[Node]] = {}
    for node in nodes:
        if node.saved:
            groups.setdefault(node.group or "", []).append(node)
    return saved_bytes(nodes), {name: saved_bytes(part) for name, part in groups.items()}


def _saved_in(step: Trace) -> tuple[SavedBytes, dict[str, SavedBytes]]:
    """Return the same from a score, in which tensors that a checkpoint drops do not count.

    Memory that no node saves, such as the arguments of a checkpoint, belongs to the part of the
    model that ran when it was saved.
    """
    nodes, storages = step["nodes"], step["storages"]
    held = {at for at, piece in enumerate(storages) if piece["from"] < len(step["forward"])}
    entries = [
        (node["group"] or "", saved["storage"], saved["bytes"])
        for node in reversed(nodes)
        for saved in node["saved"]
        if saved["storage"] in held
    ]
    entries += [
        (nodes[storages[at]["node"]]["group"] or "", at, 0)
        for at in sorted(held)
        if storages[at].get("beside")
    ]

    def total(chosen: list[tuple[str, int, int]]) -> SavedBytes:
        own = [piece for at in {at for _, at, _ in chosen} for piece in [storages[at]]]
        return SavedBytes(
            sum(piece["bytes"] for piece in own if piece["of"] is None),
            sum(piece["bytes"] for piece in own if piece["of"] is not None),
            sum(size for _, at, size in chosen if storages[at]["of"] is None),
        )

    groups = {name: [e for e in entries if e[0] == name] for name, _, _ in entries}
    return total(entries), {name: total(part) for name, part in groups.items()}


def _step(loss: Any, model: Any, optimizers: list[Any]) -> Trace | None:
    """Return the score of a step, or `None` if its backward pass raises an error."""
    from tapewalk.trace.score import score

    if not callable(loss):
        raise TypeError(
            "score=True measures a step, so it needs a model or a function that computes the loss; "
            "got the loss itself. Usually a lambda is missing: inspect(lambda: …, model)."
        )
    try:
        return score(loss, model, optimizer=optimizers)
    except RuntimeError:
        return None


def _unknown(evidence: Evidence, gradients: str | None) -> tuple[str, ...]:
    """Return the names of the sentences on what could not be judged."""
    facts = {
        "no_optimizer": not evidence.optimizers and evidence.model is not None,
        "no_calls": not evidence.operations,
        "no_gradients": gradients is None,
    }
    return tuple(name for name, holds in facts.items() if holds)


def _entry(node: Node, op: str, category: str) -> Entry:
    memory = {saved.storage: saved for saved in node.saved}.values()
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
        sum(saved.storage_bytes for saved in memory if saved.of is None),
        sum(saved.storage_bytes for saved in memory if saved.of is not None),
    )


def _gradients(
    graph: LossGraph, named: Mapping[str, Any], compute: bool
) -> tuple[str | None, dict[str, Gradient], int | None, dict[str, Any]]:
    """Return the source of the gradients, their sizes, the node that broke them, and them."""
    weights = {name: tensor for name, (tensor, _) in named.items()}
    if compute:
        places = {id(node.variable) for node in graph.nodes if node.is_leaf}
        reached = {name: tensor for name, tensor in weights.items() if id(tensor) in places}
        gradients = dict(zip(reached, _computed(graph, list(reached.values())), strict=True))
        sizes = measured(gradients, weights, graph.nodes)
        finite = all(math.isfinite(size.largest) for size in sizes.values())
        broken = None if finite else _broken(graph, list(reached.values()))
        return "computed", sizes, broken, gradients
    gradients = {name: tensor.grad for name, tensor in weights.items() if tensor.grad is not None}
    return ("grad" if gradients else None), measured(gradients, weights, graph.nodes), None, {}


def _confirmed(
    graph: LossGraph,
    model: object,
    named: Mapping[str, Any],
    sizes: dict[str, Gradient],
    gradients: dict[str, Any],
    again: Callable[[], LossGraph],
    more: int,
) -> tuple[dict[str, Gradient], int]:
    """Return the sizes without the marks that the next steps remove, and the number of looks.

    Recipes start layers at zero or close to it. Their gradients, and those of the layers before
    them, have other sizes after the first step. A model without a mark gets no second look.
    """
    looks = 1
    calls = [] if graph.recorded is None else graph.recorded.operations
    with ExitStack() as moved:
        while looks <= more and _are_out_of_line(sizes, calls):
            moved.enter_context(_moved(named, gradients))
            with untouched(model):
                graph = again()
                if graph.unreadable or not has_values(graph.root):
                    break
                _, later, _, gradients = _gradients(graph, named, True)
            looks += 1
            for name, size in sizes.items():
                if size.mark != "nan" and name in later and later[name].mark != size.mark:
                    sizes[name] = size._replace(mark=None)
            seconds = [] if graph.recorded is None else graph.recorded.operations
            if [call.name for call in calls] == [call.name for call in seconds]:
                for call, second in zip(calls, seconds, strict=True):
                    if call.silent is not None and second.silent is not None:
                        call.silent = min(call.silent, second.silent)
    return sizes, looks


def _are_out_of_line(sizes: Mapping[str, Gradient], calls: Iterable[Any]) -> bool:
    marked = any(size.mark not in (None, "nan") for size in sizes.values())
    return marked or any((call.silent or 0) >= Dead.threshold for call in calls)


@contextmanager
def _moved(named: Mapping[str, Any], gradients: dict[str, Any]) -> Iterator[None]:
    """Move parameters in this block as the first step of Adam would, at its usual rate.

    Other memory takes the place of theirs, so that no graph that has saved them notices. The
    gradients are used up.
    """
    before = [(named[name][0], named[name][0].data) for name in gradients]
    for tensor, old in before:
        gradient = gradients.pop(next(iter(gradients)))
        sign = (gradient.to_dense() if gradient.is_sparse else gradient).sgn()
        tensor.data = sign.mul_(-RATE).add_(old)
    try:
        yield
    finally:
        for tensor, old in before:
            tensor.data = old


def _computed(graph: LossGraph, leaves: list[Any]) -> list[Any]:
    shape = tuple(graph.root.shape)
    if math.prod(shape) != 1:
        raise RuntimeError(
            f"gradients=True needs a loss that is one number, got shape {shape}. Usually a mean() "
            "or sum() is missing."
        )
    if not leaves:
        return []
    if graph.freed:
        raise RuntimeError(
            "gradients=True needs a graph, and backward() has freed this one: pass "
            "retain_graph=True to backward(), or leave out gradients=True: the gradients that "
            "backward() left in .grad are in the report anyway."
        )
    if graph.engine == "torch":
        from tapewalk.graph.torch_backward import run

        with _compiled_backward_runs_once() if graph.is_own else nullcontext():
            found = run(graph.root, leaves)
        unshard(graph.model)  # FSDP2 shares a module out when its gradients are complete
        return found
    from tapewalk.engine import backward

    start = [(graph.root, graph.root._start(None))]
    gradients = backward.run(start, retain_graph=True, wanted=leaves, hooks=False)
    return [gradients[backward.place(leaf)] for leaf in leaves]


@contextmanager
def _compiled_backward_runs_once() -> Iterator[None]:
    """Let compiled parts run backward in this block, although they write over what they saved."""
    if "torch._dynamo" not in sys.modules:
        yield
        return
    import torch._functorch.config as config

    with config.patch(donated_buffer=False):
        yield


def _broken(graph: LossGraph, leaves: list[Any]) -> int | None:
    """Return the position of the first node that sent numbers that are not finite.

    Looking at every gradient takes longer than computing it, so this is a second walk. A compiled
    part can't be walked again.
    """
    if graph.engine != "torch" or any(n.name == "CompiledFunctionBackward" for n in graph.nodes):
        return None
    from tapewalk.graph.torch_backward import run
    from tapewalk.inspect.operations import is_finite

    def all_finite(tensors: Iterable[Any]) -> bool:
        return all(is_finite(tensor) for tensor in tensors if tensor is not None)

    broken: list[Any] = []

    def observe(node: Any, given: list[Any], sent: tuple[Any, ...]) -> None:
        if not broken and all_finite(given) and not all_finite(sent):
            broken.append(node)

    run(graph.root, leaves, observe)
    return graph.position(broken[0]) if broken else None


def _number(root: Any) -> float | None:
    """Return the entry of a tensor, `None` if it has none or several."""
    if math.prod(root.shape) != 1 or not has_values(root):
        return None
    value = root.detach().item()
    return float(value) if isinstance(value, (int, float)) else None


def _versions(engine: str) -> dict[str, str]:
    other = "torch" if engine == "torch" else "numpy"
    return {"tapewalk": __version__, other: str(import_module(other).__version__)}


@contextmanager
def _resharded(model: object) -> Iterator[None]:
    reshard(model)
    try:
        yield
    finally:
        reshard(model)


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Switch garbage collection off in this block: it would visit all nodes again and again."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
