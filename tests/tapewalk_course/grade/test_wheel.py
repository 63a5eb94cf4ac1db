"""The grader needs the wheel and NumPy, and nothing of this repository."""

import json
import subprocess
import sys
import zipfile

from tests.tapewalk_course.grade.running import environment
from tests.tapewalk_course.grade.submissions import POINTS, solved, write
from tools.wheel import write_wheel

TELLS = """
import json, sys, tapewalk
with open({path!r}, "w") as file:
    json.dump([tapewalk.__file__, sorted({{name.partition(".")[0] for name in sys.modules}})], file)
"""


def test_it_grades_from_an_unpacked_wheel(tmp_path):
    with zipfile.ZipFile(write_wheel(tmp_path / "site")) as wheel:
        wheel.extractall(tmp_path / "installed")
    told = tmp_path / "told"
    path = write(tmp_path / "a.ipynb", [TELLS.format(path=str(told)), *solved()])
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tapewalk_course.grade", path, "--format", "json"],
        cwd=tmp_path,
        env=environment(PYTHONPATH=str(tmp_path / "installed")),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["results"][0]["points"] == POINTS
    where, modules = json.loads(told.read_text())
    assert where.startswith(str(tmp_path / "installed"))
    assert not {"tests", "tools", "torch", "nbformat", "nbclient", "IPython"} & set(modules)
