"""Run the project's `post-render` program on a site that is complete but not yet in place."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

from tools.preview.config import Project
from tools.preview.errors import stop
from tools.preview.progress import Progress, run_aloud

# The number of a failed program's last lines in the message; all of them were shown already.
_LAST = 30


def run(project: Project, folder: Path, progress: Progress) -> None:
    """Run the program as Quarto does: from the project's folder, with the site's in a variable.

    Args:
        project: The project.
        folder: The rendered site.
        progress: Takes the output of the program, line by line.

    Raises:
        BuildError: The program fails; its output is in the message.
    """
    program = project.settings.get("project", "post-render")
    if program is None:
        return
    pages = "\n".join(str(path) for path in sorted(folder.rglob("*.html")))
    environment = {
        **os.environ,
        "QUARTO_PROJECT_OUTPUT_DIR": str(folder),
        "QUARTO_PROJECT_OUTPUT_FILES": pages,
        # Its lines are shown as they arrive.
        "PYTHONUNBUFFERED": "1",
    }
    words = shlex.split(program)
    command = [sys.executable, *words] if words[0].endswith(".py") else words
    status, printed = run_aloud(command, project.root, environment, progress.say)
    if status:
        place = project.settings.place("project", "post-render")
        last = "\n".join(printed[-_LAST:]).rstrip()
        raise stop(place, f"`{program}` failed:\n{last}")
