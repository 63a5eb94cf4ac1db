"""Module 03's model of names: the page reads the weights that Python packs, and computes alike."""

from __future__ import annotations

from base64 import b64decode
from typing import Any

import numpy as np
import pytest

from tapewalk_course.names_model import Checkpoint, logits
from tests.browser.oracle import published
from tests.browser.site import Site
from tests.browser.visit import OpenPage

PAGE = "modules/03-manual-backprop/names.html"


def test_the_page_computes_what_python_computes(site: Site, open_page: OpenPage) -> None:
    """Read the weights from the page, and run its model in NumPy."""
    built = site.page(PAGE)
    data = published(built.text)["writer"]
    figure = open_page(built).page.locator("#fig-letters [data-figure]:not(.tw-prediction)").first
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
