"""A build stops at a word that the course does not use, wherever a reader would see it."""

import pytest

from tests.pages.sources import ROOT, pages
from tests.preview.fixture_site import Site
from tools.preview import wording
from tools.preview.errors import Problems

HINTS = "lib/a/mistakes.toml"
SLIPS = {
    "a a": ("a.es.qmd", "¿Qué gradiente llega a a?"),
    "y y": ("a.es.qmd", "Mira x y y."),
    "paseo": ("a.es.qmd", "El paseo acaba en x."),
    "girada": (HINTS, 'es = "La matriz girada."'),
    "mend": (HINTS, 'en = "Now mend it."'),
    "raises": ("a.qmd", "The second pass raises."),
    "way back": ("lib/a/words/en.py", 'END = "the way back"'),
    "la vuelta empieza": ("lib/diagrams/views/a/words.js", 'start: "la vuelta empieza"'),
    "*this*": ("a.qmd", 'question: "What does *this* do?",'),
    "`x`": ("a.es.qmd", 'say: "Mira `x`.",'),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_slip_stops_the_build_at_its_line(site: Site, slip: str) -> None:
    name, line = SLIPS[slip]
    site.page("A page.\n")
    if name.endswith(".qmd"):
        site.page(f"{line}\n", name)
    else:
        site.write(name, f"{line}\n")
    (problem,) = site.problems()
    assert problem.startswith(f"{name}:{4 if name.endswith('.qmd') else 1}: ")
    assert slip in problem


def test_words_of_the_other_language_and_products_pass() -> None:
    assert wording.slips('en = "A paseo in a registro."', ("en",)) == []
    assert wording.slips('question: "y = y * 2, then (a + b) ** 2?"', ("en", "es")) == []


def test_course_has_no_slips() -> None:
    problems = Problems()
    tasks = ROOT.glob("lib/tapewalk_course/exercises/*/*/task*.qmd")
    wording.check(ROOT, [*(page.path for page in pages()), *tasks], problems)
    assert [problem.show(ROOT) for problem in problems.found] == []
