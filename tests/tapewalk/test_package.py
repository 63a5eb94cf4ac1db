"""The package itself: examples in docstrings, import order, what an import brings."""

import ast
import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import tapewalk
from tests.each import each

ROOT = Path(__file__).parents[2]


def modules():
    found = pkgutil.walk_packages(tapewalk.__path__, "tapewalk.")
    return [module.name for module in found]


@each("name", modules())
def test_the_examples_in_the_docstrings(name):
    outcome = doctest.testmod(importlib.import_module(name))
    assert outcome.failed == 0


HEAVY = {"numpy", "torch", "jsonschema", "anywidget"}


def test_importing_tapewalk_and_asking_for_its_names_brings_nothing_heavy():
    code = (
        "import sys, tapewalk\n"
        "from tapewalk import Value\n"
        "print(*dir(tapewalk))\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    names, loaded = (set(line.split()) for line in done.stdout.splitlines())
    assert set(tapewalk._WRITTEN_OUT) <= names
    assert not HEAVY & loaded


def test_every_name_is_there_and_no_other_is_answered():
    for name in tapewalk.__all__:
        assert getattr(tapewalk, name) is not None
    with pytest.raises(AttributeError, match="'Tensr'"):
        _ = tapewalk.Tensr


# What a type checker is to find, line by line: the type it reveals, or the error it reports.
PROGRAM = {
    "import tapewalk": "",
    "from tapewalk import Tensor, grad, inspect, nn, zeros": "",
    "reveal_type(Tensor([1.0]) * 2)": '"tapewalk.tensor.tensor.Tensor"',
    "reveal_type(zeros(2, 3))": '"tapewalk.tensor.tensor.Tensor"',
    "reveal_type(tapewalk.tanh(1))": '"tapewalk.tensor.tensor.Tensor"',
    "reveal_type(Tensor(1).tanh())": '"tapewalk.tensor.tensor.Tensor"',
    "Tensor(1).tahn()": 'error: "Tensor" has no attribute "tahn"',
    "reveal_type(nn.Linear(2, 3))": '"tapewalk.nn.layers.Linear"',
    "reveal_type(inspect(zeros(1)))": '"tapewalk.inspect.report.Report"',
    "reveal_type(inspect.diff)": "report_a: tapewalk.inspect.report.Report",
    "reveal_type(grad)": "def (target: Any",
    "tapewalk.zeroes(2)": 'error: Module has no attribute "zeroes"',
    "from tapewalk import Tensr": 'error: Module "tapewalk" has no attribute "Tensr"',
}


def test_a_type_checker_knows_the_names_and_refuses_misspelt_ones(tmp_path):
    file = tmp_path / "program.py"
    file.write_text("\n".join(PROGRAM) + "\n")
    command = [sys.executable, "-m", "mypy", "--no-error-summary", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    found = {int(line.split(":")[1]): line for line in done.stdout.splitlines()}
    for number, (source, message) in enumerate(PROGRAM.items(), start=1):
        assert message in found.get(number, ""), (source, done.stdout, done.stderr)
        assert message or number not in found, found[number]


def test_what_type_checkers_read_is_what_is_exported():
    public = {*tapewalk._LAZY, *tapewalk._MODULES}
    tree = ast.parse(Path(tapewalk.__file__).read_text("utf-8"))
    block, _ = (
        node for node in tree.body if isinstance(node, ast.If) and isinstance(node.test, ast.Name)
    )
    imported = {
        alias.name: node.module
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert imported.pop("*") == "tapewalk.tensor.derived"
    assert imported.pop("derived") == "tapewalk.tensor"
    assert imported.pop("CallableModule") == "tapewalk.inspect"
    assert {*imported, "inspect"} == public
    assert all(imported[name] == f"tapewalk.{home}" for name, home in tapewalk._LAZY.items())
    assert public <= set(tapewalk.__all__)
