"""Expressions and charts of the gallery, by keyboard alone, beside Python's own numbers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from playwright.sync_api import Page as Window

from tapewalk import Value, trace
from tests.browser.axe import violations
from tests.browser.chart import NO_VALUE, table_for, table_of
from tests.browser.expression import KINDS, Expression, ways
from tests.browser.numbers import exact, numbers_in, written
from tests.browser.oracle import Trace, run_program
from tests.browser.site import BuiltPage, Site
from tests.browser.visit import OpenPage
from tests.browser.visit import window as open_window
from tests.browser.walk import moments
from tests.pages.sources import ROOT, Page

CHARTS = {
    "fig-loss-of-neuron": "lossOfNeuron",
    "fig-gradient-norms": "gradientNorms",
    "fig-diverging-run": "divergingRun",
    "fig-bytes-by-batch": "bytesByBatch",
    "fig-arrivals": "arrivals",
}
VIEW = "expression"


def _part(name: str, lang: str) -> Page:
    return Page(ROOT / f"modules/library/gallery-{name}{'.es' if lang == 'es' else ''}.qmd")


@cache
def _published(lang: str) -> dict[str, Any]:
    return run_program(_part("expression", lang)) | run_program(_part("chart", lang))


@pytest.fixture(scope="module")
def gallery(address: str, site: Site) -> BuiltPage:
    return site.page(address)


@pytest.fixture(scope="module")
def window(gallery: BuiltPage, browser: Browser, base: str) -> Iterator[Window]:
    """The expressions, opened once a language: each test brings its figure to where it begins."""
    with open_window(browser) as context:
        page = context.new_page()
        page.goto(base + gallery.address)
        page.locator("#fig-log-of-product .tw-expression").wait_for()
        yield page


@pytest.fixture(scope="module")
def charts(gallery: BuiltPage, browser: Browser, base: str) -> Iterator[Window]:
    """The charts, opened once a language."""
    with open_window(browser) as context:
        page = context.new_page()
        page.goto(base + gallery.address.replace(VIEW, "chart"))
        page.locator("#fig-arrivals .tw-chart").wait_for()
        yield page


def _sum_times_b(a: float, b: float) -> Trace:
    first, second = Value(a, label="a"), Value(b, label="b")
    total = first + second
    result = total * second
    return trace(result, labels={"s": total, "c": result})


def test_sliders_by_key_show_python_s_numbers(window: Window, gallery: BuiltPage) -> None:
    expression = Expression(window, "fig-sum-times-b")
    expression.reset()
    a, b = expression.slider("a"), expression.slider("b")
    a.press("Home")
    b.press("End")
    for number in ("a", "b", "a", "a", "b"):
        expression.slider(number).press("ArrowRight" if number == "a" else "ArrowLeft")
        look = expression.look()
        walk = _sum_times_b(look["value"]["a"], look["value"]["b"])
        moment = moments(walk, gallery.lang)[-1]
        assert {kind: look[kind] for kind in KINDS} == {k: getattr(moment, k) for k in KINDS}
    assert look["value"] == {"a": -2.7, "b": 2.8, "step": 7}


def test_every_step_at_another_setting_is_python_s(window: Window, gallery: BuiltPage) -> None:
    expression = Expression(window, "fig-sum-times-b")
    expression.slider("a").press("Home")
    expression.slider("b").press("Home")
    expression.steps.press("Home")
    for moment in moments(_sum_times_b(-3.0, -3.0), gallery.lang):
        look = expression.look()
        assert {kind: look[kind] for kind in KINDS} == {k: getattr(moment, k) for k in KINDS}
        assert set(moment.told) <= set(numbers_in(look["sentence"])), look["sentence"]
        expression.steps.press("ArrowRight")


def test_each_gradient_is_the_sum_of_its_ways(window: Window, gallery: BuiltPage) -> None:
    for figure, name in (("fig-sum-times-b", "sumTimesB"), ("fig-softmax-of-two", "softmaxOfTwo")):
        expression = Expression(window, figure)
        expression.reset()
        walk = _published(gallery.lang)[name]
        rows = expression.look()["rows"]
        expected = ways(walk, gallery.lang)
        assert [row[0] for row in rows] == [row[0] for row in expected]
        for (_, shown), (_, numbers) in zip(rows, expected, strict=True):
            assert numbers_in(shown) == numbers, shown


def test_numbers_can_be_typed_and_reset(window: Window, gallery: BuiltPage) -> None:
    expression = Expression(window, "fig-sum-times-b")
    expression.reset()
    field = expression.field(0)
    field.fill("1,25" if gallery.lang == "es" else "1.25")
    field.press("Enter")
    assert expression.look()["value"] == {"a": 1.25, "b": -1, "step": 7}
    assert expression.look()["values"][0] == written(1.25, gallery.lang)
    field.press("ArrowUp")
    assert expression.look()["value"]["a"] == 1.35
    expression.reset()
    assert expression.look()["value"] == {"a": 2, "b": -1, "step": 7}


def test_where_python_refuses_the_page_says_so(window: Window, gallery: BuiltPage) -> None:
    expression = Expression(window, "fig-log-of-product")
    expression.slider("x").press("Home")
    with pytest.raises(ValueError, match="log needs a positive number"):
        Value(-1.0 * 1.5).log()
    sentence = expression.look()["sentence"]
    said = {"en": "log needs a positive number", "es": "log necesita un número positivo"}
    assert said[gallery.lang] in sentence
    assert exact(-1.5, gallery.lang) in numbers_in(sentence)
    expression.slider("x").press("End")
    assert said[gallery.lang] not in expression.look()["sentence"]


def test_a_link_opens_leaves_and_step(gallery: BuiltPage, open_page: OpenPage) -> None:
    page = open_page(gallery, "#fig-sum-times-b?step=5&a=2.5&b=-1.5").page
    page.locator("#fig-sum-times-b .tw-expression").wait_for()
    expression = Expression(page, "fig-sum-times-b")
    assert expression.look()["value"] == {"a": 2.5, "b": -1.5, "step": 5}
    moment = moments(_sum_times_b(2.5, -1.5), gallery.lang)[5]
    assert expression.look()["gradients"] == moment.gradients


def test_sliding_changes_no_shape(window: Window) -> None:
    expression = Expression(window, "fig-sum-times-b")
    boxes = """root => [...root.querySelectorAll(".tw-box, .tw-local rect, path, tr, .tw-panel")]
      .filter((part) => !part.closest(".tw-scale"))
      .map((part) => { const {x, y, width, height} = part.getBoundingClientRect();
                       return [x, y, width, height].map((n) => Math.round(n * 10)).join(); })"""
    expression.steps.press("End")
    seen = set()
    for key in ("Home", "PageUp", "PageUp", "ArrowRight", "End"):
        expression.slider("b").press(key)
        expression.look()
        seen.add("|".join(expression.element.evaluate(boxes)))
    assert len(seen) == 1


@pytest.mark.parametrize("figure", CHARTS)
def test_each_point_is_read_by_key_and_in_the_table(
    charts: Window, gallery: BuiltPage, figure: str
) -> None:
    data, lang = _published(gallery.lang)[CHARTS[figure]], gallery.lang
    chart = charts.locator(f"#{figure} .tw-chart")
    points = chart.locator("> input[type=range]")
    points.press("Home")
    rows = list(zip(*(series["values"] for series in data["series"]), strict=True))
    for i, row in enumerate(rows[:20]):
        place, _, entries = (points.get_attribute("aria-valuetext") or "").partition(": ")
        x = data["x"].get("values", [])
        assert place == f"{data['x']['label']} {x[i] if x else i}"
        for series, value in zip(data["series"], row, strict=True):
            told = NO_VALUE[lang] if value is None else written(value, lang)
            assert f"{series['label']} {told}" in entries
        points.press("ArrowRight")
    assert table_of(chart) == table_for(data, lang)


def test_a_diverging_run_says_where_it_left_the_numbers(charts: Window, gallery: BuiltPage) -> None:
    values = [float(v) for v in _published(gallery.lang)["divergingRun"]["series"][0]["values"]]
    first = next(i for i, value in enumerate(values) if value == float("inf"))
    note = charts.locator("#fig-diverging-run .tw-note-line").first
    assert numbers_in(note.inner_text())[:2] == ["∞", str(first)]
    expect(charts.locator("#fig-diverging-run .tw-chart .tw-gap").first).to_be_visible()


def test_the_pointer_reads_a_point_and_a_click_goes_there(
    charts: Window, gallery: BuiltPage
) -> None:
    series = _published(gallery.lang)["lossOfNeuron"]["series"][0]
    chart = charts.locator("#fig-loss-of-neuron .tw-chart")
    chart.locator("> input[type=range]").press("Home")
    plot = chart.locator(".tw-plot")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box is not None
    charts.mouse.move(box["x"] + box["width"] - 15, box["y"] + box["height"] / 2)
    last = written(series["values"][-1], gallery.lang)
    expect(chart.locator(".tw-reading strong")).to_have_text(last)
    assert chart.evaluate("view => view.value") == 0
    charts.mouse.down()
    charts.mouse.up()
    assert chart.evaluate("view => view.value") == len(series["values"]) - 1
    charts.mouse.move(0, 0)
    expect(chart.locator(".tw-hover")).to_be_hidden()


def test_a_chart_and_a_stepper_stay_at_one_step(charts: Window) -> None:
    points = charts.locator("#fig-arrivals .tw-chart > input[type=range]")
    points.press("End")
    stepper = charts.locator("#sec-chart .tw-stepper")
    assert stepper.evaluate("view => view.value") == 7
    stepper.locator("input[type=range]").press("ArrowLeft")
    assert points.evaluate("range => range.valueAsNumber") == 6


def test_axe_finds_nothing_in_a_table_and_where_there_is_no_result(
    window: Window, charts: Window
) -> None:
    expression = Expression(window, "fig-log-of-product")
    expression.slider("x").press("Home")
    expression.look()
    assert violations(expression.element) == []
    chart = charts.locator("#fig-gradient-norms .tw-chart")
    chart.locator("> input[type=range]").press("t")
    assert violations(chart) == []
