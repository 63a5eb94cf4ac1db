"""The running of a page's Python cells and inline expressions, in order, in one kernel."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.preview.cells import Cell, Inline
from tools.preview.errors import BuildError, Place, Problem, stop

if TYPE_CHECKING:
    from nbclient import NotebookClient

_CELL_TIMEOUT = 600
_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_MARKDOWN_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~^$@])")


Step = Cell | Inline


async def run(
    page: Path, root: Path, steps: Sequence[Step], shared: str = ""
) -> list[dict[str, Any]]:
    """Run the steps of one page.

    Args:
        page: The .qmd file; its folder is the kernel's working folder, as in Quarto.
        root: The project; its lib/ is importable.
        steps: What to run.
        shared: How the paths of results begin that pages share; they share none if left out.

    Returns:
        For every cell `{"outputs": [...]}` as in a notebook, for every expression `{"data": {...}}`
        as the kernel displays it.

    Raises:
        BuildError: A step raised an error.
    """
    # Slow to import, and a build whose pages are all cached needs none of it.
    import nbformat
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient

    from tools.preview import kernels

    scratch = Path(tempfile.mkdtemp(prefix="tape-"))
    transport = "tcp" if os.name == "nt" else "ipc"
    manager = AsyncKernelManager(
        kernel_name="python3", transport=transport, connection_file=str(scratch / "k.json")
    )
    kernels.choose(manager)
    nodes = [nbformat.v4.new_code_cell(step.code) for step in steps]
    client = NotebookClient(
        nbformat.v4.new_notebook(cells=nodes),
        km=manager,
        timeout=_CELL_TIMEOUT,
        resources={"metadata": {"path": str(page.parent)}},
        extra_arguments=["--HistoryManager.enabled=False"],
    )
    try:
        # nbclient's own set-up would catch Ctrl-C, which must stop the whole build.
        await client.async_start_new_kernel(env=_environment(root, shared))
        await client.async_start_new_kernel_client()
        return [await _step(client, step, index) for index, step in enumerate(steps)]
    finally:
        if client.kc is not None:
            client.kc.stop_channels()
        await manager.shutdown_kernel(now=True)
        shutil.rmtree(scratch, ignore_errors=True)


def _environment(root: Path, shared: str) -> dict[str, str]:
    """Return the kernel's environment."""
    paths = [str(root / "lib"), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
        "PYTHONHASHSEED": "0",
        "TAPEWALK_DISPLAY": "figure",
        "TAPEWALK_SHARED": shared,
    }


async def _step(client: NotebookClient, step: Step, index: int) -> dict[str, Any]:
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    cell = client.nb.cells[index]
    try:
        if isinstance(step, Inline):
            return {"data": await _inline(client, step)}
        await client.async_execute_cell(cell, index)
    except CellExecutionError:
        assert isinstance(step, Cell)
        raise _raised(step, cell.outputs) from None
    except CellTimeoutError:
        raise stop(step.place, f"this ran for over {_CELL_TIMEOUT} s and was stopped") from None
    except DeadKernelError:
        raise stop(step.place, "the kernel died while this ran") from None
    return {"outputs": [dict(output) for output in cell.outputs]}


def _raised(cell: Cell, outputs: list[Any]) -> BuildError:
    """Return the error of a failed cell, at the line that led to it."""
    error = next(o for o in reversed(outputs) if o["output_type"] == "error")
    trace = plain("\n".join(error["traceback"]))
    inner = re.search(r"Cell In\[\d+\], line (\d+)", trace)
    line = cell.code_line + int(inner[1]) - 1 if inner else cell.place.line
    message = f"this cell raised {error['ename']}: {plain(error['evalue'])}\n{trace}"
    return BuildError([Problem(Place(cell.place.path, line), message)])


async def _inline(client: NotebookClient, inline: Inline) -> dict[str, str]:
    """Return the forms in which the kernel displays an expression's value."""
    assert client.kc is not None
    message = client.kc.execute("", silent=True, user_expressions={"value": inline.code})
    reply = await client.async_wait_for_reply(message)
    if reply is None:
        raise stop(inline.place, f"`{inline.code}` ran for over {_CELL_TIMEOUT} s")
    value: dict[str, Any] = reply["content"]["user_expressions"]["value"]
    if value["status"] != "ok":
        error = f"{value['ename']}: {plain(value['evalue'])}"
        raise stop(inline.place, f"`{{python}} {inline.code}` raised {error}")
    data: dict[str, str] = value["data"]
    return data


def inline_text(data: Mapping[str, str]) -> str:
    """Return an expression's value as markdown: its own if it has one, else escaped text.

    Args:
        data: The result of `run` for the expression.
    """
    if "text/markdown" in data:
        return data["text/markdown"].strip()
    text = data.get("text/plain", "")
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    return _MARKDOWN_MARKS.sub(r"\\\1", text)


def plain(text: str) -> str:
    """Return a kernel's text without the escape codes that colour a terminal."""
    return _ANSI.sub("", text)
