"""The grader needs only the wheel and NumPy, not this repository."""

import json
import subprocess
import zipfile

from bench.submissions import POINTS, solved, write
from tests.tapewalk_grade.running import command, environment
from tools.wheel import write_wheel

# It reports this in its notes, because it can't write a file.
TELLS = """
import sys, tapewalk
others = {"tests", "tools", "torch", "nbformat", "nbclient", "IPython"} & set(sys.modules)
raise RuntimeError(f"{tapewalk.__file__} {sorted(others)}")
"""


def test_unpacked_wheel_can_grade(tmp_path):
    with zipfile.ZipFile(write_wheel(tmp_path / "site")) as wheel:
        wheel.extractall(tmp_path / "installed")
    path = write(tmp_path / "in/a.ipynb", [TELLS, *solved()])
    done = subprocess.run(
        command(path, "--format", "json"),
        cwd=tmp_path, env=environment(PYTHONPATH=str(tmp_path / "installed")),
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    [result] = json.loads(done.stdout)["results"]
    assert result["points"] == POINTS
    assert f"RuntimeError: {tmp_path}/installed/tapewalk/__init__.py [] (" in result["notes"][0]
