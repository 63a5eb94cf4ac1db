"""Links with a picture: a still of the figure that they lead to."""

from __future__ import annotations

from tools.finish.markup import without_additions
from tools.finish.thumbnails import show_thumbnails

STILL = '<svg class="tw-graph" viewBox="0 0 {} {}" width="9" role="img"><g id="a"></g></svg>'
LINK = '<a href="m/order.html#fig-diamond" class="thumbnail">Two walks</a>'


def _pages(*sizes: tuple[int, int], link: str = LINK) -> dict[str, str]:
    stills = "".join(f"<li>{STILL.format(*size)}<p></p></li>" for size in sizes)
    bar = '<div><svg viewBox="0 0 9 9"></svg></div>'
    strip = f'<ol class="tw-strip">{stills}</ol>'
    figure = f'{bar}<div id="fig-diamond">{strip}<div id="ojs-cell-1">'
    return {"index.html": link, "m/order.html": figure}


def test_link_shows_last_still_of_figure() -> None:
    pages = _pages((20, 10), (200, 100))
    ((address, text),) = show_thumbnails(pages)
    assert address == "index.html"
    assert '<svg class="tw-graph" viewBox="0 0 200 100" aria-hidden="true"><g></g></svg>' in text
    # Another run replaces it, and a new rendering has none.
    assert list(show_thumbnails(pages | {address: text})) == []
    assert without_additions(text) == LINK


def test_link_to_a_page_shows_still_of_named_figure() -> None:
    link = LINK.replace('#fig-diamond"', '" data-of="fig-diamond"')
    ((_, text),) = show_thumbnails(_pages((20, 10), (200, 100), link=link))
    assert 'viewBox="0 0 200 100"' in text


def test_tall_still_shows_its_top() -> None:
    ((_, text),) = show_thumbnails(_pages((100, 400)))
    assert 'viewBox="0 0 100 62"' in text


def test_page_without_figure_shows_first_still() -> None:
    link = LINK.replace("#fig-diamond", "")
    ((_, text),) = show_thumbnails(_pages((20, 10), (200, 100), link=link))
    assert 'viewBox="0 0 20 10"' in text


def test_page_without_stills_leaves_link_bare() -> None:
    assert list(show_thumbnails(_pages())) == []


def test_page_gets_style_sheets_of_its_stills() -> None:
    sheet = '<link rel="stylesheet" href="{}lib/diagrams/dist/{}.css">'
    pages = _pages((200, 100))
    pages["m/order.html"] += sheet.format("../", "tapewalk/stepper")
    pages["index.html"] = sheet.format("", "base") + LINK
    ((address, text),) = show_thumbnails(pages)
    assert text.startswith(sheet.format("", "base"))
    assert text.count(sheet.format("", "tapewalk/stepper")) == 1
    assert list(show_thumbnails(pages | {address: text})) == []
