"""A stepper on a page: pressed by key, read by what can be seen of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page

# Reads only what is visible: a number before its step would be a spoiler.
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
    isPhone: innerWidth < 640,
  };
}"""

# What a stepper shows that is drawn now from a trace, and taken away again.
_FRESH = f"""async ([walk, step]) => {{
  const module = "lib/diagrams/dist/tapewalk/stepper.js";
  const {{stepper}} = await import(new URL(module, document.baseURI));
  const figure = stepper(walk, {{live: false}});
  // Below the window, so that nothing moves.
  figure.style = "position: fixed; top: 200vh";
  document.querySelector("main").append(figure);
  figure.value = step;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await Promise.all(figure.getAnimations({{subtree: true}}).map((one) => one.finished));
  const found = ({_LOOK})(figure);
  figure.remove();
  return found;
}}"""

_SWITCH = ".tw-switch:not(.tw-lens *)"

# A number's sign says what it is, for readers who do not see its colour.
_SIGNS = {"values": "=", "gradients": "∂", "locals": "×", "sent": "∂"}


@dataclass(frozen=True)
class Look:
    """What can be seen of a stepper at one step; texts by node or edge."""

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
            self.element = page.locator(".tw-stepper:not(.tw-pair *, .tw-code-before *)").nth(which)

    def look(self) -> Look:
        return _read(self.element.evaluate(_LOOK))

    def press(self, key: str) -> Look:
        """Press a key while the focus is on the range, and look."""
        # On a phone the tabs of scenes have its place; the figure hears keys from any control.
        self.element.locator(".tw-range:visible, .tw-play:visible").last.press(key)
        return self.look()

    def turn_if_it_can(self, direction: str) -> None:
        """Choose a pass, `forward` or `backward`, with the arrow keys, where there is a choice."""
        # A lens has a switch of its own, for its leaf.
        chosen = self.element.locator(f"{_SWITCH} input:checked")
        if chosen.count() == 1 and chosen.get_attribute("value") != direction:
            chosen.press("ArrowRight")


def fresh_look(page: Page, walk: dict[str, Any], step: int = 1000) -> Look:
    """Return what a stepper of a trace shows at a step, which Node holds to the trace's numbers."""
    return _read(page.evaluate(_FRESH, [walk, step]))


def _read(found: dict[str, Any]) -> Look:
    # On a phone a value may have no sign, but a gradient has.
    bare = {"values": r"[-−\d]"} if found.pop("isPhone") else {}
    numbers = {
        kind: _numbers(found[kind], sign, bare.get(kind, "$")) for kind, sign in _SIGNS.items()
    }
    return Look(**(found | numbers))


def _numbers(texts: list[str], sign: str, bare: str) -> dict[int, str]:
    """Return the texts that hold more than their sign, without it, by position.

    Of tensors that is their norm, `‖1+2‖` once two have arrived; in place of a value their shape.
    """
    sized = r"\(" if sign == "=" else rf"‖({sign}|[\d+]+)‖"
    for text in texts:
        assert re.match(f"$|{sign}|{sized}|{bare}", text), f"{text!r} should begin with {sign!r}"
    numbers = {i: text.removeprefix(sign).strip() for i, text in enumerate(texts)}
    return {i: number for i, number in numbers.items() if number}
