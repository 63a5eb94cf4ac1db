"""The includes of exercises are up to date with `make assets`."""

from tests.pages.sources import ROOT
from tools.assets.exercises import build_exercises


def test_exercise_includes_are_up_to_date(tmp_path):
    for path in build_exercises(tmp_path):
        committed = ROOT / path.relative_to(tmp_path)
        assert committed.read_text("utf-8") == path.read_text("utf-8"), "run `make assets`"
