"""The cache between builds, and its invalidation."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.preview.fixture_site import Site
from tools.preview import execute

PAGE = "m/index.qmd"
CELL = """\
{{< include _part.qmd >}}

```{python}
#| echo: false
import tapewalk
print(tapewalk.VALUE)
```

Words.
"""


@pytest.fixture
def sources(site: Site) -> Site:
    site.write("lib/tapewalk/__init__.py", "VALUE = 'first'\n")
    site.write("lib/tapewalk/table.json", "[1]")
    site.write("_variables.yml", "a: 1\n")
    site.write("requirements.txt", "numpy==1\n")
    site.write("m/_part.qmd", "Part.\n")
    site.page(CELL, PAGE)
    return site


@pytest.fixture
def built(sources: Site, monkeypatch: pytest.MonkeyPatch) -> Site:
    """Return a site built with a kernel whose output is always the same."""

    async def run(page: Path, root: Path, steps: list[Any], shared: str) -> list[dict[str, Any]]:
        stream = {"output_type": "stream", "name": "stdout", "text": "printed\n"}
        return [{"outputs": [stream]} for _ in steps]

    monkeypatch.setattr(execute, "run", run)
    assert "executed 1 cell" in sources.build().of(PAGE)
    return sources


def test_unchanged_site_is_not_rebuilt(built: Site) -> None:
    before = built.html("m/index.html")
    assert built.build().of(PAGE).endswith(f"{PAGE}  cached")
    assert built.html("m/index.html") == before


def test_prose_edit_runs_no_cell(built: Site) -> None:
    built.page(CELL.replace("Words", "Other words"), PAGE)
    assert "cells cached, rendered" in built.build().of(PAGE)
    assert "Other words" in built.main("m/index.html")
    assert "printed" in built.main("m/index.html")


EDITS: dict[str, Callable[[Site], object]] = {
    "the library": lambda s: s.write("lib/tapewalk/__init__.py", "VALUE = 'second'\n"),
    "the library's data": lambda s: s.write("lib/tapewalk/table.json", "[2]"),
    "an include": lambda s: s.write("m/_part.qmd", "Other part.\n"),
    "the variables": lambda s: s.write("_variables.yml", "a: 2\n"),
    "the pins": lambda s: s.write("requirements.txt", "numpy==2\n"),
    "the cell": lambda s: s.page(CELL.replace("print(", "print('!', "), PAGE),
    "a file beside the page": lambda s: s.write("m/data.csv", "1,2\n"),
}


@pytest.mark.parametrize("what", EDITS)
def test_dependency_edit_runs_cells_again(built: Site, what: str) -> None:
    EDITS[what](built)
    assert "executed 1 cell" in built.build().of(PAGE)


def test_cells_run_with_the_current_library(sources: Site) -> None:
    sources.build()
    assert "first" in sources.main("m/index.html")
    EDITS["the library"](sources)
    sources.build()
    assert "second" in sources.main("m/index.html")


def test_failed_cell_is_not_cached(site: Site) -> None:
    site.page("```{python}\nprint(nothing)\n```\n")
    for _ in range(2):
        assert "NameError" in site.problems()[0]


def test_changed_module_renders_its_pages_again(site: Site) -> None:
    site.write("a.js", "export const one = 1;\n")
    site.page('```{ojs}\nimport {one} from "./a.js"\none\n```\n')
    site.build()
    assert site.build().of("index.qmd").endswith("cached")
    site.write("a.js", "export const two = 2;\n")
    assert "has no export named one" in site.problems()[0]


def test_changed_site_options_render_again(built: Site) -> None:
    project = built.root / "_quarto.yml"
    project.write_text(project.read_text().replace("lang: en", "lang: es"))
    assert "cells cached, rendered" in built.build().of(PAGE)
    assert '<html lang="es">' in built.html("m/index.html")
