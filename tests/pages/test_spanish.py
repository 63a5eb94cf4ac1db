"""The Spanish pages speak to one reader, and call her tú."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.each import each
from tests.pages.sources import ROOT, pages

SPANISH_FILES = [page.path for page in pages() if page.lang == "es"] + [
    *ROOT.glob("lib/tapewalk_course/exercises/*/*/task.es.qmd"),
    ROOT / "lib/diagrams/words/es.js",
]

_PRONOUNS = r"\b(?:ustedes|usted|vosotr[oa]s|vuestr[oa]s?)\b"
# podéis, llegáis; not dieciséis.
_SECOND_PLURAL = r"\b(?:(?!\w*séis\b)\w+[áé]is|veis|vais|sois|dais)\b"
_FORMAL_ORDERS = (
    r"(?:^|[.!?:;«¿¡>\]*]\s*)"
    r"(?:Abra|Anote|Avance|Calcule|Cambie|Compare|Compruebe|Escriba|Ejecute|Elija|Espere|Fíjese|"
    r"Haga|Imagine|Lea|Mire|Note|Observe|Pase|Pinche|Piense|Pruebe|Pulse|Recuerde|Responda|Tome|"
    r"Use|Vaya|Vea|Vuelva)\b"
)
NOT_TU = re.compile(f"{_PRONOUNS}|{_SECOND_PLURAL}|{_FORMAL_ORDERS}", re.MULTILINE)
_PYTHON_CELL = re.compile(r"^```\{python\}.*?^```$", re.DOTALL | re.MULTILINE)


def forms_that_are_not_tu(text: str) -> list[str]:
    """Return the words of `text` that address the reader as usted, ustedes or vosotros."""
    return [found.group().strip() for found in NOT_TU.finditer(text)]


@each("path", SPANISH_FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_reader_is_addressed_as_tu(path: Path) -> None:
    text = _PYTHON_CELL.sub("", path.read_text(encoding="utf-8"))
    assert forms_that_are_not_tu(text) == []


@pytest.mark.parametrize(
    "text",
    ["Si usted quiere,", "¿Qué veis aquí?", "Cuando hayáis terminado", "Ahora no. Pulse la tecla."],
)
def test_word_list_finds_other_forms(text: str) -> None:
    assert len(forms_that_are_not_tu(text)) == 1


def test_word_list_accepts_other_words() -> None:
    assert forms_that_are_not_tu("Dieciséis veces, cuando se ejecute. Tú eliges: pulsa.") == []
