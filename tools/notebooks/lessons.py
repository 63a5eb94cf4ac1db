"""The pages that have a notebook, and the writing of all notebooks."""

from __future__ import annotations

import asyncio
import json
import re
import time
from pathlib import Path

from tools.finish.repository import Home
from tools.notebooks import exercises
from tools.notebooks.build import Builder
from tools.preview import cells, config, source
from tools.preview.cache import Cache, digest, tree_digest
from tools.preview.config import Project
from tools.preview.page import Page
from tools.preview.progress import Progress
from tools.preview.results import Results
from tools.preview.source import Options
from tools.preview.stale import Keys
from tools.preview.turns import in_turn
from tools.stamp import ROOT
from tools.wheel import ADDRESS

# A module's index links to its lessons and is not one itself.
_LESSON = re.compile(r"modules/\d\d-[^/]+/(?!index\b)[^/]+\.qmd")


def write_notebooks(
    folder: Path, root: Path, home: Home, progress: Progress | None = None
) -> list[Path]:
    """Write the notebook of each lesson and of each page of exercises beside its page.

    All notebooks are made here, so they do not depend on the program that rendered the pages.

    Args:
        folder: The rendered site.
        root: The project's folder.
        home: Where the site will be seen.
        progress: Takes a line per notebook.

    Returns:
        The notebooks' paths.

    Raises:
        BuildError: A part of a lesson can't be in a notebook, or a cell raised an error.
    """
    project = config.load(root)
    pages = [page for path in project.pages if (page := lesson(path, project))]
    progress = progress or Progress(quiet=True)
    progress.expect(len(pages))
    texts = asyncio.run(_build(project, pages, home, progress))
    written = []
    for page in pages:
        path = (folder / page.name).with_suffix(".ipynb")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(texts[page.name], "utf-8")
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


async def _build(
    project: Project, pages: list[Page], home: Home, progress: Progress
) -> dict[str, str]:
    """Return the text of each page's notebook, from the cache where it has it."""
    cache, keys = Cache.of(project.root), Keys(project)
    builder = Builder(Results(keys, cache), home)
    own = _key(keys, home)

    async def text(page: Page) -> str:
        start = time.monotonic()
        name = str(Path(page.name).with_suffix(".ipynb"))
        key = digest(own, keys.page(page))
        cached: str | None = cache.get("notebooks", key)
        if cached is not None:
            progress.page(name, "cached")
            return cached
        notebook = await builder.build(page)
        made = json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
        cache.put("notebooks", key, made)
        progress.page(name, f"made in {time.monotonic() - start:.1f} s")
        return made

    return await in_turn(pages, text)


def _key(keys: Keys, home: Home) -> str:
    """Return the hash of the inputs that all notebooks share."""
    here = Path(__file__).parent
    drawing = ROOT / "lib" / "diagrams" / "dist" / "film-strip.mjs"
    made_with = [*here.glob("*.py"), *here.glob("*.mjs"), drawing, ROOT / "requirements.txt"]
    return digest(keys.shared, tree_digest(ROOT, made_with), repr(home), ADDRESS)
