"""Old addresses of pages: each has a page that leads to the new one."""

from pathlib import Path

from tapewalk.language import language_in
from tools.finish.site import MOVED, link
from tools.finish.words import WORDS

# It has to work on any host of plain files, and where there are no scripts.
_PAGE = """\
<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<title>{title}</title>
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url={target}">
</head>
<body>
<p><a href="{target}">{title}</a></p>
</body>
</html>
"""


def write_moved(folder: Path) -> None:
    """Write a page at each old address whose new one is in the site."""
    for old, new in MOVED.items():
        if (folder / new).is_file():
            lang = language_in(old)
            page = _PAGE.format(lang=lang, title=WORDS[lang].moved, target=link(old, new))
            (folder / old).parent.mkdir(parents=True, exist_ok=True)
            (folder / old).write_text(page, encoding="utf-8")
