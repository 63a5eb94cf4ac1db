"""The gallery's list of views and their options, from the views' own manifests."""

from __future__ import annotations

from tapewalk.figures.views import VIEWS, View
from tapewalk.language import page_ending


def list_views(lang: str) -> None:
    """Prints a line of Markdown for each view, with a link to its page.

    A view without a page of its own is told here with its options.

    Args:
        lang: The language of the page.
    """
    for view in VIEWS.values():
        told = view.words[lang]
        page = f"gallery-{view.gallery}{page_ending(lang)}.qmd"
        title = f"[{told.title}]({page})" if view.gallery else told.title
        print(f"- {title}, `{view.name}`: {told.about}.")
    for view in VIEWS.values():
        if not view.gallery:
            _print_options(view, lang, level=2)


def list_options(page: str, lang: str) -> None:
    """Prints a list of options for each view of a page, as Markdown.

    Args:
        page: Its name without `gallery-` and its ending.
        lang: The language of the page.

    Raises:
        LookupError: No view stands on such a page.
    """
    views = [view for view in VIEWS.values() if view.gallery == page]
    if not views:
        raise LookupError(f"no view names the page gallery-{page} in its view.json")
    for view in views:
        _print_options(view, lang)


def _print_options(view: View, lang: str, level: int = 3) -> None:
    print(f"\n{'#' * level} `{view.name}`\n")
    for name, text in view.words[lang].options.items():
        print(f"- `{name}` (`{view.options[name]}`): {text}.")
