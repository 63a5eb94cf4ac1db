"""The running and rendering of changed pages, several at a time."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from tools.preview import ojs, render
from tools.preview.cache import Cache, file_digest
from tools.preview.config import Project
from tools.preview.page import Page
from tools.preview.progress import Progress
from tools.preview.render import Rendered
from tools.preview.results import Results
from tools.preview.stale import Keys
from tools.preview.turns import in_turn


class Renderer:
    """A renderer of pages that are not in the cache."""

    def __init__(self, project: Project, cache: Cache, progress: Progress) -> None:
        self.cache = cache
        self.progress = progress
        self.keys = Keys(project)
        self.results = Results(self.keys, cache)
        self.compiler = ojs.Compiler()

    async def all(self, pages: Iterable[Page]) -> dict[str, Rendered]:
        """Return every page's rendering, by the page's name."""
        try:
            # What one language has computed, the next ones find.
            ordered = sorted(pages, key=lambda page: page.options.lang)
            return await in_turn(ordered, self._page)
        finally:
            await self.compiler.close()

    async def _page(self, each: Page) -> Rendered:
        key, root = self.keys.page(each), each.project.root
        cached = self.cache.get("pages", key)
        if cached is not None and cached["depends"] == _state(root, cached["depends"]):
            self.progress.page(each.name, "cached")
            return Rendered(**cached["rendered"])
        results, what = await self.results.of(each)
        start = time.monotonic()
        rendered = await render.render(each, results, self.compiler)
        self.cache.put(
            "pages",
            key,
            {"rendered": asdict(rendered), "depends": _state(root, rendered.files)},
        )
        self.progress.page(each.name, f"{what}rendered in {time.monotonic() - start:.1f} s")
        return rendered


def _state(root: Path, paths: Iterable[str]) -> dict[str, str]:
    """Return the hash of each file that a page's OJS cells import or attach."""
    return {path: file_digest(root / path) for path in paths}
