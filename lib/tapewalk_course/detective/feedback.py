"""The feedback on an answer to the detective."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, repr=False)
class Feedback:
    """The feedback on an answer.

    Args:
        right: Whether it is right.
        verdict: The same in words.
        reason: The reason, or the evidence against it in the report.

    Example:
        >>> print(Feedback(False, "Not that line.", "Its weight has a path."))
        Not that line. Its weight has a path.
    """

    right: bool
    verdict: str
    reason: str

    def __bool__(self) -> bool:
        return self.right

    def __str__(self) -> str:
        return f"{self.verdict} {self.reason}"

    __repr__ = __str__
