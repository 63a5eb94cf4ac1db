"""Numbers, sizes and days, as each language writes them."""

from __future__ import annotations

import pytest

from tapewalk.language import day, number, size


@pytest.mark.parametrize(
    ("value", "spec", "english", "spanish"),
    [
        (0, "", "0", "0"),
        (1999, "", "1,999", "1999"),
        (2097151, "", "2,097,151", "2\u202f097\u202f151"),
        (10000.5, ".1f", "10,000.5", "10\u202f000,5"),
        (0.244919, "", "0.2449", "0,2449"),
        (-0.5, "", "−0.5", "−0,5"),
        (0.462, ".0%", "46%", "46\u202f%"),
        (3.1e-8, ".0e", "3e−8", "3e−8"),
        (1.25e-7, ".2e", "1.25e−7", "1,25e−7"),
        (0.0, ".0e", "0", "0"),
        (7.0, "+.1f", "+7.0", "+7,0"),
        (float("inf"), ".2f", "∞", "∞"),
        (float("-inf"), "", "−∞", "−∞"),
        (float("nan"), "", "NaN", "NaN"),
    ],
)
def test_number_is_written_in_both_languages(
    value: float, spec: str, english: str, spanish: str
) -> None:
    assert number(value, spec, "en") == english
    assert number(value, spec, "es-MX") == spanish


def test_page_shows_thin_spaces() -> None:
    # IPython shows a plain string as `repr` does, which escapes a thin space.
    assert number(100000, lang="es")._repr_markdown_() == "100\u202f000"  # type: ignore[attr-defined]


def test_invalid_format_is_refused() -> None:
    with pytest.raises(ValueError, match="does not format"):
        number(5, "c", "en")


def test_sizes_and_days_are_spelt_out() -> None:
    assert [size(b, "en") for b in (0, 1023, 1024, 3 * 2**20)] == [
        "0 B",
        "1,023 B",
        "1 KiB",
        "3 MiB",
    ]
    assert size(13_390_000, "es") == "12,77 MiB"
    assert day("2026-11-02T10:00", "en") == "2 November 2026"
    assert day("2026-11-02", "es") == "2 de noviembre de 2026"
