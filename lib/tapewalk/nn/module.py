"""Modules: parts of a model, which have parameters and other modules."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeAlias, TypeVar

import numpy as np

from tapewalk.engine.errors import ShapeError
from tapewalk.engine.function import next_number
from tapewalk.engine.hooks import RemovableHandle
from tapewalk.engine.memory import Array
from tapewalk.nn.backward_hooks import BackwardHook, watched
from tapewalk.tensor.convert import require_float
from tapewalk.tensor.operands import as_array
from tapewalk.tensor.tensor import Tensor

if TYPE_CHECKING:
    from typing import Self

_Hook: TypeAlias = tuple[Callable[..., Any], bool]  # and whether it receives named arguments


_P = ParamSpec("_P")
_R = TypeVar("_R", covariant=True)


class _Forwards(Protocol[_P, _R]):
    def forward(self, *inputs: _P.args, **settings: _P.kwargs) -> _R: ...


class Parameter(Tensor):
    """A tensor that is listed as a parameter of its module, for an optimizer to change.

    Args:
        data: Its initial values.
        requires_grad: Whether it is to be trained.

    Example:
        >>> Parameter([1.0, 2.0]).requires_grad
        True
    """

    def __init__(self, data: Any, requires_grad: bool = True) -> None:
        super().__init__(data)
        if requires_grad:
            require_float(self._data, "a parameter")
        self._requires_grad = requires_grad

    def __repr__(self) -> str:
        return f"Parameter containing:\n{super().__repr__()}"


class Module:
    """Base class of models and their parts.

    Assign parameters, modules and buffers as attributes and write `forward`; calling the module
    runs it. Names are those of PyTorch's state dicts: attribute names joined by dots.

    Attributes:
        training: Whether layers behave as in training; `train()` and `eval()` set it.

    Example:
        >>> from tapewalk import Tensor, nn
        >>> class Double(nn.Module):
        ...     def __init__(self):
        ...         super().__init__()
        ...         self.factor = nn.Parameter([2.0])
        ...     def forward(self, x):
        ...         return x * self.factor
        >>> Double()(Tensor([3.0])).item()
        6.0
        >>> [name for name, _ in Double().named_parameters()]
        ['factor']
    """

    training: bool
    forward: Callable[..., Any]
    _parameters: dict[str, Parameter]
    _buffers: dict[str, Tensor]
    _modules: dict[str, Module]
    _name: str
    # Class attributes, so that a module without hooks has no dicts for them.
    _forward_pre_hooks: dict[int, _Hook] | None = None
    _forward_hooks: dict[int, _Hook] | None = None
    _backward_hooks: dict[int, BackwardHook] | None = None

    def __init__(self) -> None:
        kinds = ("_parameters", "_buffers", "_modules")
        self.__dict__.update({kind: {} for kind in kinds}, training=True, _name="")

    def __setattr__(self, name: str, value: Any) -> None:
        if "_modules" not in self.__dict__:
            raise AttributeError(
                f"cannot assign {name!r} before Module.__init__() call: write super().__init__() "
                "first."
            )
        self._refuse(name, value)
        is_buffer = name in self._buffers and isinstance(value, Tensor)
        for table in (self._parameters, self._buffers, self._modules):
            table.pop(name, None)
        if isinstance(value, Parameter):
            self._parameters[name] = value
        elif isinstance(value, Module):
            self._modules[name] = value
            value.__dict__["_name"] = name
        elif is_buffer:
            self._buffers[name] = value
        object.__setattr__(self, name, value)

    def _refuse(self, name: str, value: Any) -> None:
        """Raise `TypeError` if a value of another kind would replace a part of the module."""
        if value is None or isinstance(value, Parameter | Module):
            return
        if name in self._parameters:
            raise TypeError(
                f"cannot assign a {type(value).__name__} as parameter {name!r} (Parameter or None "
                "expected): it would no longer be trained. Write nn.Parameter(...), or change its "
                "numbers with no_grad() and copy_()."
            )
        if name in self._modules:
            raise TypeError(f"cannot assign {value!r:.80} as child module {name!r}: not a Module.")
        if name in self._buffers and not isinstance(value, Tensor):
            raise TypeError(f"cannot assign {value!r:.80} as buffer {name!r}: not a Tensor.")

    def __delattr__(self, name: str) -> None:
        for table in (self._parameters, self._buffers, self._modules):
            table.pop(name, None)
        object.__delattr__(self, name)

    if TYPE_CHECKING:  # a call takes and returns what the `forward` of the subclass does

        def __call__(self: _Forwards[_P, _R], *inputs: _P.args, **settings: _P.kwargs) -> _R:
            """Return what `forward` returns, after the hooks."""

    def __call__(self, *inputs: Any, **settings: Any) -> Any:  # type: ignore[no-redef]
        """Return what `forward` returns, after the hooks."""
        start = next_number()
        if self._forward_pre_hooks or self._forward_hooks or self._backward_hooks:
            result = self._call_with_hooks(inputs, settings)
        else:
            result = self.forward(*inputs, **settings)
        node = getattr(result, "_node", None)
        if node is not None and node.number > start:
            # The nodes from number `start` to the last were made in this call: traces group them.
            node.modules = (*node.modules, (start, id(self), self._name or type(self).__name__))
        return result

    def _call_with_hooks(self, inputs: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        """Return what `forward` returns, with the hooks before and after it."""
        for hook, with_kwargs in list((self._forward_pre_hooks or {}).values()):
            changed = hook(self, inputs, settings) if with_kwargs else hook(self, inputs)
            if changed is None:
                continue
            if not with_kwargs:
                inputs = changed if isinstance(changed, tuple) else (changed,)
            elif isinstance(changed, tuple) and len(changed) == 2:
                inputs, settings = changed
            else:
                raise RuntimeError(
                    "forward pre-hook must return None or a tuple of (new_args, new_kwargs), but "
                    f"got {changed!r:.80}."
                )
        around = tuple((self._backward_hooks or {}).values())
        run = partial(self.forward, **settings)
        result = watched(self, around, inputs, run) if around else run(*inputs)
        for hook, with_kwargs in list((self._forward_hooks or {}).values()):
            more = (settings,) if with_kwargs else ()
            changed = hook(self, inputs, *more, result)
            result = result if changed is None else changed
        return result

    def register_forward_pre_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Call `hook(module, inputs)` before each `forward`.

        Args:
            hook: Receives the module and the tuple of its inputs; a result other than `None`
                replaces them.
            prepend: Whether it runs before the hooks that are there already.
            with_kwargs: Whether it receives the named arguments too, and returns a pair.

        Returns:
            A handle whose `remove()` removes the hook.
        """
        return self._register("_forward_pre_hooks", (hook, with_kwargs), prepend)

    def register_forward_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Call `hook(module, inputs, result)` after each `forward`.

        Args:
            hook: Receives the module, the tuple of its inputs and its result; a result of the hook
                other than `None` replaces it.
            prepend: Whether it runs before the hooks that are there already.
            with_kwargs: Whether it receives the named arguments too, before the result.

        Returns:
            A handle whose `remove()` removes the hook.
        """
        return self._register("_forward_hooks", (hook, with_kwargs), prepend)

    def register_full_backward_hook(self, hook: BackwardHook) -> RemovableHandle:
        """Call `hook(module, grad_input, grad_output)` after a backward pass through the module.

        The results of such a module, and its inputs inside it, can't be changed in place.

        Args:
            hook: Receives the module and two tuples of gradients, as arrays or `None`: with respect
                to its positional inputs, and to its results. A result other than `None` replaces
                the first.

        Returns:
            A handle whose `remove()` removes the hook.
        """
        return self._register("_backward_hooks", hook)

    def _register(self, kind: str, hook: Any, prepend: bool = False) -> RemovableHandle:
        hooks = self.__dict__.setdefault(kind, OrderedDict())
        handle = RemovableHandle(None, hooks, hook)
        if prepend:
            hooks.move_to_end(next(reversed(hooks)), last=False)
        return handle

    def apply(self, fn: Callable[[Module], Any]) -> Self:
        """Call `fn` with every module below this one and, last, with this one; return this one.

        Args:
            fn: Receives a module, for example to give its parameters their initial values.
        """
        for child in self.children():
            child.apply(fn)
        fn(self)
        return self

    def register_buffer(self, name: str, value: Tensor) -> None:
        """Register a tensor that is part of the state but is not trained."""
        setattr(self, name, value)
        self._buffers[name] = value

    def register_parameter(self, name: str, value: Parameter | None) -> None:
        """Register a parameter under a name, or `None`."""
        setattr(self, name, value)

    def named_modules(self, prefix: str = "") -> Iterator[tuple[str, Module]]:
        """Yield the name and the module for this module and all below it, each once."""
        seen: set[int] = set()
        stack: list[tuple[str, Module]] = [(prefix, self)]
        while stack:
            path, module = stack.pop()
            if id(module) in seen:
                continue
            seen.add(id(module))
            yield path, module
            below = [(_join(path, name), child) for name, child in module._modules.items()]
            stack.extend(reversed(below))

    def modules(self) -> Iterator[Module]:
        """Yield this module and all below it."""
        return (module for _, module in self.named_modules())

    def children(self) -> Iterator[Module]:
        """Yield the modules that are attributes of this one."""
        return iter(self._modules.values())

    def named_parameters(self) -> Iterator[tuple[str, Parameter]]:
        """Yield the name and the parameter for all parameters, each once."""
        seen: set[int] = set()
        for path, module in self.named_modules():
            for name, parameter in module._parameters.items():
                if id(parameter) not in seen:
                    seen.add(id(parameter))
                    yield _join(path, name), parameter

    def parameters(self) -> Iterator[Parameter]:
        """Yield all parameters."""
        return (parameter for _, parameter in self.named_parameters())

    def named_buffers(self) -> Iterator[tuple[str, Tensor]]:
        """Yield the name and the tensor for all buffers."""
        for path, module in self.named_modules():
            for name, buffer in module._buffers.items():
                yield _join(path, name), buffer

    def buffers(self) -> Iterator[Tensor]:
        """Yield all buffers."""
        return (buffer for _, buffer in self.named_buffers())

    def to(self, dtype: Any) -> Self:
        """Convert parameters and buffers of floats to a number type; the device "cpu" is this one.

        Call it before an optimizer gets the parameters: its state is not converted.
        """
        for tensor in self._state().values():
            if tensor._data.dtype.kind == "f":
                tensor._data = tensor.detach().to(dtype)._data
                if tensor.grad is not None:
                    tensor.grad = tensor.grad.astype(tensor.dtype, copy=False)
        return self

    def double(self) -> Self:
        """Convert parameters and buffers to float64."""
        return self.to(np.float64)

    def float(self) -> Self:
        """Convert parameters and buffers to float32."""
        return self.to(np.float32)

    def train(self, mode: bool = True) -> Self:
        """Switch this module and all below it to training."""
        for module in self.modules():
            object.__setattr__(module, "training", mode)
        return self

    def eval(self) -> Self:
        """Switch this module and all below it to evaluation."""
        return self.train(False)

    def requires_grad_(self, value: bool = True) -> Self:
        """Set whether all parameters require grad; `False` freezes them."""
        for parameter in self.parameters():
            parameter.requires_grad_(value)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Clear the gradients of all parameters, or without `set_to_none` make them zero."""
        for parameter in self.parameters():
            parameter.zero_grad(set_to_none)

    def _state(self) -> dict[str, Tensor]:
        """Return parameters and buffers by name."""
        state: dict[str, Tensor] = {}
        for path, module in self.named_modules():
            for name, tensor in (*module._parameters.items(), *module._buffers.items()):
                state[_join(path, name)] = tensor
        return state

    def state_dict(self) -> dict[str, Array]:
        """Return copies of all parameters and buffers as arrays, under PyTorch's names."""
        return {name: tensor.data.copy() for name, tensor in self._state().items()}

    def load_state_dict(self, state: Mapping[str, Any], strict: bool = True) -> None:
        """Copy arrays, tensors or PyTorch tensors into the parameters and buffers.

        If it raises an error, no parameter has changed.

        Args:
            state: The `state_dict` of a model of the same form, ours or PyTorch's.
            strict: Whether the names must be the same on both sides.

        Raises:
            KeyError: Names are missing or left over.
            ShapeError: A shape differs.
            TypeError: An entry contains something other than real numbers.
        """
        own = self._state()
        missing, extra = sorted(own.keys() - state.keys()), sorted(state.keys() - own.keys())
        if strict and (missing or extra):
            raise KeyError(
                f"Error(s) in loading state_dict for {type(self).__name__}: missing {missing}, "
                f"unexpected {extra}. Usually the models differ in layers or in attribute names."
            )
        arrays = {}
        for name in own.keys() & state.keys():
            value = state[name]
            array = as_array(value.detach().numpy() if hasattr(value, "detach") else value)
            if array.shape != own[name].shape:
                raise ShapeError(
                    f"size mismatch for {name}: copying a param with shape {array.shape}, the "
                    f"shape in current model is {own[name].shape}."
                )
            arrays[name] = array
        for name, array in arrays.items():
            own[name].data = array

    def __repr__(self) -> str:
        lines = [
            f"  ({name}): " + repr(child).replace("\n", "\n  ")
            for name, child in self._modules.items()
        ]
        title = f"{type(self).__name__}({self.extra_repr()}"
        return f"{title})" if not lines else "\n".join([title, *lines, ")"])

    def extra_repr(self) -> str:
        """Return the text to print between the parentheses."""
        return ""


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
