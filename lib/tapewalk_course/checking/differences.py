"""Applying short differences to code: `old => new` in a line, or lines as `diff` writes them."""

from __future__ import annotations

from typing import Final

# Separates two places of one difference: in a difference of lines, and within a line.
NEXT: Final = "@@"
AND: Final = " && "
# Separates what is replaced from what replaces it: Python has no such operator.
BECOMES: Final = " =>"
# Within a line, a line break and the indentation of the replaced line.
END: Final = "⏎"


def ways(text: str) -> list[str]:
    r"""Return the differences in a text: each `old => new` is one, and so are lines between `or`s.

    Example:
        >>> ways("a => b\n-c = 1\n+c = 2\nor\n-d = 1\n")
        ['a => b', '-c = 1\n+c = 2', '-d = 1']
    """
    found: list[list[str]] = [[]]
    for line in text.strip("\n").splitlines():
        if line == "or":
            found.append([])
        elif BECOMES in line:
            found += [[line], []]
        else:
            found[-1].append(line)
    return ["\n".join(lines) for lines in found if lines]


def changed(code: str, difference: str) -> str:
    r"""Return code with a difference applied.

    Args:
        code: The code.
        difference: Either `old => new` for parts of lines, with ` && ` between two of them, where a
            line of which nothing is left is dropped; or lines of which those that begin with `-`
            are removed, those with `+` added, and those with a space give the place, with a line
            `@@` between two places.

    Raises:
        ValueError: A place is not in the code, or is there more than once.

    Example:
        >>> changed("a = 1\nb = 2\n", "2 => 3")
        'a = 1\nb = 3\n'
        >>> changed("a = 1\nb = 2\n", "-b = 2\n+b = 3\n")
        'a = 1\nb = 3\n'
    """
    if BECOMES in difference:
        for place in difference.split(AND):
            old, _, new = place.partition(BECOMES)
            code = _replaced(code, old.strip(), new.strip())
        return code
    lines = code.splitlines()
    for place in difference.strip("\n").split(f"\n{NEXT}\n"):
        marked = [(line[:1], line[1:]) for line in place.splitlines()]
        if any(mark not in ("-", "+", " ", "") for mark, _ in marked):
            raise ValueError(f"a line begins with none of -, + and a space: {place!r}")
        removed = [line for mark, line in marked if mark != "+"]
        added = [line for mark, line in marked if mark != "-"]
        starts = [n for n in range(len(lines)) if lines[n : n + len(removed)] == removed]
        _one(len(starts) if removed else 0, place)
        lines[starts[0] : starts[0] + len(removed)] = added
    return "\n".join(lines) + "\n"


def _replaced(code: str, old: str, new: str) -> str:
    """Return code in which the only occurrence of a part is replaced by another."""
    starts, at = [], 0
    for line in code.splitlines(keepends=True):
        indented = "\n" + line[: len(line) - len(line.lstrip())]
        part = old.replace(END, indented)
        place = code.find(part, at)
        while at <= place < at + len(line):
            starts.append((place, place + len(part), new.replace(END, indented)))
            place = code.find(part, place + 1)
        at += len(line)
    _one(len(starts) if old else 0, old)
    begin, end, part = starts[0]
    before, after = code[:begin], code[end:]
    if not part and not before.rpartition("\n")[2].strip() and after.startswith("\n"):
        before, after = before.rstrip(" "), after[1:]
    return before + part + after


def _one(count: int, place: str) -> None:
    if count != 1:
        raise ValueError(f"{count} places, where one is needed, for {place!r}")
