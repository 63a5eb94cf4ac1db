"""Lines that are derived in the page: typed, tapped from chips, nudged, and explained."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tapewalk_course.derive.lines import KEYS, NAMES, reference
from tapewalk_course.derive.sentences import say
from tests.browser.axe import violations
from tests.browser.questions import questions
from tests.browser.site import BuiltPage, Site
from tests.browser.visit import window

PAGE = "modules/03-manual-backprop/derive"
PAGES = ("names", "scores", "layers", "batch-norm", "training", "signals", "derive")


@pytest.fixture(scope="module", params=(f"{PAGE}.html", f"{PAGE}.es.html"))
def front(request: pytest.FixtureRequest, site: Site) -> BuiltPage:
    return site.page(request.param)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with window(browser) as context:
        yield context.new_page()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    with window(browser, width=390, has_touch=True, is_mobile=True) as context:
        yield context.new_page()


def _open(page: Page, base: str, front: BuiltPage, line: str) -> Locator:
    page.goto(f"{base}{front.address}#fig-derive?line={line}")
    bench = page.locator(".derive-bench")
    expect(bench).to_contain_class("is-live")
    expect(bench.locator(".derive-dot").nth(KEYS.index(line))).to_have_attribute(
        "aria-current", "true"
    )
    return bench


def _said(bench: Locator) -> Locator:
    return bench.locator(".derive-said")


def test_right_line_stays_and_the_next_one_opens(page: Page, front: BuiltPage, base: str) -> None:
    bench = _open(page, base, front, "probs")
    field = bench.locator(".derive-field")
    field.fill("dlogprobs / probs")
    expect(_said(bench)).to_have_text(say("right", front.lang))
    expect(bench.locator(".derive-maps")).to_have_attribute("data-wrong", "0")
    field.press("Enter")
    expect(bench.locator(".derive-name")).to_have_text("dcounts_sum_inv =")
    page.reload()
    expect(bench.locator(".derive-dot").nth(1)).to_have_attribute("data-state", "right")
    assert violations(bench) == []


def test_wrong_line_is_explained_and_its_numbers_differ(
    page: Page, front: BuiltPage, base: str
) -> None:
    bench = _open(page, base, front, "b2")
    bench.locator(".derive-field").fill("dlogits.mean(0)")
    over = say("n", front.lang)
    expect(_said(bench)).to_have_text(say("mean", front.lang, over=over))
    expect(bench.locator(".derive-maps")).to_have_attribute("data-wrong", "5")
    # The arrow keys choose a number, which is nudged: its slope stands beside the reader's number.
    numbers = bench.locator(".derive-map").first
    numbers.focus()
    for _ in range(2):
        numbers.press("ArrowRight")
    expect(bench.locator(".derive-slope code")).to_have_text("b2[1]")
    expect(bench.locator(".derive-slope .is-wrong")).to_be_visible()


def test_phrase_opens_a_line_that_is_right_by_luck(page: Page, front: BuiltPage, base: str) -> None:
    bench = _open(page, base, front, "h")
    page.locator("main a[href*='text=dnorm_logits']").click()
    expect(_said(bench)).to_contain_text(say("by_luck", front.lang).strip())
    missing = bench.locator(".derive-path.is-missing code")
    expect(missing).to_contain_text("logit_maxes")


def test_help_shows_the_line_only_at_last(page: Page, front: BuiltPage, base: str) -> None:
    bench = _open(page, base, front, "counts")
    helps = bench.locator(".derive-chip.is-plain").first
    for _ in range(3):
        expect(bench).not_to_contain_text(reference("counts"))
        helps.click()
    expect(_said(bench)).to_contain_text("▢")


def test_chips_write_a_line_on_a_phone(phone: Page, front: BuiltPage, base: str) -> None:
    bench = _open(phone, base, front, "logprobs")
    for chip in ("-", "onehot", "/", "n"):
        button = bench.get_by_role("button", name=chip, exact=True)
        button.scroll_into_view_if_needed()
        button.tap()
    expect(bench.locator(".derive-field")).to_have_value("-onehot / n")
    expect(_said(bench)).to_have_text(say("right", front.lang))
    assert _fits(bench)
    bench.locator(".derive-next").tap()
    expect(bench.locator(".derive-name")).to_have_text("dprobs =")


def _fits(bench: Locator) -> bool:
    """Say whether all of the bench is on one screen of a phone, and nothing runs sideways."""
    box: Any = bench.bounding_box()
    return bool(box["height"] <= 780 and box["width"] <= 390)


def test_own_lines_train_the_network(page: Page, front: BuiltPage, base: str) -> None:
    lines = {key: {"text": reference(key), "isRight": True, "shown": 0} for key in NAMES}
    page.goto(base + front.address)
    page.evaluate("lines => localStorage.setItem('tapewalk.derive', JSON.stringify(lines))", lines)
    _open(page, base, front, "C")
    page.reload()
    train = page.locator(".derive-end button").first
    train.scroll_into_view_if_needed()
    expect(train).to_be_enabled()
    train.click()
    expect(page.locator(".derive-loss")).to_be_visible()
    expect(train).to_be_enabled(timeout=60_000)
    expect(page.locator(".derive-end [role=status]")).to_contain_text("300")
    expect(page.locator(".derive-written")).to_have_text(re.compile(r"([a-z]*, ){7}[a-z]*"))


@pytest.mark.parametrize("ending", [".html", ".es.html"])
@pytest.mark.parametrize("name", PAGES)
def test_no_page_shows_a_line_before_it_is_asked_for(name: str, ending: str, site: Site) -> None:
    page = site.page(f"modules/03-manual-backprop/{name}{ending}")
    # A cell that is folded is opened by a reader who asks for it, and a choice is one of several.
    text = unescape(_TAG.sub("", _FOLDED.sub("", page.text)))
    for choice in (words for question in questions(page) for words in question.in_words):
        text = text.replace(choice, "")
    # Short lines may be words of a page; those of one name and one sum give nothing away.
    shown = [key for key in KEYS if len(reference(key)) > 24 and reference(key) in text]
    assert shown == []


_FOLDED = re.compile(r"<details\b[^>]*code-fold.*?</details>", re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
