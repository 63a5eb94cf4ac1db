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


def test_anchor_sections_can_be_switched_off(site: Site) -> None:
    assert "anchorjs-link" not in site.render("## A\n", anchor_sections="false")


@pytest.mark.parametrize("kind", ["note", "tip", "warning", "important", "caution"])
def test_callouts_have_quartos_classes(site: Site, kind: str) -> None:
    main = site.render(f"::: {{.callout-{kind}}}\n## Mind *this*\n\nBody.\n:::\n")
    assert f'<div class="callout callout-style-default callout-{kind} callout-titled">' in main
    assert f'<span class="screen-reader-only">{kind.capitalize()}: </span>' in main
    assert "Mind <em>this</em>" in main
    assert '<div class="callout-body-container callout-body"> <p>Body.</p>' in main


def test_untitled_callout_is_named_in_page_language(site: Site) -> None:
    main = site.render("::: {.callout-warning}\nx\n:::\n", lang="es")
    assert re.search(r'callout-title-container flex-fill"> ?Advertencia ?</div>', main)


def test_collapsed_callout_is_a_details_element(site: Site) -> None:
    main = site.render('::: {.callout-note collapse="true"}\n## T\n\n## Inside\n\nx\n:::\n\n## B\n')
    assert re.search(r'<details class="callout [^"]*callout-note[^"]*"> <summary', main)
    summary = re.search(r"<summary.*?</summary>", main)
    assert summary and "<div" not in summary[0]
    assert main.index("</details>") < main.index('<section id="b"')


def test_expanded_callout_starts_open(site: Site) -> None:
    assert re.search(
        r"<details [^>]* open>", site.render('::: {.callout-tip collapse="false"}\nx\n:::\n')
    )


@pytest.mark.parametrize(
    ("attributes", "shown"),
    [
        ('.content-visible when-format="html"', True),
        ('.content-visible when-format="ipynb"', False),
        ('.content-visible unless-format="ipynb"', True),
        ('.content-hidden when-format="html"', False),
        ('.content-hidden unless-format="html"', True),
    ],
)
def test_format_specific_content_is_selected(site: Site, attributes: str, shown: bool) -> None:
    main = site.render(f"::: {{{attributes}}}\nOnly here\n:::\n")
    assert ("Only here" in main) == shown


def test_labelled_picture_becomes_a_numbered_figure(site: Site) -> None:
    site.write("a.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>")
    main = site.render('![The *tape*](a.svg){#fig-a fig-alt="A strip"}\n\nSee @fig-a.\n')
    assert '<div id="fig-a" class="quarto-float quarto-figure' in main
    assert '<figure class="quarto-float quarto-float-fig figure">' in main
    assert re.search(r'<img src="a.svg" class="img-fluid figure-img" alt="A strip" ?/>', main)
    assert re.search(
        r"<figcaption [^>]*quarto-float-caption[^>]*> Figure 1: The <em>tape</em>", main
    )
    assert '<a href="#fig-a" class="quarto-xref">Figure 1</a>' in main
    assert (site.out / "a.svg").is_file()


def test_references_are_in_the_language_of_the_page(site: Site) -> None:
    main = site.render(
        """
        ## Uno {#sec-uno}

        ::: {#fig-a}
        x

        Una figura
        :::

        | a |
        |---|
        | 1 |

        : Una tabla {#tbl-a}

        $$ x^2 $$ {#eq-a}

        @fig-a, @tbl-a, @eq-a, @sec-uno, -@fig-a, [véase @fig-a], [@fig-a; @tbl-a]
        """,
        lang="es",
    )
    links = re.findall(r'<a href="#([^"]+)" class="quarto-xref">(.*?)</a>', main)
    assert links == [
        ("fig-a", "Figura 1"),
        ("tbl-a", "Tabla 1"),
        ("eq-a", "Ecuación 1"),
        ("sec-uno", "Sección 1"),
        ("fig-a", "1"),
        ("fig-a", "véase 1"),
        ("fig-a", "Figura 1"),
        ("tbl-a", "Tabla 1"),
    ]


def test_table_caption_is_above_the_table(site: Site) -> None:
    main = site.render("| a |\n|---|\n| 1 |\n\n: Words {#tbl-a}\n\n@tbl-a\n")
    assert main.index("Table 1: Words") < main.index("<table")
    assert '<table class="caption-top table">' in main
    assert "<caption>" not in main


def test_equations_are_numbered_mathml(site: Site) -> None:
    main = site.render("$$ x^2 $$ {#eq-a}\n\n@eq-a\n")
    assert re.search(r'<span id="eq-a"><math display="block".*?\(1\)', main)
    assert "{#eq-a}" not in main


def test_footnotes_have_a_heading_of_their_own(site: Site) -> None:
    main = site.render("Text[^1].\n\n[^1]: Note.\n", lang="es")
    assert '<div id="quarto-appendix" class="default">' in main
    assert '<h2 class="anchored quarto-appendix-heading">Notas</h2>' in main


def test_code_is_highlighted_and_has_a_copy_button(site: Site) -> None:
    main = site.render("``` python\nx = 1\n```\n", lang="es")
    assert '<pre class="sourceCode python"><code class="sourceCode python">' in main
    assert re.search(
        r'<button type="button" class="code-copy-button" [^>]*aria-label="Copiar al portapapeles"',
        main,
    )


def test_code_copy_can_be_switched_off(site: Site) -> None:
    assert "code-copy-button" not in site.render("``` python\nx\n```\n", code_copy="false")


def test_raw_html_lists_and_attributes_pass(site: Site) -> None:
    main = site.render(
        'Term\n: Meaning\n\n```{=html}\n<p class="raw">r</p>\n```\n\n'
        '[word]{.m data-x="1"} ::: not a div\n'
    )
    assert "<dt>Term</dt>" in main and '<p class="raw">r</p>' in main
    assert '<span class="m" data-x="1">word</span>' in main


def test_shortcodes_read_variables_metadata_and_environment(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COURSE_TEST", "from outside")
    site.write("_variables.yml", "a:\n  b: 12\n")
    main = site.render(
        "{{< var a.b >}} {{< meta minutes >}} {{< env COURSE_TEST >}} {{{< var x >}}}\n",
        minutes="20",
    )
    assert "12 20 from outside {{&lt; var x &gt;}}" in main


def test_includes_can_be_nested(site: Site) -> None:
    site.write("m/_a.qmd", "From a.\n\n{{< include ../_b.qmd >}}\n")
    site.write("_b.qmd", "From b, {{< meta title >}}.\n")
    site.page("Home", "index.qmd")
    site.page("{{< include _a.qmd >}}\n", "m/x.qmd")
    site.build()
    assert "<p>From a.</p> <p>From b, Page.</p>" in site.main("m/x.html")


def test_shortcodes_in_cells_are_literal(site: Site) -> None:
    main = site.render("```{python}\n#| eval: false\nx = '{{< var nothing >}}'\n```\n")
    assert "{{&lt; var nothing &gt;}}" in re.sub("<[^>]+>", "", main)
