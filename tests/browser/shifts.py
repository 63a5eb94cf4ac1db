"""What moves on a page while it loads, before anybody has touched it."""

from __future__ import annotations

from collections.abc import Iterator

from tests.browser.visit import Visit

MOST = 0.05

# Browsers keep the shifts of a page from before anybody asked.
_SHIFTS = """() => new Promise((resolve) => {
  const name = ({node}) => node?.nodeType === 1
    ? node.tagName.toLowerCase() + [...node.classList].map((c) => `.${c}`).join("") : "text";
  const found = [];
  const note = (list) => list.filter((shift) => !shift.hadRecentInput).forEach((shift) =>
    found.push([shift.value, shift.sources.map(name).join(", ")]));
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({type: "layout-shift", buffered: true});
  // Entries come after the frame that they tell of.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
    note(observer.takeRecords());
    observer.disconnect();
    resolve(found);
  })));
})"""


def nothing_moves_while_it_loads(visit: Visit) -> Iterator[str]:
    """Count every shift, not only those of the worst seconds: speed does not matter."""
    shifts = visit.page.evaluate(_SHIFTS)
    total = sum(value for value, _ in shifts)
    if total > MOST:
        largest = max(shifts)
        yield f"{total:.3f} of the window at {visit.size['width']} pixels, most of it {largest[1]}"
