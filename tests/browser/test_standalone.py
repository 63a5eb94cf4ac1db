"""A score that stands alone in a file: it draws itself, asks nobody for anything, and is a table
where no script runs.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Request

from tapewalk import Tensor, score
from tapewalk.figures.standalone import score_html
from tapewalk.language import size
from tapewalk.trace.score import held_bytes


def test_two_scores_in_a_file_draw_themselves(browser: Browser, tmp_path: Path) -> None:
    x = Tensor([1.0, 2.0], requires_grad=True)
    steps = [score(lambda: x.exp().sum()), score(lambda: (x.exp() * x.sin()).sum())]
    texts = [score_html(step, lang) for step, lang in zip(steps, ("en", "es"), strict=True)]
    file = tmp_path / "report.html"
    file.write_text(f"<!doctype html><meta charset=utf-8>{''.join(texts)}", "utf-8")
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    with browser.new_context() as context:
        page = context.new_page()
        page.on("request", note)
        page.goto(file.as_uri())
        figures = page.locator(".tw-score")
        figures.nth(1).wait_for()
        page.wait_for_function("document.querySelectorAll('.tw-score').length === 2")
        for at, step in enumerate(steps):
            lang = ("en", "es")[at]
            peak = figures.nth(at).locator(".tw-score-peak-name").text_content() or ""
            assert size(max(held_bytes(step)), lang) in peak.replace("\u00a0", " ")
            box = figures.nth(at).locator(".tw-score-drawing").bounding_box()
            assert box is not None and box["width"] > 300
        assert {url.partition(":")[0] for url in asked} <= {"file", "blob"}
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(file.as_uri())
        assert page.locator("td:visible", has_text=size(8, "en")).count() > 0
