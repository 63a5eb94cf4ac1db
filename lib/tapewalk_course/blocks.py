"""One Transformer block in all settings of six switches: what `block` shows, as plain data."""

from __future__ import annotations

import difflib
import inspect as source
import itertools
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import nn
from torch.nn.functional import gelu, scaled_dot_product_attention
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import flop_registry

from tapewalk import inspect
from tapewalk.inspect.report import Report

SWITCHES = ("weights", "batch_first", "dropout", "mask", "bfloat16", "one")
WIDTH, HEADS, LENGTH = 24, 4, 8  # the graph does not depend on them
FULL = (2, 128, 768, 12)  # texts, tokens, width and heads for the costs


class Block(nn.Module):
    """A block whose lines the page shows."""

    def __init__(self, width: int, heads: int, **options: Any) -> None:
        super().__init__()
        self.need = {"need_weights": options.pop("need_weights", False)}
        self.ln1, self.ln2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = nn.MultiheadAttention(width, heads, **options)
        self.fc1, self.fc2 = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def attn(self, n: torch.Tensor, mask: torch.Tensor | None) -> torch.Tensor:
        """Return the rows that each token reads from the others."""
        rows: torch.Tensor = self.attention(n, n, n, attn_mask=mask, **self.need)[0]
        return rows

    def forward(self, x: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        """Return the loss."""
        ln1, ln2, attn, fc1, fc2 = self.ln1, self.ln2, self.attn, self.fc1, self.fc2
        n = ln1(x)
        x = x + attn(n, mask)
        h = gelu(fc1(ln2(x)))
        y = x + fc2(h)
        loss = (y.float() ** 2).mean()
        return loss  # noqa: RET504


def lines() -> list[str]:
    """Return the lines of `forward` that compute."""
    text = [line.strip() for line in source.getsource(Block.forward).splitlines()]
    return [line for line in text if line.startswith(("n =", "x =", "h =", "y =", "loss ="))]


def report(on: dict[str, bool]) -> Report:
    """Return what `inspect` finds of the block with some switches on."""
    torch.manual_seed(0)
    options = {"need_weights": on["weights"], "batch_first": on["batch_first"]}
    block = Block(WIDTH, HEADS, dropout=0.1 if on["dropout"] else 0.0, **options)
    texts = 1 if on["one"] else 2
    shape = (texts, LENGTH) if on["batch_first"] else (LENGTH, texts)
    x = torch.randn(*shape, WIDTH)
    mask = torch.ones(LENGTH, LENGTH).triu(1).bool() if on["mask"] else None
    if on["bfloat16"]:
        block, x = block.bfloat16(), x.bfloat16()
    return inspect(lambda: block(x, mask), block)


def _line_of(node: Any, later: Sequence[Any]) -> int:
    """Return the line of a node; outside of modules, by its kind and the nodes after it."""
    group = (node.group or "").partition(" ")[0]
    if group:
        return {"ln1": 0, "attention": 1, "ln2": 2, "fc1": 2, "fc2": 3}[group]
    if node.category == "residual":
        return 1 if any((n.group or "").startswith("fc1") for n in later) else 3
    return 2 if node.op == "Gelu" else 4


def program(on: dict[str, bool]) -> list[list[tuple[str, str, str]]]:
    """Return the nodes of each line in the order of the forward pass: type, category, label."""
    found: list[list[tuple[str, str, str]]] = [[] for _ in lines()]
    nodes = report(on).nodes
    for node in nodes[::-1]:
        later = nodes[: node.position]
        label = (node.label or "").rpartition(".")[2].removeprefix("in_proj_")
        found[_line_of(node, later)].append((node.op, node.category, label))
    return found


def family() -> dict[str, Any]:
    """Return the block in all settings: for each line its nodes, with what is gone and what is new.

    A node is the number of its kind times 3, plus 1 if a switch removed it and 2 if one added it.
    """
    start = dict.fromkeys(SWITCHES, False) | {"batch_first": True}
    base = program(start)
    kinds: dict[tuple[str, str, str], int] = {}
    runs = {}
    for states in itertools.product((False, True), repeat=len(SWITCHES)):
        now = program(dict(zip(SWITCHES, states, strict=True)))
        key = "".join(str(int(state)) for state in states)
        runs[key] = [_compared(old, new, kinds) for old, new in zip(base, now, strict=True)]
    used = [{"op": op, "category": category, "label": label} for op, category, label in kinds]
    shown = {"lines": lines(), "switches": list(SWITCHES), "kinds": used}
    return {**shown, "runs": runs, "costs": costs()}


def _compared(old: list[Any], new: list[Any], kinds: dict[Any, int]) -> list[int]:
    drawn: list[int] = []

    def draw(nodes: list[Any], change: int) -> None:
        drawn.extend(3 * kinds.setdefault(node, len(kinds)) + change for node in nodes)

    for tag, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            draw(new[c:d], 0)
        else:
            draw(old[a:b], 1)
            draw(new[c:d], 2)
    return drawn


def by_hand(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """Return attention in the steps of a textbook."""
    return torch.softmax(q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5, -1) @ v


def square() -> dict[str, Any]:
    """Return the bytes that one head saves for its backward pass, unfused and fused, by length."""
    head = FULL[2] // FULL[3]
    lengths = sorted({round(2 ** (k / 3)) // 8 * 8 for k in range(9, 37)})
    saved: dict[str, list[int]] = {"unfused": [], "fused": []}
    for length in lengths:
        q, k, v = torch.randn(3, 1, 1, length, head).requires_grad_().unbind()
        ways: dict[str, Callable[..., torch.Tensor]] = {
            "unfused": by_hand,
            "fused": scaled_dot_product_attention,
        }
        for name, attend in ways.items():
            storages: dict[int, int] = {}

            def note(tensor: torch.Tensor, seen: dict[int, int] = storages) -> torch.Tensor:
                seen[tensor.data_ptr()] = tensor.nbytes
                return tensor

            with torch.autograd.graph.saved_tensors_hooks(note, lambda tensor: tensor):
                attend(q, k, v)
            saved[name].append(sum(storages.values()))
    return {"lengths": lengths, "head": head, "saved": saved}


class Costs(TorchDispatchMode):
    """Adds up the calls, floating-point operations and bytes of each operation of PyTorch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        results = result if isinstance(result, tuple) else (result,)
        outs = [t for t in results if torch.is_tensor(t)]
        ins = [t for t in args if torch.is_tensor(t)]
        is_view = func.is_view or func.name().startswith("aten::_unsafe_view")
        packet = func.overloadpacket
        count = 0 if is_view else sum(t.numel() for t in outs)
        if packet in flop_registry:
            count = flop_registry[packet](*args, **(kwargs or {}), out_val=result)
        elif "scaled_dot_product" in func.name():
            # Two products for each head, of every query with every key.
            count = 4 * args[0].numel() * args[1].shape[-2]
        entry = self.found[func.name().removeprefix("aten::").partition(".")[0]]
        entry[0] += 1
        entry[1] += 0 if "clone" in func.name() else count
        entry[2] += 0 if is_view else sum(t.nbytes for t in (*ins, *outs))
        return result


def costs() -> dict[str, list[int]]:
    """Return calls, operations and bytes by operation, of a forward pass of the full block."""
    texts, tokens, width, heads = FULL
    block = Block(width, heads, batch_first=True)
    x = torch.randn(texts, tokens, width)
    with Costs() as counted:
        block(x)
    return {name.replace("_", ""): entry for name, entry in counted.found.items()}
