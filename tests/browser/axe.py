"""axe-core, run inside a page: the accessibility rules that a program can check."""

from __future__ import annotations

from functools import cache

from playwright.sync_api import Locator

from tests.pages.sources import ROOT

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")

_RUN = """async (root, tags) => {
  const {violations} = await axe.run(root, {
    runOnly: {type: "tag", values: tags},
    resultTypes: ["violations"],
  });
  return violations.flatMap(({id, nodes}) => nodes.map(node =>
    `${id}: ${node.target.join(" ")}: ${node.failureSummary.replace(/\\s+/g, " ")}`));
}"""


@cache
def _library() -> str:
    path = ROOT / "node_modules/axe-core/axe.min.js"
    if not path.is_file():
        raise FileNotFoundError(f"{path} is missing. axe-core comes from npm: run `make setup`.")
    return path.read_text(encoding="utf-8")


def violations(part: Locator) -> list[str]:
    """Return what axe finds against the rules of WCAG 2.2 AA and good practice.

    Args:
        part: What to look at; `page.locator("html")` is the whole page.
    """
    if not part.page.evaluate("'axe' in window"):
        part.page.evaluate(_library())
    found: list[str] = part.evaluate(_RUN, RULES)
    return found
