"""Pandoc: markdown to its JSON tree, the tree to HTML."""

from __future__ import annotations

import asyncio
import functools
import json
import re
from collections.abc import Sequence
from typing import Any

from tools.preview.errors import Problems
from tools.preview.source import Line

_POSITION = re.compile(r"at line (\d+)")
_TEX = re.compile(r"Could not convert TeX math (.*), rendering as TeX", re.DOTALL)
_HTML = ["-t", "html5", "--mathml", "--section-divs", "--wrap=none", "--email-obfuscation=none"]

_MARKDOWN = ["-t", "gfm+tex_math_dollars-tex_math_gfm", "--wrap=none"]


@functools.cache
def _program() -> str:
    # pypandoc brings its own binary; importing it costs 0.1 s, which a cached build saves.
    import pypandoc

    return str(pypandoc.get_pandoc_path())


async def read(lines: Sequence[Line], problems: Problems) -> dict[str, Any]:
    """Return the JSON tree of markdown.

    Args:
        lines: The markdown and its places in the sources.
        problems: Collects Pandoc's warnings, such as a Div that never closes.
    """
    text = "".join(f"{line.text}\n" for line in lines)
    output, warnings = await _run(["-f", "markdown", "-t", "json"], text)
    for warning in warnings:
        match = _POSITION.search(warning)
        index = int(match[1]) - 1 if match else 0
        place = lines[min(index, len(lines) - 1)].place
        problems.add(place, f"Pandoc: {_POSITION.sub('here', warning)}")
    tree: dict[str, Any] = json.loads(output)
    return tree


async def write(tree: dict[str, Any], lines: Sequence[Line], problems: Problems) -> str:
    """Return the HTML of a tree.

    Args:
        tree: The result of `read`, rewritten.
        lines: The argument of `read`, to report the place of a formula.
        problems: Collects formulas that Pandoc can't turn into MathML.
    """
    output, warnings = await _run(["-f", "json", *_HTML], json.dumps(tree))
    for warning in warnings:
        match = _TEX.search(warning)
        needle = match[1].strip().splitlines()[0] if match else ""
        place = next((line.place for line in lines if needle and needle in line.text), None)
        problems.add(place or lines[0].place, f"Pandoc: {warning}")
    return output


async def write_markdown(tree: dict[str, Any]) -> str:
    """Return a tree as markdown for notebooks."""
    output, _ = await _run(["-f", "json", *_MARKDOWN], json.dumps(tree))
    return output


async def _run(arguments: list[str], text: str) -> tuple[str, list[str]]:
    process = await asyncio.create_subprocess_exec(
        _program(),
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    output, errors = await process.communicate(text.encode())
    notes = errors.decode().strip()
    if process.returncode:
        raise RuntimeError(f"Pandoc failed: {notes}")
    warnings = re.split(r"^\[WARNING\] ", notes, flags=re.MULTILINE)
    return output.decode(), [w.strip() for w in warnings if w.strip()]
