"""The public names: what type checkers read, and what `__init__.py` loads on first use."""

# ruff: noqa: F403, I001  (`name as name` makes a name public)

from tapewalk import (
    data as data,
    models as models,
    nn as nn,
    ops as ops,
    optim as optim,
    widgets as widgets,
)
from tapewalk.engine.anomaly import detect_anomaly as detect_anomaly
from tapewalk.engine.function import Function as Function
from tapewalk.engine.grad_mode import (
    enable_grad as enable_grad,
    inference_mode as inference_mode,
    is_grad_enabled as is_grad_enabled,
    no_grad as no_grad,
    set_grad_enabled as set_grad_enabled,
)
from tapewalk.engine.random_state import manual_seed as manual_seed
from tapewalk.gradients.checkpointing import checkpoint as checkpoint
from tapewalk.gradients.comparison import compare as compare
from tapewalk.gradients.differentiate import (
    elementwise_grad as elementwise_grad,
    grad as grad,
    hessian as hessian,
    hessian_vector_product as hessian_vector_product,
    jacobian as jacobian,
    jvp as jvp,
    value_and_grad as value_and_grad,
    vjp as vjp,
)
from tapewalk.gradients.gradient_check import gradcheck as gradcheck, gradgradcheck as gradgradcheck
from tapewalk.graph import walk as walk
from tapewalk.inspect import CallableModule
from tapewalk.planning.plan import plan as plan
from tapewalk.tensor import TensorModule
from tapewalk.scalar.dual import Dual as Dual
from tapewalk.scalar.tape import tape as tape
from tapewalk.scalar.value import Value as Value
from tapewalk.tensor.creation import (
    arange as arange,
    as_tensor as as_tensor,
    eye as eye,
    from_numpy as from_numpy,
    full as full,
    linspace as linspace,
    load as load,
    ones as ones,
    ones_like as ones_like,
    rand as rand,
    randn as randn,
    save as save,
    zeros as zeros,
    zeros_like as zeros_like,
)
from tapewalk.tensor.derived import *
from tapewalk.tensor.functional import (
    cat as cat,
    einsum as einsum,
    log_softmax as log_softmax,
    softmax as softmax,
    stack as stack,
    where as where,
)
from tapewalk.tensor.operands import matmul as matmul
from tapewalk.tensor.tensor import Tensor as Tensor
from tapewalk.trace.publish import publish as publish
from tapewalk.trace.score import score as score
from tapewalk.trace.tracing import trace as trace
from tapewalk.trace.validate import validate as validate
from tapewalk.version import __version__ as __version__

inspect: CallableModule
tensor: TensorModule
