"""The minutes under a title: `[minutes]{.fact .minutes}` becomes "25 minutes".

With `of="modules/02-tape-walk/index.qmd"` they are those of another page, or of all in its folder;
with `path="pictures"` or `path="code"`, those of a path through the sections in `of`.
"""

import re
from pathlib import Path

from tools.finish.markup import CLOSE, OPEN
from tools.minutes import minutes, minutes_of_path

_PLACE = re.compile(r'<span\b[^>]*\bclass="(?:[^"]* )?minutes(?: [^"]*)?"[^>]*>')
_GIVEN = re.compile(r'\bdata-(of|path)="([^"]*)"')


def state_minutes(text: str, address: str, sources: Path) -> str:
    """Return a page with its minutes in place of the marked word.

    Args:
        text: The page, without them.
        address: Its address in the site.
        sources: The folder of the .qmd files; without the page's own nothing is written.
    """
    own = address.removesuffix(".html") + ".qmd"

    def stated(place: re.Match[str]) -> str:
        given = dict(_GIVEN.findall(place[0]))
        of, way = given.get("of", own), given.get("path")
        if way:
            count = minutes_of_path(of.split(), sources, with_code=way == "code")
        elif (source := sources / of).is_file():
            count = minutes(source)
        else:
            return place[0]
        return f"{place[0]}{OPEN}{count} {CLOSE}\n"

    return _PLACE.sub(stated, text)
