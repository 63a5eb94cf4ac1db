"""Errors of the backward pass: freed graphs, wrong gradients, NaN."""

import numpy as np
import pytest

import tapewalk as tw
from tapewalk import Function, Tensor


def leaf(*shape):
    return Tensor(np.ones(shape), requires_grad=True)


def test_freed_values_are_refused_with_the_remedy():
    loss = (leaf(2) * leaf(2)).sum()
    node = loss.grad_fn.parents[0]
    loss.backward()
    with pytest.raises(RuntimeError, match="retain_graph=True"):
        node.saved_tensors  # noqa: B018


def test_changed_shape_of_a_leaf_is_caught():
    x = leaf(2)
    loss = (x * 2).sum()
    x.data = np.ones(3)
    with pytest.raises(
        ValueError, match=r"a gradient of shape \(2,\) reached a leaf of shape \(3,"
    ):
        loss.backward()


class Returns(Function):
    """A function whose backward returns a given answer."""

    def forward(self, a, b, *, answer):
        self.answer = answer
        return a + b

    def backward(self, grad):
        return self.answer


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (np.ones(2), r"incorrect number of gradients \(expected 2, got 1\)"),
        ((np.ones(2), np.ones(2), np.ones(2)), r"\(expected 2, got 3\)"),
        (
            (np.ones(2), np.ones(3)),
            r"invalid gradient at index 1 - got \[3\] but expected shape com",
        ),
        ((np.ones((1, 2)), None), r"ReturnsBackward returned an invalid gradient at index 0"),
    ],
)
def test_wrong_gradients_of_custom_functions_are_caught(answer, text):
    a, b = leaf(2), leaf(2)
    with pytest.raises(RuntimeError, match=text):
        Returns.apply(a, b, answer=answer).sum().backward()
    assert a.grad is None


def test_functions_must_be_complete():
    class Empty(Function):
        pass

    class NoBackward(Function):
        def forward(self, x):
            return x * 2

    with pytest.raises(NotImplementedError, match="Empty needs a method forward"):
        Empty.apply(leaf(1))
    with pytest.raises(NotImplementedError, match="NoBackward needs a method backward"):
        NoBackward.apply(leaf(1)).backward()


def test_errors_of_a_users_forward_are_left_alone():
    class Picky(Function):
        def forward(self, x):
            raise ValueError("my own words")

    with pytest.raises(ValueError, match="^my own words$"):
        Picky.apply(leaf(1))


def test_detect_anomaly_names_operation_and_line():
    x = Tensor([0.0, 1.0], requires_grad=True)
    with tw.detect_anomaly():
        y = x.sqrt()  # the line to be named
        loss = (y * 0).sum()
        with pytest.raises(RuntimeError) as caught:
            loss.backward()
    text = str(caught.value)
    assert "Function 'SqrtBackward' returned nan values in its 0th output" in text
    line = test_detect_anomaly_names_operation_and_line.__code__.co_firstlineno + 3
    assert f'File "{__file__}", line {line}, in test_detect_anomaly' in text
    x.grad = None
    (x.sqrt() * 0).sum().backward()
    assert np.isnan(x.grad[0])


def test_detect_anomaly_lets_good_gradients_pass():
    x = Tensor([1.0], requires_grad=True)
    with tw.detect_anomaly():
        (x * 2).backward()
    assert x.grad.tolist() == [2.0]


def test_in_place_error_names_the_line():
    x = leaf(2) * 1
    with tw.detect_anomaly():
        y = x * x
    x.add_(1)
    with pytest.raises(RuntimeError, match=r"It was made at File .*test_refusals.py"):
        y.sum().backward()
