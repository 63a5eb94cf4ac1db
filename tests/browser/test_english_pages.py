"""Every page in English, visited once: every_page.py tells what is looked at."""

from tests.browser.every_page import pytest_generate_tests, test_a_visit_finds_nothing_wrong

LANG = "en"
__all__ = ["pytest_generate_tests", "test_a_visit_finds_nothing_wrong"]
