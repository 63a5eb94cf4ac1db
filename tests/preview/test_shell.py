"""The frame around a page's text."""

import re

import pytest

from tests.preview.fixture_site import Site

PROJECT = """\
project:
  type: website
  resources: [files/*.txt]
website:
  title: "The Site"
  favicon: mark.svg
  page-navigation: true
  navbar:
    title: "In the bar"
  sidebar:
    - id: en
      contents:
        - href: index.qmd
        - section: First
          contents:
            - auto: "m/o*.qmd"
            - text: Second lesson
              href: m/two.qmd
    - id: es
      contents:
        - href: index.es.qmd
  page-footer:
    left: "A *licence*"
lang: en
format:
  html:
    css: [look.css]
    toc: true
    toc-depth: 3
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Site:
    site = Site(tmp_path_factory.mktemp("shell"))
    site.write("_quarto.yml", PROJECT)
    site.write("mark.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>")
    site.write(
        "look.css", "@import 'more.css';\n/* url(not-there.png) */\nb { background: url(b.svg); }\n"
    )
    site.write("more.css", "i { background: url('data:,x'); }\n")
    site.write("b.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>")
    site.write("files/a.txt", "a")
    site.page("Hello.\n", "index.qmd", description="About *this*")
    site.page("Hola.\n", "index.es.qmd", lang="es")
    site.page("## A {#sec-a}\n\n### B `x` {#sec-b}\n\n#### C\n\n## D {.unlisted}\n", "m/one.qmd")
    site.page(
        "x\n", "m/two.qmd", sidebar="false", toc="false", body_classes="plain wide", pagetitle="Tab"
    )
    site.page("x\n", "m/three.qmd", page_layout="full")
    site.build()
    return site


def test_head_has_language_title_and_description(built: Site) -> None:
    html = built.html()
    assert html.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert "<title>Page – The Site</title>" in html
    assert '<meta name="description" content="About this">' in html
    assert "<title>Tab – The Site</title>" in built.html("m/two.html")
    assert '<html lang="es">' in built.html("index.es.html")


def test_offset_leads_to_the_root(built: Site) -> None:
    assert '<meta name="quarto:offset" content="./">' in built.html()
    assert '<meta name="quarto:offset" content="../">' in built.html("m/one.html")


def test_current_page_is_marked(built: Site) -> None:
    html = built.html("m/one.html")
    assert html.count('aria-current="page"') == 1
    assert re.search(
        r'href="one.html" class="sidebar-item-text sidebar-link active" aria-current', html
    )


def test_sidebar_uses_page_titles_by_default(built: Site) -> None:
    sidebar = re.search(r'<nav id="quarto-sidebar".*?</nav>', built.html(), re.DOTALL)
    assert sidebar
    texts = re.findall(r'class="menu-text">(.*?)</span>', sidebar[0])
    assert texts == ["Page", "First", "Page", "Second lesson"]


def test_page_has_its_sidebar_or_none(built: Site) -> None:
    assert 'id="quarto-sidebar"' not in built.html("m/three.html")
    assert 'id="quarto-sidebar"' not in built.html("m/two.html")
    assert '<body class="nav-fixed fullcontent plain wide quarto-light">' in built.html(
        "m/two.html"
    )
    assert '<body class="nav-sidebar docked nav-fixed quarto-light">' in built.html()
    assert "page-layout-full" in built.html("m/three.html")


def test_previous_and_next_follow_the_sidebar(built: Site) -> None:
    html = built.html("m/one.html")
    assert re.search(
        r'href="../index.html" class="pagination-link" rel="prev" aria-label="Previous page: Page"',
        html,
    )
    assert re.search(
        r'href="two.html" class="pagination-link" rel="next" aria-label="Next page: Second lesson"',
        html,
    )
    assert "page-navigation" not in built.html("m/two.html")


def test_table_of_contents_is_nested_to_its_depth(built: Site) -> None:
    toc = re.search(r'<nav id="TOC".*?</nav>', built.html("m/one.html"), re.DOTALL)
    assert toc
    assert re.findall(r'href="#([^"]+)"', toc[0]) == ["sec-a", "sec-b"]
    assert '<h2 id="toc-title">On this page</h2>' in toc[0] and "B <code>x</code>" in toc[0]
    inner = toc[0][toc[0].index("sec-a") :]
    assert inner.index("<ul>") < inner.index("sec-b")
    assert 'id="TOC"' not in built.html("m/two.html")


def test_spanish_page_has_a_spanish_shell(built: Site) -> None:
    html = built.html("index.es.html")
    for text in ("Modo oscuro", "Contenido del curso"):
        assert text in html
    assert "Dark mode" not in html


def test_navbar_and_footer_are_rendered(built: Site) -> None:
    html = built.html("m/one.html")
    assert 'href="../index.html"><span class="navbar-title">In the bar</span>' in html
    assert "<p>A <em>licence</em></p>" in html
    assert html.count("<main") == 1 and html.count("<h1") == 1


def test_styles_are_copied_with_their_files(built: Site) -> None:
    links = re.findall(r'<link rel="stylesheet" href="([^"]+)"', built.html("m/one.html"))
    assert links[-1] == "../look.css"
    for name in ("look.css", "more.css", "b.svg", "mark.svg", "files/a.txt"):
        assert (built.out / name).is_file(), name


def test_missing_file_in_stylesheet_stops_the_build(site: Site) -> None:
    site.page("x")
    site.write("_quarto.yml", "format:\n  html:\n    css: [look.css]\n")
    site.write("look.css", "a {}\n/* one\ntwo */\nb { background: url(no.png); }\n")
    assert site.problems()[0].startswith("look.css:4: there is no file `no.png`")


def test_theme_is_set_before_the_first_paint(built: Site) -> None:
    body = built.html()[built.html().index("<body") :]
    script = body.index("quarto-color-scheme")
    assert script < body.index("<header")


def test_pages_beginning_with_underscore_are_not_rendered(site: Site) -> None:
    site.page("x")
    site.write("_part.qmd", "part\n")
    site.write("m/.hidden/x.qmd", "no\n")
    site.build()
    assert [path.name for path in site.out.rglob("*.html")] == ["index.html"]


def test_render_list_accepts_globs(site: Site) -> None:
    site.write("_quarto.yml", "project:\n  type: website\n  render: [index.qmd, '/m/**/*.qmd']\n")
    site.page("x")
    site.page("x", "m/n/a.qmd")
    site.page("x", "drafts/b.qmd")
    site.build()
    found = sorted(path.relative_to(site.out).as_posix() for path in site.out.rglob("*.html"))
    assert found == ["index.html", "m/n/a.html"]


def test_progress_has_a_line_per_page(site: Site) -> None:
    site.page("x")
    site.page("x", "two.qmd")
    lines = site.build().lines
    assert re.match(r"\[1/2\] (index|two)\.qmd  rendered in \d+\.\d s$", lines[0])
    assert re.match(r"2 pages in \d+\.\d s: .*_site$", lines[-1])
