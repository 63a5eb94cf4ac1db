"""The tensor engine that a reader builds, in the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.site import BuiltPage, Site

PAGES = [f"modules/01-autograd-engine/tensors{end}.html" for end in ("", ".es")]


@pytest.fixture(scope="module", params=PAGES)
def front(request: pytest.FixtureRequest, site: Site) -> BuiltPage:
    return site.page(request.param)


def test_edit_is_checked_by_nudging(page: Page) -> None:
    cell = page.locator("#cell-pick")
    cell.scroll_into_view_if_needed()
    # What the line computes as it stands is there before anybody runs it.
    before = cell.locator(".tw-code-before .tw-nudges")
    expect(before.locator("tr.is-wrong")).to_have_count(1)
    expect(before).to_be_visible()
    # The picture beside the cell leaves it room.
    assert before.evaluate("(table) => table.parentElement.clientWidth") > 300
    cell.locator(".tw-code-run").click()
    check = cell.locator(".tw-check")
    expect(check).to_contain_class("is-wrong")
    expect(before).to_be_hidden()
    expect(check.locator("tr.is-wrong")).to_have_count(1)
    text = cell.locator("pre > code").first.text_content() or ""
    cell.locator(".tw-code-edit").click()
    cell.locator(".cm-content").press("ControlOrMeta+a")
    page.keyboard.insert_text(text.replace("rows[key] = g ", "np.add.at(rows, key, g) "))
    cell.locator(".tw-code-run").click()
    expect(check).to_contain_class("is-right")
    assert violations(cell) == []


def test_training_shows_losses_until_it_is_stopped(page: Page) -> None:
    cell = page.locator("#cell-names")
    cell.scroll_into_view_if_needed()
    cell.locator(".tw-code-run").click()
    printed = cell.locator(".tw-code-output pre")
    expect(printed).to_contain_text("0 3.3")
    cell.locator(".tw-code-stop").click()
    expect(cell.locator(".tw-code-error")).to_be_visible()
    expect(printed).to_contain_text("0 3.3")
