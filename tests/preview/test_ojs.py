"""OJS cells: compiled at build time, run here in Node over jsdom."""

import gzip
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.preview.fixture_site import Site
from tools.preview import ojs

RUN_PAGE = Path(__file__).parent / "run_page.mjs"


def cell(*lines: str) -> str:
    return "\n".join(["```{ojs}", *lines, "```", "", ""])


def run(site: Site, events: list[dict[str, str]] | None = None) -> list[dict[str, str]]:
    """Run the built page, and return the contents of its slots before and after the events."""
    command = [ojs.node(), str(RUN_PAGE), str(site.out / "index.html"), json.dumps(events or [])]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr[-1000:]
    shown: list[dict[str, str]] = json.loads(result.stdout)
    return shown


DATA = '<script type="ojs-define">{"contents":[{"name":"trace","value":{"n":[4,5]}}]}</script>'

PAGE = (
    f"```{{=html}}\n{DATA}\n```\n\n"
    + cell('import {double as twice} from "./lib/a.js"')
    + cell("viewof x = Object.assign(document.createElement('input'), {type: 'range', value: 3})")
    + cell("twice(x)")
    + cell("trace.n.length")
    + cell("y = 7", "y + 1")
    + cell(
        "function* steps() { yield 1; yield 2; }",
        "late = new Promise((done) => setTimeout(done, 5, 'later'))",
        "late",
    )
    + cell("//| output: false", "hidden = document.createElement('hr')")
    + cell("hidden.tagName")
    + cell("throw_ = { throw new Error('wrong') }")
    + cell("'</script>'")
)


@pytest.fixture(scope="module")
def values(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, str]]:
    site = Site(tmp_path_factory.mktemp("ojs"))
    site.write("lib/a.js", 'import {two} from "./b.js";\nexport const double = (x) => two * x;\n')
    site.write("lib/b.js", "export const two = 2;\n")
    site.page(PAGE)
    site.build()
    assert (site.out / "lib/b.js").is_file(), "what a module imports is copied with it"
    return run(site, [{"slot": "ojs-cell-2", "value": "5"}])


def text(html: str) -> str:
    return re.sub("<[^>]+>", "", html)


def test_imports_show_nothing_and_views_show_their_element(values: list[dict[str, str]]) -> None:
    assert values[0]["ojs-cell-1"] == ""
    assert '<input type="range"' in values[0]["ojs-cell-2"]


def test_imported_function_has_its_local_name(values: list[dict[str, str]]) -> None:
    assert text(values[0]["ojs-cell-3"]) == "6"


def test_changed_view_runs_dependent_cells(values: list[dict[str, str]]) -> None:
    assert text(values[1]["ojs-cell-3"]) == "10"


def test_published_data_are_available(values: list[dict[str, str]]) -> None:
    assert text(values[0]["ojs-cell-4"]) == "2"


def test_statements_of_a_cell_have_separate_slots(values: list[dict[str, str]]) -> None:
    assert values[0]["ojs-cell-5-1"] == "", "a declaration shows no plain value"
    assert text(values[0]["ojs-cell-5-2"]) == "8"


def test_promises_are_awaited(values: list[dict[str, str]]) -> None:
    assert text(values[0]["ojs-cell-6-3"]) == '"later"'


def test_hidden_cell_is_computed(values: list[dict[str, str]]) -> None:
    assert text(values[0]["ojs-cell-8"]) == '"HR"'


def test_error_is_shown_in_its_slot(values: list[dict[str, str]]) -> None:
    assert "Error: wrong" in text(values[0]["ojs-cell-9"])


def test_figures_are_marked_up_as_in_quarto(site: Site) -> None:
    main = site.render(
        cell("//| label: fig-a", "//| fig-cap: The *tape*", "//| echo: false", "1 + 1")
        + cell("//| output: false", "b = 2")
        + cell("//| label: sum", "//| echo: false", "b + 1")
    )
    assert (
        '<div class="cell"> <div class="cell-output cell-output-display"> <div id="fig-a"' in main
    )
    assert '<div id="ojs-cell-1" data-nodetype="expression">' in main
    assert "Figure 1: The <em>tape</em>" in main
    assert '<div class="cell-output cell-output-display hidden">' in main
    assert '<div class="cell"> <div id="sum" class="cell-output cell-output-display">' in main
    assert main.count("cell-code") == 1
    assert '<pre class="sourceCode js code-with-copy">' in main


def test_pages_without_ojs_load_no_runtime(site: Site) -> None:
    site.render("Words.\n")
    assert '<script type="module">' not in site.html()
    assert not (site.out / "site_libs/preview/ojs.js").exists()


def test_runtime_is_small(site: Site) -> None:
    site.render(cell("1"))
    assert len(gzip.compress((site.out / "site_libs/preview/ojs.js").read_bytes())) < 25_000


STOPS: dict[str, tuple[str, int, str]] = {
    "syntax": (cell("//| echo: false", "x =", "", "y = )"), 8, "does not parse: Unexpected token"),
    "class field": (cell("class A { x = 1 }"), 5, "does not parse"),
    "d3 without import": (cell("a = 1", "d3.max([a])"), 6, "in the page's own import cell"),
    "unknown name": (cell("a = 1", "", "a + nothing"), 7, "`nothing` is not defined"),
    "unknown view": (cell("viewof z"), 5, "`viewof z` is not defined"),
    "twice defined": (cell("a = 1") + cell("a = 2"), 9, "`a` is already defined"),
    "published and defined": (
        f"`{DATA}`{{=html}}\n\n" + cell("trace = 1"),
        7,
        "`trace` is already published",
    ),
    "missing module": (cell('import {a} from "./no.js"'), 5, 'there is no file "./no.js"'),
    "missing export": (cell("1") + cell('import {no} from "./a.js"'), 9, "no export named no"),
    "other host": (cell('import {a} from "@d3/bar-chart"'), 5, "nothing comes from another host"),
    "mutable": (cell("mutable z = 1"), 5, "no `mutable` cells"),
}


@pytest.mark.parametrize("name", STOPS)
def test_cell_error_stops_at_its_line(site: Site, name: str) -> None:
    source, line, message = STOPS[name]
    site.write("a.js", "export const a = 1;\n")
    site.page(source)
    found = site.problems()
    assert any(p.startswith(f"index.qmd:{line}: ") and message in p for p in found), found
    assert not site.out.exists()


def test_nested_page_finds_runtime_and_module(site: Site) -> None:
    site.write("lib/a.js", "export const a = 1;\n")
    site.page(cell('import {a} from "../../lib/a.js"') + cell("a"), "m/n/x.qmd")
    site.build()
    imports: list[Any] = re.findall(r'^import .* from "(.*)";$', site.html("m/n/x.html"), re.M)
    assert imports == ["../../site_libs/preview/ojs.js", "../../lib/a.js"]
    assert all((site.out / "m/n" / path).resolve().is_file() for path in imports)


def test_page_imports_only_needed_bundle_parts(site: Site) -> None:
    site.write("lib/all.js", "export const a = 1, b = 2, c = 3;\n")
    site.write("lib/all/a.js", 'export {a} from "./parts/1.js";\n')
    site.write("lib/all/b.js", 'export {b} from "./parts/2.js";\n')
    for n, name in enumerate("ab", 1):
        site.write(f"lib/all/parts/{n}.js", f"export const {name} = {n};\n")
    site.page(cell('import {a as one, b, c} from "./lib/all.js"') + cell("one + c"))
    site.build()
    main, module, whole = re.findall(r'^import .* from "(.*)";$', site.html(), re.M)
    assert re.fullmatch(r"\./lib/all/a\.js\?[0-9a-f]{8}", module)
    assert (main, whole) == ("./site_libs/preview/ojs.js", "./lib/all.js")
    copied = {p.relative_to(site.out).as_posix() for p in site.out.glob("lib/**/*.js")}
    assert copied == {"lib/all.js", "lib/all/a.js", "lib/all/parts/1.js"}
    assert text(run(site)[0]["ojs-cell-2"]) == "4"
    # A changed part has a new address, in cached pages too.
    site.write("lib/all/a.js", 'export {b as a} from "./parts/2.js";\n')
    site.build()
    assert f'"{module}"' not in site.html()
    assert text(run(site)[0]["ojs-cell-2"]) == "5"
