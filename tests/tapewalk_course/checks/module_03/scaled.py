"""03.6: the reference, and what learners write instead."""

import numpy as np

from tapewalk_course.solutions.module_03 import scaled_backward


def _steps(
    dbnvar_inv=lambda g, d: (d * g).sum(0),
    dbnvar=lambda var, arrived: -0.5 * (var + 1e-5) ** -1.5 * arrived,
    dbndiff2=lambda arrived, n: arrived / (n - 1),
    paths=lambda straight, d, arrived: straight + 2 * d * arrived,
):
    def wrong(dbnraw, bndiff):
        n = len(bndiff)
        bnvar = (bndiff**2).sum(0) / (n - 1)
        arrived = dbndiff2(dbnvar(bnvar, dbnvar_inv(dbnraw, bndiff)), n)
        return paths((bnvar + 1e-5) ** -0.5 * dbnraw, bndiff, arrived)

    return (wrong,)


def on_paper(dbnraw, bndiff):
    n = len(bndiff)
    root = ((bndiff**2).sum(0) / (n - 1) + 1e-5) ** -0.5
    bnraw = bndiff * root
    return root * (dbnraw - bnraw * (bnraw * dbnraw).sum(0) / (n - 1))


def and_the_mean(dbnraw, bndiff):
    made = scaled_backward(dbnraw, bndiff)
    return made - made.mean(0)


def squared_in_place(dbnraw, bndiff):
    made = scaled_backward(dbnraw, bndiff)
    np.square(bndiff, out=bndiff)
    return made


REFERENCE = (scaled_backward,)
ALSO_RIGHT = [(on_paper,)]
WRONG = [
    ("straight", _steps(paths=lambda straight, d, arrived: straight)),
    ("variance_only", _steps(paths=lambda straight, d, arrived: 2 * d * arrived)),
    ("n", _steps(dbndiff2=lambda arrived, n: arrived / n)),
    ("two", _steps(paths=lambda straight, d, arrived: straight + d * arrived)),
    ("sign", _steps(dbnvar=lambda var, arrived: 0.5 * (var + 1e-5) ** -1.5 * arrived)),
    ("power", _steps(dbnvar=lambda var, arrived: -0.5 * (var + 1e-5) ** -0.5 * arrived)),
    ("unsummed", _steps(dbnvar_inv=lambda g, d: d * g)),
    ("mean", (and_the_mean,)),
    ("eps", _steps(dbnvar=lambda var, arrived: -0.5 * var**-1.5 * arrived)),
]
GENERIC = [
    ("changed", (squared_in_place,)),
    ("numbers", _steps(dbndiff2=lambda arrived, n: 0.3 * arrived)),
    ("shape", (lambda *given: scaled_backward(*given).sum(0),)),
    ("none", (lambda *given: None,)),
    ("raised", (lambda dbnraw, bndiff: dbnraw @ bndiff.grad,)),
]
