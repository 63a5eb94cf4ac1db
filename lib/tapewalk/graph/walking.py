"""The walk along a graph of tensors, ours or PyTorch's, in the order of its backward pass."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

from tapewalk.graph.node import Node
from tapewalk.graph.reading import Graph, engines, nodes


def walk(loss: Any, model: Any = None) -> Iterator[Node]:
    """Yields every node of the graph behind `loss`, in the order in which `backward` runs them.

    The walk reads: no backward pass runs, no hook is called, and the graph can be used after it.
    It holds on to the graph until it ends.

    Args:
        loss: A tensor of ours or of PyTorch, or a function that computes it. PyTorch's nodes
            don't know their module: groups need the function, and the model.
        model: A module of ours or of PyTorch: its parameters get their names, its parts become
            groups.

    Returns:
        An iterator of nodes.

    Raises:
        TypeError: `loss` is, or returns, nothing whose graph has nodes.
        RuntimeError: The tensor has no history, or `backward` has already freed it; the second
            is raised at the first node that has something to show and can't.

    Example:
        >>> from tapewalk import Tensor
        >>> x = Tensor([1.0, 2.0], requires_grad=True)
        >>> for node in walk((x * x).sum()):
        ...     print(node.position, node.name, node.shape, node.next_functions)
        0 SumBackward () (1,)
        1 MulBackward (2,) (2, 2)
        2 AccumulateGrad (2,) ()
    """
    graph = _graph(loss, model)
    return nodes(graph, graph.order, graph.parameters)


def _graph(loss: Any, model: Any) -> Graph:
    # Imported here: the scalar engine needs neither NumPy nor PyTorch, ours not PyTorch.
    calls: list[tuple[int, int, str]] = []
    root = loss
    if callable(loss):
        watched: Any = nullcontext(calls)
        if "torch" in engines(model):
            from tapewalk.graph.torch_graph import module_calls

            watched = module_calls(model)
        with watched as calls:
            root = loss()
    if "torch" in engines(root) and hasattr(root, "grad_fn"):
        from tapewalk.graph.torch_graph import TorchGraph

        return TorchGraph(root, model, calls)
    if "tapewalk" in engines(root) and hasattr(root, "grad_fn"):
        from tapewalk.graph.tensor_graph import TensorGraph

        return TensorGraph(root, model)
    raise TypeError(
        f"walk() follows the graph behind a tensor, got {root!r} of type {type(root).__name__}. "
        "Usually a return is missing, or a number was taken out with item(); tape() does the "
        "same for a Value."
    )
