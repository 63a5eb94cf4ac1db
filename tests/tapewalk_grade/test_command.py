"""The command: formats, exit statuses, languages, and the journal that survives an interrupt."""

import csv
import io
import json
import os
import re
import signal
import subprocess
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from bench.submissions import POINTS, solved, stubs, write
from tapewalk_course.exercises.catalog import MODULES
from tapewalk_grade.arguments import parsed
from tapewalk_grade.grading import Progress
from tapewalk_grade.output.formats import FORMATS, as_csv, junit, table
from tapewalk_grade.output.learner_pages import learner_page
from tapewalk_grade.result import Mark, Options, Part, Result, result_from
from tapewalk_grade.words import words
from tests.tapewalk_course.exercises.test_words import fields
from tests.tapewalk_grade.running import command, environment, run, run_apart
from tests.waiting import PATIENCE, wait_until

WRONG = "def backward(order):\n    return {}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("submissions")
    write(folder / "ana.ipynb", solved())
    write(folder / "deep/berta.ipynb", ["1 / 0", *solved({"cell-walk": WRONG})])
    write(folder / ".ipynb_checkpoints/ana.ipynb", stubs())
    (folder / "carla.ipynb").write_text("{")
    (folder / "notes.txt").write_text("no notebook, and not asked for")
    return folder


@pytest.fixture(scope="module")
def written(folder, tmp_path_factory):
    """One grading, written in every format: the other runs reuse the journal."""
    journal = tmp_path_factory.mktemp("journal") / "journal"
    made = {}
    for name in FORMATS:
        done = run(folder, "--format", name, "--resume", journal, "--seed", 7, "--lang", "en")
        assert done.returncode == 1
        assert [line.rpartition("/")[2] for line in done.stderr.splitlines()] == ["notes.txt"]
        made[name] = done.stdout
    return made


def test_table_has_a_line_for_each_notebook(written):
    head, *lines, last = written["table"].splitlines()
    assert head.split() == ["file", *(f"01.{n}" for n in range(1, 9)), "points", "message"]
    assert [re.search(r"(\w+)\.ipynb", line)[1] for line in lines] == ["ana", "carla", "berta"]
    assert f" {POINTS}/{POINTS}" in lines[0]
    assert "damaged: not valid JSON (line 1)" in lines[1]
    assert "cell 2 stopped with an error: “ZeroDivisionError: division by zero (1)”" in lines[2]
    assert last.startswith("notebooks graded: 2 of 3; ") and last.endswith("seed 7")


def test_json_has_all_data(written):
    found = json.loads(written["json"])
    assert found["seed"] == 7
    ana, _, berta = found["results"]
    assert (ana["points"], ana["of"]) == (POINTS, POINTS)
    assert len(berta["marks"][1]["said"].splitlines()) > 3


def test_csv_has_a_column_for_each_exercise(written):
    rows = list(csv.DictReader(written["csv"].splitlines()))
    marks = [
        name
        for each in MODULES["01"]
        for name in (each.id, *sorted(f"{each.id} {stage.name}" for stage in each.stages))
    ]
    assert list(rows[0]) == ["file", "status", "points", "of", *marks, "seconds", "message"]
    assert [row["status"] for row in rows] == ["graded", "broken", "graded"]
    assert [row["01.2"] for row in rows] == ["2", "", "0"]


def test_junit_xml_has_right_counts(written):
    suites = ET.fromstring(written["junit"]).findall("testsuite")
    assert len(suites) == 3
    for suite in suites:
        cases = suite.findall("testcase")
        assert int(suite.get("tests")) == len(cases)
        for kind in ("failure", "error"):
            assert int(suite.get(f"{kind}s")) == len(suite.findall(f"testcase/{kind}"))
    assert suites[1].find("testcase/error").get("type") == "broken"
    failure = suites[2].find("testcase[@name='01.2 backward']/failure")
    assert failure.get("type") == "hint_01.2_missing"
    assert "✗ 01.2 backward: not yet" in failure.text


def test_classroom_format_has_the_reporter_fields(written):
    """The sums are those of notify-classroom.js in classroom-resources' reporter."""
    found = json.loads(written["classroom"])
    results = json.loads(written["json"])["results"]
    assert (found["version"], found["status"]) == (1, "error")
    assert found["max_score"] == 2 * POINTS
    assert sum(test["score"] for test in found["tests"]) == sum(r["points"] for r in results)
    assert {test["status"] for test in found["tests"]} == {"pass", "fail", "error"}
    names = {"name", "status", "score", "message", "test_code", "filename", "line_no", "duration"}
    assert all(set(test) == names for test in found["tests"])


def test_gradescope_gets_a_test_for_each_exercise(written):
    found, results = json.loads(written["gradescope"]), json.loads(written["json"])["results"]
    assert found["score"] == sum(test["score"] for test in found["tests"])
    assert found["score"] == sum(result["points"] for result in results)
    assert [test["status"] for test in found["tests"]].count("failed") == 4  # 01.7 calls 01.2
    assert "ZeroDivisionError" in found["output"]


def test_stages_count_in_every_format():
    parts = Part("once", "one walk", 2, 2, True), Part("again", "a second walk", 0, 1, False)
    mark = Mark("01.7", "Number", 2, 3, "hint_01.7_assigns", "not yet", stages=parts)
    results, options = [Result("a.ipynb", marks=(mark,))], Options()
    (row,) = csv.DictReader(as_csv(results, options).splitlines())
    assert [row[f"01.7{name}"] for name in ("", " again", " once")] == ["2", "0", "2"]
    for name in ("gradescope", "classroom"):
        tests = json.loads(FORMATS[name](results, options))["tests"]
        assert [(t["name"], t["score"], t["status"][:4]) for t in tests] == [
            ("01.7 one walk", 2, "pass"), ("01.7 a second walk", 0, "fail")
        ]  # fmt: skip
    suite = ET.fromstring(junit(results, options)).find("testsuite")
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    page = FORMATS["html"](results, options)
    rows = re.findall(r'<th scope="row">([\w ]+)</th><td class="count">(\d)', page)
    assert rows == [("right", "0"), ("one walk", "1"), ("a second walk", "0")]
    listed = re.findall("<li.*?>([✓✗] .*?) <", learner_page(results[0]))
    assert listed == ["✓ one walk", "✗ a second walk"]
    assert result_from(json.loads(json.dumps(results[0].as_dict()))) == results[0]
    # Points that a teacher sets have no stages; weights have.
    assert [part.points for part in mark.times(2, 2).parts] == [4, 0]
    (whole,) = replace(mark, points=3).parts
    assert (whole.name, whole.points, whole.of) == ("", 3, 3)


def test_class_view_counts_each_mistake(written):
    wrong = [Mark("01.3", "f", 0, 2, hint) for hint in ("hint_01.3_mean", "undefined", "undefined")]
    marks = [*wrong, Mark("01.3", "f", 2, 2)]
    results = [Result(f"{n}.ipynb", marks=(mark,)) for n, mark in enumerate(marks)]
    page = FORMATS["html"](results, Options(lang="es"))
    rows = re.findall(r'<th scope="row">(.*?)</th><td class="count">(.*?)</td>', page)
    assert [count for _, count in rows] == ["1 / 4", "2 / 4", "1 / 4"]
    assert [text.split()[0] for text, _ in rows] == ["bien", "sin", "Eso"]
    whose = re.findall("<summary>quiénes</summary>(.*?)</details>", page)
    assert whose == ["1.ipynb, 2.ipynb", "0.ipynb"]
    groups = re.findall(r">([\d–]+%)</th><td class=\"count\">(\d)", written["html"])
    assert [group for group, _ in groups] == ["100%", "75–99%", "50–74%", "25–49%", "0–24%"]
    assert (groups[0][1], sum(int(count) for _, count in groups)) == ("1", 2)
    assert 'style="width:50.0%"' in page and "{" not in re.sub("(?s)<style>.*</style>", "", page)
    assert (
        "01.2 The backward pass <code>backward</code>" in written["html"]
        and "src=" not in written["html"]
    )
    # A chart of all exercises precedes the mistakes, with links to each.
    links = re.findall(r'<a href="#(e[\d.]+)">', written["html"])
    assert len(links) == len(MODULES["01"]) and all(
        f'<section id="{link}">' in written["html"] for link in links
    )
    assert "<code" in FORMATS["html"](
        [Result("a", marks=(Mark("01.2", "f", 0, 2, "hint_01.2_overwrites"),))], Options()
    )


def test_file_names_are_escaped_in_every_format():
    marks = (Mark("01.1", "f", 0, 1, "hint_none", "\x1b[2J\x00bad"),)
    results = [Result("=1+1\n\x1b[31m.ipynb", marks=marks), Result("\udcff.ipynb", "missing", "x")]
    assert next(csv.DictReader(as_csv(results, Options()).splitlines()))["file"].startswith("'=1+1")
    assert "\x1b" not in table(results, Options())
    assert ET.fromstring(junit(results, Options()))[0].find(".//failure").text == "�[2J�bad"


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["ana.ipynb", "--fail-under", POINTS], 0),
        (["ana.ipynb", "deep", "--fail-under", POINTS], 3),
        (["carla.ipynb", "deep", "no-such.ipynb", "--fail-under", POINTS], 1),
        ([], 2),
        (["ana.ipynb", "--jobs", "0"], 2),
        (["ana.ipynb", "--timeout", "nan"], 2),
        (["ana.ipynb", "--memory", "1"], 2),
        (["ana.ipynb", "--format", "pdf"], 2),
        (["ana.ipynb", "--output", "no-such-folder/x"], 2),
        (["ana.ipynb", "--resume", "carla.ipynb"], 2),
        (["ana.ipynb", "--resume", "."], 2),
    ],
    ids=lambda value: " ".join(map(str, value)) if isinstance(value, list) else "",
)
def test_exit_status_depends_on_points_and_failures(arguments, status, folder):
    before = (folder / "carla.ipynb").read_text()
    done = run(*arguments, folder=folder)
    assert done.returncode == status, done.stderr
    assert bool(done.stderr) == (status == 2)
    assert "Traceback" not in done.stderr
    assert (folder / "carla.ipynb").read_text() == before


def test_unknown_module_is_wrong_usage(folder):
    for lang, sentence in (
        ("en", "there are no exercises for module 09, x, only for"),
        ("es", "no hay ejercicios del módulo 09, x, solo de"),
    ):
        asked = ["--module", "09", "--module", "01", "--module", "x", "--lang", lang]
        done = run(folder / "ana.ipynb", *asked)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"{sentence} {', '.join(MODULES)}\n"


def test_folder_without_notebooks_is_wrong_usage(tmp_path):
    done = run(tmp_path, "--lang", "es")
    assert (done.returncode, done.stderr) == (
        2,
        f"no hay ningún cuaderno que calificar: {tmp_path}\n",
    )


def test_output_file_leaves_the_summary_on_the_terminal(folder, tmp_path):
    done = run(
        folder / "ana.ipynb",
        "--output",
        tmp_path / "a.csv",
        "--format",
        "csv",
        "--lang",
        "es",
        "--seed",
        1,
    )
    assert done.stdout == (
        f"cuadernos calificados: 1 de 1; {POINTS} puntos de {POINTS} en promedio; semilla 1\n"
    )
    assert (tmp_path / "a.csv").read_text().startswith("archivo,estado,puntos,de,01.1")
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_has_one_line_or_ten():
    for stream, count in ((Terminal(), 4), (io.StringIO(), 4), (io.StringIO(), 100)):
        progress = Progress(stream, count, "es")
        for done in range(1, count + 1):
            progress.show(done)
        progress.end()
        if stream.isatty():
            first, *_, last, end = re.split("[\\r\\n]", stream.getvalue())[1:]
            assert first == "■■■■■□□□□□□□□□□□□□□□ 1 de 4 cuadernos"
            assert last == "■■■■■■■■■■■■■■■■■■■■ 4 de 4 cuadernos"
            assert end == ""
        else:
            told = [f"{n} de 100 cuadernos" for n in range(10, 101, 10)] if count == 100 else []
            assert stream.getvalue().splitlines() == told


def test_modules_have_separate_tables():
    marks = {m: (Mark(f"{m}.1", "f", 1, 1), Mark(f"{m}.2", "g", 0, 1, "x")) for m in ("01", "04")}
    results = [Result(f"{m}{n}.ipynb", marks=marks[m]) for n in "ab" for m in marks]
    first, second = table(results, Options(seed=3)).split("\n\n")
    assert first.splitlines()[0].split() == ["file", "01.1", "01.2", "points", "message"]
    assert [line.split()[0] for line in first.splitlines()[1:]] == ["01a.ipynb", "01b.ipynb"]
    assert second.splitlines()[0].split() == ["file", "04.1", "04.2", "points", "message"]
    broken = [*results[::2], Result("c.ipynb", "broken", "x")]
    assert "\n\n" not in table(broken, Options())


def test_other_files_are_named_and_not_graded(tmp_path):
    folder = tmp_path / "in"
    write(folder / "ada/index.ipynb", stubs())
    for name in ("emmy.py", "ada/INDEX.IPYNB", ".cache/seen"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).touch()
    asked = [folder, "--lang", "en", "--resume", folder / "journal", "--feedback", folder / "pages"]
    assert run(*asked).returncode == 0
    said = run(*asked).stderr.splitlines()
    named = [line.rpartition("/")[2] for line in said if "not a notebook" in line]
    assert named == ["INDEX.IPYNB", "emmy.py"]


def test_wrong_number_is_reported_by_its_option(capsys):
    with pytest.raises(SystemExit):
        parsed(["a.ipynb", "--jobs", "0", "--lang", "en"])
    assert "--jobs has to be a number of at least 1, not '0'" in capsys.readouterr().err
    assert parsed(["a.ipynb", "--module", "1", "--module", "04"]).modules == ["01", "04"]


def test_killed_processes_leave_no_folders(tmp_path):
    place = tmp_path / "temporary"
    place.mkdir()
    path = write(tmp_path / "a.ipynb", [*stubs(), "import time\ntime.sleep(3600)"])
    process = subprocess.Popen(command(path, "--timeout", 3600), env=environment(TMPDIR=str(place)))
    wait_until(lambda: len(list(place.rglob("*"))) > 1)  # that of a notebook's process, too
    process.kill()
    process.wait()
    wait_until(lambda: not any(place.iterdir()))


def test_help_exists_in_both_languages(folder):
    for lang, word in (("en", "a container without a network"), ("es", "un contenedor sin red")):
        done = run_apart("--lang", lang, "--help", COLUMNS="300")
        assert done.returncode == 0
        assert word in " ".join(done.stdout.split())


def test_translations_have_the_same_fields():
    for key, text in words.own["en"].items():
        assert fields(text) == fields(words.own["es"][key]), key


# ---- the journal ----


def lines_of(path):
    return path.read_text().splitlines() if path.exists() else []


def test_interrupted_grading_resumes(tmp_path):
    folder, journal = tmp_path / "in", tmp_path / "journal"
    # Where a notebook can see it: `/tmp` and the repository are hidden from it.
    gate = Path(f"/var/tmp/gate-{os.getpid()}")
    gate.touch()
    wait = f"import os, time\nwhile os.path.exists({str(gate)!r}): time.sleep(0.1)"
    for n in range(6):
        # So that the interrupt comes before all but two, even on a slow machine.
        write(folder / f"learner{n}.ipynb", stubs() if n < 2 else [wait, *stubs()])
    asked = command(folder, "--resume", journal, "--jobs", 2, "--format", "json")
    place = tmp_path / "temporary"
    place.mkdir()
    process = subprocess.Popen(
        asked,
        env=environment(TMPDIR=str(place)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell's background jobs ignore the interrupt, and so do their children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    wait_until(lambda: len(lines_of(journal)) >= 3)
    process.send_signal(signal.SIGINT)
    out, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (130, "")
    assert list(place.iterdir()) == []
    before = lines_of(journal)
    assert len(before) == 3
    assert re.search("2.*6", said)
    gate.unlink()
    # As if the power had failed in the middle of a line.
    with journal.open("a") as file:
        file.write('{"path": "cut sh')
    done = run(*asked[3:])
    assert (done.returncode, done.stderr) == (0, "")
    after = lines_of(journal)
    assert after[: len(before)] == before
    assert len(after) == 7
    paths = [json.loads(line)["path"] for line in after[1:]]
    assert len(set(paths)) == 6
    found = json.loads(done.stdout)["results"]
    assert [result["path"] for result in found] == sorted(paths)
    assert {result["seed"] for result in found} == {json.loads(before[0])["journal"]["seed"]}


def test_only_changed_notebooks_are_graded_again(folder, tmp_path):
    path, journal = write(tmp_path / "a.ipynb", stubs()), tmp_path / "journal"
    for cells, count in ((stubs(), 2), (stubs(), 2), (solved(), 3)):
        write(path, cells)
        done = run(path, "--resume", journal)
        assert len(lines_of(journal)) == count
    assert f"{POINTS}/{POINTS}" in done.stdout


def test_journal_of_another_grading_is_rejected(tmp_path):
    path, journal = write(tmp_path / "a.ipynb", stubs()), tmp_path / "journal"
    assert run(path, "--resume", journal, "--seed", 1).returncode == 0
    done = run(path, "--resume", journal, "--seed", 2, "--lang", "en")
    assert done.returncode == 2
    assert "written with another seed (1)" in done.stderr


def test_journal_serves_every_format_with_the_options_that_it_had(tmp_path):
    folder, journal = tmp_path / "in", tmp_path / "journal"
    write(folder / "a.ipynb", ["1 / 0", *solved({"cell-walk": WRONG})])
    (tmp_path / "secret").write_text("mine")
    chosen = ("--module", "1", "--seed", 5, "--seed-by-learner", "--timeout", 90, "--memory", 2000)
    asked = (folder, "--resume", journal, "--format", "json")
    first = json.loads(run(*asked, *chosen, "--secret", tmp_path / "secret").stdout)
    before = journal.read_bytes()
    assert json.loads(run(*asked).stdout) == first
    for name in FORMATS:
        done = run(*asked[:-1], name, "--lang", "es", "--feedback", tmp_path / "pages")
        assert (done.returncode, journal.read_bytes()) == (0, before)
    # A notebook that is left needs all of them again.
    write(folder / "b.ipynb", stubs())
    assert "another secret" in run(*asked, "--lang", "en").stderr
