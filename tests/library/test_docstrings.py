"""The library's docstrings are complete: a sentence, every argument, an example."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from typing import Any

from catalog import ROOMS, entries
from docstrings import Description, describe

from tests.each import each
from tests.pages.sources import ROOT

# The operations state their rule instead: only the engine calls them.
CALLED = [entry for room in ROOMS if room != "ops" for entry in entries(room)]
ALL = [entry for room in ROOMS for entry in entries(room)]
WITH_EXAMPLE = [
    entry
    for room in ROOMS
    if room != "ops"
    for entry in entries(room)
    if not entry[0].startswith("nn.functional.")
]


def named(name: str, _: Any) -> str:
    return name


@each("name, thing", ALL, ids=named)
def test_docstring_begins_with_a_sentence(name: str, thing: Any) -> None:
    assert describe(name, thing).text.rstrip().endswith((".", ")", "…"))


@each("name, thing", CALLED, ids=named)
def test_docstring_explains_every_argument(name: str, thing: Any) -> None:
    told = {item.name.lstrip("*") for item in describe(name, thing).sections.get("parameters", [])}
    assert taken(thing) - told == set()
    assert told - taken(thing) == set()


@each("name, thing", WITH_EXAMPLE, ids=named)
def test_docstring_shows_an_example(name: str, thing: Any) -> None:
    assert ">>> " in describe(name, thing).example


def test_members_are_described() -> None:
    described = [describe(name, thing) for name, thing in CALLED]
    assert [f"{one.name}.{member.name}" for one in described for member in silent(one)] == []


def functions(source: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the functions of a module, except properties, which are noun phrases."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            marks = {ast.unparse(mark).rpartition(".")[2] for mark in node.decorator_list}
            if not marks & {"property", "cached_property"}:
                yield node


@each(
    "room",
    ["lib/tapewalk", "lib/tapewalk_course", "lib/tapewalk_grade", "tools", "bench", "modules"],
)
def test_docstrings_of_functions_are_imperative(room: str) -> None:
    """Return, not Returns. Packages join this list as their docstrings are rewritten."""
    words = {
        f"{path.relative_to(ROOT)}:{function.lineno}": text.split()[0].strip(",;:.")
        for path in (ROOT / room).rglob("*.py")
        for function in functions(path.read_text("utf-8"))
        if (text := ast.get_docstring(function))
    }
    assert words
    assert {
        place: word
        for place, word in words.items()
        if word.endswith("s") and not word.endswith("ss")
    } == {}


def taken(thing: Any) -> set[str]:
    """Return the names of the arguments of a function, or of a class's constructor."""
    made_by: Any = getattr(thing, "__init__", thing) if isinstance(thing, type) else thing
    if made_by is object.__init__:
        return set()
    try:
        return set(inspect.signature(made_by).parameters) - {"self"}
    except ValueError:  # a builtin without arguments, as `is_grad_enabled` is
        return set()


def silent(one: Description) -> list[Description]:
    """Return the members without a docstring that are not aliases."""
    members = [member for _, group in one.members for member in group]
    return [member for member in members if not (member.text or member.alias_of)]
