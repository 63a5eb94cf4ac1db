"""A page without JavaScript: film-strips take the place of its live diagrams."""

from __future__ import annotations

from tests.browser.sideways import too_wide
from tests.browser.site import BuiltPage
from tests.browser.visit import OpenPage, until_fine


def test_strips_fit_a_phone_without_javascript(
    illustrated_sampled: BuiltPage, open_page: OpenPage
) -> None:
    page = open_page(illustrated_sampled, java_script_enabled=False, width=390).page
    # Formulas are wider until their font is there.
    page.evaluate("document.fonts.ready.then(() => null)")
    # Only a script lets the keyboard reach what scrolls in a block of code.
    assert not until_fine(
        page, lambda: [wide for wide in too_wide(page) if not wide.startswith("pre")]
    )
    strips = page.locator(".tw-strip").count()
    assert page.locator(".tw-strip:visible").count() == strips > 0
