"""The break-it lab: each bug breaks what is said of it, and the right engine is tapewalk's own."""

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
def test_the_right_engine_agrees_with_tapewalk_and_with_nudging(program: lab.Program) -> None:
    assert len(lab.check(lab.text(), program.text, program.root)) >= 1
    assert _holds(lab.text(), program)


@each("bug", lab.BUGS, ids=lambda bug: bug.name)
def test_each_bug_gives_wrong_numbers_on_the_graph_said_and_only_there_is_it_a_test(
    bug: lab.Bug,
) -> None:
    broken = lab.break_it(bug.name)
    assert not _holds(broken, lab.program(bug.shows_on)), bug.name
    # In a set, two different parents stand in an order of their own each time.
    hidden = {p.name: _holds(broken, p) for p in lab.PROGRAMS if p.name in ("square", "deep")}
    assert any(hidden.values()) or bug.name in ("overwrite", "seed", "plus"), hidden


def test_a_bug_says_so_when_the_engine_is_no_longer_what_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, *others = lab.BUGS
    stale = replace(first, edits=(("grad -= number", "grad = number"),))
    monkeypatch.setattr(bugs, "BUGS", (stale, *others))
    with pytest.raises(LookupError, match="stands 0 times"):
        lab.break_it(first.name)


@each("lang", LANGUAGES, ids=str)
def test_what_a_page_gets_is_complete_and_points_at_lines_that_change(lang: str) -> None:
    data = lab.data(lang)
    right = data["engine"].splitlines()
    for bug in data["bugs"]:
        taken = [line[1:] for line in lab.changes(bug["name"]) if line.startswith("-")]
        assert taken == [right[line - 1] for line in bug["lines"]], bug["name"]
        assert min(len(bug[part]) for part in ("title", "why", "hint")) > 3
    assert len({bug["title"] for bug in data["bugs"]}) == len(lab.BUGS)


def test_an_engine_that_stops_says_where() -> None:
    diamond = lab.program("diamond").text
    told = lab.watch(lab.text().replace("order.append", "order.add"), diamond)
    assert (told["error"]["type"], told["error"]["place"]) == ("AttributeError", "engine")
    assert lab.text().splitlines()[told["error"]["line"] - 1].strip() == "order.append(number)"
    told = lab.watch(lab.text(), "a = Number(2.0)\nb = a + c\n")
    assert (told["error"]["type"], told["error"]["line"]) == ("NameError", 2)
    told = lab.watch("class Number:\n    def", diamond)
    assert (told["error"]["type"], told["error"]["place"]) == ("SyntaxError", "engine")
