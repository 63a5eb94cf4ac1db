"""How long a page takes to read, computed from its source.

180 words a minute, 20 seconds for a line of code that is shown, 40 for a question, rounded to
five minutes. Twins take as long as the page in the first language. What is done on paper no source
tells: such a page says `minutes: 60` in its front matter.
"""

import re
from functools import cache
from pathlib import Path

from tapewalk.language import LANGUAGES, language_in, page_ending

WORDS_A_MINUTE = 180
SECONDS_A_LINE = 20
SECONDS_A_QUESTION = 40
_ROUNDED_TO = 5

_FRONT_MATTER = re.compile(r"\A---\n.*?^---\n", re.DOTALL | re.MULTILINE)
_BLOCK = re.compile(
    r"^[ \t]*(?P<ticks>`{3,})(?P<info>[^\n]*)\n(?P<code>.*?)^[ \t]*(?P=ticks)[ \t]*$",
    re.DOTALL | re.MULTILINE,
)
_HIDDEN = re.compile(r"^#\|\s*(?:(?:echo|include):\s*false|code-fold:\s*true)", re.MULTILINE)
_QUESTION = re.compile(r"\bquestion:")
# Attributes, shortcodes, where links lead, comments: what nobody reads.
_MARKUP = re.compile(
    r"\{\{<.*?>\}\}|<!--.*?-->|(?<!`)\{[^{}\n]*\}|(?<=\])\([^()\s]*\)|^:::.*$|<[^<>\n]*>",
    re.DOTALL | re.MULTILINE,
)
_WORD = re.compile(r"[^\W_][\w'’.,·-]*")


_STATED = re.compile(r"^minutes: (\d+)$", re.MULTILINE)
_LESSON = re.compile(r"^order: ", re.MULTILINE)


def minutes(source: Path) -> int:
    """Returns the minutes that a page takes, or, for a folder's index, all its lessons.

    Args:
        source: Its .qmd file, in any language.

    Examples:
        A page of 900 words, 6 lines and 3 questions takes 9 minutes, so 10.
    """
    stem = source.name.removesuffix(f"{page_ending(language_in(source.name))}.qmd")
    first = source.with_name(f"{stem}{page_ending(LANGUAGES[0])}.qmd")
    if stem == "index":
        pages = source.parent.glob("*.qmd")
        texts = (
            page.read_text("utf-8") for page in pages if language_in(page.name) == LANGUAGES[0]
        )
        return sum(_minutes(text) for text in texts if _LESSON.search(_front_matter(text)))
    return _minutes((first if first.is_file() else source).read_text(encoding="utf-8"))


def _front_matter(text: str) -> str:
    found = _FRONT_MATTER.match(text)
    return found[0] if found else ""


@cache
def _minutes(text: str) -> int:
    if stated := _STATED.search(_front_matter(text)):
        return int(stated[1])
    text = _FRONT_MATTER.sub("", text)
    lines = questions = 0
    for block in _BLOCK.finditer(text):
        if block["info"].startswith("{ojs"):
            questions += len(_QUESTION.findall(block["code"]))
        elif not _HIDDEN.search(block["code"]):
            shown = [line for line in block["code"].splitlines() if line.strip()]
            lines += sum(not line.lstrip().startswith("#|") for line in shown)
    words = len(_WORD.findall(_MARKUP.sub(" ", _BLOCK.sub("", text))))
    seconds = words / WORDS_A_MINUTE * 60 + lines * SECONDS_A_LINE + questions * SECONDS_A_QUESTION
    return max(1, round(seconds / 60 / _ROUNDED_TO)) * _ROUNDED_TO
