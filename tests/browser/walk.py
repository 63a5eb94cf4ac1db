"""What a diagram should show at each step, derived from a trace without any JavaScript."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from tests.browser.numbers import Number, written

Trace = dict[str, Any]
Writer = Callable[[Number], str]


@dataclass(frozen=True)
class Moment:
    """What is on view at one step, as text in one language.

    Attributes:
        kind: `start`, `forward`, `seed` or `send`.
        values: By node, for the nodes whose value is known.
        gradients: By node, from its first arrival on: the total, or the sum that led to it.
        locals: By edge, once the operation at its end has run.
        sent: By edge, once something came along it.
        told: The numbers that the sentence must tell.
    """

    kind: str
    values: dict[int, str] = field(default_factory=dict)
    gradients: dict[int, str] = field(default_factory=dict)
    locals: dict[int, str] = field(default_factory=dict)
    sent: dict[int, str] = field(default_factory=dict)
    told: tuple[str, ...] = ()


def moments(trace: Trace, lang: str) -> list[Moment]:
    """Return the steps of both passes: the leaves, each operation, the seed, each single send."""

    text = partial(written, lang=lang)
    leaves = [node for node in trace["nodes"] if node["op"] == "leaf"]
    given = {node["id"]: text(node["value"]) for node in leaves}
    steps = [Moment("start", values=given, told=tuple(given.values()))]
    for node in trace["forward"]:
        steps.append(_computed(steps[-1], trace, node, text))
    for event in trace["backward"]:
        if len(steps) == len(trace["forward"]) + 1:
            root = text(event["grad"])
            steps.append(
                replace(steps[-1], kind="seed", gradients={event["node"]: root}, told=(root,))
            )
        for send in event["sends"]:
            steps.append(_arrived(steps[-1], trace, event, send, text))
    return steps


def _computed(before: Moment, trace: Trace, node: int, text: Writer) -> Moment:
    into = {i: edge for i, edge in enumerate(trace["edges"]) if edge["to"] == node}
    value = text(trace["nodes"][node]["value"])
    local = {i: text(edge["local"]) for i, edge in into.items()}
    operands = [before.values[edge["from"]] for edge in into.values()]
    return replace(
        before,
        kind="forward",
        values=before.values | {node: value},
        locals=before.locals | local,
        told=(*operands, value, *local.values()),
    )


def _arrived(before: Moment, trace: Trace, event: Any, send: Any, text: Writer) -> Moment:
    edge = trace["edges"][send["edge"]]
    receiver = edge["from"]
    contribution, total = text(send["contribution"]), text(send["total"])
    told = [text(event["grad"]), text(edge["local"]), contribution]
    shown = total
    if receiver in before.gradients:
        already = before.gradients[receiver].rpartition("= ")[2]
        told += [already, total]
        added = f"({contribution})" if float(send["contribution"]) < 0 else contribution
        if not _is_lost(trace, send):
            shown = f"{already} + {added} = {total}"
    return replace(
        before,
        kind="send",
        gradients=before.gradients | {receiver: shown},
        sent=before.sent | {send["edge"]: contribution},
        told=tuple(told),
    )


def _is_lost(trace: Trace, send: Any) -> bool:
    """Return whether a wrong engine's walk lost what the receiver had: no sum gives its total."""
    edges, events = trace["edges"], trace["backward"]
    receiver = edges[send["edge"]]["from"]
    arrived = [
        one for event in events for one in event["sends"] if edges[one["edge"]]["from"] == receiver
    ]
    before = float(arrived[arrived.index(send) - 1]["total"])
    contribution, total = float(send["contribution"]), float(send["total"])
    return not math.isnan(before + contribution + total) and before + contribution != total
