"""Cuts one font file: fewer characters, fewer weights, the same shapes."""

from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer


def cut(source: Path, target: Path, characters: str, weights: tuple[int, int] | None) -> None:
    """Writes a smaller font.

    Characters that the font has no shape for are left to the next family in the page's list.

    Args:
        source: The font to start from.
        target: The WOFF2 file to write.
        characters: The characters to keep, with every variant their layout rules need.
        weights: Lightest and heaviest weight to keep of a variable font; None if it isn't one.
    """
    font = TTFont(source)
    subsetter = subset.Subsetter(_options())
    subsetter.populate(text=characters)
    subsetter.subset(font)
    if weights is not None:
        # After the subsetter, which stumbles over outlines that the instancer has emptied.
        font = instancer.instantiateVariableFont(font, {"wght": weights})
    target.parent.mkdir(parents=True, exist_ok=True)
    font.flavor = "woff2"
    font.save(target)


def _options() -> subset.Options:
    options = subset.Options()
    # Tabular figures, fractions and the MATH table's parts stay; hints help small sizes little
    # and weigh a lot.
    options.layout_features = ["*"]
    options.hinting = False
    # The fonts' licence wants its notice kept with them.
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.notdef_outline = True
    return options
