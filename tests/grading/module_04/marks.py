"""04.6: the reference, and what learners write instead."""

from math import isfinite
from statistics import mean, median

from tests.grading.module_04.solutions import marks, rms


def _marks(
    size=rms,
    middle=median,
    kept=lambda s: isfinite(s) and s > 0,
    exploding=lambda s, own, middle: s > 1000 * own,
    vanishing=lambda s, own, middle: s < middle / 1000 and s < own / 1000,
    nan=True,
    zero=True,
):
    def wrong(gradients, weights):
        sizes = {name: size(gradient) for name, gradient in gradients.items()}
        reference = middle([s for s in sizes.values() if kept(s)])
        found = {}
        for name, s in sizes.items():
            own = size(weights[name])
            if nan and not isfinite(s):
                found[name] = "nan"
            elif zero and s == 0:
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
    import numpy

    return float(numpy.median(x))


def with_none(gradients, weights):
    found = marks(gradients, weights)
    return {name: found.get(name) for name in gradients}


def by_the_median_only(s, own, middle):
    return s < middle / 1000


REFERENCE = (marks,)
WRONG = [
    ("sound", (with_none,)),
    ("squares", _marks(size=_single)),
    ("nans", _marks(nan=False)),
    ("zeros", _marks(zero=False)),
    ("kept", _marks(kept=lambda s: True, middle=_of_tensor)),
    ("kept_zeros", _marks(kept=isfinite)),
    ("average", _marks(middle=mean)),
    ("own", _marks(vanishing=by_the_median_only)),
    ("middle", _marks(vanishing=lambda s, own, middle: s < own / 1000)),
    ("either", _marks(vanishing=lambda s, own, middle: s < middle / 1000 or s < own / 1000)),
    ("large", _marks(exploding=lambda s, own, middle: s > 1000 * middle)),
    ("signs", _marks(size=lambda x: abs(x.double().mean().item()))),
]
GENERIC = [
    ("none", (lambda gradients, weights: None,)),
    ("type", (lambda gradients, weights: list(marks(gradients, weights)),)),
    ("answer", (lambda gradients, weights: dict.fromkeys(gradients, "nan"),)),
    ("raised", (lambda gradients, weights: gradients.grad,)),
]
