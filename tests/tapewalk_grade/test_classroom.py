"""The sample workflow never runs by itself, and its output suits the reporter."""

import base64
import json
import subprocess

import pytest
import yaml

from bench.submissions import POINTS, solved, write
from tests.pages.sources import ROOT
from tests.tapewalk_grade.running import environment

WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/classroom.yml").read_text("utf-8"))
STEPS = WORKFLOW["jobs"]["grade"]["steps"]


def test_pushes_do_not_start_the_workflow():
    # YAML 1.1 reads `on` as a truth value.
    assert set(WORKFLOW[True]) == {"workflow_call", "workflow_dispatch"}


def test_inputs_are_not_pasted_into_scripts():
    assert [step["run"] for step in STEPS if "${{" in step.get("run", "")] == []


@pytest.mark.parametrize(
    ("hostile", "status", "points"), [("", "pass", POINTS), ("import os; os._exit(0)", "error", 0)]
)
def test_script_passes_points_to_the_reporter(tmp_path, hostile, status, points):
    write(tmp_path / "work/exercises.ipynb", [*solved(), hostile or "1"])
    # The learner's folder has a module that must not be imported.
    (tmp_path / "work/json.py").write_text("raise SystemExit('hijacked')")
    [script] = [step["run"] for step in STEPS if step.get("id") == "grade"]
    output = tmp_path / "output"
    given = {"NOTEBOOKS": ".", "MODULE": "01", "GRADER_LANG": "es"}
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", script],
        cwd=tmp_path / "work",
        env=environment(GITHUB_OUTPUT=str(output), RUNNER_TEMP=str(tmp_path), **given),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    name, _, value = output.read_text().strip().partition("=")
    found = json.loads(base64.b64decode(value))
    assert (name, found["status"], found["max_score"]) == ("result", status, POINTS)
    assert sum(test["score"] for test in found["tests"]) == points
    [reporter] = [step for step in STEPS if "reporter" in step.get("uses", "")]
    [runner] = reporter["with"]["runners"].split(",")
    assert list(reporter["env"]) == [f"{runner.upper()}_RESULTS"]
