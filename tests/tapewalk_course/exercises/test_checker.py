"""The output, counts and memory of `check`."""

import subprocess
import sys

import pytest

from tapewalk import language
from tapewalk_course import set_language
from tapewalk_course.exercises.catalog import MODULES
from tapewalk_course.exercises.checker import Checker
from tests.pages.sources import ROOT
from tests.tapewalk_course.exercises.ways import WAYS

COUNT = len(MODULES["01"])
POINTS = sum(exercise.points for exercise in MODULES["01"])


@pytest.fixture
def check():
    set_language("en")
    yield Checker()
    set_language(None)


def stub(gradient, shape):
    raise NotImplementedError


def wrong(gradient, shape):
    return gradient


def test_attempts_and_points_are_counted(check, capsys):
    check("01.3", stub)
    assert "Attempt" not in capsys.readouterr().out
    check("01.3", wrong)
    out = capsys.readouterr().out
    assert "Attempt 1." in out
    assert f"Module 01: {'□' * COUNT} 0 of {COUNT} exercises, 0 of {POINTS} points" in out
    check("01.3", *WAYS["01.3"].reference)
    out = capsys.readouterr().out
    assert "Attempt 2." in out
    assert f"■{'□' * (COUNT - 1)} 1 of {COUNT} exercises, 2 of {POINTS} points" in out
    check("01.3", wrong)
    assert f"1 of {COUNT} exercises, 2 of {POINTS} points" in capsys.readouterr().out


def test_the_report_lists_every_exercise(check, capsys):
    check("01.3", wrong)
    check("01.3", *WAYS["01.3"].reference)
    capsys.readouterr()
    check.report()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + COUNT + 1
    assert lines[3].split() == ["01.3", "unbroadcast", "2", "/", "2", "2"]
    assert lines[1].split() == ["01.1", "topological_order", "0", "/", "2", "0"]


def test_notebook_shows_the_report_as_a_table(check):
    html = check._report("01", "es")._repr_mimebundle_()["text/html"]
    assert html.count('<th scope="col">') == 4
    assert html.count('<th scope="row">') == COUNT
    assert "<caption>Módulo 01:" in html


def test_notebook_displays_a_card(check, monkeypatch):
    shown = []

    class IPython:
        class display:  # noqa: N801
            display = staticmethod(shown.append)

        @staticmethod
        def get_ipython():
            return object()

    monkeypatch.setitem(sys.modules, "IPython", IPython)
    check("01.3", wrong)
    assert "<section" in shown[0]._repr_mimebundle_()["text/html"]


def test_language_is_set_or_from_the_system(monkeypatch):
    monkeypatch.setenv("LANGUAGE", "es_MX")
    assert language.language() == "es"
    monkeypatch.setenv("LANGUAGE", "fr")
    assert language.language() == "en"
    set_language("es-AR")
    assert language.language() == "es"
    set_language(None)
    with pytest.raises(ValueError, match="'fr'"):
        set_language("fr")


def test_setting_of_the_notebook_sets_the_language(check):
    widgets = pytest.importorskip("tapewalk.widgets")
    set_language(None)
    widgets.set_language("es")
    try:
        assert language.language() == "es"
    finally:
        widgets.set_language(None)


def test_usage_errors_need_no_optional_packages():
    code = (
        "import sys\n"
        "from tapewalk_course import check\n"
        "check('01.4', lambda G, X, W: (G, X))\n"
        "sys.exit('torch' in sys.modules or 'anywidget' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, cwd=ROOT / "lib")
