"""Code as it is after a short difference, written as `diff` writes one."""

from __future__ import annotations

from typing import Final

# Stands between two places of one difference.
NEXT: Final = "@@"


def changed(code: str, difference: str) -> str:
    r"""Returns code with a difference applied.

    Args:
        code: What is changed.
        difference: Lines that begin with `-` go, those with `+` come, and those with a space stay
            and say where. A line `@@` stands between two places.

    Raises:
        ValueError: A place is not in the code, or is there more than once.

    Example:
        >>> changed("a = 1\nb = 2\n", "-b = 2\n+b = 3\n")
        'a = 1\nb = 3\n'
    """
    lines = code.splitlines()
    for place in difference.strip("\n").split(f"\n{NEXT}\n"):
        marked = [(line[:1], line[1:]) for line in place.splitlines()]
        if any(mark not in ("-", "+", " ", "") for mark, _ in marked):
            raise ValueError(f"a line begins with none of -, + and a space: {place!r}")
        old = [line for mark, line in marked if mark != "+"]
        new = [line for mark, line in marked if mark != "-"]
        starts = [n for n in range(len(lines)) if lines[n : n + len(old)] == old]
        if len(starts) != 1 or not old:
            raise ValueError(f"{len(starts)} places, where one is needed, for {place!r}")
        lines[starts[0] : starts[0] + len(old)] = new
    return "\n".join(lines) + "\n"
