"""Links and pictures, rewritten from sources to pages and checked over the whole site."""

from __future__ import annotations

import html
import posixpath
import re
from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from tools.preview.errors import Place, Problems
from tools.preview.source import Source

# In scripts and comments, "<a href=" is not a link.
_OPAQUE = re.compile(r"<script\b.*?</script>|<style\b.*?</style>|<!--.*?-->", re.DOTALL)
_TAG = re.compile(r"<[a-zA-Z][^<>]*>", re.DOTALL)
_REFERENCE = re.compile(r'(?P<before>\s(?P<name>href|src|poster)=")(?P<url>[^"]*)"')
_ID = re.compile(r'\sid="([^"]*)"')
_ELSEWHERE = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//)", re.IGNORECASE)


@dataclass(frozen=True)
class Reference:
    """A link or a picture that stays inside the site.

    Attributes:
        written: The url as it is in the source.
        path: Its target relative to the project's folder; "" for the page itself.
        fragment: The id of the target, or "".
    """

    written: str
    path: str
    fragment: str


def ids(body: str) -> Counter[str]:
    """Return the ids of a page's text, and how many elements have each."""
    tags = _TAG.findall(_OPAQUE.sub("", body))
    return Counter(html.unescape(one) for tag in tags for one in _ID.findall(tag))


def rewrite(body: str, folder: str) -> tuple[str, list[Reference]]:
    """Return a page's text with links to pages, and its references.

    Args:
        body: HTML with links to sources.
        folder: The page's folder, relative to the project's.
    """
    references: list[Reference] = []

    def url(match: re.Match[str]) -> str:
        written = html.unescape(match["url"])
        if _ELSEWHERE.match(written) or not written:
            return match[0]
        path, _, fragment = written.partition("#")
        target = _resolve(unquote(path), folder) if path else ""
        # The query sets the state of a figure: `#fig-square?step=3`.
        name = unquote(fragment.partition("?")[0])
        references.append(Reference(written, target, name))
        if path.startswith("/"):
            path = posixpath.relpath(target, folder or ".")
        new = page_url(path) + (f"#{fragment}" if fragment else "")
        return f'{match["before"]}{html.escape(new)}"'

    def tag(match: re.Match[str]) -> str:
        return _REFERENCE.sub(url, match[0])

    pieces: list[str] = []
    end = 0
    for opaque in _OPAQUE.finditer(body):
        pieces += [_TAG.sub(tag, body[end : opaque.start()]), opaque[0]]
        end = opaque.end()
    pieces.append(_TAG.sub(tag, body[end:]))
    return "".join(pieces), references


def page_url(path: str) -> str:
    """Return the path of a source's page; other paths stay."""
    return f"{path[:-4]}.html" if path.endswith(".qmd") else path


def _resolve(path: str, folder: str) -> str:
    joined = path.lstrip("/") if path.startswith("/") else posixpath.join(folder, path)
    return posixpath.normpath(joined)


@dataclass(frozen=True)
class Target:
    """The possible targets of links to a page.

    Attributes:
        ids: The ids in it.
        silent: Labels of cells without output, which have no id in Quarto's page either.
    """

    ids: Set[str]
    silent: Set[str] = frozenset()


def check(
    source: Source,
    references: list[Reference],
    pages: Mapping[str, Target],
    made: Set[str],
    root: Path,
    problems: Problems,
) -> set[Path]:
    """Check the targets of a page's links.

    Args:
        source: The page.
        references: The result of `rewrite` for it.
        pages: Every page, by its source's path relative to the project's folder.
        made: The drawings of the page's cells, likewise.
        root: The project's folder.
        problems: Collects the broken links.

    Returns:
        The files other than pages that the page refers to; they are copied.
    """
    files: set[Path] = set()
    own = source.path.relative_to(root).as_posix()
    for reference in references:
        path = reference.path or own
        as_source = f"{path[:-5]}.qmd" if path.endswith(".html") else path
        if path in made:
            continue
        if as_source in pages:
            message = _missing_id(reference, as_source, pages[as_source])
        elif not path.endswith(".qmd") and (root / path).is_file() and not path.startswith(".."):
            files.add(root / path)
            continue
        else:
            original = re.sub(r"\.\w\w\.qmd$", ".qmd", as_source)
            if original != as_source and original in pages:
                # One line, however many links there are.
                text = f"its translation {as_source} is missing: write it, or take the links away"
                problems.add(Place(root / original, 1), text)
                continue
            message = f"`{reference.written}` leads to no page or file of the site"
        if message:
            for place in source.find(reference.written):
                problems.add(place, message)
    return files


def _missing_id(reference: Reference, page: str, target: Target) -> str | None:
    """Return the problem of a link to an existing page, or None."""
    fragment = reference.fragment
    if not fragment or fragment in target.ids:
        return None
    if fragment in target.silent:
        return (
            f"`{reference.written}`: that cell of {page} shows nothing, so Quarto leaves it out, "
            "its label too: show or fold its code, or put the id on a Div around it"
        )
    return f"`{reference.written}`: {page} has no id `{fragment}`"
