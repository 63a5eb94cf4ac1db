"""A figure worked as one does without a mouse: reached by Tab, and left by it."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

# Presses of Tab that reach any control of a lesson's first screens, past all links of the course.
_MOST = 250

_HAS_FOCUS = "part => part.contains(document.activeElement)"
_IS_PAST = """part => document.activeElement === document.body
  || Boolean(part.compareDocumentPosition(document.activeElement)
    & Node.DOCUMENT_POSITION_FOLLOWING)"""


def reach(page: Page, control: Locator) -> None:
    """Press Tab until the focus is at a control; one of a group of radio buttons will do."""
    for _ in range(_MOST):
        if control.evaluate(_HAS_FOCUS):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to it, but to {_focused(page)}")


def leave(page: Page, figure: Locator) -> None:
    """Press Tab until the focus is past a figure."""
    assert figure.evaluate(_HAS_FOCUS)
    for _ in range(_MOST):
        page.keyboard.press("Tab")
        if not figure.evaluate(_HAS_FOCUS):
            assert figure.evaluate(_IS_PAST), f"Tab leads back, to {_focused(page)}"
            return
    raise AssertionError(f"Tab stays in the figure, at {_focused(page)}")


def _focused(page: Page) -> str:
    html: str = page.evaluate("document.activeElement.cloneNode(false).outerHTML")
    return html
