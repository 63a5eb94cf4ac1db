"""Hooks of modules, and `apply`, against PyTorch's."""

import numpy as np
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
    """Return the arguments of hooks and the results as hooks are added and removed."""
    log, x = [], tensor([3.0], requires_grad=True)

    def seen(name, change=None):
        def hook(_, *given):
            log.append((name, str([type(part).__name__ for part in given])))
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
        log.append((y.item(), x.grad.item()))
        x.grad = None
        handles.pop(len(handles) // 2).remove()
    log.append(module(x).item())
    return [str(part).replace("Tensor", "tensor") for part in log]


def test_forward_hooks_run_as_in_pytorch():
    assert story(Scaled(), tw.Tensor) == story(TorchScaled(), torch.tensor)


def test_hook_without_a_pair_is_refused():
    module = Scaled()
    module.register_forward_pre_hook(lambda *_: 3, with_kwargs=True)
    with pytest.raises(RuntimeError, match=r"tuple of \(new_args, new_kwargs\), but got 3"):
        module(tw.ones(1))


def test_trace_groups_hooks_with_their_module():
    model = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
    model[0].register_forward_hook(lambda *given: given[-1] * 2)
    x = tw.ones(1, 2, requires_grad=True)
    loss = model(x).sum()
    groups = {node["op"]: node["group"] for node in tw.trace(loss)["nodes"]}
    assert groups["Mul"] == groups["Linear"] != groups["Tanh"]


def test_apply_visits_the_outermost_module_last():
    def names(library):
        model = library.Sequential(library.Linear(2, 2), library.Sequential(library.Tanh()))
        seen = []
        assert model.apply(lambda module: seen.append(type(module).__name__)) is model
        return seen

    assert names(nn) == names(torch.nn)


class Pair(nn.Module):
    def forward(self, x, y, by=2.0):
        return x * y * by, x + 1


class TorchPair(torch.nn.Module):
    forward = Pair.forward


def rounded(gradients):
    return [None if g is None else np.asarray(g).round(5).tolist() for g in gradients]


def gradients(module, tensor):
    """Return the arguments of backward hooks, and the gradients."""
    log = []

    def seen(_, by_inputs, by_results):
        log.append((len(by_inputs), rounded(by_inputs + by_results)))

    handles = [module.register_full_backward_hook(seen)]
    handles.append(module.register_full_backward_hook(lambda m, into, out: (into[0] * 10, into[1])))
    handles.append(module.register_full_backward_hook(seen))
    for use in (lambda p, s: (p * s).sum(), lambda p, s: p.sum(), lambda p, s: (s * s).sum()):
        for wanted in ((True, True), (True, False), (False, True)):
            x, y = (
                tensor(numbers, requires_grad=needed)
                for numbers, needed in zip(([1.0, 2.0], [3.0, 4.0]), wanted, strict=True)
            )
            product, moved = module(x, y, by=3.0)
            loss = use(product, moved)
            if loss.requires_grad:
                loss.backward()
            log.append(rounded([x.grad, y.grad]))
    for handle in handles:
        handle.remove()
    return log


def test_backward_hooks_run_as_in_pytorch():
    assert gradients(Pair(), tw.Tensor) == gradients(TorchPair(), torch.tensor)


@pytest.mark.filterwarnings("ignore:Full backward hook is firing")
def test_backward_hooks_of_nested_modules():
    def story(library, tensor):
        log = []
        model = library.Sequential(library.Linear(2, 2), library.Tanh(), library.Linear(2, 1))
        for at, part in enumerate([model, *model]):
            with tw.no_grad(), torch.no_grad():
                for parameter in part.parameters():
                    parameter.fill_(0.25)
            part.register_full_backward_hook(
                lambda m, into, out, at=at: log.append((at, rounded(into + out)))
            )
        for needed in (True, False):
            x = tensor([[1.0, 2.0]], requires_grad=needed)
            model(x).sum().backward()
        return log, rounded(p.grad for p in model.parameters())

    assert story(nn, tw.Tensor) == story(torch.nn, torch.tensor)


def test_trace_calls_no_backward_hook():
    module, calls = Scaled(), []
    module.register_full_backward_hook(lambda *given: calls.append(given))
    x = tw.Tensor(np.array([1.0, 2.0]), requires_grad=True)
    trace = tw.trace((module(x) ** 3).sum())
    assert not calls and trace["grads"]["0"]["values"] == [24.0, 96.0]
    assert tw.gradgradcheck(lambda t: module(t) ** 3, x) and calls
    with tw.no_grad():
        assert module(x).tolist() == [2.0, 4.0]
    module.register_full_backward_hook(lambda m, into, out: (into[0][:1],))
    with pytest.raises(RuntimeError, match=r"got \[\(1,\)\], but expected \[\(2,\)\]"):
        module(x).sum().backward()


def test_module_without_tensor_results_warns():
    class Named(nn.Module):
        def forward(self, x):
            return {"y": x * 2}

    module = Named()
    module.register_full_backward_hook(lambda *_: None)
    with pytest.warns(UserWarning, match="or a tuple of Tensors but received dict"):
        result = module(tw.ones(1, requires_grad=True))
    result["y"].backward()
