"""The whole build: read, run, render, check, write, swap."""

from __future__ import annotations

import asyncio
import base64
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
    postrender,
    renderer,
    shell,
    source,
    wording,
)
from tools.preview.cache import Cache, digest
from tools.preview.config import Project
from tools.preview.errors import BuildError, Problems
from tools.preview.extras import footer_html, included_html
from tools.preview.page import Page
from tools.preview.progress import Progress
from tools.preview.render import Rendered
from tools.preview.source import Options
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
    frame = _frame(project, pages, rendered, cache)
    copied = _check(project, pages, rendered)
    target = out or project.output
    with staged(target) as folder:
        files.copy(copied, root, folder)
        _write(folder, pages, rendered, frame, cache)
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


def _frame(
    project: Project, pages: list[Page], rendered: dict[str, Rendered], cache: Cache
) -> shell.Frame:
    titles = {name: one.head.get("title", "") for name, one in rendered.items()}
    orders = {page.name: page.source.meta.get("order") for page in pages}
    around = navigation.load(project, titles, orders)
    texts = {side: part for side, part in around.footer.items() if isinstance(part, str)}
    key = digest("footer", texts)
    footer = cache.get("footer", key)
    if footer is None:
        footer = asyncio.run(footer_html(texts, project))
        cache.put("footer", key, footer)
    head = included_html(project, pages, "include-in-header")
    after = included_html(project, pages, "include-after-body")
    return shell.Frame(around, footer, head, after)


def _check(project: Project, pages: list[Page], rendered: dict[str, Rendered]) -> set[Path]:
    """Check the links of all pages, and return the files to copy."""
    problems = Problems()
    targets = {
        name: links.Target(shell.IDS | set(one.ids), set(one.silent))
        for name, one in rendered.items()
    }
    copied = files.collect(project, pages, problems)
    for each in pages:
        page_rendered = rendered[each.name]
        references = [links.Reference(*listed) for listed in page_rendered.references]
        made = {posixpath.join(each.folder, name) for name in page_rendered.pictures}
        copied |= links.check(each.source, references, targets, made, project.root, problems)
        copied |= {(project.root / path).resolve() for path in page_rendered.files}
    problems.stop_if_any()
    return copied


def _write(
    folder: Path,
    pages: list[Page],
    rendered: dict[str, Rendered],
    frame: shell.Frame,
    cache: Cache,
) -> None:
    """Write pages, pictures and the scripts and styles of their shell."""
    for each in pages:
        page_rendered = rendered[each.name]
        path = folder / links.page_url(each.name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(shell.wrap(each, page_rendered, frame), "utf-8")
        for name, content in page_rendered.pictures.items():
            picture = path.parent / name
            picture.parent.mkdir(parents=True, exist_ok=True)
            picture.write_bytes(base64.b64decode(content))
    libs = folder / shell.LIBS
    libs.mkdir(parents=True, exist_ok=True)
    for name in _SHELL:
        shutil.copyfile(shell.THEME / name, libs / name)
    if any(page_rendered.script for page_rendered in rendered.values()):
        (libs / "ojs.js").write_text(ojs.client_script(cache), "utf-8")
