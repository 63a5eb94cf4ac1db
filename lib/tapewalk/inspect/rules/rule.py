"""The base class of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence
from tapewalk.language import LANGUAGES, number

if TYPE_CHECKING:
    from tapewalk.inspect.operations import Operation


class Rule:
    """One kind of finding: how urgent it is, what a report says about it, how to find it.

    Attributes:
        kind: Its name in reports, in JSON and on the command line.
        urgency: Its place among all kinds, the smallest first. What stops learning comes before
            what slows it down, and that before what only costs time or memory.
        topic: What a reader has to learn to understand it; `tapewalk.inspect.lessons` finds a page.
        cause: What was found, in each language, with names of the finding's facts in braces.
        fix: How to fix it, in each language, likewise.
        confidence: That of its findings, see `Finding`.
        explains: The kinds whose findings it causes: a report with both shows this one only.
        of_sizes: Whether it judges numbers that the first steps may change: seen in one step only,
            its findings are notes.
        limit: The number from which on it is found, in each language; empty if nothing is measured.
        false_alarms: When it is found although nothing is wrong, in each language; empty if no such
            model is known.
        example: Code that it is found in.
    """

    kind: ClassVar[str]
    urgency: ClassVar[int]
    topic: ClassVar[str]
    cause: ClassVar[Mapping[str, str]]
    fix: ClassVar[Mapping[str, str]]
    confidence: ClassVar[str] = "warning"
    explains: ClassVar[tuple[str, ...]] = ()
    of_sizes: ClassVar[bool] = False
    limit: ClassVar[Mapping[str, str]] = {}
    false_alarms: ClassVar[Mapping[str, str]] = {}
    example: ClassVar[str] = ""

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        """Yield the findings of this kind."""
        raise NotImplementedError

    def found(self, module: str, place: str | None, /, **facts: Any) -> Finding:
        """Return a finding of this kind."""
        return Finding(self.kind, module, place, facts)

    def found_at(self, operation: Operation, /, **facts: Any) -> Finding:
        """Return a finding of this kind at a call."""
        return self.found(operation.module, operation.place, **facts)

    def cause_in(self, lang: str, facts: Mapping[str, str]) -> str:
        """Return what was found, in English if the rule has no words in the language."""
        return _in(lang, self.cause).format_map(facts)

    def limit_in(self, lang: str) -> str:
        """Return the number from which on it is found, in words, "" if nothing is measured."""
        if not self.limit:
            return ""
        names = ("threshold", "examples", "smallest", "fewest", "flat")
        own = {name: getattr(self, name) for name in names if hasattr(self, name)}
        # A threshold is a share, except of sizes that are compared.
        is_share = 0.01 < own["threshold"] < 1
        forms = {name: ".0%" if is_share and name == "threshold" else ".4g" for name in own}
        filled = {name: number(value, forms[name], lang) for name, value in own.items()}
        return _in(lang, self.limit).format(**filled)

    def fix_in(self, lang: str, facts: Mapping[str, str]) -> str:
        """Return how to fix it, in English if the rule has no words in the language."""
        return _in(lang, self.fix).format(**facts)


def _in(lang: str, words: Mapping[str, str]) -> str:
    return words.get(lang, words[LANGUAGES[0]])
