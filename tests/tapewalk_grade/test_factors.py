"""Handing out notebooks with each learner's own factors, and grading them."""

import json

import pytest

from bench.submissions import POINTS, solved, write
from tapewalk.language import LANGUAGES
from tapewalk_course.exercises.catalog import EXERCISES, MODULES, folder_of
from tapewalk_course.exercises.factors import factors_of, solutions
from tapewalk_grade import handout
from tests.each import check_all
from tests.pages.sources import ROOT, Page
from tests.tapewalk_course.exercises.test_words import fields
from tests.tapewalk_grade.running import graded, run

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
    right = solutions("01", learner)
    for cell in document["cells"]:
        cell["source"] = right.get(cell["id"], cell["source"])
    return document


def test_task_and_given_code_have_the_factor():
    def says_it(folder, lang):
        document = handout.handed_to(built(folder, lang), "ada")
        texts = {cell["id"]: cell["source"] for cell in document["cells"]}
        for exercise in MODULES[folder[:2]]:
            if exercise.factor is not None:
                name, factor = folder_of(exercise).name, str(factors_of("ada")[exercise.id])
                assert factor in texts[f"own-{name}"]
                assert list(texts)[list(texts).index(f"cell-{name}") - 1] == f"own-{name}"
                assert not exercise.factor.stub or f"({factor} * loss)" in texts[f"cell-{name}"]
        assert texts["cell-setup"].endswith('check.learner("ada")')

    check_all(
        (f"{folder} {lang}", lambda folder=folder, lang=lang: says_it(folder, lang))
        for folder in FOLDERS
        for lang in ("en", "es")
    )
    assert len(FOLDERS) == len(MODULES)
    for exercise in EXERCISES:
        said = folder_of(exercise).declared.factor
        assert set(said) == (set(LANGUAGES) if exercise.factor else set())
        assert all(set(fields(text)) == {"c"} for text in said.values())


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
    assert handout.main(given) == handout.WRITTEN
    assert "notebooks: 6;" in capsys.readouterr().out
    return out


def test_only_own_solution_brings_all_points(handed):
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
        # Of two with the same name, the last one remains: Emmy's.
        "index.ipynb": POINTS, "copied.ipynb": POINTS, "typed.ipynb": shared, "plain.ipynb": 0,
    }  # fmt: skip
    assert results["plain.ipynb"]["status"] == "no_learner"
    said = "; ".join(results["copied.ipynb"]["notes"])
    assert "not in its path" in said and f"same learner as {at['ada']}" in said
    assert not any("learner" in note for note in results["index.ipynb"]["notes"])
    hints = {mark["id"]: mark["hint"] for mark in results["typed.ipynb"]["marks"]}
    assert hints["01.1"] is None and hints["01.5"] == "hint_ratio"
    # Without the option a notebook that was handed out is graded with its factors all the same.
    assert graded(at["ada"], plain)["index.ipynb"]["points"] == POINTS


def test_learner_survives_without_metadata(handed):
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
        assert names["check"].feedback("01.2", names["backward"], seed=1).passed
    finally:
        names["check"].learner("")
    assert not names["check"].feedback("01.2", names["backward"], seed=1).passed


def test_own_solutions_pass_with_factors():
    done = run("--check-setup", "--factors", "--module", "01", "--module", "03", "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")


def test_handout_reads_rosters_and_rejects_wrong_ones(tmp_path, capsys):
    path = write(tmp_path / "index.ipynb", built(FOLDERS[0]))
    listed = tmp_path / "grades.csv"
    for head, rows in {
        "Student,ID,SIS User ID": "    Points Possible,,\nLovelace,17,al\n",
        "Identifier,Full name": "Participant 17,Ada\n",
    }.items():
        listed.write_text(f"{head}\n{rows}")
        out = tmp_path / head[:3]
        assert handout.main([str(path), "--learners", str(listed), "--output", str(out)]) == 0
        assert [str(p.relative_to(out)) for p in out.rglob("*.ipynb")] == ["17/index.ipynb"]
    capsys.readouterr()
    (tmp_path / "none.txt").write_text("\n")
    (tmp_path / "odd.txt").write_text("../ada\n.emmy\n")
    (tmp_path / "one.txt").write_text("ada\n")
    write(tmp_path / "other.ipynb", solved())
    for learners, notebook, named in (
        ("none.txt", path, "none.txt"),
        ("missing.txt", path, "missing.txt"),
        ("odd.txt", path, "'../ada', '.emmy'"),
        ("one.txt", tmp_path / "other.ipynb", "other.ipynb"),
    ):
        given = [notebook, "--learners", tmp_path / learners, "--output", tmp_path / "never"]
        assert handout.main(list(map(str, given))) == handout.USAGE
        assert named in capsys.readouterr().err
    assert not (tmp_path / "never").exists()
