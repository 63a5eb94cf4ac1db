"""One test for many values, which reports each value that fails by its name.

A pytest item for every page, word or name costs more than the check itself: each process collects
it, and it is reported separately. So `each` replaces `pytest.mark.parametrize` where one rule holds
for many similar values; the test itself is written in the same way.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import pytest


def each(
    names: str, values: Iterable[Any], ids: Callable[..., str] = lambda *given: repr(given)
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator for a test that has to pass for each of the values.

    Args:
        names: The names of the test's arguments, separated by commas; the others are fixtures.
        values: Their values; tuples where there is more than one name.
        ids: Returns the name of a value in a failure's message.
    """
    wanted = [name.strip() for name in names.split(",")]
    listed = [value if len(wanted) > 1 else (value,) for value in values]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        def through_all(**fixtures: Any) -> None:
            check_all(
                (ids(*given), partial(test, **dict(zip(wanted, given, strict=True)), **fixtures))
                for given in listed
            )

        signature = inspect.signature(test)
        fixtures = [p for p in signature.parameters.values() if p.name not in wanted]
        through_all.__signature__ = signature.replace(  # type: ignore[attr-defined]
            parameters=[p.replace(kind=p.KEYWORD_ONLY) for p in fixtures]
        )
        for kept in ("__name__", "__qualname__", "__module__", "__doc__"):
            setattr(through_all, kept, getattr(test, kept))
        return through_all

    return decorate


def check_all(checks: Iterable[tuple[str, Callable[[], object]]]) -> None:
    """Make every check, then fail with the names of those that failed, and why.

    Args:
        checks: What to call it, and what raises where it does not hold.
    """
    made, failures = 0, []
    for made, (name, check) in enumerate(checks, 1):  # noqa: B007
        try:
            check()
        except (Exception, pytest.fail.Exception) as error:
            # Without the line above, which is the same in each.
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
            why = pytest.ExceptionInfo.from_exception(error).getrepr(style="short")
            failures.append(f"{name}\n{why}")
    # As parametrize, and unlike a loop, it must not pass because there is nothing.
    assert made, "there is nothing to go through"
    if failures:
        pytest.fail("\n\n".join([f"{len(failures)} of {made} fail", *failures]), pytrace=False)
