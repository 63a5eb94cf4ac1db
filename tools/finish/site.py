"""The pages of a rendered folder, with their languages and their twins."""

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from tapewalk.language import LANGUAGES, language_in, page_ending

# Pages that a view had in the gallery; its lesson shows it.
_GALLERY = "chart checkpoints family graph ledger matrix problems questions score tape variants"

_RENAMED = {
    "gallery": "modules/library/gallery",
    **{f"modules/library/gallery-{view}": "modules/library/gallery" for view in _GALLERY.split()},
    "modules/02-tape-walk/model": "modules/02-tape-walk/lines",
    "modules/02-tape-walk/forward": "modules/02-tape-walk/lines",
    "modules/02-tape-walk/twins": "modules/02-tape-walk/lines",
    "modules/02-tape-walk/saved": "modules/02-tape-walk/held",
    "modules/04-graph-introspection/size": "modules/02-tape-walk/held",
    "modules/03-manual-backprop/loss-end": "modules/03-manual-backprop/scores",
    "modules/03-manual-backprop/one-line": "modules/03-manual-backprop/scores",
    "modules/03-manual-backprop/exact": "modules/03-manual-backprop/derive",
    "modules/04-graph-introspection/attention": "modules/04-graph-introspection/block",
    "modules/04-graph-introspection/leaves": "modules/04-graph-introspection/symptoms",
}

MOVED: Mapping[str, str] = MappingProxyType(
    {
        f"{old}{page_ending(language)}.html": f"{new}{page_ending(language)}.html"
        for old, new in _RENAMED.items()
        for language in LANGUAGES
    }
)
"""Addresses that pages had before, and those that they have now: moved.py leads there."""

EMBED = "embed"
"""The folder of the pages that others put into iframes."""

# Folders whose .html files belong to a library, to the search index or to a page.
_NOT_PAGES = frozenset({"site_libs", "pagefind", EMBED})


class FinishError(Exception):
    """A page can't be finished; the message says where and why."""


@dataclass(frozen=True)
class Site:
    """A rendered folder and the addresses of its pages, relative to it, such as `a/b.es.html`."""

    folder: Path
    addresses: frozenset[str]

    @classmethod
    def read(cls, folder: Path) -> "Site":
        """List the pages of a folder.

        Args:
            folder: A folder that the preview or Quarto has rendered.

        Returns:
            The site.

        Raises:
            FileNotFoundError: The folder has no page.
        """
        paths = (path.relative_to(folder) for path in folder.rglob("*.html"))
        addresses = (
            frozenset(p.as_posix() for p in paths if p.parts[0] not in _NOT_PAGES) - MOVED.keys()
        )
        if not addresses:
            raise FileNotFoundError(f"No page to finish in {folder}: render the site first.")
        return cls(folder, addresses)

    def twin(self, address: str, language: str) -> str | None:
        """Find the same page in a language.

        Args:
            address: A page of the site.
            language: The language wanted.

        Returns:
            The twin's address, the page's own if it is in that language, None if it has no twin.
        """
        stem = address.removesuffix(f"{page_ending(language_in(address))}.html")
        twin = f"{stem}{page_ending(language)}.html"
        return twin if twin in self.addresses else None


def link(origin: str, target: str) -> str:
    """Return the relative link from one page to another file of the site.

    Args:
        origin: The page with the link.
        target: The file it leads to, relative to the site's root.

    Returns:
        The link, which works wherever the site is hosted.
    """
    return posixpath.relpath(target, posixpath.dirname(origin) or ".")
