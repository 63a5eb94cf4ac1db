"""Results as data, written alike by a build's Python and by a page's."""

import math

import numpy as np


def encode(x, digits=17):
    """Return a result as JSON can hold it.

    Args:
        x: A number, an array, a tuple, a list or a dictionary of these, or anything else.
        digits: The significant digits that are kept.
    """
    if x is None:
        return None
    if isinstance(x, (bool, str)):
        return {"other": repr(x)}
    if not isinstance(x, np.ndarray) and isinstance(_data(x), (int, float, np.ndarray)):
        x = _data(x)
    if isinstance(x, np.ndarray):
        flat = [_number(float(each), digits) for each in x.reshape(-1).tolist()]
        return {"array": flat, "shape": list(x.shape), "type": x.dtype.name}
    if isinstance(x, (int, float)) or (hasattr(x, "dtype") and hasattr(x, "item")):
        return _number(float(x), digits)
    if isinstance(x, (tuple, list)) and x and all(isinstance(part, str) for part in x):
        return {"names": list(x)}
    if isinstance(x, (tuple, list)):
        return {"parts": [encode(part, digits) for part in x]}
    if hasattr(x, "items"):
        return {"entries": [[str(key), encode(entry, digits)] for key, entry in x.items()]}
    return {"other": repr(x)[:400]}


def _data(x):
    try:
        return getattr(x, "data", None)
    except Exception:  # a property of the learner's own
        return None


def _number(x, digits):
    if math.isfinite(x):
        return float("%.*g" % (digits, x)) if digits < 17 else x  # noqa: UP031
    return str(x)
