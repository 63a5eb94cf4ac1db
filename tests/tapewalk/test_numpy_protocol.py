"""NumPy's functions on tensors."""

import numpy as np
import pytest

import tapewalk as tw
from tapewalk import Tensor

NUMPY = {
    "exp": np.exp, "log": lambda x: np.log(x + 3), "sqrt": lambda x: np.sqrt(x + 3),
    "square": np.square, "sin": np.sin, "cos": np.cos, "tan": np.tan, "tanh": np.tanh,
    "sinh": np.sinh, "cosh": np.cosh, "negative": np.negative, "absolute": np.absolute,
    "sum": np.sum, "sum 0": lambda x: np.sum(x, axis=0), "mean": lambda x: np.mean(x, axis=(0, 1)),
    "keepdims": lambda x: np.mean(x, axis=1, keepdims=True), "max": lambda x: np.max(x, axis=1),
    "min": np.min, "var": lambda x: np.var(x, axis=0), "std": lambda x: np.std(x, ddof=1),
    "reshape": lambda x: np.reshape(x, (3, 2)), "ravel": np.ravel, "transpose": np.transpose,
    "transpose axes": lambda x: np.transpose(x, (1, 0)), "squeeze": lambda x: np.squeeze(x[:1]),
    "swapaxes": lambda x: np.swapaxes(x, 0, 1), "expand_dims": lambda x: np.expand_dims(x, 1),
    "broadcast_to": lambda x: np.broadcast_to(x, (2, 2, 3)), "clip": lambda x: np.clip(x, -1, 1),
    "concatenate": lambda x: np.concatenate([x, x], axis=1), "stack": lambda x: np.stack([x, x]),
    "where": lambda x: np.where(x > 0, x, 0.0), "maximum": lambda x: np.maximum(x, 0.5),
    "minimum": lambda x: np.minimum(0.5, x), "power": lambda x: np.power(x, 3),
    "dot": lambda x: np.dot(x, x.T), "dot number": lambda x: np.dot(x, 3.0),
    "matmul": lambda x: np.matmul(x.T, x), "add": lambda x: np.add(np.ones(3), x),
    "divide": lambda x: np.divide(1.0, x + 5), "subtract": lambda x: np.subtract(1, x),
}  # fmt: skip


@pytest.mark.parametrize("name", NUMPY)
def test_numpys_functions_work_on_tensors(name):
    function = NUMPY[name]
    x = np.random.default_rng(3).uniform(-2, 2, (2, 3))
    t = Tensor(x, requires_grad=True)
    out = function(t)
    assert isinstance(out, Tensor)
    np.testing.assert_allclose(out.data, function(x), rtol=1e-12)
    assert tw.gradcheck(function, t)


def test_numpys_questions_answer_with_arrays():
    t = Tensor([1.0, 2.0], requires_grad=True)
    assert np.allclose(t, [1.0, 2.0]) and np.shape(t) == (2,) and np.argmax(t) == 1
    assert np.array_equal(t, np.array([1.0, 2.0])) and not np.isnan(t).any()
