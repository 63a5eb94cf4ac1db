"""The Python account of how diagrams write numbers, on cases written by hand."""

from __future__ import annotations

import pytest

from tests.browser.numbers import exact, numbers_in, written


@pytest.mark.parametrize(
    ("number", "in_english", "in_spanish"),
    [
        (14.0, "14", "14"),
        (-0.0, "0", "0"),
        (0.5, "0.5", "0,5"),
        (-2.0, "−2", "−2"),
        (1000.0, "1,000", "1000"),
        (1048576.0, "1,048,576", "1\u202f048\u202f576"),
        (2 / 3, "0.6667", "0,6667"),
        (1234.5, "1235", "1235"),
        (0.00012345, "0.0001235", "0,0001235"),
        (12345.6, "1.235e4", "1,235e4"),
        (-1.5e-7, "−1.5e−7", "−1,5e−7"),
        ("-Infinity", "−∞", "−∞"),
        ("NaN", "NaN", "NaN"),
    ],
)
def test_numbers_are_short(number: float | str, in_english: str, in_spanish: str) -> None:
    assert written(number, "en") == in_english
    assert written(number, "es") == in_spanish


@pytest.mark.parametrize(
    ("number", "in_english"),
    [(2 / 3, "0.6666666666666666"), (12.0, "12"), (1e-05, "0.00001"), (1e-07, "1e−7")],
)
def test_exact_numbers_keep_every_digit(number: float, in_english: str) -> None:
    assert exact(number, "en") == in_english
    assert exact(number, "es") == in_english.replace(".", ",")


def test_numbers_are_found_in_sentences() -> None:
    text = "b envía −0,5: a recibe 14 × (−0,5) = −7, y 1,5e−7 no."
    assert numbers_in(text) == ["−0,5", "14", "−0,5", "−7", "1,5e−7"]
