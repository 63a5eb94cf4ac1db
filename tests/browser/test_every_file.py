"""Every page's file: what holds before a script runs.

No page is opened here. The rules are in the modules that this one imports.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import asking, markup, strips, traces
from tests.browser.calls import every_labelled_figure_is_a_call
from tests.browser.faults import Faults
from tests.browser.oracle import stepper_names
from tests.browser.questions import questions
from tests.browser.site import BuiltPage, Site, open_site


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    pages = open_site(Path(metafunc.config.getoption("--site"))).pages
    metafunc.parametrize("built", pages, ids=[built.address for built in pages])


def test_a_file_keeps_every_rule(site: Site, built: BuiltPage) -> None:
    faults = Faults(built)
    faults.look(markup.its_lang_is_that_of_the_file_name, built)
    faults.look(markup.it_has_a_title_of_its_own_and_a_description, site, built)
    faults.look(markup.its_hreflang_names_both_languages_and_a_default, site, built)
    faults.look(markup.it_has_an_icon, site, built)
    faults.look(markup.ids_are_unique, built)
    faults.look(markup.every_internal_link_leads_somewhere, site, built)
    faults.look(markup.it_uses_no_resource_of_another_host, built)
    faults.look(traces.every_stepper_has_its_trace, built)
    faults.look(traces.its_traces_follow_the_schema, built)
    if stepper_names(built.source):
        faults.look(strips.strips_do_not_weigh_it_down, built)
    if built.is_lesson:
        faults.look(markup.previous_and_next_follow_the_sidebar, site, built)
        faults.look(strips.every_figure_of_a_lesson_has_a_strip, built)
        faults.look(every_labelled_figure_is_a_call, built)
        for question in questions(built):
            faults.look(asking.right_answers_are_not_misconceptions, question)
    faults.fail_if_any()
