"""Bundles of lib/diagrams: a module for each name that lessons import, and one style sheet.

Notebooks load nothing from elsewhere, so they get all modules in one file.

A Node program draws the figures' film-strips with the same code.
"""

import subprocess
from pathlib import Path

from tools.stamp import CACHE, ROOT, Stamp, digest

_DIAGRAMS = ROOT / "lib" / "diagrams"
_THEME = ROOT / "lib" / "theme"
_LIVE = ROOT / "lib" / "live"
_LIBRARY = ROOT / "lib" / "tapewalk"
_COURSE = ROOT / "lib" / "tapewalk_course"
_PREVIEW = ROOT / "tools" / "preview"
# The folder of the built files.
BUILT = _DIAGRAMS / "dist"
BUNDLES = (
    (_LIVE / "notebook.js", BUILT / "tapewalk.js"),
    (_DIAGRAMS / "index.js", BUILT / "tapewalk"),
    (_DIAGRAMS / "report.js", BUILT / "report.js"),
    (_DIAGRAMS / "diagrams.css", BUILT / "tapewalk.css"),
    (_DIAGRAMS / "base.css", BUILT / "base.css"),
    (_DIAGRAMS / "last.css", BUILT / "last.css"),
    (ROOT / "tools" / "film_strip" / "main.mjs", BUILT / "film-strip.mjs"),
    (_LIVE / "worker.js", _LIVE / "dist" / "worker.js"),
    (_LIVE / "arrays" / "index.js", _LIVE / "dist" / "arrays.js"),
    (_LIVE / "names.js", _LIVE / "dist" / "names.js"),
    (_LIVE / "page.js", _LIVE / "dist" / "page.js"),
    (_LIVE / "curves.js", _LIVE / "dist" / "curves.js"),
    (_LIVE / "cells.js", _LIVE / "dist" / "cells.js"),
    (_LIVE / "editor.js", _LIVE / "dist" / "editor.js"),
    (_LIVE / "lab.js", _LIVE / "dist" / "lab.js"),
    (_LIVE / "derive.js", _LIVE / "dist" / "derive.js"),
    (_LIVE / "embed.js", _LIVE / "dist" / "embed.js"),
)
# The drawing code in the library's wheel; widget_styles.py writes its style sheet.
DRAWS = ("tapewalk.js", "report.js", "widget.css", "film-strip.mjs")
_BUNDLER = Path(__file__).with_name("bundle.mjs")
_FINDS_VIEWS = Path(__file__).with_name("views.mjs")


class BundleError(Exception):
    """The diagrams could not be bundled."""


def bundle(node: Path, entry: Path, target: Path) -> bool:
    """Write a bundle, unless it already belongs to these sources.

    Args:
        node: The Node.js program.
        entry: The module whose exports the lessons import, or the sheet that imports the others.
        target: Where the bundle goes: a file, or a folder of modules if the path has no suffix.

    Returns:
        True if the bundle was written, False if it was up to date.

    Raises:
        BundleError: The entry is missing, or a source has a mistake.
    """
    if not entry.is_file():
        raise BundleError(f"What the bundle begins with is missing: {entry}")
    key = _key(entry, target)
    stamp = Stamp(CACHE / "assets" / f"{digest([], str(target))[:16]}.bundle")
    if stamp.matches(key, target):
        return False
    command = [str(node), str(_BUNDLER), str(entry), str(target)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise BundleError(f"esbuild could not bundle {entry}:\n{run.stderr.strip()}")
    stamp.write(key)
    return True


def _key(entry: Path, target: Path) -> str:
    sources = [*entry.parent.rglob(f"*{entry.suffix}"), *_DIAGRAMS.rglob("*.json")]
    if target.suffix == "":  # Each view's styles are beside its module.
        sources += _DIAGRAMS.rglob("*.css")
    if target.suffix == ".mjs":  # Programs are built from the views and their styles.
        kinds = (*_DIAGRAMS.rglob("*.js"), *_DIAGRAMS.rglob("*.css"), *_THEME.glob("*.css"))
        sources += [*kinds, *_PREVIEW.glob("ojs_*.mjs")]
    if _LIVE in entry.parents:  # They contain the library's Python and parts of the views.
        rooms = [_LIVE / "python", _LIVE / "arrays", _COURSE / "derive", _COURSE / "lab"]
        rooms += [_LIBRARY / "scalar", _LIBRARY / "trace"]
        sources += [path for room in rooms for path in room.rglob("*.py")]
        sources += [_LIVE / "files.mjs", _LIBRARY / "version.py", *_DIAGRAMS.rglob("*.js")]
        sources.append(_LIBRARY / "data" / "names.txt.gz")
        sources += _LIVE.rglob("*.css")
    # Some bundles are written into the source folders of others.
    written = {target.parent, *(other.parent for _, other in BUNDLES)}
    own = [path for path in sources if written.isdisjoint(path.parents)]
    return digest(
        [*own, _BUNDLER, _FINDS_VIEWS, ROOT / "package-lock.json"], str(entry), str(target)
    )
