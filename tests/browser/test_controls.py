"""Pictures of modules 02 and 04: each control changes what they show, inside the window."""

from __future__ import annotations

from contextlib import suppress

import pytest
from playwright.sync_api import ElementHandle, Locator, Page, TimeoutError, expect

from tests.browser.questions import questions
from tests.browser.site import Site
from tests.browser.visit import OpenPage, wait_for_layout

FOLDER = "modules/02-tape-walk"
LATER = "modules/04-graph-introspection"
FIGURES = {
    "index": "fig-step",
    "lines": "fig-lines",
    "backward": "fig-run",
    "held": "fig-held",
    "in-place": "fig-writes",
    "cuts": "fig-cuts",
}
# Figures with more than a window shows: a control, a key or a press, and the part that answers.
ACTS = {
    "residuals": ("fig-residuals", ".tw-dots-skip", None, ".tw-dots-drawing >> nth=0"),
    "block": ("fig-block", "[data-switch=batch_first]", None, ".tw-block-lines"),
    "layout": ("fig-strides", ".tw-strides-knob >> nth=1", "ArrowUp", ".tw-strides-drawing"),
}
SCREENS = {"desktop": (1280, 900), "phone": (390, 844)}


def _figure(page: Page, name: str) -> Locator:
    return page.locator(f"#{name} [data-figure]:not(.tw-prediction)").first


def _answer(page: Page, nth: int) -> None:
    """Press one of the choices of the question in the picture."""
    option = page.locator(".is-in-picture input[type=radio]").nth(nth)
    option.press("Space")
    option.press("Enter")


# What of a figure is whole in the window: words, and the shapes of the drawing. A control's own
# look is left out.
SEEN = """([figure, control]) => [...figure.querySelectorAll("*")].filter((one) => {
  const {top, bottom, height} = one.getBoundingClientRect();
  return one.childElementCount === 0 && height > 0 && top >= 0 && bottom <= innerHeight
    && one.checkVisibility()
    && !(control.labels?.[0] ?? control).closest("button, label")?.contains(one);
}).map((one) => [...one.attributes].map(({value}) => value).join() + one.textContent).join("|")"""
CONTROLS = """figure => [...figure.querySelectorAll(
    "button, input:not([type=text]), [role=slider], [role=button]")].filter((one) =>
  (one.labels?.[0] ?? one).checkVisibility() && !one.disabled && !one.checked
  && one.getAttribute("aria-disabled") !== "true" && !one.closest(".tw-more, .tw-prediction"))"""


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", FIGURES)
def test_each_control_has_its_effect_in_the_window(
    name: str, screen: str, site: Site, open_page: OpenPage
) -> None:
    width, height = SCREENS[screen]
    built = site.page(f"{FOLDER}/{name}.html")
    page = open_page(built, viewport={"width": width, "height": height}).page
    figure = _figure(page, FIGURES[name])
    expect(page.locator(".picture").first).to_have_attribute("data-settled", "")
    if name == "lines":
        figure.locator(".tw-code-line:visible").nth(5).click()
    elif name != "index":
        asked = questions(built)[0]
        asked.give(page, asked.answer, built.lang)
    controls = figure.evaluate_handle(CONTROLS)
    seen: dict[str, bool] = {}
    # The last first: once a write comes after all that reads, its kind makes no difference.
    for i in reversed(range(controls.evaluate("all => all.length"))):
        control = controls.evaluate_handle("(all, i) => all[i]", i).as_element()
        assert control is not None
        if not control.is_visible() or control.get_attribute("aria-pressed") == "true":
            continue
        before = page.evaluate(SEEN, [figure.element_handle(), control])
        # Two choices of a group may end alike, but not all of them.
        group = control.get_attribute("name") or control.evaluate("one => one.outerHTML")[:120]
        control.press(_key(control))
        with suppress(TimeoutError):
            page.wait_for_function(
                f"([figure, control, before]) => ({SEEN})([figure, control]) !== before",
                arg=[figure.element_handle(), control, before],
                timeout=3000,
            )
            seen[group] = True
        seen.setdefault(group, False)
    assert [group for group, is_seen in seen.items() if not is_seen] == []
    assert seen


def _key(control: ElementHandle) -> str:
    kind = control.evaluate("one => one.type ?? one.getAttribute('role') ?? ''")
    if kind == "range":
        at_start = control.evaluate("one => one.value === one.min")
        return "ArrowRight" if at_start else "ArrowLeft"
    if kind == "slider":
        at_end = control.evaluate("one => one.ariaValueNow === one.ariaValueMax")
        return "ArrowLeft" if at_end else "ArrowRight"
    return "Space" if kind in ("radio", "checkbox") else "Enter"


@pytest.mark.parametrize("name", ACTS)
def test_effect_of_a_control_is_in_the_window(name: str, site: Site, open_page: OpenPage) -> None:
    figure_id, control, key, answers = ACTS[name]
    page = open_page(site.page(f"{LATER}/{name}.html")).page
    figure = _figure(page, figure_id)
    answer, target = figure.locator(answers), figure.locator(control)
    for width, height in ((1280, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        wait_for_layout(figure)
        figure.evaluate(
            "one => scrollTo(0, one.closest('.picture').getBoundingClientRect().top + scrollY - 70)"
        )
        before = answer.inner_html()
        if key:
            target.press(key if width == 390 else "ArrowDown")  # it may be at its end
        else:
            target.click()
        assert answer.inner_html() != before
        box = answer.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height + 1


def test_phone_opens_the_switches_over_the_drawing(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.page(f"{FOLDER}/lines.html"), viewport={"width": 390, "height": 844}).page
    figure = _figure(page, "fig-lines")
    figure.locator(".tw-code-line:visible").nth(5).click()
    figure.locator(".tw-switch-opener").click()
    figure.locator(".tw-line-switches [aria-pressed]").first.click()
    expect(figure.locator(".tw-line-switches [aria-pressed]").first).to_be_hidden()
    figure.locator(".tw-scenes .tw-choice-tape").click()
    expect(figure.locator(".tw-tape-box").first).to_be_in_viewport()
    expect(figure.locator(".tw-tape-box")).to_have_count(57)


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_write_is_dragged_and_its_end_is_said(ending: str, site: Site, open_page: OpenPage) -> None:
    page = open_page(site.page(f"{FOLDER}/in-place{ending}")).page
    _answer(page, 1)
    figure = _figure(page, "fig-writes")
    # The run that the question asks about.
    expect(figure).to_have_attribute("data-end", "error")
    expect(figure.locator(".tw-write-stops > circle")).to_have_count(4)
    for nth, end in enumerate(("right", "error", "error", "right")):
        expect(figure.locator(".tw-write-handle")).to_be_visible()
        # At once: the figure is drawn anew while it moves.
        start, stop = figure.evaluate(
            """(figure, nth) => [
                figure.querySelector(".tw-write-handle"),
                figure.querySelectorAll(".tw-write-stops > circle")[nth],
            ].map((each) => each.getBoundingClientRect().toJSON())""",
            nth,
        )
        page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        page.mouse.down()
        page.mouse.move(stop["x"] + stop["width"] / 2, stop["y"] + 5, steps=4)
        page.mouse.up()
        expect(figure).to_have_attribute("data-end", end)


def test_strips_of_a_phone_open(site: Site, open_page: OpenPage) -> None:
    page = open_page(
        site.page(f"{FOLDER}/index.html"), viewport={"width": 390, "height": 844}, has_touch=True
    ).page
    figure = _figure(page, "fig-step")
    expect(figure.locator(".tw-strip-name")).to_have_count(0)
    box = figure.locator(".tw-score-drawing").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + 60, box["y"] + 22 + 6 * 5 + 2)
    expect(figure.locator(".tw-strip-name")).to_have_text("blocks 0 / attention")
