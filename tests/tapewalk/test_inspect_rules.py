"""Rules of `inspect`: found by themselves, in order, with words and lessons."""

import importlib
import re
import sys
from string import Formatter

import pytest
import torch
from torch import nn

import tapewalk.inspect.rules as package
from tapewalk import inspect
from tapewalk.inspect import lessons
from tapewalk.inspect.rules import rules

NEW_RULE = """
from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.rule import Rule


class OddWidth(Rule):
    kind = "odd_width"
    urgency = {urgency}
    topic = "shapes"
    cause = {{"en": "{{name}} has an odd width."}}
    fix = {{"en": "make it even."}}

    def find(self, evidence):
        for name, parameter in evidence.model.named_parameters():
            if len(parameter) % 2:
                yield Finding(self.kind, name.rpartition(".")[0], None, {{"name": name}})
"""


@pytest.fixture
def addresses(monkeypatch):
    """Return a function that installs the addresses of lessons."""

    def install(*of_packages):
        monkeypatch.setattr(lessons, "_installed", lambda: list(of_packages))

    install()
    return install


def sick():
    """Return the report on a model with two findings: no activation, and an odd width."""
    model = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 3, bias=False))
    return inspect(model, torch.ones(2, 4))


@pytest.mark.parametrize("urgency", [1, 1000])
def test_new_file_adds_a_rule(urgency, tmp_path, monkeypatch, addresses):
    (tmp_path / "odd_width.py").write_text(NEW_RULE.format(urgency=urgency))
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    importlib.invalidate_caches()
    rules.cache_clear()
    try:
        report = sick()
        kinds = [finding.kind for finding in report.findings]
        assert kinds == sorted(["odd_width", "no_activation"], reverse=urgency == 1)
        assert "1: 1.weight has an odd width." in report.text("en")
        # It has no Spanish words.
        assert "1: 1.weight has an odd width." in report.text("es")
        assert "make it even." in report.html("es")
    finally:
        sys.modules.pop(f"{package.__name__}.odd_width", None)
        rules.cache_clear()


def test_every_rule_has_words_with_the_same_facts():
    for rule in rules().values():
        for words in (rule.cause, rule.fix):
            assert words.keys() == {"en", "es"}, rule.kind
        facts = [{name for _, name, *_ in Formatter().parse(text)} for text in rule.cause.values()]
        assert facts[0] == facts[1], rule.kind


def test_every_rule_has_an_example_and_its_limits_in_words():
    for rule in rules().values():
        assert rule.example and rule.confidence in ("error", "warning", "note"), rule.kind
        for words in (rule.limit, rule.false_alarms):
            assert words.keys() in ({"en", "es"}, set()), rule.kind
        assert set(rule.explains) <= rules().keys() - {rule.kind}
    assert rules()["dead"].limit_in("en") == "50% of the units, 16 examples or more"
    assert "0,0001" in rules()["saturated"].limit_in("es")


def test_urgencies_differ():
    urgencies = [rule.urgency for rule in rules().values()]
    assert urgencies == sorted(set(urgencies))


def test_report_names_the_lesson_of_an_installed_package(addresses):
    addresses(lambda topic, lang: None, lambda topic, lang: f"https://a.b/{topic}.{lang}?x&y")
    report = sick()
    assert "Lección: https://a.b/modules.es?x&y" in report.text("es")
    (link,) = re.findall(r"Lesson: <a href=\"(.*?)\">(.*?)</a>", report.html("en"))
    assert link[0] == "https://a.b/modules.en?x&amp;y"
    assert link[1].replace("<wbr/>", "") == link[0]
    addresses(lambda topic, lang: "modules/page")
    assert "Lesson: <code>modules/page</code>" in sick().html("en")


def test_library_alone_names_no_lesson(addresses):
    report = sick()
    assert report.findings
    for shown in (report.text("en"), report.html("en"), report.page("en")):
        assert "Fix:" in shown and "Lesson" not in shown
