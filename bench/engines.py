"""The workloads, engines and limits of `python -m bench engines`."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from bench.workloads import Work


@dataclass(frozen=True)
class Engine:
    """The function that creates the work of one engine.

    Modules are named, not imported: a process imports nothing but the engine that it measures.
    Other objects in memory change how often Python's garbage collector visits all of them,
    and that is most of micrograd's time.

    Attributes:
        module: A file in `workloads/`.
        function: The function in it that returns the `Work`.
        arguments: The arguments of the function.
    """

    module: str
    function: str
    arguments: tuple[str, ...] = ()

    def prepare(self) -> Work:
        """Return the work, ready to run."""
        module: Any = import_module(f"bench.workloads.{self.module}")
        work: Work = getattr(module, self.function)(*self.arguments)
        return work


# On each workload, all engines must agree with the first one. The first word of an engine's name is
# the package that it needs.
WORKLOADS: dict[str, dict[str, Engine]] = {
    "S1": {
        "tapewalk": Engine("scalar_mlp", "scalar_mlp", ("tapewalk",)),
        "micrograd": Engine("scalar_mlp", "scalar_mlp", ("micrograd",)),
    },
    "chain": {
        "tapewalk": Engine("scalar_graphs", "short_chain", ("tapewalk",)),
        "tapewalk Tensor": Engine("scalar_graphs", "short_chain", ("tapewalk tensor",)),
        "torch": Engine("scalar_graphs", "short_chain", ("torch",)),
    },
    "diamond": {
        "tapewalk Value": Engine("scalar_graphs", "diamond", ("tapewalk",)),
        "tapewalk Tensor": Engine("scalar_graphs", "diamond", ("tapewalk tensor",)),
    },
    "T1": {
        "NumPy by hand": Engine("names_mlp_by_hand", "by_hand"),
        "tapewalk fused": Engine("names_mlp", "tapewalk", ("fused",)),
        "tapewalk semi": Engine("names_mlp", "tapewalk", ("semi",)),
        "torch batch_norm": Engine("names_mlp", "torch", ("fused",)),
        "torch composed": Engine("names_mlp", "torch", ("semi",)),
        "autograd": Engine("names_mlp", "hips"),
    },
    "H1": {  # the Hessian of T1's loss times a vector
        "tapewalk fused": Engine("names_mlp", "tapewalk_product", ("fused",)),
        "tapewalk semi": Engine("names_mlp", "tapewalk_product", ("semi",)),
        "torch batch_norm": Engine("names_mlp", "torch_product", ("fused",)),
        "torch composed": Engine("names_mlp", "torch_product", ("semi",)),
    },
    "T2": {
        "tapewalk semi": Engine("mini_gpt", "tapewalk", ("T2", "semi")),
        "tapewalk attn": Engine("mini_gpt", "tapewalk", ("T2", "attn")),
        "torch standard": Engine("mini_gpt", "torch", ("T2", "semi")),
        "torch SDPA": Engine("mini_gpt", "torch", ("T2", "attn")),
        "autograd": Engine("mini_gpt_hips", "hips", ("T2",)),
    },
    "T3": {  # most of it is matrix products: PyTorch's BLAS and NumPy's differ by the processor
        "NumPy by hand": Engine("mini_gpt_by_hand", "by_hand", ("T3",)),
        "tapewalk semi": Engine("mini_gpt", "tapewalk", ("T3", "semi")),
        "tapewalk attn": Engine("mini_gpt", "tapewalk", ("T3", "attn")),
    },
    "import": {"tapewalk": Engine("", "")},  # `worker` measures it without a `Work`
}


@dataclass(frozen=True)
class Limit:
    """One row of the table.

    Attributes:
        workload: Its name.
        ours: The engine that has to meet the limit.
        peer: The engine that it is divided by; none for a limit on the number itself.
        most: The limit.
        measure: The measured quantity: "seconds", or another one that the workload reports.
    """

    workload: str
    ours: str
    peer: str | None
    most: float
    measure: str = "seconds"


# Why a workload misses a limit: the README prints it below the table.
REASONS = {
    "S1": "a node of `Value` is a Python object with ten attributes, made by two Python calls, "
    "and making it takes nearly all of the time",
    "chain": "as for S1; how much longer PyTorch takes for a node depends on the processor",
    "T1": "its arrays are so small that the engine's own Python, 1 µs forward and 0.6 µs backward "
    "for each node, and the checks of user input add up to a third of the step",
    "H1": "as for T1; in addition, the recorded backward pass makes a node for each of its "
    "operations",
    "T2": "as for T1, and OpenBLAS is slow where few rows meet many columns: 8 rows times "
    "(64, 512) took NumPy 20 µs and PyTorch 10 µs",
    "import": "about half of it is Python's own `inspect`, `ast` and `pathlib`",
}

LIMITS = (
    Limit("S1", "tapewalk", "micrograd", 0.045),
    Limit("S1", "tapewalk", "micrograd", 0.40, "seconds, collector off"),
    Limit("chain", "tapewalk", "torch", 0.18),
    Limit("chain", "tapewalk", None, 177.1, "bytes"),  # 177 a node, and what a chain has once
    Limit("chain", "tapewalk Tensor", None, 6),
    Limit("diamond", "tapewalk Value", None, 1e-3),
    Limit("diamond", "tapewalk Tensor", None, 1e-3),
    Limit("diamond", "tapewalk Value", None, 0, "distance from 2 ** 60"),
    Limit("diamond", "tapewalk Tensor", None, 0, "distance from 2 ** 60"),
    Limit("T1", "tapewalk fused", "NumPy by hand", 1.25),
    Limit("T1", "tapewalk fused", "torch batch_norm", 0.65),
    Limit("T1", "tapewalk semi", "torch composed", 0.70),
    # semi, although fused is faster: autograd has no fused operations
    Limit("T1", "tapewalk semi", "autograd", 1 / 3.5),
    Limit("H1", "tapewalk fused", "torch batch_norm", 0.8),
    Limit("H1", "tapewalk semi", "torch composed", 0.8),
    Limit("T2", "tapewalk semi", "torch standard", 0.60),
    Limit("T2", "tapewalk attn", "torch SDPA", 0.90),
    Limit("T2", "tapewalk semi", "autograd", 1 / 8),
    Limit("T3", "tapewalk semi", "NumPy by hand", 1.0),
    Limit("T3", "tapewalk attn", "NumPy by hand", 1.0),
    Limit("import", "tapewalk", None, 0.030),
    Limit("import", "tapewalk", None, 0, "numpy"),
)
