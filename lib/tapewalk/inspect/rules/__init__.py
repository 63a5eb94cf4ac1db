"""The rules of `inspect`: every class of this package's modules that has a kind is one."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence
from tapewalk.inspect.rules.rule import Rule

__all__ = ["Evidence", "Rule", "findings_in", "rules"]

_NUMBER: Final = re.compile(r"\b\d+\b")


@cache
def rules() -> dict[str, Rule]:
    """Return the rules by their kinds, the most urgent first."""
    modules = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
    found = [
        thing()
        for module in modules
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, Rule) and hasattr(thing, "kind")
    ]
    return {rule.kind: rule for rule in sorted(found, key=lambda rule: (rule.urgency, rule.kind))}


def findings_in(evidence: Evidence) -> tuple[Finding, ...]:
    """Return the findings of all rules, the most urgent first, one for each cause.

    Findings of a kind at one line, or in blocks that differ in their number only, are one.
    """
    found = [finding for rule in rules().values() for finding in rule.find(evidence)]
    explained = {kind for finding in found for kind in rules()[finding.kind].explains}
    merged: dict[tuple[object, ...], Finding] = {}
    for number, finding in enumerate(found):
        rule = rules()[finding.kind]
        if finding.kind in explained:
            continue
        block = _NUMBER.sub("*", finding.module)
        alone = number if block == finding.module and finding.place is None else None
        is_sure = evidence.looks > 1 or not rule.of_sizes
        first = merged.setdefault(
            (finding.kind, finding.place, block, alone),
            finding._replace(confidence=rule.confidence if is_sure else "note", times=0),
        )
        merged[finding.kind, finding.place, block, alone] = first._replace(times=first.times + 1)
    return tuple(merged.values())
