"""Handing out notebooks with factors of each learner's own, and grading what comes back."""

import json

import pytest

from tapewalk_course.checks.catalog import MODULES, solutions
from tapewalk_course.checks.constants import CONSTANTS, factors_of, replaced
from tapewalk_course.grade import hand_out
from tapewalk_course.grade.own import words
from tests.each import told_of_all
from tests.pages.sources import ROOT, Page
from tests.tapewalk_course.checks.test_words import fields
from tests.tapewalk_course.grade.running import graded, run
from tests.tapewalk_course.grade.submissions import POINTS, solved, write

FOLDERS = sorted(path.parent.name for path in ROOT.glob("exercises/*/index.qmd"))


def built(folder, lang="en"):
    """Return a notebook with the cells and the marks that `make notebooks` gives it."""
    page = Page(ROOT / "exercises" / folder / f"index{'' if lang == 'en' else '.es'}.qmd")
    cells = [
        {"cell_type": "code", "id": cell.options["label"], "metadata": {}, "outputs": [],
         "execution_count": None, "source": cell.code.splitlines(keepends=True)}
        for cell in page.cells
    ]  # fmt: skip
    about = {"exercises": folder[:2], "lang": lang}
    return {"nbformat": 4, "nbformat_minor": 5, "cells": cells, "metadata": {"tapewalk": about}}


def with_solutions(document, learner):
    """Return a notebook in which a learner has written the right solutions of module 01."""
    cells = {f"cell-{own.cell}": (id, own) for id, own in CONSTANTS.items() if id[:2] == "01"}
    for cell in document["cells"]:
        if cell["id"] in solutions("01"):
            cell["source"] = solutions("01")[cell["id"]]
            if cell["id"] in cells:
                id, own = cells[cell["id"]]
                cell["source"] = replaced(cell["source"], own.solution, id, learner)
    return document


def test_every_task_with_a_factor_says_so_and_code_that_is_given_has_it():
    def says_it(folder, lang):
        document = hand_out.handed_to(built(folder, lang), "ada")
        texts = {cell["id"]: cell["source"] for cell in document["cells"]}
        for id, own in CONSTANTS.items():
            if id[:2] == folder[:2]:
                factor = str(factors_of("ada")[id])
                assert factor in texts[f"own-{own.cell}"]
                before = list(texts)[list(texts).index(f"cell-{own.cell}") - 1]
                assert before == f"own-{own.cell}"
                assert not own.stub or f"({factor} * loss)" in texts[f"cell-{own.cell}"]
        assert texts["cell-setup"].endswith('check.learner("ada")')

    told_of_all(
        (f"{folder} {lang}", lambda folder=folder, lang=lang: says_it(folder, lang))
        for folder in FOLDERS
        for lang in ("en", "es")
    )
    assert len(FOLDERS) == len(MODULES)
    assert list(words.own["en"]) == list(words.own["es"]) == list(CONSTANTS)
    assert all(set(fields(said[id])) == {"c"} for said in words.own.values() for id in CONSTANTS)


@pytest.fixture
def handed(tmp_path, capsys):
    """Return the folder with the notebooks of three learners."""
    built_at = tmp_path / "built"
    for folder in FOLDERS[:2]:
        write(built_at / folder / "index.ipynb", built(folder))
    names = tmp_path / "names.txt"
    names.write_text("ada\n\nemmy noether\ngrace\n")
    out = tmp_path / "out"
    given = [str(built_at), "--learners", str(names), "--output", str(out)]
    assert hand_out.main(given) == hand_out.WRITTEN
    assert "6 " in capsys.readouterr().out
    return out


def test_one_s_own_solution_brings_all_points_and_a_neighbour_s_does_not(handed):
    at = {name: handed / name / FOLDERS[0] / "index.ipynb" for name in ("ada", "emmy noether")}
    for name, path in at.items():
        write(path, with_solutions(json.loads(path.read_text()), name))
    # Grace hands in Ada's notebook as it is; and Ada's solutions under her own name.
    copied, typed = (handed / "grace" / each for each in ("copied.ipynb", "typed.ipynb"))
    copied.write_bytes(at["ada"].read_bytes())
    own = json.loads((handed / "grace" / FOLDERS[0] / "index.ipynb").read_text())
    write(typed, with_solutions(own, "ada"))
    plain = write(handed / "plain.ipynb", solved())
    his, hers = factors_of("ada"), factors_of("grace")
    alike = [each for each in MODULES["01"] if his.get(each.id) == hers.get(each.id)]
    shared = sum(exercise.points for exercise in alike)
    assert 0 < shared < POINTS / 2
    results = graded(*at.values(), copied, typed, plain, "--factors", "--seed", 1)
    assert {name: result["points"] for name, result in results.items()} == {
        # Of the two that are called alike, the last is left: Emmy's.
        "index.ipynb": POINTS, "copied.ipynb": POINTS, "typed.ipynb": shared, "plain.ipynb": 0,
    }  # fmt: skip
    assert results["plain.ipynb"]["status"] == "no_learner"
    said = "; ".join(results["copied.ipynb"]["notes"])
    assert "not in its path" in said and f"same learner as {at['ada']}" in said
    assert not any("learner" in note for note in results["index.ipynb"]["notes"])
    hints = {mark["id"]: mark["hint"] for mark in results["typed.ipynb"]["marks"]}
    assert hints["01.2"] is None and hints["01.6"] == "hint_numbers"
    # Without the option a notebook that was handed out is graded with its factors all the same.
    assert graded(at["ada"], plain)["index.ipynb"]["points"] == POINTS


def test_a_name_survives_an_editor_that_drops_the_metadata_and_it_counts_in_the_notebook(handed):
    path = handed / "ada" / FOLDERS[0] / "index.ipynb"
    document = with_solutions(json.loads(path.read_text()), "ada")
    del document["metadata"]["tapewalk"]
    result = graded(write(path, document), "--factors")["index.ipynb"]
    assert result["points"] == POINTS
    names = {}
    codes = [cell for cell in document["cells"] if cell["cell_type"] == "code"]
    said = "\n".join("".join(cell["source"]) for cell in codes)
    exec(compile(said, "notebook", "exec"), names)
    try:
        assert names["check"].feedback("01.3", names["backward"], seed=1).passed
    finally:
        names["check"].learner("")
    assert not names["check"].feedback("01.3", names["backward"], seed=1).passed


def test_the_course_s_own_solutions_get_full_marks_with_factors_too():
    done = run("--check-setup", "--factors", "--module", "01", "--module", "03", "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")


def test_lists_of_learners_and_what_is_wrong_with_them(tmp_path, capsys):
    path = write(tmp_path / "index.ipynb", built(FOLDERS[0]))
    listed = tmp_path / "grades.csv"
    for head, rows in {
        "Student,ID,SIS User ID": "    Points Possible,,\nLovelace,17,al\n",
        "Identifier,Full name": "Participant 17,Ada\n",
    }.items():
        listed.write_text(f"{head}\n{rows}")
        out = tmp_path / head[:3]
        assert hand_out.main([str(path), "--learners", str(listed), "--output", str(out)]) == 0
        assert [str(p.relative_to(out)) for p in out.rglob("*.ipynb")] == ["17/index.ipynb"]
    capsys.readouterr()
    (tmp_path / "none.txt").write_text("\n")
    (tmp_path / "odd.txt").write_text("../ada\n.emmy\n")
    (tmp_path / "one.txt").write_text("ada\n")
    write(tmp_path / "other.ipynb", solved())
    for learners, notebook, told in (
        ("none.txt", path, "none.txt"),
        ("missing.txt", path, "missing.txt"),
        ("odd.txt", path, "'../ada', '.emmy'"),
        ("one.txt", tmp_path / "other.ipynb", "other.ipynb"),
    ):
        given = [notebook, "--learners", tmp_path / learners, "--output", tmp_path / "never"]
        assert hand_out.main(list(map(str, given))) == hand_out.USAGE
        assert told in capsys.readouterr().err
    assert not (tmp_path / "never").exists()
