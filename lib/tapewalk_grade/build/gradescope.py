"""Gradescope's autograder: a zip file with the library, `setup.sh` and `run_autograder`.

As gradescope-autograders.readthedocs.io/en/latest/specs describes it.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tapewalk_course.exercises.catalog import needs

_SETUP: Final = """\
#!/usr/bin/env bash
set -eu
pip3 install --no-cache-dir /autograder/source/*.whl {packages}
python3 -P -m tapewalk_grade --check-setup --module {module}
"""
_RUN: Final = """\
#!/usr/bin/env bash
set -eu
results=/autograder/results/results.json
made=$(mktemp -d)
# Status 1 says that the notebook could not be graded, and the results say why. With any other, no
# results are left: nothing else than the grader may write them.
python3 -P -m tapewalk_grade /autograder/submission --module {module} --lang {lang} \\
    --format gradescope --output "$made/results.json" || [ $? -eq 1 ] || rm -f "$made"/*
mv "$made/results.json" "$results" || {{ rm -f "$results"; exit 1; }}
"""


def files(module: str, lang: str, wheels: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files of the autograder by their names."""
    packages = " ".join(needs([module]))
    scripts = {
        "setup.sh": _SETUP.format(module=module, packages=packages).replace(" \n", "\n"),
        "run_autograder": _RUN.format(module=module, lang=lang),
    }
    return {**{name: text.encode() for name, text in scripts.items()}, **wheels}


def write(path: Path, files: Mapping[str, bytes]) -> None:
    """Write the zip file, with its scripts as programs.

    Raises:
        OSError: It can't be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))  # same files, same bytes
            entry.external_attr = 0o755 << 16
            made.writestr(entry, data, zipfile.ZIP_DEFLATED)
