"""Small changes of a line, made on its tree: sign, axis, dropped term, transpose, factor, path."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from tapewalk_course.derive.expressions import Node, parse
from tapewalk_course.derive.lines import DIMS


def text_of(tree: Node) -> str:
    """Return a tree as a text."""
    parts = [text_of(part) for part in tree.parts]
    options = [f"{key}={text_of(value)}" for key, value in tree.options.items()]
    return {
        "name": lambda: tree.text,
        "number": lambda: tree.text,
        "slice": lambda: ":",
        "signed": lambda: f"({tree.text}{parts[0]})",
        "binary": lambda: f"({parts[0]} {tree.text} {parts[1]})",
        "group": lambda: parts[0],
        "tuple": lambda: f"({', '.join(parts)},)",
        "index": lambda: f"{parts[0]}[{', '.join(parts[1:])}]",
        "attribute": lambda: f"{parts[0]}.{tree.text}",
        "call": lambda: f"{parts[0]}.{tree.text}({', '.join(parts[1:] + options)})",
        "function": lambda: f"{tree.text}({', '.join(parts + options)})",
    }[tree.kind]()


def nodes(tree: Node) -> Iterator[Node]:
    """Yield all parts of a tree."""
    yield tree
    for part in [*tree.parts, *tree.options.values()]:
        yield from nodes(part)


def mutant(line: str, names: list[str], rng: random.Random) -> str | None:
    """Return a line with one change, or None where a part has none."""
    tree = parse(line)
    part = rng.choice(list(nodes(tree)))
    ways = _ways(part, tree, names, rng)
    if not ways:
        return None
    new = rng.choice(ways)()
    part.kind, part.text, part.parts, part.options = new.kind, new.text, new.parts, new.options
    return text_of(tree)


def _ways(part: Node, tree: Node, names: list[str], rng: random.Random) -> list[Callable[[], Node]]:
    same = Node(part.kind, part.text, part.parts, part.options)
    two, n = Node("number", "2"), Node("name", "n")

    def binary(sign: str, a: Node, b: Node) -> Callable[[], Node]:
        return lambda: Node("binary", sign, (a, b))

    ways: list[Callable[[], Node]] = []
    if part.kind == "binary":
        ways += [lambda: part.parts[0], lambda: part.parts[1]]  # a dropped term or factor
        ways.append(binary(part.text, part.parts[1], part.parts[0]))
        if part.text not in ("@", "**"):
            ways += [binary(sign, *part.parts) for sign in "+-*/" if sign != part.text]
    if part.kind == "signed" or (part.kind == "attribute" and part.text == "T"):
        ways += [lambda: part.parts[0]] * 2
    if part.kind == "number":
        ways += [lambda x=x: Node("number", x) for x in ("0", "1", "2", "3") if x != part.text]
    if part.kind == "name" and part.text == "n":
        ways += [lambda x=x: Node("name", x) for x in ("V", "H")]
        ways.append(lambda: Node("group", "()", (binary("-", n, Node("number", "1"))(),)))
    if part.kind == "name" and part.text.removeprefix("d") in DIMS:
        ways += [binary("**", same, two), binary("/", Node("number", "1"), same)]
        ways.append(lambda: Node("attribute", "T", (same,)))
        alike = [v for v in names if _dims(v) == _dims(part.text) and v != part.text]
        ways += [lambda v=v: Node("name", v) for v in rng.sample(alike, min(3, len(alike)))]
    if part.kind == "call" and part.text in ("sum", "max"):
        ways += [lambda: part.parts[0]]
        ways += [lambda x=x: Node("call", x, part.parts, part.options) for x in ("mean", "prod")]
        axis = Node("number", "0" if part.parts[1].text == "1" else "1")
        ways += [lambda: Node("call", part.text, (part.parts[0], axis), part.options)] * 2
        ways.append(lambda: Node("call", part.text, part.parts))
    if part is tree or part.kind in ("binary", "call"):
        ways += [lambda: Node("signed", "-", (same,))] * 2
        ways += [binary("/", same, n), binary("*", two, same)]
    return ways


def _dims(name: str) -> str:
    return DIMS.get(name, DIMS.get(name[1:], ""))
