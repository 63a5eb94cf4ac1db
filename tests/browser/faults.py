"""Everything that is wrong with one page, gathered so that one visit reports all of it."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import ParamSpec

import pytest

from tests.browser.site import BuiltPage

_Arguments = ParamSpec("_Arguments")


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong.

    Attributes:
        rule: The name of the rule's function.
        page: The address of the page.
        evidence: What was found.
    """

    rule: str
    page: str
    evidence: str

    def __str__(self) -> str:
        return f"{self.page}: {self.rule.replace('_', ' ')}: {self.evidence}"


@dataclass
class Faults:
    """The faults of one page."""

    built: BuiltPage
    found: list[Fault] = field(default_factory=list)

    def look(
        self,
        rule: Callable[_Arguments, Iterable[str] | None],
        *args: _Arguments.args,
        **more: _Arguments.kwargs,
    ) -> None:
        """Note what a rule finds, and go on.

        Args:
            rule: It returns or yields what it finds, or fails as a test does.
            *args: What it looks at.
            **more: The same, by name.
        """
        found: list[str] = []
        try:
            found.extend(rule(*args, **more) or ())
        except Exception as error:
            # Whatever it is, the other rules are checked too.
            at = traceback.extract_tb(error.__traceback__)[-1]
            found.append(f"{type(error).__name__}: {error} ({at.name}, line {at.lineno})")
        self.found += [Fault(rule.__name__, self.built.address, evidence) for evidence in found]

    def fail_if_any(self) -> None:
        """Fail, and name all of them."""
        if self.found:
            lines = "\n".join(map(str, self.found))
            pytest.fail(f"{len(self.found)} faults\n{lines}", pytrace=False)
