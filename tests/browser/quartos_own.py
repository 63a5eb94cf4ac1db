"""What a stock Quarto writes into every page, which nothing in the course can change.

Only pages that Quarto rendered may have it, and only what is named here: each exception is a rule
of the visit, by the name of its function, with the evidence that it may find.
"""

from __future__ import annotations

import re

# `(rule, pattern of all its evidence, why)`
EXCEPTIONS: tuple[tuple[str, str, str], ...] = ()


def is_quartos_own(rule: str, evidence: str) -> bool:
    """Return whether the evidence that a rule found is Quarto's own."""
    return any(
        rule == excepted and re.fullmatch(pattern, evidence, re.DOTALL)
        for excepted, pattern, _ in EXCEPTIONS
    )
