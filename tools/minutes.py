"""How long a page takes to read, computed from its source.

180 words a minute, 20 seconds for a line of code that is shown, 40 for a question, rounded to
five minutes. Twins take as long as the page in the first language. A source doesn't show work on
paper: such a page has `minutes: 60` in its front matter.

A path through several pages leaves their exercises for later, and counts a minute for each picture
that is moved.
"""

import re
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path

from tapewalk.language import LANGUAGES, language_in, page_ending

WORDS_A_MINUTE = 180
SECONDS_A_LINE = 20
SECONDS_A_QUESTION = 40
SECONDS_A_FIGURE = 60
_ROUNDED_TO = 5

_FRONT_MATTER = re.compile(r"\A---\n.*?^---\n", re.DOTALL | re.MULTILINE)
_BLOCK = re.compile(
    r"^[ \t]*(?P<ticks>`{3,})(?P<info>[^\n]*)\n(?P<code>.*?)^[ \t]*(?P=ticks)[ \t]*$",
    re.DOTALL | re.MULTILINE,
)
_HIDDEN = re.compile(r"^#\|\s*(?:(?:echo|include):\s*false|code-fold:\s*true)", re.MULTILINE)
_QUESTION = re.compile(r"\bquestion:")
_FIGURE = re.compile(r"^//\| label: fig-", re.MULTILINE)
_SECTION = re.compile(r"^## .*?\{#(?P<id>[\w-]+)\}$", re.MULTILINE)
_EXERCISE = "sec-exercise"
# The parts that are not read: attributes, shortcodes, link targets, comments.
_MARKUP = re.compile(
    r"\{\{<.*?>\}\}|<!--.*?-->|(?<!`)\{[^{}\n]*\}|(?<=\])\([^()\s]*\)|^:::[^\n]*$|<[^<>\n]*>",
    re.DOTALL | re.MULTILINE,
)
_WORD = re.compile(r"[^\W_][\w'’.,·-]*")


_STATED = re.compile(r"^minutes: (\d+)$", re.MULTILINE)
_LESSON = re.compile(r"^order: ", re.MULTILINE)


def minutes(source: Path) -> int:
    """Return the minutes that a page takes, or, for a folder's index, all its lessons.

    Args:
        source: Its .qmd file, in any language.

    Examples:
        A page of 900 words, 6 lines and 3 questions takes 9 minutes, so 10.
    """
    first = _in_first_language(source)
    if _is_index(first):
        return sum(_minutes(text) for text in _lessons(first.parent))
    return _minutes((first if first.is_file() else source).read_text(encoding="utf-8"))


def minutes_of_path(places: Iterable[str], root: Path, with_code: bool = False) -> int:
    """Return the minutes of a path through pages that leaves exercises for later.

    Its pictures are moved, which takes a minute for each; its code stays folded.

    Args:
        places: Pages, or sections of them as `"scalars.qmd#sec-local,sec-back"`; an index is all
            its lessons.
        root: The folder that they are relative to.
        with_code: Whether the code is read, too.

    Raises:
        LookupError: A page lacks such a section.
    """
    seconds = 0.0
    for place in places:
        name, _, sections = place.partition("#")
        page = _in_first_language(root / name)
        texts = _lessons(page.parent) if _is_index(page) else [page.read_text("utf-8")]
        for text in texts:
            parts = _sections(text)
            chosen = sections.split(",") if sections else [p for p in parts if p != _EXERCISE]
            if missing := set(chosen) - set(parts):
                raise LookupError(f"{name} has no section {', '.join(missing)}")
            way = "".join(parts[part] for part in chosen)
            seconds += _seconds(way, with_code) + len(_FIGURE.findall(way)) * SECONDS_A_FIGURE
    return _rounded(seconds)


def _in_first_language(source: Path) -> Path:
    stem = source.name.removesuffix(f"{page_ending(language_in(source.name))}.qmd")
    return source.with_name(f"{stem}{page_ending(LANGUAGES[0])}.qmd")


def _is_index(page: Path) -> bool:
    return page.stem == "index"


def _lessons(folder: Path) -> list[str]:
    pages = (page for page in folder.glob("*.qmd") if language_in(page.name) == LANGUAGES[0])
    texts = (page.read_text("utf-8") for page in pages)
    return [text for text in texts if _LESSON.search(_front_matter(text))]


def _front_matter(text: str) -> str:
    found = _FRONT_MATTER.match(text)
    return found[0] if found else ""


def _sections(text: str) -> dict[str, str]:
    """Return the texts of a page by the ids of their headings; the first is the text above them."""
    text = _FRONT_MATTER.sub("", text)
    found = list(_SECTION.finditer(text))
    starts = [0, *(heading.start() for heading in found[1:]), len(text)]
    texts = [text[start:end] for start, end in pairwise(starts)]
    names = [heading["id"] for heading in found] or [""]
    return dict(zip(names, texts, strict=True))


@cache
def _minutes(text: str) -> int:
    if stated := _STATED.search(_front_matter(text)):
        return int(stated[1])
    return _rounded(_seconds(_FRONT_MATTER.sub("", text), with_code=True))


def _seconds(text: str, with_code: bool) -> float:
    lines = questions = 0
    for block in _BLOCK.finditer(text):
        if block["info"].startswith("{ojs"):
            questions += len(_QUESTION.findall(block["code"]))
        elif with_code and not _HIDDEN.search(block["code"]):
            shown = [line for line in block["code"].splitlines() if line.strip()]
            lines += sum(not line.lstrip().startswith("#|") for line in shown)
    words = len(_WORD.findall(_MARKUP.sub(" ", _BLOCK.sub("", text))))
    return words / WORDS_A_MINUTE * 60 + lines * SECONDS_A_LINE + questions * SECONDS_A_QUESTION


def _rounded(seconds: float) -> int:
    return max(1, round(seconds / 60 / _ROUNDED_TO)) * _ROUNDED_TO
