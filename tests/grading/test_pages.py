"""The stubs of the exercise pages, as a learner meets them, and as one who has solved them."""

import pytest

from tapewalk.grading import checker, set_language
from tapewalk.grading.grade import exercises
from tests.grading.module_01 import SOLUTIONS
from tests.pages.sources import ROOT, Page

FOLDER = ROOT / "exercises/01-autograd-engine"
PAGES = {"en": Page(FOLDER / "index.qmd"), "es": Page(FOLDER / "index.es.qmd")}

both = pytest.mark.parametrize("lang", PAGES)


@pytest.fixture
def check(monkeypatch):
    """A checker that has seen nothing yet, in place of the one that pages import."""
    fresh, shown = checker.Checker(), []
    monkeypatch.setattr("tapewalk.grading.check", fresh)
    monkeypatch.setattr(checker, "_show", shown.append)
    yield fresh, shown
    set_language(None)


def run(page, solved=None):
    names = {}
    for cell in page.cells:
        if solved and cell.options["label"].startswith("check-"):
            names |= solved
        exec(compile(cell.code, f"{page.name}:{cell.line}", "exec"), names)


@both
def test_every_stub_says_that_it_is_empty_and_none_is_an_attempt(lang, check):
    run(PAGES[lang])
    *found, report = check[1]
    assert [each.exercise.id for each in found] == [each.id for each in exercises("01")]
    assert {each.hint for each in found} == {"hint_unwritten"}
    assert {each.lang for each in found} == {lang}
    assert {row.attempts for row in report.rows} == {0}


@both
def test_the_solutions_under_the_stubs_names_pass_and_bring_all_points(lang, check):
    takes = {exercise.id: exercise.takes for exercise in exercises("01")}
    solved = {
        name: work
        for id, module in SOLUTIONS.items()
        for name, work in zip(takes[id], module.REFERENCE, strict=True)
    }
    run(PAGES[lang], solved)
    *found, report = check[1]
    assert [str(each) for each in found if not each.passed] == []
    points = sum(row.points for row in report.rows)
    assert points == sum(row.of for row in report.rows)
    # The page promises them under its title.
    assert f"[{points} " in PAGES[lang].prose


@both
def test_the_page_runs_nothing_when_it_is_rendered(lang):
    assert PAGES[lang].meta["execute"] == {"enabled": False}
