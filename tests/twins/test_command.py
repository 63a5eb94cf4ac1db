"""`python -m tools.twins` in a project with and without git."""

import subprocess

import pytest

from tests.twins.lesson import ENGLISH, SPANISH
from tools.twins.__main__ import main


@pytest.fixture
def project(tmp_path):
    (tmp_path / "_quarto.yml").write_text('project: {type: website, render: ["*.qmd"]}\n')
    (tmp_path / "a.qmd").write_text(ENGLISH)
    (tmp_path / "a.es.qmd").write_text(SPANISH)
    return tmp_path


def git(project, *arguments):
    names = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", "-C", project, *names, *arguments], check=True, capture_output=True)


def replace(path, old, new):
    path.write_text(path.read_text().replace(old, new))


def test_it_has_nothing_to_say_where_twins_agree(project, capsys):
    assert main(["--root", str(project), "--check"]) == 0
    assert main(["--root", str(project)]) == 0
    assert capsys.readouterr() == ("", "")
    assert (project / "a.es.qmd").read_text() == SPANISH


def test_check_names_the_page_and_what_to_run_and_writes_nothing(project, capsys):
    replace(project / "a.qmd", "toc: false", "toc: true")
    assert main(["--root", str(project), "--check"]) == 1
    out, err = capsys.readouterr()
    assert (out, err) == ("a.es.qmd: differs\n", "run make twins\n")
    assert (project / "a.es.qmd").read_text() == SPANISH


@pytest.mark.parametrize("page", ["a.qmd", "a.es.qmd"])
def test_it_writes_the_page_that_is_named(project, page):
    for name in ("b.qmd", "b.es.qmd"):
        (project / name).write_text((project / f"a{name[1:]}").read_text())
    for name in ("a.qmd", "b.qmd"):
        replace(project / name, "toc: false", "toc: true")
    assert main(["--root", str(project), str(project / page)]) == 0
    assert (project / "a.es.qmd").read_text() == SPANISH.replace("toc: false", "toc: true")
    assert (project / "b.es.qmd").read_text() == SPANISH


def test_a_page_without_a_twin_is_refused_by_its_name(project, capsys):
    (project / "a.es.qmd").unlink()
    with pytest.raises(SystemExit):
        main(["--root", str(project), str(project / "a.qmd")])
    assert "a.qmd with a twin beside it" in capsys.readouterr().err


def test_the_last_commit_tells_which_words_belonged_together(project, capsys):
    git(project, "init")
    git(project, "add", ".")
    git(project, "commit", "-m", "a")
    # As many lines as before, so that the order alone tells nothing.
    replace(project / "a.qmd", "- read a slope,\n- add two slopes.", "- add two slopes.\n- rest.")
    assert main(["--root", str(project)]) == 0
    objectives = "- sumar dos pendientes.\n- rest. <!-- traducir -->\n"
    assert objectives in (project / "a.es.qmd").read_text()
    out = capsys.readouterr().out
    assert "no longer said: leer una pendiente," in out
    assert "a.es.qmd: 1 × `traducir`" in out


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("#| label: cell-slope", "#| lable: cell-slope", 21),
        ('c = x.total("sum")', 'c = x.total("sum"', 20),
        ("toc: false\n---", "toc: false", 1),
    ],
)
def test_a_page_that_cannot_be_read_is_told_with_its_line(project, capsys, old, new, line):
    replace(project / "a.qmd", old, new)
    assert main(["--root", str(project)]) == 1
    assert capsys.readouterr().err.startswith(f"a.qmd:{line}: ")
