"""Layers, batch norm and signals: what moving a figure does."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.by_keyboard import reach
from tests.browser.questions import questions
from tests.browser.site import BuiltPage, Site
from tests.browser.visit import OpenPage

FOLDER = "modules/03-manual-backprop"


def _figure(page: Page, name: str) -> Locator:
    return page.locator(f"#{name} [data-figure]").first


def _answer(page: Page, built: BuiltPage, name: str) -> None:
    one = next(one for one in questions(built) if one.id == name)
    one.give(page, one.answer, built.lang)


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_moved_input_changes_all_outgoing_gradients(
    ending: str, site: Site, open_page: OpenPage
) -> None:
    built = site.page(f"{FOLDER}/batch-norm{ending}")
    page = open_page(built).page
    _answer(page, built, "norm-one")
    figure = _figure(page, "fig-points")
    before = figure.evaluate("figure => figure.value.outgoing")
    reach(page, figure.locator("[role=slider]").last)
    page.keyboard.press("ArrowRight")
    after = figure.evaluate("figure => figure.value.outgoing")
    assert all(abs(one - other) > 1e-3 for one, other in zip(before, after, strict=True))
    page.locator("a[href*='g=1,1,1,1']").first.click()
    zero = "∂ 0,00" if built.lang == "es" else "∂ 0.00"
    expect(figure.locator(".tw-points-number").last).to_have_text(zero)


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_moved_cell_changes_the_product_and_its_gradients(
    ending: str, site: Site, open_page: OpenPage
) -> None:
    built = site.page(f"{FOLDER}/layers{ending}")
    page = open_page(built).page
    figure = _figure(page, "fig-cells")
    product = figure.locator(".tw-product-cell.is-P text")
    before = product.all_text_contents()
    reach(page, figure.locator(".tw-product-cell.is-A").first)
    page.keyboard.press("PageUp")
    after = product.all_text_contents()
    assert after[3:] == before[3:]
    assert all(one != other for one, other in zip(after[:3], before[:3], strict=True))
    assert figure.locator(".is-dA").count() == 0
    _answer(page, built, "layers-factors")
    expect(figure.locator(".tw-product-cell.is-dA").first).to_be_visible()


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_assigned_rows_are_lost(ending: str, site: Site, open_page: OpenPage) -> None:
    built = site.page(f"{FOLDER}/layers{ending}")
    page = open_page(built).page
    _answer(page, built, "hand-plus")
    figure = _figure(page, "fig-rows")
    lost = figure.locator(".tw-rows-thread.is-lost")
    expect(lost).to_have_count(0)
    for mode in ("=", "+="):
        figure.locator(f"input[value='{mode}']").press("Space")
        # 96 rows go into the rows of 21 letters.
        expect(lost).to_have_count(75)


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_gain_and_depth_change_the_sizes(ending: str, site: Site, open_page: OpenPage) -> None:
    built = site.page(f"{FOLDER}/signals{ending}")
    page = open_page(built).page
    figure = _figure(page, "fig-signals")
    bars = figure.locator(".tw-bar").last
    before = bars.get_attribute("d")
    reach(page, figure.locator("input[type=range]"))
    page.keyboard.press("ArrowRight")
    assert bars.get_attribute("d") != before
    _answer(page, built, "signals-deeper")
    told = figure.locator(".tw-reading")
    six = told.inner_text()
    figure.locator("input[type=radio][value='2']").first.press("Space")
    expect(told).not_to_have_text(six)


def test_symbols_open_over_a_page(site: Site, open_page: OpenPage) -> None:
    for ending in (".html", ".es.html"):
        page = open_page(site.page(f"{FOLDER}/batch-norm{ending}")).page
        link = page.locator("a.symbols")
        link.press("Enter")
        dialog = page.locator("dialog.symbols-dialog")
        expect(dialog.locator("table")).to_contain_text("bnvar_inv")
        page.keyboard.press("Escape")
        expect(dialog).not_to_be_visible()
        expect(link).to_be_focused()
