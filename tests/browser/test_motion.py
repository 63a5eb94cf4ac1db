"""The first diagram of the course plays once by itself, unless the reader wants no motion."""

from __future__ import annotations

from tests.browser.site import BuiltPage
from tests.browser.stepper import Stepper
from tests.browser.visit import OpenPage, wait_for_layout


def _play(home: BuiltPage, open_page: OpenPage, motion: str) -> Stepper:
    """Open the home page and let half a minute pass."""
    visit = open_page(home, reduced_motion=motion, has_clock=True)
    stepper = Stepper(visit.page, 0)
    stepper.element.scroll_into_view_if_needed()
    wait_for_layout(stepper.element)
    visit.page.clock.run_for(30_000)
    return stepper


def test_the_first_diagram_plays_once_by_itself(home: BuiltPage, open_page: OpenPage) -> None:
    look = _play(home, open_page, "no-preference").look()
    assert look.step == look.last


def test_it_waits_for_readers_who_want_less_motion(home: BuiltPage, open_page: OpenPage) -> None:
    assert _play(home, open_page, "reduce").look().step == 0


def test_a_touch_ends_the_playing(home: BuiltPage, open_page: OpenPage) -> None:
    visit = open_page(home, reduced_motion="no-preference", has_clock=True)
    stepper = Stepper(visit.page, 0)
    stepper.press("ArrowRight")
    step = stepper.look().step
    visit.page.clock.run_for(30_000)
    assert stepper.look().step == step
