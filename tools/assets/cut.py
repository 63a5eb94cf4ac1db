"""Subsetting of a font file: fewer characters, fewer weights, the same shapes."""

from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates
from fontTools.varLib import instancer

# The outline, and a counter on each side of the slash.
_SLASHED = 3


def cut(source: Path, target: Path, characters: str, weights: tuple[int, int] | None) -> None:
    """Write a smaller font.

    Characters that the font lacks fall back to the next family in the page's list.

    Args:
        source: The font to start from.
        target: The WOFF2 file to write.
        characters: The characters to keep, with every variant their layout rules need.
        weights: Lightest and heaviest weight to keep of a variable font; None if it isn't one.
    """
    # The time of the cut would change the compressed size by up to a hundred bytes.
    font = TTFont(source, recalcTimestamp=False)
    subsetter = subset.Subsetter(_options())
    subsetter.populate(text=characters)
    subsetter.subset(font)
    if weights is not None:
        # This runs after the subsetter, which fails on outlines that the instancer has emptied.
        font = instancer.instantiateVariableFont(font, {"wght": weights})
        if font["glyf"]["zero"].numberOfContours == _SLASHED:
            _open_zero(font)
    target.parent.mkdir(parents=True, exist_ok=True)
    font.flavor = "woff2"
    font.save(target)


def _open_zero(font: TTFont) -> None:
    """Draw the zero without its slash, which belongs to code and not to running text.

    Its outline stays. In place of the two counters beside the slash comes one, with the stems that
    these leave, in the lightest weight and in the heaviest.

    Args:
        font: A font with one axis; it is changed in place.
    """
    glyph = font["glyf"]["zero"]
    points, size = list(glyph.coordinates), glyph.endPtsOfContours[0] + 1
    (variation,) = font["gvar"].variations["zero"]
    deltas = list(variation.coordinates)
    heavy = [(x + dx, y + dy) for (x, y), (dx, dy) in zip(points, deltas, strict=False)]
    light_counter, heavy_counter = _counter(points, size), _counter(heavy, size)
    glyph.coordinates = GlyphCoordinates(points[:size] + light_counter)
    glyph.flags = bytearray(list(glyph.flags[:size]) + list(glyph.flags[:size])[::-1])
    glyph.endPtsOfContours, glyph.numberOfContours = [size - 1, 2 * size - 1], 2
    both = zip(light_counter, heavy_counter, strict=True)
    moved = [(after[0] - x, after[1] - y) for (x, y), after in both]
    variation.coordinates = deltas[:size] + moved + deltas[-4:]


def _counter(points: list[tuple[int, int]], size: int) -> list[tuple[int, int]]:
    """Return a smaller copy of the outer contour, the other way round."""
    outer, inner = points[:size], points[size:]
    left, low = min(x for x, _ in outer), min(y for _, y in outer)
    right, high = max(x for x, _ in outer), max(y for _, y in outer)
    across = 1 - 2 * (min(x for x, _ in inner) - left) / (right - left)
    up = 1 - 2 * (min(y for _, y in inner) - low) / (high - low)
    middle, half = (left + right) / 2, (low + high) / 2
    return [
        (round(middle + (x - middle) * across), round(half + (y - half) * up))
        for x, y in reversed(outer)
    ]


def _options() -> subset.Options:
    options = subset.Options()
    # Tabular figures, fractions and the MATH table's parts stay; hints help small sizes little
    # and weigh a lot.
    options.layout_features = ["*"]
    options.hinting = False
    # The fonts' licence requires its notice in every copy.
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.notdef_outline = True
    return options
