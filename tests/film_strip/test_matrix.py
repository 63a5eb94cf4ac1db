"""Matrix views as still drawings, with cells compared with NumPy."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from tapewalk import Tensor, trace
from tests.browser.numbers import written
from tests.film_strip.test_program import run

_SVG = "{http://www.w3.org/2000/svg}"


def panels(drawing: ElementTree.Element) -> list[list[str]]:
    """Return the texts of the cells of each tensor, row by row."""
    groups = [group for group in drawing if "tw-of-" in str(group.get("class"))]
    return [
        ["".join(entry.itertext()) for entry in group if "tw-entry" in str(entry.get("class"))]
        for group in groups
    ]


def texts(array: Any, lang: str) -> list[str]:
    return [written(float(x), lang) for x in np.ravel(array)]


@pytest.mark.parametrize("lang", ["en", "es"])
def test_product_shows_its_two_backward_products(lang: str) -> None:
    left, right = np.array([[1.0, -2.0, 0.5], [3.0, 1.5, -1.0]]), np.arange(6.0).reshape(3, 2) / 4
    a = Tensor(left, requires_grad=True)
    b = Tensor(right, requires_grad=True)
    weights = np.array([[1.0, -1.0], [2.0, 0.25]])
    walk = trace(lambda: (a @ b * Tensor(weights)).sum(), labels={"A": a, "B": b})
    request = {"trace": walk, "view": "matrix", "options": {"view": "product"}, "lang": lang}
    done = run(json.dumps(request))
    assert done.returncode == 0, done.stderr
    drawings = ElementTree.fromstring(done.stdout).findall(f"{_SVG}svg")
    expected = [
        [left, right, left @ right],
        [weights, right.T, weights @ right.T],
        [left.T, weights, left.T @ weights],
    ]
    assert [panels(drawing) for drawing in drawings] == [
        [texts(array, lang) for array in stage] for stage in expected
    ]
    for drawing in drawings:
        assert len(str(drawing.get("aria-label"))) > 40


def test_plain_rows_are_shown() -> None:
    rows = [[0.5, 1.5], [2.0, -3.0]]
    done = run(json.dumps({"trace": {"rows": rows, "label": "M"}, "view": "matrix"}))
    assert done.returncode == 0, done.stderr
    (drawing,) = ElementTree.fromstring(done.stdout).findall(f"{_SVG}svg")
    assert panels(drawing) == [texts(rows, "en")]
