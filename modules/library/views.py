"""The gallery's pictures of the views, and their options, from the views' own manifests."""

from __future__ import annotations

from tapewalk.figures.views import VIEWS, View
from tapewalk.language import page_ending


def show_views(lang: str) -> None:
    """Print a picture of each view, which leads to its lesson, as Markdown.

    Args:
        lang: The language of the page.
    """
    print(":::::: {.thumbnails}\n")
    for view in VIEWS.values():
        if "#" in view.lesson:
            print(f"[{view.words[lang].title}]({_address(view, lang)}){{.thumbnail}}\n")
    print("::::::\n")


def list_options(lang: str) -> None:
    """Print what each view shows and a list of its options, as Markdown.

    Args:
        lang: The language of the page.
    """
    for view in VIEWS.values():
        told = view.words[lang]
        title = f"[{told.title}]({_address(view, lang)})" if view.lesson else told.title
        print(f"\n<details id='{view.name}'><summary>`{view.name}`</summary>\n")
        print(f"{title}: {told.about}.\n")
        for name, text in told.options.items():
            print(f"- `{name}` (`{view.options[name]}`): {text}.")
        print("\n</details>")


def _address(view: View, lang: str) -> str:
    page, _, figure = view.lesson.partition("#")
    return f"../../{page}{page_ending(lang)}.qmd{figure and f'#{figure}'}"
