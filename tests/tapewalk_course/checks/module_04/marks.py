"""04.6: the reference, and what learners write instead."""

from math import isfinite, isnan
from statistics import mean, median

import numpy as np
import torch

from tapewalk_course.solutions.module_04 import marks, rms


def _marks(
    size=rms,
    middle=median,
    kept=lambda s: isfinite(s) and s > 0,
    exploding=lambda s, own, middle: s > 1000 * own,
    vanishing=lambda s, own, middle: s < middle / 1000 and s < own / 1000,
    nan=lambda gradient, s: not isfinite(s),
    zero=lambda gradient, s: s == 0,
):
    def wrong(gradients, weights):
        sizes = {name: size(gradient) for name, gradient in gradients.items()}
        reference = middle([s for s in sizes.values() if kept(s)])
        found = {}
        for name, s in sizes.items():
            own = size(weights[name])
            if nan(gradients[name], s):
                found[name] = "nan"
            elif zero(gradients[name], s):
                found[name] = "zero"
            elif exploding(s, own, reference):
                found[name] = "exploding"
            elif vanishing(s, own, reference):
                found[name] = "vanishing"
        return found

    return (wrong,)


def _single(x):
    return x.square().mean().sqrt().item()


def _of_tensor(x):
    """Return the median as tensors have it: NaN as soon as there is one."""
    return float(np.median(x))


def _limits(exploding, vanishing):
    return _marks(
        exploding=lambda s, own, middle: s > exploding * own,
        vanishing=lambda s, own, middle: s < middle / vanishing and s < own / vanishing,
    )


def _is_any_nan(gradient, s):
    return gradient.isnan().any()


def _torch_median(sizes):
    return torch.tensor(sizes, dtype=torch.float64).median().item()


def with_none(gradients, weights):
    found = marks(gradients, weights)
    return {name: found.get(name) for name in gradients}


def by_the_median_only(s, own, middle):
    return s < middle / 1000


REFERENCE = (marks,)
WRONG = [
    ("sound", (with_none,)),
    ("tolerance", _marks(zero=lambda g, s: torch.allclose(g, torch.zeros_like(g)))),
    ("tolerance", _marks(zero=lambda g, s: s < 1e-12)),
    ("tolerance", _marks(zero=lambda g, s: g.abs().max() < 1e-7)),
    ("squares", _marks(size=_single)),
    ("squares", _marks(size=_single, zero=lambda g, s: not g.any())),
    ("squares", _marks(size=_single, nan=lambda g, s: not torch.isfinite(g).all())),
    (
        "squares",
        _marks(
            size=_single,
            zero=lambda g, s: not g.any(),
            nan=lambda g, s: not torch.isfinite(g).all(),
        ),
    ),
    ("nans", _marks(nan=lambda gradient, s: False)),
    ("infinite", _marks(nan=_is_any_nan)),
    ("infinite", _marks(kept=lambda s: not isnan(s) and s > 0)),
    ("infinite", _marks(nan=_is_any_nan, kept=lambda s: not isnan(s) and s > 0)),
    ("any_zero", _marks(zero=lambda g, s: (g == 0).any())),
    ("lower", _marks(middle=_torch_median)),
    ("lower", _marks(middle=lambda sizes: sorted(sizes)[len(sizes) // 2])),
    ("zeros", _marks(zero=lambda gradient, s: False)),
    ("kept", _marks(kept=lambda s: True, middle=_of_tensor)),
    ("kept", _marks(kept=lambda s: s != 0, middle=_of_tensor)),
    ("kept_zeros", _marks(kept=isfinite)),
    ("average", _marks(middle=mean)),
    ("own", _marks(vanishing=by_the_median_only)),
    ("middle", _marks(vanishing=lambda s, own, middle: s < own / 1000)),
    ("either", _marks(vanishing=lambda s, own, middle: s < middle / 1000 or s < own / 1000)),
    ("factor", _limits(100, 100)),
    ("factor", _limits(100, 1000)),
    ("factor", _limits(1000, 100)),
    ("factor", _limits(1000, 1e4)),
    ("factor", _limits(1e4, 1000)),
    ("factor", _limits(1e4, 1e4)),
    ("fixed", _marks(exploding=lambda s, own, middle: s > 1000)),
    ("root", _marks(size=lambda t: t.double().pow(2).mean().item())),
    *(
        ("size", _marks(size=size))
        for size in (
            lambda t: t.double().norm().item(),
            lambda t: t.double().abs().mean().item(),
            lambda t: t.double().abs().max().item(),
            lambda t: t.double().std().item(),
            lambda t: t.abs().max().item(),
        )
    ),
    ("large", _marks(exploding=lambda s, own, middle: s > 1000 * middle)),
    ("signs", _marks(zero=lambda g, s: g.sum() == 0)),
    ("signs", _marks(size=lambda x: abs(x.double().mean().item()))),
]
GENERIC = [
    ("none", (lambda gradients, weights: None,)),
    ("type", (lambda gradients, weights: list(marks(gradients, weights)),)),
    ("answer", (lambda gs, ws: {name: np.isnan(g.numpy()) for name, g in gs.items()},)),
    ("answer", _marks(size=lambda t: t.norm().item())),
    ("answer", (lambda gradients, weights: dict.fromkeys(gradients, "nan"),)),
    ("raised", (lambda gradients, weights: gradients.grad,)),
]
