"""The results of pages' cells, which run once for the page, its notebook and Quarto's page."""

from __future__ import annotations

import time
from typing import Any

from tools.preview import execute
from tools.preview.cache import Cache
from tools.preview.page import Page
from tools.preview.stale import Keys


class Results:
    """A runner for the cells of pages that are not in the cache."""

    def __init__(self, keys: Keys, cache: Cache) -> None:
        self._keys = keys
        self._cache = cache

    async def of(self, page: Page) -> tuple[list[dict[str, Any]], str]:
        """Return the results of a page's cells, and a note about them.

        Returns:
            The result of `execute.run` for `page.steps()`, and a few words that end with ", ".

        Raises:
            BuildError: A cell raised an error.
        """
        steps = page.steps()
        if not steps:
            return [], ""
        key = self._keys.cells(page)
        cached: list[dict[str, Any]] | None = self._cache.get("cells", key)
        if cached is not None:
            return cached, "cells cached, "
        start = time.monotonic()
        root = page.project.root
        shared = self._cache.folder / "shared"
        shared.mkdir(parents=True, exist_ok=True)
        results = await execute.run(page.source.path, root, steps, f"{shared / self._keys.shared}-")
        self._cache.put("cells", key, results)
        count = f"{len(steps)} cell{'s' if len(steps) > 1 else ''}"
        return results, f"executed {count} in {time.monotonic() - start:.1f} s, "
