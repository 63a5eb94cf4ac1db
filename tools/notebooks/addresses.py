"""The targets of a page's links in its notebook."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable

from tools.preview.page import Page


def site_link(page: Page, site: str) -> Callable[[str], str | None]:
    """Return a function that maps a link of a page to its target in the notebook.

    Args:
        page: The page.
        site: The site's address, "" if it is unknown.
    """

    def link(target: str) -> str | None:
        if re.match(r"[a-z]+:", target):
            return target
        path, hash_, fragment = target.partition("#")
        # The ids of the page itself are not those of its notebook.
        if not site or not path:
            return None
        address = posixpath.normpath(posixpath.join(page.folder, path))
        if path.startswith("/"):
            address = path.lstrip("/")
        address = re.sub(r"\.qmd$", ".html", address)
        return f"{site}{address}{hash_}{fragment}"

    return link
