"""Whether a page, or anything on it, is wider than its window."""

from __future__ import annotations

from playwright.sync_api import Page

_TOO_WIDE = """() => {
  const name = (element) => {
    const {id, tagName, classList} = element;
    return tagName.toLowerCase() + (id ? `#${id}` : "") + [...classList].map(c => `.${c}`).join("");
  };
  const scrolls = (element) =>
    ["auto", "scroll"].includes(getComputedStyle(element).overflowX) &&
    element.scrollWidth > element.clientWidth + 1;
  const isCut = (element) => {
    const {overflowX, clipPath} = getComputedStyle(element);
    return ["hidden", "clip"].includes(overflowX) || clipPath !== "none";
  };
  const found = [];
  const look = (element) => {
    // A drawing has an edge of its own; what it shows beyond it would make the page wider.
    if (element.ownerSVGElement) return;
    if (!element.checkVisibility({visibilityProperty: true})) return;
    if (scrolls(element)) {
      const label = element.getAttribute("aria-label") ?? element.getAttribute("aria-labelledby");
      if (!label || element.tabIndex < 0) found.push(`${name(element)} scrolls without a label`);
      return;
    }
    const {right, width} = element.getBoundingClientRect();
    if (width > 0 && right > innerWidth + 1) {
      found.push(`${name(element)} reaches ${Math.round(right)} of ${innerWidth}`);
    }
    if (!isCut(element)) [...element.children].forEach(look);
  };
  const {scrollWidth} = document.scrollingElement;
  if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} wide, not ${innerWidth}`);
  [...document.body.children].forEach(look);
  return found;
}"""


def too_wide(page: Page) -> list[str]:
    """Return what sticks out of the window, and what scrolls sideways without saying so.

    A scroller must have a name and be reached by the keyboard: otherwise readers who cannot see it
    would not know that there is more.
    """
    found: list[str] = page.evaluate(_TOO_WIDE)
    return found
