"""The replay in JavaScript, held equal to the library on 1,000 random graphs.

Each node is computed again by the library from the operands that JavaScript had. So an error of a
last digit, which the platforms' own exp, log, tanh and pow may make, cannot hide another one by
growing through the graph. Everything that IEEE 754 defines must be the same to the last bit.
"""

from __future__ import annotations

import json
import math
import random
import struct
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tapewalk import Value
from tests.diagrams.random_graphs import EXACT, RULES, Trace, random_case
from tools.assets.__main__ import NODE

SCRIPT = Path(__file__).parent / "replay_all.mjs"
COUNT = 1_000

# Distance between neighbouring floats that exp, log, tanh, sigmoid and pow, and the local
# gradients made of them, may be apart. In V8 and glibc each is within one of the true number.
MOST_ULP = 2


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Any, dict[str, Any]]]:
    """A random case beside what JavaScript made of it, 1,000 times."""
    chance = random.Random(20)
    cases = [random_case(chance) for _ in range(COUNT)]
    path = tmp_path_factory.mktemp("replay") / "cases.json"
    text = json.dumps([[walk, leaves] for walk, leaves, _ in cases], allow_nan=False)
    path.write_text(text, encoding="utf-8")
    run = subprocess.run([NODE, SCRIPT, path], capture_output=True, text=True, check=True)
    return list(zip(cases, json.loads(run.stdout), strict=True))


def test_the_cases_are_as_awkward_as_they_should_be(pairs: list[Any]) -> None:
    ops = [node["op"] for (walk, _, _), _ in pairs for node in walk["nodes"]]
    assert {op for op in RULES if ops.count(op) < 100} == set()
    values = [n["value"] for _, told in pairs for n in told["trace"]["nodes"] if "trace" in told]
    for awkward in ("NaN", "Infinity", "-Infinity", "-0.0"):
        assert values.count(awkward) >= 10, awkward
    messages = {told["message"].partition(":")[0][:12] for _, told in pairs if "message" in told}
    assert len(messages) == 5, messages


def test_each_value_and_local_gradient_is_the_library_s(pairs: list[Any]) -> None:
    for _, told in pairs:
        walk = told["trace"]
        for place in walk["forward"]:
            node, result = walk["nodes"][place], _again(walk, place)
            assert result.op in (node["op"], f"r{node['op']}")
            _compare(node["op"], node["value"], result.data)
            edges = [edge for edge in walk["edges"] if edge["to"] == place]
            for edge, local in zip(edges, result.local_gradients, strict=True):
                _compare(node["op"], edge["local"], local)


def test_gradients_are_the_library_s_products_and_sums_to_the_last_bit(pairs: list[Any]) -> None:
    for _, told in pairs:
        walk = told["trace"]
        if "message" in told:
            assert walk["backward"] == []
            continue
        totals = [0.0] * len(walk["nodes"])
        totals[-1] = 1.0
        for event in walk["backward"]:
            assert _same(event["grad"], totals[event["node"]])
            for sent in event["sends"]:
                edge = walk["edges"][sent["edge"]]
                contribution = totals[event["node"]] * float(edge["local"])
                totals[edge["from"]] += contribution
                assert _same(sent["contribution"], contribution)
                assert _same(sent["total"], totals[edge["from"]])
        for leaf, grad in walk["grads"].items():
            assert _same(grad, totals[int(leaf)])


def test_graphs_of_arithmetic_give_python_s_trace(pairs: list[Any]) -> None:
    """With other leaves the whole trace is Python's own: every number, the order, the labels."""
    compared = 0
    for (walk, leaves, program), told in pairs:
        if any(node["op"] not in EXACT for node in walk["nodes"]) or "message" in told:
            continue
        expected = program.run(_numbers(program.leaves, leaves))
        assert _plain(told["trace"]) == _plain(expected)
        compared += 1
    assert compared > 100


def test_the_others_have_python_s_order_and_nearly_its_gradients(pairs: list[Any]) -> None:
    compared, near = 0, 0
    for (walk, leaves, program), told in pairs:
        if "message" in told:
            continue
        mine = told["trace"]
        assert mine.keys() == walk.keys()
        assert _order(mine) == _order(walk)
        expected = program.run(_numbers(program.leaves, leaves))["grads"]
        compared += 1
        near += all(
            _same(mine["grads"][leaf], float(grad))
            or math.isclose(float(mine["grads"][leaf]), float(grad), rel_tol=1e-9)
            for leaf, grad in expected.items()
        )
    # Differences of nearly equal numbers make a last digit the first: rare, and seen above.
    assert near / compared > 0.98, (near, compared)


def test_where_python_raises_the_replay_says_the_same(pairs: list[Any]) -> None:
    refused = [told for _, told in pairs if "message" in told]
    assert len(refused) > 100
    for told in refused:
        with pytest.raises((ValueError, ZeroDivisionError)) as caught:
            _again(told["trace"], told["node"])
        assert _said(told["message"]) == _said(str(caught.value))


def _order(walk: Trace) -> list[tuple[int, list[int]]]:
    return [
        (event["node"], [sent["edge"] for sent in event["sends"]]) for event in walk["backward"]
    ]


def _again(walk: Trace, place: int) -> Value:
    """Return an operation computed by the library from the operands that the trace holds."""
    node = walk["nodes"][place]
    operands: dict[int, Any] = {c["slot"]: float(c["value"]) for c in node["constants"]}
    made: dict[int, Value] = {}
    for edge in walk["edges"]:
        if edge["to"] == place:
            source = edge["from"]
            made.setdefault(source, Value(float(walk["nodes"][source]["value"])))
            operands[edge["slot"]] = made[source]
    result: Value = RULES[node["op"]](*(operands[slot] for slot in sorted(operands)))
    return result


def _compare(op: str, told: float | str, expected: float) -> None:
    if op in EXACT:
        assert _same(told, expected), (op, told, expected)
    elif math.isnan(expected) or math.isnan(float(told)):
        assert math.isnan(expected) and math.isnan(float(told)), (op, told, expected)
    else:
        assert abs(_rank(float(told)) - _rank(expected)) <= MOST_ULP, (op, told, expected)


def _same(told: float | str, expected: float) -> bool:
    return _bits(float(told)) == _bits(expected)


def _bits(number: float) -> bytes:
    return b"NaN" if math.isnan(number) else struct.pack(">d", number)


def _rank(number: float) -> int:
    """Return the place of a float among all floats: neighbours differ by one."""
    (place,) = struct.unpack(">q", struct.pack(">d", number))
    return int(place) if place >= 0 else -(place & 0x7FFF_FFFF_FFFF_FFFF)


def _numbers(count: int, leaves: dict[str, float | str]) -> list[float]:
    # A leaf that the root does not depend on may be anything.
    return [float(leaves.get(f"x{i}", 1.0)) for i in range(count)]


def _plain(entry: Any) -> Any:
    """Return a trace with each number as its bits, so that 0 and −0 differ and NaN is itself."""
    if isinstance(entry, dict):
        return {key: _plain(part) for key, part in entry.items()}
    if isinstance(entry, list):
        return [_plain(part) for part in entry]
    if isinstance(entry, int | float) and not isinstance(entry, bool):
        return _bits(float(entry))  # JSON from JavaScript has 1 for 1.0
    if entry in ("NaN", "Infinity", "-Infinity", "-0.0"):
        return _bits(float(entry))
    return entry


def _said(message: str) -> tuple[str, list[float]]:
    """Return the words of a message's first sentence, and its numbers."""
    first = message.replace("−", "-").replace("∞", "inf").partition(". ")[0].rstrip(".")
    words, numbers = [], []
    for word in first.split():
        try:
            numbers.append(float(word.replace(",", "")))
        except ValueError:
            words.append(word)
    return " ".join(words), numbers
