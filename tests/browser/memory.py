"""Visits that found nothing, remembered until something changes that they depend on.

They are in the cache of the build, which prunes it and which CI keeps.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.browser.site import BuiltPage
from tests.browser.visit import Visit
from tests.pages.sources import ROOT
from tools.preview.cache import Cache, digest, file_digest, tree_digest

_HERE = Path(__file__).parent
_CACHE = Cache.of(ROOT)

# What the rules of a visit are made of; the last two pin the versions of what they use.
_RULES = (
    *(path for path in _HERE.glob("*.*") if not path.name.startswith("test_")),
    _HERE / "test_every_page.py",
    ROOT / "tests/pages/sources.py",
    ROOT / "tools/film_strip/cells.mjs",
    ROOT / "package-lock.json",
    ROOT / "requirements-dev.txt",
)


@dataclass(frozen=True)
class Memory:
    """The visits of one page that opens in one theme and width, in one version of the browser."""

    built: BuiltPage
    look: tuple[str, int]
    version: str

    def has(self, *, is_thorough: bool) -> bool:
        """Return whether a visit, this one or a more thorough one, would see the same as before."""
        return self._is_unchanged(True) or (not is_thorough and self._is_unchanged(False))

    def _is_unchanged(self, is_thorough: bool) -> bool:
        known: dict[str, str] | None = _CACHE.get("visits", self._name(is_thorough))
        return known is not None and all(_content(path) == was for path, was in known.items())

    def note(self, visit: Visit, *, is_thorough: bool) -> None:
        """Remember a visit that found nothing, with the content of each file that it read."""
        file = self.built.file
        # A question's answer must not be on the page of its module.
        index = file.with_name("index.es.html" if self.built.language_number else "index.html")
        loaded = [self.built.folder / path for path in visit.loaded]
        read = [file, index, self.built.source.path, *loaded]
        known = {path: _content(path) for path in {os.path.relpath(one, ROOT) for one in read}}
        _CACHE.put("visits", self._name(is_thorough), known)

    def _name(self, is_thorough: bool) -> str:
        file = os.path.relpath(self.built.file, ROOT)
        return digest(file, self.look, self.version, is_thorough, _rules())


@cache
def _rules() -> str:
    return tree_digest(ROOT, _RULES)


@cache
def _content(path: str) -> str:
    return file_digest(ROOT / path)
