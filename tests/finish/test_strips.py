"""Film-strips on pages of the preview and of Quarto."""

from __future__ import annotations

import base64
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup

from tapewalk import Value, trace
from tests.finish.pages import page
from tools.finish import strips as strips_module
from tools.finish.finish import finish
from tools.finish.repository import Home
from tools.finish.site import FinishError
from tools.finish.strips import draw_strips

NOWHERE = Home(None, "")

IMPORT = 'import {stepper, prediction, md} from "../lib/tapewalk.js"'
QUESTION = """{id: "twice", question: "?", answer: {grad: "a"}, right: "Both add up.",
  replies: [{when: {value: "a"}, say: "One of two."}], hint: "How many edges?"}"""
ASK = f"viewof guess = prediction(walk, {QUESTION})"
FIGURE = 'stepper(walk, {id: "fig-a", after: {step: 1, prediction: viewof guess}})'
WORDS = 'md`${["not", "a", "figure"].join(" ")}`'
LATER = "{\n  const options = {id: names.at(-1)};\n  return stepper(walk, options);\n}"
CELLS = (IMPORT, ASK, FIGURE, WORDS, LATER)

SLOTS = "".join(f'<div><div id="ojs-cell-{n}"></div></div>' for n in range(1, 6))

# The output of tools/preview/ojs_generate.mjs for these cells.
MODULE = f"""<script type="module">
import {{start}} from "../site_libs/preview/ojs.js";
import * as module0 from "../lib/tapewalk.js";
start([
{{name: "stepper", inputs: [], define: () => module0.stepper}},
{{name: "prediction", inputs: [], define: () => module0.prediction}},
{{name: "md", inputs: [], define: () => module0.md}},
{{slot: "ojs-cell-2", kind: "viewof", name: "guess", inputs: ["prediction","walk"],
  define: function (prediction, walk) {{return (
prediction(walk, {QUESTION})
);}}}},
{{slot: "ojs-cell-3", inputs: ["stepper","walk","viewof guess"],
  define: function (stepper, walk, $0) {{return (
stepper(walk, {{id: "fig-a", after: {{step: 1, prediction: $0}}}})
);}}}},
{{slot: "ojs-cell-4", inputs: ["md"], define: function (md) {{return (
{WORDS}
);}}}},
{{slot: "ojs-cell-5", inputs: ["names","stepper","walk"],
  define: function (names, stepper, walk) {LATER}}}
]);
</script>"""


def walk() -> dict[str, Any]:
    a = Value(3.0, label="a")
    square = a * a
    square.backward()
    return trace(square, labels={"b": square})


def data(**published: Any) -> str:
    contents = [{"name": name, "value": value} for name, value in published.items()]
    return f'<script type="ojs-define">{json.dumps({"contents": contents})}</script>'


def quarto_cells() -> str:
    contents: list[dict[str, Any]] = [
        {"methodName": "interpret", "cellName": f"ojs-cell-{n}", "inline": False, "source": code}
        for n, code in enumerate(CELLS, 1)
    ]
    # Quarto's own, for each `viewof`, without a cell.
    contents.insert(2, {"methodName": "interpretQuiet", "source": "shinyInput('guess')"})
    packed = base64.b64encode(json.dumps({"contents": contents}).encode()).decode()
    return f'<script type="ojs-module-contents">\n{packed}\n</script>'


def illustrated(language: str, cells: str) -> str:
    published = data(walk=walk(), names=["x", "fig-b"])
    return page(language, "A", "../", body=published + SLOTS + cells)


@pytest.fixture(params=["preview", "quarto"])
def cells(request: pytest.FixtureRequest) -> str:
    return MODULE if request.param == "preview" else quarto_cells()


def test_strip_precedes_each_figure(folder: Path, sources: Path, cells: str) -> None:
    (folder / "m" / "a.es.html").write_text(illustrated("es", cells), encoding="utf-8")
    finish(folder, NOWHERE, sources)
    text = (folder / "m" / "a.es.html").read_text(encoding="utf-8")
    soup = BeautifulSoup(text, "html.parser")
    found = soup.select("ol.tw-strip")
    after = [strip.find_next_sibling("div") for strip in found]
    assert [slot and slot["id"] for slot in after] == ["ojs-cell-3", "ojs-cell-5"]
    assert soup.select_one("head noscript style") is not None
    last = found[0].select(".tw-still")[-1]
    assert "a ya tenía 3, así que ahora tiene 3 + 3 = 6." in last.get_text()
    assert last.svg is not None
    assert "a ya tenía 3, así que ahora tiene 3 + 3 = 6." in str(last.svg["aria-label"])


def test_broken_cell_leaves_other_strips(cells: str) -> None:
    broken = page("en", "A", body=data(walk={"schema": 1}, names=[]) + SLOTS + cells)
    lacking = page("en", "A", body=data(walk=walk()) + SLOTS + cells)
    drawn = draw_strips({"broken.html": broken, "lacking.html": lacking})
    assert "tw-strip" not in "".join(drawn["broken.html"].values())
    with_strips = {slot for slot, html in drawn["lacking.html"].items() if "tw-strip" in html}
    assert with_strips == {"ojs-cell-3", "ojs-cell-5"}


def test_pages_without_figures_need_no_node(
    folder: Path, sources: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(strips_module, "PROGRAM", tmp_path / "missing.mjs")
    finish(folder, NOWHERE, sources)
    with pytest.raises(FinishError, match="make assets"):
        draw_strips({"a.html": illustrated("en", MODULE)})


def test_words_of_a_strip_are_not_indexed(folder: Path, sources: Path) -> None:
    drawn = draw_strips({"a.html": illustrated("en", MODULE)})
    assert 'data-pagefind-ignore="all"' in drawn["a.html"]["ojs-cell-3"]


def test_strip_is_small() -> None:
    drawn = draw_strips({"a.html": illustrated("en", MODULE)})
    soup = BeautifulSoup(drawn["a.html"]["ojs-cell-3"], "html.parser")
    strip, room = soup.select_one(".tw-strip"), soup.select_one(".tw-room")
    assert len(gzip.compress(str(strip).encode())) < 2_000
    assert len(gzip.compress(str(room).encode())) < 800


def test_question_becomes_text_with_folded_answer() -> None:
    drawn = draw_strips({"a.es.html": illustrated("es", MODULE)})["a.es.html"]["ojs-cell-2"]
    asked = BeautifulSoup(drawn, "html.parser").select_one(".tw-asked")
    assert asked is not None and asked.details is not None and asked.details.summary is not None
    assert asked.details.summary.get_text() == "Respuesta"
    assert "La respuesta: 6." in asked.details.get_text()
    asked.details.decompose()
    assert "6" not in asked.get_text()


def test_question_without_replies_stops_the_build() -> None:
    lacking = MODULE.replace(', hint: "How many edges?"', "").replace("One of two.", "Not 6?")
    with pytest.raises(FinishError) as stopped:
        draw_strips({"m/a.html": illustrated("en", lacking)})
    assert str(stopped.value).splitlines() == [
        "m/a.html: the question “twice” has no `hint` for a number that nobody thought of",
        "m/a.html: the question “twice” gives its answer away in the reply to “3”",
    ]


def test_space_is_reserved_for_phone_and_desktop(cells: str) -> None:
    """Each is drawn for its own column."""
    drawn = draw_strips({"a.html": illustrated("en", cells)})["a.html"]["ojs-cell-3"]
    soup = BeautifulSoup(drawn, "html.parser")
    drawings = [soup.select_one(f".tw-room-{name} svg.tw-graph") for name in ("narrow", "wide")]
    narrow, wide = (int(str(drawing["width"])) for drawing in drawings if drawing)
    assert narrow <= 358 < wide
    room = soup.select_one(".tw-room")
    assert room is not None and room["aria-hidden"] == "true"
    assert not room.select("[id], [name], [for], [tabindex], svg *")


def test_note_about_still_figures_appears_once(folder: Path, sources: Path, cells: str) -> None:
    (folder / "m" / "a.html").write_text(illustrated("en", cells), encoding="utf-8")
    finish(folder, NOWHERE, sources)
    soup = BeautifulSoup((folder / "m" / "a.html").read_text(encoding="utf-8"), "html.parser")
    reasons = [line["class"][-1] for line in soup.select(".tw-why")]
    assert reasons == ["tw-why-scripts", "tw-why-missing", "tw-why-file"]
    link = soup.select_one('.tw-why-file a[href*="#"]')
    assert link is not None and link["href"] == "../modules/how-to-use.html#sec-offline"
