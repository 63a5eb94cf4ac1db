import re

import pytest

from tests.preview.fixture_site import Site


def test_headings_become_nested_sections_with_anchors(site: Site) -> None:
    main = site.render("## First {#sec-a}\n\n### Inner\n\n## Second\n")
    assert re.search(
        r'<section id="sec-a" class="level2"> <h2 class="anchored" data-anchor-id="sec-a">First'
        r'<a class="anchorjs-link" href="#sec-a" aria-label="Link to this section"></a></h2> '
        r'<section id="inner" class="level3">',
        main,
    )


@pytest.mark.parametrize(
    ("lang", "kind", "said"),
    [("en", "note", "Note"), ("en", "tip", "Tip"), ("es", "tip", "Consejo")],
)
def test_callout_is_a_details_element(site: Site, lang: str, kind: str, said: str) -> None:
    body = "## Mind *this*\n\nBody.\n\n## Inside\n\nx"
    main = site.render(f'::: {{.callout-{kind} collapse="true"}}\n{body}\n:::\n\n## B\n', lang=lang)
    assert f'<details class="callout callout-style-default callout-{kind} callout-titled">' in main
    summary = re.search(r"<summary.*?</summary>", main)
    assert summary and "<div" not in summary[0] and "Mind <em>this</em>" in summary[0]
    assert f'<span class="screen-reader-only">{said}: </span>' in summary[0]
    assert re.search(r'<div class="callout-body-container callout-body"> <p>Body.</p>', main)
    assert main.index("</details>") < main.index('<section id="b"')


def test_content_of_pages_is_shown(site: Site) -> None:
    assert "Here" in site.render('::: {.content-visible when-format="html"}\nHere\n:::\n')


def test_figure_is_numbered_in_the_language_of_the_page(site: Site) -> None:
    main = site.render("::: {#fig-a .wide}\nx\n\nUna *figura*\n:::\n", lang="es")
    assert re.search(
        r'<div id="fig-a" class="quarto-float quarto-figure [^"]*anchored wide">', main
    )
    assert '<figure class="quarto-float quarto-float-fig figure">' in main
    caption = re.search(r"<figcaption [^>]*quarto-float-caption[^>]*>(.*?)</figcaption>", main)
    assert caption and "Figura 1: Una <em>figura</em>" in caption[1]


def test_code_is_highlighted_and_has_a_copy_button(site: Site) -> None:
    main = site.render("``` python\nx = 1\n```\n", lang="es")
    assert '<pre class="sourceCode python"><code class="sourceCode python">' in main
    assert re.search(
        r'<button type="button" class="code-copy-button" [^>]*aria-label="Copiar al portapapeles"',
        main,
    )


def test_raw_html_lists_and_attributes_pass(site: Site) -> None:
    main = site.render(
        'Term\n: Meaning\n\n```{=html}\n<p class="raw">r</p>\n```\n\n'
        '[word]{.m data-x="1"} ::: not a div\n'
    )
    assert "<dt>Term</dt>" in main and '<p class="raw">r</p>' in main
    assert '<span class="m" data-x="1">word</span>' in main


def test_shortcodes_read_variables(site: Site) -> None:
    site.write("_variables.yml", "a:\n  b: 12\n")
    main = site.render("{{< var a.b >}} {{{< var x >}}}\n")
    assert "12 {{&lt; var x &gt;}}" in main


def test_includes_can_be_nested(site: Site) -> None:
    site.write("m/_a.qmd", "From a.\n\n{{< include ../_b.qmd >}}\n")
    site.write("_variables.yml", "a: 12\n")
    site.write("_b.qmd", "From b, {{< var a >}}.\n")
    site.page("Home", "index.qmd")
    site.page("{{< include _a.qmd >}}\n", "m/x.qmd")
    site.build()
    assert "<p>From a.</p> <p>From b, 12.</p>" in site.main("m/x.html")


def test_shortcodes_in_cells_are_literal(site: Site) -> None:
    main = site.render("```{python}\nx = '{{< var nothing >}}'\n```\n")
    assert "{{&lt; var nothing &gt;}}" in re.sub("<[^>]+>", "", main)
