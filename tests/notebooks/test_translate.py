"""OJS calls of views become Python calls of widgets; other code stops the build."""

import ast
from pathlib import Path

import pytest

from tools.notebooks.figures import translate
from tools.preview.cells import Cell, split
from tools.preview.errors import BuildError, Place
from tools.preview.source import Line

PAGE = Path("lesson.qmd")


def python(*ojs, taken=()):
    text = "\n".join(f"```{{ojs}}\n//| echo: false\n{code}\n```\n" for code in ojs)
    lines = [Line(line, Place(PAGE, n)) for n, line in enumerate(text.splitlines(), 1)]
    cells = {n: part for n, part in enumerate(split(lines)) if isinstance(part, Cell)}
    return [figure.code for figure in translate(cells, taken).values()]


def test_call_keeps_its_subject_and_options():
    code = 'stepper(chain, {id: "fig-chain", title: "a chain", step: 2, live: false})'
    assert python(code) == ['widgets.stepper(published.chain, title="a chain", step=2, live=False)']


def test_bundle_names_become_library_names():
    assert python("tapeList(walk)") == ["widgets.tape(published.walk)"]


def test_view_name_avoids_names_of_the_lesson():
    asked = 'viewof slope = prediction(chain, {id: "q", holds: "cell-c", answer: {grad: "x"}})'
    walk = "stepper(chain, {after: {step: 3, prediction: viewof slope}})"
    first, second = python(asked, walk, taken=["slope_prediction"])
    assert first == (
        'slope_prediction_ = widgets.prediction(published.chain, id="q", answer={"grad": "x"})\n'
        "slope_prediction_"
    )
    after = {"step": 3, "prediction": "slope_prediction_"}
    call = ast.parse(second, mode="eval").body
    assert ast.unparse(call.keywords[0].value) == str(after).replace(
        "'slope_prediction_'", "slope_prediction_"
    )


def test_values_have_the_same_meaning_in_python():
    code = """quiz({
      answer: runs.losses[0], within: 1e-3,
      choices: [{when: -0.5, text: `as is`}, {when: null, say: "it's \\u00bd \\n"}, {when: true}]
    })"""
    call = ast.parse(python(code)[0], mode="eval").body
    options = {keyword.arg: keyword.value for keyword in call.keywords}
    assert ast.unparse(options["answer"]) == "published.runs.losses[0]"
    assert ast.literal_eval(options["within"]) == 0.001
    assert ast.literal_eval(options["choices"]) == [
        {"when": -0.5, "text": "as is"},
        {"when": None, "say": "it's ½ \n"},
        {"when": True},
    ]


def test_long_call_is_broken_into_lines():
    words = "word " * 30
    code = f'quiz({{question: "{words}", choices: [{{when: 1, say: "{words}"}}, {{when: 2}}]}})'
    (text,) = python(code)
    assert len(text.splitlines()) > 5
    assert ast.literal_eval(ast.parse(text, mode="eval").body.keywords[1].value) == [
        {"when": 1, "say": words},
        {"when": 2},
    ]


def test_function_without_free_names_stays_javascript():
    code = "prediction(c, {replies: [{when: (guess) => Math.abs(guess) < 1, say: 'no'}]})"
    assert 'widgets.js("(guess) => Math.abs(guess) < 1")' in python(code)[0]


def test_imports_and_site_options_are_dropped():
    assert python("progress({modules})") == [""]
    assert python('import {stepper} from "../../lib/diagrams/dist/tapewalk.js"') == [""]


@pytest.mark.parametrize(
    ("code", "line", "message"),
    [
        ("viewof rate = Inputs.range([0, 1])", 3, "not a figure"),
        ("\nhtml`<p>`", 4, "not a figure"),
        ("chart({x: runs.map((r) => r.x)})", 3, "computed in JavaScript"),
        ("stepper(chain, {\n  step: 1 + 1\n})", 4, "computed in JavaScript"),
        ("stepper(chain, options)", 3, "written out in braces"),
        ("stepper(chain, {...more})", 3, "key: value"),
        ("quiz({replies: [{when: (g) => g < limit}]})", 3, "limit"),
    ],
)
def test_untranslatable_call_stops_with_advice(code, line, message):
    with pytest.raises(BuildError) as stopped:
        python(code)
    (problem,) = stopped.value.problems
    assert problem.place == Place(PAGE, line)
    assert message in problem.message
