"""The sections of a report: headings, sentences and tables, in a language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.largest import equal_parts, largest
from tapewalk.inspect.lessons import lesson
from tapewalk.inspect.parameters import REACHED, Parameter
from tapewalk.inspect.rules import rules
from tapewalk.inspect.words import say
from tapewalk.language import number, size
from tapewalk.trace.score import held_bytes

if TYPE_CHECKING:
    from tapewalk.inspect.report import Report

SHOWN = 40  # rows of a table that are shown, if so many are sound; the JSON has them all


@dataclass(frozen=True)
class Section:
    """A heading, sentences below it, and a table if it has rows.

    Attributes:
        heading: The heading.
        sentences: The sentences.
        heads: Names of the columns.
        rows: Cells, as they are to be shown.
        numbers: Indices of the columns that hold numbers.
    """

    heading: str
    sentences: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    numbers: tuple[int, ...] = ()


def title(report: Report, lang: str) -> list[str]:
    """Return the lines above all sections."""
    leaves = report.types["AccumulateGrad"]
    count = len(report.nodes)
    versions = ", ".join(f"{name} {version}" for name, version in report.versions.items())
    value = (
        ""
        if report.value is None
        else "; " + say("value", lang, value=number(report.value, ".3g", lang))
    )
    lines = [
        say(
            "title",
            lang,
            nodes=number(count, lang=lang),
            operations=number(count - leaves, lang=lang),
            leaves=number(leaves, lang=lang),
        ),
        say(
            "stamp",
            lang,
            versions=versions,
            device=report.device,
            depth=report.depth,
            width=report.width,
        )
        + value,
    ]
    if report.freed:
        lines.append(say("freed", lang))
    if report.unreadable:
        lines.append(say("unreadable", lang, names=", ".join(report.unreadable)))
    return lines


def sections(report: Report, lang: str) -> Iterator[Section]:
    """Yield the sections with content, except the one on findings."""
    yield _census(report, lang)
    if report.attention:
        yield _attention(report, lang)
    yield _parameters(report, lang)
    if report.saved is not None:
        yield _saved(report, lang)
    if report.score is not None:
        yield largest_tensors(report, lang)
    if report.gradients is not None:
        yield _gradients(report, lang)


def types(counts: Counter[str]) -> str:
    """Return types with their numbers, the most frequent first."""
    return ", ".join(f"{name} {count}" for name, count in counts.most_common())


def reason(parameter: Parameter, lang: str) -> str:
    """Return why a parameter has no path to the loss."""
    module = parameter.module or say("the_model", lang)
    return say(parameter.status, lang, module=module)


def headline(report: Report, lang: str) -> str:
    """Return the number of findings as a heading."""
    count = len(report.findings)
    key = "none" if count == 0 else "one" if count == 1 else "several"
    return say(f"findings_{key}", lang, count=count)


def unknown(report: Report, lang: str) -> list[str]:
    """Return sentences on what could not be judged."""
    return [say(name, lang) for name in report.unknown or ()]


def found(report: Report, lang: str) -> Iterator[Section]:
    """Yield a section on the findings, if the report looked for them."""
    if report.unknown is None:
        return
    sentences = []
    for at, finding in enumerate(report.findings, 1):
        where = [part for part in (finding.module, finding.place) if part]
        place = f"{', '.join(where)}: " if where else ""
        label = say(finding.confidence, lang)
        sentences += [f"{at}. [{label}] {place}{cause(finding, lang)}", *advice(finding, lang)]
    yield Section(headline(report, lang), (*sentences, *unknown(report, lang)))


def cause(finding: Finding, lang: str) -> str:
    """Return what was found, and how often."""
    text = rules()[finding.kind].cause_in(lang, _written(finding.facts, lang))
    return text if finding.times == 1 else f"{text} {say('times', lang, count=finding.times)}"


def fix(finding: Finding, lang: str) -> str:
    """Return how to fix it."""
    return rules()[finding.kind].fix_in(lang, _written(finding.facts, lang))


def lesson_on(finding: Finding, lang: str) -> str | None:
    """Return the address of the page to read, if there is one."""
    return lesson(rules()[finding.kind].topic, lang)


def advice(finding: Finding, lang: str) -> list[str]:
    """Return lines on how to fix a finding and, if there is a page, where to read more."""
    address = lesson_on(finding, lang)
    more = [f"{say('lesson', lang)} {address}"] if address else []
    return [f"{say('fix', lang)} {fix(finding, lang)}", *more]


def _written(facts: Mapping[str, object], lang: str) -> dict[str, str]:
    return {name: _worded(name, fact, lang) for name, fact in facts.items()}


def _worded(name: str, fact: object, lang: str) -> str:
    if isinstance(fact, float):
        return number(fact, ".0%" if name == "share" else ".3g", lang)
    if isinstance(fact, int):
        return number(fact, lang=lang)
    written = str(fact)
    return say(written[1:], lang) if written.startswith("@") else written


def _census(report: Report, lang: str) -> Section:
    rows = [
        (say(category, lang), str(count), types(report.of_category(category)))
        for category, count in report.categories.items()
    ]
    notes = []
    if report.dtypes:
        notes.append(say("dtypes", lang, names=", ".join(report.dtypes)))
    if unknown := report.of_category("unknown"):
        notes.append(say("unknown_note", lang, names=", ".join(unknown)))
    if compiled := report.types["CompiledFunction"]:
        notes.append(say("compiled", lang, count=compiled))
    if report.inferred:
        notes.append(say("inferred", lang, count=len(report.inferred)))
    heads = _heads(("category", "nodes", "types"), lang)
    return Section(say("census", lang), tuple(notes), heads, tuple(rows), (1,))


def _attention(report: Report, lang: str) -> Section:
    cores = [(core.group or "–", (core.fused, core.node, core.reason)) for core in report.attention]
    rows, unfused = [], []
    for place, _, (is_fused, node, cause) in equal_parts(cores):
        why = say(cause, lang) if cause else ""
        rows.append((place, say("yes" if is_fused else "no", lang), node, why))
        unfused.append(not is_fused)
    heads = _heads(("place", "fused", "node", "why"), lang)
    return Section(say("attention", lang), *_cut((), heads, rows, lang, unfused))


def _parameters(report: Report, lang: str) -> Section:
    named = [p for p in report.parameters if p.name]
    unnamed = len(report.parameters) - len(named)
    notes = []
    if report.with_model:
        reached = sum(p.status == REACHED for p in named)
        notes.append(say("reached_count", lang, reached=reached, all=len(named)))
        if unnamed:
            notes.append(say("unnamed", lang, count=unnamed))
    else:
        notes.append(say("no_model", lang))
    if tied := [" = ".join([p.name, *p.also]) for p in named if p.also]:
        notes.append(say("tied", lang, names="; ".join(tied)))
    rows = [(p.name, reason(p, lang)) for p in named if p.missing]
    heads = _heads(("parameter", "reason"), lang)
    return Section(say("parameters", lang), tuple(notes), heads, tuple(rows))


def _saved(report: Report, lang: str) -> Section:
    saved = report.saved
    assert saved is not None
    total = say(
        "saved_sum",
        lang,
        activations=size(saved.activations, lang),
        parameters=size(saved.parameters, lang),
    )
    parts = [one for one in equal_parts(report.groups.items()) if len(report.groups) > 1 or one[0]]
    rows = [
        (
            name or say("no_group", lang),
            size(count * part.activations, lang),
            size(count * part.parameters, lang),
        )
        for name, count, part in sorted(parts, key=lambda one: -one[1] * one[2].activations)
    ]
    heads = _heads(("group", "activations", "parameters"), lang)
    return Section(say("saved", lang), *_cut((total,), heads, rows, lang), (1, 2))


def largest_tensors(report: Report, lang: str) -> Section:
    """Return the largest tensors that the measured step holds at its peak, and what saves them."""
    step = report.score
    rows = [
        (
            size(held.bytes, lang),
            held.line,
            say(held.saver, lang),
            held.part or say("no_group", lang),
            f"{'×'.join(map(str, held.shape))}{f' ({held.times})' if held.times > 1 else ''}",
            held.op,
        )
        for held in largest(step)
    ]
    heads = _heads(("bytes", "line", "saver", "group", "shape", "op"), lang)
    note = say("largest_note", lang, peak=size(max(held_bytes(step)), lang))
    return Section(say("largest", lang), (note,), heads, tuple(rows), (0,))


def _gradients(report: Report, lang: str) -> Section:
    measured = [(p, p.gradient) for p in report.parameters if p.gradient is not None]
    layers = [g.rms for p, g in measured if len(p.shape) > 1 and 0 < g.rms < float("inf")]
    note = say(
        f"from_{report.gradients}",
        lang,
        median=number(median(layers), ".3g", lang) if layers else "–",
    )
    rows = [
        (
            p.name,
            number(g.rms, ".3g", lang),
            number(g.largest, ".3g", lang),
            number(g.zeros, ".0%", lang),
            say(g.mark, lang) if g.mark else "",
        )
        for p, g in measured
    ]
    heads = _heads(("parameter", "rms", "largest", "zeros", "mark"), lang)
    marks = [g.mark for _, g in measured]
    return Section(say("gradients", lang), *_cut((note,), heads, rows, lang, marks), (1, 2, 3))


def _heads(names: Iterable[str], lang: str) -> tuple[str, ...]:
    return tuple(say(f"head_{name}", lang) for name in names)


def _cut(
    notes: tuple[str, ...],
    heads: tuple[str, ...],
    rows: Sequence[tuple[str, ...]],
    lang: str,
    marked: Sequence[object] = (),
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return sentences, heads and the rows that are shown, with a sentence on the others.

    Only what is sound is left out: a row that is marked is always shown.
    """
    sound = [at for at, _ in enumerate(rows) if not (marked and marked[at])]
    left_out = set(sound[max(0, SHOWN - (len(rows) - len(sound))) :])
    if left_out:
        notes = (*notes, say("more", lang, count=len(left_out)) + ".")
    shown = tuple([row for at, row in enumerate(rows) if at not in left_out])
    return notes, heads, shown
