"""Everything outside the subset stops the build with the file, the line and a helpful sentence."""

import errno

import pytest

from tests.preview.fixture_site import PROJECT, Site
from tools.preview.__main__ import main as preview

# The page's text begins on line 4; each case has the line of its cause.
PAGES = {
    "unknown shortcode": ("a\n\n{{< video x >}}\n", 6, "expands include and var"),
    "missing variable": ("{{< var no.such >}}\n", 4, "_variables.yml has no value"),
    "metadata": ("a\n{{< meta title >}}\n", 5, "expands include and var"),
    "open shortcode": ("{{< var x\n", 4, "never closes"),
    "missing include": ("a\n\n{{< include _no.qmd >}}\n", 6, "there is no file `_no.qmd`"),
    "include in a sentence": ("a {{< include _x.qmd >}}\n", 4, "alone on its line"),
    "reference": ("a\n\nSee @fig-no.\n", 6, "write a link, as in [words](#fig-no)"),
    "citation": ("as @smith2020 says\n", 4, "no references and no citations"),
    "footnote": ("a\n\nb[^1]\n\n[^1]: c\n", 6, "footnotes are known to Quarto"),
    "numbered equation": ("$$x$$ {#eq-a}\n", 4, "numbers no equations"),
    "numbered table": ("| a |\n|---|\n| 1 |\n\n: b {#tbl-a}\n", 8, "`#| tbl-cap:`"),
    "page that is not there": ("[x](no.qmd)\n", 4, "`no.qmd` leads to no page"),
    "file that is not there": ("a\n[x](data.csv)\n", 5, "leads to no page or file"),
    "picture that is not there": ('`<img src="no.png" alt="x">`{=html}\n', 4, "leads to no page"),
    "id that is not there": ("[x](#no)\n", 4, "has no id `no`"),
    "raw link to nothing": ('a\n\n<a href="no.html">x</a>\n', 6, "leads to no page or file"),
    "Markdown picture": ("a\n\n![b](a.svg)\n", 6, "shows no Markdown pictures"),
    "repeated heading id": ("## A {#x}\n\n## B {#x}\n", 6, "Duplicate identifier 'x'"),
    "repeated id": ('[a]{#one} b\n\n`<i id="one">`{=html}\n', 4, "the id `one` stands twice"),
    "cell in R": ("```{r}\n1\n```\n", 4, "runs python and ojs"),
    "options in braces": ("```{python echo=false}\n1\n```\n", 4, "`#| key: value` lines"),
    "cell that never closes": ("a\n\n```{python}\n1\n", 6, "never closes"),
    "unknown cell option": ("```{python}\n#| echo: false\n#| ecko: true\n1\n```\n", 6, "`echo`?"),
    "wrong cell option": ("```{python}\n#| echo: maybe\n1\n```\n", 5, "true or false"),
    "option of another kind of cell": ("```{ojs}\n//| fig-alt: x\n1\n```\n", 5, "fig-alt"),
    "option that is no YAML": ("```{python}\n#| a: [\n1\n```\n", 5, "not valid YAML"),
    "empty OJS cell": ("```{ojs}\n//| echo: false\n```\n", 4, "this OJS cell is empty"),
    "repeated label": (
        "```{python}\n#| label: a\n1\n```\n\n```{python}\n#| label: a\n1\n```\n", 10, "is taken"
    ),
    "cell in a quotation": ("> ```{python}\n> 1\n> ```\n", 4, "not in a quotation"),
    "cell between tildes": ("a\n\n~~~{python}\n1\n~~~\n", 6, "not with ~~~"),
    "cell shown unrun": ("```{{python}}\n1\n```\n", 4, "{{…}}"),
    "label that Quarto changes": ("```{python}\n#| label: A b\n1\n```\n", 5, "small letters"),
    "hidden OJS cell": ("```{ojs}\n//| include: false\n1\n```\n", 5, "supports true here"),
    "inline OJS": ("a `{ojs} 1 + 1`\n", 4, "inline `{ojs}`"),
    "caption without a number": ("```{ojs}\n//| fig-cap: a\n1\n```\n", 4, "go together"),
    "unknown callout": ("::: {.callout-danger}\nx\n:::\n", 4, "the callouts are note, tip"),
    "callout that stays open": ("::: {.callout-tip}\n## T\n:::\n", 4, "all callouts fold"),
    "callout without a title": (
        '::: {.callout-tip collapse="true"}\nx\n:::\n', 4, "begins with a heading"
    ),
    "layout": ("::: {layout-ncol=2}\nx\n:::\n", 4, "not to this preview"),
    "margin column": ("a\n\n::: {.column-margin}\nx\n:::\n", 6, "not to this preview"),
    "another format": ('::: {.content-visible when-format="pdf"}\nx\n:::\n', 4, 'format="html"'),
    "hidden content": ('::: {.content-hidden when-format="html"}\nx\n:::\n', 4, "not to this"),
    "div that never closes": ("a\n\n::: {.x}\nb\n", 6, "Pandoc"),
    "formula": ("a $\\frac{1$ b\n", 4, "Pandoc"),
}  # fmt: skip


@pytest.mark.parametrize("name", PAGES)
def test_page_error_stops_at_its_line(site: Site, name: str) -> None:
    text, line, message = PAGES[name]
    site.page(text)
    found = site.problems()
    assert found, "nothing stopped the build"
    assert any(p.startswith(f"index.qmd:{line}: ") and message in p for p in found), found
    assert not site.out.exists()


@pytest.mark.parametrize(
    ("meta", "message"),
    [
        ("titel: X", "did you mean `title`?"),
        ("bibliography: a.bib", "may be known to Quarto, but not to this preview"),
        ("page-layout: wide", "supports article, full here"),
        ("toc: sometimes", "should be true or false"),
        ("title: [a", "not valid YAML"),
    ],
)
def test_front_matter_error_stops_at_its_line(site: Site, meta: str, message: str) -> None:
    site.write("index.qmd", f"---\nlang: en\n{meta}\n---\nx\n")
    found = site.problems()
    assert len(found) == 1 and message in found[0], found
    assert found[0].startswith("index.qmd:3: ")


def test_unclosed_front_matter_stops(site: Site) -> None:
    site.write("index.qmd", "---\ntitle: X\n\ntext\n")
    assert site.problems() == ["index.qmd:1: the front matter opens with `---` and never closes"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("bibliography: a.bib", "`bibliography` in _quarto.yml may be known to Quarto"),
        ("execute: {freeze: auto}", "`execute` in _quarto.yml may be known to Quarto"),
        ("filters: [x.lua]", "`filters` in _quarto.yml"),
        ("    css: [no.css]", "there is no file `no.css`"),
    ],
)
def test_project_file_error_stops_at_its_line(site: Site, line: str, message: str) -> None:
    site.page("x")
    site.write("_quarto.yml", f"{PROJECT}{line}\n")
    found = site.problems()
    number = PROJECT.count("\n") + 1
    assert len(found) == 1 and found[0].startswith(f"_quarto.yml:{number}: {message}"), found


@pytest.mark.parametrize(
    ("project", "line", "message"),
    [
        ("project:\n  type: website\n  render: [no.qmd]\n", 3, "matches no .qmd file"),
        ('project:\n  type: website\n  render: ["a/**/*.qmd"]\n', 3, "begin it with a slash"),
        ("project:\n  type: website\n  resources:\n    - no/*.js\n", 4, "matches no file"),
        ("project:\n  type: book\n", 2, "supports website here"),
        ("website:\n  sidebar:\n    - contents:\n        - href: no.qmd\n", 4, "is no page"),
        ("website:\n  search: true\n", 2, "supports false here"),
        ("website:\n  favicon: no.svg\n", 2, "there is no file `no.svg`"),
    ],
)
def test_project_file_errors_in_groups_stop(
    site: Site, project: str, line: int, message: str
) -> None:
    site.page("x")
    site.write("_quarto.yml", project)
    found = site.problems()
    assert len(found) == 1 and found[0].startswith(f"_quarto.yml:{line}: "), found
    assert message in found[0]


def test_folder_without_project_file_stops(site: Site) -> None:
    (site.root / "_quarto.yml").unlink()
    assert "run this in the project's folder" in site.problems()[0]


def test_include_error_names_the_include(site: Site) -> None:
    site.write("_part.qmd", "fine\n\nSee [x](no.qmd).\n")
    site.page("a\n\n{{< include _part.qmd >}}\n")
    assert [p.split(" ")[0] for p in site.problems()] == ["_part.qmd:3:"]
    site.write("_part.qmd", "fine\n\n```{python}\n#| ecko: 1\n```\n")
    assert [p.split(" ")[0] for p in site.problems()] == ["_part.qmd:4:"]


def test_recursive_include_stops(site: Site) -> None:
    site.write("_part.qmd", "{{< include _part.qmd >}}\n")
    site.page("{{< include _part.qmd >}}\n")
    assert site.problems() == ["_part.qmd:1: `_part.qmd` includes itself"]


def test_bad_links_are_reported_together(site: Site) -> None:
    site.page("[x](a.qmd)\n[y](b.qmd#no)\n")
    site.page("[z](index.qmd#no)\n[w](no.csv)\n", "b.qmd")
    places = [p.split(" ")[0] for p in site.problems()]
    assert places == ["b.qmd:4:", "b.qmd:5:", "index.qmd:4:", "index.qmd:5:"]


def test_figure_state_is_not_part_of_the_id(site: Site) -> None:
    site.page("[ok](#sec-b?step=3&x=-1)\n\n## B {#sec-b}\n\n[no](#sec-c?step=3)\n")
    assert [p.partition(" ")[2] for p in site.problems()] == [
        "`#sec-c?step=3`: index.qmd has no id `sec-c`"
    ]


def test_ids_on_other_pages_are_checked(site: Site) -> None:
    site.page("[ok](b.qmd#sec-b) [ok](b.html#sec-b) [out](https://example.org/#x)\n")
    site.page("## B {#sec-b}\n\n[ok](index.qmd) [ok](/index.qmd)\n", "b.qmd")
    site.build()
    assert 'href="b.html#sec-b"' in site.main()
    assert site.main("b.html").count('href="index.html"') == 2


def test_missing_translation_is_one_problem(site: Site) -> None:
    site.page("a\n", "b.qmd")
    site.page("[x](b.es.qmd) [y](b.es.qmd#no)\n[z](b.es.qmd)\n")
    assert site.problems() == [
        "b.qmd:1: its translation b.es.qmd is missing: write it, or take the links away"
    ]


def test_full_disk_is_reported(
    site: Site, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fill(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "_site/index.html")

    monkeypatch.setattr("tools.preview.site.build", fill)
    assert preview(["--root", str(site.root)]) == 1
    message = "The disk is full (_site/index.html): the site and .cache need 0.5 GB\n"
    assert capsys.readouterr().err == message
