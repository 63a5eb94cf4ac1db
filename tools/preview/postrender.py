"""Runs the project's `post-render` programs on a site that is complete but not yet in place."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

from tools.preview.config import Project
from tools.preview.errors import stop
from tools.preview.progress import Progress

# What a program that failed says last; the rest has been shown.
_LAST = 30


def run(project: Project, folder: Path, progress: Progress) -> None:
    """Runs the programs as Quarto does: from the project's folder, the site's named by a variable.

    Args:
        project: The project.
        folder: The rendered site.
        progress: Takes what the programs print, line by line.

    Raises:
        BuildError: A program fails; what it printed is in the message.
    """
    listed = project.settings.get("project", "post-render") or []
    pages = "\n".join(str(path) for path in sorted(folder.rglob("*.html")))
    environment = {
        **os.environ,
        "QUARTO_PROJECT_OUTPUT_DIR": str(folder),
        "QUARTO_PROJECT_OUTPUT_FILES": pages,
        # Its lines are shown as they come.
        "PYTHONUNBUFFERED": "1",
    }
    for program in [listed] if isinstance(listed, str) else listed:
        words = shlex.split(program)
        command = [sys.executable, *words] if words[0].endswith(".py") else words
        with subprocess.Popen(
            command,
            cwd=project.root,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process:
            assert process.stdout is not None
            printed = []
            for line in process.stdout:
                printed.append(line)
                progress.say(line.rstrip())
        if process.returncode:
            place = project.settings.place("project", "post-render")
            last = "".join(printed[-_LAST:]).rstrip()
            raise stop(place, f"`{program}` failed:\n{last}")
