"""Hooks around a module's forward, and `apply`: what PyTorch's hooks see and change."""

import pytest
import torch

import tapewalk as tw
from tapewalk import nn


class Scaled(nn.Module):
    def forward(self, x, by=2.0):
        return x * by


class TorchScaled(torch.nn.Module):
    def forward(self, x, by=2.0):
        return x * by


def story(module, tensor):
    """Return what hooks saw, and what came out, as each was added and removed."""
    told, x = [], tensor([3.0], requires_grad=True)

    def seen(name, change=None):
        def hook(_, *given):
            told.append((name, str([type(part).__name__ for part in given])))
            return change(*given) if change else None

        return hook

    handles = [
        module.register_forward_hook(seen("after")),
        module.register_forward_hook(seen("halved", lambda _, y: y / 2)),
        module.register_forward_hook(seen("first"), prepend=True),
        module.register_forward_hook(seen("named", lambda *_: None), with_kwargs=True),
        module.register_forward_pre_hook(seen("before", lambda given: given[0] + 1)),
        module.register_forward_pre_hook(seen("pair", lambda given: (given[0] * 10,))),
        module.register_forward_pre_hook(
            seen("more", lambda given, named: (given, {**named, "by": 7.0})), with_kwargs=True
        ),
    ]
    while handles:
        y = module(x, by=5.0)
        y.sum().backward()
        told.append((y.item(), x.grad.item()))
        x.grad = None
        handles.pop(len(handles) // 2).remove()
    told.append(module(x).item())
    return [str(part).replace("Tensor", "tensor") for part in told]


def test_hooks_see_and_change_what_pytorchs_do():
    assert story(Scaled(), tw.Tensor) == story(TorchScaled(), torch.tensor)


def test_a_hook_that_returns_no_pair_is_told():
    module = Scaled()
    module.register_forward_pre_hook(lambda *_: 3, with_kwargs=True)
    with pytest.raises(RuntimeError, match=r"tuple of \(new_args, new_kwargs\), but got 3"):
        module(tw.ones(1))


def test_a_trace_groups_what_hooks_compute_with_their_module():
    model = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
    model[0].register_forward_hook(lambda *given: given[-1] * 2)
    x = tw.ones(1, 2, requires_grad=True)
    loss = model(x).sum()
    groups = {node["op"]: node["group"] for node in tw.trace(loss)["nodes"]}
    assert groups["Mul"] == groups["Linear"] != groups["Tanh"]


def test_apply_goes_through_all_modules_the_outermost_last():
    def names(library):
        model = library.Sequential(library.Linear(2, 2), library.Sequential(library.Tanh()))
        seen = []
        assert model.apply(lambda module: seen.append(type(module).__name__)) is model
        return seen

    assert names(nn) == names(torch.nn)
