"""Commas in formulas and after them, before and after the correction."""

import pypandoc

from tools.finish.formulas import join_decimals, join_punctuation


def _formula(tex: str) -> str:
    page: str = pypandoc.convert_text(f"${tex}$", "html", "markdown", extra_args=["--mathml"])
    return join_decimals(page)


def test_only_decimal_commas_join_their_numbers() -> None:
    page = _formula("|h| > 0{,}97, 12{,}5")
    assert "<mn>0,97</mn><mo>,</mo>" in page
    assert "<mn>12,5</mn>" in page
    assert "<mn>3</mn><mo>,</mo><mn>4</mn>" in _formula("(3,4) + 0{,}5")
    assert join_decimals(page) == page


def test_a_sign_after_a_formula_stays_on_its_line() -> None:
    page: str = pypandoc.convert_text(
        "($x$), $y$ and $$z$$.", "html", "markdown", extra_args=["--mathml"]
    )
    joined = join_punctuation(page)
    assert joined.count('<span class="formula"><math') == 1
    assert "</math>),</span>" in joined
    assert join_punctuation(joined) == joined
