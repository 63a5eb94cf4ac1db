"""Feedback shows inputs, result and expected result, as text and as a card."""

import re
from html.parser import HTMLParser

import pytest

from tapewalk_course.checking.card import DARK, LIGHT
from tapewalk_course.exercises.catalog import MODULES
from tapewalk_course.exercises.grading import grade
from tests.pages.sources import ROOT
from tests.tapewalk_course.exercises.test_solutions import HEADS
from tests.tapewalk_course.exercises.ways import WAYS


class Reader(HTMLParser):
    """A parser of a card: its texts by element, and whether all elements close."""

    def __init__(self, html):
        super().__init__()
        self.open, self.texts, self.attributes = [], [], {}
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.attributes.setdefault(tag, []).append(dict(attrs))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append((tuple(self.open), data))

    def inside(self, tag):
        return [text for path, text in self.texts if tag in path]


@pytest.mark.parametrize("lang", ["en", "es"])
def test_card_and_text_agree(lang):
    found = grade("01.3", lambda gradient, shape: "<b>&", seed=5, lang=lang)
    bundle = found._repr_mimebundle_()
    reader = Reader(bundle["text/html"])
    assert reader.open == []
    assert reader.inside("dt") == HEADS[lang]
    told = "".join(text for _, text, _ in found.rows())
    assert "".join(reader.inside("dd")) == told.replace("`", "")
    assert reader.inside("pre")[1] == "'<b>&'"
    assert bundle["text/plain"] == str(found)
    section = reader.attributes["section"][0]
    assert (section["lang"], section["aria-label"]) == (lang, found.title)


def test_right_and_wrong_differ_without_colour():
    right = grade("01.3", *WAYS["01.3"].reference, seed=5, lang="en")
    wrong = grade("01.3", lambda gradient, shape: gradient, seed=5, lang="en")
    assert (right.title, wrong.title) == (
        "01.3 unbroadcast: right, 2 of 2 points",
        "01.3 unbroadcast: not yet, 0 of 2 points",
    )
    assert (str(right)[0], str(wrong)[0]) == ("✓", "✗")


def test_pass_names_only_agreeing_oracles():
    found = grade("01.4", *WAYS["01.4"].reference, seed=5, lang="en")
    pytest.importorskip("torch")
    assert found.agreed == ("engine", "differences", "torch")
    assert "our engine, central differences and PyTorch" in str(found)


def test_same_seed_repeats_the_inputs():
    def wrong(gradient, shape):
        return gradient

    again = [str(grade("01.3", wrong, seed=11, lang="en")) for _ in range(2)]
    assert again[0] == again[1]
    assert len({grade("01.3", wrong, lang="en").seed for _ in range(5)}) > 1


@pytest.mark.parametrize(
    ("colours", "selector"), [(LIGHT, ":root,\nbody {"), (DARK, "body.quarto-dark,")]
)
def test_card_has_the_colours_of_the_course(colours, selector):
    css = (ROOT / "lib/theme/tokens.css").read_text("utf-8").partition(selector)[2]
    tokens = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", css.partition("}")[0]))
    assert colours == {name: tokens[name] for name in colours}


@pytest.mark.parametrize("module", MODULES)
def test_points_are_positive_and_ids_in_order(module):
    found = MODULES[module]
    ids = [f"{module}.{n}" for n in range(1, len(found) + 1)]
    assert [exercise.id for exercise in found] == ids
    assert all(exercise.points > 0 for exercise in found)
