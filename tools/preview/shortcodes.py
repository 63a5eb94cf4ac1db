"""`{{< … >}}`: the two shortcodes of the subset."""

from __future__ import annotations

import re

from tools.preview.errors import Place, stop
from tools.preview.located import Located

_INCLUDE = re.compile(r"^\s*\{\{<\s*include\s+(\S+)\s*>\}\}\s*$")
# Three braces show a shortcode literally, as in Quarto.
_ANY = re.compile(r"\{(?P<escaped>\{\{<.*?>\}\})\}|\{\{<(?P<call>.*?)>\}\}")
_OPEN = re.compile(r"(?<!\{)\{\{<(?!.*>\}\})")


def include_target(line: str) -> str | None:
    """Return the path that a line includes, or None for any other line."""
    match = _INCLUDE.match(line)
    return match[1].strip("\"'") if match else None


def expand(line: str, place: Place, variables: Located) -> str:
    """Return `line` with its shortcodes replaced by their values.

    Args:
        line: A line outside executable cells.
        place: The place of the line.
        variables: The project's `_variables.yml`.

    Raises:
        BuildError: A shortcode is outside the subset, or its name has no value.
    """
    if "{{<" not in line:
        return line
    if _OPEN.search(line):
        raise stop(place, "a shortcode opens with `{{<` and never closes with `>}}`")

    def value(match: re.Match[str]) -> str:
        if match["escaped"]:
            return match["escaped"]
        return _value(match["call"].split(), place, variables)

    return _ANY.sub(value, line)


def _value(words: list[str], place: Place, variables: Located) -> str:
    name, arguments = (words[0], words[1:]) if words else ("", [])
    if name == "include":
        raise stop(place, "an include stands alone on its line and names one file")
    if name != "var":
        raise stop(
            place,
            f"`{{{{< {name} >}}}}` may be known to Quarto, but not to this preview: "
            "it expands include and var",
        )
    if len(arguments) != 1:
        raise stop(place, f"`{{{{< var >}}}}` takes one name, got {len(arguments)}")
    key = arguments[0].strip("\"'")
    value = variables.get(*key.split("."))
    if value is None or isinstance(value, dict | list):
        raise stop(place, f"`{{{{< var {key} >}}}}`: _variables.yml has no value of that name")
    return str(value).lower() if isinstance(value, bool) else str(value)
