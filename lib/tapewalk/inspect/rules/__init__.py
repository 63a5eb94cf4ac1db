"""The rules of `inspect`: every class of this package's modules that has a kind is one."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence
from tapewalk.inspect.rules.rule import Rule

__all__ = ["Evidence", "Rule", "findings_in", "rules"]


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
    """Return the findings of all rules, the most urgent first."""
    return tuple([finding for rule in rules().values() for finding in rule.find(evidence)])
