"""Runs the project's `post-render` programs on a site that is complete but not yet in place."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

from tools.preview.config import Project
from tools.preview.errors import stop


def run(project: Project, folder: Path) -> None:
    """Run the programs as Quarto does: from the project's folder, the site's named by a variable.

    Args:
        project: The project.
        folder: The rendered site.

    Raises:
        BuildError: A program fails; what it printed is in the message.
    """
    listed = project.settings.get("project", "post-render") or []
    pages = "\n".join(str(path) for path in sorted(folder.rglob("*.html")))
    environment = {
        **os.environ,
        "QUARTO_PROJECT_OUTPUT_DIR": str(folder),
        "QUARTO_PROJECT_OUTPUT_FILES": pages,
    }
    for program in [listed] if isinstance(listed, str) else listed:
        words = shlex.split(program)
        command = [sys.executable, *words] if words[0].endswith(".py") else words
        result = subprocess.run(
            command,
            cwd=project.root,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if result.returncode:
            place = project.settings.place("project", "post-render")
            raise stop(place, f"`{program}` failed:\n{result.stdout.rstrip()}")
