"""Film-strips, which replace live diagrams on paper and without JavaScript."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from selectolax.lexbor import LexborNode

from tapewalk.figures.views import VIEWS
from tests.browser.oracle import is_plain, published, stepper_names
from tests.browser.site import BuiltPage
from tests.browser.walk import moments

# A page of the gallery shows a view with every option.
MOST_KILOBYTES = {"lesson": 25, "gallery": 40}

# What a frame shows by the drawing's nodes and edges, and the sign that begins it.
_PARTS = {
    "values": (".tw-node", ".tw-value text", "="),
    "gradients": (".tw-node", ".tw-gradient text", "∂"),
    "locals": (".tw-edge", ".tw-local text", "×"),
    "sent": (".tw-edge", ".tw-contribution", "∂"),
}
# Questions and progress are text.
_FIGURES = (name for name, view in VIEWS.items() if view.value not in ("answer", "progress"))
_FIGURE = re.compile(rf"\b({'|'.join(_FIGURES)})\((\w*)")
_STRIP = re.compile(r'<ol class="tw-strip".*?</ol>', re.DOTALL)


def strips_have_the_numbers_of_the_trace(built: BuiltPage) -> None:
    """Look at every frame of the steppers on single numbers."""
    traces = published(built.text)
    names = stepper_names(built.source)
    strips = built.html.parsed.css(".tw-strip[data-view=stepper]")
    assert len(strips) >= len(names)
    for name, strip in zip(names, strips, strict=False):
        frames = {int(frame.attributes["data-step"] or ""): frame for frame in strip.css("li")}
        assert min(frames) == 0
        if not is_plain(traces[name]):
            continue
        expected = moments(traces[name], built.lang)
        assert max(frames) == len(expected) - 1
        for step, frame in frames.items():
            for kind in _PARTS:
                assert _numbers(frame, kind) == getattr(expected[step], kind), (name, step, kind)
            sentence = frame.css_first("p").text()
            assert sentence.endswith(frame.css_first("svg").attributes["aria-label"] or "")
            assert all(number in sentence for number in expected[step].told), (name, step)


def _numbers(frame: LexborNode, kind: str) -> dict[int, str]:
    """Return what a frame shows of a kind, by the place of its node or edge."""
    groups, part, sign = _PARTS[kind]
    found = [group.css_first(part) for group in frame.css(groups)]
    bare = [text.text().strip().removeprefix(sign).strip() if text else "" for text in found]
    return {i: text for i, text in enumerate(bare) if text}


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
