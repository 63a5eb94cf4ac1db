"""The program that draws film-strips, started as in the site's build and in notebooks."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tapewalk import Value, trace
from tests.browser.numbers import written
from tools.assets.__main__ import NODE
from tools.finish.strips import PROGRAM

_SVG = "{http://www.w3.org/2000/svg}"


def run(text: str, program: Path = PROGRAM) -> subprocess.CompletedProcess[str]:
    return subprocess.run([NODE, program], input=text, capture_output=True, text=True, check=False)


def request(walk: object, lang: str = "en") -> str:
    return json.dumps({"trace": walk, "lang": lang})


@pytest.fixture(scope="module")
def walk() -> dict[str, Any]:
    """A node that is used twice, labels that are markup, and a number with a fraction."""
    a, b = Value(1.5, label="a<b"), Value(-2.0, label="b")
    total = (a + b) * b
    total.backward()
    return trace(total, labels={"c": total})


@pytest.mark.parametrize("lang", ["en", "es"])
def test_trace_becomes_one_drawing(walk: dict[str, Any], lang: str) -> None:
    done = run(request(walk, lang))
    assert done.returncode == 0, done.stderr
    root = ElementTree.fromstring(done.stdout)
    drawings = root.findall(f"{_SVG}svg")
    assert 4 <= len(drawings) <= 6
    assert root.get("lang") == lang
    # The alternative text of a frame is its sentence, that of the whole all sentences.
    names = [drawing.get("aria-label") for drawing in drawings]
    assert root.get("aria-label") == " ".join(str(name) for name in names)
    shown = ["".join(text.itertext()) for text in drawings[-1].iter(f"{_SVG}text")]
    half, two, all_of_b = (written(number, lang) for number in (-0.5, -2.0, -2.5))
    for gradient in ("1", two, f"{half} + ({two}) = {all_of_b}"):
        assert f"∂ {gradient}" in shown
    assert f"{half} + ({two}) = {all_of_b}" in str(names[-1])


def test_captions_stay_inside_the_drawing(walk: dict[str, Any]) -> None:
    root = ElementTree.fromstring(run(request(walk)).stdout)
    width, height = (float(str(root.get(name))) for name in ("width", "height"))
    for caption in root.findall(f"{_SVG}text"):
        length = len("".join(caption.itertext()).rstrip())
        assert float(str(caption.get("x"))) + length * 16 * 0.58 <= width
        assert float(str(caption.get("y"))) < height


def test_drawing_is_self_contained(walk: dict[str, Any]) -> None:
    text = run(request(walk)).stdout
    assert "url(" not in text
    assert "@import" not in text
    declared = set(re.findall(r"(--[\w-]+):", text))
    wanted = set(re.findall(r"var\((--[\w-]+)\)", text))
    used_by_stills = {name for name in wanted if not name.startswith(("--tw-", "--space"))}
    assert used_by_stills <= declared
    assert not re.search(r'tabindex|role="group"', text)


@pytest.mark.parametrize("text", ["{}", request({"schema": 1, "nodes": []}), "not JSON"])
def test_invalid_trace_is_rejected_with_a_reason(text: str) -> None:
    done = run(text)
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.strip()) > 10


def test_program_is_one_file(tmp_path: Path, walk: dict[str, Any]) -> None:
    alone = tmp_path / "film-strip.mjs"
    alone.write_bytes(PROGRAM.read_bytes())
    done = run(request(walk), alone)
    assert done.stdout.startswith("<svg"), done.stderr
