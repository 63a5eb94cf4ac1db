"""The walk through a graph of tensors, ours or PyTorch's, in the order of its backward pass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tapewalk.graph.node import Node
from tapewalk.graph.reading import Graph, engines, nodes


def walk(loss: Any, model: Any = None) -> Iterator[Node]:
    """Yield every node of the graph of `loss`, in the order in which `backward` runs them.

    The walk only reads: it runs no backward pass and calls no hook, and the graph can be used
    afterwards. It keeps the graph alive until it ends.

    Args:
        loss: A tensor of ours or of PyTorch, or a function that computes it. PyTorch's nodes
            don't know their module, so groups need the function and the model.
        model: A module of ours or of PyTorch, for the names of parameters and groups.

    Returns:
        An iterator of nodes.

    Raises:
        TypeError: `loss` is, or returns, something without a graph.
        RuntimeError: The tensor has no history, or `backward` has already freed its graph. The
            latter is raised at the first node whose saved tensors can't be read.

    Example:
        >>> from tapewalk import Tensor
        >>> x = Tensor([1.0, 2.0], requires_grad=True)
        >>> for node in walk((x * x).sum()):
        ...     print(node.position, node.name, node.shape, node.next_functions)
        0 SumBackward () (1,)
        1 MulBackward (2,) (2, 2)
        2 AccumulateGrad (2,) ()
    """
    calls: list[tuple[int, int, str]] = []
    if callable(loss) and "torch" in engines(model):
        from tapewalk.graph.recording import Recorder

        with Recorder(model) as recorder:
            root = loss()
        calls = recorder.calls
    else:
        root = loss() if callable(loss) else loss
    graph = graph_of(root, model, calls)
    if graph is None:
        raise TypeError(
            f"walk() follows the graph behind a tensor, got {root!r} of type "
            f"{type(root).__name__}. Usually a return is missing, or a number was taken out with "
            "item(); tape() does the same for a Value."
        )
    return nodes(graph, graph.order, graph.parameters)


def graph_of(root: Any, model: Any, calls: Iterable[tuple[int, int, str]]) -> Graph | None:
    """Return the graph of a tensor of ours or of PyTorch, `None` for anything else.

    Args:
        root: The tensor.
        model: A module of ours or of PyTorch, or `None`.
        calls: What a `Recorder` noted while PyTorch computed the tensor.
    """
    # Imported here: the scalar engine needs neither NumPy nor PyTorch, our tensors no PyTorch.
    homes = engines(root) if hasattr(root, "grad_fn") else set()
    if "torch" in homes:
        from tapewalk.graph.torch_graph import TorchGraph

        return TorchGraph(root, model, calls)
    if "tapewalk" in homes:
        from tapewalk.graph.tensor_graph import TensorGraph

        return TensorGraph(root, model)
    return None
