"""NumPy's functions on tensors."""

import numpy as np

import tapewalk as tw
from tapewalk import Tensor
from tests.each import each

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
    "log of a sum": lambda x: np.log(np.sum(np.exp(x - np.max(x)))),
    "array on the left": lambda x: np.arange(6.0).reshape(2, 3) - x / 2,
    "indexing": lambda x: x[[0, 0, 1]][:, ::2],
    "dot of a cube": lambda x: np.dot(x, np.arange(24.0).reshape(2, 3, 4)),
    "tensordot": lambda x: np.tensordot(x, np.arange(24.0).reshape(2, 3, 4)),
    "tensordot axes": lambda x: np.tensordot(x, x, ((0, 1), (0, 1))),
    "tensordot pairs": lambda x: np.tensordot(x, np.arange(12.0).reshape(2, 3, 2), (0, -1)),
    "inner": lambda x: np.inner(x, x), "inner number": lambda x: np.inner(3.0, x),
    "outer": lambda x: np.outer(x, x[0]), "kron": lambda x: np.kron(x, x[0]),
    "split": lambda x: np.split(x, 3, 1)[1], "split at": lambda x: np.split(x, [1, 1], 1)[2],
    "array_split": lambda x: np.array_split(x, 2, 1)[0], "vsplit": lambda x: np.vsplit(x, 2)[1],
    "hsplit": lambda x: np.hsplit(x, 3)[1], "hsplit of a row": lambda x: np.hsplit(x[0], 3)[1],
    "dsplit": lambda x: np.dsplit(x[None], [1])[1], "dstack": lambda x: np.dstack([x, x[:, :]]),
    "vstack": lambda x: np.vstack([x[0], x]), "hstack": lambda x: np.hstack([x, x]),
    "hstack rows": lambda x: np.hstack([x[0], x[1]]), "hstack numbers": lambda x: np.hstack(x[0]),
    "column_stack": lambda x: np.column_stack([x[:, 0], x]), "append": lambda x: np.append(x, x[0]),
    "concatenate flat": lambda x: np.concatenate([x, x[0]], axis=None),
    "flip": np.flip, "flip 1": lambda x: np.flip(x, 1), "flip axes": lambda x: np.flip(x, (0, 1)),
    "repeat": lambda x: np.repeat(x, [1, 0, 2], axis=1), "repeat flat": lambda x: np.repeat(x, 2),
    "tile": lambda x: np.tile(x, (2, 1, 2)), "rot90": np.rot90, "flipud": np.flipud,
    "fliplr": np.fliplr, "moveaxis": lambda x: np.moveaxis(x[None], 0, -1),
    "rollaxis": lambda x: np.rollaxis(x, 1), "delete": lambda x: np.delete(x, 1, 1),
    "diagonal": lambda x: np.diagonal(x, 1), "atleast_3d": np.atleast_3d,
    "diag": lambda x: np.diag(x, -1), "diag of a row": lambda x: np.diag(x[0], 1),
    "trace": lambda x: np.trace(x, 1), "tril": np.tril, "triu": lambda x: np.triu(x, 1),
    "diff": lambda x: np.diff(x, 2), "diff axis": lambda x: np.diff(x, axis=0), "sort": np.sort,
    "diff of one": lambda x: np.diff(x, 2, 0), "amin": lambda x: np.amin(x, 1), "fabs": np.fabs,
    "logaddexp": lambda x: np.logaddexp(x, 0.5), "logaddexp2": lambda x: np.logaddexp2(x, x[::-1]),
    "arctan2": lambda x: np.arctan2(x, x[:1]), "hypot": lambda x: np.hypot(x, 2), "sinc": np.sinc,
    "log2": lambda x: np.log2(x + 3), "log10": lambda x: np.log10(x + 3), "exp2": np.exp2,
    "reciprocal": np.reciprocal, "degrees": np.degrees, "radians": np.radians,
    "length": np.linalg.norm, "lengths": lambda x: np.linalg.norm(x, axis=1, keepdims=True),
    "named sum": lambda x: np.sum(x, 0, None), "named variance": lambda x: np.var(x, 0, None),
}  # fmt: skip


@each("name", NUMPY)
def test_numpy_functions_work_on_tensors(name):
    function = NUMPY[name]
    x = np.random.default_rng(3).uniform(-2, 2, (2, 3))
    t = Tensor(x, requires_grad=True)
    out = function(t)
    assert isinstance(out, Tensor)
    np.testing.assert_allclose(out.data, function(x), rtol=1e-12)
    assert tw.gradcheck(function, t)


def test_numpy_predicates_return_arrays():
    t = Tensor([1.0, 2.0], requires_grad=True)
    assert np.allclose(t, [1.0, 2.0]) and np.shape(t) == (2,) and np.argmax(t) == 1
    assert np.array_equal(t, np.array([1.0, 2.0])) and not np.isnan(t).any()
