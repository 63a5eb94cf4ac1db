"""The whole build: read, run, render, check, write, swap."""

from __future__ import annotations

import asyncio
import posixpath
import shutil
from pathlib import Path

from tools.preview import (
    cells,
    config,
    files,
    links,
    navigation,
    ojs,
    pandoc,
    postrender,
    renderer,
    shell,
    source,
    wording,
)
from tools.preview.cache import Cache, digest
from tools.preview.config import Project
from tools.preview.errors import BuildError, Problems
from tools.preview.page import Page
from tools.preview.progress import Progress
from tools.preview.render import Rendered
from tools.preview.source import Line, Options
from tools.preview.staging import staged

_SHELL = ("shell.css", "highlight.css", "shell.js")


def build(
    root: Path,
    out: Path | None = None,
    progress: Progress | None = None,
    post_render: bool = False,
) -> Path:
    """Render a project into a folder.

    Args:
        root: The folder of `_quarto.yml`.
        out: The folder of the site; by default the project file's `output-dir`.
        progress: Receives a line per page.
        post_render: Whether the project's `post-render` programs finish the site before it replaces
            the old one.

    Returns:
        The folder with the site.

    Raises:
        BuildError: Something is outside the subset or wrong; the last good site remains.
    """
    root = root.resolve()
    progress = progress or Progress(quiet=True)
    project = config.load(root)
    cache = Cache.of(root)
    pages = read(project)
    progress.expect(len(pages))
    rendered = asyncio.run(renderer.Renderer(project, cache, progress).all(pages))
    titles = {name: one.head.get("title", "") for name, one in rendered.items()}
    orders = {page.name: page.source.meta.get("order") for page in pages}
    sidebars = navigation.load(project, titles, orders)
    copied = _check(project, pages, rendered)
    footer = _footer(project, cache)
    target = out or project.output
    with staged(target) as folder:
        files.copy(copied, root, folder)
        for page in pages:
            html = shell.wrap(page, rendered[page.name], sidebars, footer)
            _write(folder / links.page_url(page.name), html, rendered[page.name])
        _write_libraries(folder / shell.LIBS, rendered, cache)
        if post_render:
            postrender.run(project, folder, progress)
    cache.prune()
    progress.say(f"{len(pages)} pages in {progress.elapsed:.1f} s: {target}")
    return target


def read(project: Project) -> list[Page]:
    """Read and split every page.

    Raises:
        BuildError: A page is outside the subset; the error lists the problems of all pages.
    """
    problems = Problems()
    pages: list[Page] = []
    for path in project.pages:
        try:
            read = source.expand_shortcodes(source.read(path, project), project)
            parts = tuple(cells.split(read.lines))
            pages.append(Page(read, parts, Options(project, read.meta)))
        except BuildError as error:
            problems.take(error)
    included = {path for page in pages for path in page.source.included if path.suffix == ".qmd"}
    wording.check(project.root, [*project.pages, *sorted(included)], problems)
    problems.stop_if_any()
    return pages


def _footer(project: Project, cache: Cache) -> str:
    """Return the footer's markdown as HTML.

    Raises:
        BuildError: Pandoc prints a warning.
    """
    text = str(project.settings.get("website", "page-footer", "left") or "")
    key = digest("footer", text)
    footer: str | None = cache.get("footer", key)
    if footer is None:
        problems = Problems()
        lines = [Line(text, project.settings.place("website", "page-footer", "left"))]
        tree = asyncio.run(pandoc.read(lines, problems))
        footer = asyncio.run(pandoc.write(tree, lines, problems))
        problems.stop_if_any()
        cache.put("footer", key, footer)
    return footer


def _check(project: Project, pages: list[Page], rendered: dict[str, Rendered]) -> set[Path]:
    """Check the links of all pages, and return the files to copy."""
    problems = Problems()
    targets = {
        name: links.Target(shell.IDS | set(one.ids), set(one.silent))
        for name, one in rendered.items()
    }
    copied = files.collect(project, problems)
    for each in pages:
        page_rendered = rendered[each.name]
        references = [links.Reference(*listed) for listed in page_rendered.references]
        made = {posixpath.join(each.folder, name) for name in page_rendered.drawings}
        copied |= links.check(each.source, references, targets, made, project.root, problems)
        copied |= {(project.root / path).resolve() for path in page_rendered.files}
    problems.stop_if_any()
    return copied


def _write(path: Path, html: str, rendered: Rendered) -> None:
    """Write a page and its drawings."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(html, "utf-8")
    for name, content in rendered.drawings.items():
        drawing = path.parent / name
        drawing.parent.mkdir(parents=True, exist_ok=True)
        drawing.write_text(content, "utf-8")


def _write_libraries(libs: Path, rendered: dict[str, Rendered], cache: Cache) -> None:
    """Write the scripts and styles of the pages' shell."""
    libs.mkdir(parents=True, exist_ok=True)
    for name in _SHELL:
        shutil.copyfile(shell.THEME / name, libs / name)
    if any(page.script for page in rendered.values()):
        (libs / "ojs.js").write_text(ojs.client_script(cache), "utf-8")
