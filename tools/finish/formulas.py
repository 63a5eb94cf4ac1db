"""Numbers in formulas, and what follows a formula: a comma belongs to what it ends."""

import re

_FORMULA = re.compile(r"<math\b.*?</math>", re.DOTALL)
_ENDED = re.compile(
    r'(?<!<span class="formula">)(<math display="inline"(?:(?!</math>).)*</math>)([.,;:!?)»”]+)',
    re.DOTALL,
)
_DECIMAL = re.compile(r"(\d+)\{,\}(\d+)")


def join_decimals(text: str) -> str:
    """Write each `0{,}97` of a formula as one number.

    Pandoc writes two numbers with a separating comma between them: "0, 97".

    Returns:
        The page; doing it again changes nothing.
    """
    return _FORMULA.sub(_joined, text) if "{,}" in text else text


def join_punctuation(text: str) -> str:
    """Keep the signs after each formula on its line.

    Browsers may break a line after any formula, and a full stop would begin the next one.

    Returns:
        The page; doing it again changes nothing.
    """
    return _ENDED.sub(r'<span class="formula">\1\2</span>', text)


def _joined(formula: re.Match[str]) -> str:
    written = formula[0]
    # Only the formula's source distinguishes a decimal comma from a separator.
    for whole, part in set(_DECIMAL.findall(written)):
        apart = f"<mn>{whole}</mn><mo>,</mo><mn>{part}</mn>"
        written = written.replace(apart, f"<mn>{whole},{part}</mn>")
    return written
