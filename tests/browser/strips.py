"""Film-strips: what stands in for a live diagram without JavaScript, and on paper."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

from tapewalk.figures.views import VIEWS
from tests.browser.oracle import is_plain, published, stepper_names
from tests.browser.site import BuiltPage
from tests.browser.walk import moments

# A page of the gallery shows a view with every option.
MOST_KILOBYTES = {"lesson": 25, "gallery": 40}

# What can be read in each frame of each strip, by the drawing's nodes and edges.
_LOOK = """strips => strips.map((strip) => [...strip.children].map((still) => {
  const isSeen = (element) =>
    element.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const texts = (groups, selector) => [...still.querySelectorAll(groups)].map((group) => {
    const found = group.querySelector(selector);
    return found && isSeen(found) ? found.textContent.trim() : "";
  });
  return {
    step: Number(still.dataset.step),
    values: texts(".tw-node", ".tw-value text"),
    gradients: texts(".tw-node", ".tw-gradient text"),
    locals: texts(".tw-edge", ".tw-local text"),
    sent: texts(".tw-edge", ".tw-contribution"),
    sentence: still.querySelector("p").textContent,
    name: still.querySelector("svg").getAttribute("aria-label"),
  };
}))"""
_SIGNS = {"values": "=", "gradients": "∂", "locals": "×", "sent": "∂"}
# Questions and the progress in them stand as text.
_FIGURES = (name for name, view in VIEWS.items() if view.value not in ("answer", "progress"))
_FIGURE = re.compile(rf"\b({'|'.join(_FIGURES)})\((\w*)")
_STRIP = re.compile(r'<ol class="tw-strip".*?</ol>', re.DOTALL)


def _look(page: Page) -> list[list[dict[str, Any]]]:
    strips = page.locator(".tw-strip[data-view=stepper]")
    found: list[list[dict[str, Any]]] = strips.evaluate_all(_LOOK)
    return found


def _numbers(texts: list[str], sign: str) -> dict[int, str]:
    bare = {i: text.removeprefix(sign).strip() for i, text in enumerate(texts)}
    return {i: text for i, text in bare.items() if text}


def strips_have_the_numbers_of_the_trace(page: Page, built: BuiltPage) -> None:
    """Look at the strips of steppers, which must be in sight: on paper, or without scripts."""
    assert page.locator(".tw-strip:visible").count() == page.locator(".tw-strip").count()
    traces = published(built.text)
    strips = _look(page)
    names = stepper_names(built.source)
    assert len(strips) >= len(names)
    for name, strip in zip(names, strips, strict=False):
        steps = [still["step"] for still in strip]
        assert steps[0] == 0
        if not is_plain(traces[name]):
            continue
        expected = moments(traces[name], built.lang)
        assert steps[-1] == len(expected) - 1
        for still in strip:
            moment = expected[still["step"]]
            for kind, sign in _SIGNS.items():
                assert _numbers(still[kind], sign) == getattr(moment, kind), (name, still)
            assert still["sentence"].endswith(still["name"])
            for number in moment.told:
                assert number in still["sentence"]


def every_figure_of_a_lesson_has_a_strip(lesson: BuiltPage) -> None:
    cells = [cell.code for cell in lesson.source.cells if cell.language == "ojs"]
    data = published(lesson.text)
    drawn = Counter(
        view
        for code in cells
        for view, given in _FIGURE.findall(code)
        if view != "variants" or _has_pictures(data[given])
    )
    assert Counter(re.findall(r'<ol class="tw-strip" data-view="(\w+)"', lesson.text)) == drawn


def _has_pictures(variants: dict[str, Any]) -> bool:
    """Return whether variants draw graphs: where they only print, there is none for a strip."""
    return any(case["pictures"] for case in variants["cases"].values())


def strips_do_not_weigh_it_down(illustrated: BuiltPage) -> Iterator[str]:
    text = illustrated.text
    without = _STRIP.sub("", text)
    assert without != text
    added = len(gzip.compress(text.encode(), 9)) - len(gzip.compress(without.encode(), 9))
    most = MOST_KILOBYTES["gallery" if illustrated.is_gallery else "lesson"] * 1000
    if added > most:
        yield f"{added} bytes more, not {most}"
