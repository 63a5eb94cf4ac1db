"""What sounds right and isn't: each belief of module 01 has a figure where it fails, and a reply.

The table is the one on the module's index, with what a reader sees there, and the question whose
wrong choice, or number, is that belief.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.questions import Answer, questions
from tests.browser.site import Site
from tests.browser.visit import OpenPage

FOLDER = "modules/01-autograd-engine"


@dataclass(frozen=True)
class Belief:
    """A belief, and where it fails.

    Attributes:
        page: The page of the figure.
        figure: The figure at the settings where it fails, as in a link.
        seen: What is read there; numbers and names, the same in both languages.
        question: The question that asks for it, with its page where that is another one.
        wrong: What who believes it answers; None where any choice is wrong that is not the answer.
    """

    page: str
    figure: str
    seen: str
    question: str
    wrong: Answer | None = None


# In the order of the index.
BELIEFS = [
    Belief("scalars", "fig-branch?start=1.0", "add", "scalars-branch", "none"),
    Belief("scalars", "fig-replaced?step=1000", r"∂\s*3", "square-slope", 1.0),
    Belief(
        "functions", "fig-writes?operation=exp&write=s", r"2[.,]718", "value/value-exp", "operand"
    ),
    Belief("order", "fig-diamond?step=1000", r"∂\s*21", "order-early", "add"),
    Belief("order", "fig-paths?scene=stack&depth=5&play=1", r"\b63\b", "order-paths", 21.0),
    Belief("order", "fig-again?walks=3", r"117\D+480", "order-again", 39.0),
    Belief("neuron", "fig-neuron-run?rate=8&step=24", r"8", "neuron-rate", "wrong"),
    Belief("network", "fig-seeds?rate=0.4", r"16\D+3\D+17", "network-rates", "explodes"),
    Belief("value", "fig-nudge?h=1e-13", r"\d", "value-nudge", "bends"),
    Belief("tensors", "fig-broadcast", r"\(3,\)", "tensors-bias", "(4, 3)"),
    Belief("functions", "fig-kept?look=y", "None", "functions-grad", "all"),
    Belief(
        "functions",
        "fig-writes?operation=x2&write=y",
        r"∂ \[2[,;] 2\]",
        "functions-in-place",
        "both",
    ),
    Belief("network", "fig-xor?rate=0.5&step=8", r"\d", "neuron/neuron-rate", "wrong"),
    Belief("pytorch", "fig-lines?line=7", r"e−\d", "pytorch-equal", "exactly"),
    Belief("pytorch", "fig-stops?way=frozen", "requires_grad_", "pytorch-stop", "no_grad no_grad"),
    Belief("pytorch", "fig-copies?way=detach", "RuntimeError", "pytorch-detach", "right"),
    Belief("memory", "fig-hand?kept=12345678&step=1000", r"\b1\b", "memory-again", "doubles"),
]


@pytest.mark.parametrize("ending", [".html", ".es.html"])
@pytest.mark.parametrize("name", dict.fromkeys(belief.page for belief in BELIEFS))
def test_each_belief_fails_in_its_figure(
    name: str, ending: str, site: Site, open_page: OpenPage
) -> None:
    built = site.page(f"{FOLDER}/{name}{ending}")
    page, lost = open_page(built).page, []
    for belief in BELIEFS:
        if belief.page != name:
            continue
        id_ = belief.figure.partition("?")[0]
        page.evaluate("hash => { location.hash = hash }", belief.figure)
        figure = page.locator(f"#{id_} [data-figure]").first
        for asked in questions(built):
            if figure.locator(asked.card(page)).count():  # it shows nothing before a guess
                asked.give(page, asked.answer, built.lang)
                page.evaluate("hash => { location.hash = hash }", f"{belief.figure}&again")
        try:
            expect(figure).to_contain_text(re.compile(belief.seen))
        except AssertionError:
            lost.append((belief.figure, figure.inner_text()[:300]))
    assert lost == []


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_index_links_each_belief(ending: str, site: Site) -> None:
    index = site.page(f"{FOLDER}/index{ending}").html.parsed
    rows = [
        row.css_first("a").attributes["href"] or "" for row in index.css("#held-beliefs td + td")
    ]
    # Quarto writes an address from the top of the site down.
    names = [href.split(ending)[0].rpartition("/")[2] for href in rows]
    assert names == [belief.page for belief in BELIEFS]


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_each_belief_gets_a_reply(ending: str, site: Site) -> None:
    silent = []
    for belief in BELIEFS:
        *elsewhere, name = belief.question.split("/")
        built = site.page(f"{FOLDER}/{(elsewhere or [belief.page])[0]}{ending}")
        (asked,) = (one for one in questions(built) if one.id == name)
        said = dict(asked.replies).get(belief.wrong) if belief.wrong is not None else None
        if belief.wrong == asked.answer or not said:
            silent.append((belief.question, belief.wrong, asked.replies))
    assert silent == []
