"""Matrices that should be one tensor and are two."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from inspect import getsourcelines
from pathlib import Path
from textwrap import dedent
from typing import Any

from tapewalk.graph.reading import has_values
from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence
from tapewalk.inspect.rules.rule import Rule


class TieLost(Rule):
    """Two weights that a constructor ties and that are two tensors all the same."""

    kind = "tie_lost"
    urgency = 325
    topic = "modules"
    cause = {
        "en": "this line ties {name} to {other}, but now they are two tensors: something replaced "
        "one of them later.",
        "es": "esta línea hace de {name} y {other} un mismo tensor, pero ahora son dos: luego se "
        "cambió uno de ellos.",
    }
    fix = {
        "en": "tie them last, or initialise in place: nn.init.normal_(m.weight), not m.weight = ….",
        "es": "compártelos al final, o inicializa in situ: nn.init.normal_(m.weight), no "
        "m.weight = ….",
    }
    false_alarms = {
        "en": "a subclass that unties them on purpose",
        "es": "una subclase que los separa a propósito",
    }
    example = "self.head.weight = self.table.weight; self.apply(init)"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        for path, module in evidence.modules:
            for name, other, place in _ties(type(module)):
                one, second = _at(module, name), _at(module, other)
                are_weights = hasattr(one, "requires_grad") and hasattr(second, "requires_grad")
                if are_weights and one is not second:
                    yield self.found(path, place, name=name, other=other)


def _ties(kind: type) -> Iterator[tuple[str, str, str]]:
    """Yield the ties that a constructor makes in any case: both names, and file and line."""
    code = getattr(vars(kind).get("__init__"), "__code__", None)
    if code is None or kind.__module__.startswith(("torch.", "tapewalk.")):
        return
    try:
        lines, first = getsourcelines(code)
        (function,) = ast.parse(dedent("".join(lines))).body
    except (OSError, TypeError, SyntaxError, ValueError):
        return
    for statement in getattr(function, "body", ()):
        if isinstance(statement, ast.Assign):
            name, other = _path(statement.targets[0]), _path(statement.value)
            if name and other and name.endswith(".weight"):
                file = Path(code.co_filename).name
                yield name, other, f"{file}:{first + statement.lineno - 1}"


def _path(target: ast.expr) -> str | None:
    """Return "head.weight" for `self.head.weight`, and `None` for what is not an attribute."""
    names = []
    while isinstance(target, ast.Attribute):
        names.append(target.attr)
        target = target.value
    is_own = isinstance(target, ast.Name) and target.id == "self"
    return ".".join(reversed(names)) if is_own and len(names) > 1 else None


def _at(thing: Any, path: str) -> Any:
    for name in path.split("."):
        thing = getattr(thing, name, None)
    return thing


class NoLongerTied(Rule):
    """Two matrices that learn apart and have the same numbers.

    They are an embedding and another matrix, or a matrix and another's transpose: layers that are
    copied whole, as those of a stack, start with the same numbers too.
    """

    kind = "no_longer_tied"
    urgency = 330
    topic = "modules"
    cause = {
        "en": "{name} and {other} have the same numbers but are two tensors: they drift apart.",
        "es": "{name} y {other} tienen los mismos números pero son dos tensores: se separarán.",
    }
    fix = {
        "en": "tie them after the copy or the move: head.weight = embedding.weight.",
        "es": "compártelos después de copiar o mover: head.weight = embedding.weight.",
    }
    false_alarms = {
        "en": "a head that only starts from the embedding",
        "es": "una salida que solo empieza con los números de la tabla",
    }
    example = "head.weight = nn.Parameter(table.weight.clone())"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        tables = [(name, tensor.detach()) for name, tensor in _tables(evidence)]
        for at, (name, tensor) in enumerate(tables):
            for other, second in tables[at + 1 :]:
                is_embedding = _is_embedding(evidence, name) or _is_embedding(evidence, other)
                if (is_embedding and _is_alike(tensor, second)) or _is_alike(tensor, second.T):
                    yield self.found("", None, name=name, other=other)


def _tables(evidence: Evidence) -> Iterator[tuple[str, Any]]:
    """Yield the matrices of embeddings and linear layers that learn, by name."""
    tensors = evidence.tensors
    for parameter in evidence.parameters:
        learns = not parameter.missing and not parameter.also and parameter.name in tensors
        if len(parameter.shape) == 2 and learns and has_values(tensors[parameter.name]):
            owner = evidence.part(parameter.name.rpartition(".")[0])
            if type(owner).__name__ in {"Embedding", "Linear"} and min(owner.weight.shape) > 1:
                yield parameter.name, tensors[parameter.name]


def _is_alike(tensor: Any, other: Any) -> bool:
    """Return whether two matrices have the same numbers, and look as if drawn at random."""
    # The first rows nearly always decide, in no time. Ones and identities are alike by themselves.
    return bool(
        tensor.shape == other.shape
        and (tensor[0] == other[0]).all()
        and (tensor == other).all()
        and 2 * tensor.unique().numel() > tensor.numel()
    )


def _is_embedding(evidence: Evidence, name: str) -> bool:
    return type(evidence.part(name.rpartition(".")[0])).__name__ == "Embedding"
