"""The matrix view of the gallery, by keyboard alone, against what NumPy computes from its trace."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import violations
from tests.browser.matrix import look_at
from tests.browser.numbers import numbers_in, written
from tests.browser.oracle import published
from tests.browser.site import BuiltPage, Site
from tests.browser.visit import OpenPage

Array = np.ndarray[Any, Any]

VIEW = "matrix"
_READY = "document.querySelectorAll('#sec-matrix .tw-matrix').length >= 9"


@pytest.fixture
def gallery(address: str, site: Site) -> BuiltPage:
    return site.page(address)


class Figure:
    """A matrix view on a page."""

    def __init__(self, page: Page, id: str) -> None:
        page.wait_for_function(_READY)
        self.page = page
        self.element = page.locator(f"#{id} .tw-matrix")

    def press(self, key: str) -> str:
        """Press a key where the focus is; return what is said then."""
        self.page.keyboard.press(key)
        return self.said

    @property
    def said(self) -> str:
        return str(self.element.locator(".tw-said").text_content())

    def grid(self, title: str) -> Locator:
        return self.element.locator(f".tw-board:not(.is-away) table[aria-label^='{title} ']")

    def look(self) -> dict[str, dict[str, list[Any]]]:
        """Return `texts` and `lit` of each matrix, by its title."""
        return look_at(self.element)

    def texts(self, title: str) -> list[str]:
        return self.look()[title]["texts"]

    def lit(self, title: str) -> list[int]:
        return self.look()[title]["lit"]

    def focus(self, title: str) -> None:
        """Tab to a matrix from the one before."""
        for _ in range(40):
            if self.grid(title).locator(":focus").count():
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never reaches {title}")


def _layer(gallery: BuiltPage) -> tuple[dict[str, Any], dict[str, Array]]:
    """Return the trace of the gallery's layer, and its arrays computed anew from the leaves."""
    trace = published(gallery.file.read_text(encoding="utf-8"))["matrixLayer"]
    leaves = [node["summary"] for node in trace["nodes"] if node["op"] == "leaf"]
    x, w, b = (np.array(leaf["values"]).reshape(leaf["shape"]) for leaf in leaves)
    z = x @ w + b
    shares = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
    (loss,) = [event for event in trace["backward"] if event["grad"] == 1.0]
    told = np.array(loss["sends"][0]["contribution"]["values"]).reshape(z.shape)
    one_hot = (told < 0).astype(float)
    g = (shares - one_hot) / len(z)
    return trace, {"x": x, "W": w, "b": b, "y": x @ w, "p": shares, "one-hot": one_hot, "g": g}


def _texts(array: Array, lang: str) -> list[str]:
    return [written(float(number), lang) for number in array.reshape(-1)]


def _open(open_page: OpenPage, gallery: BuiltPage, id: str, **options: Any) -> Figure:
    figure = Figure(open_page(gallery, f"#{id}?step=0", **options).page, id)
    figure.element.locator("input[type=range]").focus()
    return figure


def test_a_product_is_walked_cell_by_cell(gallery: BuiltPage, open_page: OpenPage) -> None:
    _, arrays = _layer(gallery)
    x, w, g = arrays["x"], arrays["W"], arrays["g"]
    text = partial(_texts, lang=gallery.lang)
    figure = _open(open_page, gallery, "fig-product")
    stages = [("x", "W", "y", x, w), ("∂y", "Wᵀ", "∂x", g, w.T), ("xᵀ", "∂y", "∂W", x.T, g)]
    for left, top, result, a, b in stages:
        product = a @ b
        for cell in range(product.size):
            said = figure.press("ArrowRight")
            seen = figure.look()
            row, column = divmod(cell, product.shape[1])
            assert seen[left]["lit"] == [row * a.shape[1] + k for k in range(a.shape[1])]
            assert seen[top]["lit"] == [k * b.shape[1] + column for k in range(a.shape[1])]
            told = numbers_in(said.partition("]")[2])
            factors = [n for k in range(a.shape[1]) for n in (a[row, k], b[k, column])]
            assert told == text(np.array([*factors, product[row, column]]))
            assert seen[result]["texts"][: cell + 1] == text(product)[: cell + 1]
            assert set(seen[result]["texts"][cell + 1 :]) <= {""}
        # The next calculation begins with a step that says what it is about.
        figure.press("ArrowRight")


def test_any_cell_says_who_uses_it(gallery: BuiltPage, open_page: OpenPage) -> None:
    figure = _open(open_page, gallery, "fig-product")
    figure.press("ArrowRight")
    figure.element.locator("fieldset").last.locator("input:checked").focus()
    figure.focus("x")
    said = figure.press("ArrowDown")
    assert said.startswith("x[1, 0] = 3 ")
    assert re.findall(r"y\[\d, \d\]", said) == ["y[1, 0]", "y[1, 1]", "y[1, 2]"]
    assert figure.lit("y") == [3, 4, 5]
    figure.focus("y")
    assert figure.press("End").count("y[0, 2] = ") == 1
    assert figure.lit("x") == [0, 1]


def test_a_bias_gets_the_sum_over_the_rows(gallery: BuiltPage, open_page: OpenPage) -> None:
    _, arrays = _layer(gallery)
    figure = _open(open_page, gallery, "fig-bias")
    figure.press("End")
    assert figure.texts("∂b") == _texts(arrays["g"].sum(axis=0), gallery.lang)
    assert figure.lit("∂y") == [2, 5, 8]
    told = numbers_in(figure.said.partition("]")[2])
    assert told[:4] == _texts(np.append(arrays["g"][:, 2], arrays["g"][:, 2].sum()), gallery.lang)


def test_softmax_less_one_hot(gallery: BuiltPage, open_page: OpenPage) -> None:
    _, arrays = _layer(gallery)
    figure = _open(open_page, gallery, "fig-softmax")
    figure.press("End")
    for title in ("p", "one-hot"):
        assert figure.texts(title) == _texts(arrays[title], gallery.lang)
    assert figure.texts("∂z") == _texts(arrays["g"], gallery.lang)
    assert figure.grid("∂z").locator(".tw-sum").all_inner_texts() == ["0", "0", "0"]


def test_space_plays_and_the_table_says_the_same(gallery: BuiltPage, open_page: OpenPage) -> None:
    _, arrays = _layer(gallery)
    figure = _open(open_page, gallery, "fig-product", has_clock=True)
    figure.press(" ")
    figure.page.clock.run_for(5_000)
    assert figure.element.evaluate("element => element.value") >= 2
    figure.press("t")
    last = figure.element.locator(".tw-scroller:not(.tw-matrix-room) tbody tr").last
    expect(last).to_be_visible()
    gradient = arrays["x"].T @ arrays["g"]
    assert written(float(gradient[-1, -1]), gallery.lang) in str(last.text_content())


# The page as it opens is in test_every_page.py.
def test_axe_where_colour_carries_numbers(gallery: BuiltPage, open_page: OpenPage) -> None:
    theme = "dark" if gallery.language_number else "light"
    figure = _open(open_page, gallery, "fig-softmax", theme=theme, width=390)
    figure.press("End")
    for look in ("heat", "sign"):
        figure.element.locator(f"[value={look}]").check(force=True)
        assert violations(figure.element) == []
