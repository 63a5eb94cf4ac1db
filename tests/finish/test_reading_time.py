"""The minutes under a title, computed from the page's source."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.finish.pages import page as write_page
from tools.finish.markup import without_additions
from tools.finish.reading_time import state_minutes
from tools.minutes import minutes, minutes_of_path

PROSE = "A [**word**](../glossary.qmd#term-word){.of more=words} " * 450  # 900 words
CODE = """```{python}
#| label: cell-a
a = 1

b = 2
```
```{python}
#| echo: false
hidden = 3
```
```{python}
#| code-fold: true
folded = 4
```
"""
QUESTIONS = """```{ojs}
//| echo: false
viewof one = prediction(chain, {question: "How much is it, in all of these words?"})
quiz({question: "Which?"})
```
"""
FRONT = '---\ntitle: "Not read"\norder: 1\n---\n'


def _lesson(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_reading_time_counts_words_lines_and_questions(tmp_path: Path) -> None:
    # 900 words are 5 minutes, 2 lines 40 seconds, 2 questions 80: 7 minutes.
    assert minutes(_lesson(tmp_path, "a.qmd", FRONT + PROSE + CODE + QUESTIONS)) == 5
    # With 15 more questions it is 17; the minimum is five.
    assert minutes(_lesson(tmp_path, "b.qmd", FRONT + PROSE + CODE + QUESTIONS * 8)) == 15
    assert minutes(_lesson(tmp_path, "c.qmd", FRONT + "Short.")) == 5
    assert minutes(_lesson(tmp_path, "d.qmd", FRONT + CODE * 30)) == 20


def test_twins_and_indexes_share_reading_times(tmp_path: Path) -> None:
    _lesson(tmp_path, "a.qmd", FRONT + PROSE * 2)
    assert minutes(_lesson(tmp_path, "a.es.qmd", FRONT + PROSE * 3)) == 10
    _lesson(tmp_path, "paper.qmd", FRONT.replace("order", "minutes: 60\norder") + "Take a pencil.")
    _lesson(tmp_path, "no-lesson.qmd", "---\ntitle: x\n---\n" + PROSE)
    index = _lesson(tmp_path, "index.es.qmd", "---\ntitle: x\n---\n")
    assert minutes(index) == 70


def test_words_in_and_below_blocks_count(tmp_path: Path) -> None:
    around = f"::: {{.objectives}}\n{PROSE}\n:::\n\n{PROSE}"
    assert minutes(_lesson(tmp_path, "a.qmd", FRONT + around)) == 10


def test_path_counts_sections_and_pictures_without_exercises(tmp_path: Path) -> None:
    picture = "```{ojs}\n//| label: fig-a\nstepper(a)\n```\n"
    text = f"{FRONT}{PROSE}\n## One {{#sec-one}}\n\n{PROSE}{picture * 10}{CODE * 15}\n"
    _lesson(tmp_path, "a.qmd", f"{text}\n## Try {{#sec-exercise}}\n\n{PROSE}")
    _lesson(tmp_path, "index.qmd", "")
    assert minutes_of_path(["a.es.qmd"], tmp_path) == 20
    assert minutes_of_path(["index.qmd"], tmp_path, with_code=True) == 30
    assert minutes_of_path(["a.qmd#sec-one", "a.qmd#sec-exercise"], tmp_path) == 25
    with pytest.raises(LookupError, match="no section sec-two"):
        minutes_of_path(["a.qmd#sec-one,sec-two"], tmp_path)


def test_paths_through_the_engine_have_their_times() -> None:
    root = Path(__file__).parents[2]
    folder = "modules/01-autograd-engine"
    pictures = minutes_of_path([f"{folder}/index.qmd"], root)
    whole = minutes_of_path([f"{folder}/index.qmd"], root, with_code=True)
    assert pictures <= 0.6 * whole
    index = (root / folder / "index.qmd").read_text("utf-8")
    (short,) = re.findall(r'of="([^"]+)" path="code"', index)
    assert minutes_of_path(short.split(), root, with_code=True) <= 45


def test_minutes_precede_their_word_once(tmp_path: Path) -> None:
    _lesson(tmp_path, "a.qmd", FRONT + PROSE * 2)
    body = '<span class="minutes">minutos</span> <span class="minutes" data-of="a.qmd">m</span>'
    body += '<span class="minutes" data-of="a.qmd a.qmd" data-path="pictures">m</span>'
    text = write_page("es", "T", body=body)
    for _ in range(2):
        text = state_minutes(without_additions(text), "a.es.html", tmp_path)
    _lesson(tmp_path, "a.es.qmd", "")
    assert state_minutes(without_additions(text), "a.es.html", tmp_path).count("10 ") == 2
    assert text.count("10 ") == 1
    assert text.count("20 ") == 1
