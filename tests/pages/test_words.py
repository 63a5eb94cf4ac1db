"""The agreed words and number formats of the course."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tapewalk.language import LANGUAGES, page_ending
from tests.each import each
from tests.pages.sources import ROOT, Page, pages

SPANISH = {
    r"recorridos? de vuelta|para la vuelta\b|fin de la vuelta|\ba la vuelta\b": "camino de vuelta",
    r"(?:escritura|escribir|escribe|operación|nunca|suma) en el sitio": "in situ",
    r"libro de cuentas|las cuentas de una red": "libro de memoria",
    r"no se registr|sin registrar|registrad[oa]s? (?:en|como) (?:la cinta|un nodo)": "grabar",
    r"detiene el registro|registro apagado": "grabación",
    r"(?:tu propia|con su|de cada) derivación|derivar (?:los gradientes|en una línea)": "deducir",
    r"\btante(?:o|ar|ando)\b": "perturbación, diferencia finita",
    r"\b(?:el|un|del|al) softmax\b": "la softmax",
    r"\brodeos?\b|camino que rode[ae]": "atajo, rama",
    r"con otros pasos|con pasos \{": "saltos",
    r"\bgráficos?\b": "gráfica",
    r"\bdeslizador(?:es)?\b|\btirador(?:es)?\b": "control deslizante",
    r"\bcasillas?\b": "celda",
    r"curvatura mayor": "mayor curvatura",
    r"línea de órdenes": "línea de comandos",
    r"\b(?:un|cada|segundo|siguiente) backward\b": "pasada hacia atrás",
    r"cómo de (?:larg|cerca|grande)": "qué longitud",
    r"YOUR CODE HERE": "TU CÓDIGO AQUÍ",
    r"[Ss]e (?:dice a (?:menudo|veces)|suele decir)": "a source, or nothing",
    r"\bmás (?:oscur|clar)[oa]s? (?:donde|es|cuanto)": "más intenso: una página oscura es al revés",
}
ENGLISH = {
    r"\bway back\b": "backward pass",
    r"\bthe mend\b": "the fix",
    r"\bby lot\b": "at random",
    r"\bis no chance\b": "is no coincidence",
    r"\bSo (?:many|much) (?:\w+ ){1,3}(?:does|has|is|are|were)\b": "normal word order",
    r"How many has it|nodes more has": "normal word order",
    r"Be off by|be off by a": "(within 10 % counts)",
    r"[Oo]ften said|(?:number|said) (?:is|that is) often": "a source, or nothing",
    r"sometimes said|Often about": "a source, or nothing",
    r"\b(?:dark|light)er (?:where|is|the)\b": "stronger: a dark page has it the other way round",
}
# The words outside the pages: a file or a folder per language.
_WORDS = ("lib/**/words", "tools/*/words", "modules/library/words")


def told(text: str, forms: dict[str, str]) -> list[str]:
    """Return each rejected form in the text, with its replacement."""
    return [
        f"{found.group()!r}: {instead}"
        for form, instead in forms.items()
        for found in re.finditer(form, text)
    ]


def _texts(lang: str) -> list[Path]:
    words = [
        path
        for folder in _WORDS
        for pattern in (f"{lang}.*", f"{lang}/*.py")
        for path in sorted(ROOT.glob(f"{folder}/{pattern}"))
        if path.is_file()
    ]
    assert len(words) > 10
    return [*(page.path for page in pages() if page.lang == lang), *words]


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@each("path", _texts("es"), ids=_name)
def test_spanish_uses_the_agreed_words(path: Path) -> None:
    assert told(path.read_text("utf-8"), SPANISH) == []


@each("path", _texts("en"), ids=_name)
def test_english_uses_the_agreed_words(path: Path) -> None:
    assert told(path.read_text("utf-8"), ENGLISH) == []


@each("path", sorted(ROOT.glob("lib/diagrams/views/*/words.js")), ids=_name)
def test_views_use_the_agreed_words(path: Path) -> None:
    assert told(path.read_text("utf-8"), SPANISH | ENGLISH) == []


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("un recorrido de vuelta", SPANISH), ("el softmax", SPANISH), ("por tanteo", SPANISH),
        ("the way back", ENGLISH), ("So many parameters does it have", ENGLISH),
        ("Often said: no", ENGLISH),
    ],
)  # fmt: skip
def test_word_lists_find_other_forms(text: str, forms: dict[str, str]) -> None:
    assert len(told(text, forms)) == 1


def test_word_lists_accept_other_words() -> None:
    assert told("El camino de vuelta, la softmax, un atajo: se graba in situ.", SPANISH) == []
    assert told("The backward pass walks back; so many parameters.", ENGLISH) == []


# A comma between thousands would be a decimal comma in Spanish: `number` writes both.
_OWN_FORMAT = re.compile(r':\d*[,_][}.d]|replace\("[.,]", ?"[., ]"\)')


@each("page", pages(), ids=lambda page: page.name)
def test_pages_format_numbers_by_one_helper(page: Page) -> None:
    assert _OWN_FORMAT.findall(page.text) == []


def test_library_formats_numbers_by_one_helper() -> None:
    helper = ROOT / "lib/tapewalk/language.py"
    paths = {*ROOT.glob("lib/**/*.py"), *ROOT.glob("modules/**/*.py")} - {helper}
    assert [_name(p) for p in sorted(paths) if _OWN_FORMAT.search(p.read_text("utf-8"))] == []


_NUMBER = re.compile(r"(?<![\w.,])\d[\d,\u202f]*(?:[.,]\d+)?(?![\w])")
_SPAN = re.compile(r"\[(?:`[^`]*`|[^\]`])*\](?:\([^)]*\))?\{[^}]*\}")
_LINK = re.compile(r"\[[^\]]*\]\([^)]*\)")
_NOT_WORDS = re.compile(
    r"\$\$[^$]*\$\$|\$[^$]*\$|`[^`]*`|\{[^}]*\}|\]\([^)]*\)|^:::.*$|^#.*$", re.MULTILINE
)
_IN_CODE = re.compile(r"(?<![\w.])\d[\d_]*(?:\.\d+)?(?:e-?\d+)?")
_COUNTED_BY_EYE = 12


def unlinked(page: Page) -> list[str]:
    """Return the numbers in a lesson's sentences that no cell computes and no code sets."""
    code = " ".join(cell.code for cell in page.cells if cell.language == "python")
    given = {float(found.replace("_", "")) for found in _IN_CODE.findall(code)}
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
