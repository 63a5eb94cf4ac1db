"""Reading any file gives a notebook or a clear reason, which has a line in the results."""

import json
import os
import random

import pytest

from bench.submissions import POINTS, notebook, solved, write
from tapewalk_grade import notebook as reading
from tapewalk_grade.notebook import NotebookError, contents, read
from tapewalk_grade.run.cells import compiled
from tapewalk_grade.words import say, words
from tests.tapewalk_grade.running import graded

DOCUMENT = notebook(solved())
BYTES = json.dumps(DOCUMENT).encode()
MUTATIONS = 300
# As many go through the real grader.
SAMPLE = 24


def reason(data):
    with pytest.raises(NotebookError) as caught:
        read(data)
    return caught.value.status


def like(**changes):
    return json.dumps(DOCUMENT | changes).encode()


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (bytes(range(256)), "binary"),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 30 + b"\xff", "binary"),
        (BYTES[: len(BYTES) // 2], "broken"),
        (b"[" * 200_000, "broken"),
        (b"[1, 2]", "no_notebook"),
        (b'{"a": 1}', "no_notebook"),
        (b'{"nbformat": 4}', "no_notebook"),
        (b'{"nbformat": 3, "worksheets": [{"cells": []}]}', "old"),
        (like(metadata={"language_info": {"name": "R"}}), "other_language"),
        (like(metadata={"kernelspec": {"language": "julia"}}), "other_language"),
        (like(cells=[]), "no_code"),
        (like(cells=[None, 3, {"cell_type": "markdown", "source": "x"}]), "no_code"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_files_that_are_not_notebooks_are_named(data, status):
    assert reason(data) == status


@pytest.mark.parametrize(
    ("make", "status"),
    [
        (lambda path: None, "missing"),
        (lambda path: path.mkdir(), "no_file"),
        (os.mkfifo, "no_file"),  # opening a pipe for reading would wait for ever
        (lambda path: path.write_bytes(b"x" * 101), "huge"),
    ],
)
def test_unreadable_files_are_named(make, status, tmp_path, monkeypatch):
    path = tmp_path / "a.ipynb"
    monkeypatch.setattr(reading, "LARGEST", 100)
    make(path)
    with pytest.raises(NotebookError) as caught:
        contents(path)
    assert caught.value.status == status


def test_byte_order_mark_and_strange_metadata_are_accepted():
    assert read(b"\xef\xbb\xbf" + BYTES).cells == read(BYTES).cells
    assert read(like(metadata=[1])).modules == ("01",)
    assert read(like(metadata={"language_info": {"name": 3}, "tapewalk": "x"})).modules == ("01",)


def test_metadata_outweigh_the_checks():
    assert read(like(metadata={"tapewalk": {"exercises": "07", "lang": "es"}})).modules == ("07",)


def test_cells_are_numbered_as_displayed():
    assert [number for number, _ in read(BYTES).cells][:3] == [2, 4, 6]


def mutations():
    """Yield damaged notebooks: bytes turned, cut, doubled; parts of the document replaced."""
    draw = random.Random(5)
    for n in range(MUTATIONS):
        data = bytearray(BYTES)
        kind = n % 5
        start = draw.randrange(len(data))
        end = min(len(data), start + draw.randrange(1, 400))
        if kind == 0:
            for _ in range(draw.randrange(1, 20)):
                data[draw.randrange(len(data))] = draw.randrange(256)
        elif kind == 1:
            del data[start:end]
        elif kind == 2:
            data[start:start] = data[start:end]
        elif kind == 3:
            data[start:end] = bytes(draw.randrange(32, 127) for _ in range(end - start))
        else:
            document = json.loads(BYTES)
            for _ in range(draw.randrange(1, 4)):
                _replace(document, draw)
            data = bytearray(json.dumps(document).encode())
        yield bytes(data)


def _replace(document, draw):
    """Put something else in the place of some part of it."""
    others = [None, 3, -1e400, "", "x" * 50, [], {}, [[]], {"source": [1]}, True]
    place = document
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = draw.choice(keys)
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or draw.random() < 0.25:
            place[key] = draw.choice(others)
            return
        place = inner


def test_damaged_files_do_not_break_the_reader():
    read_well = 0
    for data in mutations():
        try:
            found = read(data)
        except NotebookError as error:
            for lang in words.own:
                assert say(error.status, lang, **error.filled)
            continue
        read_well += 1
        for _, code in found.cells:
            try:
                compiled(code, "cell")
            except (SyntaxError, ValueError):  # ValueError: a null byte
                continue
    # Damage that leaves the notebook readable and damage that doesn't: both were tried.
    assert 50 < read_well < MUTATIONS - 50


def test_damaged_notebooks_are_all_reported(tmp_path):
    for number, data in zip(range(SAMPLE), mutations(), strict=False):
        (tmp_path / f"{number:03}.ipynb").write_bytes(data)
    write(tmp_path / "right.ipynb", solved())
    results = graded(tmp_path, "--timeout", 30, "--module", "01")
    assert len(results) == SAMPLE + 1
    assert results["right.ipynb"]["points"] == POINTS
    assert {result["status"] for result in results.values()} > {"graded", "broken"}
    for result in results.values():
        assert result["status"] != "internal", result["message"]
        assert (result["status"] == "graded") == (result["message"] == "")
        assert 0 <= result["points"] <= POINTS


def value_of(source, name="x"):
    names = {"shown": []}
    code = compiled(source, "cell")
    if code is not None:
        eval(code, names)
    return names.get(name)


@pytest.mark.parametrize(
    "source",
    [
        "%pip install numpy\nx = 1",
        "!ls -l \\\n  folder\nx = 1",
        "if True:\n    %pip install numpy\n    x = 1",
        "%%time\nx = 1",
        "%matplotlib inline\nfiles = !ls\nx = 1",
        "print?\nx = 1",
        "?print\nx = 1",
        "y = %timeit -o 1\nx = 1",
        "x = 7 % 3",
        'text = """\n%pip\n"""\nx = len(text) - 5',
    ],
)
def test_ipython_lines_do_nothing(source):
    assert value_of(source) == 1


@pytest.mark.parametrize("source", ["%%bash\nls", "%%html\n<b>x = 1</b>", "%%writefile a.py\nx"])
def test_cells_of_other_languages_are_left_out(source):
    assert compiled(source, "cell") is None


def test_syntax_error_reports_its_line():
    with pytest.raises(SyntaxError) as caught:
        compiled("%pip install numpy\nx = = 1", "cell")
    assert caught.value.lineno == 2
