"""The walk: both engines' graphs in the order their backward passes run them."""

import gc
import subprocess
import sys
import weakref
from collections import Counter

import pytest
import torch

from tapewalk import Tensor, Value, nn, walk
from tapewalk.graph.groups import Calls
from tests.tapewalk.test_mini_gpt import text, twins

# PyTorch's graph of the mini-GPT with one text of 8 tokens, leaves aside, and its two blocks'.
OPERATIONS = {
    **{"View": 35, "Addmm": 13, "T": 13, "Transpose": 10, "Expand": 8, "Add": 7},
    **{"ReshapeAlias": 6, "UnsafeView": 6, "NativeLayerNorm": 5, "Bmm": 4, "Embedding": 2},
    **{"Mul": 2, "Softmax": 2, "Gelu": 2, "Clone": 2, "LogSoftmax": 1, "NllLoss": 1},
}
BOTH = pytest.mark.parametrize("of", [Tensor, torch.tensor], ids=["tapewalk", "torch"])


def passes(**sizes):
    """Return both twins, each with a function that computes its loss."""
    ours, theirs = twins(**sizes)
    tokens, targets = text()
    given = torch.tensor(tokens), torch.tensor(targets)
    return (ours, lambda: ours(tokens, targets)), (theirs, lambda: theirs(*given))


def counted(nodes):
    return Counter(node.op for node in nodes if not node.is_leaf)


def test_pytorch_graph_of_the_mini_gpt():
    _, (model, loss) = passes()
    nodes = list(walk(loss(), model))
    since_2_15 = OPERATIONS | {"View": 22, "UnsafeView": 19}  # 13 products give their result so
    assert counted(nodes) in (OPERATIONS, since_2_15) and sum(OPERATIONS.values()) == 119
    assert [n.label for n in nodes if n.is_leaf].count(None) == 0
    assert {n.label for n in nodes if n.is_leaf} == {name for name, _ in model.named_parameters()}
    last = ["Add", "Embedding", "AccumulateGrad", "Embedding", "AccumulateGrad"]
    assert [n.op for n in nodes[-5:]] == last
    assert [n.label for n in nodes[-3::2]] == [
        "position_embedding.weight",
        "token_embedding.weight",
    ]
    assert nodes[0].name == "NllLossBackward0" and nodes[0].shape == ()
    assert (nodes[1].shape, nodes[1].dtype) == ((8, 512), "float32")


def test_tapewalk_graph_of_the_mini_gpt():
    (model, loss), _ = passes()
    nodes = list(walk(loss(), model))
    assert counted(nodes) == {
        **{"Linear": 13, "Transpose": 10, "Reshape": 9, "Add": 7, "LayerNorm": 5, "MatMul": 4},
        **{"Embedding": 2, "Mul": 2, "Softmax": 2, "GELU": 2, "CrossEntropy": 1},
    }
    assert {n.label for n in nodes if n.is_leaf} == {name for name, _ in model.named_parameters()}
    shapes = {n.op: n.shape for n in nodes}
    assert shapes["Softmax"] == (1, 4, 8, 8) and shapes["CrossEntropy"] == ()


def test_groups_are_the_same_in_both_engines():
    (ours, our_loss), (theirs, their_loss) = passes()
    groups = [
        {node.group for node in walk(loss, model)}
        for loss, model in ((our_loss, ours), (their_loss, theirs))
    ]
    assert groups[0] == groups[1] > {None, "blocks 0 / attention / q", "ln", "head"}
    sums = [n.group for n in walk(their_loss, theirs) if n.op == "Add"]
    assert sums[-1] is None and sorted(sums[:-1]) == sorted(
        [*["blocks 0"] * 2, *["blocks 1"] * 2, "blocks 0 / attention", "blocks 1 / attention"]
    )
    assert {n.group for n in walk(their_loss()) if not n.is_leaf} == {None}
    assert {n.group for n in walk(our_loss(), ours)} == groups[0]


@BOTH
def test_nodes_list_parents_by_slot(of):
    x, y = of([1.0, 2.0], requires_grad=True), of([3.0, 4.0])
    nodes = list(walk((x * y + x).sum()))
    assert [n.position for n in nodes] == list(range(4))
    assert [n.next_functions for n in nodes] == [(1,), (2, 3), (3, None), ()]
    assert [n.shape for n in nodes] == [(), (2,), (2,), (2,)]
    assert {n.dtype for n in nodes} == {"float32"} and nodes[3].variable is x
    assert nodes[2].op == "Mul" and [s.shape for s in nodes[2].saved] == [(2,)]


@BOTH
def test_walk_of_leaf_function_and_no_history(of):
    x = of(2.0, requires_grad=True)
    (node,) = walk(x)
    assert (node.name, node.shape, node.is_leaf) == ("AccumulateGrad", (), True)
    assert [n.op for n in walk(lambda: x * x)] == ["Mul", "AccumulateGrad"]
    for cut in (of(2.0), (x * 2).detach()):
        with pytest.raises(RuntimeError, match="does not have a grad_fn: there is no graph"):
            walk(cut)


@pytest.mark.parametrize(
    "other",
    [Value(2.0) * 3, 3.0, None, lambda: None],
    ids=["Value", "float", "None", "function of nothing"],
)
def test_walk_refuses_other_objects(other):
    with pytest.raises(TypeError, match=r"walk\(\) follows the graph behind a tensor, got"):
        walk(other)


@BOTH
def test_freed_graph_names_the_node(of):
    x = of([1.0, 2.0], requires_grad=True)
    loss = (x.exp() * 2).sum()
    loss.backward(retain_graph=True)
    assert len(list(walk(loss))) == 4
    loss.backward()
    with pytest.raises(RuntimeError, match=r"^MulBackward0? has freed .* retain_graph=True"):
        list(walk(loss))
    kept = (x + 1).sum()  # saved nothing, so there is nothing to free
    kept.backward()
    assert [n.op for n in walk(kept)] == ["Sum", "Add", "AccumulateGrad"]


@BOTH
def test_deep_graphs_are_walked_without_recursion(of):
    x = of([1.0], requires_grad=True)
    y = x
    gc.disable()  # half the time would be its
    try:
        for _ in range(100_000):
            y = y * 1.0
        assert sum(1 for _ in walk(y)) == 100_001
        del y  # overflows the stack if it is left to PyTorch
    finally:
        gc.enable()
    gc.collect()


@BOTH
def test_walk_does_not_keep_the_graph_alive(of):
    gc.disable()
    try:
        x = of([1.0], requires_grad=True)
        y = x.exp()
        seen_nodes = list(walk((y * y).sum()))
        loss = (y * y).sum()
        unfinished = walk(loss)
        next(unfinished)
        seen_nodes += list(walk(loss))
        graph = weakref.ref(loss), weakref.ref(y)
        del loss, y, unfinished
        assert [ref() for ref in graph] == [None, None] and seen_nodes
    finally:
        gc.enable()


def test_calls_that_overlap_are_nested():
    calls = Calls([(0, 5, "a"), (2, 5, "a.b"), (6, 9, "c"), (7, 12, "c.d")])
    assert calls.around(2) == ("a",) and calls.around(5) == ("a", "a.b")
    assert calls.around(6) == () and calls.around(9) == calls.around(12) == ("c", "c.d")
    assert calls.around(13) == () and Calls([]).around(1) == ()


def test_graph_package_imports_no_numpy():
    code = "import sys, tapewalk.graph; sys.exit('numpy' in sys.modules or 'torch' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_module_outside_the_model_keeps_its_name():
    layer, model = nn.Linear(2, 2), nn.Linear(2, 2)
    nodes = list(walk(layer(model(Tensor([[1.0, 2.0]]))).sum(), model))
    assert [n.group for n in nodes if n.op == "Linear"] == ["Linear", None]
