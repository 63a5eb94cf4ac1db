"""The stubs of the exercise pages, as a learner meets them, and as one who has solved them."""

import pytest

from tapewalk_course import set_language
from tapewalk_course.checks import checker
from tapewalk_course.checks.catalog import MODULES, find
from tapewalk_course.checks.grading import grade
from tests.pages.sources import ROOT, Page
from tests.tapewalk_course.checks.ways import WAYS

FOLDERS = {
    "01": "01-autograd-engine",
    "02": "02-tape-walk",
    "03": "03-manual-backprop",
    "04": "04-graph-introspection",
}
ENDINGS = {"en": ".qmd", "es": ".es.qmd"}
PAGES = {
    (module, lang): Page(ROOT / "exercises" / folder / f"index{ending}")
    for module, folder in FOLDERS.items()
    for lang, ending in ENDINGS.items()
}

every_page = pytest.mark.parametrize(("module", "lang"), PAGES)


@pytest.fixture
def check(monkeypatch):
    """A checker that has seen nothing yet, in place of the one that pages import."""
    fresh, shown = checker.Checker(), []
    monkeypatch.setattr("tapewalk_course.checks.checker.check", fresh)
    monkeypatch.setattr(checker, "_show", shown.append)
    yield fresh, shown
    set_language(None)


def run(page, solved=None):
    names = {}
    for cell in page.cells:
        if solved and cell.options["label"].startswith("check-"):
            names |= solved
        exec(compile(cell.code, f"{page.name}:{cell.line}", "exec"), names)


@every_page
def test_every_stub_says_that_it_is_empty_and_none_is_an_attempt(module, lang, check):
    run(PAGES[module, lang])
    *found, report = check[1]
    assert [each.exercise.id for each in found] == [each.id for each in MODULES[module]]
    assert {each.hint for each in found} == {"hint_unwritten"}
    assert {each.lang for each in found} == {lang}
    assert {row.attempts for row in report.rows} == {0}


@every_page
def test_the_solutions_under_the_stubs_names_pass_and_bring_all_points(module, lang, check):
    solved = {
        name: work
        for exercise in MODULES[module]
        for name, work in zip(exercise.takes, WAYS[exercise.id].reference, strict=True)
    }
    run(PAGES[module, lang], solved)
    *found, report = check[1]
    assert [str(each) for each in found if not each.passed] == []
    points = sum(row.points for row in report.rows)
    assert points == sum(row.of for row in report.rows)
    # The page promises them under its title.
    assert f"[{points} " in PAGES[module, lang].prose


@pytest.mark.parametrize("lang", ENDINGS)
@pytest.mark.parametrize(
    ("cell", "id", "hint"),
    [
        ("doubled", "02.6", "written"),
        ("chunks", "02.7", "again"),
        ("cuts", "02.8", "cut"),
        ("mending", "04.7", "data"),
    ],
)
def test_what_is_to_be_mended_is_broken_as_the_page_says(lang, cell, id, hint):
    page = PAGES[id.partition(".")[0], lang]
    (code,) = [each.code for each in page.cells if each.options["label"] == f"cell-{cell}"]
    names = {}
    exec(code.replace("    raise NotImplementedError\n", ""), names)
    work = [names[name] for name in find(id, lang).takes]
    assert grade(id, *work, seed=1, lang=lang).hint == f"hint_{id}_{hint}"
    if id == "02.8":
        right, (_, broken) = WAYS[id].reference[0], work
        assert grade(id, right, broken, seed=1, lang=lang).hint == "hint_02.8_history"


def test_every_module_has_its_page():
    assert list(FOLDERS) == list(MODULES)


@every_page
def test_the_page_runs_nothing_when_it_is_rendered(module, lang):
    assert PAGES[module, lang].meta["execute"] == {"enabled": False}
