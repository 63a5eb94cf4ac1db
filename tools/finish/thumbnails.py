"""Links with a picture: `[words](order.qmd#fig-diamond){.thumbnail}` gets a still of the figure.

Without a figure in the address, or where that one has no small still, it is the page's first one.
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
_HREF = re.compile(r'\bhref="([^"#?]+)(?:#([\w-]+))?')
_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_STRIP = re.compile(r'<ol class="tw-strip".*?</ol>', re.DOTALL)
_STILL = re.compile(r"<svg\b.*?</svg>(?=<p\b|</div>)", re.DOTALL)
# What only the figure itself needs: one page may show it twice.
_OWN = re.compile(r' (?:id|role|lang|tabindex|aria-[a-z]+)="[^"]*"')
_SIZE = re.compile(r' (?:width|height)="[^"]*"')
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
        shown = _LINK.sub(_shown_on(address, pages), text)
        if shown != text:
            yield address, shown


def _shown_on(address: str, pages: Mapping[str, str]) -> Callable[[re.Match[str]], str]:
    def shown(link: re.Match[str]) -> str:
        found = _HREF.search(link["tag"])
        path = posixpath.normpath(
            posixpath.join(posixpath.dirname(address), found[1] if found else "")
        )
        still = _still(pages[path], found[2] or "") if found and path in pages else ""
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
