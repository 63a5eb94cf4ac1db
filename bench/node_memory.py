"""The memory of a node of PyTorch's graph: `python -m bench.node_memory`.

Grows a chain of 200,000 operations on tensors of one number, each kind in a process of its own, and
divides the growth of the process. A node's bytes therefore include the small tensors that it saves,
without which it could not run. The results go into `results/node_memory.json`. Run it from the
folder that holds `bench/` and `lib/`, as `PYTHONPATH=lib python -m bench.node_memory`; Linux only.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median

import torch
from torch.nn import functional as F  # noqa: N812

from bench.record import write
from bench.stamping import stamp

RECORD = Path(__file__).parent / "results" / "node_memory.json"
NODES, WARM, ROUNDS = 200_000, 1_000, 3

Operation = Callable[[torch.Tensor], torch.Tensor]

# Each takes a tensor of shape (1, 1) and returns one that is made by a single node.
one = torch.ones(1, 1)
OPERATIONS: dict[str, Operation] = {
    "T": lambda t: t.t(),
    "Neg": lambda t: -t,
    "Clone": lambda t: t.clone(),
    "Transpose": lambda t: t.transpose(0, 1),
    "View": lambda t: t.view(1, 1),
    "Add": lambda t: t + one,
    "Mul": lambda t: t * one,
    "Mm": lambda t: t @ one,
    "Tanh": lambda t: t.tanh(),
    "Addmm": lambda t: torch.addmm(one, t, one),
    "Softmax": lambda t: t.softmax(-1),
    "Gelu": lambda t: F.gelu(t),
    "NativeLayerNorm": lambda t: F.layer_norm(t, (1,)),
}


def resident() -> int:
    """Return the bytes of memory that this process occupies."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    raise OSError("this system does not tell what a process occupies")


def grown_by(operation: Operation, nodes: int = NODES) -> float:
    """Return the bytes by which a chain grows a process, per node.

    Args:
        operation: The operation of each node.
        nodes: Length of the chain.
    """
    end = torch.ones(1, 1, requires_grad=True)
    for _ in range(WARM):  # the first calls load shared libraries
        end = operation(end)
    before = resident()
    for _ in range(nodes):
        end = operation(end)
    return (resident() - before) / nodes


def main() -> None:
    """Measure each kind in processes of its own and write the record."""
    parser = argparse.ArgumentParser(prog="python -m bench.node_memory", description=__doc__)
    parser.add_argument("--only", choices=OPERATIONS, help="one kind, in this process: print it")
    only = parser.parse_args().only
    if only:
        print(grown_by(OPERATIONS[only]))
        return
    seen: dict[str, list[float]] = {name: [] for name in OPERATIONS}
    for _ in range(ROUNDS):
        for name, numbers in seen.items():
            command = [sys.executable, "-m", "bench.node_memory", "--only", name]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            numbers.append(float(done.stdout))
    record = {
        **stamp(("tapewalk", "torch")),
        "nodes": NODES,
        "bytes": {name: round(median(numbers)) for name, numbers in seen.items()},
        "measured": seen,
    }
    print(record["bytes"])
    write(RECORD, record)


if __name__ == "__main__":
    main()
