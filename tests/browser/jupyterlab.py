"""A JupyterLab with settings of its own, which makes no requests to other hosts."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.waiting import PATIENCE, wait_until


@contextmanager
def jupyterlab(folder: Path, notebooks: Path) -> Iterator[str]:
    """Start the server and yield the address of its interface.

    Args:
        folder: An empty folder for its settings and its log.
        notebooks: The folder it shows.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
        *(f"--ServerApp.port={port}", "--ServerApp.port_retries=0", "--ServerApp.token="),
        *(f"--ServerApp.root_dir={notebooks}", "--LabApp.extension_manager=readonly"),
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        # So that a test may call the commands of the menus.
        "--expose-app-in-browser",
    ]
    address = f"http://127.0.0.1:{port}"
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(
            command,
            env=_environment(folder),
            stdout=log,
            stderr=subprocess.STDOUT,
        ) as server,
    ):
        try:
            _wait(f"{address}/api", server, folder / "log")
            yield f"{address}/lab"
        finally:
            # Asked to stop, it may wait for a kernel for ever; kernels end when it is gone.
            server.kill()


def save_run(path: Path, cells: list[str], folder: Path) -> None:
    """Write a notebook as it is saved after a run, with its widgets, and trust it.

    It runs in a process of its own: Playwright keeps an event loop in this one.

    Args:
        path: The notebook.
        cells: Its code.
        folder: The folder of the server's settings, where it keeps which notebooks it trusts.
    """
    command = [sys.executable, "-c", _SAVE, str(path), *cells]
    subprocess.run(
        command,
        env=_environment(folder),
        check=True,
        stderr=subprocess.DEVNULL,
        timeout=PATIENCE,
    )


_SAVE = """
import sys, nbformat
from nbclient import NotebookClient
from nbformat.sign import NotebookNotary
path, *cells = sys.argv[1:]
notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
NotebookClient(notebook).execute()
NotebookNotary().sign(notebook)
nbformat.write(notebook, path)
"""


def _environment(folder: Path) -> dict[str, str]:
    own = {"JUPYTER_CONFIG_DIR": "config", "JUPYTER_DATA_DIR": "data"}
    own |= {"JUPYTER_RUNTIME_DIR": "runtime", "IPYTHONDIR": "ipython", "HOME": "home"}
    return os.environ | {name: str(folder / path) for name, path in own.items()}


def _wait(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    def is_decided() -> bool:
        if server.poll() is not None:
            return True
        with suppress(URLError, TimeoutError), urlopen(address, timeout=PATIENCE):
            return True
        return False

    wait_until(is_decided)
    if server.poll() is not None:
        raise RuntimeError(f"JupyterLab did not start:\n{log.read_text('utf-8')[-2000:]}")
