"""Results that the pages of all languages share while a site is built."""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


def shared(compute: Callable[[], T], *key: object) -> T:
    """Return what `compute` returns, or what it returned in another process of the same build.

    Args:
        compute: Computes the result; called each time unless `TAPEWALK_SHARED` says how the paths
            of the results begin, for one state of the library.
        *key: What the result depends on beside the library.
    """
    start = os.environ.get("TAPEWALK_SHARED")
    if not start:
        return compute()
    path = Path(start + hashlib.sha256(repr(key).encode()).hexdigest())
    if path.is_file():
        known: T = pickle.loads(path.read_bytes())
        return known
    result = compute()
    half = Path(f"{path}.{os.getpid()}")
    half.write_bytes(pickle.dumps(result))
    half.replace(path)
    return result
