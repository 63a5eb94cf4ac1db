"""Light and dark: chosen by the system at first, by the reader from then on."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.loaded import switch_theme
from tests.browser.site import BuiltPage
from tests.browser.stepper import Stepper
from tests.browser.visit import OpenPage, follow, until_fine, wait_until_drawn

# What has a colour of the theme: the page, and each kind of thing in a drawing.
_COLOURS = """root => {
  const one = (element, property) => getComputedStyle(element)[property];
  // Drawings of tensors have other parts than those of numbers.
  const within = (selector, property) => {
    const found = root.querySelector(selector);
    return found && one(found, property);
  };
  return {
    page: one(document.body, "backgroundColor"),
    text: one(document.body, "color"),
    leaf: within(".tw-leaf .tw-box", "stroke"),
    operation: within(".tw-operation .tw-box", "fill"),
    value: within(".tw-value text", "fill"),
    gradient: within(".tw-gradient text", "fill"),
    forward: within(".tw-forward .tw-line", "stroke"),
    backward: within(".tw-sent .tw-line", "stroke"),
    local: within(".tw-local text", "fill"),
    sentence: within(".tw-sentence [aria-live]", "color"),
  };
}"""


def _is_dark(page: Page) -> bool:
    return "quarto-dark" in (page.get_attribute("body", "class") or "").split()


def test_switching_recolours_diagrams_and_keeps_their_step(
    sampled: BuiltPage, open_page: OpenPage
) -> None:
    page = open_page(sampled).page
    stepper = Stepper(page, 0)
    stepper.press("End")
    step = stepper.press("ArrowLeft").step
    page.evaluate("document.body.dataset.mark = 'this very document'")
    light = stepper.element.evaluate(_COLOURS)
    switch_theme(page)
    seen = {part for part in light if light[part] is not None}
    assert len(seen) > len(light) / 2

    def same() -> list[str]:
        now = stepper.element.evaluate(_COLOURS)
        return [part for part in seen if light[part] == now[part]]

    assert until_fine(page, same) == []
    assert stepper.look().step == step > 0
    assert page.get_attribute("body", "data-mark") == "this very document"
    switch_theme(page)
    assert until_fine(page, lambda: [part for part in seen if part not in same()]) == []


def test_theme_choice_holds_in_the_other_language(
    first_lesson: BuiltPage, open_page: OpenPage
) -> None:
    visit = open_page(first_lesson, theme="dark")
    switch_theme(visit.page)
    follow(visit.page.locator(".language-switch a"))
    wait_until_drawn(visit.page, first_lesson)
    assert not _is_dark(visit.page)
