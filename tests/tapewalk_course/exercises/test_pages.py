"""The stubs of the exercise pages, untouched and solved."""

import pytest
import yaml

from tapewalk_course import set_language
from tapewalk_course.exercises import checker
from tapewalk_course.exercises.catalog import MODULES, find
from tapewalk_course.exercises.grading import grade
from tests.pages.sources import ROOT, Page
from tests.tapewalk_course.exercises.ways import WAYS

INDEXES = sorted(ROOT.glob("exercises/*/index.qmd"))
FOLDERS = {path.parent.name[:2]: path.parent.name for path in INDEXES}
VARIABLES = yaml.safe_load((ROOT / "_variables.yml").read_text("utf-8"))
ENDINGS = {"en": ".qmd", "es": ".es.qmd"}
PAGES = {
    (module, lang): Page(ROOT / "exercises" / folder / f"index{ending}")
    for module, folder in FOLDERS.items()
    for lang, ending in ENDINGS.items()
}

every_page = pytest.mark.parametrize(("module", "lang"), PAGES)


@pytest.fixture
def check(monkeypatch):
    """A new checker in place of the one that pages import."""
    fresh, shown = checker.Checker(), []
    monkeypatch.setattr("tapewalk_course.exercises.checker.check", fresh)
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
def test_stub_is_empty_and_not_an_attempt(module, lang, check):
    run(PAGES[module, lang])
    *found, report = check[1]
    assert [each.exercise.id for each in found] == [each.id for each in MODULES[module]]
    assert {each.hint for each in found} == {"hint_unwritten"}
    assert {each.lang for each in found} == {lang}
    assert {row.attempts for row in report.rows} == {0}


@every_page
def test_solutions_bring_all_points(module, lang, check):
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
    assert points == VARIABLES["exercises"][f"module-{module}"]["points"]
    assert f"[{{{{< var exercises.module-{module}.points >}}}} " in PAGES[module, lang].prose


@pytest.mark.parametrize("lang", ENDINGS)
@pytest.mark.parametrize(
    ("cell", "id", "hint"),
    [
        ("doubled", "02.4", "written"),
        ("chunks", "02.5", "again"),
        ("cuts", "02.6", "cut"),
        ("mending", "04.3", "data"),
    ],
)
def test_code_to_repair_has_the_stated_mistake(lang, cell, id, hint):
    page = PAGES[id.partition(".")[0], lang]
    (code,) = [each.code for each in page.cells if each.options["label"] == f"cell-{cell}"]
    names = {}
    exec(code.replace("    raise NotImplementedError\n", ""), names)
    work = [names[name] for name in find(id, lang).takes]
    assert grade(id, *work, seed=1, lang=lang).hint == f"hint_{id}_{hint}"
    if id == "02.6":
        right, (_, broken) = WAYS[id].reference[0], work
        assert grade(id, right, broken, seed=1, lang=lang).hint == "hint_02.6_history"


def test_modules_have_exercise_pages():
    assert FOLDERS.keys() == MODULES.keys()


@every_page
def test_exercise_page_runs_nothing_when_rendered(module, lang):
    assert PAGES[module, lang].meta["execute"] == {"enabled": False}
