"""OJS cells, compiled by Node, and the script that runs them in the page."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.node import NODE_MODULES, NodeError, node
from tools.preview.cache import Cache, digest, tree_digest
from tools.preview.cells import Cell
from tools.preview.errors import BuildError, Place, Problem, stop

HERE = Path(__file__).parent
_DEFINE = re.compile(r'<script type="ojs-define">(.*?)</script>', re.DOTALL)
# The answer for a page is one line, with the source of its cells.
_LINE_LIMIT = 64 * 1024 * 1024


@dataclass(frozen=True)
class Compiled:
    """A page's OJS cells as one ES module.

    Attributes:
        code: The module's source, which becomes part of the page.
        statements: For each cell, by its number: "declaration" or "expression" for each statement.
        files: The local files it imports or attaches, to be copied.
    """

    code: str
    statements: dict[int, tuple[str, ...]]
    files: tuple[Path, ...]


def published(text: str) -> list[str]:
    """Return the names that a page's `<script type="ojs-define">` blocks define."""
    names: list[str] = []
    for match in _DEFINE.finditer(text):
        contents: list[dict[str, Any]] = json.loads(match[1])["contents"]
        names += [entry["name"] for entry in contents]
    return names


class Compiler:
    """One Node process that compiles the pages of a build; the first page starts it."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()

    async def compile(
        self, cells: Mapping[int, Cell], page: Path, client: str, names: list[str]
    ) -> Compiled:
        """Compile a page's cells.

        Args:
            cells: The page's OJS cells by the number in their slots' ids, in order.
            page: The .qmd file.
            client: The path of the runtime script, relative to the page.
            names: The names that Python cells publish.

        Raises:
            BuildError: A cell does not parse, or uses a name or a file that does not exist.
        """
        request = {
            "folder": str(page.parent),
            "client": client,
            "published": names,
            "cells": [{"code": cell.code, "number": n} for n, cell in cells.items()],
        }
        answer = await self._ask(request)
        if "failure" in answer:
            raise RuntimeError(f"the OJS compiler failed on {page}:\n{answer['failure']}")
        problems = [
            Problem(_place(cells[problem["number"]], problem["line"]), problem["message"])
            for problem in answer["problems"]
        ]
        if problems:
            raise BuildError(problems)
        statements = {cell["number"]: tuple(cell["statements"]) for cell in answer["cells"]}
        return Compiled(answer["code"], statements, tuple(Path(f) for f in answer["files"]))

    async def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        async with self._turn:
            if self._process is None:
                try:
                    program = node()
                except NodeError as error:
                    raise stop(Place(HERE / "ojs.py", 1), f"OJS cells: {error}") from None
                self._process = await asyncio.create_subprocess_exec(
                    program,
                    str(HERE / "ojs_compile.mjs"),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    limit=_LINE_LIMIT,
                )
            assert self._process.stdin is not None and self._process.stdout is not None
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            await self._process.stdin.drain()
            line = await self._process.stdout.readline()
        if not line:
            raise RuntimeError("the OJS compiler ended early; its message is above")
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def close(self) -> None:
        """End the process, if one was started."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            await self._process.wait()


def _place(cell: Cell, line: int) -> Place:
    return Place(cell.place.path, cell.code_line + line - 1)


def client_script(cache: Cache) -> str:
    """Return the runtime script that every page with OJS cells loads, minified."""
    sources = [*(HERE / "client").glob("*.js"), NODE_MODULES / ".package-lock.json"]
    key = digest(tree_digest(HERE, sources))
    script: str | None = cache.get("client", key)
    if script is None:
        program = str(NODE_MODULES / "esbuild" / "bin" / "esbuild")
        options = ["--bundle", "--minify", "--format=esm", "--legal-comments=none"]
        entry = str(HERE / "client" / "ojs.js")
        result = subprocess.run(
            [node(), program, entry, *options], capture_output=True, text=True, check=False
        )
        if result.returncode:
            raise RuntimeError(f"esbuild could not bundle {entry}:\n{result.stderr}")
        script = result.stdout
        cache.put("client", key, script)
    return script
