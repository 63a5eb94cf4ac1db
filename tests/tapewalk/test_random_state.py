"""Random numbers: seeds, first numbers of parameters, and dropout."""

import copy
import math

import numpy as np
import pytest
import torch

import tapewalk as tw
from tapewalk import nn


def test_seed_repeats_all_random_numbers():
    def draw():
        tw.manual_seed(3)
        layer = nn.Linear(2, 2)
        drawn = tw.rand(2), tw.randn(2), layer.weight, nn.Dropout(0.5)(tw.ones(20))
        return [x.tolist() for x in drawn]

    assert draw() == draw()
    assert tw.rand(3).tolist() != tw.rand(3).tolist()
    assert tw.manual_seed(3).random() == np.random.default_rng(3).random()


@pytest.mark.parametrize("shape", [(300, 200), (40, 30, 5, 7)])
def test_initial_weights_have_pytorch_spread(shape):
    torch.manual_seed(0)
    for name, settings in (
        ("uniform_", {"a": -1, "b": 2}), ("normal_", {"mean": 3, "std": 0.5}),
        ("xavier_uniform_", {"gain": 2}), ("xavier_normal_", {}), ("kaiming_uniform_", {}),
        ("kaiming_uniform_", {"a": math.sqrt(5)}), ("kaiming_normal_", {"nonlinearity": "tanh"}),
        ("kaiming_normal_", {"mode": "fan_out", "nonlinearity": "relu"}),
        ("zeros_", {}), ("ones_", {}), ("constant_", {"val": 0.25}),
    ):  # fmt: skip
        seed = {} if name in ("zeros_", "ones_", "constant_") else {"generator": 0}
        mine = nn.Parameter(np.zeros(shape, np.float32))
        memory = mine.data
        assert getattr(nn.init, name)(mine, **settings, **seed) is mine
        other = getattr(torch.nn.init, name)(torch.zeros(shape), **settings).numpy()
        assert mine.data is memory and mine.dtype == np.float32 and mine.is_leaf
        np.testing.assert_allclose(
            [mine.data.mean(), mine.data.std()], [other.mean(), other.std()],
            rtol=0.03, atol=0.03 * other.std() + 1e-7, err_msg=name,
        )  # fmt: skip
        if "uniform" in name:
            np.testing.assert_allclose(mine.data.max(), other.max(), rtol=0.01, err_msg=name)


def test_gains_equal_pytorch():
    for name, slope in (("relu", None), ("tanh", None), ("leaky_relu", 0.3), ("leaky_relu", None)):
        ours = nn.init.calculate_gain(name, slope)
        assert ours == pytest.approx(torch.nn.init.calculate_gain(name, slope))
    for make, kind, text in (
        (lambda: nn.init.calculate_gain("x"), ValueError, "Unsupported nonlinearity 'x'"),
        (lambda: nn.init.xavier_uniform_(tw.ones(3)), ValueError, "fewer than 2 dimensions.*(3,)"),
        (lambda: nn.init.kaiming_normal_(tw.ones(3, 2), mode="x"), ValueError, "Mode 'x' not sup"),
        (lambda: nn.Dropout(1.5), ValueError, "between 0 and 1, but got 1.5"),
        (lambda: nn.functional.dropout(tw.ones(2), -1), ValueError, "between 0 and 1, but got -1"),
    ):
        with pytest.raises(kind, match=text):
            make()


def test_dropout_masks_value_and_gradient_alike():
    for p in (0.0, 0.2, 0.5, 1.0):
        x = tw.Tensor(np.arange(1.0, 2001.0), requires_grad=True)
        layer = nn.Dropout(p, generator=1)
        y = layer(x)
        y.sum().backward()
        np.testing.assert_allclose(y.data, x.data * x.grad)
        assert abs((x.grad == 0).mean() - p) < 0.05
        np.testing.assert_allclose(x.grad[x.grad > 0], 1 / (1 - p) if p < 1 else 0)
        assert layer.eval()(x) is x and repr(layer) == f"Dropout(p={p})"
    assert nn.functional.dropout(tw.ones(4, dtype=np.float16)).dtype == np.float16
    assert nn.functional.dropout(x, training=False) is x


def test_checkpoint_drops_the_same_entries_again():
    own = np.random.default_rng(5)
    for generator in (None, own, 7):
        layer = nn.Dropout(0.5, generator=generator)
        x = tw.Tensor(np.ones(50), requires_grad=True)

        def twice(t, layer=layer):
            inner = tw.checkpoint(lambda u: layer(u.exp()) ** 2, t)
            return layer(inner).sin()

        tw.manual_seed(1)
        y = tw.checkpoint(twice, x)
        after = tw.rand(3).tolist()
        y.sum().backward()
        kept = np.isin(np.arange(50), np.flatnonzero(y.data))
        assert x.grad[kept].all() and not x.grad[~kept].any()
        np.testing.assert_allclose(x.grad[kept], np.cos(8 * math.e**2) * 16 * math.e**2)
        # The second run leaves the generator as it was.
        if generator is None:
            tw.manual_seed(1)
            twice(x)
            assert tw.rand(3).tolist() == after
    assert copy.deepcopy(layer)(tw.ones(9)).tolist() == layer(tw.ones(9)).tolist()
