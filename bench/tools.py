"""What `inspect` and four other tools tell of the same six models: `python -m bench.tools`.

The models are six of the sixty sick ones in `tests/tapewalk/sick_models`. What is to be told is
computed without any of the tools, by PyTorch's own hooks; a tool tells it where what its documented
functions return is the same. Each tool runs in a process of its own, and its time is divided by
that of a step in the same process. Writes `results/tools.json`.
"""

from __future__ import annotations

import argparse
import json
import linecache
import pickle
import re
import subprocess
import sys
import tempfile
import warnings
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import requires
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple
from weakref import WeakSet

import torch
from torch.overrides import TorchFunctionMode

from bench.rounds import on_one_thread
from bench.stamping import stamp

RECORD = Path(__file__).parent / "results" / "tools.json"
ROUNDS = 5
SIX = {
    "vision": ("resnet_features", "retina_prior", "unet_mask", "pyramid"),
    "sequences": ("negative_spread",),
    "transformers": ("gpt_by_hand",),
}
# What is asked, in the order of the table. Only the first is a judgement on the model.
QUESTIONS = (
    *("marked", "fault", "lost", "gradients", "saved", "graph", "modules", "lines", "values"),
    *("times", "allocations"),
)
Told = dict[str, Any]


class Sick(NamedTuple):
    """A model, what it gets, its loss, and the file and line that are to blame, if one line is."""

    name: str
    model: Any
    inputs: list[Any]
    loss_fn: Callable[[Any], Any]
    file: str
    fault: int | None

    def loss(self) -> Any:
        """Returns the loss of a step."""
        return self.loss_fn(self.model(*self.inputs))

    def leaves(self) -> dict[str, Any]:
        """Returns the modules without modules in them, by their paths."""
        return {p: m for p, m in self.model.named_modules() if not any(True for _ in m.children())}


def names() -> list[tuple[str, str]]:
    """Returns the room and the name of each model."""
    return [(room, name) for room, six in SIX.items() for name in six]


def sick(room: str, name: str) -> Sick:
    """Returns a model, the same at each call.

    Args:
        room: A module of `tests.tapewalk.sick_models`.
        name: The function in it that builds the model.
    """
    from tests.tapewalk.sick_models.cases import SICK

    module = import_module(f"tests.tapewalk.sick_models.{room}")
    (case,) = [case for case in SICK if case.build.__name__ == name]
    torch.manual_seed(0)
    given, named = case.build()
    file = str(module.__file__)
    lines = enumerate(linecache.getlines(file), 1)
    # The line also stands in the decorator.
    at = [n for n, line in lines if case.at and case.at in line and "@sick" not in line]
    return Sick(name, given[0], list(given[1:]), named["loss_fn"], file, at[0] if at else None)


class Stored:
    """A tensor that a node stores: gone as soon as the node is."""

    def __init__(self, tensor: Any) -> None:
        self.tensor = tensor


class Lines(TorchFunctionMode):
    """Collects the lines of a file that call operations which the graph records."""

    def __init__(self, file: str) -> None:
        super().__init__()
        self.file, self.found = file, set[int]()

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        recorded = isinstance(result, torch.Tensor) and result.grad_fn is not None
        frame: Any = sys._getframe(1)  # its own would hold the result
        while recorded and frame is not None and frame.f_code.co_filename != self.file:
            frame = frame.f_back
        if recorded and frame is not None:
            self.found.add(frame.f_lineno)
        return result


def truth(one: Sick) -> Told:
    """Returns what there is to tell of a model, found without any of the tools."""
    results: dict[str, list[float]] = {}
    called: set[str] = set()

    def note(path: str) -> Callable[[Any, Any, Any], None]:
        def hook(module: Any, given: Any, result: Any) -> None:
            called.add(path)
            if isinstance(result, torch.Tensor):
                results.setdefault(path, _values(result))

        return hook

    handles = [m.register_forward_hook(note(path)) for path, m in one.leaves().items()]
    own = {p.untyped_storage().data_ptr() for p in one.model.parameters()}
    stored: WeakSet[Stored] = WeakSet()

    def pack(tensor: Any) -> Stored:
        # With its history, a stored result would hold the node that stores it, and so itself.
        stored.add(kept := Stored(tensor.detach()))
        return kept

    hooks = torch.autograd.graph.saved_tensors_hooks(pack, lambda kept: kept.tensor)
    with hooks, Lines(one.file) as lines:
        loss = one.loss()
    for handle in handles:
        handle.remove()
    storages = [kept.tensor.untyped_storage() for kept in stored]
    sizes = {storage.data_ptr(): storage.nbytes() for storage in storages}
    nodes = _nodes(loss)
    loss.backward()
    named = dict(one.model.named_parameters())
    return {
        "fault": one.fault,
        "lost": sorted(name for name, p in named.items() if p.grad is None),
        "gradients": {n: _rms(p.grad) for n, p in named.items() if p.grad is not None},
        "saved": sum(size for at, size in sizes.items() if at not in own),
        "graph": nodes,
        "modules": sorted(called),
        "lines": sorted(lines.found),
        "values": results,
    }


def _nodes(loss: Any) -> list[str]:
    """Returns the names of the nodes behind a loss."""
    seen, waiting = {loss.grad_fn}, [loss.grad_fn]
    while waiting:
        below = {n for n, _ in waiting.pop().next_functions if n is not None} - seen
        seen |= below
        waiting += below
    return sorted(node.name().rpartition("::")[2] for node in seen)


def _values(tensor: Any) -> list[float]:
    return [round(v, 5) for v in tensor.detach().double().flatten()[:4].tolist()]


def _rms(tensor: Any) -> float:
    return float(tensor.double().square().mean().sqrt())


def look_tapewalk(one: Sick) -> Any:
    """Returns the report of `tapewalk.inspect`, and its page."""
    from tapewalk import inspect

    report = inspect(one.model, *one.inputs, loss_fn=one.loss_fn, score=True)
    return report, report.page("en")


def tell_tapewalk(one: Sick, seen: Any) -> Told:
    """Returns what the report tells."""
    from tapewalk.graph.groups import group_name

    report, page = seen
    step = report.score
    own = [at for at, code in enumerate(step["source"]) if one.file.endswith(code["file"])]
    places = [node["place"] for node in step["nodes"] if node.get("place")]
    groups = {entry.group for entry in report.nodes}
    return {
        "marked": bool(report.findings),
        "fault": [int(f.place.rpartition(":")[2]) for f in report.findings[:1] if f.place],
        "lost": sorted(p.name for p in report.missing),
        "gradients": {p.name: p.gradient.rms for p in report.parameters if p.gradient},
        "saved": report.saved.activations,
        "graph": [entry.name.rpartition("::")[2] for entry in report.nodes],
        "modules": [path for path in one.leaves() if group_name(path) in groups],
        "lines": sorted({line for at, line in places if at in own}),
        "network": _asks_for_network(page),
    }


def look_torchlens(one: Sick) -> Any:
    """Returns TorchLens's log of the model with its loss, its audit and its search for NaN."""
    import torchlens

    class WithLoss(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = one.model

        def forward(self, *inputs: Any) -> Any:
            return one.loss_fn(self.model(*inputs))

    settings = torchlens.options.CaptureOptions(
        backward_ready=True, save_code_context=True, save_grads="all"
    )
    whole = WithLoss()
    log = torchlens.trace(whole, one.inputs, capture=settings)
    log.log_backward(log[log.output_layers[0]].out)
    try:
        marks = [*log.audit().findings]
    except torchlens.errors.TorchLensError:  # it refuses models that use an operation again
        marks = []
    return log, marks, log.find_nan(), whole


def tell_torchlens(one: Sick, seen: Any) -> Told:
    """Returns what TorchLens tells."""
    log, marks, broken, _ = seen
    ops = list(log.ops)
    where = {(c.file, c.line_number) for op in ops for c in op.code_context or ()}
    parameters = {p.address.removeprefix("model."): p for p in log.params}
    paths = {str(module.address).removeprefix("model.") for module in log.modules}
    results: dict[str, list[float]] = {}
    for op in ops:
        for call in op.output_of_module_calls or ():
            path = str(call).rpartition(":")[0].removeprefix("model.")
            if isinstance(op.out, torch.Tensor):
                results.setdefault(path, _values(op.out))
    blamed = [label for mark in marks for label in mark.ops]
    blamed += [broken.label] if broken.found else []
    # Sources and the result are no calls.
    durations = [op.func_duration for op in ops if op.func_name not in ("none", "identity")]
    return {
        "marked": bool(marks) or broken.found,
        "fault": [c.line_number for label in blamed for c in log[label].code_context or ()],
        "lost": sorted(name for name, p in parameters.items() if not p.has_grad),
        "gradients": {name: _rms(p.grad) for name, p in parameters.items() if p.has_grad},
        "saved": int(log.total_autograd_memory),
        "graph": [node.class_name for node in log.grad_fns],
        "modules": [path for path in one.leaves() if path in paths],
        "lines": sorted({line for file, line in where if file == one.file}),
        "values": results,
        "times": all(float(duration) > 0 for duration in durations),
    }


def look_torchviz(one: Sick) -> Any:
    """Returns the source of torchviz's drawing."""
    from torchviz import make_dot  # type: ignore[import-untyped]

    named = dict(one.model.named_parameters())
    return make_dot(one.loss(), params=named, show_attrs=True, show_saved=True).source


def tell_torchviz(one: Sick, seen: Any) -> Told:
    """Returns what the drawing tells; a reader sees which parameters are not in it."""
    named = dict(one.model.named_parameters())
    drawn = {name for name in named if re.search(rf"(?<![\w.]){re.escape(name)}\b", seen)}
    return {
        "lost": sorted(set(named) - drawn),
        "graph": re.findall(r'label="?(\w+Backward\d*|AccumulateGrad)\b', seen),
    }


def look_profiler(one: Sick) -> Any:
    """Returns the profile of a step that recorded all that it can, its memory and its trace."""
    recorded = _profiled(one)
    with tempfile.TemporaryDirectory() as folder:
        memory, trace = Path(folder, "memory.json"), Path(folder, "trace.json")
        recorded.export_memory_timeline(str(memory), device="cpu")
        recorded.export_chrome_trace(str(trace))
        return recorded.key_averages(), memory.read_text(), trace.read_text()


def tell_profiler(one: Sick, seen: Any) -> Told:
    """Returns what the memory view tells, and the trace beside it."""
    from torch.profiler._memory_profiler import _CATEGORY_TO_INDEX, Category

    events, memory, trace = seen
    moments, sizes = json.loads(memory)
    activation = 1 + _CATEGORY_TO_INDEX[Category.ACTIVATION]  # a zero comes first
    return {
        "saved": max(size[activation] for size in sizes),
        "modules": [path for path in one.leaves() if f'"{path}"' in trace],
        "lines": sorted({int(n) for n in re.findall(rf"{Path(one.file).name}\((\d+)\)", trace)}),
        "times": all(event.cpu_time_total > 0 for event in events),
        "allocations": len(moments) > 1,
    }


def look_visualizer(one: Sick) -> Any:
    """Returns the page of the memory visualizer; without a graphics card, of a profile."""
    from torch.cuda._memory_viz import profile_plot

    return profile_plot(_profiled(one))  # type: ignore[no-untyped-call]


def tell_visualizer(one: Sick, seen: Any) -> Told:
    """Returns what the page tells."""
    data = b64decode(max(re.findall(r'"([A-Za-z0-9+/=]{100,})"', seen), key=len))
    found = pickle.loads(data)
    traced = [action for trace in found["device_traces"] for action in trace]
    stacks = " ".join({frame["name"] for action in traced for frame in action["frames"]})
    return {
        "modules": [path for path in one.leaves() if f" {path} " in f" {stacks} "],
        "lines": sorted({int(n) for n in re.findall(rf"{Path(one.file).name}\((\d+)\)", stacks)}),
        "allocations": len(traced) > 1,
        "network": _asks_for_network(seen),
    }


def _profiled(one: Sick) -> Any:
    from torch.profiler import ProfilerActivity, profile

    with profile(
        activities=[ProfilerActivity.CPU],
        profile_memory=True,
        record_shapes=True,
        with_stack=True,
        with_modules=True,
    ) as recorded:
        one.loss().backward()
    return recorded


def _asks_for_network(page: str) -> bool:
    return bool(
        re.search(r'(?:src=|href=|from |import\()\s*["\']https?://[^"\']*\.(?:js|css)', page)
    )


Look = Callable[[Sick], Any]
Tell = Callable[[Sick, Any], Told]
TOOLS: dict[str, tuple[Look, Tell, str]] = {
    "inspect": (look_tapewalk, tell_tapewalk, "tapewalk"),
    "TorchLens": (look_torchlens, tell_torchlens, "torchlens"),
    "torchviz": (look_torchviz, tell_torchviz, "torchviz"),
    "profiler": (look_profiler, tell_profiler, "torch"),
    "visualizer": (look_visualizer, tell_visualizer, "torch"),
}


def answers(told: Told, true: Told) -> dict[str, bool | None]:
    """Returns which questions a tool answers as they are; `None` where there is nothing to ask.

    Args:
        told: What the tool tells.
        true: What `truth` found.
    """
    right: dict[str, bool | None] = {q: bool(told.get(q)) for q in QUESTIONS}
    for question in ("saved", "lost"):
        right[question] = told.get(question) == true[question]
    # A tool may add nodes of its own, as that of a copy.
    right["graph"] = Counter(told.get("graph", ())) >= Counter(true["graph"])
    right["fault"] = None if true["fault"] is None else true["fault"] in told.get("fault", ())
    for question in ("modules", "lines"):
        right[question] = set(true[question]) <= set(told.get(question, ()))
    right["values"] = all(told.get("values", {}).get(k) == v for k, v in true["values"].items())
    given = told.get("gradients", {})
    right["gradients"] = given.keys() == true["gradients"].keys() and all(
        _alike(given[name], rms) for name, rms in true["gradients"].items()
    )
    return right


def _alike(a: float, b: float) -> bool:
    return a == b or (a != a and b != b) or abs(a - b) <= 1e-4 * abs(b)


def state(one: Sick) -> list[Any]:
    """Returns what a look at a model should leave as it was, to compare."""
    tensors = [*one.model.state_dict().values(), torch.get_rng_state()]
    grads = [None if p.grad is None else p.grad.tolist() for p in one.model.parameters()]
    hooks = [len(m._forward_hooks) + len(m._forward_pre_hooks) for m in one.model.modules()]
    return [[t.tolist() for t in tensors], grads, hooks, [m.training for m in one.model.modules()]]


def measure(tool: str) -> dict[str, Any]:
    """Returns for each model what a tool tells and takes, in this process.

    Args:
        tool: A name in `TOOLS`.
    """
    look, tell, _ = TOOLS[tool]
    found = {}
    for room, name in names():
        true = truth(sick(room, name))
        one = sick(room, name)
        before = str(state(one))
        seen = look(one)
        after = str(state(one))
        told = tell(one, seen)
        found[name] = {
            "answers": answers(told, true),
            "untouched": after == before,
            "network": told.get("network", False),
            "over_step": median(_ratios(room, name, look)),
        }
    return found


def _ratios(room: str, name: str, look: Look) -> Iterator[float]:
    for _ in range(ROUNDS):
        one = sick(room, name)
        one.loss().backward()
        start = process_time()
        one.loss().backward()
        between = process_time()
        look(one)
        yield (process_time() - between) / (between - start)


def needs(package: str) -> int:
    """Returns how many packages a tool needs beside PyTorch and NumPy."""
    own = {re.split(r"[^\w-]", line)[0] for line in requires(package) or () if "extra" not in line}
    return 0 if package == "torch" else len(own - {"torch", "numpy"})


def main() -> None:
    """Measures each tool in a process of its own and writes the record."""
    parser = argparse.ArgumentParser(prog="python -m bench.tools", description=__doc__)
    parser.add_argument("--only", choices=TOOLS, help="one tool, in this process: print it")
    only = parser.parse_args().only
    on_one_thread("bench.tools")
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    if only:
        print(json.dumps(measure(only)))
        return
    result: dict[str, Any] = {}
    for tool, (_, _, package) in TOOLS.items():
        command = [sys.executable, "-m", "bench.tools", "--only", tool]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        result[tool] = {"models": json.loads(done.stdout.splitlines()[-1]), "needs": needs(package)}
        print(tool, summed(result[tool]["models"]))
    packages = dict.fromkeys(["torch", *(package for _, _, package in TOOLS.values())])
    record = {**stamp(packages), "threads": 1, "device": "cpu", "tools": result}
    RECORD.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def summed(models: dict[str, Any]) -> dict[str, tuple[int, int]]:
    """Returns on how many models each question is answered, and on how many it could be."""
    asked = {q: [m["answers"][q] for m in models.values()] for q in QUESTIONS}
    return {q: (sum(map(bool, a)), sum(x is not None for x in a)) for q, a in asked.items()}


if __name__ == "__main__":
    main()
