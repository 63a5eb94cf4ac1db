"""The service worker that stores visited pages; it is at the site's root and names the build."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from tools.finish.words import WORDS
from tools.preview.cache import digest, tree_digest

_SOURCE = "lib/theme/offline.js"
_TARGET = "offline.js"
# The files that pages load; notebooks and wheels are downloads.
_LOADED = ("lib", "site_libs")


def write_worker(folder: Path, sources: Path, pages: Mapping[str, bytes]) -> None:
    """Write the worker, under a name of its own for each build that differs.

    Args:
        folder: The finished site.
        sources: The folder of the .qmd files.
        pages: The content of the finished pages, by address.
    """
    if not (sources / _SOURCE).is_file():
        return
    loaded = (path for part in _LOADED for path in (folder / part).rglob("*") if path.is_file())
    sums = {address: hashlib.sha256(content).hexdigest() for address, content in pages.items()}
    build = digest(sums, tree_digest(folder, loaded))
    text = (sources / _SOURCE).read_text(encoding="utf-8")
    said = {lang: wording.not_here for lang, wording in WORDS.items()}
    for empty, filled in (
        ('const BUILD = "BUILD";', f'const BUILD = "{build[:16]}";'),
        ("const NOT_HERE = {};", f"const NOT_HERE = {json.dumps(said, ensure_ascii=False)};"),
    ):
        text = text.replace(empty, filled)
    (folder / _TARGET).write_text(text, encoding="utf-8")
