"""The package itself: examples in docstrings, import order, what an import brings."""

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest
import torch

import tapewalk
from tests.each import each

ROOT = Path(__file__).parents[2]


def modules():
    found = pkgutil.walk_packages(tapewalk.__path__, "tapewalk.")
    return [module.name for module in found]


@each("name", modules())
def test_docstring_examples_run(name):
    outcome = doctest.testmod(importlib.import_module(name))
    assert outcome.failed == 0


def printed(code):
    """Return what a program prints in a Python of its own."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


HEAVY = {"numpy", "torch", "jsonschema", "anywidget", "tapewalk_course", "tapewalk_grade"}


def test_import_loads_nothing_heavy():
    code = (
        "import sys, tapewalk\n"
        "from tapewalk import Value\n"
        "print(*dir(tapewalk))\n"
        "print(*sys.modules)"
    )
    names, loaded = (set(line.split()) for line in printed(code).splitlines())
    assert set(tapewalk._homes()) <= names
    assert not HEAVY & loaded


def test_every_name_can_be_imported():
    for name in tapewalk.__all__:
        assert getattr(tapewalk, name) is not None
    with pytest.raises(AttributeError, match="'Tensr'"):
        _ = tapewalk.Tensr


def test_missing_numpy_is_named():
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import tapewalk\n"
        "print(hasattr(tapewalk, 'Tensor'), hasattr(tapewalk, 'relu'), tapewalk.Value(2) * 3)\n"
        "for line in ('tapewalk.relu', 'from tapewalk import Tensor'):\n"
        "    try: exec(line)\n"
        "    except Exception as error: print(type(error).__name__, error)"
    )
    first, attribute, imported = printed(code).splitlines()
    assert first.startswith("False False Value(")
    assert attribute.startswith("AttributeError tapewalk.relu needs NumPy")
    assert imported.startswith("ImportError tapewalk.Tensor needs NumPy")


UNKNOWN = {
    "module 'tapewalk' has no attribute 'Tensr'. Did you mean 'Tensor'?": lambda: tapewalk.Tensr,
    "'nn' has no attribute 'Conv2d': PyTorch has it": lambda: tapewalk.nn.Conv2d,
    "Did you mean 'MultiHeadAttention'?": lambda: tapewalk.nn.MultiheadAttention,
    "'conv2d': PyTorch has it": lambda: tapewalk.nn.functional.conv2d,
    "'Tensor' object has no attribute 'digamma': PyTorch has": lambda: tapewalk.ones(1).digamma,
    "module 'tapewalk' has no attribute 'flip': tensors have it, as x.flip": lambda: tapewalk.flip,
    "Did you mean 'softmax'?": lambda: tapewalk.ones(1).sofmax,
}


@each("message", UNKNOWN)
def test_unknown_name_says_what_was_meant(message):
    assert torch.nn.Conv2d  # once PyTorch is loaded, its names are known
    with pytest.raises(AttributeError, match=re.escape(message.replace("'nn'", "'tapewalk.nn'"))):
        UNKNOWN[message]()


def test_tensor_is_made_as_in_pytorch():
    x = tapewalk.tensor([1, 2], dtype="float64", device="cpu", requires_grad=True)
    assert type(x) is tapewalk.Tensor and x.dtype == float and x.requires_grad
    assert tapewalk.tensor([1.0]).dtype == "float32" and not tapewalk.tensor(1).requires_grad


def test_tensor_can_be_the_first_thing_made():
    code = "import tapewalk; print(tapewalk.ones(2, requires_grad=True))"
    assert printed(code) == "Tensor([1., 1.], requires_grad=True)\n"


# For each line, the type that a type checker reveals or the error that it reports.
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
    "reveal_type(grad(lambda x: x * x))": "def (*Any, **Any) -> Any",
    "reveal_type(grad(zeros(1), [zeros(1)]))": "tuple[Any, ...]",
    "reveal_type(tapewalk.tensor([1.0]))": '"tapewalk.tensor.tensor.Tensor"',
    "reveal_type(nn.Linear(2, 3)(zeros(2)))": '"tapewalk.tensor.tensor.Tensor"',
    'nn.Linear(2, 3)("x")': 'error: Argument 1 to "__call__" of "Module"',
    "tapewalk.zeroes(2)": 'error: Module has no attribute "zeroes"',
    "from tapewalk import Tensr": 'error: Module "tapewalk" has no attribute "Tensr"',
}


# Custom functions, in PyTorch's form and in our own, which have no errors.
FUNCTIONS = """
from typing import Any
from tapewalk import Function, Tensor
class Cube(Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        ctx.save_for_backward(x)
        return x**3
    @staticmethod
    def backward(ctx: Any, g: Tensor) -> Tensor:
        x: Tensor = ctx.saved_tensors[0]
        return g * x**2 * 3
class Square(Function):
    def forward(self, x: Any) -> Any:
        return x * x
    def backward(self, grad: Any) -> Any:
        return grad
"""


def test_type_checker_knows_the_names(tmp_path):
    own, custom = tmp_path / "program.py", tmp_path / "functions.py"
    own.write_text("\n".join(PROGRAM) + "\n")
    custom.write_text(FUNCTIONS)
    # In the folder of the project, whose settings are strict.
    command = [sys.executable, "-m", "mypy", "--no-error-summary", str(own), str(custom)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    assert [line for line in lines if "functions.py" in line] == [], done.stdout + done.stderr
    found = {int(line.split(":")[1]): line for line in lines}
    for number, (source, message) in enumerate(PROGRAM.items(), start=1):
        assert message in found.get(number, ""), (source, done.stdout, done.stderr)
        assert message or number not in found, found[number]
