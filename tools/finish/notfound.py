"""The error page, which a server shows at any address and so needs absolute links."""

import html
import re
from urllib.parse import urljoin

from tools.finish.markup import Page
from tools.stamp import ROOT

_LOST = ROOT / "lib" / "theme" / "lost.js"
_ELSEWHERE = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//|#|$)", re.IGNORECASE)


def make_absolute(text: str, base: str) -> str:
    """Rewrite the relative links of a page at the site's root.

    Args:
        text: The page.
        base: The path of the site on its host, with a slash at both ends.

    Returns:
        The page with links that work wherever it is shown. If the site is not at the path it was
        built for, a script in the page searches for it.
    """
    page = Page(text)
    head = page.find("head")
    first = page.find("link")
    if head is not None and first is not None and head.holds(first):
        tag = f'<script data-base="{html.escape(base)}">'
        page.insert(first.start, f"{tag}\n{_LOST.read_text('utf-8')}</script>")
    for element in page.elements:
        changed = {
            name: _under(base, value)
            for name, value in element.attributes.items()
            if name in ("href", "src") and not _ELSEWHERE.match(value)
        }
        if element.attributes.get("name") == "quarto:offset":
            # Quarto's scripts, the diagrams' among them, put this before what they load.
            changed["content"] = base
        if changed:
            page.set_attributes(element, changed)
    return page.edited()


def _under(base: str, target: str) -> str:
    # Quarto makes this page's links absolute itself, but for a site at the root of its host.
    return urljoin(base, target if target.startswith(base) else target.lstrip("/"))
