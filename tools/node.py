"""Our Node programs, which read and write JSON."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

NODE_MODULES: Final = Path(__file__).parents[1] / "node_modules"


class NodeError(Exception):
    """Node is missing, or a program failed; the message is the program's."""


def node() -> str:
    """Return the Node program: the virtual environment's, else the system's.

    Raises:
        NodeError: Node or the npm packages are missing.
    """
    beside = Path(sys.executable).parent / ("node.exe" if os.name == "nt" else "node")
    path = str(beside) if beside.exists() else shutil.which("node")
    if not path or not NODE_MODULES.is_dir():
        what = "the npm packages are" if path else "Node is"
        raise NodeError(f"{what} missing: run `make setup`")
    return path


def ask(program: Path, question: object, *options: str) -> Any:
    """Return the answer of a program.

    Args:
        program: The program.
        question: Its input, which is written as JSON.
        *options: Options of the program.

    Raises:
        NodeError: Node is missing, or the program failed.
    """
    done = subprocess.run(
        [node(), str(program), *options],
        input=json.dumps(question),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise NodeError(done.stderr.strip())
    return json.loads(done.stdout)
