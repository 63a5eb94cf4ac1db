"""A drawing of a small calculation, with the result for each number and the right one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from tapewalk_course.checking.comparing import close
from tapewalk_course.checking.distant import is_a
from tapewalk_course.checking.exercise import Trial
from tapewalk_course.checking.programs import Program
from tapewalk_course.checking.showing import shown

# A calculation with more numbers is not small.
_MOST: Final = 14
_UNTRIED: Final = ("unwritten", "handed", "uncalled")
_WIDTH, _HEIGHT, _ACROSS, _DOWN = 96, 54, 132, 64


def drawing(trial: Trial) -> str:
    """Return the calculation that was tried as SVG; empty if there is none, or a large one.

    Under each number is its result, and the expected one if that differs: a drawing shows where a
    backward pass went wrong sooner than two dictionaries do.
    """
    programs = [one for one in trial.case.inputs.values() if isinstance(one, Program)]
    if trial.problem in _UNTRIED or len(programs) != 1 or len(programs[0]) > _MOST:
        return ""
    program = programs[0]
    values, places = program.values(), _places(program)
    edges = []
    for position in range(len(program)):
        parents = program.edges(position, values)[0]
        for nth, parent in enumerate(parents):
            # Two edges between the same numbers must not overlap.
            bend = 14 * (nth - (len(parents) - 1) / 2) if len(set(parents)) < len(parents) else 0
            edges.append(_edge(places[parent], places[position], bend))
    nodes = [
        _node(places[n], f"{program.name(n)} = {shown(value, 3)}", *_below(trial, program, n))
        for n, value in enumerate(values)
    ]
    wide = max(x for x, _ in places) + _WIDTH + 8
    high = max(y for _, y in places) + _HEIGHT + 8
    said = escape(str(program), quote=True)
    return (
        f'<div class="drawing"><svg viewBox="-4 -4 {wide} {high}" width="{wide}" height="{high}" '
        f'role="img" aria-label="{said}">{"".join(edges)}{"".join(nodes)}</svg></div>'
    )


def _places(program: Program) -> list[tuple[int, int]]:
    """Return the places of the numbers: each is to the right of its operands, cut off or not."""
    columns = [0] * len(program.leaves)
    for _, operands in program.steps:
        columns.append(1 + max(columns[each] for each in operands))
    rows, places = dict[int, int](), list[tuple[int, int]]()
    for column in columns:
        row = rows.get(column, 0)
        rows[column] = row + 1
        # Every second column is lower, so that edges pass between the numbers of the others.
        places.append((column * _ACROSS, (2 * row + column % 2) * _DOWN))
    return places


def _below(trial: Trial, program: Program, position: int) -> tuple[str, bool]:
    """Return the text below a number, with both results if they differ, and whether it is right."""
    got, expected = trial.got, trial.expected
    if is_a(got, "Names"):
        return _numbered(got, program, position)
    if not isinstance(got, Mapping) or not isinstance(expected, Mapping):
        return "", True
    name = program.name(position)
    key = name if name in expected else f"{name}.grad"
    if key not in expected:
        return "", True
    wanted, came = shown(expected[key], 3), _short(got.get(key))
    if close(got.get(key), expected[key]) is None:
        return f"{came} ✓", True
    return f"{came} ✗ {wanted}", False


def _numbered(order: Sequence[str], program: Program, position: int) -> tuple[str, bool]:
    """Return a number's places in an order, and whether it is there once, after its parents."""
    name = program.name(position)
    places = [nth for nth, other in enumerate(order, 1) if other == name]
    parents = [program.name(each) for each in program.edges(position, program.values())[0]]
    before = order[: places[0] - 1] if places else []
    is_right = len(places) == 1 and all(parent in before for parent in parents)
    text = ", ".join(f"{nth}." for nth in places[:3]) or "–"
    return f"{text} {'✓' if is_right else '✗'}", is_right


def _short(one: Any) -> str:
    return "–" if one is None else shown(one, 3)[:8]


def _edge(start: tuple[int, int], end: tuple[int, int], bend: float) -> str:
    x, y, u, v = start[0] + _WIDTH, start[1] + _HEIGHT / 2, end[0], end[1] + _HEIGHT / 2
    middle = (x + u) / 2
    return f'<path d="M{x} {y:g}C{middle:g} {y + bend:g} {middle:g} {v + bend:g} {u} {v:g}"/>'


def _node(place: tuple[int, int], name: str, below: str, right: bool) -> str:
    x, y = place
    kind = "" if not below else "right" if right else "wrong"
    return (
        f'<g class="{kind}" transform="translate({x} {y})"><rect width="{_WIDTH}" '
        f'height="{_HEIGHT}" rx="8"/><text x="{_WIDTH // 2}" y="24">{escape(name)}</text>'
        f'<text class="came" x="{_WIDTH // 2}" y="46">{escape(below)}</text></g>'
    )
