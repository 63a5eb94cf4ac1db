from __future__ import annotations

import ast
from collections.abc import Iterator
from inspect import getsourcelines
from pathlib import Path
from textwrap import dedent
from typing import Any

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
        "es": "esta línea ata {name} a {other}, pero ahora son dos tensores: luego se cambió uno "
        "de ellos.",
    }
    fix = {
        "en": "tie them last, or initialise in place: nn.init.normal_(m.weight), not m.weight = ….",
        "es": "átalos al final, o inicializa in situ: nn.init.normal_(m.weight), no m.weight = ….",
    }
    false_alarms = {
        "en": "a subclass that unties them on purpose",
        "es": "una subclase que los desata a propósito",
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
