"""A matrix view on a page: what can be seen of its tensors."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator

# What can be seen of each matrix of the present calculation: its cells, "" where nothing is
# computed yet, and which of them are lit.
_LOOK = """root => Object.fromEntries(
  [...root.querySelectorAll(".tw-board:not(.is-away) table")].map(table => {
    const cells = [...table.querySelectorAll("[data-cell]")];
    const [title] = table.getAttribute("aria-label").split(" ");
    return [title, {
      shape: table.getAttribute("aria-label").slice(title.length + 1),
      texts: cells.map(cell => cell.textContent),
      lit: cells.flatMap((cell, i) => cell.matches(".is-lit") ? [i] : []),
    }];
  })
)"""

_LOOK_ALONG = f"""root => {{
  const look = {_LOOK};
  const press = (key) =>
    root.dispatchEvent(new KeyboardEvent("keydown", {{key, bubbles: true, cancelable: true}}));
  press("Home");
  const seen = [look(root)];
  for (let at = root.value; press("ArrowRight"), root.value !== at; at = root.value) {{
    seen.push(look(root));
  }}
  return seen;
}}"""


def look_along(matrix: Locator) -> list[dict[str, dict[str, Any]]]:
    """Return the same at each step, by key from the first to the last, where it stays."""
    found: list[dict[str, dict[str, Any]]] = matrix.evaluate(_LOOK_ALONG)
    return found


def look_at(matrix: Locator) -> dict[str, dict[str, Any]]:
    """Return `texts`, `lit` and `shape` of each tensor, by its title."""
    found: dict[str, dict[str, Any]] = matrix.evaluate(_LOOK)
    return found
