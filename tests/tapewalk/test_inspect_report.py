"""The report: its text, its memory, its other forms, the command line."""

import gc
import json
import subprocess
import sys
import weakref
from xml.etree import ElementTree

import pytest
import torch
from torch import nn

import tapewalk
from tapewalk import inspect
from tapewalk.inspect.__main__ import main
from tapewalk.inspect.largest import equal_parts, largest
from tapewalk.inspect.report import Report
from tapewalk.inspect.words import words as said
from tapewalk.language import set_language
from tapewalk.tensor.tensor import Tensor
from tapewalk.trace.score import held_bytes
from tests.tapewalk.blocks import rows, small_block, squares

OF_BOTH = pytest.mark.parametrize("of", [Tensor, torch.tensor], ids=["tapewalk", "torch"])


def block_report(**settings):
    block = small_block()
    x = rows()
    return inspect(lambda: squares(block(x)), block, **settings)


@OF_BOTH
def test_depth_and_width_follow_the_longest_paths(of):
    x = of([1.0, 2.0], requires_grad=True)
    y = x * 2
    report = inspect((y.exp().exp() + (y.tanh() + y.relu())).sum())
    # sum, add, then the other add beside exp, then exp with tanh and relu, mul, leaf
    assert (report.depth, report.width) == (6, 3)
    assert inspect(x).depth == 1


def test_report_on_twenty_thousand_nodes():
    x = torch.ones(3, requires_grad=True)
    y = x
    for _ in range(10_000):
        y = y + y.tanh()
    report = inspect(y.sum())
    assert len(report.nodes) == 20_002 and report.depth == 20_002
    assert report.categories["residual"] == 10_000
    assert len(report.text().splitlines()) < 40


@OF_BOTH
def test_report_keeps_nothing_of_the_graph_alive(of):
    x = of([1.0, 2.0], requires_grad=True)
    y = x.exp()
    loss = (y * y).sum()
    report = inspect(loss)
    gone = [weakref.ref(thing) for thing in (x, y, loss)]
    del x, y, loss
    gc.collect()
    assert [ref() for ref in gone] == [None] * 3
    assert report.nodes[-1].shape == (2,)


def test_report_on_a_function_keeps_nothing_alive():
    gone = []

    def made():
        block, x = small_block(), rows()
        block.fc1.weight.requires_grad_(False)

        def loss():
            value = squares(block(x))
            gone.extend([weakref.ref(value), weakref.ref(block)])
            return value

        return inspect(loss, block, gradients=True)

    report = made()
    gc.collect()
    assert [ref() for ref in gone] == [None] * 2 and len(report.missing) == 1


@OF_BOTH
def test_freed_graph_is_still_counted(of):
    x = of([1.0, 2.0], requires_grad=True)
    loss = (x.exp() * 2 + x).sum()
    before = inspect(loss)
    loss.backward()
    after = inspect(loss)
    assert (before.freed, after.freed, after.saved) == (False, True, None)
    assert after.categories == before.categories and after.depth == before.depth
    assert "backward() has freed this graph" in str(after)
    assert "backward() ya liberó este grafo" in after.text("es")


def test_report_names_overwritten_values():
    x = torch.ones(2, requires_grad=True)
    y = x.exp()
    loss = y.sum()
    y.add_(1)
    report = inspect(loss)
    assert report.unreadable == ("ExpBackward0",) and not report.freed
    assert "overwritten: ExpBackward0" in str(report)


@pytest.mark.parametrize(
    "other", [3.0, None, lambda: None, [1]], ids=["float", "None", "function of nothing", "list"]
)
def test_loss_without_a_graph_is_refused(other):
    with pytest.raises(TypeError, match=r"inspect\(\) reads the graph behind a tensor, got"):
        inspect(other)
    with pytest.raises(RuntimeError, match="does not have a grad_fn"):
        inspect(torch.ones(2))


def test_report_survives_json():
    for report in (block_report(gradients=True), inspect(Tensor([1.0], requires_grad=True).exp())):
        parsed = json.loads(report.to_json())
        assert parsed["nodes"][0]["category"] == report.nodes[0].category
        assert Report.from_json(report.to_json()) == report
    x = torch.tensor([1e30], requires_grad=True)
    report = inspect((x * x).sum())
    assert '"value": "Infinity"' in report.to_json()
    assert Report.from_json(report.to_json()).value == float("inf")


def test_dot_has_every_node_and_edge():
    report = block_report()
    lines = report.to_dot().splitlines()
    assert sum("label=" in line for line in lines) == 58
    edges = [n for node in report.nodes for n in node.next_functions if n is not None]
    assert sum("->" in line for line in lines) == len(edges)
    assert '  n0 [label="Mean\\n[]", shape=house];' in lines
    assert any("shape=diamond" in line for line in lines)


def test_text_and_html_have_the_same_cells():
    report = block_report(gradients=True)
    for lang, heading in (("en", "Saved for backward"), ("es", "Guardado para la pasada")):
        set_language(lang)
        bundle = report._repr_mimebundle_()
        assert bundle["text/plain"] == str(report) == report.text(lang)
        root = ElementTree.fromstring(bundle["text/html"])
        assert root.get("lang") == lang and heading in str(report)
        shown = "".join(root.itertext())
        for line in str(report).splitlines():
            assert all(cell.strip() in shown for cell in line.split("  "))
        tables = root.findall("table")
        assert all(t.find("caption").text for t in tables) and len(tables) == 4
    assert said.own["en"].keys() == said.own["es"].keys()


def test_long_table_shows_all_marked_rows():
    model = nn.Sequential(*[nn.Linear(2, 2) for _ in range(60)])
    with torch.no_grad():
        model[59].weight.zero_().requires_grad_(False)  # nothing arrives below it
    cut = inspect(lambda: model[50:](model[:50](torch.ones(1, 2)).detach()).sum(), model)
    assert all(f"  {name} " in str(cut) for name, _ in model[:50].named_parameters())
    zeros = inspect(model(torch.ones(1, 2)).sum(), model, gradients=True)
    assert len(zeros.marked) == 118 and str(zeros).count("all zero") == 118
    assert "  1 more." in str(zeros)  # the one that is sound


class Wide(nn.Module):
    """Two equal blocks, with a scale that a flag puts into an operation of its own."""

    def __init__(self, scales=False):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Linear(8, 8) for _ in range(2))
        self.last, self.scales = nn.Linear(8, 2), scales

    def forward(self, x):
        for block in self.blocks:
            x = block(x).tanh()
        return self.last(x.exp() if self.scales else x)


def measured(model):
    return inspect(model, torch.ones(4, 8), loss_fn=lambda y: y.sum(), score=True)


def test_diff_of_scores_names_what_the_peak_holds_more(tmp_path, capsys):
    a, b = measured(Wide()), measured(Wide(scales=True))
    added = 4 * 8 * 4  # the result of exp, which its backward pass and the last layer's read
    found = tapewalk.inspect.diff(a, b)
    peak, part = found.text("en").splitlines()[:2]
    before = max(held_bytes(a.score))
    assert peak.startswith(f"peak +{added} B: {before} B → ")
    assert found.growth == added / before
    assert part.startswith("saved at the peak by Exp, test_inspect_report.py:")
    assert part.endswith(f": +{added} B")
    assert tapewalk.inspect.diff(a.score, b.score).text("en").splitlines() == [peak, part]
    for name, step in (("a", a.to_json()), ("b", json.dumps(b.score))):
        (tmp_path / f"{name}.json").write_text(step)
    files = [str(tmp_path / "a.json"), str(tmp_path / "b.json")]
    assert main(["diff", *files]) == 1 and "peak +128 B" in capsys.readouterr().out
    assert main(["diff", *files, "--tolerance", "10"]) == 1
    assert main(["diff", *files, "--tolerance", "90"]) == 0
    assert main(["diff", *reversed(files), "--tolerance", "0"]) == 0


def test_largest_tensors_come_first_and_equal_blocks_once():
    report = measured(Wide())
    rows = largest(report.score)
    assert [row.bytes for row in rows] == sorted((row.bytes for row in rows), reverse=True)
    assert sum(row.bytes for row in rows) == max(held_bytes(report.score))
    # Both results of tanh are outside of the blocks, on one line; the input is the first block's.
    assert (rows[0].op, rows[0].times, rows[0].bytes) == ("Tanh", 2, 2 * 4 * 8 * 4)
    parts = equal_parts([("a 0 / b", 3), ("a 1 / b", 3), ("c", 3)])
    assert [(name, count) for name, count, _ in parts] == [("a × 2 / b", 2), ("c", 1)]
    assert list(equal_parts([("a 0", 1), ("a 1", 1), ("a 1", 1), ("a 2", 2)])) == [
        ("a × 2", 3, 1),
        ("a 2", 1, 2),
    ]
    page = report.page("en")
    assert page.index("What to cut first") < page.index('data-draws="score"') < page.index("Tanh 2")
    assert f"Wide, {report.made}" in page


def test_line_is_that_of_the_user_around_an_installed_library(tmp_path, monkeypatch):
    folder = tmp_path / "site-packages"
    folder.mkdir()
    (folder / "installed_layers.py").write_text(
        "from torch import nn\n\n\nclass Layer(nn.Linear):\n"
        "    def forward(self, x):\n        return super().forward(x).exp()\n"
    )
    monkeypatch.syspath_prepend(folder)
    from installed_layers import Layer

    class Own(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = Layer(4, 4)

        def forward(self, x):
            return self.layer(x)

    def lines(model):
        step = inspect(model, torch.ones(2, 4), loss_fn=lambda y: y.sum(), score=True).score
        return {row.line for row in largest(step) if row.op == "Exp"}

    (line,) = lines(Own())
    assert line.startswith("test_inspect_report.py:")
    assert lines(Layer(4, 4)) == {"installed_layers.py:6"}


def test_diff_lists_all_differences():
    block, x = small_block(), rows()
    fused = inspect(squares(block(x)), block, gradients=True)
    block.need_weights = True
    block.ln1.weight.requires_grad_(False)
    found = tapewalk.inspect.diff(fused, inspect(squares(block(x)), block, gradients=True))
    lines = found.text("en").splitlines()
    assert "nodes: 58 → 59" in lines and "fused attention: 1 of 1 → 0 of 1" in lines
    assert "fused attention: 1 → 0 (ScaledDotProductFlashAttentionForCpu -1)" in lines
    assert "no path any more: ln1.weight" in lines
    assert "ya sin camino: ln1.weight" in found.text("es") and len(lines) < 12
    same = tapewalk.inspect.diff(fused, fused)
    assert not same and str(same) == "no difference"


def test_inspect_is_callable_after_any_import_order():
    code = """
import tapewalk.inspect, inspect as standard, tapewalk
from tapewalk import Tensor, inspect
assert inspect is tapewalk.inspect and not hasattr(standard, "diff")
import tapewalk.inspect.__main__
assert len(tapewalk.inspect(Tensor([1.0], requires_grad=True).exp()).nodes) == 2
import sys
assert "torch" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


PROGRAM = """
import torch
import tapewalk
model = torch.nn.Linear(2, 1)
def loss():
    assert callable(tapewalk.inspect)
    return model(torch.ones(3, 2)).mean()
"""


def test_command_runs_in_a_process(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    command = [sys.executable, "-W", "error", "-m", "tapewalk.inspect", "program:loss"]
    command += ["--model", "program:model", "--lang", "es"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Grafo hacia atrás. Nodos: 5; operaciones: 3; hojas: 2" in done.stdout
    assert "Parámetros con un camino hasta la pérdida: 2 de 2" in done.stdout


def test_command_prints_other_forms_or_an_error(tmp_path, monkeypatch, capsys):
    (tmp_path / "forms.py").write_text(PROGRAM)
    monkeypatch.syspath_prepend(tmp_path)
    assert main(["forms:loss", "--model", "forms:model", "--json", "--gradients"]) == 0
    report = Report.from_json(capsys.readouterr().out)
    assert report.gradients == "computed" and not report.missing
    assert main(["forms:loss", "--dot"]) == 0
    assert capsys.readouterr().out.startswith("digraph backward {")
    for place, words in (
        ("forms", "module:name"),
        ("forms:nothing", "has no name"),
        ("forms:torch.nn", "inspect"),
        ("missing_module:loss", "No module named"),
    ):
        assert main([place]) == 2
        assert words in capsys.readouterr().err
