"""Which pages have a notebook, and the writing of all of them."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

from tools.finish.repository import Home
from tools.notebooks import exercises
from tools.notebooks.build import Builder
from tools.preview import cells, config, source
from tools.preview.cache import Cache
from tools.preview.errors import BuildError, Problems
from tools.preview.page import Page
from tools.preview.source import Options
from tools.preview.stale import Keys

# A module's index leads to its lessons and is none itself.
_LESSON = re.compile(r"modules/\d\d-[^/]+/(?!index\b)[^/]+\.qmd")
# Kernels wait while they start, so on two cores three at a time are done sooner.
_WORKERS = 3


def write_notebooks(folder: Path, root: Path, home: Home) -> list[Path]:
    """Write the notebook of each lesson and of each page of exercises beside its page.

    Whichever program rendered the pages, the notebooks are made here, so they are the same.

    Args:
        folder: The rendered site.
        root: The project's folder.
        home: Where the site will be seen.

    Returns:
        The notebooks' paths.

    Raises:
        BuildError: A lesson holds what a notebook can't, or a cell raised.
    """
    project = config.load(root)
    pages = [page for path in project.pages if (page := lesson(path, project))]
    builder = Builder(Keys(project), Cache(root / ".cache" / "notebooks"), home)
    notebooks = asyncio.run(_build(builder, pages))
    written = []
    for page in pages:
        path = (folder / page.name).with_suffix(".ipynb")
        text = json.dumps(notebooks[page.name], ensure_ascii=False, indent=1, sort_keys=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n", "utf-8")
        written.append(path)
    return written


def lesson(path: Path, project: config.Project) -> Page | None:
    """Return a page that has a notebook, ready to be built; None for any other.

    Raises:
        BuildError: The page is outside the preview's subset.
    """
    name = path.relative_to(project.root).as_posix()
    is_exercises = exercises.PAGE.fullmatch(name) is not None
    if not is_exercises and not _LESSON.fullmatch(name):
        return None
    read = source.expand_shortcodes(source.read(path, project), project)
    parts = tuple(cells.split(read.lines))
    page = Page(read, parts, Options(project, read.meta))
    return page if is_exercises or page.steps() else None


async def _build(builder: Builder, pages: list[Page]) -> dict[str, dict[str, object]]:
    turn = asyncio.Semaphore(_WORKERS)
    problems = Problems()
    found: dict[str, dict[str, object]] = {}

    async def one(page: Page) -> None:
        async with turn:
            try:
                found[page.name] = await builder.build(page)
            except BuildError as error:
                problems.take(error)

    async with asyncio.TaskGroup() as group:
        for page in pages:
            group.create_task(one(page))
    problems.stop_if_any()
    return found
