"""Module 03's names, scores and training: the rest after an answer, and the page's own model."""

from __future__ import annotations

from base64 import b64decode
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from tapewalk_course.names_model import Checkpoint, logits
from tests.browser.oracle import published
from tests.browser.questions import questions
from tests.browser.site import Site
from tests.browser.visit import OpenPage

FOLDER = "modules/03-manual-backprop"
FIGURES = {"names": "fig-letters", "scores": "fig-pulls", "training": "fig-wrong"}


def _figure(page: Page, name: str) -> Locator:
    return page.locator(f"#{FIGURES[name]} [data-figure]:not(.tw-prediction)").first


@pytest.mark.parametrize("name", FIGURES)
def test_the_answer_opens_the_rest(name: str, site: Site, open_page: OpenPage) -> None:
    built = site.page(f"{FOLDER}/{name}.html")
    page = open_page(built).page
    figure = _figure(page, name)
    asked = questions(built)[0]
    beyond: dict[str, float] = {"step": 8, "temperature": 0}
    assert not beyond.items() & _moved(figure, beyond).items()
    waiting = figure.locator(".tw-wrong-row:has(:disabled)")
    expect(waiting).to_have_count(9 if name == "training" else 0)
    # Where it is asked at a later step, the picture makes room for it first.
    expect(asked.card(page)).to_be_visible()
    asked.give(page, asked.answer, "en")
    expect(figure.locator(".tw-reply")).not_to_be_empty()
    expect(waiting).to_have_count(0)
    if name != "training":
        assert beyond.items() & _moved(figure, beyond).items()


def _moved(figure: Locator, settings: dict[str, float]) -> dict[str, Any]:
    """Set a figure as a link of the text does; return what it shows then."""
    shown: dict[str, Any] = figure.evaluate(
        "(figure, settings) => { figure.value = settings; return figure.value }", settings
    )
    return shown


def test_the_page_computes_what_python_computes(site: Site, open_page: OpenPage) -> None:
    """Read the weights from the page, and run its model in NumPy."""
    built = site.page(f"{FOLDER}/names.html")
    data = published(built.text)["writer"]
    figure = _figure(open_page(built).page, "names")
    for trained in data["checkpoints"]:
        model = _unpacked(data, trained)
        for context in (".ev", "ria", "zzz"):
            chances = figure.evaluate(
                "(figure, set) => { figure.value = set; return figure.value.chances }",
                {"name": context.strip("."), "steps": trained["steps"], "temperature": 1},
            )
            seen = np.array([[data["symbols"].index(symbol) for symbol in context]])
            counts = np.exp(logits(model, seen)[0].astype(float))
            assert chances == pytest.approx(list(counts / counts.sum()), abs=1e-5)


def _unpacked(data: dict[str, Any], trained: dict[str, Any]) -> Checkpoint:
    letters, size, hidden = len(data["symbols"]), data["embedding"], data["hidden"]
    inputs = size * data["context"]
    shapes = [(letters, size), (inputs, hidden), (hidden,), (hidden, letters), (letters,)]
    numbers = np.frombuffer(b64decode(trained["weights"]), "<f2")
    ends = np.cumsum([int(np.prod(shape)) for shape in shapes])
    parts = np.split(numbers, ends[:-1])
    return Checkpoint(
        trained["steps"],
        trained["dev"],
        *(part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)),
    )
