"""Visits of the browser tests, remembered until a file that they read changes."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.browser import memory
from tests.browser.site import BuiltPage
from tools.preview.cache import Cache


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A site of one page with a stylesheet, and an empty cache."""
    monkeypatch.setattr(memory, "_CACHE", Cache(tmp_path / "cache"))
    for name in ("404.html", "page.css"):
        (tmp_path / name).write_text("before", encoding="utf-8")
    return tmp_path


def _memory(files: Path, version: str = "1") -> memory.Memory:
    memory._content.cache_clear()
    return memory.Memory(BuiltPage(files / "404.html", "404.html"), ("light", 390), version)


def _note(files: Path, *, is_thorough: bool) -> None:
    visit: Any = SimpleNamespace(loaded={"404.html", "page.css"})
    _memory(files).note(visit, is_thorough=is_thorough)


def test_thorough_visits_count_as_quick_ones(files: Path) -> None:
    assert not _memory(files).has(is_thorough=False)
    _note(files, is_thorough=False)
    assert _memory(files).has(is_thorough=False)
    assert not _memory(files).has(is_thorough=True)
    _note(files, is_thorough=True)
    assert _memory(files).has(is_thorough=True)


@pytest.mark.parametrize("name", ["404.html", "page.css"])
def test_changed_files_are_visited_again(files: Path, name: str) -> None:
    _note(files, is_thorough=True)
    (files / name).write_text("after", encoding="utf-8")
    assert not _memory(files).has(is_thorough=False)


def test_another_browser_visits_again(files: Path) -> None:
    _note(files, is_thorough=True)
    assert not _memory(files, version="2").has(is_thorough=False)
