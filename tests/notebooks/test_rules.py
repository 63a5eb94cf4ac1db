"""The conversion of a page's markdown and cells, on a small page with one of each."""

import json

import pytest

from tools.finish.repository import Home
from tools.notebooks.lessons import write_notebooks
from tools.preview import execute
from tools.preview.errors import BuildError
from tools.preview.site import build

PROJECT = """
project:
  type: website
  render: ["/modules/**/*.qmd"]
jupyter: python3
"""
HEAD = '---\ntitle: "A lesson"\nlang: en\n---\n'
PAGE = f"""{HEAD}
## First {{#sec-first}}

See [the number](#cell-ask){{.computed}} `{{python}} f"{{6 * 7}} [a]*"`.
Read [more](../02-b/other.qmd#x) and [elsewhere](https://example.org/a).

$$a = b$$

::: {{.content-visible when-format="html"}}
```{{ojs}}
html`<p>only on the page</p>`
```

```{{python}}
print("only on the page")
```
:::

::: {{.callout-note collapse="true"}}
## Titled
Folded.
:::

::: {{.callout-tip collapse="true"}}
## Hint
Runs below.

```{{python}}
#| label: cell-ask
print("inside")
```
:::

```{{ojs}}
//| echo: false
viewof asked = prediction(walk,
  {{id: "q", holds: "cell-ask", question: "How fast?", answer: {{grad: "x"}}}})
```

```{{python}}
#| echo: false
#| output: asis
from tapewalk import Value, publish, trace

x = Value(3.0, label="x")
for name in ["walk"]:
    publish(**{{name: trace(x * x)}})
```

```{{ojs}}
//| label: fig-walk
//| fig-cap: "The walk."
//| echo: false
stepper(walk, {{id: "fig-walk", after: {{step: 1, prediction: viewof asked}}}})
```

```{{python}}
object()
```

```{{python}}
x * x
```

::: {{.panel-tabset}}
### One

Tab one.

### Two

Tab two.
:::
"""


def notebook(tmp_path, page, site=""):
    (tmp_path / "_quarto.yml").write_text(PROJECT, "utf-8")
    folder = tmp_path / "modules" / "01-a"
    folder.mkdir(parents=True)
    (folder / "lesson.qmd").write_text(page, "utf-8")
    (path,) = write_notebooks(tmp_path / "site", tmp_path, Home(None, site))
    return json.loads(path.read_text("utf-8"))


@pytest.fixture(scope="module")
def cells(tmp_path_factory):
    root = tmp_path_factory.mktemp("project")
    return notebook(root, PAGE, "https://example.com/course/")["cells"]


def text_of(cells, kind):
    return "\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == kind)


def code(cells, name):
    return next(c for c in cells if name in "".join(c["source"]) and c["cell_type"] == "code")


def test_computed_values_are_text(cells):
    assert "See the number 42 \\[a\\]\\*." in text_of(cells, "markdown")


def test_links_lead_to_the_site(cells):
    text = text_of(cells, "markdown")
    assert "[more](https://example.com/course/modules/02-b/other.html#x)" in text
    assert "[elsewhere](https://example.org/a)" in text


def test_math_is_unchanged(cells):
    assert "$$a = b$$" in text_of(cells, "markdown")


def test_content_of_pages_is_left_out(cells):
    assert "only on the page" not in json.dumps(cells)


def test_callout_is_folded_unless_it_has_cells(cells):
    text = text_of(cells, "markdown")
    assert "<details><summary>Titled</summary>\n\nFolded.\n\n</details>" in text
    assert "**Hint**\n\nRuns below." in text
    assert code(cells, "inside")["outputs"][0]["text"] == "inside\n"


def test_question_precedes_its_data(cells):
    sources = ["".join(c["source"]) for c in cells]
    asked = next(n for n, s in enumerate(sources) if s.startswith("# @title Question"))
    published = next(n for n, s in enumerate(sources) if "publish(**" in s)
    assert asked < published
    assert "import Value, trace" in sources[published]
    figure = code(cells, "widgets.stepper")
    assert figure["id"] == "fig-walk"
    assert "".join(figure["source"]) == (
        'widgets.stepper(published.walk, after={"step": 1, "prediction": asked_prediction})'
    )
    assert "image/svg+xml" in figure["outputs"][0]["data"]
    assert "*Figure 1. The walk.*" in text_of(cells, "markdown")


def test_outputs_have_no_addresses(cells):
    assert code(cells, "object()")["outputs"][0]["data"]["text/plain"] == "<object>"


def test_result_shows_its_graph(cells):
    data = next(c for c in cells if "".join(c["source"]) == "x * x")["outputs"][0]["data"]
    assert data["image/svg+xml"].startswith("<svg")
    assert data["text/plain"].startswith("Value(data=9.0")


def test_page_and_notebook_share_one_run(tmp_path, monkeypatch):
    """An edit of the prose makes another notebook from the same results."""
    (tmp_path / "_quarto.yml").write_text(PROJECT, "utf-8")
    page = tmp_path / "modules" / "01-a" / "lesson.qmd"
    page.parent.mkdir(parents=True)
    body = "```{python}\n6 * 7\n```\n"
    page.write_text(HEAD + body, "utf-8")
    build(tmp_path)

    def never(*_):
        raise AssertionError("a cell ran again")

    monkeypatch.setattr(execute, "run", never)
    for text in ("", "Prose.\n"):
        page.write_text(HEAD + body + text, "utf-8")
        (path,) = write_notebooks(tmp_path / "site", tmp_path, Home(None, ""))
        cells = json.loads(path.read_text("utf-8"))["cells"]
        assert code(cells, "6 * 7")["outputs"][0]["data"]["text/plain"] == "42"
        assert text.strip() in text_of(cells, "markdown")


def test_tabs_are_headings(cells):
    assert "### One\n\nTab one." in text_of(cells, "markdown")


def test_ids_are_unique_and_those_of_the_page(cells):
    ids = [c["id"] for c in cells]
    assert len(set(ids)) == len(ids)
    assert {"cell-ask", "fig-walk", "sec-first-1"} <= set(ids)


@pytest.mark.parametrize(
    ("body", "line", "message"),
    [
        ("```{ojs}\nInputs.range()\n```\n\n```{python}\n1\n```", 6, "is not a figure"),
        ("- item\n\n  ```{python}\n  1\n  ```", 7, "inside a list"),
        ("```{python}\nboom()\n```", 6, "NameError"),
        (
            "```{ojs}\nstepper(none, {step: 1})\n```\n\n```{python}\n"
            "from tapewalk import publish\npublish(none=[0])\n```\n\n"
            "```{ojs}\nstepper(none.gone)\n```",
            14,
            "no 'gone' in what was published",
        ),
        ("```{python}\npublished = 1\n```", 5, "another name"),
    ],
)
def test_unsupported_content_stops_at_its_line(tmp_path, body, line, message):
    with pytest.raises(BuildError) as stopped:
        notebook(tmp_path, f"{HEAD}{body}\n")
    (problem,) = stopped.value.problems
    assert message in problem.message
    assert problem.place.line == line
