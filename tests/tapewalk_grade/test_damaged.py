"""A batch of damaged notebooks through the real grader: each has a line in the results."""

from bench.submissions import POINTS, solved, write
from tests.tapewalk_grade.running import graded
from tests.tapewalk_grade.test_reading import mutations

SAMPLE = 24


def test_damaged_notebooks_are_all_reported(tmp_path):
    for number, data in enumerate(mutations()):
        if number < SAMPLE:
            (tmp_path / f"{number:03}.ipynb").write_bytes(data)
    write(tmp_path / "right.ipynb", solved())
    results = graded(tmp_path, "--jobs", 2, "--timeout", 30, "--module", "01")
    assert len(results) == SAMPLE + 1
    assert results["right.ipynb"]["points"] == POINTS
    assert {result["status"] for result in results.values()} > {"graded", "broken"}
    for result in results.values():
        assert result["status"] != "internal", result["message"]
        assert (result["status"] == "graded") == (result["message"] == "")
        assert 0 <= result["points"] <= POINTS
