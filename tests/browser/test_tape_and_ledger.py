"""Tape and ledger in the gallery, by keyboard alone and against Python's own trace."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import violations
from tests.browser.ledger import exact_bytes, kept
from tests.browser.numbers import numbers_in, written
from tests.browser.oracle import run_program
from tests.browser.site import BuiltPage, Site
from tests.browser.visit import OpenOnce, OpenPage, Visit
from tests.browser.walk import Moment, moments

Trace = dict[str, Any]

VIEW = "tape"

# What each row shows, in tape order: texts of the value, of what came back and of each send.
_ROWS = """list => [...list.querySelectorAll(".tw-op")].map((row) => {
  const text = (element) => element.textContent.replace(/\\s+/g, " ").trim();
  return {
    value: text(row.querySelector(".tw-op-value")),
    received: text(row.querySelector(".tw-op-received")),
    sends: [...row.querySelectorAll(".tw-op-send .tw-grad")].map(text),
    isWritten: row.classList.contains("is-written"),
    isRead: row.classList.contains("is-read"),
  };
})"""


@pytest.fixture
def open_page(open_page: OpenPage, open_once: OpenOnce) -> OpenPage:
    """A gallery as the tests before left it, unless a test asks for another window or address."""

    def opened(built: BuiltPage, fragment: str = "", **options: Any) -> Visit:
        return open_page(built, fragment, **options) if fragment or options else open_once(built)

    return opened


@cache
def _published(address: str) -> dict[str, Trace]:
    return run_program(BuiltPage(None, address).source)  # type: ignore[arg-type]


def _gallery(site: Site, open_page: OpenPage, address: str, **options: Any) -> tuple[Page, str]:
    built = site.page(address)
    return open_page(built, **options).page, built.lang


def _ledgers(site: Site, open_page: OpenPage, address: str, **options: Any) -> Page:
    """Return the page of ledgers, in the language of the address; it has the same traces."""
    return _gallery(site, open_page, address.replace(VIEW, "ledger"), **options)[0]


def _tape(page: Page, figure: str) -> Locator:
    return page.locator(f"#{figure} .tw-tape-list")


def _pair(page: Page) -> tuple[Locator, Locator]:
    """Return the graph that a tape follows, and that tape, the second one of its page."""
    tape = page.locator(".tw-tape-list").nth(1)
    return tape.locator("xpath=preceding::*[contains(@class, 'tw-stepper')][1]"), tape


def _ledger(page: Page, figure: str) -> Locator:
    return page.locator(f"#{figure} .tw-ledger:not(.tw-as-still)")


def _go_to(page: Page, part: Locator) -> None:
    """Put the focus there as a reader does: forward with Tab, from the focusable thing before."""
    part.evaluate("""element => {
      const all = [...document.querySelectorAll("a, button, input, summary")];
      const before = all.filter((one) =>
        one.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING
        && !one.contains(element) && one.checkVisibility() && one.tabIndex >= 0);
      before.at(-1).focus();
    }""")
    page.keyboard.press("Tab")
    assert part.evaluate("element => element.contains(document.activeElement)")


def _sends(trace: Trace, node: int) -> list[int]:
    """Return the edges along which a node sends, in order."""
    events = [event for event in trace["backward"] if event["node"] == node]
    return [send["edge"] for event in events for send in event["sends"]]


def _expected(trace: Trace, moment: Moment, row: dict[str, Any], node: int) -> dict[str, Any]:
    """Return what the row of a node should show, in the same form as what it shows."""
    value, gradient = moment.values.get(node), moment.gradients.get(node)
    edges = _sends(trace, node)
    return {
        "value": "" if value is None else f"= {value}",
        "received": "∂" if gradient is None else f"∂ {gradient}",
        "sends": [moment.sent.get(edge) for edge in edges],
        "isWritten": value is not None,
        "isRead": edges != [] and all(edge in moment.sent for edge in edges),
    }


def _seen(row: dict[str, Any]) -> dict[str, Any]:
    """Return what a row shows; of a product, what came out of it."""
    texts = [text.replace("≈", "=").removeprefix("∂") for text in row["sends"]]
    sends = [text.rpartition("= ")[2].strip() or None for text in texts]
    received = row["received"].replace("≈", "=").removesuffix(" + …")
    return row | {"received": received, "sends": sends}


def test_every_step_of_the_tape_shows_what_python_traced(
    site: Site, open_page: OpenPage, address: str
) -> None:
    page, lang = _gallery(site, open_page, address)
    trace = _published(address)["tapeOfNumbers"]
    tape = _tape(page, "fig-tape")
    tape.locator(".tw-op-written[tabindex='0']").focus()
    page.keyboard.press("Home")
    for index, moment in enumerate(moments(trace, lang)):
        if index:
            page.keyboard.press("ArrowRight")
        assert tape.evaluate("element => element.value") == index
        rows = tape.evaluate(_ROWS)
        for node, row in zip(trace["forward"], rows, strict=True):
            assert _seen(row) == _expected(trace, moment, row, node), (index, node)
        spoken = tape.locator(".tw-said").inner_text()
        assert set(moment.told) <= set(numbers_in(spoken)), spoken
    assert page.keyboard.press("ArrowRight") is None
    assert tape.evaluate("element => element.value") == index


def test_enter_on_a_row_goes_to_its_step(site: Site, open_page: OpenPage, address: str) -> None:
    # A page of its own: on one that was walked, Tab comes to where the walk ended.
    page, _ = _gallery(site, open_page, address, theme="light")
    trace = _published(address)["tapeOfNumbers"]
    tape = _tape(page, "fig-tape")
    tape.locator(".tw-op-written[tabindex='0']").focus()
    for _ in trace["forward"]:
        page.keyboard.press("ArrowUp")
    for row in range(len(trace["forward"])):
        page.keyboard.press("Enter")
        assert tape.evaluate("element => element.value") == row + 1
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert tape.evaluate("element => element.value") > len(trace["forward"])
    expect(tape.locator("[aria-current=step]")).to_be_focused()
    expect(tape.locator("[aria-current=step]")).to_be_in_viewport()


@pytest.mark.parametrize("name", ["tapeOfTensors", "tapeOfTorch"])
def test_a_tape_of_tensors_shows_shapes_norms_and_what_it_keeps(
    site: Site, open_page: OpenPage, address: str, name: str
) -> None:
    page, lang = _gallery(site, open_page, address)
    trace = _published(address)[name]
    tape = _tape(page, "fig-tape-tensors" if name == "tapeOfTensors" else "fig-tape-torch")
    _go_to(page, tape)
    page.keyboard.press("End")
    grads = {event["node"]: event["grad"] for event in trace["backward"]}
    shown = tape.locator(".tw-op").all_text_contents()
    rows = tape.evaluate(_ROWS)
    for node, text, row in zip(trace["forward"], shown, rows, strict=True):
        entry = trace["nodes"][node]
        assert entry["op"] in text
        if entry["shape"]:
            assert str(tuple(entry["shape"])) in text
        norm = entry.get("summary", {}).get("norm")
        if norm is not None:
            assert row["value"] == f"‖·‖ {written(norm, lang)}"
        grad = grads[node]
        if isinstance(grad, dict):
            assert row["received"] == f"‖∂‖ {written(grad['norm'], lang)}"
        for saved in entry["saved"]:
            assert (
                str(tuple(saved["shape"])) in text and (saved["of"] or saved["name"] or "") in text
            )
    groups = {entry["group"] for entry in trace["nodes"] if entry["op"] != "leaf"} - {None}
    assert set(tape.locator("[role=heading]").all_text_contents()) == groups


def test_a_tape_and_a_graph_stay_at_one_step(site: Site, open_page: OpenPage, address: str) -> None:
    page, _ = _gallery(site, open_page, address)
    graph, tape = _pair(page)
    expect(tape.locator("[aria-live]")).to_have_count(0)
    graph.locator("input[type=range]").press("End")
    last = graph.evaluate("element => element.value")
    assert tape.evaluate("element => element.value") == last > 0
    tape.locator("[tabindex='0']").first.press("ArrowLeft")
    assert graph.evaluate("element => element.value") == last - 1
    assert tape.evaluate("element => element.value") == last - 1


@pytest.mark.parametrize("kind", ["tape", "stepper"])
def test_the_key_t_shows_the_table_and_the_picture_again(
    site: Site, open_page: OpenPage, address: str, kind: str
) -> None:
    page, lang = _gallery(site, open_page, address)
    trace = _published(address)["tapeOfNumbers"]
    view = _tape(page, "fig-tape") if kind == "tape" else _pair(page)[0]
    # The first stop may be a leaf, which End moves.
    view.locator(".tw-range").focus()
    page.keyboard.press("End")
    spoken = view.locator(".tw-said").inner_text()
    page.keyboard.press("t")
    table = view.get_by_role("table")
    expect(table).to_be_visible()
    assert table.locator("caption").inner_text()
    assert view.locator(".tw-said").inner_text() == spoken
    end = moments(trace, lang)[-1]
    numbers = set(numbers_in(table.inner_text()))
    if kind == "tape":
        assert {end.values[node] for node in trace["forward"]} <= numbers
        assert set(end.sent.values()) <= numbers
    else:
        assert set(end.values.values()) <= numbers
        totals = {text.rpartition("= ")[2] for text in end.gradients.values()}
        assert totals <= numbers
    assert violations(view) == []
    page.keyboard.press("t")
    expect(table).not_to_be_visible()
    assert view.evaluate("element => element.contains(document.activeElement)")


@pytest.mark.parametrize("name", ["tapeOfTensors", "tapeOfTorch"])
def test_the_ledger_adds_up_to_the_memory_that_python_traced(
    site: Site, open_page: OpenPage, address: str, name: str
) -> None:
    page = _ledgers(site, open_page, address)
    trace = _published(address)[name]
    ledger = _ledger(page, "fig-ledger" if name == "tapeOfTensors" else "fig-ledger-torch")
    expected = kept(trace)
    foot = ledger.locator("tfoot .tw-bytes")
    assert [exact_bytes(cell) for cell in foot.all()] == expected
    rows = ledger.locator("tbody tr:not(.tw-ledger-section)")
    assert rows.count() == len(trace["forward"])
    added = [exact_bytes(row.locator(".tw-bytes").first) for row in rows.all()]
    referenced = [exact_bytes(row.locator(".tw-bytes").last) for row in rows.all()]
    assert [sum(added), sum(referenced)] == expected
    if name == "tapeOfTensors":
        assert added == sorted(added, reverse=True)
        return
    sections = ledger.locator(".tw-ledger-section .tw-bytes:nth-child(2)")
    assert sum(exact_bytes(cell) for cell in sections.all()) == expected[0]


def test_the_ledger_is_sorted_folded_and_walked_by_keyboard(
    site: Site, open_page: OpenPage, address: str
) -> None:
    page = _ledgers(site, open_page, address)
    trace = _published(address)["tapeOfTorch"]
    ledger = _ledger(page, "fig-ledger-torch")
    tape = _tape(page, "fig-ledger-tape")
    _go_to(page, ledger)
    page.keyboard.press("ArrowLeft")  # from "by group" to "by operation"
    page.keyboard.press("ArrowLeft")  # and to all of them
    page.keyboard.press("Tab")
    ids = "list => list.map((button) => Number(button.dataset.node))"
    nodes = ledger.locator("[data-node]")
    assert nodes.evaluate_all(ids) == trace["forward"]
    page.keyboard.press("Enter")
    expect(ledger.locator("th[aria-sort]")).to_have_attribute("aria-sort", "descending")
    assert nodes.evaluate_all(ids) == trace["forward"][::-1]
    for _ in range(3):  # past the other heads, to the first row
        page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert ledger.evaluate("element => element.value") == trace["forward"][-1]
    assert tape.evaluate("element => element.value") == len(trace["forward"])
    exact = ledger.locator("tr:focus-within .tw-bytes-exact")
    for cell in exact.all():
        expect(cell).to_be_visible()


def test_both_views_keep_the_rules_of_accessibility(
    site: Site, open_page: OpenPage, address: str
) -> None:
    theme = "dark" if ".es." in address else "light"
    page, _ = _gallery(site, open_page, address, theme=theme, width=390)
    tape = _tape(page, "fig-tape-tensors")
    _go_to(page, tape)
    page.keyboard.press("End")
    assert violations(tape) == []
    page = _ledgers(site, open_page, address, theme=theme, width=390)
    assert violations(_ledger(page, "fig-ledger-torch")) == []
