"""The page for teachers says what the grader's command line really takes and answers."""

from __future__ import annotations

import re

import pytest

from tapewalk_course.grade import __main__ as command
from tapewalk_course.grade.arguments import parsed
from tapewalk_course.grade.formats import FORMATS
from tests.pages.sources import ROOT, Page

PAGES = [Page(ROOT / f"exercises/teachers{end}.qmd") for end in ("", ".es")]

both = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@both
def test_its_table_lists_every_option(page, capsys):
    with pytest.raises(SystemExit):
        parsed(["--help"])
    known = set(re.findall(r"^  (--[a-z-]+) ", capsys.readouterr().out, re.MULTILINE))
    assert set(re.findall(r"^\| `(--[a-z-]+)[ `]", page.text, re.MULTILINE)) == known


@both
def test_its_defaults_and_formats_are_the_command_s(page):
    given = parsed(["a.ipynb"])
    defaults = dict(re.findall(r"^\| `--(\w+) \w+` .*\| ([^|]+) \|$", page.text, re.MULTILINE))
    assert defaults["timeout"] == f"{given.timeout:g}"
    assert defaults["memory"] == f"{given.memory}"
    assert defaults["format"] == f"`{given.format}`"
    assert all(f"`{name}`" in page.text for name in FORMATS)


@both
def test_its_exit_statuses_are_the_command_s(page):
    status = {int(code) for code in re.findall(r"^\| (\d+) \|", page.text, re.MULTILINE)}
    assert status == {
        command.GRADED,
        command.UNGRADED,
        command.USAGE,
        command.BELOW,
        command.INTERRUPTED,
    }


@both
def test_the_workflow_it_calls_has_those_inputs(page):
    workflow = (ROOT / ".github/workflows/classroom.yml").read_text("utf-8")
    called = re.search(r"    with:\n((?:      \w+: .*\n)+)", page.text)
    assert called
    for name in re.findall(r"^ +(\w+):", called[1], re.MULTILINE):
        assert re.search(rf"^ +{name}: {{", workflow, re.MULTILINE), name
