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


# What the library builds on is loaded once; then each module has a process that knows none of it.
IMPORT_EACH = """
import importlib, os, sys
import anywidget, numpy, torch
for name in sys.argv[1:]:
    if (child := os.fork()) == 0:
        try:
            importlib.import_module(name)
        except BaseException as error:
            print(name, repr(error), flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""


def test_every_module_can_be_imported_first():
    command = [sys.executable, "-c", IMPORT_EACH, *modules()]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout == ""


def test_importing_tapewalk_leaves_numpy_alone():
    code = "import sys, tapewalk; sys.exit('numpy' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
