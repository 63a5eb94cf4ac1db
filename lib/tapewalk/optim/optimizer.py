"""The base of optimizers: groups of parameters, their state, and the step."""

from __future__ import annotations

import math
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from typing import Any

import numpy as np

from tapewalk.engine.errors import ShapeError
from tapewalk.engine.grad_mode import enable_grad
from tapewalk.engine.memory import Array
from tapewalk.tensor.convert import to_array
from tapewalk.tensor.tensor import Tensor


class Optimizer:
    """Base class: stores groups of parameters with their settings, and a state for each parameter.

    Args:
        params: The tensors to change; or dicts for groups of them, each with its tensors under
            "params", and its own settings.
        defaults: The settings, by name, that a group has unless it sets others.

    Attributes:
        param_groups: The groups: dicts with a list of tensors under "params", and every setting.
            Changes to them take effect at the next step.
        state: For each parameter the numbers and arrays from past steps that the method uses.

    Raises:
        ValueError: There is no parameter, one is the result of an operation or in two groups, or a
            setting is out of its range.
        TypeError: The parameters are one tensor or a set, or one of them is not a tensor.

    Example:
        >>> class Signs(Optimizer):
        ...     def update(self, data, grad, state, group):
        ...         data -= group["lr"] * np.sign(grad)
        >>> x = Tensor([3.0], requires_grad=True)
        >>> (x * x).backward()
        >>> Signs([x], {"lr": 1.0}).step()
        >>> x.data
        array([2.], dtype=float32)
    """

    def __init__(
        self, params: Iterable[Tensor] | Iterable[dict[str, Any]], defaults: dict[str, Any]
    ) -> None:
        if isinstance(params, Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or dicts, "
                f"but got one Tensor of shape {params.shape}: iterating gives its rows, and "
                "not the tensor itself. Write [x]."
            )
        listed: list[Any] = _ordered(params)
        if not listed:
            raise ValueError(
                "optimizer got an empty parameter list. Usually an iterator was already read to "
                "its end, or the layers are in a plain list: call model.parameters() again, or use "
                "ModuleList."
            )
        self.defaults = defaults
        self.param_groups: list[dict[str, Any]] = []
        self.state: defaultdict[Tensor, dict[str, Any]] = defaultdict(dict)
        for group in listed if isinstance(listed[0], dict) else [{"params": listed}]:
            self.add_param_group(group)

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Add parameters with their own settings, such as layers that are trained later.

        Args:
            param_group: A tensor or several under "params", and the settings that differ.

        Raises:
            ValueError: A parameter is in a group already, or a setting is out of its range.
            TypeError: It is not a dict, or one of the parameters is not a tensor.
        """
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}.")
        given = param_group["params"]
        parameters = [given] if isinstance(given, Tensor) else _ordered(given)
        _require_leaves(parameters)
        known = {id(p) for group in self.param_groups for p in group["params"]}
        if known & {id(p) for p in parameters}:
            raise ValueError(
                "some parameters appear in more than one parameter group: they would take two "
                "steps at once. Leave them out of one."
            )
        group = {**self.defaults, **param_group, "params": parameters}
        self.check(group)
        self.param_groups.append(group)

    def check(self, group: Mapping[str, Any]) -> None:
        """Raise `ValueError` if a setting of a group is out of its range."""
        require_from_0("learning rate", group.get("lr", 0))
        require_from_0("weight_decay value", group.get("weight_decay", 0))

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Clear the gradients of all parameters.

        Args:
            set_to_none: Whether `grad` becomes `None`; else it is filled with zeros, and
                methods with momentum still take a step.
        """
        for group in self.param_groups:
            for parameter in group["params"]:
                parameter.zero_grad(set_to_none)

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Update every parameter that has a gradient.

        Args:
            closure: Computes the loss again, with its gradients, before the step.

        Returns:
            The result of the closure, or `None`.
        """
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        for group in self.param_groups:
            for parameter in group["params"]:
                if parameter.grad is not None:
                    data, grad = parameter.data, np.asarray(parameter.grad)
                    self.update(data, grad, self.state[parameter], group)
                    parameter.data = data  # counts as a write: graphs that saved it will notice
        return loss

    def update(self, data: Array, grad: Array, state: dict[str, Any], group: dict[str, Any]) -> Any:
        """Change `data` in place.

        Args:
            data: The numbers of a parameter.
            grad: Their gradient, of the same shape; it must not be changed.
            state: Numbers and arrays that this method stores for the parameter; empty at first.
            group: The settings of the parameter's group.
        """
        raise NotImplementedError(f"{type(self).__name__} needs a method update")

    def state_dict(self) -> dict[str, Any]:
        """Return a copy of the states and settings, with numbers in the place of parameters.

        Returns:
            "state": the state of each parameter, by its number; "param_groups": the groups.
            Parameters are numbered through all groups. Names and form are PyTorch's.
        """
        parameters = [p for group in self.param_groups for p in group["params"]]
        numbers = iter(range(len(parameters)))
        return {
            "state": {
                number: {name: copy(value) for name, value in self.state[parameter].items()}
                for number, parameter in enumerate(parameters)
                if self.state.get(parameter)
            },
            "param_groups": [
                {**group, "params": [next(numbers) for _ in group["params"]]}
                for group in self.param_groups
            ],
        }

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """Load state and settings, so that training continues where it stopped.

        If it raises an error, nothing has changed.

        Args:
            state_dict: The `state_dict` of an optimizer of the same kind, ours or PyTorch's, with
                as many parameters in as many groups.

        Raises:
            ValueError: Groups or their lengths differ, or a setting is out of its range.
            ShapeError: An array does not have the shape of its parameter.
        """
        groups = state_dict["param_groups"]
        if len(groups) != len(self.param_groups):
            raise ValueError(
                "loaded state dict has a different number of parameter groups: it has "
                f"{len(groups)}, this optimizer has {len(self.param_groups)}."
            )
        fresh: list[dict[str, Any]] = []
        parameters: dict[Any, Tensor] = {}
        for own, saved in zip(self.param_groups, groups, strict=True):
            if len(own["params"]) != len(saved["params"]):
                raise ValueError(
                    "loaded state dict contains a parameter group that doesn't match the size of "
                    f"optimizer's group: it has {len(saved['params'])} parameters, this one has "
                    f"{len(own['params'])}. Usually the models differ in layers."
                )
            parameters.update(zip(saved["params"], own["params"], strict=True))
            fresh.append({**own, **saved, "params": own["params"]})
            self.check(fresh[-1])
        state: defaultdict[Tensor, dict[str, Any]] = defaultdict(dict)
        for number, memory in state_dict["state"].items():
            parameter = parameters[number]
            state[parameter] = {k: _loaded(k, v, parameter) for k, v in memory.items()}
        self.param_groups, self.state = fresh, state

    def __repr__(self) -> str:
        lines = [f"{type(self).__name__} ("]
        for number, group in enumerate(self.param_groups):
            lines.append(f"Parameter Group {number}")
            lines += [f"    {name}: {group[name]}" for name in sorted(group.keys() - {"params"})]
        return "\n".join([*lines, ")"])


def require_from_0(name: str, value: float, below: float = math.inf) -> None:
    """Raise `ValueError` unless a setting is a number from 0 to `below`, itself not included."""
    if not (0 <= value < below or value == below == math.inf):  # NaN is refused too
        limit = "" if below == math.inf else f" and below {below:g}"
        raise ValueError(f"Invalid {name}: {value}; it must be at least 0{limit}.")


def _ordered(given: Any) -> list[Any]:
    """Return the given parameters as a list; raise an error if they have no order."""
    if isinstance(given, set | frozenset):
        raise TypeError(
            "optimizer parameters need to be organized in ordered collections, but the ordering of "
            "tensors in sets will change between runs: use a list."
        )
    if not isinstance(given, Iterable):
        raise TypeError(
            "params argument given to the optimizer should be an iterable of Tensors or dicts, but "
            f"got {given!r:.80}. Usually a model was handed over: write model.parameters()."
        )
    return list(given)


def _require_leaves(parameters: list[Any]) -> None:
    """Raise unless all are leaves or keep a gradient; warn about duplicates."""
    for parameter in parameters:
        if not isinstance(parameter, Tensor):
            raise TypeError(f"optimizer can only optimize Tensors, got {parameter!r:.80}.")
        if not (parameter.is_leaf or parameter.retains_grad):
            raise ValueError(
                "can't optimize a non-leaf Tensor: an operation made the one of shape "
                f"{parameter.shape}, and it stores no gradient. Pass the leaves it was made from, "
                "or make it a leaf with detach().requires_grad_()."
            )
    if len({id(parameter) for parameter in parameters}) < len(parameters):
        warnings.warn(
            "optimizer got duplicate parameters: a parameter that is listed twice takes two "
            "steps at once.",
            stacklevel=5,
        )


def _loaded(name: str, value: Any, parameter: Tensor) -> Any:
    """Return an entry of a state: a number, or an array in the parameter's number type."""
    if value is None or isinstance(value, int | float):
        return value
    array = to_array(value.detach().numpy() if hasattr(value, "detach") else value)
    if name == "step":  # PyTorch's counter is a tensor
        return array.item()
    if array.shape != parameter.shape:
        raise ShapeError(
            f"loaded state dict contains {name} of shape {array.shape} for a parameter of shape "
            f"{parameter.shape}. Usually the parameters are in another order."
        )
    return array.astype(parameter.dtype)
