"""Zip files whose bytes tell nothing of the machine or the moment that made them."""

import os
import subprocess
import time
import zipfile
from collections.abc import Mapping
from pathlib import Path

# The first and the last moment that a zip file can tell.
_EARLIEST, _LATEST = 315532800, 4354819198
_FILE = 0o100644 << 16


def write_zip(target: Path, files: Mapping[str, bytes], moment: int) -> None:
    """Writes a zip file: the same files and the same moment give the same bytes.

    Args:
        target: The file to write.
        files: What it holds, by the path in it.
        moment: The date that every file gets, in seconds since 1970.
    """
    date = time.gmtime(min(max(moment, _EARLIEST), _LATEST))[:6]
    with zipfile.ZipFile(target, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, whichever system writes it
            entry.external_attr = _FILE
            archive.writestr(entry, files[name], compresslevel=9)


def read_folder(folder: Path) -> dict[str, bytes]:
    """Returns every file of a folder, by its path from there."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def moment_of(root: Path) -> int:
    """Returns the date of what is released: SOURCE_DATE_EPOCH, or that of the last commit.

    Args:
        root: The working copy; where git knows none, the earliest date of zip files is taken.
    """
    said = os.environ.get("SOURCE_DATE_EPOCH")
    if said is None:
        command = ["git", "-C", str(root), "show", "-s", "--format=%ct", "HEAD"]
        said = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return int(said or _EARLIEST)
