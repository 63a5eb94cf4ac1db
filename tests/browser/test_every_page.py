"""Every page, visited once: one visit reports everything that is wrong with it.

What another theme, width or medium changes is looked at in place. The rules are in the modules that
this one imports. By day a third of the pages open, and a fourth of the visits are
thorough (axe, Tab, questions, figures, paper), by turns (tests/turns.py); a visit that found
nothing is not repeated until something changes that it depends on (memory.py). A full run (`--all`)
makes all visits thoroughly, from each theme and width, whatever is remembered.

What a file says before any script runs is in test_every_file.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import asking, in_the_open, loaded
from tests.browser.axe import violations
from tests.browser.faults import Faults
from tests.browser.going_through import every_figure_goes_from_end_to_end
from tests.browser.loaded import its_theme_is, switch_theme
from tests.browser.memory import Memory
from tests.browser.questions import number_of_questions, questions
from tests.browser.shifts import nothing_moves_while_it_loads
from tests.browser.site import BuiltPage, Site, open_site
from tests.browser.tab_order import tab_reaches_everything_in_sight
from tests.browser.visit import OpenPage, Visit

PHONE, DESKTOP = (390, 844), (1280, 800)
# A window of 1280 pixels at 400 percent, where long words are the first to stick out, and at 200.
NARROWEST, HALF = (320, 512), (640, 512)
LOOKS = tuple((theme, width) for theme in ("light", "dark") for width in (PHONE[0], DESKTOP[0]))


def _first_look(built: BuiltPage) -> tuple[str, int]:
    """Return the theme and the width in which a page is opened; its twin has the other width."""
    of_both = built.place - built.language_number
    return LOOKS[(of_both // 2 + built.language_number) % 2 + of_both // 4 % 2 * 2]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Open each page in one theme and width, in a full run in all."""
    if "opened_in" in metafunc.fixturenames:
        metafunc.parametrize(
            ("built", "opened_in"),
            [
                pytest.param(built, look, id=f"{built.address}-{look[0]}-{look[1]}", marks=marks)
                for built in open_site(Path(metafunc.config.getoption("--site"))).pages
                for look in LOOKS
                for is_by_day in [built.is_opened and look == _first_look(built)]
                for marks in [[] if is_by_day else [pytest.mark.full]]
            ],
        )


def test_a_visit_finds_nothing_wrong(
    site: Site,
    built: BuiltPage,
    opened_in: tuple[str, int],
    browser: Browser,
    open_page: OpenPage,
    pytestconfig: pytest.Config,
) -> None:
    is_full = pytestconfig.getoption("--all")
    is_thorough = is_full or (built.is_gone_through and not built.is_generated)
    memory = Memory(built, opened_in, browser.version)
    if memory.has(is_thorough=is_thorough) and not is_full:
        return
    faults = Faults(built)
    theme, width = opened_in
    visit = open_page(built, theme=theme, width=width)
    faults.look(_arrive, faults, visit, theme)
    if is_thorough:
        faults.look(axe_finds_nothing, visit)
        if built.is_lesson:
            faults.look(tab_reaches_everything_in_sight, visit)
    faults.look(_change_window, faults, visit, is_thorough=is_thorough)
    if is_thorough:
        faults.look(_go_through, faults, site, visit)
        faults.look(switch_theme, visit.page)
        faults.look(axe_finds_nothing_in_the_other_theme, visit)
        faults.look(its_theme_is, visit, "light" if theme == "dark" else "dark")
    faults.look(nothing_went_wrong, visit)
    faults.look(it_asked_no_other_host, visit)
    faults.fail_if_any()
    memory.note(visit, is_thorough=is_thorough)


def _arrive(faults: Faults, visit: Visit, theme: str) -> None:
    """Look at the page as a first visitor sees it."""
    faults.look(nothing_moves_while_it_loads, visit)
    faults.look(loaded.it_stays_light, visit)
    faults.look(loaded.its_diagrams_are_drawn, visit)
    faults.look(loaded.its_tables_follow_their_captions, visit)
    faults.look(loaded.no_save_button_covers_anything, visit)
    faults.look(loaded.it_has_one_title_and_no_heading_is_skipped, visit)
    faults.look(loaded.the_language_switch_is_at_the_top_right, visit)
    faults.look(loaded.the_language_switch_marks_this_language, visit)
    faults.look(its_theme_is, visit, theme)


def _change_window(faults: Faults, visit: Visit, *, is_thorough: bool) -> None:
    """Look at the page in its own window, in others, of which it keeps the last, and on paper.

    A page that opens wide is gone through on a phone, and the other way round: what it has drawn
    for one window has to be right in another.
    """
    page = visit.page
    own = (visit.size["width"], visit.size["height"])
    other = PHONE if own[0] == DESKTOP[0] else DESKTOP
    for width, height in (own, HALF, NARROWEST, other) if is_thorough else (own, NARROWEST):
        faults.look(loaded.nothing_is_wider_than_a_window_of, visit, width, height)
    if is_thorough:
        faults.look(loaded.print_shows_diagrams_and_no_controls, visit)
        page.emulate_media(media="screen")


def _go_through(faults: Faults, site: Site, visit: Visit) -> None:
    """Answer every question and step every figure; some are left in the middle."""
    page, built = visit.page, visit.built
    if built.is_lesson and number_of_questions(built):
        faults.look(in_the_open.no_answer_is_in_the_open, page, site, built)
        faults.look(asking.steps_past_a_question_are_locked, page, built)
        for nth, question in enumerate(questions(built)):
            is_shown = nth % 2 == 1
            faults.look(asking.a_guess_is_answered, page, question, built.lang, is_shown=is_shown)
        faults.look(asking.answers_open_the_steps_past_them, page, built)
        # Some replies to right answers, some to wrong ones.
        for question in questions(built)[::2]:
            faults.look(asking.answer_wrongly, page, question, built.lang)
    faults.look(every_figure_goes_from_end_to_end, page)


def axe_finds_nothing(visit: Visit) -> list[str]:
    return _violations(visit)


def axe_finds_nothing_in_the_other_theme(visit: Visit) -> list[str]:
    """Look once more at what was gone through: new are its replies, and its colours."""
    return _violations(visit, only_colours=True)


def _violations(visit: Visit, *, only_colours: bool = False) -> list[str]:
    # At any other place the page's bars may cover half a button.
    visit.page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    # The lists of links beside the text are the same on every page, and half of the work.
    without = () if visit.built.is_sample else ("#quarto-sidebar", "#TOC")
    return violations(visit.page.locator("html"), only_colours=only_colours, without=without)


def nothing_went_wrong(visit: Visit) -> list[str]:
    return visit.errors


def it_asked_no_other_host(visit: Visit) -> list[str]:
    return visit.foreign
