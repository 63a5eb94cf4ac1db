"""Reproducible zip files, independent of the machine and the time."""

import os
import subprocess
import time
import zipfile
from collections.abc import Mapping
from pathlib import Path

# The first and the last moment that a zip file can store.
_EARLIEST, _LATEST = 315532800, 4354819198
_FILE, _PROGRAM = 0o100644 << 16, 0o100755 << 16


def write_zip(target: Path, files: Mapping[str, bytes], moment: int) -> None:
    """Write a zip file: the same files and moment give the same bytes.

    Args:
        target: The file to write.
        files: Its files, by their path in it.
        moment: The date that every file gets, in seconds since 1970.
    """
    date = time.gmtime(min(max(moment, _EARLIEST), _LATEST))[:6]
    with zipfile.ZipFile(target, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # always Unix
            # A program's first line names what runs it; systems start it only with this mark.
            entry.external_attr = _PROGRAM if files[name].startswith(b"#!") else _FILE
            archive.writestr(entry, files[name], compresslevel=9)


def read_folder(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder, by its relative path."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def moment_of(root: Path) -> int:
    """Return the date of what is released: SOURCE_DATE_EPOCH, or that of the last commit.

    Args:
        root: The working copy; without a commit, the earliest date of zip files is returned.
    """
    said = os.environ.get("SOURCE_DATE_EPOCH")
    if said is None:
        command = ["git", "-C", str(root), "show", "-s", "--format=%ct", "HEAD"]
        said = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return int(said or _EARLIEST)
