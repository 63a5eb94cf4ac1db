"""YAML with the line of every key."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tools.preview.errors import Place, stop

Key = tuple[str | int, ...]

# libyaml's loader is ten times faster, and parses every page's front matter.
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass
class Located:
    """A parsed YAML mapping and the lines of its keys."""

    path: Path
    data: dict[str, Any] = field(default_factory=dict)
    lines: dict[Key, int] = field(default_factory=dict)
    first_line: int = 1

    def place(self, *key: str | int) -> Place:
        """Return the place of `key`, or of its nearest parent with a place."""
        for length in range(len(key), 0, -1):
            line = self.lines.get(key[:length])
            if line is not None:
                return Place(self.path, line)
        return Place(self.path, self.first_line)

    def get(self, *key: str | int) -> Any:
        """Return the value under a path of keys, or None."""
        value: Any = self.data
        for part in key:
            if not isinstance(value, dict) or part not in value:
                return None
            value = value[part]
        return value


def parse(text: str, path: Path, first_line: int = 1) -> Located:
    """Parse a YAML mapping.

    Args:
        text: The YAML.
        path: The file that it is in.
        first_line: The line of `path` where `text` begins.

    Raises:
        BuildError: It is not YAML, or not a mapping.
    """
    located = Located(path, first_line=first_line)
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        if node is None:
            return located
        if not isinstance(node, yaml.MappingNode):
            raise stop(Place(path, first_line), "expected `key: value` lines here")
        located.data = loader.construct_document(node)
        _note_lines(node, (), first_line, located.lines)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        # An unclosed structure is noticed only after its end, in the lines below.
        line = first_line + min(mark.line if mark else 0, text.count("\n"))
        raise stop(Place(path, line), f"this is not valid YAML: {error.problem}") from None
    finally:
        loader.dispose()
    return located


def read(path: Path) -> Located:
    """Parse a YAML file; one that is missing reads as empty."""
    return parse(path.read_text("utf-8"), path) if path.is_file() else Located(path)


def _note_lines(node: yaml.Node, key: Key, first_line: int, lines: dict[Key, int]) -> None:
    if isinstance(node, yaml.MappingNode):
        for key_node, value_node in node.value:
            inner = (*key, str(key_node.value))
            lines[inner] = first_line + key_node.start_mark.line
            _note_lines(value_node, inner, first_line, lines)
    elif isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            lines[(*key, index)] = first_line + item.start_mark.line
            _note_lines(item, (*key, index), first_line, lines)
