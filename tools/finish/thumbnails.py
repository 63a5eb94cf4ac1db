"""Links with a picture: `[words](order.qmd#fig-diamond){.thumbnail}` gets a still of the figure.

`{.thumbnail of="fig-diamond"}` shows it in a link that leads elsewhere on the page.
Without a figure, or where that one has no small still, it is the page's first one.
"""

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping

from tools.finish.markup import CLOSE, OPEN

# A larger picture would weigh a page down, and show nothing at this size.
_MOST = 100_000
_LINK = re.compile(
    rf'(?P<tag><a\b[^>]*\bclass="[^"]*\bthumbnail\b[^>]*>)'
    rf"(?:{re.escape(OPEN)}.*?{re.escape(CLOSE)}\n?)?",
    re.DOTALL,
)
_HREF = re.compile(r'\bhref="([^"#?]+)')
_FIGURE = re.compile(r'\b(?:data-of="|href="[^"#]*#)([\w-]+)')
_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_STRIP = re.compile(r'<ol class="tw-strip".*?</ol>', re.DOTALL)
_STILL = re.compile(r"<svg\b.*?</svg>(?=<p\b|</div>)", re.DOTALL)
# What only the figure itself needs: one page may show it twice.
_OWN = re.compile(r' (?:id|role|lang|tabindex|aria-[a-z]+)="[^"]*"')
_SIZE = re.compile(r' (?:width|height)="[^"]*"')
# The sheets of single views: a still keeps the look that its own page gives it.
_SHEET = re.compile(r'<link rel="stylesheet" href="([^"]*lib/diagrams/dist/tapewalk/[\w-]+\.css)">')
_BASE = re.compile(r'<link rel="stylesheet" href="[^"]*lib/diagrams/dist/base\.css">')
# Of a picture that is taller than this, as a share of its width, the top is shown, in that shape.
_TALL, _SHAPE = 1.2, 0.62


def show_thumbnails(pages: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Put stills of figures into the links of class `thumbnail`.

    Args:
        pages: All finished pages, by address.

    Yields:
        The address and the text of each page that has changed.
    """
    for address, text in pages.items():
        if "thumbnail" not in text:
            continue
        sheets = dict.fromkeys(_SHEET.findall(text))
        known = len(sheets)
        shown = _LINK.sub(_shown_on(address, pages, sheets), text)
        new = "".join(f'\n<link rel="stylesheet" href="{each}">' for each in [*sheets][known:])
        shown = _BASE.sub(rf"\g<0>{new}", shown, count=1)
        if shown != text:
            yield address, shown


def _shown_on(
    address: str, pages: Mapping[str, str], sheets: dict[str, None]
) -> Callable[[re.Match[str]], str]:
    folder = posixpath.dirname(address)

    def shown(link: re.Match[str]) -> str:
        found, figure = _HREF.search(link["tag"]), _FIGURE.search(link["tag"])
        path = posixpath.normpath(posixpath.join(folder, found[1] if found else ""))
        still = _still(pages[path], figure[1] if figure else "") if found and path in pages else ""
        for sheet in _SHEET.findall(pages[path]) if still else ():
            whole = posixpath.join(posixpath.dirname(path), sheet)
            sheets[posixpath.relpath(whole, folder or ".")] = None
        return f"{link['tag']}{OPEN}{still}{CLOSE}\n" if still else link["tag"]

    return shown


def _still(text: str, figure: str) -> str:
    """Return a still without what belongs to its own page, "" where there is none."""
    start = text.find(f'id="{figure}"')
    slot = text.find('id="ojs-cell-', start)
    fitting = _stills(text[start:slot])[-1:] if start >= 0 else []
    fitting = fitting or _stills(text)
    if not fitting:
        return ""
    tag, rest = fitting[0].split(">", 1)
    width, height = (float(side) for side in _BOX.findall(tag)[0])
    if height > _TALL * width:
        tag = _BOX.sub(f'viewBox="0 0 {width:g} {_SHAPE * width:g}"', tag)
    return f'{_SIZE.sub("", _OWN.sub("", tag))} aria-hidden="true">{_OWN.sub("", rest)}'


def _stills(text: str) -> list[str]:
    strips = "".join(_STRIP.findall(text))
    return [still for still in _STILL.findall(strips) if len(still) <= _MOST]
