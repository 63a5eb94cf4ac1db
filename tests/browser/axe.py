"""axe-core, run inside a page: the accessibility rules that a program can check."""

from __future__ import annotations

from functools import cache

from playwright.sync_api import Locator

from tests.pages.sources import ROOT

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")

# What depends on a text's look alone, and what another theme can break.
COLOURS = ("color-contrast", "link-in-text-block")

# The first of all texts that have the same colours, on the same grounds, in the same size: what is
# wrong with one is wrong with each. A page has some hundred, and a tenth of them differ.
_DIFFERENT = """(roots) => {
  const grounds = new Map([[null, ""]]), different = new Map();
  const groundOf = (element) => {
    if (!grounds.has(element)) {
      const {backgroundColor, backgroundImage, opacity} = getComputedStyle(element);
      const own = [element.tagName, element.className.baseVal ?? element.className,
        backgroundColor, backgroundImage, opacity];
      grounds.set(element, `${groundOf(element.parentElement)} > ${own}`);
    }
    return grounds.get(element);
  };
  const all = roots.flatMap((root) => [root, ...root.querySelectorAll("*")]);
  for (const element of all.filter((one) => one.matches("body *"))) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
      || element.matches("input, select, textarea");
    if (!hasText || !element.checkVisibility({visibilityProperty: true})) continue;
    const {color, fill, fontSize, fontWeight, textDecorationLine} = getComputedStyle(element);
    const look = [groundOf(element), color, fill, fontSize, fontWeight, textDecorationLine].join();
    if (!different.has(look)) different.set(look, element);
  }
  return [...different.values()];
}"""

_RUN = f"""async (roots, {{tags, colours, without, onlyColours}}) => {{
  const look = async (include, runOnly, rules) => {{
    const options = {{runOnly, rules, resultTypes: ["violations"], preload: false}};
    return (await axe.run({{include, exclude: without}}, options)).violations;
  }};
  const off = Object.fromEntries(colours.map((rule) => [rule, {{enabled: false}}]));
  const different = ({_DIFFERENT})(roots);
  const violations = [
    ...(different.length === 0 ? [] : await look(different, {{type: "rule", values: colours}})),
    ...(onlyColours ? [] : await look(roots, {{type: "tag", values: tags}}, off)),
  ];
  return violations.flatMap(({{id, nodes}}) => nodes.map(node =>
    `${{id}}: ${{node.target.join(" ")}}: ${{node.failureSummary.replace(/\\s+/g, " ")}}`));
}}"""


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
        part: What to look at, one element or several; `page.locator("html")` is the whole page.
        only_colours: Whether only colours changed since the page was looked at.
        without: Selectors of what is looked at elsewhere.
    """
    if not part.page.evaluate("'axe' in window"):
        part.page.evaluate(_library())
    about = {"tags": RULES, "colours": COLOURS, "without": without, "onlyColours": only_colours}
    assert part.count(), "nothing to look at"
    found: list[str] = part.evaluate_all(_RUN, about)
    return found
