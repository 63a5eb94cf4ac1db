"""axe-core, run inside a page: the accessibility rules that a program can check."""

from __future__ import annotations

from functools import cache

from playwright.sync_api import Locator

from tests.pages.sources import ROOT

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")

# What another theme can break.
COLOURS = ("color-contrast", "link-in-text-block")

_RUN = """async (root, {type, values, without}) => {
  const {violations} = await axe.run({include: [root], exclude: without}, {
    runOnly: {type, values},
    resultTypes: ["violations"],
    preload: false,
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


def violations(
    part: Locator, *, only_colours: bool = False, without: tuple[str, ...] = ()
) -> list[str]:
    """Return what axe finds against the rules of WCAG 2.2 AA and good practice.

    Args:
        part: What to look at; `page.locator("html")` is the whole page.
        only_colours: Whether only colours changed since it was looked at.
        without: Selectors of what is looked at elsewhere.
    """
    if not part.page.evaluate("'axe' in window"):
        part.page.evaluate(_library())
    kind, rules = ("rule", COLOURS) if only_colours else ("tag", RULES)
    about = {"type": kind, "values": rules, "without": without}
    found: list[str] = part.evaluate(_RUN, about)
    return found
