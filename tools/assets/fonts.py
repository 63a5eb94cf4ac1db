"""The site's fonts, cut down to the characters and weights that the course uses."""

from dataclasses import dataclass
from pathlib import Path

from tools.stamp import CACHE, ROOT, Stamp, digest

MODULES = ROOT / "node_modules"
FOLDER = ROOT / "lib" / "theme" / "fonts"

SPANISH = "áéíóúüñÁÉÍÓÚÜÑ¿¡ªº«»"
ASCII = "".join(map(chr, range(0x20, 0x7F)))
LATIN = ASCII + SPANISH + "\u00a0·×÷±¹²³°½µ§€û"
PUNCTUATION = "\u2009\u202f‐‑–—‘’“”„†•…‹›€™"
ARROWS = "←↑→↓↔⇒"
MATHS = "∂∇∑∏√∞∫≈≠≡≤≥−⋅∈⊙Δαβγδεηθλμπρστφω⁰¹²³⁴⁵⁶⁷⁸⁹⁻ⁿ₀₁₂₃₄₅₆₇₈₉ΣΩ"
# Chromium draws a one-letter <mi> with these: upright letters are turned into math italic ones. The
# course has no bold ones, which would double the size.
ITALICS = "".join(map(chr, [*range(0x1D434, 0x1D468), *range(0x1D6FC, 0x1D71C), 0x210E]))
BRACKETS = "⟨⟩⌈⌉⌊⌋‖∣∥"
# The characters of terminal output, controls and checks.
DRAWING = "─│┌┐└┘├┤┬┴┼✓✗●○▶◀▸◂▪"


class FontError(Exception):
    """A font to start from is missing."""


@dataclass(frozen=True)
class Font:
    """One font file of the site: its source, and the subset that the site uses."""

    name: str
    source: Path
    characters: str
    weights: tuple[int, int] | None = None

    @property
    def target(self) -> Path:
        """Where the smaller font goes."""
        return FOLDER / f"{self.name}.woff2"


_ATKINSON = MODULES / "@fontsource-variable" / "atkinson-hyperlegible-next" / "files"
# NL means no ligatures: learners see the two characters that they have to type.
_JETBRAINS = MODULES / "jetbrains-mono" / "fonts" / "webfonts"
_STIX = MODULES / "@fontsource" / "stix-two-math" / "files"
_MONO = LATIN + PUNCTUATION + ARROWS + MATHS + DRAWING

FONTS = (
    Font(
        "text",
        _ATKINSON / "atkinson-hyperlegible-next-latin-wght-normal.woff2",
        LATIN + PUNCTUATION + "−",
        weights=(400, 700),
    ),
    Font("mono", _JETBRAINS / "JetBrainsMonoNL-Regular.woff2", _MONO),
    Font("mono-bold", _JETBRAINS / "JetBrainsMonoNL-Bold.woff2", _MONO),
    Font(
        "math",
        _STIX / "stix-two-math-latin-400-normal.woff2",
        "".join(c for c in ASCII if c not in '"#$&@`?')
        + "áéíóúñ·×÷±…ℓ⊤\u0302\u0304"
        + ARROWS
        + MATHS
        + ITALICS
        + BRACKETS,
    ),
)


def build_fonts() -> list[Font]:
    """Write the fonts that don't yet belong to their sources.

    Returns:
        The fonts that were written; empty when all were up to date.

    Raises:
        FontError: The npm package that brings a font is not installed.
    """
    this_file = Path(__file__)
    written = []
    for font in FONTS:
        if not font.source.is_file():
            raise FontError(f"{font.source} is missing: run `npm ci`, which brings the fonts.")
        stamp = Stamp(CACHE / "assets" / f"{font.name}.font")
        key = digest([font.source, this_file, this_file.with_name("cut.py")])
        if stamp.matches(key, font.target):
            continue
        # Imported late: loading fontTools takes longer than detecting that nothing changed.
        from tools.assets.cut import cut

        cut(font.source, font.target, font.characters, font.weights)
        stamp.write(key)
        written.append(font)
    return written
