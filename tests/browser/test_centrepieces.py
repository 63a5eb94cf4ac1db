"""The pictures that module 01 is about: each is moved, and a number that it names follows."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.questions import questions
from tests.browser.site import Site
from tests.browser.visit import OpenPage

FOLDER = "modules/01-autograd-engine"

# A page, its figure, which of the sliders is moved, and by which key.
FAMILIES = [
    ("value", "fig-nudge", 0, "ArrowRight"),
    ("neuron", "fig-neuron-run", 1, "ArrowRight"),
    ("neuron", "fig-neuron-run", 0, "End"),
    ("network", "fig-xor", 1, "ArrowRight"),
    ("network", "fig-xor", 0, "End"),
    ("network", "fig-seeds", 0, "End"),
    ("network", "fig-parabola", 1, "ArrowRight"),
    ("order", "fig-walks", 0, "ArrowRight"),
    ("modes", "fig-modes", 0, "End"),
    ("modes", "fig-modes", 1, "End"),
    ("second", "fig-bends", 1, "ArrowRight"),
    ("tensors", "fig-dot", 0, "Home"),
    ("tensors", "fig-dot", 1, "ArrowRight"),
]

# A page whose reader chooses among programs: what is chosen, and what then came of it, in any
# language's words.
VARIANTS = [
    ("functions", "fig-writes", ["exp", "y"], "error"),
    ("functions", "fig-writes", ["exp", "s"], "right"),
    ("functions", "fig-writes", ["x2", "y"], "right"),
    ("pitfalls", "fig-seen", ["data", "broken"], "wrong"),
    ("pitfalls", "fig-seen", ["over", "broken"], "error"),
    ("pitfalls", "fig-seen", ["half", "broken"], "wrong"),
    ("pytorch", "fig-lines", ["7"], ""),
]


def _figure(page: Page, name: str) -> Locator:
    figure = page.locator(f"#{name} [data-figure]").first
    figure.scroll_into_view_if_needed()
    return figure


@pytest.mark.parametrize("ending", [".html", ".es.html"])
@pytest.mark.parametrize(
    "name", ["value", "order", "neuron", "network", "modes", "second", "tensors"]
)
def test_its_sliders_move_the_numbers(
    name: str, ending: str, site: Site, open_page: OpenPage
) -> None:
    page = open_page(site.page(f"{FOLDER}/{name}{ending}")).page
    for of, figure_id, nth, key in FAMILIES:
        if of != name:
            continue
        figure = _figure(page, figure_id)
        told = figure.locator(".tw-reading")
        before = told.inner_text()
        picture = figure.locator(".tw-panels").inner_html()
        figure.locator("input[type=range]").nth(nth).press(key)
        expect(told).not_to_have_text(before)
        assert figure.locator(".tw-panels").inner_html() != picture, figure_id


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_the_slope_of_the_chain_follows_its_leaf(
    ending: str, site: Site, open_page: OpenPage
) -> None:
    page = open_page(site.page(f"{FOLDER}/scalars{ending}")).page
    figure = _figure(page, "fig-chain")
    expect(figure).to_contain_class("is-live")
    whole = figure.locator(".tw-whole")
    for x, slope in ((2.0, 42), (3.0, 60)):
        leaf = figure.locator(".tw-node.tw-leaf").first
        expect(leaf).to_have_attribute("aria-valuenow", f"{x:g}")
        expect(whole).to_have_attribute("aria-label", re.compile(rf"\b{slope}$"))
        leaf.focus()
        page.keyboard.press("PageUp")


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_the_hasty_walk_parts_from_the_one_that_waits(
    ending: str, site: Site, open_page: OpenPage
) -> None:
    page = open_page(site.page(f"{FOLDER}/order{ending}")).page
    figure = _figure(page, "fig-diamond")
    figure.locator("input[type=range]").first.press("End")
    found = [
        walk.locator(".tw-leaf .tw-gradient").first.text_content()
        for walk in figure.locator("section").all()
    ]
    assert ["39" in (found[0] or ""), "21" in (found[1] or "")] == [True, True], found


@pytest.mark.parametrize("ending", [".html", ".es.html"])
@pytest.mark.parametrize("name", ["functions", "pitfalls", "pytorch"])
def test_a_program_that_is_chosen_says_what_came_of_it(
    name: str, ending: str, site: Site, open_page: OpenPage
) -> None:
    page = open_page(site.page(f"{FOLDER}/{name}{ending}")).page
    for of, figure_id, chosen, end in VARIANTS:
        if of != name:
            continue
        figure = _figure(page, figure_id)
        before = figure.locator(".tw-case-outcome").inner_text()
        choices = figure.locator(".tw-case-choice")
        for nth, value in enumerate(chosen):
            choices.nth(nth).locator(f"input[value='{value}']").press("Space")
        expect(figure).to_have_js_property("value", {**_settings(figure, chosen)})
        expect(figure).to_have_attribute("data-end", end)
        assert figure.locator(".tw-case-outcome").inner_text() != before or end == "", chosen


def _settings(figure: Locator, chosen: list[str]) -> dict[str, str]:
    names: list[str] = figure.evaluate("figure => Object.keys(figure.value)")
    return dict(zip(names, chosen, strict=True))


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_emptied_trays_lower_the_peak_and_layers_run_again(
    ending: str, site: Site, open_page: OpenPage
) -> None:
    page = open_page(site.page(f"{FOLDER}/memory{ending}")).page
    figure = _figure(page, "fig-hand")
    told = figure.locator(".tw-reading")
    all_kept = told.inner_text()
    for layer in (1, 2, 4, 5, 7, 8):
        figure.locator(".tw-keeps button").nth(layer - 1).press("Enter")
    expect(told).not_to_have_text(all_kept)
    every_third = [int(n) for n in re.findall(r"\d+", told.inner_text())]
    figure.locator(".tw-preset").last.press("Enter")
    nothing = [int(n) for n in re.findall(r"\d+", told.inner_text())]
    assert min(int(n) for n in re.findall(r"\d+", all_kept)) == 0
    assert every_third[0] < nothing[0]


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_the_slope_of_a_slope_follows_its_leaf(
    ending: str, site: Site, open_page: OpenPage
) -> None:
    page = open_page(site.page(f"{FOLDER}/second{ending}")).page
    figure = _figure(page, "fig-slope")
    expect(figure).to_contain_class("is-live")
    leaf = figure.locator(".tw-node.tw-leaf").first
    # The slope of x³ is 3x², and its own slope 6x.
    for x, slope in ((1.5, 9), (2.5, 15)):
        expect(leaf).to_have_attribute("aria-valuenow", f"{x:g}")
        expect(figure.locator(".tw-whole")).to_have_attribute(
            "aria-label", re.compile(rf"\b{slope}$")
        )
        leaf.focus()
        page.keyboard.press("PageUp")


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_other_numbers_ask_the_question_again(ending: str, site: Site, open_page: OpenPage) -> None:
    built = site.page(f"{FOLDER}/quiz{ending}")
    page = open_page(built).page
    first = next(one for one in questions(built) if one.id == "quiz-chain")
    card = page.locator(".tw-drawn", has=first.card(page))
    asked = {card.locator(".tw-question").inner_text()}
    said = first.give(page, first.answer, built.lang)
    right = page.locator(".tw-progress li").last.inner_text()
    again = page.locator(".tw-drawn").first
    for _ in range(2):
        again.locator(".tw-draw").press("Enter")
        text = again.locator(".tw-question").inner_text()
        assert text not in asked
        asked.add(text)
        factor, shift, start = (int(n) for n in re.findall(r"= (\d+)", text))
        slope = 2 * factor * (factor * start - shift)
        again.locator("input").fill(str(2 * slope + 1))
        again.locator("input").press("Enter")
        assert again.locator(".tw-prediction.is-wrong").count() == 1
        again.locator("input").fill(str(slope))
        again.locator("input").press("Enter")
        expect(again.locator(".tw-prediction")).to_contain_class("is-right")
    # What is practised counts no second time.
    assert page.locator(".tw-progress li").last.inner_text() == right
    assert said
