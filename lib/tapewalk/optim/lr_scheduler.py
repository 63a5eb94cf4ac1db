"""Learning rates that follow a plan: call `step()` of the schedule after that of the optimizer."""

from __future__ import annotations

import copy
import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from tapewalk.optim.optimizer import Optimizer

__all__ = [
    "LRScheduler",
    "StepLR",
    "ExponentialLR",
    "CosineAnnealingLR",
    "LinearLR",
    "LambdaLR",
    "OneCycleLR",
]


class LRScheduler:
    """Base class: after each `step` every group of the optimizer has its next learning rate.

    Most schedules change the rate that they find, so that several on one optimizer multiply.

    Args:
        optimizer: Whose learning rates to change.
        last_epoch: The number of steps already made, less 1, where training goes on; -1 at first.

    Attributes:
        base_lrs: The learning rates of the groups before the first schedule, one for each.
        last_epoch: The number of steps made.

    Raises:
        TypeError: It is no optimizer.
        KeyError: Training is to go on, but a group does not know its first learning rate.

    Example:
        >>> from tapewalk import Tensor, optim
        >>> class Halved(LRScheduler):
        ...     def get_lr(self):
        ...         return [rate / 2**self.last_epoch for rate in self.base_lrs]
        >>> optimizer = optim.SGD([Tensor([1.0], requires_grad=True)], lr=0.8)
        >>> schedule = Halved(optimizer)
        >>> optimizer.step()
        >>> schedule.step()
        >>> schedule.get_last_lr()
        [0.4]
    """

    _not_saved: ClassVar[tuple[str, ...]] = ("optimizer",)

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1) -> None:
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer.")
        for number, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", group["lr"])
            elif "initial_lr" not in group:
                raise KeyError(
                    f"param 'initial_lr' is not specified in param_groups[{number}] when resuming "
                    f"scheduler with last_epoch {last_epoch}. Usually the optimizer's state is "
                    "not loaded yet, or training has just begun: leave last_epoch out."
                )
        self.optimizer = optimizer
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self._step_count = 0
        self.step()

    @property
    def _is_initial(self) -> bool:
        """Whether the rates of the first step are asked for, those that the optimizer has."""
        return self._step_count == 1

    def get_lr(self) -> list[float]:
        """Returns the next learning rates, one for each group, after `last_epoch` steps."""
        raise NotImplementedError(f"{type(self).__name__} needs a method get_lr")

    def get_last_lr(self) -> list[float]:
        """Returns the learning rates that the last step has set, one for each group."""
        return list(self._last_lr)

    def step(self) -> None:
        """Sets the next learning rates; a warning tells if the optimizer has not taken a step yet.

        The first learning rate would then be skipped.
        """
        if self._step_count == 1 and not self.optimizer.steps:
            warnings.warn(
                "Detected call of lr_scheduler.step() before optimizer.step(): the first learning "
                "rate of the schedule is skipped. Write optimizer.step() first.",
                stacklevel=2,
            )
        self._step_count += 1
        self.last_epoch += 1
        rates = self.get_lr()
        for group, rate in zip(self.optimizer.param_groups, rates, strict=True):
            group["lr"] = rate
        self._last_lr = rates

    def state_dict(self) -> dict[str, Any]:
        """Returns a copy of everything but the optimizer and functions, by PyTorch's names."""
        state = {k: v for k, v in self.__dict__.items() if k not in self._not_saved}
        return copy.deepcopy(state)

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """Takes over where a schedule has stopped; the optimizer keeps its learning rates.

        Args:
            state_dict: What `state_dict` of a schedule of the same kind returned.
        """
        state = {k: v for k, v in state_dict.items() if k not in self._not_saved}
        self.__dict__.update(copy.deepcopy(state))

    def _rates(self) -> list[float]:
        """Returns the learning rates as they are."""
        return [group["lr"] for group in self.optimizer.param_groups]


class StepLR(LRScheduler):
    """The rate times `gamma` every `step_size` steps.

    Args:
        optimizer: Whose learning rates to change.
        step_size: The number of steps between two changes.
        gamma: The factor.
        last_epoch: As for `LRScheduler`.

    Example:
        >>> from tapewalk import Tensor, optim
        >>> optimizer = optim.SGD([Tensor([1.0], requires_grad=True)], lr=0.8)
        >>> schedule = StepLR(optimizer, step_size=2, gamma=0.5)
        >>> for _ in range(3):
        ...     optimizer.step()
        ...     schedule.step()
        >>> schedule.get_last_lr()
        [0.4]
    """

    def __init__(
        self, optimizer: Optimizer, step_size: int, gamma: float = 0.1, last_epoch: int = -1
    ) -> None:
        if step_size < 1:
            raise ValueError(f"Expected positive integer step_size, but got {step_size}.")
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Returns the next learning rates."""
        if self.last_epoch == 0 or self.last_epoch % self.step_size:
            return self._rates()
        return [rate * self.gamma for rate in self._rates()]


class ExponentialLR(LRScheduler):
    """The rate times `gamma` at every step.

    Args:
        optimizer: Whose learning rates to change.
        gamma: The factor.
        last_epoch: As for `LRScheduler`.

    Example:
        >>> from tapewalk import Tensor, optim
        >>> optimizer = optim.SGD([Tensor([1.0], requires_grad=True)], lr=0.8)
        >>> schedule = ExponentialLR(optimizer, gamma=0.5)
        >>> optimizer.step()
        >>> schedule.step()
        >>> schedule.get_last_lr()
        [0.4]
    """

    def __init__(self, optimizer: Optimizer, gamma: float, last_epoch: int = -1) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Returns the next learning rates."""
        return self._rates() if self._is_initial else [r * self.gamma for r in self._rates()]


class CosineAnnealingLR(LRScheduler):
    """Half a wave of a cosine from the first rate down to `eta_min`, and up again after it.

    Source: Loshchilov and Hutter (2017), SGDR: Stochastic Gradient Descent with Warm Restarts,
    equation 5, without the restarts.

    Args:
        optimizer: Whose learning rates to change.
        T_max: The number of steps on the way down.
        eta_min: The lowest rate.
        last_epoch: As for `LRScheduler`.

    Example:
        >>> from tapewalk import Tensor, optim
        >>> optimizer = optim.SGD([Tensor([1.0], requires_grad=True)], lr=0.8)
        >>> schedule = CosineAnnealingLR(optimizer, T_max=2)
        >>> optimizer.step()
        >>> schedule.step()
        >>> [round(rate, 3) for rate in schedule.get_last_lr()]
        [0.4]
    """

    def __init__(
        self,
        optimizer: Optimizer,
        T_max: int,  # noqa: N803  (PyTorch's name)
        eta_min: float = 0.0,
        last_epoch: int = -1,
    ) -> None:
        if T_max < 1:
            raise ValueError(f"Expected positive integer T_max, but got {T_max}.")
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Returns the next learning rates."""
        if self._is_initial:
            return self._rates()
        step = math.pi / self.T_max
        now, before = (1 + math.cos(step * i) for i in (self.last_epoch, self.last_epoch - 1))
        if (self.last_epoch - 1 - self.T_max) % (2 * self.T_max) == 0:  # from the lowest point
            return [
                rate + (base - self.eta_min) * (1 - math.cos(step)) / 2
                for rate, base in zip(self._rates(), self.base_lrs, strict=True)
            ]
        return [now / before * (rate - self.eta_min) + self.eta_min for rate in self._rates()]


class LinearLR(LRScheduler):
    """The rate times a factor that goes from `start_factor` to `end_factor` in even steps.

    Args:
        optimizer: Whose learning rates to change.
        start_factor: The factor at first, above 0 and at most 1.
        end_factor: The factor at last, from 0 to 1.
        total_iters: The number of steps on the way.
        last_epoch: As for `LRScheduler`.

    Raises:
        ValueError: A factor is out of its range.

    Example:
        >>> from tapewalk import Tensor, optim
        >>> optimizer = optim.SGD([Tensor([1.0], requires_grad=True)], lr=0.8)
        >>> schedule = LinearLR(optimizer, start_factor=0.5, total_iters=2)
        >>> optimizer.step()
        >>> schedule.step()
        >>> [round(rate, 3) for rate in schedule.get_last_lr()]
        [0.6]
    """

    def __init__(
        self,
        optimizer: Optimizer,
        start_factor: float = 1 / 3,
        end_factor: float = 1.0,
        total_iters: int = 5,
        last_epoch: int = -1,
    ) -> None:
        if not 0 < start_factor <= 1:
            raise ValueError(
                "Starting multiplicative factor expected to be greater than 0 and less or equal "
                f"to 1, got {start_factor}."
            )
        if not 0 <= end_factor <= 1:
            raise ValueError(
                f"Ending multiplicative factor expected to be between 0 and 1, got {end_factor}."
            )
        self.start_factor, self.end_factor = start_factor, end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Returns the next learning rates."""
        if self.last_epoch == 0:
            return [rate * self.start_factor for rate in self._rates()]
        if self._is_initial or self.last_epoch > self.total_iters:
            return self._rates()
        rise = self.end_factor - self.start_factor
        before = self.total_iters * self.start_factor + (self.last_epoch - 1) * rise
        return [rate * (1.0 + rise / before) for rate in self._rates()]


class LambdaLR(LRScheduler):
    """The first rate times what a function of the number of steps returns.

    Args:
        optimizer: Whose learning rates to change.
        lr_lambda: Takes the number of steps and returns the factor; or a function for each group.
        last_epoch: As for `LRScheduler`.

    Raises:
        ValueError: There are not as many functions as groups.

    Example:
        >>> from tapewalk import Tensor, optim
        >>> optimizer = optim.SGD([Tensor([1.0], requires_grad=True)], lr=0.8)
        >>> schedule = LambdaLR(optimizer, lambda step: 1 / (1 + step))
        >>> optimizer.step()
        >>> schedule.step()
        >>> schedule.get_last_lr()
        [0.4]
    """

    _not_saved = ("optimizer", "lr_lambdas")

    def __init__(
        self,
        optimizer: Optimizer,
        lr_lambda: Callable[[int], float] | Sequence[Callable[[int], float]],
        last_epoch: int = -1,
    ) -> None:
        groups = len(optimizer.param_groups)
        self.lr_lambdas = [lr_lambda] * groups if callable(lr_lambda) else list(lr_lambda)
        if len(self.lr_lambdas) != groups:
            raise ValueError(f"Expected {groups} lr_lambdas, but got {len(self.lr_lambdas)}.")
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Returns the next learning rates."""
        pairs = zip(self.lr_lambdas, self.base_lrs, strict=True)
        return [base * factor(self.last_epoch) for factor, base in pairs]


class OneCycleLR(LRScheduler):
    """The rate up to `max_lr` and far down again, and momentum down and up against it.

    Call `step` after every batch. Source: Smith and Topin (2018), Super-Convergence: Very Fast
    Training of Neural Networks Using Large Learning Rates; two phases, as in PyTorch.

    Args:
        optimizer: Whose learning rates to change.
        max_lr: The highest rate, or one for each group.
        total_steps: The number of steps in all; or say `epochs` and `steps_per_epoch`.
        epochs: How often the data are gone through.
        steps_per_epoch: The number of steps each time.
        pct_start: The share of the steps, from 0 to 1, on the way up.
        anneal_strategy: "cos" or "linear": along which line from point to point.
        cycle_momentum: Whether momentum, or the first of Adam's betas, changes too.
        base_momentum: The lowest momentum, or one for each group.
        max_momentum: The highest momentum, or one for each group.
        div_factor: The first rate is `max_lr` divided by this.
        final_div_factor: The last rate is the first one divided by this.
        three_phase: Down to the first rate as slowly as up, and only then to the last one.
        last_epoch: As for `LRScheduler`.

    Raises:
        ValueError: The number of steps is not known or exceeded, or a setting is out of its range.

    Example:
        >>> from tapewalk import Tensor, optim
        >>> optimizer = optim.SGD([Tensor([1.0], requires_grad=True)], momentum=0.9)
        >>> schedule = OneCycleLR(optimizer, max_lr=0.5, total_steps=10)
        >>> for _ in range(2):
        ...     optimizer.step()
        ...     schedule.step()
        >>> schedule.get_last_lr()
        [0.5]
    """

    _not_saved = ("optimizer", "_schedule_phases")

    def __init__(
        self,
        optimizer: Optimizer,
        max_lr: float | Sequence[float],
        total_steps: int | None = None,
        epochs: int | None = None,
        steps_per_epoch: int | None = None,
        pct_start: float = 0.3,
        anneal_strategy: str = "cos",
        cycle_momentum: bool = True,
        base_momentum: float | Sequence[float] = 0.85,
        max_momentum: float | Sequence[float] = 0.95,
        div_factor: float = 25.0,
        final_div_factor: float = 1e4,
        three_phase: bool = False,
        last_epoch: int = -1,
    ) -> None:
        if total_steps is None and epochs is not None and steps_per_epoch is not None:
            total_steps = epochs * steps_per_epoch
        if total_steps is None:
            raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch).")
        if total_steps < 1:
            raise ValueError(f"Expected positive integer total_steps, but got {total_steps}.")
        if not 0 <= pct_start <= 1:
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}.")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(
                "anneal_strategy must be one of 'cos' or 'linear', instead got "
                f"{anneal_strategy!r}."
            )
        names = optimizer.defaults
        if cycle_momentum and not ("momentum" in names or "betas" in names):
            raise ValueError(
                "optimizer must support momentum or beta1 with `cycle_momentum` option enabled."
            )
        self.total_steps, self.cycle_momentum = total_steps, cycle_momentum
        self._anneal_func_type, self.use_beta1 = anneal_strategy, "betas" in names
        top = float(pct_start * total_steps) - 1
        self._schedule_phases: list[tuple[float, str, str, str, str]] = [
            (top, "initial_lr", "max_lr", "max_momentum", "base_momentum")
        ]
        if three_phase:
            down = float(2 * pct_start * total_steps) - 2
            self._schedule_phases += [
                (down, "max_lr", "initial_lr", "base_momentum", "max_momentum"),
                (total_steps - 1, "initial_lr", "min_lr", "max_momentum", "max_momentum"),
            ]
        else:
            self._schedule_phases += [
                (total_steps - 1, "max_lr", "min_lr", "base_momentum", "max_momentum")
            ]
        if last_epoch == -1:
            settings = [
                _for_each(optimizer, *pair)
                for pair in (
                    ("max_lr", max_lr),
                    ("max_momentum", max_momentum),
                    ("base_momentum", base_momentum),
                )
            ]
            for group, high, most, least in zip(optimizer.param_groups, *settings, strict=True):
                first = high / div_factor
                group |= {"initial_lr": first, "max_lr": high, "min_lr": first / final_div_factor}
                if cycle_momentum:
                    self._set_momentum(group, most)
                    group |= {"max_momentum": most, "base_momentum": least}
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Returns the next learning rates, and sets the momentum that belongs to them."""
        if self.last_epoch > self.total_steps:
            raise ValueError(
                f"Tried to step {self.last_epoch} times. The specified number of total steps is "
                f"{self.total_steps}."
            )
        begin, rates = 0.0, []
        for end, *_ in self._schedule_phases[:-1]:
            if self.last_epoch > end:
                begin = end
        phase = next((p for p in self._schedule_phases if self.last_epoch <= p[0]), None)
        end, *names = phase or self._schedule_phases[-1]
        share = (self.last_epoch - begin) / (end - begin) if end > begin else 1.0
        for group in self.optimizer.param_groups:
            rates.append(self._between(group[names[0]], group[names[1]], share))
            if self.cycle_momentum:
                momentum = self._between(group[names[2]], group[names[3]], share)
                self._set_momentum(group, momentum)
        return rates

    def _between(self, start: float, end: float, share: float) -> float:
        """Returns the value at a share of the way from `start` to `end`."""
        if self._anneal_func_type == "cos":
            return end + (start - end) / 2.0 * (math.cos(math.pi * share) + 1)
        return (end - start) * share + start

    def _set_momentum(self, group: dict[str, Any], momentum: float) -> None:
        if self.use_beta1:
            group["betas"] = (momentum, *group["betas"][1:])
        else:
            group["momentum"] = momentum


def _for_each(optimizer: Optimizer, name: str, value: float | Sequence[float]) -> list[float]:
    """Returns a setting for each group of an optimizer."""
    groups = len(optimizer.param_groups)
    if isinstance(value, int | float):
        return [value] * groups
    if len(value) != groups:
        raise ValueError(f"expected {groups} values for {name}, got {len(value)}.")
    return list(value)
