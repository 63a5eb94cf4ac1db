"""Figures in Python: their data, their errors, their fallbacks."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tapewalk import Tensor, Value, nn, trace, widgets
from tapewalk.display import mimebundle
from tapewalk.figures import bundle
from tapewalk.widgets import publish, published
from tapewalk.widgets.live import library
from tapewalk.widgets.options import VIEWS

DIAGRAMS = Path(__file__).parents[2] / "lib" / "diagrams"
CELL = re.compile(r"<t[dh](?: [^>]*)?>(.*?)</t[dh]>")
LIVE = "application/vnd.jupyter.widget-view+json"


@pytest.fixture(autouse=True)
def english():
    widgets.set_language("en")
    yield
    widgets.set_language(None)


def square():
    x = Value(3.0, label="x")
    return x * x


def test_figure_has_the_trace_without_code():
    figure = widgets.stepper(square())
    state = figure.get_state()
    assert state["subject"] == trace(square())
    assert state["view"] == "stepper"
    assert state["library"] == f"anywidget:{library(bundle.bundle()).model_id}"
    assert len(state["_esm"]) < 2000


def test_figures_share_one_bundle():
    first, second = widgets.stepper(square()), widgets.graph(square())
    assert first.library is second.library
    script = bundle.find("tapewalk.js").read_text("utf-8")
    assert first.library.js == script
    holders = [
        w for w in (first, second, first.library) if script in map(str, w.get_state().values())
    ]
    assert holders == [first.library]


def test_closed_library_is_replaced():
    before = widgets.stepper(square()).library
    before.close()
    after = widgets.stepper(square()).library
    assert after is not before
    assert after.comm is not None


def test_mimebundle_has_figure_picture_and_text():
    data, _ = widgets.stepper(square())._repr_mimebundle_()
    assert set(data) == {LIVE, "image/svg+xml", "text/plain"}
    assert data["image/svg+xml"].startswith("<svg")
    assert data["text/plain"].splitlines()[2:] == [
        "x     leaf           3         6",
        "#1    mul            9         1",
    ]


def test_missing_node_gives_a_table(monkeypatch):
    monkeypatch.setenv("TAPEWALK_NODE", "")
    data, _ = widgets.stepper(square(), lang="es")._repr_mimebundle_()
    assert "image/svg+xml" not in data
    cells = CELL.findall(data["text/html"])
    assert cells[:4] == ["nodo", "operación", "valor", "gradiente"]
    assert cells[4:8] == ["x", "leaf", "3", "6"]


def test_missing_bundle_gives_a_warning_and_tables(monkeypatch, tmp_path):
    monkeypatch.setattr(bundle, "_FOLDERS", (tmp_path,))
    bundle.bundle.cache_clear()
    try:
        with pytest.warns(UserWarning, match="make assets"):
            figure = widgets.stepper(square())
        data, _ = figure._repr_mimebundle_()
        assert set(data) == {"text/html", "text/plain"}
    finally:
        bundle.bundle.cache_clear()


def test_question_does_not_reveal_its_answer():
    figure = widgets.prediction(square(), question="How fast?", answer={"grad": "x"})
    data, _ = figure._repr_mimebundle_()
    assert "How fast?" in data["text/html"]
    assert "grad" not in data["text/html"] + data["text/plain"]
    assert "6" not in data["text/html"] + data["text/plain"]


def test_chart_is_a_table_without_node():
    figure = widgets.chart(
        {
            "x": {"label": "step", "values": [1, 2]},
            "series": [{"label": "loss", "values": [0.5, 0.25]}],
        }
    )
    data, _ = figure._repr_mimebundle_()
    assert CELL.findall(data["text/html"]) == [
        *("step", "loss"),
        *("1", "0.5"),
        *("2", "0.25"),
    ]


def test_chart_points_count_from_0_by_default():
    figure = widgets.chart({"series": [{"label": "loss", "values": [0.5, 0.25]}]})
    data, _ = figure._repr_mimebundle_()
    assert CELL.findall(data["text/html"]) == ["", "loss", "0", "0.5", "1", "0.25"]


def test_step_and_value_are_synchronized():
    figure = widgets.stepper(square(), step=1)
    assert (figure.step, figure.value) == (1, 1)
    figure.step = 3
    assert figure.value == 3
    figure.set_state({"value": 2})
    assert figure.step == 2


@pytest.mark.parametrize("name", VIEWS)
def test_unknown_option_lists_the_known_ones(name):
    make = getattr(widgets, name)
    subject = () if name == "quiz" else (square(),)
    with pytest.raises(TypeError, match=rf"{name}\(\) takes no option 'stpe'; it takes .*lang"):
        make(*subject, stpe=1)


def test_step_that_is_no_number_is_rejected():
    with pytest.raises(TypeError, match=r"stepper\(step='last'\): `step` is a number"):
        widgets.stepper(square(), step="last")


@pytest.mark.parametrize("name", VIEWS)
def test_options_match_the_manifest_of_the_view(name):
    (path,) = [
        path
        for path in DIAGRAMS.glob("views/*/view.json")
        if json.loads(path.read_text("utf-8"))["notebook"] == name
    ]
    manifest = json.loads(path.read_text("utf-8"))
    assert set(VIEWS[name].options) == {*manifest["shares"], *manifest["options"]}
    doc = getattr(widgets, name).__doc__
    hidden = {"id", "holds"}
    assert all(option in doc for option in {*manifest["options"]} - hidden)


def test_views_with_a_manifest_are_functions(monkeypatch):
    monkeypatch.setitem(VIEWS, "sparkline", VIEWS["chart"])
    with pytest.raises(TypeError, match=r"sparkline\(\) takes no option 'stpe'"):
        widgets.sparkline({"series": []}, stpe=1)
    assert "log" in widgets.sparkline.__doc__
    with pytest.raises(AttributeError, match="no attribute 'spark'"):
        _ = widgets.spark


def test_option_without_json_form_is_rejected():
    with pytest.raises(TypeError, match=r"stepper\(title=…\) holds .* which is not data"):
        widgets.stepper(square(), title=object())


def test_infinities_and_nan_travel_by_name():
    figure = widgets.chart({"x": {"values": [1]}, "series": [{"values": [float("inf")]}]})
    assert figure.subject["series"][0]["values"] == ["Infinity"]


def test_figures_and_functions_travel_by_name():
    asked = widgets.prediction(
        square(),
        question="?",
        answer={"grad": "x"},
        replies=[{"when": widgets.js("(guess) => guess < 0"), "say": "no"}],
    )
    figure = widgets.stepper(square(), after={"step": 1, "prediction": asked})
    assert asked.options["replies"][0]["when"] == {"$js": "(guess) => guess < 0"}
    assert figure.options["after"]["prediction"] == {"$figure": f"anywidget:{asked.model_id}"}


def test_language_comes_from_argument_setting_or_system(monkeypatch):
    widgets.set_language("es-MX")
    assert widgets.stepper(square()).lang == "es"
    assert widgets.stepper(square(), lang="en").lang == "en"
    widgets.set_language(None)
    monkeypatch.setenv("LANGUAGE", "es_ES:en")
    assert widgets.stepper(square()).lang == "es"
    monkeypatch.setenv("LANGUAGE", "fr_FR")
    assert widgets.stepper(square()).lang == "en"
    with pytest.raises(ValueError, match="'fr'"):
        widgets.set_language("fr")


def test_figure_waits_for_later_data():
    figure = widgets.prediction(
        published.late,
        question="?",
        answer={"grad": "x"},
        replies=[{"when": published.others.wrong[0], "say": "no"}],
    )
    assert (figure.revision, figure.subject) == (0, None)
    publish(late=trace(square()))
    assert figure.revision == 0
    publish(others={"wrong": [3.0]})
    assert figure.revision == 1
    assert figure.subject == trace(square())
    assert figure.options["replies"] == [{"when": 3.0, "say": "no"}]
    publish(others={"wrong": [3.0]})
    assert figure.revision == 1, "nothing changed, so nothing is drawn anew"
    publish(others={"wrong": [4.0]})
    assert (figure.revision, figure.options["replies"][0]["when"]) == (2, 4.0)


def test_missing_entry_of_published_data_is_reported():
    publish(runs={"losses": [1.0]})
    with pytest.raises(KeyError, match="no 'steps' in what was published"):
        widgets.chart(published.runs.steps)


def run(code, **variables):
    command, env = [sys.executable, "-c", code], {**os.environ, **variables}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


ADVICE = 'pip install "tapewalk[widgets]"'


def test_missing_anywidget_gives_stills_and_a_hint():
    code = (
        "import sys; sys.modules['anywidget'] = None\n"
        "from tapewalk import Value, trace, widgets\n"
        "widgets.set_language('en')\n"
        "x = Value(3.0, label='x')\n"
        "asked = widgets.prediction(\n"
        "    widgets.published.late, question='How fast?', answer={'grad': 'x'},\n"
        "    choices=[{'when': 6, 'text': '6'}],\n"
        ")\n"
        "walk = widgets.stepper(x * x, step=1, after={'step': 1, 'prediction': asked})\n"
        "for figure in (asked, walk, widgets.tape(x * x, follow=walk)):\n"
        "    print(sorted(figure._repr_mimebundle_()[0]))\n"
        "print(walk.step, asked, asked._repr_mimebundle_()[0]['text/html'])\n"
        "try:\n    widgets.stepper(x * x, stpe=1)\n"
        "except TypeError as error:\n    print(error)\n"
    )
    first, *kinds, told, _, refused = run(code, TAPEWALK_NODE="").splitlines()
    assert ADVICE in first
    assert kinds == ["['text/html', 'text/plain']"] * 3
    assert told.startswith("1 How fast?")
    assert "takes no option 'stpe'" in refused


def test_result_without_anywidget_has_a_hint():
    code = (
        "import sys; sys.modules['anywidget'] = None\n"
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "from IPython.display import display\n"
        "class Kernel(InteractiveShell):\n    kernel = True\n"
        "Kernel.instance()\n"
        "from tapewalk import Value\n"
        "for _ in range(2):\n    display(Value(2.0) * 3)\n"
    )
    first, *rest = run(code, TAPEWALK_NODE="", TAPEWALK_DISPLAY="", LANGUAGE="es").splitlines()
    assert ADVICE in first
    assert "falta anywidget" in first
    assert rest == ["Value(data=6.0, grad=0.0)"] * 2


def test_value_display_imports_no_packages():
    code = (
        "import sys, tapewalk\n"
        "x = tapewalk.Value(2.0)\n"
        "print(tapewalk.display.mimebundle(x * x))\n"
        "print(sorted({'numpy', 'anywidget'} & set(sys.modules)))"
    )
    assert run(code) == "None\n[]"


class Kernel:
    """A substitute for the shell of a notebook's kernel."""

    kernel = True


def in_notebook(monkeypatch):
    import IPython

    monkeypatch.setattr(IPython, "get_ipython", Kernel)
    monkeypatch.delenv("TAPEWALK_DISPLAY", raising=False)


@pytest.mark.parametrize(
    "root", [square(), (Tensor([1.0, 2.0], requires_grad=True) * 3).sum()], ids=["Value", "Tensor"]
)
def test_result_shows_its_graph_in_a_notebook(monkeypatch, root):
    in_notebook(monkeypatch)
    data, _ = mimebundle(root)
    assert LIVE in data
    assert data["text/plain"] == repr(root)


def test_leaves_vectors_and_freed_graphs_are_text(monkeypatch):
    in_notebook(monkeypatch)
    vector = Tensor([1.0, 2.0], requires_grad=True)
    loss = (vector * vector).sum()
    loss.backward()
    for shown in (Value(1.0), vector, vector * 2, loss):
        assert mimebundle(shown) is None


def test_result_is_text_while_pages_are_built(monkeypatch):
    in_notebook(monkeypatch)
    monkeypatch.setenv("TAPEWALK_DISPLAY", "text")
    assert mimebundle(square()) is None


def test_score_measures_one_step_once():
    calls = []
    model = nn.Linear(2, 3)
    x = Tensor([[1.0, 2.0]])

    def squares(y):
        calls.append(y)
        return (y * y).sum()

    figure = widgets.score(model, x, loss_fn=squares, layers=["gradients"], step=1)
    publish(anything=1)  # makes every figure check its names again
    assert len(calls) == 1 and model.weight.grad is None
    assert [figure.subject["nodes"][n]["op"] for n in figure.subject["forward"]] == [
        "Linear",
        "Mul",
        "Sum",
    ]
    assert figure.value == 1 and figure.options["layers"] == ["gradients"]
    told = widgets.score(figure.subject, lang="es")._still()["text/html"]
    assert CELL.findall(told)[:3] == ["módulo", "nodos", "guardado para la pasada hacia atrás"]
    assert "20 B" in told
    both = widgets.score({"runs": [{"label": "a", "score": figure.subject}]})
    assert "a: " in both._still()["text/html"]
    switch = {"label": "sum", "choices": [{"label": "of squares"}]}
    run = {"at": [0], "score": figure.subject}
    chosen = widgets.score({"switches": [switch], "runs": [run]})
    assert "sum of squares: " in chosen._still()["text/html"]


def test_stills_of_families_checkpoints_and_variants():
    panel = {
        "marks": [{"along": "n", "label": "cost", "y": {"by": ["k"], "values": [[1, 2], [3]]}}]
    }
    sliders = [{"name": "k", "values": [1, 2], "at": 1}, {"name": "n", "values": [10, 20]}]
    reading = {"label": "best", "values": {"by": ["k", "n"], "values": [[5, 6], [7, 0.5]]}}
    family = {"sliders": sliders, "panels": [panel], "readings": [reading]}
    told = widgets.family(family, lang="es")._still()["text/html"]
    assert CELL.findall(told) == ["n", "best", "cost", "10", "7", "3", "20", "0,5", ""]
    runs = {"": "f1:1:1 f2:2:12 b2:1: a1:2:1 b1:1:", "1": "f1:1:1 f2:2:12 b2:2:1 b1:1:"}
    kept = widgets.checkpoints({"layers": 2, "runs": runs})._still()["text/html"]
    assert CELL.findall(kept)[3:9] == ["forward", "1", "1", "forward", "2", "2"]
    walk = trace(Value(2.0, label="x") * 3)
    cases = {"a": {"pictures": [{"trace": None}]}, "b": {"pictures": [{"trace": "walk"}]}}
    values = [{"value": name, "text": name} for name in cases]
    choices = [{"name": "which", "label": "which", "values": values}]
    data = {"choices": choices, "cases": cases, "pictures": {"walk": walk}}
    assert widgets.variants(data)._still() == widgets.stepper(walk)._still()
