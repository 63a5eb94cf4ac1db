"""The recorded results of pages' cells for Quarto's kernel, so that they run once, not twice."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.preview import config, site
from tools.preview.cache import Cache
from tools.preview.execute import Step
from tools.preview.outputs import page_data
from tools.preview.page import Page
from tools.preview.progress import Progress
from tools.preview.results import Results
from tools.preview.stale import Keys
from tools.preview.turns import in_turn

_KERNEL = Path(__file__).with_name("kernel.py")


def record(root: Path, folder: Path, progress: Progress) -> Path:
    """Run the cells of all pages that are not in the cache.

    Args:
        root: The project's folder.
        folder: The folder to write to; its content is replaced.
        progress: Takes a line per page that has cells.

    Returns:
        The folder for Jupyter's JUPYTER_PATH: its kernel `python3` replays the results.

    Raises:
        BuildError: A page is outside the preview's subset, or a cell raised an error.
    """
    project = config.load(root)
    pages = [page for page in site.read(project) if page.steps()]
    progress.expect(len(pages))
    results = Results(Keys(project), Cache.of(root))

    async def run(page: Page) -> list[dict[str, Any]]:
        gave, what = await results.of(page)
        progress.page(page.name, what.removesuffix(", "))
        return gave

    answers = asyncio.run(in_turn(pages, run))
    shutil.rmtree(folder, ignore_errors=True)
    pages_folder = folder / "pages"
    for page in pages:
        path = pages_folder / f"{page.name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(recording(page.steps(), answers[page.name])), "utf-8")
    return _kernelspec(folder, pages_folder)


def recording(steps: Sequence[Step], results: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the answers of the kernel for a page.

    Args:
        steps: The page's cells and expressions.
        results: The result of each.
    """
    return [
        {"code": step.code, **_shown(result)} for step, result in zip(steps, results, strict=True)
    ]


def _shown(result: dict[str, Any]) -> dict[str, Any]:
    """Return a result without the figures that only a notebook has."""
    if "outputs" not in result:
        return result
    outputs = [
        {**output, "data": page_data(output), "metadata": _public(output)}
        if "data" in output
        else output
        for output in result["outputs"]
    ]
    return {"outputs": outputs}


def _public(output: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in output["metadata"].items() if key != "tapewalk"}


def _kernelspec(folder: Path, pages: Path) -> Path:
    home = folder / "jupyter"
    spec = {
        "argv": [sys.executable, str(_KERNEL), "{connection_file}", str(pages)],
        "display_name": "Python 3",
        "language": "python",
    }
    # Under the name of the usual kernel, which the sources name.
    path = home / "kernels" / "python3" / "kernel.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(spec), "utf-8")
    return home
