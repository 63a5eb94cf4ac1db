"""Names derived from the class of an operation: method, free function, NumPy, types."""

import numpy as np

import tapewalk as tw
from tapewalk import ops
from tapewalk.tensor import derived
from tools.stubs import STUB, stub


def test_operation_has_method_function_and_numpy_form():
    numbers = np.random.default_rng(1).uniform(0.2, 0.8, (2, 3))
    for operation in derived.OPERATIONS:
        x = numbers + (operation is ops.Acosh)  # which begins at 1
        more = [x[0]] if derived.takes_two(operation) else []
        t = tw.Tensor(x, requires_grad=True)
        free = getattr(tw, operation.method)
        results = [getattr(t, operation.method)(*more), free(t, *more), free(x, t) if more else t]
        if operation.numpy:
            results.append(operation.numpy(t, *more))
            np.testing.assert_allclose(results[0].data, operation.numpy(x, *more), rtol=1e-12)
        for result in results[:2] + results[3:]:
            assert type(result.grad_fn) is operation
            assert np.array_equal(result.data, results[0].data)
        for made in (free, getattr(tw.Tensor, operation.method)):
            assert made.__name__ == operation.method and made.__doc__
        integers = getattr(tw.Tensor([1, 2]), operation.method)(*([1] if more else []))
        assert integers.dtype == (np.float32 if operation.floats else np.int64)


def test_all_operations_are_listed():
    listed = {getattr(ops, name) for name in ops.__all__}
    assert listed == {kind for kind in _kinds(ops.Function) if kind.__module__.startswith(OPS)}


def _kinds(kind):
    for below in kind.__subclasses__():
        if not below.__name__.startswith("_"):
            yield below
        yield from _kinds(below)


OPS = "tapewalk.ops."


def test_type_stub_is_up_to_date():
    assert STUB.read_text("utf-8") == stub(), "run make stubs"
