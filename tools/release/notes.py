"""The release notes of a version: its part of the changelog."""

import re

_HEADING = re.compile(r"^## +(?P<title>.+?)\s*$", re.MULTILINE)
_VERSION = re.compile(r"\d+\.\d+\.\d+\S*")
UNRELEASED = "Unreleased"


class NotesError(Exception):
    """The changelog has no entry for the version, or the tag names another one."""


def notes(changelog: str, version: str, tag: str | None) -> str:
    """Return the part of a version.

    Args:
        changelog: The text of CHANGELOG.md.
        version: The version of the sources.
        tag: The tag that is released; None for a trial, which accepts the unreleased part.

    Raises:
        NotesError: The tag is not that of the version, or the entry is missing.
    """
    if tag is not None and tag != f"v{version}":
        raise NotesError(f"The tag {tag} releases {version}: it should be v{version}.")
    parts = _parts(changelog)
    part = parts.get(version) or (parts.get(UNRELEASED) if tag is None else None)
    if not part:
        raise NotesError(f"CHANGELOG.md says nothing under “## {version} (date)”.")
    return f"{part}\n"


def versions(changelog: str) -> list[str]:
    """Return the versions of a changelog in its order, the newest first."""
    return [title for title in _parts(changelog) if title != UNRELEASED]


def _parts(changelog: str) -> dict[str, str]:
    """Return the text under each heading, by version."""
    headings = [*_HEADING.finditer(changelog)]
    ends = [heading.start() for heading in headings[1:]] + [len(changelog)]
    sections = {}
    for heading, end in zip(headings, ends, strict=True):
        version = _VERSION.match(heading["title"])
        title = version[0] if version else heading["title"]
        sections[title] = changelog[heading.end() : end].strip()
    return sections
