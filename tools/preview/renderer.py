"""Runs and renders the pages that changed, some at a time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tools.preview import execute, ojs, render
from tools.preview.cache import Cache, file_digest
from tools.preview.config import Project
from tools.preview.errors import BuildError, Problems
from tools.preview.page import Page
from tools.preview.progress import Progress
from tools.preview.render import Rendered
from tools.preview.stale import Keys

# Kernels wait while they start, so on two cores three pages at a time are done sooner.
_WORKERS = 3


class Renderer:
    """Renders pages, leaving out what the cache holds."""

    def __init__(self, project: Project, cache: Cache, progress: Progress) -> None:
        self.cache = cache
        self.progress = progress
        self.keys = Keys(project)
        self.compiler = ojs.Compiler()

    async def all(self, pages: Iterable[Page]) -> dict[str, Rendered]:
        """Return every page's rendering, by the page's name."""
        turn = asyncio.Semaphore(_WORKERS)
        problems = Problems()
        found: dict[str, Rendered] = {}

        async def one(page: Page) -> None:
            async with turn:
                try:
                    found[page.name] = await self._page(page)
                except BuildError as error:
                    problems.take(error)

        try:
            async with asyncio.TaskGroup() as group:
                for each in pages:
                    group.create_task(one(each))
        finally:
            await self.compiler.close()
        problems.stop_if_any()
        return found

    async def _page(self, each: Page) -> Rendered:
        key = self.keys.page(each)
        kept = self.cache.get("pages", key)
        if kept is not None and kept["depends"] == _state(kept["depends"]):
            self.progress.page(each.name, "cached")
            return Rendered(**kept["rendered"])
        results, what = await self._results(each)
        start = time.monotonic()
        rendered = await render.render(each, results, self.compiler)
        self.cache.put(
            "pages",
            key,
            {"rendered": asdict(rendered), "depends": _state(rendered.files)},
        )
        self.progress.page(each.name, f"{what}rendered in {time.monotonic() - start:.1f} s")
        return rendered

    async def _results(self, each: Page) -> tuple[list[dict[str, Any]], str]:
        """Return what a page's cells gave, and what to tell of it."""
        steps = each.steps()
        if not steps:
            return [], ""
        key = self.keys.cells(each)
        kept: list[dict[str, Any]] | None = self.cache.get("cells", key)
        if kept is not None:
            return kept, "cells cached, "
        start = time.monotonic()
        root = each.project.root
        results = await execute.run(each.source.path, root, steps, each.figures())
        self.cache.put("cells", key, results)
        count = f"{len(steps)} cell{'s' if len(steps) > 1 else ''}"
        return results, f"executed {count} in {time.monotonic() - start:.1f} s, "


def _state(paths: Iterable[str]) -> dict[str, str]:
    """Return the hash of each file that a page's OJS cells import or attach."""
    return {path: file_digest(Path(path)) for path in paths}
