"""Python cells: their execution, their output, and their errors.

A kernel takes a second to start, so the cells of many tests are on one page, each under a heading
of its own.
"""

import re

import pytest

from tests.preview.fixture_site import Site


def python(*lines: str) -> str:
    """Return a Python cell."""
    return "\n".join(["```{python}", *lines, "```", "", ""])


DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"/>'

SHOWN = {
    "printed": python("#| label: one", "print('hello')"),
    "options": (
        python("#| echo: false", "print('only output')")
        + python("#| output: false", "print('only code')")
        + python("#| include: false", "hidden = 'ran all the same'")
        + python("print(hidden)")
    ),
    "asis": python(
        "#| echo: false",
        "#| output: asis",
        "print('### Made by a cell {#sec-made}\\n\\nSee [it](#sec-made).\\n')",
        'print(\'```{=html}\\n<script type="ojs-define">{"contents":[]}</script>\\n```\')',
    ),
    "warning": python("import sys; print('careful', file=sys.stderr)"),
    "fold": (
        python("#| code-fold: true", "1;")
        + python("#| code-fold: true", "#| code-summary: See it", "2;")
        + python("3;")
    ),
    "inline": (
        python("#| include: false", "x = 14")
        + "It is [`{python} x * 3`](#one){.computed}, `{python} f'{x:.2f}'`, "
        "`{python} 'a_b*c*'`.\n\n"
        + python("#| include: false", "x = 1")
        + "### `{python} x` {#sec-heading}\n"
    ),
    "markdown": python(
        "#| label: tbl-a",
        "#| tbl-cap: 'Some *numbers*'",
        "from IPython.display import Markdown",
        "Markdown('| a |\\n|---|\\n| 7 |')",
    ),
    "drawing": python(
        "#| label: fig-line",
        "#| fig-cap: A line",
        "#| fig-alt: It rises",
        "from IPython.display import SVG",
        f"SVG('{DRAWING}')",
    ),
    "list": "- one\n\n  ```{python}\n  if True:\n      print('in')\n  ```\n\n- two\n",
    "place": python("import os, tapewalk", "print(tapewalk.WHO, open('data.txt').read())")
    + python("print(os.environ['PYTHONHASHSEED'])"),
}


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Site:
    site = Site(tmp_path_factory.mktemp("gallery"))
    site.write("lib/tapewalk/__init__.py", "WHO = 'the working tree'\n")
    site.write("m/data.txt", "from beside")
    sections = "".join(f"## {name} {{#show-{name}}}\n\n{text}\n" for name, text in SHOWN.items())
    site.page(sections, "m/x.qmd")
    site.build()
    return site


def shown(gallery: Site, name: str) -> str:
    """Return the HTML under one heading."""
    main = gallery.main("m/x.html")
    after = main[main.index(f'id="show-{name}"') :]
    return re.split(r'<section id="show-', after)[0]


def words(html: str) -> str:
    return re.sub("<[^>]+>", "", html).replace("&#39;", "'")


def test_code_and_output_are_shown_as_in_quarto(gallery: Site) -> None:
    html = shown(gallery, "printed")
    assert re.search(
        r'<div id="one" class="cell"> <div class="code-copy-outer-scaffold"> '
        r'<div class="sourceCode cell-code" id="cb\d"><pre class="sourceCode python '
        r'code-with-copy"><code class="sourceCode python">',
        html,
    )
    assert '<div class="cell-output cell-output-stdout"> <pre><code>hello</code></pre>' in html


def test_options_select_the_shown_parts(gallery: Site) -> None:
    html = shown(gallery, "options")
    assert "<pre><code>only output</code></pre>" in html
    assert "<pre><code>only code</code></pre>" not in html
    assert "print('only code')" in words(html) and "print('only output')" not in words(html)
    assert "hidden =" not in words(html)
    assert "<pre><code>ran all the same</code></pre>" in html


def test_output_asis_becomes_part_of_the_page(gallery: Site) -> None:
    html = shown(gallery, "asis")
    assert '<section id="sec-made" class="level3">' in html
    assert '<script type="ojs-define">{"contents":[]}</script>' in html
    assert 'class="cell"' not in html
    assert 'id="toc-sec-made"' in gallery.html("m/x.html")


def test_warnings_are_shown(gallery: Site) -> None:
    assert '<div class="cell-output cell-output-stderr">' in shown(gallery, "warning")


def test_code_folds_under_a_summary(gallery: Site) -> None:
    html = shown(gallery, "fold")
    assert '<details class="code-fold"><summary>Code</summary>' in html
    assert '<details class="code-fold"><summary>See it</summary>' in html
    assert html.count("<details") == 2


def test_computed_numbers_are_in_the_sentence(gallery: Site) -> None:
    html = shown(gallery, "inline")
    assert 'It is <a href="#one" class="computed">42</a>, 14.00, a_b*c*.' in html
    assert 'data-anchor-id="sec-heading">1<' in html


def test_markdown_output_is_part_of_the_page(gallery: Site) -> None:
    html = shown(gallery, "markdown")
    assert '<div id="cell-tbl-a" class="cell">' in html
    assert html.index("Table 1: Some <em>numbers</em>") < html.index("<td>7</td>")


def test_drawings_have_alternative_texts(gallery: Site) -> None:
    html = shown(gallery, "drawing")
    image = re.search(r'<img src="([^"]+\.svg)" class="img-fluid figure-img" alt="It rises">', html)
    assert image and '<figcaption id="fig-line-caption' in html and "Figure 1: A line" in html
    assert (gallery.out / "m" / image[1]).read_text() == DRAWING


def test_cell_in_a_list_stays_there(gallery: Site) -> None:
    html = shown(gallery, "list")
    assert re.search(r'<li><p>one</p> <div class="cell">.*<code>in</code>.*</li> <li><p>two', html)


def test_kernel_runs_in_the_folder_of_the_page(gallery: Site) -> None:
    html = shown(gallery, "place")
    assert "the working tree from beside" in html
    assert "<pre><code>0</code></pre>" in html


def test_page_without_execution_shows_its_code(site: Site) -> None:
    head = "---\ntitle: P\nexecute:\n  enabled: false\n---\n"
    site.write("index.qmd", head + python("1 / 0"))
    assert "executed" not in site.build().of("index.qmd")
    assert "cell-code" in site.main()
    site.write("index.qmd", head + "`{python} 1`\n")
    assert site.problems()[0].startswith("index.qmd:6: this page runs no code")


def test_hidden_cell_has_no_link_target(site: Site) -> None:
    silent = python("#| label: made", "#| echo: false", "x = 1")
    site.page(silent + "A [`{python} x`](#made).\n")
    (found,) = site.problems()
    assert found.startswith("index.qmd:10: `#made`: that cell of index.qmd shows nothing")
    site.page(
        f"::: {{#made}}\n{silent.replace('made', 'other')}:::\n\nA [`{{python}} x`](#made).\n"
    )
    site.build()
    assert '<div id="made"> </div> <p>A <a href="#made">1</a>.</p>' in site.main()
    assert 'class="cell"' not in site.main()


def test_kernel_error_stops_at_its_line(site: Site) -> None:
    raising = python("#| echo: false", "x = 1", "", "def f():", "    return 1 / 0", "f()")
    site.page("a\n\n" + raising, "raises.qmd")
    site.page("a\n\nIt is `{python} no_such_name`.\n", "inline.qmd")
    site.page(python("from IPython.display import HTML", "HTML('<b>x</b>')"), "html.qmd")
    photo = python("from IPython.display import Image", "Image(b'\\x89PNG', format='png')")
    site.page(photo, "photo.qmd")
    site.page(python("from IPython.display import SVG", f"SVG('{DRAWING}')"), "silent.qmd")
    html, inline, image, raises, silent = site.problems()
    assert image.startswith("photo.qmd:4: this cell displays image/png")
    assert html.startswith("html.qmd:4: this cell displays text/html") and "asis" in html
    assert inline == (
        "inline.qmd:6: `{python} no_such_name` raised NameError: name 'no_such_name' is not defined"
    )
    first, *trace = raises.splitlines()
    assert first.startswith("raises.qmd:12: this cell raised ZeroDivisionError: division by zero")
    assert any("return 1 / 0" in line for line in trace)
    assert not any("\x1b" in line for line in trace)
    assert silent.startswith("silent.qmd:4: this cell draws a picture")
