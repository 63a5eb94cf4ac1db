"""A page without JavaScript: film-strips stand in for its live diagrams.

As they are printed, each visit looks at them: test_every_page.py.
"""

from __future__ import annotations

from tests.browser.sideways import too_wide
from tests.browser.site import BuiltPage
from tests.browser.strips import strips_have_the_numbers_of_the_trace
from tests.browser.visit import OpenPage, until_fine


def test_without_javascript_it_has_the_numbers_of_the_trace_and_fits_a_phone(
    illustrated_sampled: BuiltPage, open_page: OpenPage
) -> None:
    page = open_page(illustrated_sampled, java_script_enabled=False, width=390).page
    # Formulas are wider until their font is there.
    page.evaluate("document.fonts.ready.then(() => null)")
    # Only a script lets the keyboard reach what scrolls in a block of code.
    assert not until_fine(
        page, lambda: [wide for wide in too_wide(page) if not wide.startswith("pre")]
    )
    strips_have_the_numbers_of_the_trace(page, illustrated_sampled)
