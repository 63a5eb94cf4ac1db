"""The OJS cells of Quarto's pages, compiled from the form that Quarto 1.10 writes."""

from __future__ import annotations

import base64
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.finish.pages import page
from tools.finish.cells import CLIENT, compile_cells, place_client
from tools.finish.finish import finish
from tools.finish.repository import Home
from tools.finish.site import FinishError
from tools.node import node

IMPORT = 'import {stepper, ask} from "../lib/tapewalk.js"'
HEAD = """<script type="module" src="../site_libs/quarto-ojs/quarto-ojs-runtime.js"></script>
<link href="../site_libs/quarto-ojs/quarto-ojs.css" rel="stylesheet">
"""
START = """<script type="module">
if (window.location.protocol === "file:") { alert("The OJS runtime does not work."); }
window._ojs.paths.runtimeToDoc = "../m";
window._ojs.selfContained = false;
window._ojs.runtime.interpretFromScriptTags();
</script>
"""


def quarto_page(*cells: str) -> str:
    """Write a page with cells as Quarto does, with its block for Shiny."""
    contents: list[dict[str, Any]] = [
        {"methodName": "interpret", "cellName": f"ojs-cell-{n}", "inline": False, "source": code}
        for n, code in enumerate(cells, 1)
    ]
    contents.append({"methodName": "interpretQuiet", "source": "shinyInput('guess')"})
    packed = base64.b64encode(json.dumps({"contents": contents}).encode()).decode()
    body = f'<script type="ojs-module-contents">\n{packed}\n</script>\n{START}'
    return page("en", "A", "../", body).replace("</head>", f"{HEAD}</head>")


def module_of(text: str) -> str:
    (module,) = re.findall(r'<script type="module">\n(.*?)</script>', text, re.DOTALL)
    return str(module)


def run(module: str) -> list[dict[str, Any]]:
    """Return the module's arguments for the runtime, with the results of each cell's function."""
    code = re.sub(r'^import .* from "(.*)";$', "", module, flags=re.M)
    program = (
        "const module0 = {stepper: (n) => n + 1, ask: () => 4};"
        "const start = (cells) => console.log(JSON.stringify(cells.map(({define, ...rest}) => "
        "({...rest, value: define((x) => x * 2, 5, 6)}))));"
    )
    done = subprocess.run(
        [node(), "--eval", program + code], capture_output=True, text=True, check=True
    )
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def test_statements_compute_in_their_slots() -> None:
    cells = (IMPORT, "viewof guess = ask(1)", "a = 1\nb = stepper(guess) + a")
    text = compile_cells({"m/a.html": quarto_page(*cells)})["m/a.html"]
    assert run(module_of(text))[2:] == [
        {"slot": "ojs-cell-2", "kind": "viewof", "name": "guess", "inputs": ["ask"], "value": 2},
        {"slot": "ojs-cell-3-1", "name": "a", "inputs": [], "value": 1},
        {
            "slot": "ojs-cell-3-2",
            "name": "b",
            "inputs": ["stepper", "guess", "a"],
            "value": 16,
        },
    ]


@pytest.mark.parametrize(
    ("address", "client"), [("m/a.html", f"../{CLIENT}"), ("index.html", f"./{CLIENT}")]
)
def test_runtime_of_quarto_is_removed(address: str, client: str) -> None:
    text = compile_cells({address: quarto_page(IMPORT, "stepper(1)")})[address]
    assert "quarto-ojs" not in text
    assert "_ojs" not in text
    assert "ojs-module-contents" not in text
    assert f'import {{start}} from "{client}";' in module_of(text)
    assert 'import * as module0 from "../lib/tapewalk.js";' in module_of(text)


def test_page_preloads_all_its_imports(folder: Path, sources: Path) -> None:
    parts = folder / "lib" / "tapewalk"
    for root in (sources, folder):
        (root / "lib" / "tapewalk" / "parts").mkdir(parents=True)
        (root / "lib" / "tapewalk" / "ask.js").write_text('export{a as ask}from"./parts/A.js";')
    (parts / "parts" / "A.js").write_text('import{b}from"./B.js";export const a=b,s="from x";')
    (parts / "parts" / "B.js").write_text("export const b=1;")
    (folder / "m" / "a.html").write_text(quarto_page(IMPORT, "ask(1)"))
    finish(folder, Home(None, ""), sources)
    text = (folder / "m" / "a.html").read_text("utf-8")
    asked = re.findall(r'<link rel="modulepreload" href="\.\./([^"]*)">', text)
    assert [name.partition("?")[0] for name in asked] == [
        CLIENT,
        "lib/tapewalk/ask.js",
        "lib/tapewalk/parts/A.js",
        "lib/tapewalk/parts/B.js",
    ]
    assert f'from "../{asked[1]}";' in module_of(text)


def test_page_without_cells_runs_nothing() -> None:
    text = compile_cells({"m/a.html": quarto_page()})["m/a.html"]
    assert text == page("en", "A", "../", "")


def test_page_of_the_preview_is_unchanged() -> None:
    pages = {"a.html": page("en", "A"), "b.html": quarto_page(IMPORT)}
    assert compile_cells(pages)["a.html"] == pages["a.html"]


def test_syntax_error_stops_the_build() -> None:
    with pytest.raises(FinishError, match="Unexpected token"):
        compile_cells({"m/a.html": quarto_page("a = = 1")})


def test_site_has_one_runtime(folder: Path, sources: Path) -> None:
    old = folder / "site_libs" / "quarto-ojs"
    old.mkdir()
    (old / "quarto-ojs-runtime.js").write_text("// heavy")
    (folder / "m" / "a.html").write_text(quarto_page("1 + 1"))
    finish(folder, Home(None, ""), sources)
    assert not old.exists()
    assert "finishInterpreting" in (folder / CLIENT).read_text("utf-8")
    once = (folder / "m" / "a.html").read_text("utf-8")
    (folder / "pagefind" / "finished.json").unlink()
    finish(folder, Home(None, ""), sources)
    assert (folder / "m" / "a.html").read_text("utf-8") == once


def test_site_of_the_preview_keeps_its_runtime(folder: Path) -> None:
    place_client(folder)
    assert not (folder / CLIENT).exists()
