"""The page for teachers agrees with the grader's command line."""

from __future__ import annotations

import re

import pytest

from tapewalk_grade.arguments import Status, parsed
from tapewalk_grade.output.formats import FORMATS
from tests.pages.sources import ROOT, Page

PAGES = [Page(ROOT / f"exercises/teachers{end}.qmd") for end in ("", ".es")]

both = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@both
def test_table_lists_every_option(page, capsys):
    with pytest.raises(SystemExit):
        parsed(["--help"])
    known = set(re.findall(r"^  (--[a-z-]+) ", capsys.readouterr().out, re.MULTILINE))
    assert set(re.findall(r"^\| `(--[a-z-]+)[ `]", page.text, re.MULTILINE)) == known


@both
def test_defaults_and_formats_match_the_command(page):
    given = parsed(["a.ipynb"])
    defaults = dict(re.findall(r"^\| `--(\w+) \w+` .*\| ([^|]+) \|$", page.text, re.MULTILINE))
    assert defaults["timeout"] == f"{given.timeout:g}"
    assert defaults["memory"] == f"{given.memory}"
    assert defaults["format"] == f"`{given.format}`"
    assert all(f"`{name}`" in page.text for name in FORMATS)


@both
def test_exit_statuses_match_the_command(page):
    status = {int(code) for code in re.findall(r"^\| (\d+) \|", page.text, re.MULTILINE)}
    assert status == set(Status)


@both
def test_called_workflow_has_those_inputs(page):
    workflow = (ROOT / ".github/workflows/classroom.yml").read_text("utf-8")
    called = re.search(r"    with:\n((?:      \w+: .*\n)+)", page.text)
    assert called
    for name in re.findall(r"^ +(\w+):", called[1], re.MULTILINE):
        assert re.search(rf"^ +{name}: {{", workflow, re.MULTILINE), name
