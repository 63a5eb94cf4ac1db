"""The fonts: small enough, with all characters of the course."""

import pytest
from fontTools.ttLib import TTFont

from tools.assets import fonts
from tools.assets.fonts import FONTS, Font, FontError, build_fonts
from tools.stamp import ROOT

SPANISH = "áéíóúüñÁÉÍÓÚÜÑ¿¡ªº«»“”—…"
NUMBERS = "0123456789.,−×÷=²³%"
MATHS = "∂√∑Σ∞≈≤≥≠→←↑↓·Δθ"
ITALIC_X = "\N{MATHEMATICAL ITALIC SMALL X}"
WANTED = {
    "text": SPANISH + NUMBERS,
    "mono": SPANISH + NUMBERS + MATHS + "─│└├",
    "mono-bold": SPANISH + NUMBERS + MATHS,
    "math": NUMBERS + MATHS + "∇⊙⟨⟩ℓ⊤\u0302áéíóúñ" + ITALIC_X,
}


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    build_fonts()


def test_fonts_have_every_character_of_the_pages() -> None:
    sources = [
        *ROOT.glob("*.qmd"),
        *ROOT.glob("modules/**/*.qmd"),
        *ROOT.glob("exercises/**/*.qmd"),
    ]
    sources += [
        *(ROOT / "lib" / "diagrams" / "words").glob("*.js"),
        *(ROOT / "lib" / "diagrams" / "views").rglob("words.js"),
        *(ROOT / "lib" / "diagrams").rglob("*.json"),
        ROOT / "tools/finish/words/es.py",
    ]
    written = {letter for path in sources for letter in path.read_text(encoding="utf-8")}
    assert {letter for letter in written if "\u00a0" <= letter <= "\u00ff"} <= set(fonts.LATIN)


@pytest.mark.parametrize("font", FONTS, ids=lambda font: font.name)
def test_font_has_its_characters(font: Font) -> None:
    held = {chr(code) for code in TTFont(font.target).getBestCmap()}
    assert "".join(sorted(set(WANTED[font.name]) - held)) == ""


def test_text_and_code_fonts_stay_within_budget() -> None:
    sizes = {font.name: font.target.stat().st_size for font in FONTS if font.name != "math"}
    assert sum(sizes.values()) <= 35_000, sizes


def test_math_font_stays_within_budget() -> None:
    (math,) = (font for font in FONTS if font.name == "math")
    assert math.target.stat().st_size <= 30_500


def test_math_font_can_stretch_brackets() -> None:
    font = TTFont(next(font for font in FONTS if font.name == "math").target)
    parenthesis = font.getBestCmap()[ord("(")]
    stretched = font["MATH"].table.MathVariants.VertGlyphCoverage.glyphs
    assert parenthesis in stretched


def test_text_font_reaches_from_regular_to_bold() -> None:
    (axis,) = TTFont(FONTS[0].target)["fvar"].axes
    assert (axis.axisTag, axis.minValue, axis.maxValue) == ("wght", 400, 700)


def test_fonts_have_their_copyright_notice() -> None:
    for font in FONTS:
        notice = TTFont(font.target)["name"].getDebugName(0)
        assert "Copyright" in notice, font.name


def test_fonts_are_not_built_twice() -> None:
    before = [font.target.stat().st_mtime_ns for font in FONTS]
    assert build_fonts() == []
    assert [font.target.stat().st_mtime_ns for font in FONTS] == before


def test_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = fonts.MODULES / "no-such-font" / "a.woff2"
    monkeypatch.setattr(fonts, "FONTS", (Font("gone", gone, "abc"),))
    with pytest.raises(FontError, match=r"no-such-font.*npm ci"):
        build_fonts()
