"""A stepper on a page: pressed by key, read by what can be seen of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page

# Reads what is drawn and not what stands hidden: a number before its step would be a spoiler.
_LOOK = """root => {
  const isSeen = (element) =>
    element.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const text = (element) => {
    if (element === null || !isSeen(element)) return "";
    const parts = element.querySelectorAll("tspan");
    const seen = parts.length === 0 ? [element] : [...parts].filter(isSeen);
    return seen.map((part) => part.textContent).join("").trim();
  };
  const texts = (groups, selector) =>
    [...root.querySelectorAll(groups)].map((group) => text(group.querySelector(selector)));
  const range = root.querySelector("input[type=range]");
  return {
    step: range.valueAsNumber,
    first: Number(range.min),
    last: Number(range.max),
    values: texts(".tw-node", ".tw-value text"),
    gradients: texts(".tw-node", ".tw-gradient text"),
    locals: texts(".tw-edge", ".tw-local text"),
    sent: texts(".tw-edge", ".tw-contribution"),
    sentence: root.querySelector(".tw-sentence [aria-live]").textContent,
  };
}"""

# All steps in one call: a key that came by the keyboard costs two calls a step, and only wherever
# the browser itself must move something does it make a difference.
_WALK = f"""(root, key) => {{
  const look = {_LOOK};
  const seen = [look(root)];
  while (seen.length < 1000) {{
    root.dispatchEvent(new KeyboardEvent("keydown", {{key, bubbles: true, cancelable: true}}));
    const now = look(root);
    if (now.step === seen.at(-1).step) return seen;
    seen.push(now);
  }}
  throw new Error(`${{key}} never comes to an end`);
}}"""
_SENTENCES = """(root, steps) => steps.map((step) => {
  root.value = step;
  return root.querySelector(".tw-sentence [aria-live]").textContent;
})"""

_SWITCH = ".tw-switch:not(.tw-lens *)"

# A number's sign tells what it is, for those who do not see its colour.
_SIGNS = {"values": "=", "gradients": "∂", "locals": "×", "sent": "∂"}


@dataclass(frozen=True)
class Look:
    """What can be seen of a stepper at one step; texts by node or edge, as in `walk.Moment`."""

    step: int
    first: int
    last: int
    sentence: str
    values: dict[int, str]
    gradients: dict[int, str]
    locals: dict[int, str]
    sent: dict[int, str]


class Stepper:
    """The nth stepper of a page that is a figure of its own, or that of a figure, or that one."""

    def __init__(self, page: Page, which: int | str | Locator) -> None:
        self.page = page
        if isinstance(which, Locator):
            self.element = which
        elif isinstance(which, str):
            self.element = page.locator(f"#{which} .tw-stepper")
        else:
            self.element = page.locator(".tw-stepper:not(.tw-matrix, .tw-pair *)").nth(which)

    @property
    def has_switch(self) -> bool:
        """Whether it shows one pass at a time."""
        # A lens has a switch of its own, for its leaf.
        return self.element.locator(_SWITCH).count() == 1

    def look(self) -> Look:
        return _read(self.element.evaluate(_LOOK))

    def press(self, key: str) -> Look:
        """Press a key while the focus is on the range, and look."""
        self.element.locator("input[type=range]").press(key)
        return self.look()

    def sentences(self, steps: list[int]) -> list[str]:
        """Go to each step as a page's code would; return what is told there."""
        told: list[str] = self.element.evaluate(_SENTENCES, steps)
        return told

    def turn(self, direction: str) -> None:
        """Choose a pass, `forward` or `backward`, with the arrow keys on the switch."""
        chosen = self.element.locator(f"{_SWITCH} input:checked")
        if chosen.get_attribute("value") != direction:
            chosen.press("ArrowRight")

    def turn_if_it_can(self, direction: str) -> None:
        """Choose a pass where there is a choice."""
        if self.has_switch:
            self.turn(direction)

    def walk(self, key: str) -> list[Look]:
        """Press a key until it changes nothing more; return what was seen, the start included."""
        return [_read(found) for found in self.element.evaluate(_WALK, key)]

    def unlock(self) -> None:
        """Go on without an answer, if the diagram waits for one."""
        button = self.element.locator(".tw-lock button")
        if button.count() and self.press("End") and button.is_visible():
            button.press("Enter")

    def walk_both_passes(self) -> list[Look]:
        """Step from the start to the end by keyboard alone."""
        self.unlock()
        if not self.has_switch:
            self.press("Home")
            return self.walk("ArrowRight")
        seen = []
        for direction in ("forward", "backward"):
            self.turn(direction)
            self.press("Home")
            seen += self.walk("ArrowRight")
        return seen


def _read(found: dict[str, Any]) -> Look:
    numbers = {kind: _numbers(found[kind], sign) for kind, sign in _SIGNS.items()}
    return Look(**(found | numbers))


def _numbers(texts: list[str], sign: str) -> dict[int, str]:
    """Return the texts that hold more than their sign, without it, by position.

    Of tensors that is their norm, `‖1+2‖` once two have arrived; in place of a value their shape.
    """
    sized = r"\(" if sign == "=" else rf"‖({sign}|[\d+]+)‖"
    for text in texts:
        assert re.match(f"$|{sign}|{sized}", text), f"{text!r} should begin with {sign!r}"
    numbers = {i: text.removeprefix(sign).strip() for i, text in enumerate(texts)}
    return {i: number for i, number in numbers.items() if number}
