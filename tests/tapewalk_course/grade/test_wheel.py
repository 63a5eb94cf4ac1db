"""The grader needs the wheel and NumPy, and nothing of this repository."""

import json
import subprocess
import sys
import zipfile

from tests.tapewalk_course.grade.running import environment
from tests.tapewalk_course.grade.submissions import POINTS, solved, write
from tools.wheel import write_wheel

# It says so in its notes: there is no file that it could write.
TELLS = """
import sys, tapewalk
others = {"tests", "tools", "torch", "nbformat", "nbclient", "IPython"} & set(sys.modules)
raise RuntimeError(f"{tapewalk.__file__} {sorted(others)}")
"""


def test_it_grades_from_an_unpacked_wheel(tmp_path):
    with zipfile.ZipFile(write_wheel(tmp_path / "site")) as wheel:
        wheel.extractall(tmp_path / "installed")
    path = write(tmp_path / "in/a.ipynb", [TELLS, *solved()])
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tapewalk_course.grade", path, "--format", "json"],
        cwd=tmp_path, env=environment(PYTHONPATH=str(tmp_path / "installed")),
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    [result] = json.loads(done.stdout)["results"]
    assert result["points"] == POINTS
    assert f"RuntimeError: {tmp_path}/installed/tapewalk/__init__.py [] (" in result["notes"][0]
