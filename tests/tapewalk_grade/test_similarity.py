"""Notes about notebooks with the same code are for the teacher only."""

import json

from bench.submissions import POINTS, solved, stubs, write
from tapewalk_grade.learners.similarity import fingerprint, noted
from tapewalk_grade.result import Mark, Result
from tapewalk_grade.submission import Submission
from tests.tapewalk_grade.running import run

CODE = "def f(x, y):\n    # a line\n    total = x + y\n    return total"


def test_fingerprint_ignores_names_comments_and_layout():
    same = (CODE, CODE.replace("total", "s").replace("x", "left"), CODE.replace("# a line", "0"))
    assert fingerprint([same[0]]) == fingerprint([same[1]])
    for other in (
        same[2],
        CODE.replace("+", "-"),
        CODE.replace("def f", "def g"),
        CODE.replace("x + y", "y + x"),
        CODE.replace("return total", "return x"),
        "%pip install x",
    ):
        assert fingerprint([CODE]) != fingerprint([other]), other
    assert fingerprint(["%pip  install x"]) == fingerprint(["%pip install  x"])
    assert fingerprint(["(" * 5000]) and fingerprint(["\ud800"])


def test_similar_notebooks_name_each_other():
    points = {"a": 1, "b": 1, "c": 1, "d": 0, "e": 0}
    results = [Result(name, marks=(Mark("01.1", "f", n, 1),)) for name, n in points.items()]
    read = [
        Submission(name, "", ((1, "x = 2" if name == "c" else "x = 1"),), ("01",), "en")
        for name in points
    ]
    notes_of = [result.notes for result in noted([*results, Result("f", "missing")], read, "en")]
    assert [bool(notes) for notes in notes_of] == [True, True, False, False, False, False]
    assert "code as b," in notes_of[0][0] and "code as a," in notes_of[1][0]


def test_notebook_of_another_module_gets_a_note():
    codes = {
        "both": "def backward(order): pass\ndef residuals(nodes): pass",
        "right": "def residuals(nodes):\n    pass",
        "wrong": "class Number: pass",
        "nothing": "x = 1",
    }
    read = [Submission(name, "", ((1, code),), ("04",), "en") for name, code in codes.items()]
    notes_of = {one.path: one.notes for one in noted(map(Result, codes), read, "en")}
    assert [path for path, notes in notes_of.items() if notes] == ["wrong"]
    assert "as module 04" in notes_of["wrong"][0] and "to module 01" in notes_of["wrong"][0]


def test_only_shared_rare_statements_get_a_note():
    common = "\n".join(f"shared_{n} = {n}" for n in range(30))
    own = [f"a = b + {n}" for n in range(10)]
    copied = [line.replace("a", "left").replace("b", "right") for line in own[:9]] + ["c = 5 ** 2"]
    codes = {f"p{n}": [common, f"x = {100 + n}"] for n in range(8)}
    codes |= {"ada": [common, *own], "emmy": [common, *copied[::-1]], "grace": [common, *own[:5]]}
    results = [Result(name, marks=(Mark("01.1", "f", 1, 1),)) for name in codes]
    read = [
        Submission(name, "", tuple(enumerate(code)), ("01",), "en") for name, code in codes.items()
    ]
    notes_of = {one.path: one.notes for one in noted(results, read, "en") if one.notes}
    assert sorted(notes_of) == ["ada", "emmy"]
    assert "9 of its 10 rare statements are also in emmy" in notes_of["ada"][0]


def test_anonymous_results_contain_no_names(tmp_path):
    for name in ("ada", "emmy"):
        write(tmp_path / f"in/{name}/{name}.ipynb", solved())
    write(tmp_path / "in/grace.ipynb", stubs())
    pages = tmp_path / "pages"
    asked = ["--anonymous", "--seed", "3", "--feedback", pages, "--lang", "en", "--format", "json"]
    done = run(tmp_path / "in", *asked)
    assert done.returncode == 0
    assert [name for name in ("ada", "emmy", "grace", str(tmp_path)) if name in done.stdout] == []
    found = json.loads(done.stdout)["results"]
    assert sorted(result["path"] for result in found) == ["1", "2", "3"]
    assert sorted(result["points"] for result in found) == [0, POINTS, POINTS]
    assert sum("the same code as" in " ".join(result["notes"]) for result in found) == 2
    assert "the same code" not in (pages / "ada/ada.html").read_text()
