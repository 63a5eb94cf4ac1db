"""Work on many pages, several at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

from tools.preview.errors import BuildError, Problems
from tools.preview.page import Page

T = TypeVar("T")

# Kernels wait while they start, so on two cores three pages at a time are faster.
_WORKERS = 3


async def in_turn(pages: Iterable[Page], work: Callable[[Page], Awaitable[T]]) -> dict[str, T]:
    """Return the result of the work for each page, by the page's name.

    Args:
        pages: The pages.
        work: The work on one page.

    Raises:
        BuildError: Some of the work failed; the error lists the problems of all pages.
    """
    turn = asyncio.Semaphore(_WORKERS)
    problems = Problems()
    by_page: dict[str, T] = {}

    async def one(page: Page) -> None:
        async with turn:
            try:
                by_page[page.name] = await work(page)
            except BuildError as error:
                problems.take(error)

    async with asyncio.TaskGroup() as group:
        for page in pages:
            group.create_task(one(page))
    problems.stop_if_any()
    return by_page
