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


SHARED = tw.Tensor([1.0], requires_grad=True)


def groups(settings=({}, {}), method=optim.SGD, **more):
    """Return an optimizer with a group of one parameter for each settings."""
    made = [{"params": [tw.Tensor([1.0, 2.0], requires_grad=True)], **own} for own in settings]
    return method(made, **more)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", METHODS)
def test_fifty_steps_are_pytorchs(name, dtype):
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


def test_a_learning_rate_can_be_a_numpy_number_and_change():
    x = tw.Tensor([1.0], requires_grad=True)
    optimizer = optim.SGD([x], lr=np.float64(0.5))
    x.grad = np.ones(1, np.float32)
    optimizer.step()
    optimizer.param_groups[0]["lr"] = 0.25
    optimizer.step()
    assert x.tolist() == [0.25] and x.dtype == np.float32


@pytest.mark.parametrize(
    ("make", "kind", "text"),
    [
        (lambda: optim.SGD([]), ValueError, "optimizer got an empty parameter list"),
        (lambda: optim.SGD([1.0]), TypeError, "optimizer can only optimize Tensors, got 1.0"),
        (lambda: optim.SGD([tw.Tensor(1.0)], lr=-1), ValueError, "Invalid learning rate: -1"),
        (lambda: optim.Adam([tw.Tensor(1.0)], weight_decay=-1), ValueError, "Invalid weight_decay"),
        (lambda: optim.SGD([tw.Tensor(1.0)], nesterov=True), ValueError, "Nesterov momentum requ"),
        (lambda: optim.SGD({tw.Tensor(1.0)}), TypeError, "ordered collections"),
        (lambda: groups(({"lr": -2.0},)), ValueError, "Invalid learning rate: -2.0"),
        (lambda: groups(({}, {"params": [1]})), TypeError, "optimizer can only optimize Tensors"),
        (
            lambda: optim.SGD([{"params": SHARED}, {"params": [SHARED]}]),
            ValueError,
            "more than one",
        ),
        (lambda: groups().add_param_group([SHARED]), TypeError, "param_group must be a dict"),
        (lambda: groups().load_state_dict(groups(({},)).state_dict()), ValueError, "different num"),
    ],
)
def test_wrong_settings(make, kind, text):
    with pytest.raises(kind, match=text):
        make()


def test_a_base_optimizer_has_no_rule():
    x = tw.Tensor([1.0], requires_grad=True)
    x.grad = np.ones(1, np.float32)
    with pytest.raises(NotImplementedError, match="Optimizer needs a method update"):
        optim.Optimizer([x], {"lr": 0.1}).step()


def twice(method, settings, more, steps, load=False):
    """Return what parameters become, ours and PyTorch's, in groups with settings of their own."""
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


def test_groups_have_settings_of_their_own_and_both_libraries_read_each_others_state():
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


def test_a_state_is_a_copy_and_what_does_not_fit_changes_nothing():
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


def test_groups_can_be_added_and_a_closure_computes_the_loss():
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


SCHEDULES = {
    "StepLR": {"step_size": 3, "gamma": 0.5},
    "ExponentialLR": {"gamma": 0.9},
    "CosineAnnealingLR": {"T_max": 4, "eta_min": 0.01},
    "LinearLR": {"start_factor": 0.25, "total_iters": 4},
    "LambdaLR": {"lr_lambda": [lambda step: 0.9**step, lambda step: 1 / (1 + step)]},
    "OneCycleLR": {"max_lr": [0.3, 0.1], "total_steps": 12},
}


def rates(kind, settings, library, leaf, steps, method="SGD", **resumed):
    """Return the learning rates and the momentum after each step of a schedule."""
    made = [{"params": [leaf([1.0], requires_grad=True)], "lr": lr} for lr in (0.1, 0.02)]
    optimizer = getattr(library, method)(made)
    if resumed:
        for group in optimizer.param_groups:
            group |= {"initial_lr": 0.4, "max_lr": 0.4, "min_lr": 0.01}
            group |= {"max_momentum": 0.9, "base_momentum": 0.5}
    schedule = getattr(library.lr_scheduler, kind)(optimizer, **settings, **resumed)
    seen = []
    for _ in range(steps):
        seen.append([(g["lr"], g.get("momentum", g.get("betas"))) for g in optimizer.param_groups])
        optimizer.step()
        schedule.step()
    assert schedule.get_last_lr() == [g["lr"] for g in optimizer.param_groups]
    return seen


def test_schedules_are_pytorchs():
    more = [(kind, settings, {}) for kind, settings in SCHEDULES.items()]
    more += [(kind, settings, {"last_epoch": 2}) for kind, settings in SCHEDULES.items()]
    cycle = {"max_lr": 0.3, "epochs": 5, "steps_per_epoch": 3, "anneal_strategy": "linear"}
    more += [
        ("OneCycleLR", {**cycle, "three_phase": True, "cycle_momentum": False}, {}),
        ("OneCycleLR", cycle, {"method": "Adam"}),
    ]
    for kind, settings, extra in more:
        steps = 8 if extra else 11
        mine = rates(kind, settings, optim, tw.Tensor, steps, **extra)
        other = rates(kind, settings, torch.optim, torch.tensor, steps, **extra)
        flat = [
            np.hstack([np.hstack(pair) for row in seen for pair in row]) for seen in (mine, other)
        ]
        np.testing.assert_allclose(*flat, rtol=1e-12, err_msg=f"{kind} {extra}")


def test_schedules_on_one_optimizer_multiply_and_go_on_from_their_state():
    def run(library, leaf, load):
        optimizer = library.SGD([leaf([1.0], requires_grad=True)], lr=0.1)
        names = (("LinearLR", {"total_iters": 3}), ("CosineAnnealingLR", {"T_max": 5}))
        plans = [getattr(library.lr_scheduler, kind)(optimizer, **own) for kind, own in names]
        seen = []
        for step in range(8):
            optimizer.step()
            for plan in plans:
                plan.step()
            seen.append(optimizer.param_groups[0]["lr"])
            if load and step == 3:
                saved = optimizer.state_dict(), [plan.state_dict() for plan in plans]
                optimizer = library.SGD([leaf([1.0], requires_grad=True)], lr=7.0)
                optimizer.steps = 1
                plans = [
                    getattr(library.lr_scheduler, kind)(optimizer, **own) for kind, own in names
                ]
                optimizer.load_state_dict(saved[0])
                for plan, state in zip(plans, saved[1], strict=True):
                    plan.load_state_dict(state)
        return seen

    wanted = run(torch.optim, torch.tensor, False)
    np.testing.assert_allclose(run(optim, tw.Tensor, False), wanted, rtol=1e-12)
    np.testing.assert_allclose(run(optim, tw.Tensor, True), wanted, rtol=1e-12)


def test_schedules_refuse_what_makes_no_sense():
    plans = optim.lr_scheduler
    for make, kind, text in (
        (lambda: plans.StepLR(3, 1), TypeError, "int is not an Optimizer"),
        (lambda: plans.StepLR(groups(), 0), ValueError, "positive integer step_size, but got 0"),
        (lambda: plans.StepLR(groups(), 1, last_epoch=3), KeyError, "param 'initial_lr' is not"),
        (lambda: plans.CosineAnnealingLR(groups(), 0), ValueError, "integer T_max, but got 0"),
        (lambda: plans.LinearLR(groups(), 0.0), ValueError, "Starting multiplicative factor.*0.0"),
        (lambda: plans.LinearLR(groups(), 1.0, 2.0), ValueError, "Ending multiplicative.*got 2.0"),
        (lambda: plans.LambdaLR(groups(), [abs]), ValueError, "Expected 2 lr_lambdas, but got 1"),
        (lambda: plans.OneCycleLR(groups(), 0.1), ValueError, "either total_steps OR"),
        (lambda: plans.OneCycleLR(groups(), [0.1], 3), ValueError, "expected 2 values for max_lr"),
        (lambda: plans.OneCycleLR(groups(), 0.1, 3, pct_start=2), ValueError, "but got 2"),
        (lambda: plans.OneCycleLR(groups(), 0.1, 0), ValueError, "total_steps, but got 0"),
        (lambda: plans.OneCycleLR(groups(), 0.1, 3, anneal_strategy="x"), ValueError, "got 'x'"),
        (lambda: plans.LRScheduler(groups()), NotImplementedError, "needs a method get_lr"),
    ):
        with pytest.raises(kind, match=text):
            make()
    with pytest.warns(UserWarning, match=r"lr_scheduler.step\(\) before optimizer.step\(\)"):
        plans.ExponentialLR(groups(), 0.9).step()
    bare = optim.Optimizer([SHARED], {"lr": 0.1})
    with pytest.raises(ValueError, match="must support momentum or beta1"):
        plans.OneCycleLR(bare, 0.1, 3)
    short = plans.OneCycleLR(groups(momentum=0.9), 0.1, 1)
    short.optimizer.step()
    short.step()
    with pytest.raises(ValueError, match="Tried to step 2 times"):
        short.step()


def test_clipping_is_pytorchs():
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


def test_clipping_tells_what_it_cannot_clip():
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
