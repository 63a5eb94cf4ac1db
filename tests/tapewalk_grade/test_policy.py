"""A teacher's decisions about points change results, not the grading."""

import json
import os
from datetime import datetime

import pytest

from bench.submissions import POINTS, solved, stubs, write
from tapewalk_course.exercises.catalog import MODULES
from tapewalk_grade.errors import GraderError
from tapewalk_grade.learners.policy import policy
from tapewalk_grade.result import Mark, Result
from tests.tapewalk_grade.running import run

IDS = {exercise.id for exercises in MODULES.values() for exercise in exercises}
MARKS = (Mark("01.1", "f", 1, 2), Mark("01.2", "g", 2, 2), Mark("01.3", "h", 0, 4))


def applied(tmp_path, text, *paths):
    (tmp_path / "policy.toml").write_text(text)
    results = [Result(str(path), marks=MARKS, notes=("before",)) for path in paths or ["a.ipynb"]]
    return policy(tmp_path / "policy.toml", IDS).applied(results)


def test_weights_and_dropped_exercises_count(tmp_path):
    (same,) = applied(tmp_path, "")
    assert (same.points, same.of, same.notes) == (3, 8, ("before",)) and same.marks == MARKS
    (one,) = applied(tmp_path, 'drop = ["01.2"]\n[weights]\n"01.1" = 2.5\n"01.3" = 0')
    assert [(m.id, m.points, m.of) for m in one.marks] == [("01.1", 2.5, 5), ("01.3", 0, 0)]
    assert (one.points, one.of) == (2.5, 5) and isinstance(one.of, int)
    (best,) = applied(tmp_path, "best = 2")
    assert [(m.points, m.of) for m in best.marks] == [(1, 2), (2, 2), (0, 2)]
    # As many possible points as those of someone whose best are others.
    (weighted,) = applied(
        tmp_path, 'best = 1\n[weights]\n"01.2" = 10\n[overrides."a.ipynb"]\n"01.3" = 30'
    )
    assert (weighted.points, weighted.of) == (30, 20)
    assert applied(tmp_path, "best = 3")[0].marks == MARKS


def test_lateness_comes_from_file_or_policy(tmp_path):
    for name, at in (("early", 9), ("just", 11), ("late", 13)):
        (tmp_path / name).touch()
        stamp = datetime.fromisoformat(f"2026-11-{at:02}T12:00:00+00:00").timestamp()
        os.utime(tmp_path / name, (stamp, stamp))
    paths = [tmp_path / name for name in ("early", "just", "late", "gone")]
    rule = "[late]\ndue = 2026-11-10T12:00:00Z\nfree_days = 1\nper_day = 0.25\n"
    got = applied(tmp_path, rule, *paths)
    assert [one.points for one in got] == [3, 3, 1.5, 3]
    assert [one.notes[1:] for one in got] == [(), (), ("days late: 3 (−50%)",), ()]
    told = rule + '[handed_in]\n"late" = 2026-11-10T13:00:00Z\n"early" = 2027-01-01T00:00:00Z\n'
    assert [one.points for one in applied(tmp_path, told, *paths)] == [0, 3, 3, 3]


def test_overrides_match_the_end_of_a_path(tmp_path):
    text = '[overrides."ada/*"]\n"01.3" = 3\n"01.1" = 0.5\n'
    ada, emmy = applied(tmp_path, text, "in/ada/index.ipynb", "in/emmy/index.ipynb")
    assert [mark.points for mark in ada.marks] == [0.5, 2, 3] and ada.points == 5.5
    assert ada.notes == ("before", "points set by the policy: 01.3, 01.1")
    assert emmy.marks == MARKS and emmy.notes == ("before",)


def test_extension_moves_the_due_time_of_one_learner(tmp_path):
    rule = "[late]\ndue = 2026-11-10T12:00:00Z\nper_day = 0.5\n"
    rule += '[extensions]\n"ada/*" = 2026-11-12T12:00:00Z\n'
    rule += '[handed_in]\n"*.ipynb" = 2026-11-11T12:00:00Z\n'
    paths = ("in/ada/index.ipynb", "in/emmy/index.ipynb")
    assert [one.points for one in applied(tmp_path, rule, *paths)] == [3, 1.5]


def test_comment_is_a_note_of_its_learner(tmp_path):
    rule = '[comments."ada/*"]\n"01.2" = "A loop would do."\n'
    ada, emmy = applied(tmp_path, rule, "in/ada/index.ipynb", "in/emmy/index.ipynb")
    assert ada.notes == ("before", "about 01.2: A loop would do.") and emmy.notes == ("before",)


@pytest.mark.parametrize(
    ("text", "key", "name"),
    [
        ("best = ", "policy_unreadable", None),
        ('[weights]\n"01.9" = 1', "policy_wrong", "weights.01.9"),
        ('[weights]\n"01.1" = "two"', "policy_wrong", "weights.01.1"),
        ('[weights]\n"01.1" = nan', "policy_wrong", "weights.01.1"),
        ("weights = 3", "policy_wrong", "weights"),
        ('drop = ["1"]', "policy_wrong", "drop.1"),
        ("best = 0", "policy_wrong", "best"),
        ("[late]\ndue = 3", "policy_wrong", "late.due"),
        ("[late]\nper_day = -1", "policy_wrong", "late.per_day"),
        ("[late]\nperday = 1", "policy_wrong", "late.perday"),
        ("overides = 1", "policy_wrong", "overides"),
        ('[overrides."a"]\n"01.1" = true', "policy_wrong", "overrides.a.01.1"),
        ('[overrides."nobody"]\n"01.1" = 1', "policy_nobody", None),
        ('[overrides."a.ipynb"]\n"02.1" = 1', "policy_other", None),
        ('[comments."a.ipynb"]\n"04.9" = "Well"', "policy_wrong", "comments.a.ipynb.04.9"),
    ],
)
def test_unknown_policy_entry_is_named(tmp_path, text, key, name):
    with pytest.raises(GraderError) as told:
        applied(tmp_path, text)
    assert told.value.key == key and told.value.filled.get("name") == name


def test_command_applies_policy_outside_the_journal(tmp_path):
    write(tmp_path / "in/ada.ipynb", solved())
    write(tmp_path / "in/emmy.ipynb", stubs())
    rule = tmp_path / "policy.toml"
    rule.write_text('[overrides."emmy.ipynb"]\n"01.1" = 1\n[weights]\n"01.1" = 10\n')
    journal = tmp_path / "journal"
    asked = [tmp_path / "in", "--lang", "en", "--resume", journal, "--format", "json"]
    done = run(*asked, "--policy", rule)
    ada, emmy = json.loads(done.stdout)["results"]
    one = next(exercise.points for exercise in MODULES["01"] if exercise.id == "01.1")
    assert ada["points"] == POINTS + 9 * one and emmy["points"] == 1
    plain = [one["points"] for one in json.loads(run(*asked).stdout)["results"]]
    assert plain == [POINTS, 0]
    rule.write_text("weights = 1")
    refused = run(*asked, "--policy", rule)
    assert refused.returncode == 2 and "unknown or wrong entry: weights" in refused.stderr


def test_seed_by_learner_is_reproducible(tmp_path):
    for name in ("ada", "emmy"):
        write(tmp_path / f"in/{name}.ipynb", solved())
    asked = [tmp_path / "in", "--seed", "3", "--seed-by-learner", "--format", "json"]
    first, again = (json.loads(run(*asked).stdout)["results"] for _ in range(2))
    seeds = [one["seed"] for one in first]
    assert len({3, *seeds}) == 3 and seeds == [one["seed"] for one in again]
    assert [one["points"] for one in first] == [POINTS, POINTS]
