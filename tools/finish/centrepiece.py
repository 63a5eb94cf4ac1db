"""Pages with text beside a figure, which use the margins too."""

from tools.finish.markup import Page

_CLASS = "has-centrepiece"


def announce_centrepiece(page: Page) -> None:
    """Mark the body of a page that has a figure beside its text.

    A browser paints the bar at the top before it has parsed the text. A style that waits for the
    figure itself, with `:has()`, would shift the bar after it is painted.
    """
    body = page.find("body")
    if body is None or page.find(css_class="centrepiece") is None or _CLASS in body.classes:
        return
    page.set_attributes(body, {"class": " ".join([*body.classes, _CLASS])})


def open_with_picture(text: str) -> str:
    """Move the title and everything before a page's first centrepiece into it.

    So the picture begins beside the title, at the first line of the page.

    Args:
        text: The page as rendered; one whose first centrepiece is inside a section keeps its order.

    Returns:
        The page; doing it again changes nothing.
    """
    page = Page(text)
    title = page.find("header", id="title-block-header")
    picture = page.find(css_class="centrepiece")
    if title is None or picture is None or picture.start < title.start:
        return text
    if any(title.end < one.start < picture.start and one.holds(picture) for one in page.elements):
        return text
    opening = text[title.start : picture.start]
    tag = text[picture.start : picture.inner]
    return f"{text[: title.start]}{tag}{opening}{text[picture.inner :]}"
