"""Optimizers: the same numbers as PyTorch's, step by step."""

import numpy as np
import pytest
import torch

import tapewalk as tw
from tapewalk import optim

METHODS = {
    "sgd": (optim.SGD, torch.optim.SGD, {"lr": 0.1}),
    "momentum": (optim.SGD, torch.optim.SGD, {"lr": 0.1, "momentum": 0.9}),
    "nesterov": (optim.SGD, torch.optim.SGD, {"lr": 0.1, "momentum": 0.9, "nesterov": True}),
    "sgd decay": (optim.SGD, torch.optim.SGD, {"lr": 0.1, "momentum": 0.5, "weight_decay": 0.1}),
    "adam": (optim.Adam, torch.optim.Adam, {"lr": 0.05}),
    "adam betas": (optim.Adam, torch.optim.Adam, {"lr": 0.05, "betas": (0.8, 0.9), "eps": 1e-6}),
    "adam decay": (optim.Adam, torch.optim.Adam, {"lr": 0.05, "weight_decay": 0.1}),
    "sgd dampening": (optim.SGD, torch.optim.SGD, {"lr": 0.1, "momentum": 0.9, "dampening": 0.3}),
    "sgd maximize": (optim.SGD, torch.optim.SGD, {"lr": 1e-4, "momentum": 0.9, "maximize": True}),
    "amsgrad": (optim.Adam, torch.optim.Adam, {"lr": 0.05, "amsgrad": True, "maximize": True}),
    "adamw": (optim.AdamW, torch.optim.AdamW, {"lr": 0.05}),
    "adamw decay": (optim.AdamW, torch.optim.AdamW, {"lr": 0.05, "weight_decay": 0.3}),
}


def groups(settings=({}, {}), method=optim.SGD, **more):
    """Return an optimizer with a group of one parameter for each settings."""
    made = [{"params": [tw.Tensor([1.0, 2.0], requires_grad=True)], **own} for own in settings]
    return method(made, **more)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", METHODS)
def test_fifty_steps_equal_pytorch(name, dtype):
    ours, theirs, settings = METHODS[name]
    rng = np.random.default_rng(0)
    arrays = [rng.standard_normal(shape).astype(dtype) for shape in ((3, 2), (2,), (1,))]
    mine = [tw.Tensor(a, requires_grad=True) for a in arrays]
    other = [torch.tensor(a, requires_grad=True) for a in arrays]
    steps = ours(mine, **settings), theirs(other, foreach=False, **settings)
    for i in range(50):
        for leaves, optimizer in zip((mine, other), steps, strict=True):
            optimizer.zero_grad()
            w, b, late = leaves
            loss = ((w * w).sum(0) * b).sum() ** 2 + (b * b).sum()
            if i > 10:  # a parameter whose first gradient comes later
                loss = loss + (late * late).sum()
            loss.backward()
            optimizer.step()
    for a, b in zip(mine, other, strict=True):
        np.testing.assert_allclose(
            a.data, b.detach().numpy(), rtol=1e-4 if dtype == np.float32 else 1e-9, atol=1e-6
        )
        assert a.dtype == dtype


def test_parameters_without_gradients_are_left_alone():
    x = tw.Tensor([1.0], requires_grad=True)
    optim.Adam([x]).step()
    assert x.tolist() == [1.0] and x._version == 0


def test_learning_rate_can_change():
    x = tw.Tensor([1.0], requires_grad=True)
    optimizer = optim.SGD([x], lr=np.float64(0.5))
    x.grad = np.ones(1, np.float32)
    optimizer.step()
    optimizer.param_groups[0]["lr"] = 0.25
    optimizer.step()
    assert x.tolist() == [0.25] and x.dtype == np.float32


BOTH = [(optim, tw.Tensor), (torch.optim, torch.tensor)]
# Of an optimizer `o` of either library, and a parameter `w`.
REFUSED = [
    (lambda o, w: o.SGD(w), TypeError, "should be an iterable of Tensors"),
    (lambda o, w: o.SGD([w * 2]), ValueError, "can't optimize a non-leaf Tensor"),
    (lambda o, w: o.SGD([w, 5]), TypeError, "can only optimize Tensors"),
    (lambda o, w: o.SGD([]), ValueError, "empty parameter list"),
    (lambda o, w: o.SGD([w], lr=-1), ValueError, "Invalid learning rate: -1"),
    (lambda o, w: o.SGD([w], momentum=-1), ValueError, "Invalid momentum value: -1"),
    (lambda o, w: o.SGD([w], weight_decay=-1), ValueError, "Invalid weight_decay value: -1"),
    (lambda o, w: o.SGD([w], nesterov=True), ValueError, "Nesterov momentum requ"),
    (lambda o, w: o.Adam([w], lr=float("nan")), ValueError, "Invalid learning rate: nan"),
    (lambda o, w: o.Adam([w], eps=-1), ValueError, "Invalid epsilon value: -1"),
    (lambda o, w: o.Adam([w], betas=(1.5, 2)), ValueError, "beta parameter at index 0: 1.5"),
    (lambda o, w: o.AdamW([w], betas=(0.5, 1.0)), ValueError, "beta parameter at index 1: 1"),
    (lambda o, w: o.SGD([{"params": [w]}, {"params": [1]}]), TypeError, "can only optimize Ten"),
    (lambda o, w: o.SGD([{"params": w}, {"params": [w]}]), ValueError, "more than one"),
    (lambda o, w: o.SGD([w]).add_param_group([w]), TypeError, "param_group must be a dict"),
    (
        lambda o, w: o.SGD([w]).load_state_dict({"state": {}, "param_groups": []}),
        ValueError,
        "different num",
    ),
]


@pytest.mark.parametrize(("make", "kind", "text"), REFUSED)
@pytest.mark.parametrize(("library", "leaf"), BOTH, ids=["tapewalk", "torch"])
def test_wrong_settings_are_refused_as_in_pytorch(library, leaf, make, kind, text):
    with pytest.raises(kind, match=text):
        make(library, leaf([1.0, 2.0], requires_grad=True))


def test_more_is_refused_than_by_pytorch():
    w = tw.Tensor([1.0], requires_grad=True)
    with pytest.raises(ValueError, match="Invalid learning rate: nan"):
        optim.SGD([w], lr=float("nan"))
    with pytest.raises(ValueError, match="Invalid learning rate: -2.0"):
        groups(({"lr": -2.0},))
    with pytest.raises(TypeError, match="ordered collections"):
        optim.SGD({w})
    with pytest.warns(UserWarning, match="duplicate parameters"):
        optim.SGD([w, w])
    kept = w * 2
    kept.retain_grad()
    optim.SGD([kept])


def test_base_optimizer_has_no_rule():
    x = tw.Tensor([1.0], requires_grad=True)
    x.grad = np.ones(1, np.float32)
    with pytest.raises(NotImplementedError, match="Optimizer needs a method update"):
        optim.Optimizer([x], {"lr": 0.1}).step()


def twice(method, settings, more, steps):
    """Return parameters after some steps, with the optimizer, for tapewalk and for PyTorch."""
    outcomes = []
    for library, leaf in ((optim, tw.Tensor), (torch.optim, torch.tensor)):
        leaves = [leaf([3.0, -1.0], requires_grad=True) for _ in settings]
        kind = getattr(library, method)
        made = [{"params": [x], **own} for x, own in zip(leaves, settings, strict=True)]
        optimizer = kind(made, **more)
        for step in range(steps):
            optimizer.zero_grad(set_to_none=step % 2 == 0)
            loss = sum(((x - 1) ** 2).sum() * (i + 1) for i, x in enumerate(leaves))
            loss.backward()
            optimizer.step()
        outcomes.append((leaves, optimizer))
    return outcomes


def test_groups_and_states_equal_pytorch():
    for method, settings, more in (
        ("SGD", ({"lr": 0.1}, {"momentum": 0.5}), {"lr": 0.05}),
        ("Adam", ({"betas": (0.5, 0.6)}, {"lr": 0.2, "weight_decay": 0.1}), {}),
        ("AdamW", ({}, {"weight_decay": 0.3}), {"lr": 0.1, "amsgrad": True}),
    ):
        (mine, ours), (other, theirs) = twice(method, settings, more, 5)
        for a, b in zip(mine, other, strict=True):
            np.testing.assert_allclose(a.data, b.detach().numpy(), rtol=1e-5, err_msg=method)
        saved, reference = ours.state_dict(), theirs.state_dict()
        assert saved["state"].keys() == reference["state"].keys(), method
        for number, memory in reference["state"].items():
            for name, value in memory.items():
                if value is not None:
                    got = saved["state"][number][name]
                    np.testing.assert_allclose(got, value.numpy(), rtol=1e-5, err_msg=name)
        for own, group in zip(saved["param_groups"], reference["param_groups"], strict=True):
            assert own == {name: group[name] for name in own}, method
        # Going on from PyTorch's state: one more step is the same.
        leaves = [tw.Tensor(x.detach().numpy(), requires_grad=True) for x in other]
        fresh = getattr(optim, method)([{"params": [x]} for x in leaves])
        fresh.load_state_dict(reference)
        for x, y in zip(leaves, other, strict=True):
            x.grad = y.grad.numpy().copy()
        fresh.step()
        theirs.step()
        for x, y in zip(leaves, other, strict=True):
            np.testing.assert_allclose(x.data, y.detach().numpy(), rtol=1e-5, err_msg=method)


def test_optimizer_state_is_a_copy():
    optimizer = groups(method=optim.SGD, momentum=0.9)
    for group in optimizer.param_groups:
        group["params"][0].grad = np.ones(2, np.float32)
    optimizer.step()
    saved = optimizer.state_dict()
    optimizer.step()
    assert saved["state"][0]["momentum_buffer"].tolist() == [1.0, 1.0]
    other = groups(method=optim.SGD)
    broken = {**saved, "state": {**saved["state"], 1: {"momentum_buffer": np.ones(3)}}}
    with pytest.raises(ValueError, match=r"momentum_buffer of shape \(3,\) for a parameter of sha"):
        other.load_state_dict(broken)
    assert not other.state and other.param_groups[0]["momentum"] == 0
    larger = {**saved, "param_groups": [{"params": [0, 2]}, {"params": [1]}]}
    with pytest.raises(ValueError, match="it has 2 parameters, this one has 1"):
        other.load_state_dict(larger)
    other.load_state_dict(saved)
    assert other.param_groups[1]["momentum"] == 0.9 and len(other.state) == 2
    assert "Parameter Group 1\n    dampening: 0.0\n    lr: 0.001" in repr(other)


def test_groups_can_be_added():
    x, late = (tw.Tensor([1.0], requires_grad=True) for _ in range(2))
    optimizer = optim.SGD([x], lr=0.5)
    optimizer.add_param_group({"params": late, "lr": 0.25})

    def closure():
        optimizer.zero_grad()
        loss = (x * x + late * late).sum()
        loss.backward()
        return loss

    with tw.no_grad():
        assert optimizer.step(closure).item() == 2.0
    assert (x.tolist(), late.tolist()) == ([0.0], [0.5])


def test_gradients_become_none_or_zero():
    model = tw.nn.Linear(2, 1)
    for holder in (model, optim.SGD(model.parameters()), model.weight):
        model(tw.ones(1, 2)).sum().backward()
        kept = model.weight.grad
        holder.zero_grad(set_to_none=False)
        assert model.weight.grad is kept and not kept.any()
        holder.zero_grad()
        assert model.weight.grad is None
        holder.zero_grad(set_to_none=False)
        assert model.weight.grad is None


def test_clipping_equals_pytorch():
    rng = np.random.default_rng(0)
    for dtype in (np.float16, np.float32, np.float64):
        arrays = [rng.standard_normal(shape).astype(dtype) for shape in ((3, 2), (), (4,), (0, 2))]
        for p in (2.0, 1.0, 3.5, np.inf):
            for most in (0.5, 100.0):
                outcomes = []
                for leaf, utils in (
                    (tw.from_numpy, tw.nn.utils),
                    (torch.from_numpy, torch.nn.utils),
                ):
                    held = [a.copy() for a in arrays if a.size or p != np.inf]
                    leaves = [leaf(np.asarray(a)) for a in held]
                    for x, a in zip(leaves, held, strict=True):
                        x.grad = a.copy() if leaf is tw.from_numpy else torch.tensor(a)
                    total = utils.clip_grad_norm_(iter(leaves), most, p)
                    assert total.shape == ()
                    outcomes.append([total.item(), *(np.asarray(x.grad) for x in leaves)])
                for a, b in zip(*outcomes, strict=True):
                    np.testing.assert_allclose(a, b, rtol=3e-3 if dtype == np.float16 else 1e-5)
        x = tw.Tensor(np.zeros(4, dtype), requires_grad=True)
        x.grad = np.array([3, -3, 0.5, np.nan], dtype)
        tw.nn.utils.clip_grad_value_(x, 1)
        np.testing.assert_array_equal(x.grad, [1, -1, 0.5, np.nan])
        assert x.grad.dtype == dtype


def test_clipping_refuses_invalid_gradients():
    utils, x = tw.nn.utils, tw.Tensor([1.0, 2.0], requires_grad=True)
    assert utils.clip_grad_norm_(x, 1.0).item() == 0
    x.grad = np.array([np.inf, 1], np.float32)
    with pytest.raises(RuntimeError, match=r"norm of order 2.0 .* is non-finite \(inf\)"):
        utils.clip_grad_norm_(x, 1.0, error_if_nonfinite=True)
    assert np.isinf(utils.clip_grad_norm_(x, 1.0).item()) and np.isnan(x.grad[0])
    for clip in (utils.clip_grad_norm_, utils.clip_grad_value_):
        with pytest.raises(ValueError, match="must be at least 0, got -1"):
            clip(x, -1)
    with pytest.warns(UserWarning, match="is an empty generator"):
        utils.clip_grad_norm_(iter([]), 1.0)
