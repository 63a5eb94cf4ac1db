"""The break-it lab: each bug has its described effect, and the right engine is right."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tapewalk.language import LANGUAGES
from tapewalk_course import lab
from tapewalk_course.lab import bugs
from tests.each import each


def _holds(engine: str, program: lab.Program) -> bool:
    return all(each["isRight"] for each in lab.check(engine, program.text, program.root))


@each("program", lab.PROGRAMS, ids=lambda program: program.name)
def test_right_engine_agrees_with_both_oracles(program: lab.Program) -> None:
    assert len(lab.check(lab.text(), program.text, program.root)) >= 1
    assert _holds(lab.text(), program)


@each("bug", lab.BUGS, ids=lambda bug: bug.name)
def test_bug_shows_only_on_its_graphs(
    bug: lab.Bug,
) -> None:
    broken = lab.break_it(bug.name)
    assert not _holds(broken, lab.program(bug.shows_on)), bug.name
    # In a set, the order of two different parents varies.
    hidden = {p.name: _holds(broken, p) for p in lab.PROGRAMS if p.name in ("square", "deep")}
    assert any(hidden.values()) or bug.name in ("overwrite", "seed", "plus"), hidden


def test_bug_reports_a_changed_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, *others = lab.BUGS
    stale = replace(first, edits=(("grad -= number", "grad = number"),))
    monkeypatch.setattr(bugs, "BUGS", (stale, *others))
    with pytest.raises(LookupError, match="stands 0 times"):
        lab.break_it(first.name)


@each("lang", LANGUAGES, ids=str)
def test_page_data_are_complete(lang: str) -> None:
    data = lab.data(lang)
    right = data["engine"].splitlines()
    for bug in data["bugs"]:
        taken = [line[1:] for line in lab.changes(bug["name"]) if line.startswith("-")]
        assert taken == [right[line - 1] for line in bug["lines"]], bug["name"]
        assert min(len(bug[part]) for part in ("title", "why", "hint")) > 3
    assert len({bug["title"] for bug in data["bugs"]}) == len(lab.BUGS)


def test_engine_error_reports_its_place() -> None:
    diamond = lab.program("diamond").text
    told = lab.watch(lab.text().replace("order.append", "order.add"), diamond)
    assert (told["error"]["type"], told["error"]["place"]) == ("AttributeError", "engine")
    assert lab.text().splitlines()[told["error"]["line"] - 1].strip() == "order.append(number)"
    told = lab.watch(lab.text(), "a = Number(2.0)\nb = a + c\n")
    assert (told["error"]["type"], told["error"]["line"]) == ("NameError", 2)
    told = lab.watch("class Number:\n    def", diamond)
    assert (told["error"]["type"], told["error"]["place"]) == ("SyntaxError", "engine")
