"""The chain, one long path, and the diamond, 2 ** 60 paths over 60 nodes."""

from __future__ import annotations

import os
import resource
import sys
from time import process_time
from typing import Any

from bench.workloads import Work

LENGTH, DOUBLINGS = 1_000_000, 60


def chain_of(x: Any, length: int) -> Any:
    """Return the end of a chain of `length` operations that starts at `x`."""
    y = x
    for _ in range(length // 2):
        y = y * 0.999999 + 0.000001
    return y


def leaf(engine: str) -> Any:
    """Return a scalar 1.0 that requires a gradient, with 64 bits in every engine."""
    if engine == "torch":
        import torch

        return torch.tensor(1.0, dtype=torch.float64, requires_grad=True)
    import tapewalk

    if engine == "tapewalk tensor":
        return tapewalk.Tensor(1.0, requires_grad=True, dtype="float64")
    return tapewalk.Value(1.0)


def short_chain(engine: str) -> Work:
    """Return a chain that is short enough for the comparison of engines."""
    x = leaf(engine)

    def step() -> float:
        x.grad = 0.0 if isinstance(x.grad, float) else None
        y = chain_of(x, 1000)
        y.backward()
        return float(y.data)

    return Work(step, lambda: [float(x.grad)])


def measure_chain(engine: str) -> dict[str, float]:
    """Return the seconds of the long chain, forward and backward, and its bytes per node.

    It runs once: a second graph would be built in the memory that the first one left.
    """
    x = leaf(engine)
    short_chain(engine).step()  # an engine's set-up at its first use is not part of the chain
    before = _memory()
    start = process_time()
    y = chain_of(x, LENGTH)
    forward = process_time() - start
    grown = _memory() - before
    start = process_time()
    y.backward()
    most = _memory() - before
    del y  # freeing the graph belongs to the step
    spent = forward + process_time() - start
    return {"seconds": spent, "bytes": grown / LENGTH, "bytes with backward": most / LENGTH}


def diamond(engine: str) -> Work:
    """Return 60 doublings, y = y + y: the gradient is exactly 2 ** 60."""
    x = leaf(engine)

    def step() -> float:
        x.grad = 0.0 if isinstance(x.grad, float) else None
        y = x
        for _ in range(DOUBLINGS):
            y = y + y
        y.backward()
        return float(y.data)

    return Work(step, lambda: [float(x.grad)])


def _memory() -> int:
    """Return the bytes of memory that this process uses now."""
    if sys.platform == "linux":
        with open("/proc/self/statm") as numbers:  # noqa: PTH123  (no file, but the kernel)
            return int(numbers.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    # Elsewhere the maximum so far; macOS counts bytes.
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
