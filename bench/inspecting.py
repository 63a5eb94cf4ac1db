"""How long `tapewalk.inspect` takes for a graph of 100,000 nodes: `python -m bench.inspecting`."""

from __future__ import annotations

import time

import torch

from tapewalk.inspect import inspect

NODES, ROUNDS = 100_000, 5


def main() -> None:
    """Prints the median seconds of processor time for a residual chain and for a plain one."""
    torch.set_num_threads(1)
    x = torch.ones(3, requires_grad=True)
    plain = residual = x
    for _ in range(NODES):
        plain = plain.tanh()
    for _ in range(NODES // 2):
        residual = residual + residual.tanh()
    for name, end in (("plain", plain), ("residual", residual)):
        loss, took = end.sum(), []
        for _ in range(ROUNDS):
            start = time.process_time()
            inspect(loss)
            took.append(time.process_time() - start)
        print(f"{name:9}{sorted(took)[ROUNDS // 2]:.2f} s")


if __name__ == "__main__":
    main()
