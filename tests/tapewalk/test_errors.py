"""Bad input: each error names the rule, the usual cause and the value."""

import numpy as np
import pytest

import tapewalk as tw
from tapewalk import Tensor
from tapewalk.nn import functional as f
from tests.each import each


def leaf(*shape):
    return Tensor(np.ones(shape), requires_grad=True)


CASES = {
    "add shapes": (
        lambda: leaf(2, 3) + leaf(2),
        (RuntimeError, ValueError),
        r"Add can't take shapes \(2, 3\) and \(2,\): .*Read from the right, dimensions must be",
    ),
    "matmul shapes": (
        lambda: leaf(2, 3) @ leaf(2, 3),
        (RuntimeError, ValueError),
        r"MatMul can't take shapes \(2, 3\) and \(2, 3\): .*Usually a transpose",
    ),
    "matmul of a number": (
        lambda: leaf(2, 3) @ leaf(),
        (RuntimeError,),
        r"MatMul can't take shapes \(2, 3\) and \(\): a single number has no rows; use \* instead",
    ),
    "matmul types": (
        lambda: leaf(2, 2) @ Tensor([[1.0, 2.0]]).mT,
        (RuntimeError, TypeError),
        "expected both operands of @ to have the same dtype, but got: float64 != float32",
    ),
    "linear": (
        lambda: f.linear(leaf(2, 3), leaf(4, 5)),
        (RuntimeError,),
        r"Linear multiplies rows of 5 numbers \(its weight is \(4, 5\)\), got shape \(2, 3\)",
    ),
    "comparison": (
        lambda: leaf(2) > leaf(3),
        (RuntimeError,),
        r"a comparison can't take shapes \(2,\) and \(3,\)",
    ),
    "not a number": (
        lambda: leaf(2) + "1",
        (TypeError,),
        "a Tensor works with tensors, arrays and real numbers, got '1' of type str",
    ),
    "a list": (lambda: leaf(2) * [1, 2], (TypeError,), r"Usually a list was not converted"),
    "None": (lambda: leaf(2) - None, (TypeError,), "got None of type NoneType"),
    "ragged": (
        lambda: Tensor([[1.0], [1.0, 2.0]]),
        (ValueError,),
        "a tensor is a full grid of numbers: .*Usually the rows differ in length",
    ),
    "text": (lambda: Tensor(["a"]), (TypeError,), "a tensor stores real numbers, got entries of"),
    "objects": (lambda: Tensor([None]), (TypeError,), "entries of type object"),
    "complex": (lambda: Tensor(1j), (TypeError,), "entries of type complex128"),
    "integer grad": (
        lambda: Tensor([1, 2], requires_grad=True),
        (RuntimeError, TypeError),
        "only Tensors of floating point dtype can require gradients: .*has dtype int64.*2.0 for 2",
    ),
    "integer parameter": (
        lambda: tw.nn.Parameter(np.array([1])),
        (RuntimeError,),
        "only Tensors of floating point dtype can require gradients: a parameter has dtype int64",
    ),
    "backward of a matrix": (
        lambda: (leaf(8, 64) * 2).backward(),
        (RuntimeError,),
        r"grad can be implicitly created only for scalar outputs: backward\(\) needs a scalar, got "
        r"shape \(8, 64\): pass a gradient or reduce first",
    ),
    "backward without grad": (
        lambda: Tensor([1.0]).backward(),
        (RuntimeError,),
        "element 0 of tensors does not require grad and does not have a grad_fn: .*detach",
    ),
    "gradient shape": (
        lambda: (leaf(3) * 2).backward(np.ones(2)),
        (RuntimeError, ValueError),
        r"Mismatch in shape: grad_output\[0\] has a shape of \(2,\) and output\[0\] has a shape of "
        r"\(3,\)",
    ),
    "axis out of range": (
        lambda: leaf(2, 3).sum(2),
        (IndexError,),
        r"Dimension out of range \(expected to be in range of \[-2, 1\], but got 2\)",
    ),
    "negative axis": (lambda: leaf(2).mean(-2), (IndexError,), r"range of \[-1, 0\], but got -2"),
    "axis of softmax": (lambda: leaf(2).softmax(1), (IndexError,), "Dimension out of range"),
    "axis twice": (lambda: leaf(2, 3).sum((0, -2)), (IndexError,), r"each axis may be named once"),
    "axis type": (lambda: leaf(2).sum(1.5), (TypeError,), "an axis is an integer, got 1.5"),
    "cat axis": (lambda: tw.cat([leaf(2)], 1), (IndexError,), "Dimension out of range"),
    "cat shapes": (
        lambda: tw.cat([leaf(2, 3), leaf(2, 4)], 0),
        (RuntimeError, ValueError),
        r"Concat can't take shapes \(2, 3\) and \(2, 4\)",
    ),
    "cat nothing": (lambda: tw.cat([]), (ValueError,), "needs at least one tensor"),
    "reshape": (
        lambda: leaf(2, 3).reshape(4),
        (RuntimeError, ValueError),
        r"shape \[4\] is invalid for input of size 6: a tensor of shape \(2, 3\) has 6 entries",
    ),
    "permute": (lambda: leaf(2, 3).permute(0), (IndexError,), "needs each of the 2 axes once"),
    "t of a cube": (lambda: leaf(1, 2, 3).t(), (RuntimeError,), r"t\(\) expects a matrix"),
    "expand": (lambda: leaf(2).expand(3), (RuntimeError,), r"expand\(\[3\]\) must keep every axis"),
    "expand fewer": (lambda: leaf(2, 2).expand(2), (RuntimeError,), "must keep every axis of shap"),
    "index": (
        lambda: leaf(2)[5],
        (IndexError,),
        r"index 5 does not fit shape \(2,\): .*Positions run from 0, or from -1 backwards",
    ),
    "float index": (
        lambda: leaf(2)[Tensor([1.0])],
        (IndexError,),
        "tensors used as indices must be integers or truth values, got float32",
    ),
    "amax of nothing": (
        lambda: leaf(0, 2).amax(0),
        (RuntimeError,),
        r"needs at least one entry: shape \(0, 2\) has none along axes \(0,\)",
    ),
    "item": (
        lambda: leaf(2).item(),
        (RuntimeError,),
        r"a Tensor with 2 elements cannot be converted to Scalar",
    ),
    "truth": (lambda: bool(leaf(2)), (RuntimeError,), r"Boolean value of Tensor with shape \(2,\)"),
    "len": (lambda: len(leaf()), (TypeError,), r"len\(\) of a 0-d tensor"),
    "iter": (lambda: list(leaf()), (TypeError,), "iteration over a 0-d tensor"),
    "float as index": (lambda: [1][Tensor(0.0)], (TypeError,), "only integer tensors can be an in"),
    "numpy": (
        lambda: leaf(2).numpy(),
        (RuntimeError,),
        r"Can't call numpy\(\) on Tensor that requires grad. Use tensor.detach\(\).numpy\(\)",
    ),
    "asarray": (lambda: np.asarray(leaf(2)), (RuntimeError,), r"Can't call numpy\(\) on Tensor"),
    "no rule": (lambda: np.linalg.det(leaf(2, 2)), (TypeError,), "np.det has no gradient rule"),
    "ufunc method": (
        lambda: np.add.reduce(leaf(2)),
        (TypeError,),
        "np.add with reduce has no gradient rule",
    ),
    "requires_grad_ of a result": (
        lambda: (leaf(2) * 2).requires_grad_(False),
        (RuntimeError,),
        "you can only change requires_grad flags of leaf variables: .*made by MulBackward",
    ),
    "gelu form": (
        lambda: leaf(2).gelu("erf"),
        (ValueError,),
        "must be 'none' or 'tanh', got 'erf'",
    ),
    "mask type": (
        lambda: leaf(2).masked_fill(np.array([0, 1]), 1.0),
        (RuntimeError,),
        "masked_fill expects a boolean mask, got dtype int64",
    ),
    "target out of range": (
        lambda: f.cross_entropy(leaf(2, 3), np.array([0, 3])),
        (IndexError,),
        "Target 3 is out of bounds: classes are 0 to 2",
    ),
    "target negative": (
        lambda: f.cross_entropy(leaf(2, 3), np.array([0, -1])),
        (IndexError,),
        "Target -1 is out of bounds",
    ),
    "target shape": (
        lambda: f.cross_entropy(leaf(2, 3, 4), np.zeros((2, 3), int)),
        (RuntimeError, ValueError),
        r"logits \(2, 3, 4\) and targets \(2, 3\) don't fit: .*reshaped to \(batch \* time",
    ),
    "target type": (
        lambda: f.cross_entropy(leaf(2, 3), np.zeros(2)),
        (TypeError,),
        "targets are class numbers, integers, got dtype float64",
    ),
    "reduction": (
        lambda: f.mse_loss(leaf(2), leaf(2), "average"),
        (ValueError,),
        "'average' is not a valid value for reduction",
    ),
    "loss shapes": (
        lambda: f.mse_loss(leaf(3, 1), leaf(3)),
        (ValueError,),
        r"input \(3, 1\) and target \(3,\) must have the same shape",
    ),
    "bce range": (
        lambda: f.binary_cross_entropy(leaf(2) * 2, leaf(2)),
        (RuntimeError,),
        "all elements of input should be between 0 and 1, got entries from 2.0",
    ),
    "embedding range": (
        lambda: f.embedding(np.array([0, 5]), leaf(5, 2)),
        (IndexError,),
        "index out of range in self: the table has rows 0 to 4, got positions from 0 to 5",
    ),
    "embedding negative": (
        lambda: f.embedding(np.array([-1]), leaf(5, 2)),
        (IndexError,),
        "got positions from -1 to -1",
    ),
    "embedding type": (
        lambda: f.embedding(np.array([0.5]), leaf(5, 2)),
        (TypeError,),
        "embedding looks up integer positions, got dtype float64",
    ),
    "layer norm": (
        lambda: f.layer_norm(leaf(2, 3), (4,)),
        (RuntimeError,),
        r"layer_norm over \[4\] expects those last lengths, got shape \(2, 3\)",
    ),
    "batch norm of one": (
        lambda: f.batch_norm(leaf(1, 3), training=True),
        (ValueError,),
        r"Expected more than 1 value per channel when training, got input size \(1, 3\)",
    ),
    "batch norm shape": (
        lambda: f.batch_norm(leaf(3), training=True),
        (ValueError,),
        r"batch_norm expects shape \(n, d\)",
    ),
    "two masks": (
        lambda: f.scaled_dot_product_attention(
            leaf(2, 2), leaf(2, 2), leaf(2, 2), np.ones((2, 2)), is_causal=True
        ),
        (ValueError,),
        "not both",
    ),
    "create_graph": (
        lambda: (leaf(1) * 2).backward(create_graph=True),
        (RuntimeError,),
        r"Use tapewalk\.grad\(loss, inputs, create_graph=True\)",
    ),
    "dot with None": (lambda: np.dot(leaf(2), None), (TypeError,), "got None of type NoneType"),
    "tensordot": (lambda: np.tensordot(leaf(2), leaf(2)), (IndexError,), "Dimension out of range"),
    "split axis": (lambda: np.split(leaf(2), 2, 5), (IndexError,), "Dimension out of range"),
    "norm order": (lambda: np.linalg.norm(leaf(2), 1), (TypeError,), "np.norm of a tensor does"),
    "argument": (lambda: tw.grad(abs, 1)(2.0), (IndexError,), "no argument 1 to differentiate"),
    "split sizes": (
        lambda: leaf(5).split([2, 2]),
        (ValueError,),
        r"split sizes \[2, 2\] must add up to the length 5",
    ),
    "expand in front": (lambda: leaf(2).expand(-1, 2), (RuntimeError,), r"expand\(\[-1, 2\]\)"),
    "cat numbers": (
        lambda: tw.cat([leaf(), leaf()]),
        (ValueError,),
        "zero-dimensional tensors cannot be concatenated",
    ),
    "whole powers": (
        lambda: Tensor([1, 2]) ** -1,
        (ValueError,),
        "Integers to negative integer powers are not allowed",
    ),
    "batch norm without averages": (
        lambda: f.batch_norm(leaf(5, 2)),
        (ValueError,),
        "Expected running_mean and running_var to be defined",
    ),
    "hook of a constant": (
        lambda: Tensor([1.0]).register_hook(print),
        (RuntimeError,),
        "cannot register a hook on a tensor that doesn't",
    ),
    "kept gradient of a constant": (
        lambda: Tensor([1.0]).retain_grad(),
        (RuntimeError,),
        "can't retain_grad on Tensor that has requires_grad=F",
    ),
    "grad of a number": (lambda: tw.grad(3.0, 1), (TypeError,), r"grad\(\) takes tensors or a fun"),
}


@each("name", CASES)
def test_bad_input_is_explained(name):
    make, kinds, text = CASES[name]
    for kind in kinds:
        with pytest.raises(kind, match=text):
            make()
