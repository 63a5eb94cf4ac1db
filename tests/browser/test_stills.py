"""Stills, which replace figures that cannot run, and the line that says why."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.sideways import too_wide
from tests.browser.site import BuiltPage, Site
from tests.browser.visit import OpenPage, until_fine, window


def _expect_stills(page: Page, reason: str) -> None:
    expect(page.locator(".tw-why:visible")).to_have_count(1)
    expect(page.locator(f".tw-why-{reason}")).to_be_visible()
    strips = page.locator(".tw-strip")
    assert strips.count() > 0
    expect(page.locator(".tw-strip:visible")).to_have_count(strips.count())
    expect(page.locator(".tw-asked:visible")).to_have_count(page.locator(".tw-asked").count())
    expect(page.locator(".tw-room:visible")).to_have_count(0)


def test_stills_replace_figures_opened_from_disk(first_lesson: BuiltPage, browser: Browser) -> None:
    with window(browser) as context:
        page = context.new_page()
        page.goto(first_lesson.file.as_uri())
        _expect_stills(page, "file")
        why = page.locator(".tw-why-file")
        assert "python3 -m http.server" in why.inner_text()
        why.locator("a").last.click()
        expect(page.locator("#sec-offline h2")).to_be_in_viewport()


def test_stills_replace_figures_without_the_bundle(
    first_lesson: BuiltPage, base: str, browser: Browser
) -> None:
    with window(browser) as context:
        page = context.new_page()
        page.route("**/dist/**/*.js", lambda route: route.abort())
        page.goto(base + first_lesson.address)
        _expect_stills(page, "missing")


def test_strips_fit_a_phone_without_javascript(
    illustrated_sampled: BuiltPage, open_page: OpenPage
) -> None:
    page = open_page(illustrated_sampled, java_script_enabled=False, width=390).page
    # Formulas are wider until their font is there.
    page.evaluate("document.fonts.ready.then(() => null)")
    # Only a script lets the keyboard reach what scrolls in a block of code.
    assert not until_fine(
        page, lambda: [wide for wide in too_wide(page) if not wide.startswith("pre")]
    )
    strips = page.locator(".tw-strip").count()
    assert page.locator(".tw-strip:visible").count() == strips > 0


@pytest.mark.parametrize("address", ["quiz.html", "quiz.es.html"])
def test_questions_unfold_without_javascript(site: Site, open_page: OpenPage, address: str) -> None:
    built = site.page(f"modules/01-autograd-engine/{address}")
    page = open_page(built, java_script_enabled=False, width=390).page
    questions = page.locator(".tw-asked:visible")
    assert questions.count() == 10
    # A question is a choice or asks for a number.
    assert page.locator(".tw-asked > ul > li").count() >= 6
    for question in questions.all():
        expect(question.locator(".tw-question")).to_be_visible()
        answer = question.locator("details > p")
        expect(answer).not_to_be_visible()
        question.locator("summary").press("Enter")
        expect(answer).to_be_visible()


def test_live_page_shows_no_stills(first_lesson: BuiltPage, open_page: OpenPage) -> None:
    page = open_page(first_lesson).page
    expect(page.locator(".tw-room")).to_have_count(0)
    assert page.locator(":is(.tw-why, .tw-asked, .tw-strip):visible").count() == 0
