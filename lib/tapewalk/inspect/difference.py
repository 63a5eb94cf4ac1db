"""The difference of two graphs or scores, in a few lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from tapewalk.inspect.categories import CATEGORIES
from tapewalk.inspect.largest import line_of
from tapewalk.inspect.report import Report
from tapewalk.inspect.words import say
from tapewalk.language import known, language, size
from tapewalk.trace.score import held_bytes

Facts: TypeAlias = list[tuple[str, dict[str, object]]]
SHOWN: Final = 5  # parts of a peak that have changed, the largest first


@dataclass(frozen=True, repr=False)
class Difference:
    """The differences of two reports. Printing it puts them in words.

    Attributes:
        facts: Names of sentences, each with what is filled in.
        growth: By which share the peak of memory has grown, if both steps were measured.
    """

    facts: tuple[tuple[str, dict[str, object]], ...]
    growth: float | None = None

    def __bool__(self) -> bool:
        return bool(self.facts)

    def text(self, lang: str | None = None) -> str:
        """Return the differences, a line each.

        Args:
            lang: `"en"` or `"es"`; the chosen language if left out.
        """
        lang = language() if lang is None else known(lang)
        lines = []
        for key, filled in self.facts:
            words = {name: _word(filling, lang) for name, filling in filled.items()}
            lines.append(say(key, lang, **words))
        return "\n".join(lines) or say("same", lang)

    __str__ = text
    __repr__ = text


def diff(report_a: Report | Mapping[str, Any], report_b: Report | Mapping[str, Any]) -> Difference:
    """Return the differences between two graphs, or between two scores.

    For scores, also those in reports, it compares the peaks of the memory kept for backward,
    and the bytes kept at the peak by module, operation and line. For graphs, it compares the
    numbers of nodes by category and type, depth, width, number types, bytes kept for backward,
    attention, the parameters without a path, and the marks of gradients.

    Args:
        report_a: The report or score to start from.
        report_b: The report or score to compare with it.

    Returns:
        The differences; empty, and false, if the graphs are alike.

    Example:
        >>> from tapewalk import Tensor, inspect
        >>> x = Tensor([1.0, 2.0], requires_grad=True)
        >>> print(diff(inspect(x.exp().sum()), inspect(x.exp().relu().sum())).text("en"))
        nodes: 3 → 4
        activation: 0 → 1 (ReLU +1)
        depth: 3 → 4
        activations saved: 8 B → 16 B
    """
    steps = [r if isinstance(r, Mapping) else r.score for r in (report_a, report_b)]
    facts: Facts = []
    growth = None
    if steps[0] is not None and steps[1] is not None:
        facts, growth = _peaks(*steps)
    if isinstance(report_a, Report) and isinstance(report_b, Report):
        facts += _graphs(report_a, report_b)
    return Difference(tuple(facts), growth)


def _peaks(a: Any, b: Any) -> tuple[Facts, float]:
    """Return the sentences on the peaks of two scores, and by which share the first has grown."""
    held = [held_bytes(a), held_bytes(b)]
    first, second = (max(each, default=0) for each in held)
    parts = [_held_at(step, each.index(max(each))) for step, each in zip((a, b), held, strict=True)]
    changes = {
        part: sum(parts[1].get(part, {}).values()) - sum(parts[0].get(part, {}).values())
        for part in {**parts[1], **parts[0]}
    }
    facts: Facts = []
    if first != second:
        change = {"change": _Change(second - first)}
        facts.append(("diff_peak", {"a": _Bytes(first), "b": _Bytes(second), **change}))
    for part in sorted(changes, key=lambda part: -abs(changes[part]))[:SHOWN]:
        if changes[part]:
            lines = parts[1].get(part) or parts[0][part]
            where = ", ".join(filter(None, [*part, max(lines, key=lambda line: lines[line])]))
            facts.append(("diff_part", {"part": where, "change": _Change(changes[part])}))
    return facts, (second - first) / first if first else float(second > 0)


def _held_at(step: Any, moment: int) -> dict[tuple[str, str], Counter[str]]:
    """Return the bytes that are held at a moment, by module and operation, by line."""
    held: dict[tuple[str, str], Counter[str]] = {}
    for storage in step["storages"]:
        if storage["of"] is None and storage["from"] <= moment <= storage["until"]:
            node = step["nodes"][storage["node"]]
            part = held.setdefault((node["group"] or "", node["op"]), Counter())
            part[line_of(step, node)] += storage["bytes"]
    return held


def _graphs(a: Report, b: Report) -> Facts:
    facts: Facts = []

    def compare(key: str, of_a: object, of_b: object, **more: object) -> None:
        if of_a != of_b:
            facts.append((key, {"a": of_a, "b": of_b, **more}))

    compare("diff_nodes", len(a.nodes), len(b.nodes))
    for category in CATEGORIES:
        in_a, in_b = a.of_category(category), b.of_category(category)
        if in_a != in_b:
            counts = {"a": in_a.total(), "b": in_b.total()}
            filled = {"category": f"@{category}", **counts, "types": _changes(in_a, in_b)}
            facts.append(("diff_category", filled))
    compare("diff_depth", a.depth, b.depth)
    compare("diff_width", a.width, b.width)
    compare("diff_dtypes", ", ".join(a.dtypes), ", ".join(b.dtypes))
    compare("diff_freed", _yes(a.freed), _yes(b.freed))
    if a.saved and b.saved:
        compare("diff_saved", _Bytes(a.saved.activations), _Bytes(b.saved.activations))
    fused = [sum(core.fused for core in report.attention) for report in (a, b)]
    if [fused[0], len(a.attention)] != [fused[1], len(b.attention)]:
        counts = {"a": fused[0], "b": fused[1]}
        counts |= {"a_all": len(a.attention), "b_all": len(b.attention)}
        facts.append(("diff_attention", dict(counts)))
    missing = [{p.name for p in report.missing} for report in (a, b)]
    for key, names in (("lost", missing[1] - missing[0]), ("gained", missing[0] - missing[1])):
        if names:
            facts.append((f"diff_{key}", {"names": ", ".join(sorted(names))}))
    if a.gradients and b.gradients:
        marks = [{p.name: p.gradient.mark for p in r.parameters if p.gradient} for r in (a, b)]
        for name in [n for n in marks[0] if n in marks[1]]:
            compare("diff_marks", _mark(marks[0][name]), _mark(marks[1][name]), name=name)
    return facts


class _Bytes(int):
    """An amount of memory, which a sentence states with its unit."""


class _Change(_Bytes):
    """A change of it, which has a sign."""


def _word(filling: object, lang: str) -> str:
    """Return a filling as a sentence shows it; "@" before the name of a word translates it."""
    if isinstance(filling, _Bytes):
        sign = ("−" if filling < 0 else "+") if isinstance(filling, _Change) else ""
        return sign + size(abs(filling), lang)
    written = str(filling)
    return say(written[1:], lang) if written.startswith("@") else written


def _changes(a: Counter[str], b: Counter[str]) -> str:
    names = sorted(a.keys() | b.keys(), key=lambda name: (-abs(b[name] - a[name]), name))
    return ", ".join(f"{name} {b[name] - a[name]:+d}" for name in names if a[name] != b[name])


def _yes(fact: bool) -> str:
    return "@yes" if fact else "@no"


def _mark(mark: str | None) -> str:
    return f"@{mark or 'unmarked'}"
