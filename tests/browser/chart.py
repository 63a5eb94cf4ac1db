"""A chart on a page: its table, and what should stand there."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator

from tests.browser.numbers import written

NO_VALUE = {"en": "no value", "es": "sin valor"}


def table_of(chart: Locator) -> list[str]:
    """Return the entries of a chart's table, row by row; the picture is back afterwards."""
    points = chart.locator("> input[type=range]")
    points.press("t")
    cells = chart.locator("tbody td").all_inner_texts()
    points.press("t")
    return cells


def table_for(data: dict[str, Any], lang: str) -> list[str]:
    """Return the entries that the table of a chart of this data should have."""
    rows = zip(*(series["values"] for series in data["series"]), strict=True)
    return [NO_VALUE[lang] if v is None else written(v, lang) for row in rows for v in row]
