"""The number formats of the course, and the labels of its glossary."""

from __future__ import annotations

import re

from tapewalk.language import LANGUAGES, page_ending
from tests.each import each
from tests.pages.sources import ROOT, Page, pages

# A comma between thousands would be a decimal comma in Spanish: `number` writes both.
_OWN_FORMAT = re.compile(r':\d*[,_][}.d]|replace\("[.,]", ?"[., ]"\)')


@each("page", pages(), ids=lambda page: page.name)
def test_pages_format_numbers_by_one_helper(page: Page) -> None:
    assert _OWN_FORMAT.findall(page.text) == []


def test_library_formats_numbers_by_one_helper() -> None:
    helper = ROOT / "lib/tapewalk/language.py"
    paths = {*ROOT.glob("lib/**/*.py"), *ROOT.glob("modules/**/*.py")} - {helper}
    assert [path for path in sorted(paths) if _OWN_FORMAT.search(path.read_text("utf-8"))] == []


_NUMBER = re.compile(r"(?<![\w.,])\d[\d,\u202f]*(?:[.,]\d+)?(?![\w])")
_SPAN = re.compile(r"\[(?:`[^`]*`|[^\]`])*\](?:\([^)]*\))?\{[^}]*\}")
_LINK = re.compile(r"\[[^\]]*\]\([^)]*\)")
_NOT_WORDS = re.compile(
    r"\$\$[^$]*\$\$|\$[^$]*\$|`[^`]*`|\{[^}]*\}|\]\([^)]*\)|^:::.*$|^#.*$", re.MULTILINE
)
_IN_CODE = re.compile(r"(?<![\w.])\d[\d_]*(?:\.\d+)?(?:e-?\d+)?")
_SET_BY_LINK = re.compile(r"(?<=[?&])\w+=(\d+(?:\.\d+)?)(?=[&)])")
_COUNTED_BY_EYE = 12


def unlinked(page: Page) -> list[str]:
    """Return the numbers in a lesson's sentences that no cell computes and no code or link sets."""
    code = " ".join(cell.code for cell in page.cells if cell.language == "python")
    given = {float(found.replace("_", "")) for found in _IN_CODE.findall(code)}
    given |= {float(set_to) for set_to in _SET_BY_LINK.findall(page.prose)}
    given |= {float(year) for year in range(1950, 2030)}
    prose = _LINK.sub("", page.prose) if page.path.name.startswith("index.") else page.prose
    words = _NOT_WORDS.sub("", _SPAN.sub("", prose))
    found = []
    for text in _NUMBER.findall(words):
        text = text.rstrip(",.")
        if page.lang == "es":
            value = float(text.replace("\u202f", "").replace(",", "."))
        else:
            value = float(text.replace(",", ""))
        if value > _COUNTED_BY_EYE and value not in given:
            found.append(text)
    return found


# An index computes nothing: there, a number links to the page that does.
LATER = [page for page in pages() if re.match(r"modules/0[234]-", page.name)]


@each("page", LATER, ids=lambda page: page.name)
def test_numbers_in_pages_are_computed_or_code(page: Page) -> None:
    assert unlinked(page) == []


@each("lang", LANGUAGES)
def test_glossary_links_carry_the_titles_of_their_pages(lang: str) -> None:
    glossary = ROOT / f"modules/glossary{page_ending(lang)}.qmd"
    links = re.findall(r"\[([^\]]+)\]\((\d[^)#]+)#[\w-]+\)\.$", glossary.read_text("utf-8"), re.M)
    assert len(links) > 60
    titles = [Page(glossary.parent / address).meta["title"] for _, address in links]
    assert [label for label, _ in links] == titles
