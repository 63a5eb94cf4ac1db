"""Scripts and styles without comments and indentation, which are half of their size."""

from pathlib import Path

from tools.finish.site import FinishError
from tools.node import NodeError, ask
from tools.preview.cache import Cache, digest
from tools.stamp import CACHE

_PROGRAM = Path(__file__).with_suffix(".mjs")
# Pagefind's are small already, and are fetched only for a search.
_FOLDERS = ("lib", "site_libs")
_LOADERS = {".js": "js", ".css": "css"}


def minify(folder: Path, cache: Path = CACHE / "finish") -> None:
    """Minify the scripts and styles of a site; files that are small already stay.

    Args:
        folder: The rendered folder, with everything in it.
        cache: Where results are stored.

    Raises:
        FinishError: A file has a mistake; the message names the file and the line.
    """
    results = Cache(cache)
    paths = sorted(
        path
        for name in _FOLDERS
        for path in (folder / name).rglob("*")
        if path.suffix in _LOADERS and path.is_file()
    )
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    keys = {path: digest(path.suffix, text) for path, text in texts.items()}
    fresh = [path for path, key in keys.items() if results.get("minified", key) is None]
    for path, small in zip(fresh, _minified(fresh, texts), strict=True):
        results.put("minified", keys[path], small)
        # The next run finds this file, unless the folder is rendered again.
        results.put("minified", digest(path.suffix, small), small)
    for path, key in keys.items():
        small = results.get("minified", key)
        if small != texts[path]:
            path.write_text(small, encoding="utf-8")


def _minified(paths: list[Path], texts: dict[Path, str]) -> list[str]:
    if not paths:
        return []
    asked = [{"loader": _LOADERS[path.suffix], "text": texts[path]} for path in paths]
    try:
        small: list[str] = ask(_PROGRAM, asked)
    except NodeError as error:
        names = ", ".join(path.name for path in paths)
        raise FinishError(f"One of {names} could not be minified:\n{error}") from None
    return small
