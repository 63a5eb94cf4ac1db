"""Quarto's kernel replays the recorded results to a Jupyter client, and nothing else."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from jupyter_client.manager import start_new_kernel
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from tools.preview import execute
from tools.preview.progress import Progress
from tools.quarto.kernel import Recording, UnknownCodeError
from tools.quarto.record import record

PAGE = """\
---
title: A lesson
---

```{python}
#| label: cell-first
import sys
print("printed")
print("warned", file=sys.stderr)
```

It is `{python} 6 * 7`.

```{python}
from IPython.display import Markdown
Markdown("**bold**")
```

```{python}
from tapewalk import Value
x = Value(3.0, label="x")
x * x
```
"""
CODES = [part.split("```")[0] for part in PAGE.split("```{python}\n")[1:]]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A project whose page ran, and the folder for JUPYTER_PATH."""
    root = tmp_path_factory.mktemp("project")
    (root / "_quarto.yml").write_text("project:\n  type: website\n")
    (root / "lib").symlink_to(Path(execute.__file__).parents[2] / "lib")
    page = root / "m" / "lesson.qmd"
    page.parent.mkdir()
    page.write_text(PAGE)
    return page, record(root, root / "recorded", Progress(quiet=True))


@pytest.fixture
def client(
    recorded: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> Iterator[NotebookClient]:
    """Quarto's Jupyter client, with a kernel started as in Quarto."""
    page, home = recorded
    monkeypatch.setenv("JUPYTER_PATH", str(home))
    monkeypatch.setenv("QUARTO_PROJECT_ROOT", str(page.parents[1]))
    monkeypatch.setenv("QUARTO_DOCUMENT_PATH", str(page.parent))
    monkeypatch.setenv("QUARTO_DOCUMENT_FILE", page.name)
    manager, channels = start_new_kernel(kernel_name="python3")
    made = NotebookClient(nbformat.v4.new_notebook(), km=manager)
    made.kc = channels
    yield made
    channels.stop_channels()
    manager.shutdown_kernel()


def run(client: NotebookClient, code: str, **options: Any) -> list[Any]:
    cell = nbformat.v4.new_code_cell(code, metadata={"tags": ["raises-exception"]})
    client.nb.cells.append(cell)
    client.execute_cell(cell, len(client.nb.cells) - 1, **options)
    return cell.outputs


def value(client: NotebookClient, expression: str) -> Any:
    message = client.kc.execute("", user_expressions={"0": expression})
    return client.wait_for_reply(message)["content"]["user_expressions"]["0"]["data"]


def test_kernel_replays_results_of_the_page(client: NotebookClient) -> None:
    assert run(client, "# Quarto's own, before the page's", store_history=False) == []
    first = CODES[0].removeprefix("#| label: cell-first\n")
    texts = {output.name: output.text for output in run(client, first)}
    assert texts == {"stdout": "printed\n", "stderr": "warned\n"}
    assert value(client, "6 * 7") == {"text/plain": "42"}
    (shown,) = run(client, CODES[1])
    assert shown.data["text/markdown"] == "**bold**"
    (figure,) = run(client, CODES[2])
    assert list(figure.data) == ["text/plain"], "a value's figure is for notebooks"
    assert figure.data["text/plain"].startswith("Value(data=9.0")
    assert not figure.metadata


def test_unknown_cell_is_an_error(client: NotebookClient) -> None:
    (error,) = run(client, "import os; os._exit(3)")
    assert error.ename == "UnknownCodeError"
    assert "import os" in error.evalue
    assert client.km is not None and client.km.is_alive()


def test_error_ends_the_rendering(client: NotebookClient) -> None:
    with pytest.raises(CellExecutionError, match="UnknownCodeError"):
        cell = nbformat.v4.new_code_cell("1 + 1")
        client.nb.cells.append(cell)
        client.execute_cell(cell, 0)


def test_kernel_imports_little(recorded: tuple[Path, Path]) -> None:
    """One starts for each page."""
    spec = json.loads((recorded[1] / "kernels" / "python3" / "kernel.json").read_text())
    program = Path(spec["argv"][1]).read_text()
    assert spec["argv"][0] == sys.executable
    for heavy in ("tools", "tapewalk", "IPython", "ipykernel", "jupyter_client", "numpy"):
        assert f"import {heavy}" not in program
        assert f"from {heavy}" not in program


def test_empty_lines_do_not_change_a_cell() -> None:
    step = {"code": "a = 1\n\nb = 2", "outputs": []}
    assert Recording([step]).take("a = 1\n\n\nb = 2\n") is step
    with pytest.raises(UnknownCodeError, match="asked for 'a = 2'"):
        Recording([step]).take("a = 2")
