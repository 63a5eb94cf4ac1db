"""The workflows run each task once, and name existing files and targets."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement

from tools.stamp import ROOT

FOLDER = ROOT / ".github" / "workflows"
WORKFLOWS = {path.stem: path for path in FOLDER.glob("*.yml")}


def load(path: Path) -> dict[str, Any]:
    # YAML reads the key `on` as true.
    read = yaml.safe_load(path.read_text("utf-8"))
    return {("on" if key is True else key): value for key, value in read.items()}


def steps(name: str) -> dict[str, list[dict[str, Any]]]:
    jobs = load(WORKFLOWS[name])["jobs"]
    return {job: told.get("steps", []) for job, told in jobs.items()}


def test_pull_request_runs_one_workflow_once() -> None:
    asked = {name: set(load(path)["on"]) for name, path in WORKFLOWS.items()}
    assert [name for name, events in asked.items() if "pull_request" in events] == ["check"]
    assert "push" not in asked["check"]
    assert load(WORKFLOWS["publish"])["on"]["push"]["branches"] == ["main"]


def test_publishing_renders_once() -> None:
    publish = load(WORKFLOWS["publish"])["jobs"]
    assert publish["check"]["with"]["renders"] is True
    quarto = load(WORKFLOWS["check"])["jobs"]["quarto"]
    assert quarto["if"] == "${{ !inputs.renders }}"
    rendering = [
        job
        for job, told in steps("publish").items()
        if any("quarto" in s.get("run", "").split() for s in told)
    ]
    assert rendering == ["build"]
    assert {"check", "build", "pages"} <= set(publish["commit"]["needs"])


def test_night_and_release_run_everything() -> None:
    nightly = load(WORKFLOWS["nightly"])
    assert nightly["on"]["schedule"]
    assert nightly["jobs"]["check"]["with"]["full"] is True
    check = load(WORKFLOWS["publish"])["jobs"]["check"]
    assert check["with"]["full"] == "${{ github.ref_type == 'tag' }}"


@pytest.mark.parametrize("name", WORKFLOWS)
def test_workflow_targets_and_files_exist(name: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for step in (step for told in steps(name).values() for step in told):
        command, action = step.get("run", ""), step.get("uses", "")
        if "\n" not in command:
            assert set(re.findall(r"^make ([a-z-]+)", command)) <= targets
        if action.startswith("./"):
            assert (ROOT / action / "action.yml").is_file()
    text = WORKFLOWS[name].read_text("utf-8")
    for file in re.findall(r"-r (requirements\S*\.txt)", text):
        assert (ROOT / file).is_file()


def test_oldest_versions_match_the_declared_minimum() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    listed = [*project["dependencies"], *project["optional-dependencies"]["torch"]]
    lowest = {Requirement(line).name: Requirement(line).specifier for line in listed}
    lines = (ROOT / "requirements-oldest.txt").read_text("utf-8").splitlines()
    oldest = [Requirement(line) for line in lines if re.match(r"\w", line)]
    assert {one.name for one in oldest} == set(lowest)
    for one in oldest:
        (exact,), (least,) = one.specifier, lowest[one.name]
        assert least.operator == ">="
        padded = f"{least.version}.0.0".split(".")[:3]
        assert exact.version.split(".") == padded


def test_actions_that_may_write_are_pinned() -> None:
    writing = [
        action
        for path in WORKFLOWS.values()
        for job in load(path)["jobs"].values()
        if "write" in str(job.get("permissions", ""))
        for action in re.findall(r"'uses': '([^']+)'", str(job))
    ]
    assert len(writing) >= 5
    assert [action for action in writing if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action)] == []
