"""An expression with sliders on a page: moved by key, read by what can be seen of it."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.numbers import written
from tests.browser.oracle import Trace

# What is drawn; a number that has not arrived is hidden, and so not seen.
_LOOK = """root => {
  const isSeen = (element) =>
    element.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const text = (element) => {
    if (element === null || !isSeen(element)) return "";
    const parts = element.querySelectorAll("tspan");
    const seen = parts.length === 0 ? [element] : [...parts].filter(isSeen);
    return seen.map((part) => part.textContent).join("").trim();
  };
  const texts = (groups, selector) => Object.fromEntries(
    [...root.querySelectorAll(groups)]
      .map((group, i) => [i, text(group.querySelector(selector)).replace(/^[=∂×]\\s*/, "")])
      .filter(([, found]) => found !== ""));
  return {
    values: texts(".tw-node", ".tw-value text"),
    gradients: texts(".tw-node", ".tw-gradient text"),
    locals: texts(".tw-edge", ".tw-local text"),
    sent: texts(".tw-edge", ".tw-contribution"),
    sentence: root.querySelector(".tw-sentence [aria-live]").textContent,
    rows: [...root.querySelectorAll(".tw-gradients tbody tr")].map((row) =>
      [row.querySelector("th").textContent, row.querySelector(".tw-live").textContent]),
    value: root.value,
  };
}"""

KINDS = ("values", "gradients", "locals", "sent")


class Expression:
    """The expression of a figure."""

    def __init__(self, page: Page, figure: str) -> None:
        self.page = page
        self.element = page.locator(f"#{figure} .tw-expression")

    def slider(self, label: str) -> Locator:
        return self.element.get_by_label(label, exact=True)

    def field(self, nth: int) -> Locator:
        return self.element.locator(".tw-slider input[type=text]").nth(nth)

    def reset(self) -> None:
        """Bring back the numbers that Python had, and the last step."""
        self._settle()
        afresh = self.element.locator(".tw-afresh")
        if afresh.is_visible():
            afresh.press("Enter")
        self.steps.press("End")

    def _settle(self) -> None:
        """Wait until the engine has computed what the sliders ask for."""
        expect(self.element).not_to_have_attribute("aria-busy", "true")

    @property
    def steps(self) -> Locator:
        """The range input of the steps."""
        return self.element.locator(".tw-controls input[type=range]")

    def look(self) -> dict[str, Any]:
        self._settle()
        found: dict[str, Any] = self.element.evaluate(_LOOK)
        for kind in KINDS:
            found[kind] = {int(i): text for i, text in found[kind].items()}
        return found


def ways(walk: Trace, lang: str) -> list[tuple[str, list[str]]]:
    """Return the rows of the table: each labelled leaf's gradient, then one row a way to it."""
    names = [node["label"] for node in walk["nodes"]]
    root = len(names) - 1
    rows = []
    for leaf in (node for node in walk["nodes"] if node["op"] == "leaf"):
        ways = sorted(_ways_to(walk, leaf["id"], root), key=lambda way: _arrival(walk, way[-1]))
        products = [_product(walk, way) for way in ways]
        terms = [p for _, p in products] if len(products) > 1 else []
        total = float(walk["grads"][str(leaf["id"])])
        rows.append((f"∂{names[root]}/∂{leaf['label']}", _texts([*terms, total], lang)))
        for way, (locals_, product) in zip(ways, products, strict=True):
            places = [root, *(walk["edges"][edge]["from"] for edge in way)]
            factors = locals_ if len(locals_) > 1 else []
            told = _texts([*factors, product], lang)
            rows.append((" → ".join(names[place] for place in places), told))
    return rows


def _ways_to(walk: Trace, node: int, root: int) -> list[list[int]]:
    if node == root:
        return [[]]
    return [
        [*head, i]
        for i, edge in enumerate(walk["edges"])
        if edge["from"] == node
        for head in _ways_to(walk, edge["to"], root)
    ]


def _arrival(walk: Trace, edge: int) -> int:
    sends = [sent["edge"] for event in walk["backward"] for sent in event["sends"]]
    return sends.index(edge)


def _product(walk: Trace, way: list[int]) -> tuple[list[float], float]:
    locals_ = [float(walk["edges"][edge]["local"]) for edge in way]
    product = 1.0
    for local in locals_:
        product *= local
    return locals_, product


def _texts(numbers: list[float], lang: str) -> list[str]:
    return [re.sub(r"^−0$", "0", written(number, lang)) for number in numbers]
