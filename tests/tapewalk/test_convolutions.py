"""Convolutions and pooling against PyTorch and central differences."""

import numpy as np
import pytest
import torch

import tapewalk as tw
from tapewalk import nn
from tapewalk.nn import functional as F  # noqa: N812
from tests.tapewalk.oracle import check_both, draw, noncontiguous

TF = torch.nn.functional
CONVOLUTIONS = [
    ("conv1d", (2, 4, 9), (6, 4, 3), {}),
    ("conv1d", (4, 9), (6, 4, 3), {"stride": 2, "padding": 2}),
    ("conv1d", (2, 4, 9), (6, 2, 2), {"groups": 2, "dilation": 3, "padding": (1,)}),
    ("conv1d", (2, 4, 9), (6, 4, 4), {"padding": "same"}),
    ("conv1d", (0, 4, 9), (6, 4, 3), {}),
    ("conv2d", (2, 3, 6, 7), (4, 3, 2, 3), {}),
    ("conv2d", (3, 6, 7), (4, 3, 3, 3), {"stride": (2, 1), "padding": (1, 0)}),
    ("conv2d", (2, 4, 6, 7), (8, 1, 3, 2), {"groups": 4, "dilation": (1, 2)}),
    ("conv2d", (2, 3, 6, 7), (4, 3, 4, 3), {"padding": "same", "dilation": 2}),
    ("conv2d", (2, 3, 6, 7), (4, 3, 6, 7), {"padding": "valid"}),
]
POOLING = [
    ("max_pool1d", (2, 3, 7), {"kernel_size": 2}),
    ("max_pool1d", (3, 7), {"kernel_size": 3, "stride": 2, "padding": 1, "dilation": 2}),
    ("max_pool2d", (2, 3, 6, 7), {"kernel_size": (2, 3)}),
    ("max_pool2d", (3, 6, 7), {"kernel_size": 3, "stride": (1, 2), "padding": (1, 0)}),
    ("avg_pool1d", (2, 3, 7), {"kernel_size": 3, "stride": 1, "padding": 1}),
    ("avg_pool2d", (2, 3, 6, 7), {"kernel_size": 2}),
    ("avg_pool2d", (3, 6, 7), {"kernel_size": (3, 2), "stride": 2, "padding": 1}),
]


@pytest.mark.filterwarnings("ignore:Using padding='same' with even kernel")
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_they_are_pytorchs(dtype):
    for name, x, w, settings in CONVOLUTIONS:
        arrays = [draw(x, 1, dtype=dtype), draw(w, 2, dtype=dtype), draw(w[:1], 3, dtype=dtype)]
        mine, other = getattr(F, name), getattr(TF, name)
        for layout in (lambda a: a, noncontiguous, np.asfortranarray):
            check_both(
                lambda *given, f=mine, s=settings: f(*given, **s),
                lambda *given, f=other, s=settings: f(*given, **s),
                [layout(a) for a in arrays],
            )
    for name, x, settings in POOLING:
        mine, other = getattr(F, name), getattr(TF, name)
        for array in (draw(x, 1, dtype=dtype), np.ones(x, dtype)):  # ties: the first one wins
            check_both(
                lambda a, f=mine, s=settings: f(a, **s),
                lambda a, f=other, s=settings: f(a, **s),
                [array],
            )


def test_they_pass_the_judgement_of_central_differences_twice():
    x, w = (tw.Tensor(draw(s, i), requires_grad=True) for i, s in enumerate([(1, 2, 5), (2, 2, 3)]))
    image = tw.Tensor(draw((1, 1, 4, 4), 3), requires_grad=True)
    for check in (tw.gradcheck, tw.gradgradcheck):
        assert check(lambda a, b: F.conv1d(a, b, padding=1, stride=2).sin(), (x, w))
        assert check(lambda a: F.max_pool2d(a * a, 2), image)
        assert check(lambda a: F.avg_pool2d(a * a, 3, 1, 1), image)


def test_layers_take_pytorchs_weights_and_train():
    rng = np.random.default_rng(0)
    x = rng.standard_normal((2, 1, 8, 8)).astype(np.float32)

    def model(library):
        return library.Sequential(
            library.Conv2d(1, 4, 3, padding="same"),
            library.SiLU(),
            library.MaxPool2d(2),
            library.Conv2d(4, 4, (2, 3), stride=2, groups=2, bias=False),
            library.AvgPool2d((2, 1)),
            library.Flatten(),
            library.Linear(4, 3),
        )

    mine, other = model(nn), model(torch.nn)
    mine.load_state_dict(other.state_dict())
    for net, tensor in ((mine, tw.Tensor), (other, torch.tensor)):
        net(tensor(x)).pow(2).sum().backward()
    for a, b in zip(mine.parameters(), other.parameters(), strict=True):
        np.testing.assert_allclose(a.grad, b.grad.numpy(), rtol=1e-4, atol=1e-5)
    line = tw.Tensor(x.reshape(2, 8, 8))
    for kind in ("MaxPool1d", "AvgPool1d"):
        theirs = getattr(torch.nn, kind)(3, 2, 1)(torch.tensor(x.reshape(2, 8, 8)))
        np.testing.assert_allclose(getattr(nn, kind)(3, 2, 1)(line).data, theirs, rtol=1e-5)
    layer = nn.Conv1d(4, 6, 3, groups=2, generator=0)
    assert repr(layer) == "Conv1d(4, 6, kernel_size=(3,), stride=1, groups=2)"
    assert abs(layer.weight.data).max() <= 1 / np.sqrt(6) and layer(line[:, :4]).shape == (2, 6, 6)
    assert repr(nn.MaxPool2d(2)) == "MaxPool2d(kernel_size=2, stride=2, padding=0)"


def test_refusals():
    x, w = tw.ones(2, 3, 5), tw.ones(4, 3, 2)
    for make, kind, text in (
        (lambda: F.conv1d(tw.ones(5), w), ValueError, r"Expected 2D \(unbatched\) or 3D"),
        (lambda: F.conv1d(x, tw.ones(4, 2, 2)), ValueError, "to have 2 channels .* got 3 channels"),
        (lambda: F.conv1d(x, w, groups=2), ValueError, "Given groups=2"),
        (lambda: F.conv1d(x, w, tw.ones(3)), ValueError, r"4 elements, but got bias of size \[3\]"),
        (lambda: F.conv1d(x, tw.ones(4, 3, 9)), ValueError, "Kernel size can't be greater"),
        (lambda: F.conv1d(x, w, stride=0), ValueError, "stride is one whole number of at least 1"),
        (lambda: F.conv1d(x, w, padding=(1, 2)), ValueError, r"padding is .* got \(1, 2\)"),
        (lambda: F.conv1d(x, w, stride=2, padding="same"), ValueError, "strided convolutions"),
        (lambda: F.conv1d(x.double(), w), TypeError, "Input type float64 and weight type float32"),
        (lambda: F.max_pool1d(x, 2, padding=2), ValueError, "at most half of effective kernel"),
        (lambda: F.max_pool1d(x.to(int), 2), TypeError, "pooling is not implemented for int64"),
        (lambda: F.avg_pool2d(tw.ones(5), 2), ValueError, r"pooling over 2 axes got shape \(5,\)"),
        (lambda: nn.Conv2d(3, 4, 2, groups=2), ValueError, "divisible by groups 2"),
    ):
        with pytest.raises(kind, match=text):
            make()
