"""The files of a release, from a built site."""

from pathlib import Path

from tapewalk.version import __version__
from tools.release.archive import moment_of, read_folder, write_zip
from tools.release.notes import notes
from tools.wheel import ADDRESS, NAME

SITE, NOTEBOOKS, NOTES = "site.zip", "notebooks.zip", "notes.md"
# Each unpacks into a folder of its own.
_SITE_FOLDER = f"walk-the-tape-{__version__}"
_NOTEBOOKS_FOLDER = f"walk-the-tape-notebooks-{__version__}"
_READ_ME = "README.txt"
_SITE_TEXT = """\
Walk the Tape
Double-click open-windows.bat (Windows) or open-mac.command (macOS); on Linux, run
python3 open_course.py. Each opens the course in your browser, and needs Python 3.8 or newer.
Without it, index.html shows the text with still pictures: browsers don't load the figures' code
from plain files.

Recorre la cinta
Haz doble clic en open-windows.bat (Windows) o en open-mac.command (macOS); en Linux, ejecuta
python3 open_course.py. Abren el curso en tu navegador y necesitan Python 3.8 o posterior.
Sin él, index.es.html muestra el texto con imágenes fijas: los navegadores no cargan el código de
las figuras desde archivos sueltos.
"""
_OPENERS = {
    "open_course.py": Path(__file__).with_name("open_course.py").read_bytes(),
    "open-windows.bat": b'@cd /d "%~dp0"\r\n@py open_course.py || python open_course.py\r\n',
    "open-mac.command": b'#!/bin/sh\ncd "$(dirname "$0")" && exec python3 open_course.py\n',
}
_NOTEBOOKS_TEXT = """\
Walk the Tape: the notebooks
Open them in JupyterLab, VS Code or another editor, and run the first cell first: it installs the
library from the folder dist, and what else your Python lacks. Python 3.11 or newer.

Recorre la cinta: los cuadernos
Ábrelos en JupyterLab, VS Code u otro editor y ejecuta primero la primera celda: instala la
biblioteca desde la carpeta dist, y lo demás que le falte a tu Python. Python 3.11 o más nuevo.
"""


class ReleaseError(Exception):
    """The folder is not a built site of this version."""


def write_release(site: Path, target: Path, root: Path, tag: str | None = None) -> list[Path]:
    """Write the files of a release; the same site and commit give the same bytes.

    Args:
        site: The built site, with its notebooks and the wheel.
        target: The folder to write to; the files of an earlier run are removed.
        root: The working copy.
        tag: The tag that is released, or None to try a release out.

    Returns:
        The files.

    Raises:
        NotesError: The changelog has no entry for the version, or the tag is another's.
        ReleaseError: The folder is not a built site of this version.
    """
    text = notes((root / "CHANGELOG.md").read_text("utf-8"), __version__, tag)
    files = read_folder(site)
    for needed in ("index.html", ADDRESS):
        if needed not in files:
            raise ReleaseError(f"No {needed} in {site}: run `make build` first.")
    taken = {name: content for name, content in files.items() if name.endswith(".ipynb")} | {
        ADDRESS: files[ADDRESS]
    }
    moment = moment_of(root)
    names = (SITE, NOTEBOOKS, NAME, NOTES)
    target.mkdir(parents=True, exist_ok=True)
    for old in (*target.glob("*.whl"), *(target / name for name in names)):
        old.unlink(missing_ok=True)
    write_zip(target / SITE, _within(_SITE_FOLDER, files | _OPENERS, _SITE_TEXT), moment)
    write_zip(target / NOTEBOOKS, _within(_NOTEBOOKS_FOLDER, taken, _NOTEBOOKS_TEXT), moment)
    (target / NAME).write_bytes(files[ADDRESS])
    (target / NOTES).write_text(text, "utf-8")
    return [target / name for name in names]


def _within(folder: str, files: dict[str, bytes], text: str) -> dict[str, bytes]:
    return {f"{folder}/{name}": content for name, content in files.items()} | {
        f"{folder}/{_READ_ME}": text.encode()
    }
