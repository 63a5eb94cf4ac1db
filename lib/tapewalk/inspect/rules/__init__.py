"""What makes a finding: a rule looks at the evidence and tells what looks wrong."""

from __future__ import annotations

from tapewalk.inspect.finding import Finding, ranked
from tapewalk.inspect.rules import losses, memory, numbers, paths, training
from tapewalk.inspect.rules.evidence import Evidence

__all__ = ["Evidence", "findings_in"]

_RULES = (*paths.RULES, *training.RULES, *losses.RULES, *numbers.RULES, *memory.RULES)


def findings_in(evidence: Evidence) -> tuple[Finding, ...]:
    """Returns what all rules find, the most urgent first."""
    return ranked([finding for rule in _RULES for finding in rule(evidence)])
