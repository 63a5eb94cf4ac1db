"""Operations that PyTorch has too, on the samples that PyTorch is tested with.

`torch.testing._internal` has operands for each operation that its authors found worth trying:
broadcasting pairs, empty tensors, every form of an axis. Here both engines run them.
"""

from functools import cache, partial
from traceback import extract_tb

import numpy as np
import pytest
import torch

import tapewalk as tw
from tapewalk import Tensor, ops
from tapewalk.engine.backward import behind
from tapewalk.nn import functional
from tests.each import check_all
from tests.tapewalk.test_second_order import OPERATIONS

# Not the same function in both libraries, drawn at random, or without a result to compare.
OTHERS = {
    *("nn.functional.dropout", "trace", "T", "mT", "to", "eye", "randn", "zero_"),
    "nn.functional.one_hot",  # of integers only
}
# Operations that only the rules of others use, and one without a derivative, as in PyTorch.
WITHOUT_SAMPLES = {
    *("GELUSlope", "Looked", "Placed", "Put", "ReLUSlope", "Spread", "FloorDivide"),
}
# Samples have the tensor with a gradient first.
REORDERED = {
    "nn.functional.embedding": lambda table, at, **more: functional.embedding(at, table, **more),
    "einsum": lambda operands, equation: tw.einsum(equation, *operands),
    "flip": lambda x, dims: x.flip(dims),
    "where": lambda x, condition, other: tw.where(condition, x, other),
}


def ours(op):
    """Return our function of the same name, or None."""
    if op.name in OTHERS or op.is_factory_function or op.name.startswith("__ror"):
        return None
    if op.name in REORDERED:
        return REORDERED[op.name]
    if op.name.startswith("nn.functional."):
        return getattr(functional, op.name.removeprefix("nn.functional."), None)
    return getattr(tw, op.name, None) or getattr(Tensor, op.name, None)


@cache
def operations():
    """Return the operations that both have, by name; to load them takes seconds."""
    from torch.testing._internal.common_methods_invocations import op_db

    return {f"{op.name} {op.variant_test_name}".strip(): op for op in op_db if callable(ours(op))}


def converted(given, leaves):
    """Return PyTorch's arguments as tapewalk's; tensors share their memory.

    Args:
        given: A tensor, a dtype, or anything that holds them.
        leaves: Gets a pair for each tensor that requires grad: PyTorch's and ours.
    """
    if isinstance(given, torch.Tensor):
        tensor = tw.from_numpy(given.detach().numpy()).requires_grad_(given.requires_grad)
        if given.requires_grad:
            leaves.append((given, tensor))
        return tensor
    if isinstance(given, torch.Size):
        return tuple(given)
    if isinstance(given, list | tuple):
        return type(given)(converted(part, leaves) for part in given)
    if isinstance(given, dict):
        # There is one device and one order in memory.
        kept = given.keys() - {"device", "memory_format"}
        return {name: converted(given[name], leaves) for name in kept}
    if isinstance(given, torch.dtype):
        return np.dtype(str(given).removeprefix("torch."))
    return given


def flat(results):
    if isinstance(results, list | tuple):
        return [part for result in results for part in flat(result)]
    return [results]


def array_of(value):
    """Return an array of either library's tensor, of a number, or of zeros that have no memory."""
    if isinstance(value, torch.Tensor):
        return value.numpy(force=True)
    return np.asarray(value.data if isinstance(value, Tensor) else value)


def weighted(results, tensor, is_bent):
    """Return a sum in which each entry counts differently, so that no two gradients are alike.

    Where it is bent, the gradient that arrives depends on the operands: a rule that loses the
    history of what arrives has wrong second derivatives.
    """
    total = 0
    for result in results:
        result = result + result * result * 0.5 if is_bent else result
        ramp = np.linspace(0.5, 1.5, int(np.prod(result.shape))).reshape(tuple(result.shape))
        total = total + (result * tensor(ramp.astype(array_of(result).dtype))).sum()
    return total


def gradients(results, leaves, grad, tensor, times):
    """Return the gradients of the leaves, then the gradients of those, and so on."""
    orders = []
    for _ in range(times):
        results = [result for result in results if getattr(result, "requires_grad", False)]
        if not results:
            break
        total = weighted(results, tensor, is_bent=times == 2 and not orders)
        found = grad(total, leaves, create_graph=True, allow_unused=True)
        orders.append([None if slope is None else array_of(slope) for slope in found])
        results = [slope for slope in found if slope is not None]
    return orders


def assert_close(mine, theirs, what, dtype):
    rtol, atol = (1e-6, 1e-8) if dtype == torch.float64 else (2e-3, 1e-4)
    np.testing.assert_allclose(mine, theirs, rtol=rtol, atol=atol, err_msg=what)


def assert_same(op, sample, dtype, ran):
    """Run one sample in both engines and compare results, gradients and second gradients.

    Args:
        op: PyTorch's operation.
        sample: Its operands.
        dtype: Their number type.
        ran: Gets the names of our operations that record the result.

    Returns:
        Whether our function computes the sample; what it does not take, it must refuse clearly.
    """
    theirs = flat(op(sample.input, *sample.args, **sample.kwargs))
    leaves = []
    operands = converted((sample.input, *sample.args), leaves)
    settings = converted(sample.kwargs, leaves)
    try:
        mine = flat(ours(op)(*operands, **settings))
    except Exception as error:
        last = extract_tb(error.__traceback__)[-1]
        if "/tapewalk/" in last.filename and (last.line or "").startswith("raise"):
            return False
        raise
    made = [y.grad_fn for y in mine if isinstance(y, Tensor) and y.grad_fn]
    ran |= {type(node).__name__ for node in behind(made)}
    assert len(mine) == len(theirs)
    for a, b in zip(mine, theirs, strict=True):
        a, b = array_of(a), array_of(b)
        assert (a.shape, a.dtype) == (b.shape, b.dtype)
        assert_close(a, b, "result", dtype)
    if not leaves or not op.supports_autograd:
        return True
    times = 1 + (op.supports_gradgrad and dtype == torch.float64)
    wanted = gradients(theirs, [a for a, _ in leaves], torch.autograd.grad, torch.from_numpy, times)
    found = gradients(mine, [b for _, b in leaves], tw.grad, tw.from_numpy, times)
    for order, slopes in enumerate(wanted):
        for place, slope in enumerate(slopes):
            got = found[order][place] if order < len(found) else None
            # A gradient that one engine leaves out is zero in the other.
            got, slope = (0.0 if side is None else side for side in (got, slope))
            assert_close(got, slope, f"derivative {order + 1} of operand {place}", dtype)
    return True


def assert_samples_agree(op, dtype, change, ran):
    torch.manual_seed(0)
    given = op.sample_inputs("cpu", dtype, requires_grad=op.supports_autograd)
    computed = [assert_same(op, change(sample), dtype, ran) for sample in given]
    assert any(computed) or op.variant_test_name, "no sample was computed"


def assert_operations_agree(dtype, change):
    """Compare all operations, and return the names of ours that ran."""
    ran = set()
    check_all(
        (name, partial(assert_samples_agree, op, dtype, change, ran))
        for name, op in operations().items()
    )
    return ran


@pytest.mark.filterwarnings("ignore")  # PyTorch's own samples cause warnings
def test_operation_has_pytorch_gradients_twice():
    # Operands that are not contiguous find more errors.
    ran = assert_operations_agree(torch.float64, lambda sample: sample.noncontiguous())
    assert set(ops.__all__) - ran - WITHOUT_SAMPLES <= set(OPERATIONS)


@pytest.mark.by_turns(4)  # programs/test_programs.py has this precision every day
@pytest.mark.filterwarnings("ignore")
def test_operation_has_pytorch_gradients_in_single_precision():
    assert_operations_agree(torch.float32, lambda sample: sample)
