"""The pages that explain what `tapewalk.inspect` finds: pip installs them as its lessons."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Final

from tapewalk.language import page_ending

_CHECKOUT: Final = Path(__file__).parents[2]
# By topic; the page on symptoms explains all others.
_PAGES: Final = {
    "attention": "modules/04-graph-introspection/block",
    "batch_norm": "modules/03-manual-backprop/batch-norm",
    "history": "modules/01-autograd-engine/pitfalls",
    "in_place": "modules/01-autograd-engine/pitfalls",
    "learning_rate": "modules/01-autograd-engine/network",
    "loss": "modules/03-manual-backprop/scores",
    "memory": "modules/01-autograd-engine/memory",
    "number_types": "modules/04-graph-introspection/layout",
}
_SYMPTOMS: Final = "modules/04-graph-introspection/symptoms"


def address(topic: str, lang: str) -> str | None:
    """Return the address of the page on a topic.

    Args:
        topic: The topic of a rule of `tapewalk.inspect`.
        lang: `"en"` or `"es"`.

    Returns:
        Its place on the course's site, if the installed package knows where that is; else its path
        in a checkout; `None` where there is neither.
    """
    page, site = _PAGES.get(topic, _SYMPTOMS), _site()
    if site is not None:
        return f"{site}{page}{page_ending(lang)}.html"
    return page if (_CHECKOUT / f"{page}.qmd").is_file() else None


@cache
def _site() -> str | None:
    """Return the address of the course's site, which its wheel names; `None` in a checkout."""
    try:
        urls = metadata("tapewalk").get_all("Project-URL") or []
    except PackageNotFoundError:
        return None
    homes = [url.partition(", ")[2] for url in urls if url.startswith("Homepage, http")]
    return homes[0].rstrip("/") + "/" if homes else None
