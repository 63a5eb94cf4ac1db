"""The signatures and docstrings of the library, read by griffe."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import griffe

import tapewalk

_LIBRARY = Path(tapewalk.__file__).parent
_PACKAGES = ("tapewalk", "tapewalk_course", "tapewalk_grade")
# griffe warns of attributes without a type; this repository's ruff and mypy check that.
logging.getLogger("griffe").setLevel(logging.ERROR)


@dataclass(frozen=True)
class Item:
    """A parameter, an attribute, an exception or a result, with its description.

    Attributes:
        name: As it is written, "" for a result.
        type: Its annotation if it is informative, else "".
        text: The description.
    """

    name: str
    type: str
    text: str


@dataclass
class Description:
    """A class, function or method.

    Attributes:
        name: As users write it: `nn.Linear`; for a member its own name only.
        signature: With parameters and result, or just the name of an attribute.
        text: The docstring above its sections.
        sections: `parameters`, `attributes`, `returns`, `raises`, `yields`: the items of each.
        example: A session of the Python prompt, "" if there is none.
        alias_of: The member that this is an alias of, "" otherwise.
        members: For a class: itself and each base that only serves it, with their documented
            members.
    """

    name: str
    signature: str
    text: str = ""
    sections: dict[str, list[Item]] = field(default_factory=dict)
    example: str = ""
    alias_of: str = ""
    members: list[tuple[str, list[Description]]] = field(default_factory=list)


def describe(name: str, thing: Any, public: frozenset[str] = frozenset()) -> Description:
    """Return the description of a public class or function.

    Args:
        name: As users write it.
        thing: The class or function itself.
        public: Paths of the classes with entries of their own, whose members are not repeated.
    """
    found = _in_source(thing)
    if found is None:
        # Created at run time, like `exp`, which calls the method of that name.
        # A builtin that stands in for one of the library's functions has Python's docstring.
        text = inspect.getdoc(thing) if path_of(thing).partition(".")[0] in _PACKAGES else ""
        docstring = griffe.Docstring(text or "", parser="google")
        return _with_docstring(
            Description(name, _wrapped(name, f"{name}{_signature_of(thing)}")), docstring
        )
    described = Description(name, _signature(name, found))
    docstring = found.docstring
    if isinstance(found, griffe.Function):  # its stub, if it has one, has the first sentence only
        docstring = griffe.Docstring(inspect.getdoc(thing) or "", parser="google")
    _with_docstring(described, docstring)
    if isinstance(found, griffe.Class):
        described.members = list(_members(found, public))
    return described


def path_of(thing: Any) -> str:
    """Return the path of a class or function in the library's sources."""
    return f"{getattr(thing, '__module__', '')}.{getattr(thing, '__qualname__', '')}"


class _WithoutStubs(griffe.ModuleFinder):
    """The finder of sources alone: a stub calls `tensor`, a callable package, an attribute."""

    extensions_set = frozenset((".py",))

    def find_package(self, module_name: str) -> Any:
        found = super().find_package(module_name)
        return replace(found, stubs=None) if isinstance(found, griffe.Package) else found


@cache
def _package(name: str) -> Any:
    loader = griffe.GriffeLoader(search_paths=[_LIBRARY.parent], docstring_parser="google")
    loader.finder = _WithoutStubs([_LIBRARY.parent])
    return loader.load(name)


def _in_source(thing: Any) -> Any:
    """Return griffe's object for `thing`, `None` if it was not made by `def` or `class`."""
    package, _, path = path_of(thing).partition(".")
    if package not in _PACKAGES:
        return None
    try:
        found = _package(package)[path]
    except KeyError:
        return None
    return found if isinstance(found, (griffe.Class, griffe.Function)) else None


def _signature_of(thing: Any) -> str:
    try:
        return str(inspect.signature(thing)).replace("'", "")
    except ValueError:  # of a builtin
        return "()"


def _signature(name: str, found: Any) -> str:
    """Return the signature of griffe's object."""
    if isinstance(found, griffe.Attribute) or "property" in found.labels:
        kind = "" if found.annotation is None else f": {found.annotation}"
        return f"{name}{kind}"
    function: Any = found.all_members.get("__init__") if isinstance(found, griffe.Class) else found
    if function is None:
        return f"{name}()"
    written = str(function.signature(name=name))
    # The first parameter is shown only for functions, not for methods.
    for first in ("self: Any", "self", "cls"):
        written = written.replace(f"({first}, ", "(", 1).replace(f"({first})", "()", 1)
    return _wrapped(name, written.removesuffix(" -> None"))


def _wrapped(name: str, written: str) -> str:
    """Return a signature with one parameter per line if it is long."""
    if len(written) <= 72:
        return written
    inner, end = written[len(name) + 1 :].rsplit(")", 1)
    lines = "".join(f"    {part},\n" for part in _split(inner))
    return f"{name}(\n{lines}){end}"


def _split(parameters: str) -> Iterator[str]:
    """Yield the parameters of a signature, split at commas outside brackets."""
    depth, part = 0, ""
    for character in parameters:
        depth += (character in "([{") - (character in ")]}")
        if character == "," and not depth:
            yield part.strip()
            part = ""
        else:
            part += character
    yield part.strip()


def _with_docstring(described: Description, docstring: Any) -> Description:
    """Fill in the docstring, section by section."""
    for section in docstring.parsed if docstring is not None else ():
        kind = section.kind.value
        if kind == "text":
            described.text = f"{described.text}\n\n{section.value}".strip()
        elif kind == "admonition" and section.value.kind == "example":
            described.example = section.value.description
        elif kind == "examples":
            described.example = "\n".join(text for _, text in section.value)
        elif kind in ("parameters", "attributes", "returns", "raises", "yields"):
            described.sections[kind] = [_item(one) for one in section.value]
    return described


def _item(one: Any) -> Item:
    annotation = "" if one.annotation is None else str(one.annotation)
    is_error = not hasattr(one, "name")
    name = annotation if is_error else one.name
    # `Any` adds nothing to the description.
    kind = "" if is_error or annotation == "Any" else annotation
    return Item(name, kind, one.description)


def _members(cls: Any, public: frozenset[str]) -> Iterator[tuple[str, list[Description]]]:
    """Yield the class, and each base that only serves it, with their documented members."""
    bases = cls.mro()
    # Bases with entries of their own, and those that serve them, are not repeated.
    entered = [base for base in bases if base.path in public]
    elsewhere = {base.path: base for one in entered for base in (one, *one.mro())}
    own = [base for base in bases if base.path not in elsewhere]
    inherited = {name for base in elsewhere.values() for name in base.members}
    # An override of a base class's method adds nothing, except a layer's computation.
    known = inherited - {"forward"}
    for part in (cls, *own):
        described = []
        for name, member in part.members.items():
            if name.startswith("_") or name in known or member.is_alias:
                continue
            known.add(name)
            one = _member(name, member, part)
            described += [] if one is None else [one]
        if described:
            summary = "" if part is cls or part.docstring is None else part.docstring.value
            yield summary.partition("\n\n")[0], described


def _member(name: str, member: Any, cls: Any) -> Description | None:
    """Return the description of a method or property, `None` if it is not documented."""
    if member.docstring is not None:
        return _with_docstring(Description(name, _signature(name, member)), member.docstring)
    other = str(getattr(member, "value", None) or "")
    if other in cls.members and isinstance(cls.members[other], griffe.Function):
        return Description(name, _signature(name, cls.members[other]), alias_of=other)
    return None
