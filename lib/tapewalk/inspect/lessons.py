"""Where to read more on the topic of a finding: installed packages can know a page.

A package names a function under the entry point `tapewalk.lessons`. It gets the topic of a rule and
a language, and returns the address of a page, or `None`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points


def lesson(topic: str, lang: str) -> str | None:
    """Return the address of a page on a topic, or `None` if no installed package has one.

    Args:
        topic: The topic of a rule.
        lang: `"en"` or `"es"`.
    """
    addresses = (address(topic, lang) for address in _installed())
    return next((address for address in addresses if address), None)


@cache
def _installed() -> list[Callable[[str, str], str | None]]:
    return [point.load() for point in entry_points(group="tapewalk.lessons")]
