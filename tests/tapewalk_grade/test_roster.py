"""Points in a platform's own list of learners: Canvas's gradebook, Moodle's worksheet."""

import csv
import io

import pytest

from bench.submissions import POINTS, solved, stubs, write
from tapewalk_grade.errors import GraderError
from tapewalk_grade.learners.roster import roster
from tapewalk_grade.result import Mark, Result
from tests.tapewalk_grade.running import run

CANVAS = """\
Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (99)
    Points Possible,,,,,10
"Lovelace, Ada",17,s1,ada@example.org,A,9
"Noether, Emmy",18,s2,emmy@example.org,A,8
"Hopper, Grace",117,s3,grace@example.org,A,7
"""
MOODLE = """\
Identifier,Full name,Email address,Status,Grade,Maximum Grade,Feedback comments
Participant 17,Ada Lovelace,ada@example.org,Submitted,,16.00,
Participant 18,Emmy Noether,emmy@example.org,Submitted,3,16.00,kept
Participant 117,Grace Hopper,grace@example.org,No submission,,16.00,
"""


def result(path, points, module="01", of=16):
    return Result(path, marks=(Mark(f"{module}.1", "f", points, of),))


def filled(tmp_path, text, results):
    (tmp_path / "list.csv").write_text(text, "utf-8-sig")
    table, unknown = roster(tmp_path / "list.csv").filled(results)
    return list(csv.reader(io.StringIO(table))), unknown


def test_canvas_gets_a_column_with_best_results(tmp_path):
    results = [
        result("in/lovelaceada_17_301_index.ipynb", 4),
        result("in/lovelaceada_LATE_17_302_index-1.ipynb", 12),
        result("in/lovelaceada_17_303_two.ipynb", 5, "02", 20),
        result("in/Emmy@example.org/index.ipynb", 16),
        result("in/nobody_19_304_index.ipynb", 16),
    ]
    rows, unknown = filled(tmp_path, CANVAS, results)
    assert [row[-1] for row in rows] == ["Walk the Tape 01 02", "36", "17", "16", ""]
    assert [row[:-1] for row in rows] == list(csv.reader(io.StringIO(CANVAS)))
    assert unknown == ["in/nobody_19_304_index.ipynb"]
    # Taken back once, the column is there, with a number that Canvas has given it.
    known = CANVAS.replace("(99)", "(99),Walk the Tape 01 02 (7)").replace("9\n", "9,1\n", 1)
    again, _ = filled(tmp_path, known, results)
    assert again[0][-2:] == ["Homework 1 (99)", "Walk the Tape 01 02 (7)"]
    assert [row[-1] for row in again[1:]] == ["36", "17", "16", ""]


@pytest.mark.parametrize("text", [MOODLE, MOODLE.replace("Identifier", "Identificador")])
def test_moodle_grade_column_is_filled(tmp_path, text):
    text = text if "Identifier" in text else text.replace("Grade,M", "Calificación,M")
    results = [result("in/Ada Lovelace_17_assignsubmission_file_/index.ipynb", 12)]
    rows, unknown = filled(tmp_path, text, results)
    assert [row[4] for row in rows[1:]] == ["12", "3", ""]
    assert (rows[2][-1], unknown) == ("kept", [])
    rows, _ = filled(tmp_path, text.replace("16.00", "10,0"), results)
    assert [row[4] for row in rows[1:]] == ["7.5", "3", ""]


@pytest.mark.parametrize("data", [b"", b"a,b\n1,2\n", b"\xff\xfe", None])
def test_wrong_roster_is_rejected_before_grading(tmp_path, data):
    path = tmp_path / "list.csv"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(GraderError):
        roster(path)
    done = run(write(tmp_path / "a.ipynb", stubs()), "--roster", path, "--lang", "en")
    assert (done.returncode, done.stdout) == (2, "")
    assert str(path) in done.stderr


def test_command_writes_the_roster(tmp_path):
    (tmp_path / "list.csv").write_text(MOODLE.replace("16.00", str(POINTS)))
    write(tmp_path / "in/Ada Lovelace_17_assignsubmission_file_/index.ipynb", solved())
    write(tmp_path / "in/Eve_99_assignsubmission_file_/index.ipynb", stubs())
    done = run(tmp_path / "in", "--roster", tmp_path / "list.csv", "--lang", "es")
    assert done.stdout.splitlines()[1].split(",")[4] == str(POINTS)
    assert "no está en la lista" in done.stderr and "Eve_99" in done.stderr
