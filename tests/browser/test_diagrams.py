"""Every diagram, stepped by keyboard from end to end, beside Python's own trace."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.axe import violations
from tests.browser.numbers import exact, numbers_in
from tests.browser.oracle import run_program, stepper_names
from tests.browser.stepper import Look, Stepper
from tests.browser.visit import Visit
from tests.browser.walk import Moment, moments, numbers_of

PHRASES = {
    "en": {
        "start": "Nothing is computed yet",
        "forward": "Forward: ",
        "seed": "The way back starts at ",
        "send": " sends its gradient on to ",
    },
    "es": {
        "start": "Aún no se ha calculado nada",
        "forward": "Hacia delante: ",
        "seed": "La vuelta empieza en ",
        "send": " envía su gradiente: ",
    },
}


@pytest.fixture(scope="module")
def trace(visit: Visit, nth_stepper: int) -> dict[str, Any]:
    """The trace of this stepper as the page's program makes it, not as the page holds it."""
    source = visit.built.source
    made: dict[str, Any] = run_program(source)[stepper_names(source)[nth_stepper]]
    return made


@pytest.fixture(scope="module")
def stepper(visit: Visit, nth_stepper: int) -> Stepper:
    return Stepper(visit.page, nth_stepper)


@pytest.fixture(scope="module")
def seen(stepper: Stepper) -> list[Look]:
    """What was seen on one walk along both passes, which leaves the stepper at its end."""
    return stepper.walk_both_passes()


def _numbers(shown: Look | Moment) -> dict[str, dict[int, str]]:
    return {kind: getattr(shown, kind) for kind in ("values", "gradients", "locals", "sent")}


def test_every_step_shows_pythons_numbers(
    visit: Visit, seen: list[Look], trace: dict[str, Any]
) -> None:
    expected = moments(trace, visit.built.lang)
    assert [look.step for look in seen] == list(range(len(expected)))
    for look, moment in zip(seen, expected, strict=True):
        assert _numbers(look) == _numbers(moment), f"step {look.step}"
    assert visit.errors + visit.foreign == []


def test_the_sentence_tells_the_step_in_the_language_of_the_page(
    visit: Visit, seen: list[Look], trace: dict[str, Any]
) -> None:
    lang = visit.built.lang
    known = numbers_of(trace, lang)
    labels = sorted((node["label"] or "" for node in trace["nodes"]), key=len, reverse=True)
    for look, moment in zip(seen, moments(trace, lang), strict=True):
        assert PHRASES[lang][moment.kind] in look.sentence
        told = numbers_in(_without(labels, look.sentence))
        assert set(moment.told) <= set(told), look.sentence
        assert set(told) <= known, look.sentence


def _without(labels: list[str], sentence: str) -> str:
    """Return the sentence without the names of nodes, which may hold digits of their own."""
    for label in labels:
        if any(letter.isdigit() for letter in label):
            sentence = sentence.replace(label, "…")
    return sentence


def test_assistive_technology_gets_every_number_in_full(
    visit: Visit, seen: list[Look], stepper: Stepper, trace: dict[str, Any]
) -> None:
    stepper.press("End")
    grads = {event["node"]: event["grad"] for event in trace["backward"]}
    grads |= {int(leaf): grad for leaf, grad in trace["grads"].items()}
    names = stepper.element.locator(".tw-node").evaluate_all(
        "nodes => nodes.map(node => node.getAttribute('aria-label'))"
    )
    for node, name in zip(trace["nodes"], names, strict=True):
        told = numbers_in(_without([node["label"] or ""], name))
        assert exact(node["value"], visit.built.lang) in told
        assert exact(grads[node["id"]], visit.built.lang) in told


def test_stepping_back_takes_every_number_back(
    visit: Visit, seen: list[Look], stepper: Stepper, trace: dict[str, Any]
) -> None:
    expected = moments(trace, visit.built.lang)
    stepper.press("End")
    for look in stepper.walk("ArrowLeft"):
        assert _numbers(look) == _numbers(expected[look.step]), f"back at step {look.step}"
    assert look.step == look.first


def test_home_and_end_lead_to_the_ends_of_the_pass(seen: list[Look], stepper: Stepper) -> None:
    end = stepper.press("End")
    assert end.step == end.last
    home = stepper.press("Home")
    assert home.step == home.first
    assert home.last > home.first


def test_space_plays_and_pauses(seen: list[Look], stepper: Stepper) -> None:
    stepper.press("Home")
    button = stepper.element.locator(".tw-play")
    name = button.get_attribute("aria-label")
    stepper.press(" ")
    assert button.get_attribute("aria-label") != name
    stepper.press(" ")
    assert button.get_attribute("aria-label") == name


def test_axe_finds_nothing_in_the_middle(seen: list[Look], stepper: Stepper) -> None:
    home = stepper.press("Home")
    for _ in range((home.last - home.first) // 2):
        stepper.press("ArrowRight")
    assert violations(stepper.element) == []
