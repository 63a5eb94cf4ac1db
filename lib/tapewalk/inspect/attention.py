"""The attentions of a graph: one fused node each, or products around a softmax, and why."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from tapewalk.graph.groups import group_name
from tapewalk.inspect.structure import Structure

_PRODUCTS: Final = frozenset({"Bmm", "Mm", "MatMul", "Baddbmm", "Matmul"})
_BETWEEN: Final = frozenset({"Add", "Mul", "Div", "MaskedFill", "Where", "NativeDropout", "Sub"})
_FAR: Final = 12  # nodes between a product and its softmax

# Why an attention is not fused.
DEFAULT, PLAIN, BY_HAND, UNTOLD = "need_weights", "plain_path", "by_hand", "attention_untold"


class Core(NamedTuple):
    """The core of one attention: softmax(q k^T) v.

    Attributes:
        position: Of its node; of an unfused one, of its softmax.
        group: The part of the model it is in, if known.
        fused: Whether it is one node.
        node: Name of that node, or of the softmax.
        reason: Why it is not fused: "need_weights", the default of `nn.MultiheadAttention`;
            "plain_path", on which `scaled_dot_product_attention` falls back; "by_hand", the model
            multiplies by itself; "attention_untold" without a model, which alone distinguishes
            the first from the last; `None` if it is fused.
    """

    position: int
    group: str | None
    fused: bool
    node: str
    reason: str | None


def attention_cores(structure: Structure, model: object) -> tuple[Core, ...]:
    """Return the attentions of a graph, in forward order.

    A node of the category "fused_attention" is a fused attention. A softmax belongs to an unfused
    one if its operand, before scaling and masks, is the product of two tensors of which neither is
    just a parameter, and if its result, perhaps after a dropout, enters another product.

    `nn.MultiheadAttention` multiplies by itself if it has to return weights; otherwise it calls
    `scaled_dot_product_attention`. The plain path of that function can be recognised: it scales
    both q and k, or uses the softmax that is safe for rows in which everything is masked.

    Args:
        structure: The nodes of the graph.
        model: The model, which shows where its `nn.MultiheadAttention`s are, or `None`.
    """
    modules = _multihead_attentions(model)
    grouped = any(node.group for node in structure.nodes if not node.is_leaf)
    cores = []
    for at in reversed(range(len(structure.nodes))):
        node = structure.nodes[at]
        if structure.categories[at] == "fused_attention":
            cores.append(Core(at, node.group, True, node.name, None))
        elif structure.ops[at] in {"Softmax", "SafeSoftmax"}:
            scores = _scores(structure, at)
            if scores is None or not _weighs(structure, at):
                continue
            # Without groups it is only known that there is such a module.
            asked = node.group in modules if grouped else bool(modules)
            reason = DEFAULT if asked else BY_HAND if model is not None else UNTOLD
            if structure.ops[at] == "SafeSoftmax" or _both_scaled(structure, scores):
                reason = PLAIN
            cores.append(Core(at, node.group, False, node.name, reason))
    return tuple(cores)


def _multihead_attentions(model: Any) -> set[str | None]:
    """Return the groups of PyTorch's own modules of attention; no import is needed for that."""
    return {
        group_name(path)
        for path, module in ([] if model is None else model.named_modules())
        for base in type(module).__mro__
        if base.__module__.startswith("torch.nn.") and base.__name__ == "MultiheadAttention"
    }


def _scores(structure: Structure, softmax: int) -> int | None:
    """Return the position of the product that makes the scores of a softmax."""
    at = softmax
    for _ in range(_FAR):
        below = [n for n in structure.operands(at) if not structure.nodes[n].is_leaf]
        if not below:
            return None
        at = below[0]  # scores come first, then a mask
        if structure.ops[at] in _PRODUCTS:
            factors = structure.operands(at)[-2:]
            # Only one of the factors needs a gradient where the other is frozen or data.
            learned = any(structure.parameter_path[n] for n in factors)
            return None if learned or len(factors) < 2 else at
        if not structure.arranges(at) and structure.ops[at] not in _BETWEEN:
            return None
    return None


def _weighs(structure: Structure, softmax: int) -> bool:
    """Return whether the result of a softmax goes into a product of two computed tensors."""
    at = softmax
    for _ in range(_FAR):
        if len(users := structure.users[at]) != 1:
            # The weights may be shown or averaged too: one of the users must be the product.
            return any(structure.ops[n] in _PRODUCTS for n in users)
        at = users[0]
        if structure.ops[at] in _PRODUCTS:
            return not any(structure.parameter_path[n] for n in structure.operands(at))
        if not structure.arranges(at) and structure.ops[at] not in _BETWEEN:
            return False
    return False


def _both_scaled(structure: Structure, scores: int) -> bool:
    """Return whether both factors of a product were multiplied with a number before."""
    factors = structure.operands(scores)
    return len(factors) == 2 and all(_scaled(structure, n) for n in factors)


def _scaled(structure: Structure, at: int) -> bool:
    for _ in range(_FAR):
        if structure.ops[at] == "Mul":
            return len(structure.operands(at)) == 1
        below = structure.operands(at)
        if not structure.arranges(at) or len(below) != 1:
            return False
        at = below[0]
    return False
