"""Every page in Spanish, visited once: every_page.py tells what is looked at."""

from tests.browser.every_page import pytest_generate_tests, test_a_visit_finds_nothing_wrong

LANG = "es"
__all__ = ["pytest_generate_tests", "test_a_visit_finds_nothing_wrong"]
