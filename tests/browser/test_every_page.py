"""Every page, visited once: one visit answers everything about it, and tells all that is wrong.

What another theme, width or medium changes is looked at in place. The rules are in the modules that
this one imports. A rule on the browser's slower side, paper too, holds for one of two twins, by
turns (the other opens in the other width, and is made as narrow as can be); a full run (`--all`)
takes both twins, from each theme and width.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import asking, figures, gallery, in_the_open, loaded, markup, strips, traces
from tests.browser.axe import violations
from tests.browser.calls import calls
from tests.browser.faults import Faults
from tests.browser.loaded import its_theme_is, switch_theme
from tests.browser.oracle import is_plain, published, stepper_names
from tests.browser.questions import number_of_questions, questions
from tests.browser.shifts import nothing_moves_while_it_loads
from tests.browser.site import BuiltPage, Site, open_site
from tests.browser.stepper import Stepper
from tests.browser.steps import every_step_shows_pythons_numbers
from tests.browser.tab_order import tab_reaches_everything_in_sight
from tests.browser.visit import OpenPage, Visit, number_of_diagrams

PHONE, DESKTOP = (390, 844), (1280, 800)
# A window of 1280 pixels at 400 percent, where long words are the first to stick out, and at 200.
NARROWEST, HALF = (320, 512), (640, 512)
LOOKS = tuple((theme, width) for theme in ("light", "dark") for width in (PHONE[0], DESKTOP[0]))


def _first_look(built: BuiltPage) -> tuple[str, int]:
    """Return the theme and the width in which a page is opened; its twin has the other width."""
    of_both = built.turn - built.language_number
    return LOOKS[(of_both // 2 + built.language_number) % 2 + of_both // 4 % 2 * 2]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Open each page in one theme and width, in a full run in all."""
    if "opened_in" in metafunc.fixturenames:
        metafunc.parametrize(
            ("built", "opened_in"),
            [
                pytest.param(built, look, id=f"{built.address}-{theme}-{width}", marks=marks)
                for built in open_site(Path(metafunc.config.getoption("--site"))).pages
                for look in LOOKS
                for theme, width in [look]
                for marks in [[] if look == _first_look(built) else [pytest.mark.full]]
            ],
        )


def test_a_visit_finds_nothing_wrong(
    site: Site,
    built: BuiltPage,
    opened_in: tuple[str, int],
    open_page: OpenPage,
    pytestconfig: pytest.Config,
) -> None:
    faults = Faults(site, built)
    theme, width = opened_in
    faults.look(_read, faults, site, built)

    visit = open_page(built, theme=theme, width=width)
    is_thorough = (built.is_its_turn and not built.is_generated) or pytestconfig.getoption("--all")
    faults.look(_arrive, faults, visit, theme)
    if is_thorough:
        faults.look(axe_finds_nothing, visit)
        if built.is_lesson:
            faults.look(tab_reaches_everything_in_sight, visit)
        if built.is_view:
            faults.look(gallery.the_keyboard_reaches_the_view_in_order_and_leaves, visit)
    faults.look(_change_window, faults, visit, is_thorough=is_thorough)
    if is_thorough:
        faults.look(_go_through, faults, site, visit)
        faults.look(switch_theme, visit.page)
        faults.look(axe_finds_nothing_in_the_other_theme, visit)
        faults.look(its_theme_is, visit, "light" if theme == "dark" else "dark")
        if built.is_view:
            faults.look(gallery.every_table_twin_is_clean_and_fits, visit)
    faults.look(nothing_went_wrong, visit)
    faults.look(it_asked_no_other_host, visit)
    if faults.found:
        pytest.fail(f"{len(faults.found)} faults\n{faults}", pytrace=False)


def _read(faults: Faults, site: Site, built: BuiltPage) -> None:
    """Look at the file, before any script runs."""
    faults.look(markup.its_lang_is_that_of_the_file_name, built)
    faults.look(markup.it_has_a_title_of_its_own_and_a_description, site, built)
    faults.look(markup.its_hreflang_names_both_languages_and_a_default, site, built)
    faults.look(markup.it_has_an_icon, site, built)
    faults.look(markup.no_id_stands_twice, built)
    faults.look(markup.every_internal_link_leads_somewhere, site, built)
    faults.look(markup.it_names_no_resource_on_another_host, built)
    faults.look(traces.every_stepper_has_its_trace, built)
    if built.is_lesson:
        faults.look(markup.previous_and_next_follow_the_sidebar, site, built)
        faults.look(strips.every_figure_of_a_lesson_has_a_strip, built)
    if stepper_names(built.source):
        faults.look(strips.strips_do_not_weigh_it_down, built)


def _arrive(faults: Faults, visit: Visit, theme: str) -> None:
    """Look at the page as it is drawn for who comes for the first time."""
    faults.look(nothing_moves_while_it_loads, visit)
    faults.look(loaded.it_stays_light, visit)
    faults.look(loaded.its_diagrams_are_drawn, visit)
    faults.look(loaded.no_button_that_saves_lies_on_anything, visit)
    faults.look(loaded.it_has_one_title_and_no_heading_is_skipped, visit)
    faults.look(loaded.the_language_switch_stands_at_the_top_right, visit)
    faults.look(loaded.the_language_switch_says_which_language_this_is, visit)
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
    if not is_thorough:
        return
    faults.look(loaded.print_shows_diagrams_and_no_controls, visit)
    faults.look(strips.strips_have_the_numbers_of_the_trace, page, visit.built)
    page.emulate_media(media="screen")


def _go_through(faults: Faults, site: Site, visit: Visit) -> None:
    """Answer every question and walk every figure; some are left in the middle."""
    page, built = visit.page, visit.built
    faults.look(traces.its_traces_keep_the_schema, built)
    faults.look(traces.the_engine_computes_the_same_traces_and_gradients_again, built)
    if built.is_gallery:
        # What each view shows there is tested in files of its own.
        data = published(built.text)
        for nth, name in enumerate(stepper_names(built.source)):
            if is_plain(data[name]):
                stepper = Stepper(page, nth)
                faults.look(every_step_shows_pythons_numbers, stepper, data[name], built.lang)
        if built.is_view:
            faults.look(gallery.each_step_is_told_and_nothing_moves, visit)
        return
    if number_of_diagrams(built) == 0:
        return
    drawn = [call for call in calls(built) if call.view not in ("prediction", "quiz")]
    faults.look(figures.every_labelled_figure_is_a_call, built)
    # A count of what was answered, before anything is.
    for call in drawn:
        if call.view == "progress":
            faults.look(figures.it_shows_what_python_computed, page, call, built)
    if built.is_lesson and number_of_questions(built):
        faults.look(in_the_open.no_answer_stands_in_the_open, page, site, built)
        faults.look(asking.steps_past_a_question_are_locked, page, built)
        for nth, question in enumerate(questions(built)):
            faults.look(asking.the_answer_has_no_reply_for_misconceptions, question)
            is_shown = nth % 2 == 1
            faults.look(asking.a_guess_is_answered, page, question, built.lang, is_shown=is_shown)
        faults.look(asking.answers_open_the_steps_past_them, page, built)
        # Some replies to right answers, some to wrong ones.
        for question in questions(built)[::2]:
            faults.look(asking.answer_wrongly, page, question, built.lang)
    for call in drawn:
        if call.view != "progress":
            faults.look(figures.it_shows_what_python_computed, page, call, built)


def axe_finds_nothing(visit: Visit) -> list[str]:
    return _violations(visit)


def axe_finds_nothing_in_the_other_theme(visit: Visit) -> list[str]:
    """Look once more at what was gone through: new are its replies, and its colours."""
    return _violations(visit, only_colours=True)


def _violations(visit: Visit, *, only_colours: bool = False) -> list[str]:
    # Wherever the page stands, its bars may lie over half a button.
    visit.page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    # The lists of links beside the text are the same on every page, and half of the work.
    without = () if visit.built.is_sample else ("#quarto-sidebar", "#TOC")
    return violations(visit.page.locator("html"), only_colours=only_colours, without=without)


def nothing_went_wrong(visit: Visit) -> list[str]:
    return visit.errors


def it_asked_no_other_host(visit: Visit) -> list[str]:
    return visit.foreign
