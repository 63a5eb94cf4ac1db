"""The order of the walk is the one in which each engine's backward pass really runs."""

import numpy as np
import pytest
import torch

import tapewalk
from tapewalk import Tensor, walk
from tests.tapewalk.test_walk import passes


def executed(root):
    """Return the nodes of a PyTorch graph in the order in which its engine runs them."""
    order, stack, handles = [], [root.grad_fn], {}
    while stack:
        node = stack.pop()
        if node is not None and node not in handles:
            handles[node] = node.register_prehook(lambda _, node=node: order.append(node))
            stack.extend(n for n, _ in node.next_functions)
    root.backward(retain_graph=True)
    for handle in handles.values():
        handle.remove()
    return [(node.name().rpartition("::")[2], getattr(node, "variable", None)) for node in order]


def branches():
    x = torch.ones(2, 3, requires_grad=True)
    y = x.exp()
    a, b = (y * x).unbind(0)
    return (a.sin() + b.cos() * a + (x[0] * y[1]).tanh()).sum() * x.sum()


def older_branch_last():
    x, y = torch.ones(3, requires_grad=True), torch.ones(3, requires_grad=True)
    old, new = (x * 2).exp(), y * x
    for _ in range(5):
        new = new.sin()
    return (new + old + old * new).sum()


def graph_of_a_gradient():
    x = torch.ones(3, requires_grad=True)
    (slope,) = torch.autograd.grad((x.exp() * x).sum(), x, create_graph=True)
    return (slope * x).sum()


@pytest.mark.parametrize(
    "program",
    [
        lambda: passes()[1][1](),
        lambda: passes(fused=True)[1][1](),
        branches,
        older_branch_last,
        graph_of_a_gradient,
    ],
    ids=["mini-gpt", "fused", "branches", "older branch last", "gradient"],
)
def test_walk_order_equals_pytorch_engine(program):
    root = program()
    walked = [(node.name, node.variable) for node in walk(root)]
    ran = executed(root)
    assert [name for name, _ in walked] == [name for name, _ in ran]
    assert all(a is b for (_, a), (_, b) in zip(walked, ran, strict=True))


@pytest.mark.parametrize("shared", [False, True])
def test_walk_order_equals_tapewalk_engine(shared):
    (model, loss), _ = passes()
    if shared:
        model.head.weight = model.token_embedding.weight
    root, ran = loss(), []
    handles = [p.register_hook(lambda _, p=p: ran.append(p)) for p in model.parameters()]
    walked = list(walk(root, model))
    tapewalk.engine.backward.run(
        [(root, np.ones((), np.float32))],
        wanted=list(model.parameters()),
        observe=lambda node, *_: ran.append(node),
    )
    for handle in handles:
        handle.remove()
    assert [n.name for n in walked] == [
        "AccumulateGrad" if isinstance(place, Tensor) else place.name() for place in ran
    ]
    assert all(n.variable is p for n, p in zip(walked, ran, strict=True) if n.is_leaf)
