"""Every figure of a page, stepped from one end to the other, and left in the middle.

That the numbers on the way are the trace's is tested in Node (tests/diagrams) and, for the frames
that the page keeps for paper, in strips.py.
"""

from __future__ import annotations

from playwright.sync_api import Page

# Each slider is moved as a pointer moves it. What a figure shows at both ends must differ where
# the slider is that of its steps, or one of a family of runs, whose panels then change; an engine's
# answer to another slider may come later.
_GO_THROUGH = """() => {
  const count = () =>
    document.querySelectorAll(".tw-problem, .observablehq--error").length;
  const before = count();
  const ranges = [...document.querySelectorAll("main [data-figure] input[type=range]")];
  const found = ranges.flatMap((range) => {
    const figure = range.closest("[data-figure]");
    const panels = figure.querySelector(".tw-panels");
    const [least, most] = [Number(range.min), Number(range.max)];
    const shown = [most, least, Math.round((least + most) / 2)].map((value) => {
      range.value = value;
      range.dispatchEvent(new Event("input", {bubbles: true}));
      return (panels ?? figure).outerHTML;
    });
    const mustChange = panels !== null || range.matches(".tw-range");
    const isStill = least < most && mustChange && shown[0] === shown[1];
    const name = figure.closest("[id]")?.id ?? figure.dataset.figure;
    const slider = range.labels[0]?.textContent ?? range.ariaLabel;
    return isStill ? [`${name} shows the same at both ends of ${slider}`] : [];
  });
  return count() > before ? [...found, `${count() - before} figures fail`] : found;
}"""


def every_figure_goes_from_end_to_end(page: Page) -> list[str]:
    found: list[str] = page.evaluate(_GO_THROUGH)
    return found
