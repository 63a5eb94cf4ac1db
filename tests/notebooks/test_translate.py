"""OJS calls of views become Python calls of widgets, and what can't be translated stops."""

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


def test_a_call_keeps_its_subject_and_its_options():
    code = 'stepper(chain, {id: "fig-chain", mode: "switch", step: 2, autoplay: false})'
    assert python(code) == [
        'widgets.stepper(published.chain, mode="switch", step=2, autoplay=False)'
    ]


def test_the_bundle_s_names_become_those_of_the_library():
    assert python("tapeList(walk)", "ledger(walk, {by: 'kind'})") == [
        "widgets.tape(published.walk)",
        'widgets.ledger(published.walk, by="kind")',
    ]


def test_a_named_view_can_be_referred_to_and_takes_no_name_of_the_lesson():
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


def test_values_mean_in_python_what_they_meant_in_javascript():
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


def test_a_long_call_is_broken_into_lines_that_still_say_the_same():
    words = "word " * 30
    code = f'quiz({{question: "{words}", choices: [{{when: 1, say: "{words}"}}, {{when: 2}}]}})'
    (text,) = python(code)
    assert len(text.splitlines()) > 5
    assert ast.literal_eval(ast.parse(text, mode="eval").body.keywords[1].value) == [
        {"when": 1, "say": words},
        {"when": 2},
    ]


def test_a_function_without_free_names_stays_javascript():
    code = "prediction(c, {replies: [{when: (guess) => Math.abs(guess) < 1, say: 'no'}]})"
    assert 'widgets.js("(guess) => Math.abs(guess) < 1")' in python(code)[0]


def test_imports_and_what_belongs_to_the_site_leave_nothing():
    assert python("progress({modules})") == [""]
    assert python('import {stepper} from "../../lib/diagrams/dist/tapewalk.js"') == [""]


@pytest.mark.parametrize(
    ("code", "line", "message"),
    [
        ("viewof rate = Inputs.range([0, 1])", 3, "no figure"),
        ("\nhtml`<p>`", 4, "no figure"),
        ("chart({x: runs.map((r) => r.x)})", 3, "computed in JavaScript"),
        ("stepper(chain, {\n  step: 1 + 1\n})", 4, "computed in JavaScript"),
        ("stepper(chain, options)", 3, "written out in braces"),
        ("stepper(chain, {...more})", 3, "key: value"),
        ("quiz({replies: [{when: (g) => g < limit}]})", 3, "limit"),
    ],
)
def test_what_has_no_translation_stops_at_its_line_and_says_the_cure(code, line, message):
    with pytest.raises(BuildError) as stopped:
        python(code)
    (problem,) = stopped.value.problems
    assert problem.place == Place(PAGE, line)
    assert message in problem.message
