"""Solutions of exercises: folded in the pages of both renderers, after a question for scripts."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests.finish.pages import page
from tools.finish.finish import finish_page
from tools.finish.repository import Home
from tools.finish.site import FinishError, Site

COPY = '<button type="button" class="code-copy-button" title="Copy"><i class="bi"></i></button>'
CODE = (
    '<div class="sourceCode" id="cb{n}" data-exercise="01.{n}">'
    '<pre class="sourceCode python solution"><code class="sourceCode python">'
    "<span>return 1 &lt; x</span></code></pre></div>"
)
BLOCKS = {
    "with a copy button": f'<div class="code-copy-outer-scaffold">{CODE}{COPY}</div>',
    "highlighted": CODE,
    "plain": '<pre class="solution" data-exercise="01.{n}"><code>return 1 &lt; x</code></pre>',
}
ADDRESS = {"en": "m/a.html", "es": "m/a.es.html"}

every_block = pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS)


def finished(folder: Path, sources: Path, block: str, lang: str = "en") -> str:
    body = "<p>Before</p>" + "".join(block.format(n=n) for n in (1, 2)) + "<p>After</p>"
    text = page(lang, "A", "../", body)
    return finish_page(text, ADDRESS[lang], Site.read(folder), Home(None, ""), sources)


@every_block
def test_only_solutions_are_folded(folder: Path, sources: Path, block: str) -> None:
    soup = BeautifulSoup(finished(folder, sources, block), "html.parser")
    folded = soup.select("details.solution")
    assert [place["data-exercise"] for place in folded] == ["01.1", "01.2"]
    for place in folded:
        assert place.select_one("summary") is place.find(True)
        assert len(place.select(".solution-code pre.solution")) == 1
        assert len(place.select(".code-copy-button")) == block.count("code-copy-button")
        assert not {"Before", "After"} & set(place.stripped_strings)
    assert soup.select("pre.solution") == soup.select("details.solution pre.solution")


@every_block
def test_solution_is_visible_without_scripts(folder: Path, sources: Path, block: str) -> None:
    soup = BeautifulSoup(finished(folder, sources, block), "html.parser")
    assert all(place.has_attr("hidden") for place in soup.select(".attempt"))
    assert not any(place.has_attr("hidden") for place in soup.select(".solution-code"))
    assert not any(place.has_attr("open") for place in soup.select("details.solution"))


@pytest.mark.parametrize(("lang", "title"), [("en", "Solution 01.1"), ("es", "Solución 01.1")])
def test_question_is_in_the_language_of_the_page(
    folder: Path, sources: Path, lang: str, title: str
) -> None:
    soup = BeautifulSoup(finished(folder, sources, CODE, lang), "html.parser")
    assert soup.select_one(".solution summary").get_text() == title  # type: ignore[union-attr]
    buttons = soup.select("details:first-of-type .attempt button")
    assert [button["value"] for button in buttons] == ["passed", "failed", "none"]
    assert all(button["data-reply"] for button in buttons)


def test_page_loads_the_script_once(folder: Path, sources: Path) -> None:
    soup = BeautifulSoup(finished(folder, sources, CODE), "html.parser")
    scripts = soup.select('script[src$="solutions.js"]')
    assert [script["src"] for script in scripts] == ["../lib/theme/solutions.js"]


def test_page_without_exercises_is_unchanged(folder: Path, sources: Path) -> None:
    text = (folder / "m/a.html").read_text("utf-8")
    result = finish_page(text, "m/a.html", Site.read(folder), Home(None, ""), sources)
    assert "solution" not in result


def test_solution_without_exercise_stops_the_build(folder: Path, sources: Path) -> None:
    with pytest.raises(FinishError, match=r"m/a\.html.*exercise="):
        finished(folder, sources, '<pre class="solution">{n}</pre>')
