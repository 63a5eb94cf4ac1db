"""The contrast of the colours of code in both themes."""

import re

import pytest

from tools.stamp import ROOT

PAPERS = {"light": ("#fcfbf8", "#f3f0e8"), "dark": ("#14171c", "#1d222a")}


def luminance(colour: str) -> float:
    """Return the relative luminance that WCAG 2 defines."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def colours(theme: str) -> dict[str, str]:
    css = (ROOT / "lib" / "theme" / "highlight.css").read_text()
    selector = r"^body \{" if theme == "light" else r"^  body\.quarto-dark \{"
    block = re.search(selector + r"(.*?)\}", css, re.MULTILINE | re.DOTALL)
    assert block
    return dict(re.findall(r"--(code-\w+): (#\w{6});", block[1]))


@pytest.mark.parametrize("theme", PAPERS)
def test_colours_have_enough_contrast_in_both_themes(theme: str) -> None:
    found = colours(theme)
    assert len(found) == 6
    for name, colour in found.items():
        for paper in PAPERS[theme]:
            assert contrast(colour, paper) >= 4.5, f"{name} {colour} on {paper}"


def test_colours_are_used_and_defined_in_both_themes() -> None:
    css = (ROOT / "lib" / "theme" / "highlight.css").read_text()
    used = set(re.findall(r"var\(--(code-\w+)\)", css))
    assert set(colours("light")) == set(colours("dark")) == used
