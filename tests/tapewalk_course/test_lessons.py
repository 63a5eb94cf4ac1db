"""The lessons to which findings of `tapewalk.inspect` refer."""

import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tapewalk.inspect.rules import rules
from tapewalk_course import lessons

ROOT = Path(__file__).parents[2]
TOPICS = {rule.topic for rule in rules().values()}


@pytest.fixture(autouse=True)
def no_site(monkeypatch):
    monkeypatch.setattr(lessons, "_site", lambda: None)


def test_checkout_has_the_page_of_every_topic():
    for topic in TOPICS:
        for ending in (".qmd", ".es.qmd"):
            assert (ROOT / f"{lessons.address(topic, 'en')}{ending}").is_file(), topic


def test_every_page_but_the_symptoms_has_a_rule():
    assert lessons._PAGES.keys() <= TOPICS


def test_site_has_a_page_for_each_language(monkeypatch):
    monkeypatch.setattr(lessons, "_site", lambda: "https://a.b/")
    page = "https://a.b/modules/04-graph-introspection/symptoms"
    assert lessons.address("paths", "en") == f"{page}.html"
    assert lessons.address("paths", "es") == f"{page}.es.html"


def test_wheel_without_a_site_has_no_address(monkeypatch, tmp_path):
    monkeypatch.setattr(lessons, "_CHECKOUT", tmp_path)
    assert lessons.address("paths", "en") is None


def test_site_is_the_homepage_of_the_wheel(monkeypatch):
    monkeypatch.undo()

    class Metadata:
        def get_all(self, name):
            return ["Source, https://c.d", "Homepage, https://a.b"]

    monkeypatch.setattr(lessons, "metadata", lambda name: Metadata())
    lessons._site.cache_clear()
    try:
        assert lessons._site() == "https://a.b/"
    finally:
        lessons._site.cache_clear()


def test_pip_installs_the_lessons():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (point,) = project["entry-points"]["tapewalk.lessons"].items()
    assert EntryPoint(*point, group="tapewalk.lessons").load() is lessons.address
