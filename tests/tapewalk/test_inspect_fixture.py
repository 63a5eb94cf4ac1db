"""The fixture `inspect_model`: in a pytest of its own, as a project would use it."""

import tomllib
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
TESTS = """
import pytest
import torch
from torch import nn
from torch.nn.functional import mse_loss

class Net(nn.Module):
    def __init__(self, cut=False):
        super().__init__()
        self.first, self.last, self.cut = nn.Linear(4, 8), nn.Linear(8, 1), cut

    def forward(self, x):
        h = torch.tanh(self.first(x))
        return self.last(h.detach() if self.cut else h)

x = torch.linspace(-1, 1, 32).reshape(8, 4)

def loss(y):
    return mse_loss(y, x[:, :1])

def test_sound(inspect_model):
    model = Net()
    report = inspect_model(model, x, loss_fn=loss, optimizer=torch.optim.SGD(model.parameters()))
    assert report.unknown == () and model.first.weight.grad is None

def test_cut(inspect_model):
    inspect_model(Net(cut=True), x, loss_fn=loss)

def test_cut_in_a_function(inspect_model):
    model = Net(cut=True)
    inspect_model(lambda: loss(model(x)), model)

def test_known(inspect_model):
    inspect_model(Net(cut=True), x, loss_fn=loss, ignore=["detached"])

def test_known_everywhere(inspect_model):
    inspect_model(nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 1)), x, loss_fn=loss)

def test_misspelt(inspect_model):
    with pytest.raises(ValueError, match="no finding is called detatched; they are nan_loss"):
        inspect_model(Net(), x, loss_fn=loss, ignore=["detatched"])
"""


class Reports:
    """A plugin that keeps the reports of a run, by the names of its tests."""

    def __init__(self):
        self.outcomes, self.failures = {}, ""

    def pytest_runtest_logreport(self, report):
        if report.when == "call":
            self.outcomes[report.nodeid.split("::")[1]] = report.outcome
            self.failures += report.longreprtext


def test_fixture_runs_in_a_project(tmp_path, monkeypatch):
    with PROJECT.open("rb") as file:
        (plugin,) = tomllib.load(file)["project"]["entry-points"]["pytest11"].values()
    (tmp_path / "test_net.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\ntapewalk_ignore = no_activation\n")
    monkeypatch.chdir(tmp_path)
    # An installed wheel brings it by its entry point as well, and pytest takes it once.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    reports = Reports()
    own = ["terminal", "faulthandler", "cacheprovider"]
    options = ["-p", plugin, "--import-mode=importlib", *(f"-pno:{name}" for name in own)]
    pytest.main([*options, "test_net.py"], plugins=[reports])
    passed = {name for name, outcome in reports.outcomes.items() if outcome == "passed"}
    assert passed == {"test_sound", "test_known", "test_known_everywhere", "test_misspelt"}
    assert len(reports.outcomes) == 6
    assert reports.failures.count("One thing looks wrong (detached)") >= 2
    assert "test_net.py:14: detach cuts the path of first.weight, first.bias." in reports.failures
