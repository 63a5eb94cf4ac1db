"""The package itself: examples in docstrings, import order, what an import brings."""

import doctest
import importlib
import pkgutil
import subprocess
import sys

import pytest


def modules():
    import tapewalk

    found = pkgutil.walk_packages(tapewalk.__path__, "tapewalk.")
    return [module.name for module in found]


@pytest.mark.parametrize("name", modules())
def test_the_examples_in_the_docstrings(name):
    outcome = doctest.testmod(importlib.import_module(name))
    assert outcome.failed == 0


@pytest.mark.parametrize("name", modules())
def test_every_module_can_be_imported_first(name):
    subprocess.run([sys.executable, "-c", f"import {name}"], check=True, capture_output=True)


def test_importing_tapewalk_leaves_numpy_alone():
    code = "import sys, tapewalk; sys.exit('numpy' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
