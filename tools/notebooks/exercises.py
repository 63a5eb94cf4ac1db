"""The metadata of an exercise notebook, which the grader reads."""

from __future__ import annotations

import re
from typing import Any

from tools.preview.page import Page

PAGE = re.compile(r"exercises/(?P<module>\d\d)-[^/]+/[^/]+\.qmd")


def describe(page: Page) -> dict[str, Any]:
    """Return the entry `tapewalk` in the metadata of a page's notebook.

    Args:
        page: A page that is handed out unrun.

    Returns:
        The module of its exercises and its language: `{"exercises": "01", "lang": "es"}`; the
        language alone for a page outside the modules.
    """
    match = PAGE.fullmatch(page.name)
    module = {"exercises": match["module"]} if match else {}
    return {**module, "lang": page.options.lang[:2]}
