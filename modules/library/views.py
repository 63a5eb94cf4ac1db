"""The gallery's list of views and their options, from the views' own manifests."""

from __future__ import annotations

from tapewalk.figures.views import VIEWS, View
from tapewalk.language import page_ending


def list_views(lang: str) -> None:
    """Print a link with a picture for each view, and what it shows, as Markdown.

    A view without a page of its own is described here with its options.

    Args:
        lang: The language of the page.
    """
    pages = {view.gallery: view for view in reversed(VIEWS.values()) if view.gallery}
    print(":::::: {.thumbnails}\n")
    for page, view in reversed(pages.items()):
        address = f"gallery-{page}{page_ending(lang)}.qmd"
        print(f"[{view.words[lang].title}]({address}){{.thumbnail}}\n")
    print("::::::\n")
    for view in VIEWS.values():
        told = view.words[lang]
        page = f"gallery-{view.gallery}{page_ending(lang)}.qmd" if view.gallery else f"#{view.name}"
        print(f"- [{told.title}]({page}), `{view.name}`: {told.about}.")
    for view in VIEWS.values():
        if not view.gallery:
            _print_options(view, lang, level=2)


def list_options(page: str, lang: str) -> None:
    """Print a list of options for each view of a page, as Markdown.

    Args:
        page: Its name without `gallery-` and its ending.
        lang: The language of the page.

    Raises:
        LookupError: Such a page has no view.
    """
    views = [view for view in VIEWS.values() if view.gallery == page]
    if not views:
        raise LookupError(f"no view names the page gallery-{page} in its view.json")
    for view in views:
        _print_options(view, lang)


def _print_options(view: View, lang: str, level: int = 3) -> None:
    print(f"\n{'#' * level} `{view.name}` {{#{view.name}}}\n")
    for name, text in view.words[lang].options.items():
        print(f"- `{name}` (`{view.options[name]}`): {text}.")
