"""Every operation of the tensor engine: one class each, forward and backward side by side."""

# ruff: noqa: F403  (`__all__` below collects what the files define)

from tapewalk.engine.function import Function
from tapewalk.ops.activations import *
from tapewalk.ops.angles import *
from tapewalk.ops.arithmetic import *
from tapewalk.ops.attention import *
from tapewalk.ops.einsum import *
from tapewalk.ops.elementwise import *
from tapewalk.ops.gelu import *
from tapewalk.ops.index import *
from tapewalk.ops.loss import *
from tapewalk.ops.matmul import *
from tapewalk.ops.norm import *
from tapewalk.ops.reduce import *
from tapewalk.ops.shape import *

__all__ = sorted(
    name
    for name, thing in vars().items()
    if isinstance(thing, type) and issubclass(thing, Function) and thing is not Function
)
