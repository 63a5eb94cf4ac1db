"""Graphviz drawings, often many screens tall, made legible and in the page's colours."""

import html
import posixpath
import re
from pathlib import Path

from tapewalk.language import language_in
from tools.finish.markup import Element, Page
from tools.finish.site import Site
from tools.finish.words import WORDS

_MARK = '<g id="graph0" class="graph"'
_BOX = re.compile(r'<svg\b[^>]*viewBox="0\.00 0\.00 ([\d.]+) ([\d.]+)"[^>]*>')
_PICTURE = re.compile(r'\bsrc="([^"]+\.svg)"')
_SCALE = re.compile(r"scale\(([\d.]+)")
_UNITS_PER_LETTER = 10
# Two drawings of one page would have the same ids, and site.css sets the font.
_PAGES_OWN = re.compile(r' (?:id|font-family|font-size|xml:space)="[^"]*"|\n')


def show_drawings(page: Page, address: str, site: Site) -> None:
    """Put each Graphviz drawing into the page, with a link to the picture.

    Args:
        page: The page to change.
        address: Its address in the site.
        site: The site with the pictures.
    """
    for image in list(page.find_all("img")):
        drawing = _drawing(image, address, site)
        if drawing:
            page.set_attributes(image, {"hidden": "", "loading": "lazy"})
            page.insert(image.inner, _shown(drawing, image, language_in(address)))


def drawings_of(text: str, address: str, site: Site) -> list[Path]:
    """Return the files of the pictures that Graphviz may have drawn for a page."""
    folder = site.folder / posixpath.dirname(address)
    return [folder / name for name in _PICTURE.findall(text)]


def _drawing(image: Element, address: str, site: Site) -> str:
    """Return the source of a picture that Graphviz drew, `None` for any other."""
    source = image.attributes.get("src", "")
    path = site.folder / posixpath.dirname(address) / source
    if not source.endswith(".svg") or not path.is_file():
        return ""
    text = path.read_text(encoding="utf-8")
    return text if _MARK in text else ""


def _shown(drawing: str, image: Element, language: str) -> str:
    words = WORDS[language]
    said = html.escape(image.attributes.get("alt", ""))
    # Spans, because Quarto puts a picture into a paragraph.
    return (
        f'<span class="drawing" role="region" aria-label="{words.drawing}" tabindex="0">'
        f"{_inline(drawing, said)}</span>"
        f'<a class="drawing-original" href="{html.escape(image.attributes["src"])}">'
        f"{words.original}</a>"
    )


def _inline(drawing: str, said: str) -> str:
    """Return a drawing as inline SVG, sized so that its text is 1em."""
    box, scale = _BOX.search(drawing), _SCALE.search(drawing)
    assert box is not None, "Graphviz writes the size of every drawing"
    shrunk = float(scale[1]) if scale else 1.0
    width, height = (float(side) / shrunk / _UNITS_PER_LETTER for side in box.groups())
    start = (
        f'<svg role="img" aria-label="{said}" viewBox="0 0 {box[1]} {box[2]}" '
        f'style="width:{width:.1f}em;height:{height:.1f}em">'
    )
    return start + _PAGES_OWN.sub("", drawing[box.end() :])
