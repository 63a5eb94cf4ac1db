"""The pictures that module 01 is about: each is moved, and a number that it names follows.

The centrepiece of each page is worked by the keyboard alone: reached by Tab, moved, left by Tab.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.by_keyboard import leave, reach
from tests.browser.leaves import awaken, expect_value
from tests.browser.numbers import written
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
    ("network", "fig-curvature", 0, "Home"),
    ("network", "fig-seeds", 0, "End"),
    ("network", "fig-moons", 0, "ArrowRight"),
    ("network", "fig-depth", 0, "ArrowRight"),
    ("neuron", "fig-shares", 0, "ArrowRight"),
    ("neuron", "fig-batches", 1, "ArrowRight"),
    ("network", "fig-parabola", 1, "ArrowRight"),
    ("order", "fig-again", 0, "ArrowRight"),
    ("modes", "fig-modes", 0, "End"),
    ("modes", "fig-modes", 1, "End"),
    ("second", "fig-bends", 1, "ArrowRight"),
    ("tensors", "fig-dot", 0, "Home"),
    ("tensors", "fig-dot", 1, "ArrowRight"),
]

# The centrepieces among them.
CENTRES = {
    "neuron": "fig-neuron-run",
    "network": "fig-xor",
    "second": "fig-bends",
    "tensors": "fig-dot",
}

# On these pages the reader chooses among programs: the choice, and the result in any language.
VARIANTS = [
    ("functions", "fig-writes", ["exp", "y"], "error"),
    ("functions", "fig-writes", ["exp", "s"], "right"),
    ("functions", "fig-writes", ["x2", "y"], "right"),
    ("pitfalls", "fig-seen", ["data"], "wrong"),
    ("pitfalls", "fig-seen", ["over"], "error"),
    ("pitfalls", "fig-seen", ["fine"], "right"),
    ("pitfalls", "fig-nan", ["masked", "ours"], ""),
    ("pytorch", "fig-lines", ["7"], ""),
]


def _ends_in(slope: float, lang: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(written(slope, lang))}$")


def _figure(page: Page, name: str) -> Locator:
    figure = page.locator(f"#{name} [data-figure]").first
    figure.scroll_into_view_if_needed()
    return figure


@pytest.mark.parametrize("ending", [".html", ".es.html"])
@pytest.mark.parametrize(
    "name", ["value", "order", "neuron", "network", "modes", "second", "tensors"]
)
def test_sliders_change_the_numbers(
    name: str, ending: str, site: Site, open_page: OpenPage
) -> None:
    built = site.page(f"{FOLDER}/{name}{ending}")
    page = open_page(built).page
    centre = CENTRES.get(name)
    for of, figure_id, nth, key in FAMILIES:
        if of != name:
            continue
        figure = _figure(page, figure_id)
        for asked in questions(built):
            if figure_id != CENTRES.get(name) and figure.locator(asked.card(page)).count():
                asked.give(page, asked.answer, built.lang)
        told = figure.locator(".tw-reading")
        before = told.inner_text()
        picture = figure.locator(".tw-panels").inner_html()
        slider = figure.locator("input[type=range]").nth(nth)
        if figure_id == centre:
            reach(page, slider)
            page.keyboard.press(key)
        else:
            slider.press(key)
        expect(told).not_to_have_text(before)
        assert figure.locator(".tw-panels").inner_html() != picture, figure_id
        if figure_id == centre:
            leave(page, figure)
            centre = None


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_chain_slope_follows_its_leaf(ending: str, site: Site, open_page: OpenPage) -> None:
    built = site.page(f"{FOLDER}/scalars{ending}")
    page, lang = open_page(built).page, built.lang
    one = next(one for one in questions(built) if one.id == "chain-last")
    one.give(page, one.answer, lang)
    figure = _figure(page, "fig-chain")
    awaken(figure)
    whole, leaf = figure.locator(".tw-whole"), figure.locator(".tw-node.tw-leaf").first
    reach(page, leaf)
    for x, slope, key in ((2.0, 42, "PageUp"), (3.0, 60, "ArrowDown"), (2.9, 58.2, "Enter")):
        expect(leaf).to_have_attribute("aria-valuenow", f"{x:g}")
        expect(whole).to_have_attribute("aria-label", _ends_in(slope, lang))
        page.keyboard.press(key)
    # Enter opens a field; Escape leaves the number as it was.
    for keys, x, slope in (("1 Escape", 2.9, 58.2), ("Enter 1 Enter", 1.0, 24)):
        for key in keys.split():
            page.keyboard.press(key)
        expect_value(leaf, x, lang)
        expect(leaf).to_be_focused()
        expect(whole).to_have_attribute("aria-label", _ends_in(slope, lang))
    leave(page, figure)


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_hasty_walk_differs_from_the_right_one(
    ending: str, site: Site, open_page: OpenPage
) -> None:
    page = open_page(site.page(f"{FOLDER}/order{ending}")).page
    figure = _figure(page, "fig-diamond")
    figure.evaluate("figure => { figure.value = 6 }")
    figure.locator(".tw-option").first.click()
    expect(figure.locator(".tw-reply")).not_to_be_empty()
    figure.evaluate("figure => { figure.value = 1000 }")
    found = [
        walk.locator(".tw-leaf .tw-gradient").first.text_content()
        for walk in figure.locator("section").all()
    ]
    assert ["39" in (found[0] or ""), "21" in (found[1] or "")] == [True, True], found


@pytest.mark.parametrize("ending", [".html", ".es.html"])
@pytest.mark.parametrize("name", ["functions", "pitfalls", "pytorch"])
def test_chosen_program_shows_its_outcome(
    name: str, ending: str, site: Site, open_page: OpenPage
) -> None:
    built = site.page(f"{FOLDER}/{name}{ending}")
    page = open_page(built).page
    for asked in questions(built):
        if page.locator(".centrepiece [data-figure]").first.locator(asked.card(page)).count():
            asked.give(page, asked.answer, built.lang)
    _is_chosen_by_keys(page)
    for of, figure_id, chosen, end in VARIANTS:
        if of != name:
            continue
        figure = _figure(page, figure_id)
        before = figure.locator(".tw-case-outcome").inner_text()
        choices = figure.locator(".tw-case-choice")
        for nth, value in enumerate(chosen):
            _choose(choices.nth(nth), value)
        if figure.locator(".tw-case-guess").count() > 0:
            figure.locator(".tw-case-guess").first.click()
        expect(figure).to_have_js_property("value", {**_settings(figure, chosen)})
        expect(figure).to_have_attribute("data-end", end)
        assert figure.locator(".tw-case-outcome").inner_text() != before or end == "", chosen


def _choose(choice: Locator, value: str) -> None:
    if choice.locator("select").count() > 0:
        choice.locator("select").select_option(value)
    else:
        choice.locator(f"input[value='{value}']").press("Space")


def _is_chosen_by_keys(page: Page) -> None:
    """Go to the next program by an arrow key, and on by Tab."""
    figure = page.locator(".centrepiece [data-figure]").first
    choice = figure.locator(".tw-case-choice").first
    program = figure.locator(".tw-case-code")
    before = program.inner_text()
    reach(page, choice)
    is_list = choice.locator("select").count() > 0
    page.keyboard.press("ArrowDown" if is_list else "ArrowRight")
    expect(program).not_to_have_text(before)
    now = choice.locator("select" if is_list else "input:checked")
    expect(now).to_be_focused()
    assert figure.evaluate("figure => Object.values(figure.value)[0]") == now.input_value()
    leave(page, figure)


def _settings(figure: Locator, chosen: list[str]) -> dict[str, str]:
    names: list[str] = figure.evaluate("figure => Object.keys(figure.value)")
    return dict(zip(names, chosen, strict=True))


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_filled_trays_lower_the_peak(ending: str, site: Site, open_page: OpenPage) -> None:
    built = site.page(f"{FOLDER}/memory{ending}")
    page = open_page(built).page
    figure = _figure(page, "fig-hand")
    peak = figure.locator(".tw-peak")
    assert peak.count() == 0
    one = next(one for one in questions(built) if one.id == "memory-none")
    one.give(page, one.answer, built.lang)
    expect(peak).to_have_text(f"{one.answer:g}")
    for layer in (3, 6):
        reach(page, figure.locator(".tw-keeps button").nth(layer - 1))
        page.keyboard.press("Enter")
    told = [int(n) for n in re.findall(r"\d+", figure.locator(".tw-reading").inner_text())]
    assert told == [int(peak.text_content() or 0), 9]
    assert told[0] < one.answer
    leave(page, figure)


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_sweeps_fill_the_jacobian(ending: str, site: Site, open_page: OpenPage) -> None:
    built = site.page(f"{FOLDER}/modes{ending}")
    page = open_page(built).page
    figure = _figure(page, "fig-sweeps")
    filled = figure.locator("tbody td:not(:empty)")
    reach(page, figure.locator(".tw-jacobian-next"))
    page.keyboard.press("Enter")
    expect(filled).to_have_count(4)
    by_column = filled.all_inner_texts()
    one = next(one for one in questions(built) if one.id == "modes-rows")
    one.give(page, one.answer, built.lang)
    figure.locator("input[value=backward]").press("Space")
    for _ in range(4):
        figure.press("ArrowRight")
    expect(filled).to_have_count(12)
    assert filled.all_inner_texts()[::3] == by_column
    leave(page, figure)


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_second_derivative_follows_its_leaf(ending: str, site: Site, open_page: OpenPage) -> None:
    built = site.page(f"{FOLDER}/second{ending}")
    page = open_page(built).page
    one = next(one for one in questions(built) if one.id == "second-record")
    one.give(page, one.answer, built.lang)
    figure = _figure(page, "fig-slope")
    awaken(figure)
    leaf = figure.locator(".tw-node.tw-leaf").first
    # The slope of x³ is 3x², and its own slope 6x.
    for x, slope in ((1.5, 9), (2.5, 15)):
        expect(leaf).to_have_attribute("aria-valuenow", f"{x:g}")
        expect(figure.locator(".tw-whole")).to_have_attribute(
            "aria-label", re.compile(rf"\b{slope}$")
        )
        reach(page, leaf)
        page.keyboard.press("PageUp")
    leave(page, figure)


@pytest.mark.parametrize(
    ("address", "slopes"),
    [
        ("quiz.html", {"chain": 60, "accumulation": 42, "broadcast": 21, "detach": 18}),
        ("quiz.es.html", {"chain": 60}),
        ("pytorch.es.html", {"scores": 2.5}),
    ],
)
def test_answer_draws_its_gradient_as_slope(
    address: str, slopes: dict[str, float], site: Site, open_page: OpenPage
) -> None:
    built = site.page(f"{FOLDER}/{address}")
    page = open_page(built).page
    for of, slope in slopes.items():
        name = f"{built.name}-{of}"
        figure = page.locator(f"#fig-{name} [data-figure]:not(.tw-prediction)")
        told = figure.locator(".tw-reading strong")
        one = next(one for one in questions(built) if one.id == name)
        unanswered = told.count()
        tangents = figure.locator(".tw-panel-plot .tw-curve").count()
        reach(page, one.card(page).locator("input").first)
        one.give(page, one.answer, built.lang)
        assert told.count() > unanswered, name
        assert figure.locator(".tw-panel-plot .tw-curve").count() > tangents, name
        assert written(slope, built.lang) in told.all_inner_texts(), name
        # It is the slope of every setting: the next one is another number's.
        slider = figure.locator("input[type=range]").last
        before = told.all_inner_texts()
        reach(page, slider)
        page.keyboard.press("ArrowRight")
        assert told.all_inner_texts() != before, name
        leave(page, figure)


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_other_numbers_ask_again(ending: str, site: Site, open_page: OpenPage) -> None:
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
