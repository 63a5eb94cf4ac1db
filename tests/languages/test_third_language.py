"""A third language, Portuguese, in a copy of the course: a few words, one page, and its site."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tapewalk import Value, trace
from tests.course_copy import Copy
from tools.finish.markup import Page

# What somebody adds, as CONTRIBUTING lists it: by file, a text and the one that replaces it, ...
CHANGED = {
    "lib/tapewalk/language.py": (
        "}\nLANGUAGES",
        '    "pt": Writing(\n'
        '        *(",", "\\u202f", 5, "{day} de {month} de {year}"),\n'
        '        "janeiro fevereiro março abril maio junho julho agosto setembro outubro "\n'
        '        "novembro dezembro",\n'
        "    ),\n"
        "}\nLANGUAGES",
    ),
    "lib/diagrams/words/strings.js": (
        "const LANGUAGES = {en, es};",
        'import {pt} from "./pt.js";\nconst LANGUAGES = {en, es, pt};',
    ),
    "lib/live/words/words.js": (
        "{en: en.figures, es: es.figures}",
        "{en: en.figures, es: es.figures, pt: {reset: 'Repor'}}",
    ),
}
# ... and new files with few words each, so that English stands in for the others.
ADDED = {
    "tools/finish/words/pt.py": 'WORDS = {"name": "Português", "search": "Buscar"}\n',
    "tools/preview/words/pt.py": 'WORDS = {"fig": "Figura"}\n',
    "lib/diagrams/words/pt.js": (
        "export const pt = {stepOf: (step, last) => `Passo ${step} de ${last}`};\n"
    ),
}
PROJECT = """\
project:
  type: website
  render: [x.qmd, x.pt.qmd]
  resources: [lib/diagrams/dist/tapewalk/*.js, lib/diagrams/dist/tapewalk/parts/*.js]
website:
  title: "Walk the Tape"
  navbar:
    title: "Walk the Tape"
lang: en
format:
  html:
    css: [lib/diagrams/dist/tapewalk.css]
"""
PAGE = """\
---
title: "x"
lang: {lang}
---

```{{ojs}}
//| echo: false
//| output: false
import {{stepper}} from "./lib/diagrams/dist/tapewalk.js"
```

```{{ojs}}
//| echo: false
//| label: fig-square
//| fig-cap: "x²"
stepper({trace}, {{id: "fig-square"}})
```
"""
BUILD = """\
from tools.assets.__main__ import NODE
from tools.assets.bundle import BUNDLES, bundle
from tools.finish.__main__ import main as finish
from tools.preview.__main__ import main as render

for entry, target in BUNDLES:
    if target.name in ("tapewalk", "tapewalk.js", "tapewalk.css", "film-strip.mjs"):
        bundle(NODE, entry, target)
raise SystemExit(render(["--quiet"]) or finish(["_site"]))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the program with the language in it, and the site of its page."""
    course = Copy(tmp_path_factory.mktemp("course"))
    for name, (old, new) in CHANGED.items():
        course.replace(name, old, new)
    x = Value(1.5, label="x")
    pages = {
        f"x{ending}.qmd": PAGE.format(lang=lang, trace=json.dumps(trace(x * x)))
        for lang, ending in (("en", ""), ("pt", ".pt"))
    }
    for name, text in ({"_quarto.yml": PROJECT} | ADDED | pages).items():
        course.write(name, text)
    course.python(BUILD)
    return course.root


def _page(copy: Path, name: str) -> Page:
    return Page((copy / "_site" / name).read_text("utf-8"))


def test_language_switch_names_a_third_language(copy: Path) -> None:
    page = _page(copy, "x.html")
    (link,) = (one for one in page.find_all("a") if one.attributes.get("hreflang") == "pt")
    assert (link.attributes["href"], page.content(link)) == ("x.pt.html", "Português")


def test_page_has_its_words_and_english_for_the_rest(copy: Path) -> None:
    page = _page(copy, "x.pt.html")
    dialog, html = page.find("dialog"), page.find("html")
    assert html is not None and html.attributes["lang"] == "pt"
    assert dialog is not None and dialog.attributes["aria-label"] == "Buscar"
    assert dialog.attributes["data-wait"] == "Loading the index …"
    assert "Figura\u00a01" in page.edited()


def test_figure_has_its_words_and_english_for_the_rest(copy: Path) -> None:
    page = _page(copy, "x.pt.html")
    strip = page.find("ol", css_class="tw-strip")
    assert strip is not None and strip.attributes["lang"] == "pt"
    text = re.sub(r"<[^>]*>", "", page.content(strip))
    assert "Passo 1 de 4" in text  # its own words,
    assert "Saved for the backward pass" in text  # those it lacks,
    assert "1,5" in text and "1.5" not in text  # and its way to write numbers


def test_live_figure_has_its_words_and_english_for_the_rest(copy: Path) -> None:
    program = 'const {figureWords} = await import("./lib/live/words/words.js");'
    program += 'const {reset, asleep, lang} = figureWords("pt");'
    program += 'console.log(reset, asleep === figureWords("en").asleep, lang)'
    node = subprocess.run(
        [*("node", "--input-type=module", "-e"), program],
        cwd=copy, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert node.stdout.split() == ["Repor", "true", "pt"]
