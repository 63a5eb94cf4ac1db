"""Exercises that are done in the page: checked there, remembered, and saved for a teacher."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tapewalk_course.exercises.catalog import hints
from tests.browser.axe import violations
from tests.browser.sideways import too_wide
from tests.browser.site import BuiltPage, Site
from tests.browser.visit import window
from tests.pages.sources import ROOT
from tests.tapewalk_grade.running import command

PAGES = ("exercises/01-autograd-engine/index.html", "exercises/01-autograd-engine/index.es.html")
ANSWERS = ROOT / "lib" / "tapewalk_course" / "exercises" / "module_01"
SOLVED = {
    **{"order": "01.1", "walk": "01.2", "unbroadcast": "01.3"},
    **{"matmul": "01.4", "engine": "01.7", "tensors": "01.8"},
}
EVERY_PATH = """def topological_order(root):
    order = []
    def visit(node):
        for parent in node.parents:
            visit(parent)
        if node not in order:
            order.append(node)
    visit(root)
    return order
"""


@pytest.fixture(scope="module", params=PAGES)
def built(request: pytest.FixtureRequest, site: Site) -> BuiltPage:
    return site.page(request.param)


@pytest.fixture
def page(browser: Browser, base: str, built: BuiltPage) -> Iterator[Page]:
    with window(browser, viewport={"width": 390, "height": 800}) as context:
        page = context.new_page()
        page.goto(base + built.address)
        yield page


def _cell(page: Page, name: str) -> Locator:
    cell = page.locator(f"#cell-{name}")
    cell.scroll_into_view_if_needed()
    expect(cell).to_contain_class("is-live")
    return cell


def _write(page: Page, name: str, text: str) -> Locator:
    cell = _cell(page, name)
    if cell.locator(".cm-content").count() == 0:
        cell.locator(".tw-code-edit").press("Enter")
    cell.locator(".cm-content").fill(text)
    return cell


def _check(cell: Locator) -> Locator:
    cell.locator(".cm-content").press("Control+Enter")
    # An endless walk is waited for twice.
    expect(cell.locator(".tw-code-run[aria-disabled]")).to_have_count(0, timeout=60_000)
    return cell.locator(".tw-code-output")


def test_solved_exercise_is_saved_and_graded(
    page: Page, base: str, built: BuiltPage, tmp_path: Path
) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(f"{request.method} {request.url}"))
    right = (ANSWERS / "walk" / "solution.py").read_text("utf-8")
    wrong = _write(page, "walk", right.replace("+=", "="))
    card = _check(wrong)
    expect(card.locator(".tw-check.is-wrong")).to_be_visible()
    hint = hints(built.lang)["hint_01.2_overwrites"].replace("`", "")
    expect(card.locator("dd").last).to_have_text(hint)
    for name, id in SOLVED.items():
        output = _check(_write(page, name, (ANSWERS / name / "solution.py").read_text("utf-8")))
        expect(output.locator(".tw-check.is-right .tw-check-title")).to_contain_text(id)
    assert violations(page.locator("html")) == []
    # An editor scrolls within what has the focus and the label.
    assert [one for one in too_wide(page) if "cm-scroller" not in one] == []
    page.reload()
    cell = _cell(page, "walk")
    expect(cell.locator(".cm-content")).to_contain_text("grads[parent] += grads[number] * local")
    with page.expect_download() as waiting:
        cell.locator(".tw-code-download").press("Enter")
    waiting.value.save_as(tmp_path / "ana.ipynb")
    assert all(one.startswith((f"GET {base}", "GET blob:")) for one in requests), requests
    grading = [*command(tmp_path, "--format", "json")]
    told = subprocess.run(grading, capture_output=True, text=True, check=False).stdout
    marks = {one["id"]: one["points"] for one in _exercises(told)}
    assert marks == {
        **{"01.1": 2, "01.2": 2, "01.3": 2, "01.4": 2},
        **{"01.5": 0, "01.6": 0, "01.7": 4, "01.8": 8},
    }


def _exercises(told: str) -> list[dict[str, object]]:
    (graded,) = json.loads(told)["results"]
    return list(graded["marks"])


def test_walk_along_every_path_is_stopped(page: Page, built: BuiltPage) -> None:
    output = _check(_write(page, "order", EVERY_PATH))
    hint = output.locator("dd").last
    said = hints(built.lang)["hint_01.1_paths"].format(nodes=41)
    expect(hint).to_have_text(said.replace("`", ""))


def test_engine_loads_when_a_cell_is_touched(browser: Browser, base: str, built: BuiltPage) -> None:
    with window(browser) as context:
        page, loaded = context.new_page(), list[str]()
        page.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
        page.goto(base + built.address)
        cell = _cell(page, "engine")
        expect(cell.locator(".tw-code-run")).to_be_visible()
        late = {"worker.js", "micropython.wasm", "checks-01.json", "arrays.js", "editor.js"}
        assert not late & set(loaded)
        cell.locator(".tw-code-run").click()
        expect(cell.locator(".tw-check-title")).to_be_visible()
        assert late & set(loaded) >= {"worker.js", "checks-01.json"}
