"""Tensors and their methods, by kind."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tapewalk.tensor.tensor import Tensor


class TensorModule(ModuleType):
    """The class of this module, which can be called as `torch.tensor`: see `inspect`."""

    def __call__(
        self, data: Any, dtype: Any = None, device: Any = "cpu", requires_grad: bool = False
    ) -> Tensor:
        """Return `Tensor(data, requires_grad, dtype)`."""
        from tapewalk.tensor.tensor import Tensor

        return Tensor(data, requires_grad, dtype).to(device)


sys.modules[__name__].__class__ = TensorModule
