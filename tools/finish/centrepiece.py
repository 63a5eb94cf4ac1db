"""Pages whose text stands beside a figure, and take the margins for it."""

from tools.finish.markup import Page

_CLASS = "has-centrepiece"


def announce_centrepiece(page: Page) -> None:
    """Says on the body that a figure stands beside the text.

    A browser paints the bar at the top before it has read the text. A style that waited for the
    figure itself, with `:has()`, would move what is there already.

    Args:
        page: The page to change.
    """
    body = page.find("body")
    if body is None or page.find(css_class="centrepiece") is None or _CLASS in body.classes:
        return
    page.set_attributes(body, {"class": " ".join([*body.classes, _CLASS])})
