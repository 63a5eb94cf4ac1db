"""An address can name a figure and a step of it: `#fig-square?step=3`."""

from __future__ import annotations

import re

from tests.browser.site import BuiltPage
from tests.browser.stepper import Stepper
from tests.browser.visit import OpenPage

_FIGURE = re.compile(r"stepper\(\w+, \{id: \"([^\"]+)\"")


def test_a_link_opens_a_figure_at_its_step(lesson: BuiltPage, open_page: OpenPage) -> None:
    code = "\n".join(cell.code for cell in lesson.source.cells if cell.language == "ojs")
    figures = _FIGURE.findall(code)
    nth = len(figures) - 1
    # Later steps may wait for an answer.
    page = open_page(lesson, f"#{figures[nth]}?step=1").page
    assert [Stepper(page, i).look().step for i in (0, nth)] == [0, 1]
