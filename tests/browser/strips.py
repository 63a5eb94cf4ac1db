"""Film-strips, which replace live diagrams on paper and without JavaScript."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tapewalk.figures.views import VIEWS
from tests.browser.oracle import published
from tests.browser.site import BuiltPage

MOST_KILOBYTES = 25

# Questions and progress are text.
_FIGURES = (name for name, view in VIEWS.items() if view.value not in ("answer", "progress"))
_FIGURE = re.compile(rf"\b({'|'.join(_FIGURES)})\((\w*)")
_STRIP = re.compile(r'<ol class="tw-strip".*?</ol>', re.DOTALL)


def every_figure_of_a_lesson_has_a_strip(lesson: BuiltPage) -> None:
    cells = [cell.code for cell in lesson.source.cells if cell.language == "ojs"]
    data = published(lesson.text)
    drawn = Counter(
        view
        for code in cells
        for view, given in _FIGURE.findall(code)
        if view != "variants" or _has_pictures(data[given])
    )
    assert Counter(re.findall(r'<ol class="tw-strip" data-view="(\w+)"', lesson.text)) == drawn


def _has_pictures(variants: dict[str, Any]) -> bool:
    """Return whether variants draw graphs: where they only print, there is none for a strip."""
    # Published beside a shorter one that is shown before an answer, it is called `all`.
    cases = variants.get("all", variants)["cases"]
    return any(case["pictures"] for case in cases.values())


def strips_do_not_weigh_it_down(illustrated: BuiltPage) -> Iterator[str]:
    text = illustrated.text
    without = _STRIP.sub("", text)
    assert without != text
    added = len(gzip.compress(text.encode(), 9)) - len(gzip.compress(without.encode(), 9))
    most = MOST_KILOBYTES * 1000
    if added > most:
        yield f"{added} bytes more, not {most}"
