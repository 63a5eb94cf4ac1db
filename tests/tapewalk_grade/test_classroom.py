"""The sample workflow never runs by itself, and reports the points to GitHub Classroom."""

import json
import subprocess

import pytest
import yaml

from bench.submissions import POINTS, solved, write
from tests.pages.sources import ROOT
from tests.tapewalk_grade.running import ACCEPTS_RISK, environment

WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/classroom.yml").read_text("utf-8"))
STEPS = WORKFLOW["jobs"]["grade"]["steps"]


def test_pushes_do_not_start_the_workflow():
    # YAML 1.1 reads `on` as a truth value.
    assert set(WORKFLOW[True]) == {"workflow_call", "workflow_dispatch"}


def test_inputs_are_not_pasted_into_scripts():
    assert [step["run"] for step in STEPS if "${{" in step.get("run", "")] == []


@pytest.mark.parametrize(("hostile", "points"), [("", POINTS), ("import os; os._exit(0)", 0)])
def test_notices_have_the_points(tmp_path, hostile, points):
    write(tmp_path / "work/exercises.ipynb", [*solved(), hostile or "1"])
    # The learner's folder has a module that must not be imported.
    (tmp_path / "work/json.py").write_text("raise SystemExit('hijacked')")
    [script] = [step["run"] for step in STEPS if step.get("id") == "grade"]
    script = script.replace("-m tapewalk_grade", " ".join(["-m tapewalk_grade", *ACCEPTS_RISK]))
    given = {"NOTEBOOKS": ".", "MODULE": "01", "GRADER_LANG": "es"}
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", script],
        cwd=tmp_path / "work",
        env=environment(RUNNER_TEMP=str(tmp_path), **given),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert f"::notice title=Autograding complete::Points {points}/{POINTS}\n" in done.stdout
    report = done.stdout.partition("::notice title=Autograding report::")[2]
    assert json.loads(report) == {"totalPoints": points, "maxPoints": POINTS}
