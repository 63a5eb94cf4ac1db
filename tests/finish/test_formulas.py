"""Decimal commas in formulas, as Pandoc writes them and as they should be."""

import pypandoc

from tools.finish.formulas import join_decimals


def _formula(tex: str) -> str:
    page: str = pypandoc.convert_text(f"${tex}$", "html", "markdown", extra_args=["--mathml"])
    return join_decimals(page)


def test_a_decimal_comma_is_part_of_its_number_and_no_other_comma_is() -> None:
    page = _formula("|h| > 0{,}97, 12{,}5")
    assert "<mn>0,97</mn><mo>,</mo>" in page
    assert "<mn>12,5</mn>" in page
    assert "<mn>3</mn><mo>,</mo><mn>4</mn>" in _formula("(3,4) + 0{,}5")
    assert join_decimals(page) == page
