"""An address can name a figure and a step of it: `#fig-square?step=3`."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.oracle import stepper_ids
from tests.browser.site import BuiltPage
from tests.browser.stepper import Stepper
from tests.browser.visit import OpenPage, wait_for_layout


def _expect_at_the_top(page: Page, figure: str) -> None:
    """Wait until a figure's upper edge is below the bars at the top of the window."""
    page.wait_for_function(
        """id => {
          const {top} = document.getElementById(id).getBoundingClientRect();
          const bars = [...document.querySelectorAll("#quarto-header, .quarto-secondary-nav")];
          const under = Math.max(...bars.map((bar) => bar.getBoundingClientRect().bottom));
          return top >= under - 1 && top < under + 60;
        }""",
        arg=figure,
    )


def _expect_step(page: Page, figure: str, step: int) -> None:
    """Wait until a figure shows a step: an open page learns later that its address changed."""
    expect(Stepper(page, figure).element).to_have_js_property("value", step)


def test_a_link_opens_a_figure_at_its_step(sampled: BuiltPage, open_page: OpenPage) -> None:
    figures = stepper_ids(sampled.source)
    # Later steps may wait for an answer.
    width = 390 if sampled.language_number else 1280
    page = open_page(sampled, width=width).page
    resting = [Stepper(page, other).look().step for other in figures[:-1]]
    page = open_page(sampled, f"#{figures[-1]}?step=1", width=width).page
    assert Stepper(page, figures[-1]).look().step == 1
    assert [Stepper(page, other).look().step for other in figures[:-1]] == resting
    _expect_at_the_top(page, figures[-1])


def test_another_link_moves_the_open_page(first_lesson: BuiltPage, open_page: OpenPage) -> None:
    first, *_, last = stepper_ids(first_lesson.source)
    page = open_page(first_lesson, f"#{last}?step=1").page
    page.evaluate("hash => { location.hash = hash; }", f"#{first}?step=2")
    _expect_at_the_top(page, first)
    _expect_step(page, first, 2)
    page.go_back()
    page.evaluate("hash => { location.hash = hash; }", f"#{first}?step=0")
    _expect_step(page, first, 0)


def test_reader_can_leave_the_figure(first_lesson: BuiltPage, open_page: OpenPage) -> None:
    last = stepper_ids(first_lesson.source)[-1]
    page = open_page(first_lesson, f"#{last}?step=1").page
    _expect_at_the_top(page, last)
    page.keyboard.press("Control+Home")
    # The browser may glide there: what comes after would meet it on its way.
    page.wait_for_function("scrollY === 0")
    page.evaluate("document.querySelector('main').append(document.createElement('hr'))")
    wait_for_layout(page.locator("body"))
    assert page.evaluate("scrollY") == 0
