"""The measurement of a step of our own engine."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tapewalk.engine import backward
from tapewalk.engine.function import Function
from tapewalk.engine.observing import observing
from tapewalk.graph.reading import Storages, nodes, oldest_first
from tapewalk.graph.tensor_graph import TensorGraph
from tapewalk.tensor.tensor import Tensor
from tapewalk.trace.places import Places
from tapewalk.trace.score_parts import Cost, Extra, Run


def run(loss: Callable[[], Any], model: Any = None, norms: bool = False) -> Run | None:
    """Return the measurements of one step, or `None` if the result is another engine's.

    Args:
        loss: Computes the loss.
        model: A module, or `None`.
        norms: Whether to measure the norms of incoming gradients.

    Raises:
        TypeError: The function does not return a tensor.
        RuntimeError: Its result has no history, or is not one number.
    """
    places, lines = Places(), dict[Function, "tuple[int, int] | None"]()
    made: dict[Function, Cost] = {}

    def recorded(node: Function, operands: Any, result: Any) -> None:
        lines[node] = places.here()
        made[node] = Cost(0 if node.view else _bytes((*operands, result)))

    with observing(recorded):
        root = loss()
    if not isinstance(root, Tensor):
        if hasattr(root, "grad_fn"):
            return None
        raise TypeError(
            f"the function to measure returned {root!r:.80} of type {type(root).__name__}, not a "
            "tensor. Usually a return is missing, or a loss_fn."
        )
    start = [(root, root._start(None))]
    graph = TensorGraph(root, model)
    order = oldest_first(graph)
    positions = {key: at for at, key in enumerate(order)}
    frames, held_back, segments = _checkpoints(order, positions)
    storages = Storages(graph, graph.parameters)
    found = list(nodes(graph, order, graph.parameters, storages=storages))
    leaves = [key for key in order if isinstance(key, Tensor)]
    gradients: dict[int, int] = {}
    sizes: dict[Any, float] = {}

    read: dict[Any, Cost] = {}

    def arrived(node: Any, grad: Any, grads: Any) -> None:
        read[node] = Cost(0 if node.view else _bytes((grad, *(node.saved or ()), *grads)))
        if norms:
            sizes[node] = _norm(grad)

    received = backward.run(start, wanted=leaves, hooks=False, observe=arrived)
    for leaf in leaves:
        if leaf in received:
            gradients[positions[leaf]] = received[leaf].nbytes
            if norms:
                sizes[leaf] = _norm(received[leaf])
    extras = []
    for frame, segment in enumerate(segments):
        first = min(node.number for ref in segment.nodes if (node := ref()) is not None)
        for argument in segment.arguments:
            if isinstance(argument, (Tensor, np.ndarray)):
                piece = storages.saved(None, argument)
                about = (piece.storage_bytes, piece.of, piece.storage)
                extras.append(Extra(*about, number=first - 1, frame=frame))
    costs = {positions[key]: cost for key, cost in made.items() if key in positions}
    return Run(
        engine="tensor",
        versions={"numpy": np.__version__},
        nodes=found,
        numbers=[math.inf if isinstance(key, Tensor) else key.number for key in order],
        forward=[at for at, node in enumerate(found) if not node.is_leaf],
        backward=[positions[key] for key in graph.order],
        frames=frames,
        held_back=held_back,
        extras=extras,
        places={positions[key]: place for key, place in lines.items() if key in positions},
        source=places.listed(),
        gradients=gradients,
        made=costs,
        again=costs,
        read=[read.get(key, Cost()) for key in graph.order],
        norms=[sizes.get(key) for key in graph.order] if norms else None,
    )


def _bytes(values: Any) -> int:
    """Return the bytes of the arrays among some values."""
    arrays = [getattr(value, "_data", value) for value in values]
    return sum(array.nbytes for array in arrays if isinstance(array, np.ndarray))


def _norm(grad: Any) -> float:
    return float(np.linalg.norm(np.asarray(grad, dtype=np.float64)))


def _checkpoints(
    order: list[Any], positions: dict[Any, int]
) -> tuple[list[list[int]], dict[int, int], list[Any]]:
    """Return the checkpoints of a graph before anything is recomputed.

    Returns:
        For each checkpoint the positions of the nodes that it recomputes; the checkpoint of each
        node whose saved values were dropped, by position; the checkpoints themselves.
    """
    frames: list[list[int]] = []
    held_back: dict[int, int] = {}
    segments: list[Any] = []
    for key in order:
        segment = None if isinstance(key, Tensor) else key.segment
        if segment is None:
            continue
        if segment not in segments:
            segments.append(segment)
            inside = [ref() for ref in segment.nodes]
            frames.append([positions[node] for node in inside if node in positions])
        held_back[positions[key]] = segments.index(segment)
    return frames, held_back, segments
