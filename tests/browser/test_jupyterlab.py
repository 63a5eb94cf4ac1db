"""A lesson's notebook in a real JupyterLab: run all, answer, step, by keyboard alone."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
import pytest
from playwright.sync_api import Browser, Page, expect

from tapewalk import Value
from tapewalk.figures.words import say
from tests.browser.jupyterlab import jupyterlab, save_run
from tests.browser.numbers import written
from tests.browser.site import Site
from tools.finish.repository import Home, Repository
from tools.notebooks.install import first_cell

_LESSON = "modules/01-autograd-engine/scalars.es.ipynb"
# Stand for the cells that a learner adds below the lesson.
_ADDED = (
    "at = Value(0.5, label='t')\nwidgets.stepper(at.log() * at, lens='t', step=1000)",
    "walk = widgets.stepper(published.chain)\nwalk",
    "widgets.tape(published.chain, follow=walk)",
    "print('step', walk.step)\nwalk.step = 6",
    "from tapewalk import Tensor, nn\n"
    "widgets.score(nn.Linear(2, 3), Tensor([[1.0, 2.0]]), loss_fn=lambda y: (y * y).sum())",
    "Value(2.0, label='x') * 3",
    # The first run of the second cell publishes nothing, so the question above it waits.
    "ready = False\nwidgets.prediction(published.late, question='?', answer={'grad': 'x'})",
    "if ready:\n    publish(late=trace(c))\nready = True",
)
_FIGURE = re.compile(r"\bwidgets\.(?!set_language|show_still|js)(\w+)\(")
# Hides anywidget once, from a kernel that has it, and lets pip bring it.
_FAKE_INSTALLATION = """
import importlib.util
if "hidden" not in globals():
    found, hidden = importlib.util.find_spec, {"anywidget"}
    importlib.util.find_spec = lambda name: None if name in hidden else found(name)
    get_ipython().register_magic_function(lambda line: hidden.clear(), magic_name="pip")
"""
_SLOW = 180_000
# What the indicator shows before the kernel is there is "idle" too.
_READY = """name => {
  // A notebook that was open before may come back first.
  const {context, sessionContext} = globalThis.jupyterapp?.shell.currentWidget ?? {};
  const {session} = context?.path === name ? sessionContext : {};
  return session?.kernel?.connectionStatus === "connected" && session.kernel.status === "idle";
}"""


@dataclass
class Lab:
    """A running JupyterLab and the folder of the notebooks it shows."""

    address: str
    settings: Path
    notebooks: Path
    browser: Browser

    def open(self, name: str, without: str = "") -> tuple[Page, list[str]]:
        """A notebook whose kernel is ready, and the list of what goes wrong from now on.

        Args:
            name: The notebook's file.
            without: An extension that the page does not find until this is routed again.
        """
        troubles: list[str] = []
        page = self.browser.new_page(viewport={"width": 1280, "height": 6000})
        if without:
            page.route(f"**/labextensions/{without}/**", lambda route: route.abort())
        page.set_default_timeout(_SLOW)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda m: m.type == "error" and troubles.append(m.text))
        page.on("request", lambda r: _is_elsewhere(r.url) and troubles.append(r.url))
        page.goto(f"{self.address}/tree/{name}")
        page.wait_for_function(_READY, arg=name)
        return page, troubles


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    folder, notebooks = tmp_path_factory.mktemp("lab"), tmp_path_factory.mktemp("notebooks")
    with jupyterlab(folder, notebooks) as address:
        yield Lab(address, folder, notebooks, browser)


@pytest.fixture(scope="module")
def lab(server: Lab, site: Site) -> Iterator[tuple[Page, list[str]]]:
    """The lesson's notebook after "Run all", and what went wrong meanwhile."""
    nb = nbformat.read(site.folder / _LESSON, as_version=4)
    nb.cells += [nbformat.v4.new_code_cell(text) for text in _ADDED]
    nbformat.write(nb, server.notebooks / "lesson.ipynb")
    page, troubles = server.open("lesson.ipynb")
    _command(page, "notebook:run-all-cells")
    # A value shows its graph without any call, and the question added last goes on waiting.
    calls = [call for cell in nb.cells for call in _FIGURE.findall(cell.source)]
    expect(figures(page)).to_have_count(len(calls) + 1, timeout=_SLOW)
    # A comparison holds two of its own.
    steppers = page.locator(".tw-stepper:not(.tw-compare *)")
    expect(steppers).to_have_count(calls.count("stepper"), timeout=_SLOW)
    expect(page.locator("form.tw-prediction:not(:has(button))")).to_have_count(1, timeout=_SLOW)
    yield page, troubles
    page.close()


def _is_elsewhere(address: str) -> bool:
    return urlsplit(address).scheme in ("http", "https") and "127.0.0.1" not in address


def _command(page: Page, name: str) -> None:
    # Its promise is not waited for: a command may end only when all cells have run.
    page.evaluate("(name) => { globalThis.jupyterapp.commands.execute(name); }", name)


def figures(page: Page):
    return page.locator(".jp-OutputArea .tapewalk-figure")


def run_cell(page: Page, text: str):
    cell = page.locator(".jp-CodeCell").filter(has_text=text)
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    return cell


def test_run_all_makes_no_error_or_foreign_request(lab):
    page, troubles = lab
    assert page.locator('[data-mime-type="application/vnd.jupyter.error"]').count() == 0
    assert page.locator('[data-mime-type="application/vnd.jupyter.stderr"]').count() == 0
    assert page.locator(".tw-problem").count() == 0
    assert troubles == []


def test_bundle_and_styles_are_loaded_once(lab):
    page, _ = lab
    assert page.evaluate("globalThis[Symbol.for('tapewalk.bundles')].size") == 1
    assert page.locator("style[data-tapewalk]").count() == 1


def test_answered_question_opens_its_figure(lab):
    page, _ = lab
    walk = page.locator(".tw-stepper:has(.tw-lock)").last
    question = page.locator("form[data-question=cube-arrivals]")
    locked = walk.locator(".tw-lock")
    walk.locator(".tw-range").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(walk.locator(".tw-counter")).to_have_text("2 / 7")
    expect(locked).to_be_visible()
    question.locator("input").focus()
    page.keyboard.type("48")
    page.keyboard.press("Enter")
    expect(question).to_have_class("tw-prediction is-right")
    expect(locked).to_be_hidden()


def test_keys_step_the_figure_only(lab):
    page, _ = lab
    walk = page.locator(".tw-stepper").last
    cells = page.locator(".jp-Cell").count()
    walk.locator(".tw-range").press("Home")
    # In a notebook's command mode "b" adds a cell and the arrows move from cell to cell.
    for key in ("ArrowRight", "ArrowRight", "b", "ArrowRight"):
        page.keyboard.press(key)
    expect(walk.locator(".tw-counter")).to_have_text("3 / 7")
    assert page.locator(".jp-Cell").count() == cells
    assert walk.locator(".tw-range").evaluate("(range) => range === document.activeElement")


def test_score_measures_a_model(lab):
    page, _ = lab
    score = page.locator(".tw-score")
    said = score.locator(".tw-said")
    score.locator(".tw-range").focus()
    page.keyboard.press("Home")
    expect(said).to_contain_text("Linear se ejecuta")
    page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("Mul se ejecuta")
    page.keyboard.press("End")
    expect(said).to_contain_text("‖∂‖ =")
    expect(score.locator(".tw-score-legend")).to_contain_text("mayor es el gradiente")


def test_python_reads_and_sets_the_step(lab):
    page, _ = lab
    walk = page.locator(".tw-stepper").last
    walk.locator(".tw-range").press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(walk.locator(".tw-counter")).to_have_text("3 / 7")
    added = run_cell(page, "print('step', walk.step)")
    expect(added.locator(".jp-OutputArea-output")).to_contain_text("step 3")
    expect(walk.locator(".tw-counter")).to_have_text("6 / 7")


def test_waiting_question_keeps_the_guess(lab):
    page, _ = lab
    figure = figures(page).last
    figure.locator("input").fill("42")
    run_cell(page, "publish(late=trace(c))")
    check = figure.get_by_role("button", name="Comprobar")
    expect(check).to_be_visible()
    expect(figure.locator("input")).to_have_value("42")
    check.click()
    expect(figure.locator(".tw-prediction")).to_have_class("tw-prediction is-right")


def test_python_computes_what_a_dragged_leaf_changes(lab):
    page, _ = lab
    walk = page.locator(".tw-stepper").last
    walk.locator(".tw-range").press("End")
    leaf = walk.locator(".tw-leaf.is-handle").first
    leaf.press("ArrowUp")
    x = Value(2.1, label="x")
    again = (x * 3.0 + 1.0) ** 2
    again.backward()
    expect(leaf.locator(".tw-value .tw-number")).to_have_text(written(2.1, "es"))
    expect(leaf.locator(".tw-gradient .tw-number")).to_have_text(written(x.grad, "es"))
    box = leaf.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 40, box["y"] + box["height"] / 3, steps=4)
    page.mouse.up()
    expect(leaf.locator(".tw-value .tw-number")).to_have_text(written(3.1, "es"))
    # A tape beside it shows the same numbers.
    results = page.locator(".tw-tape-list").last.locator(".tw-op-value")
    expect(results.last).to_have_text(re.compile(re.escape(written((3.1 * 3 + 1) ** 2, "es"))))
    walk.locator(".tw-afresh").click()
    expect(leaf.locator(".tw-value .tw-number")).to_have_text(written(2.0, "es"))


def test_lens_has_curves_and_follows_its_leaf(lab):
    page, _ = lab
    walk = page.locator(".tw-stepper:has(.tw-lens)").last
    lens = walk.locator(".tw-lens")
    whole, nudge = lens.locator(".tw-whole"), lens.locator(".tw-lens-nudge")
    # Curves of the two operands of the product, of the logarithm, and of the whole.
    curves = lens.locator(".tw-window .tw-lens-curve, .tw-lens-plot > .tw-lens-curve")
    expect(curves).to_have_count(4)
    for i in range(4):
        expect(curves.nth(i)).to_have_attribute("d", re.compile(r"^M.*L"))
    leaf = walk.locator(".tw-leaf.is-handle")
    leaf.press("ArrowUp")
    t, h = 0.6, 0.3
    slope = math.log(t) + 1
    rise = (t + h) * math.log(t + h) - t * math.log(t)
    for number in (t, t * math.log(t), slope):
        expect(whole).to_contain_text(written(number, "es"))
    for number in (h, slope * h, rise):
        expect(nudge).to_contain_text(written(number, "es"))
    # The scale goes from −2.5 to 3.5, and the logarithm begins at 0.
    curve = whole.locator(".tw-lens-plot > .tw-lens-curve")
    drawing, drawn = whole.bounding_box(), curve.bounding_box()
    assert drawn["x"] - drawing["x"] == pytest.approx(drawing["width"] * 2.5 / 6, rel=0.1)
    page.mouse.move(drawing["x"] + drawing["width"] * 0.75, drawing["y"] + 60)
    page.mouse.down()
    expect(leaf).to_have_attribute("aria-valuetext", re.compile(r"^[12],\d"))
    page.mouse.up()
    leaf.press("Home")
    expect(walk.locator(".tw-said")).to_contain_text("log necesita un número positivo")
    expect(curves.last).to_have_attribute("d", re.compile(r"^M.*L"))
    walk.locator(".tw-afresh").click()
    expect(leaf).to_have_attribute("aria-valuetext", "0,5")


def test_last_value_of_a_cell_shows_its_graph(lab):
    page, _ = lab
    graph = figures(page).nth(-2)
    expect(graph.locator("svg .tw-node")).to_have_count(2)
    leaf = graph.locator(".tw-leaf.is-handle")
    leaf.press("ArrowUp")
    expect(graph.locator(".tw-operation .tw-value .tw-number")).to_have_text(written(6.3, "es"))


def test_figures_follow_the_notebook_theme(lab):
    page, _ = lab
    figure = figures(page).first
    for theme, is_dark in (("JupyterLab Dark", True), ("JupyterLab Light", False)):
        page.evaluate(
            "(theme) => {"
            " globalThis.jupyterapp.commands.execute('apputils:change-theme', {theme}); }",
            theme,
        )
        page.wait_for_function(
            "([name, dark]) => document.querySelector('.tapewalk-figure')"
            ".classList.contains(name) === dark",
            arg=["tapewalk-dark", is_dark],
        )
        paper = figure.evaluate("(figure) => getComputedStyle(figure).backgroundColor")
        assert paper == ("rgb(20, 23, 28)" if is_dark else "rgb(252, 251, 248)")


def test_saved_notebook_opens_with_its_figures(server):
    cells = [
        "from tapewalk import Value, widgets\nx = Value(3.0, label='x')",
        "walk = widgets.stepper(x * x, step=2, lang='en')\nwalk",
        "widgets.stepper(x * x, follow=walk, lang='en')",
    ]
    save_run(server.notebooks / "saved.ipynb", cells, server.settings)
    page, troubles = server.open("saved.ipynb")
    # The lesson that an earlier test opened may come back beside it.
    shown = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
    counters = shown.locator(".tw-stepper .tw-counter")
    expect(counters).to_have_text(["2 / 4", "2 / 4"], timeout=_SLOW)
    shown.locator(".tw-range").first.focus()
    page.keyboard.press("ArrowRight")
    expect(counters).to_have_text(["3 / 4", "3 / 4"])
    # Nobody is there who could compute.
    expect(shown.locator(".tw-leaf.is-handle")).to_have_count(0)
    assert troubles == []
    page.close()


def test_first_run_shows_pictures_with_a_hint(server):
    cells = [
        _FAKE_INSTALLATION,
        first_cell("en", [], Home(Repository("owner/course"), ""), ""),
        "from tapewalk import Value\nwidgets.stepper(Value(3.0, label='x') * 2)",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in cells])
    # Without it, JupyterLab asks which kernel to start.
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, server.notebooks / "first.ipynb")
    page, _ = server.open("first.ipynb", without="anywidget")
    _command(page, "notebook:run-all-cells")
    figure = page.locator(".jp-CodeCell").last.locator(".jp-OutputArea")
    expect(figure.get_by_text(say("reload", "en"))).to_be_visible(timeout=_SLOW)
    expect(figure.locator("svg").first).to_be_visible()
    expect(page.get_by_text("javascript error")).to_have_count(0)
    page.unroute("**/labextensions/anywidget/**")
    page.reload()
    page.wait_for_function(_READY, arg="first.ipynb")
    _command(page, "notebook:run-all-cells")
    expect(page.locator(".tw-stepper")).to_have_count(1, timeout=_SLOW)
    expect(page.get_by_text(say("reload", "en"))).to_have_count(0)
    page.close()
