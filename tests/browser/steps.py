"""A stepper on single numbers, stepped from end to end beside the trace that the page holds.

That the trace is what Python computes now is a rule in traces.py.
"""

from __future__ import annotations

from typing import Any

from tests.browser.numbers import exact, numbers_in
from tests.browser.stepper import Look, Stepper
from tests.browser.walk import Moment, moments, numbers_of

PHRASES = {
    "en": {
        "start": "Nothing is computed yet",
        "forward": "Forward: ",
        "seed": "The backward pass starts at ",
        "send": " sends its gradient on to ",
    },
    "es": {
        "start": "Aún no se ha calculado nada",
        "forward": "Hacia delante: ",
        "seed": "El camino de vuelta empieza en ",
        "send": " envía su gradiente: ",
    },
}


def every_step_shows_pythons_numbers(stepper: Stepper, trace: dict[str, Any], lang: str) -> None:
    """Walk both passes, and back again; the stepper is at its start then."""
    expected, seen = moments(trace, lang), stepper.walk_both_passes()
    assert [look.step for look in seen] == list(range(len(expected)))
    for look, moment in zip(seen, expected, strict=True):
        assert numbers_on_view(look) == numbers_on_view(moment), f"step {look.step}"
    _expect_sentences(seen, trace, lang)
    stepper.press("End")
    _expect_every_number_in_full(stepper, trace, lang)
    for look in stepper.walk("ArrowLeft"):
        assert numbers_on_view(look) == numbers_on_view(expected[look.step]), (
            f"back at step {look.step}"
        )
    assert look.step == look.first


def keys_lead_to_the_ends_play_and_pause(stepper: Stepper) -> None:
    """Press real keys; the stepper is in the middle then."""
    end = stepper.press("End")
    assert end.step == end.last
    home = stepper.press("Home")
    assert home.step == home.first < home.last
    button = stepper.element.locator(".tw-play")
    name = button.get_attribute("aria-label")
    stepper.press(" ")
    assert button.get_attribute("aria-label") != name
    stepper.press(" ")
    assert button.get_attribute("aria-label") == name
    assert stepper.press("ArrowRight").step == home.step + 1
    stepper.sentences([(home.first + home.last) // 2])


def numbers_on_view(shown: Look | Moment) -> dict[str, dict[int, str]]:
    return {kind: getattr(shown, kind) for kind in ("values", "gradients", "locals", "sent")}


def _expect_sentences(seen: list[Look], trace: dict[str, Any], lang: str) -> None:
    """Each tells its step in the language of the page."""
    known = numbers_of(trace, lang)
    labels = sorted((node["label"] or "" for node in trace["nodes"]), key=len, reverse=True)
    for look, moment in zip(seen, moments(trace, lang), strict=True):
        assert PHRASES[lang][moment.kind] in look.sentence
        told = numbers_in(_without(labels, look.sentence))
        assert set(moment.told) <= set(told), look.sentence
        assert set(told) <= known, look.sentence


def _expect_every_number_in_full(stepper: Stepper, trace: dict[str, Any], lang: str) -> None:
    """For assistive technology, at the end."""
    grads = {event["node"]: event["grad"] for event in trace["backward"]}
    grads |= {int(leaf): grad for leaf, grad in trace["grads"].items()}
    names = stepper.element.locator(".tw-node").evaluate_all(
        "nodes => nodes.map(node => node.getAttribute('aria-label'))"
    )
    for node, name in zip(trace["nodes"], names, strict=True):
        told = numbers_in(_without([node["label"] or ""], name))
        assert exact(node["value"], lang) in told
        assert exact(grads[node["id"]], lang) in told


def _without(labels: list[str], sentence: str) -> str:
    """Return the sentence without the names of nodes, which may hold digits of their own."""
    for label in labels:
        if any(letter.isdigit() for letter in label):
            sentence = sentence.replace(label, "…")
    return sentence
