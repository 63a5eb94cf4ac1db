"""A change of the English page reaches the Spanish one, whose words stay."""

import pytest

from tests.twins.lesson import ENGLISH, MEMORY, SPANISH, changed, in_spanish
from tools.twins.blocks import blocks
from tools.twins.follow import follow
from tools.twins.marks import marks
from tools.twins.memory import Memory
from tools.twins.pieces import pieces


def test_a_page_that_follows_stays_as_it_is():
    assert follow(ENGLISH, SPANISH, Memory("es")).text == SPANISH
    page = follow(ENGLISH, SPANISH, MEMORY)
    assert (page.text, page.changed, page.left_out) == (SPANISH, [], [])


SHARED = {
    "a key of the front matter": ("toc: false", "toc: true"),
    "an include": ("_diagram-lib.qmd >}}", "_other.qmd >}}"),
    "a class": ("{.objectives}", "{.goals .wide}"),
    "an option": ("//| echo: false", "//| echo: true"),
    "code beside a comment": ('c = x.total("sum")  ', 'c = 2 * x.total("sum")  '),
    "an id of a question": ('id: "slope"', 'id: "how-steep"'),
    "a number in a diagram": ("{when: 1,", "{when: -1,"),
    "a line without words": ("x = Value(", "y = 3\nx = Value("),
}


@pytest.mark.parametrize(("old", "new"), SHARED.values(), ids=SHARED)
def test_structure_and_code_come_from_english(old, new):
    assert changed(old, new).text == in_spanish(old, new)


def test_an_id_is_renamed_where_the_spanish_page_links_to_it_by_itself():
    spanish = in_spanish("Los caminos", "[Los caminos](#sec-question)")
    page = changed("{#sec-question}", "{#sec-start}", spanish)
    assert page.text == spanish.replace("sec-question", "sec-start")


def test_a_label_is_renamed():
    english = ENGLISH.replace("cell-slope", "cell-first")
    assert follow(english, SPANISH, Memory("es")).text == SPANISH.replace(
        "cell-slope", "cell-first"
    )


@pytest.mark.parametrize("memory", [MEMORY, Memory("es")], ids=["with memory", "without"])
def test_a_name_in_prose_formulas_links_and_strings_follows(memory):
    english, spanish = ENGLISH.replace("0.5", "1.5"), SPANISH.replace("0{,}5", "1{,}5")
    names = (("c.value", "c.data"), ("x.grad", "x.gradient"), ("sec-first", "sec-order"))
    for old, new in names:
        english, spanish = english.replace(old, new), spanish.replace(old, new)
    assert follow(english, SPANISH, memory).text == spanish


def test_of_two_names_in_a_string_each_follows_its_own_or_both_wait():
    english = ENGLISH.replace("x.grad:g}, of {c}", "x.gradient:g}, of {c.total}")
    spanish = in_spanish("{c}", "{c.sum_total}")
    before = ENGLISH.replace("of {c}", "of {c.sum_total}")
    assert follow(before, spanish, Memory("es")).text == spanish
    wanted = 'print(f"de {c.total}, la pendiente es {x.gradient:g}")\n'
    assert wanted in follow(english, spanish, Memory("es")).text
    assert 'es {x.grad:g}")  # traducir\n' in follow(english, SPANISH, Memory("es")).text


def test_what_a_sentence_does_not_compute_any_more_is_marked():
    page = changed('[`{python} f"{x.grad:g}"`](#cell-slope){.computed} times as fast', "fast")
    assert marks(page.text) == 1
    assert "Mira [aquí](order.es.qmd#sec-first). <!-- traducir -->\n" in page.text


CELL = """\
```{python}
#| label: cell-new
y = x.relu()  # cuts it
print("after the cut", y)
print(f"{y:.1f}")
```

"""


def test_a_new_cell_is_marked_line_by_line():
    page = changed("## The picture", f"{CELL}## The picture")
    marked = CELL.replace("# cuts it", "# cuts it # traducir")
    marked = marked.replace('cut", y)', 'cut", y)  # traducir')
    assert page.text == in_spanish("## El dibujo", f"{marked}## El dibujo")


@pytest.mark.parametrize("place", ["How fast", "Paths add", "```{ojs}", "## The picture"])
def test_a_new_paragraph_is_marked_and_leads_to_spanish_pages(place):
    page = changed(place, f"Look [here](tape.qmd#sec-a) first.\n\n{place}")
    new = "Look [here](tape.es.qmd#sec-a) first. <!-- traducir -->\n\n"
    assert page.text.count(new) == 1
    assert page.text.replace(new, "") == SPANISH


def test_new_words_in_a_diagram_and_a_list_are_marked():
    page = changed('"The first."}', '"The first."},\n    {when: 2, say: "The second."}')
    second = '"La primera."},\n    {when: 2, say: "The second."}]  // traducir'
    assert page.text == in_spanish('"La primera."}]', second)
    page = changed("- add two", "- read three,\n- add two")
    assert page.text == in_spanish("- sumar", "- read three, <!-- traducir -->\n- sumar")


def test_marks_stay_until_they_are_removed():
    english = ENGLISH.replace("## The picture", f"{CELL}A new one.\n\n## The picture")
    english = english.replace("toc: false", 'subtitle: "How steep?"\ntoc: false')
    page = follow(english, SPANISH, MEMORY).text
    assert marks(page) == 4
    assert follow(english, page, MEMORY).text == page
    done = page.replace("after the cut", "tras el corte").replace("y)  # traducir", "y)")
    assert marks(done) == 3
    assert follow(english, done, MEMORY).text == done


def test_an_empty_page_is_filled_and_every_text_in_it_waits():
    page = follow(ENGLISH, "", Memory("es")).text
    assert "lang: es\n" in page
    left = page.replace(" <!-- traducir -->", "").replace("  // traducir", "")
    left = left.replace("  # traducir", "").replace(" // traducir", "").replace(" # traducir", "")
    assert left == ENGLISH.replace("lang: en", "lang: es").replace("order.qmd", "order.es.qmd")
    texts = ("Slopes", "read a slope,", "The question", "sec-first)", "weight", "adds them up")
    for text in (*texts, "step by step.", "Which one?", "The first."):
        (line,) = (line for line in page.splitlines() if text in line)
        assert marks(line) == 1, line


def test_words_that_were_translated_before_are_not_asked_for_again():
    page = changed("c = x.total", 'w = Value(1.0, label="weight")\nc = x.total')
    assert page.text == in_spanish("c = x.total", 'w = Value(1.0, label="peso")\nc = x.total')


def test_a_string_that_is_code_comes_from_english():
    assert 'c = x.total("mean")        # los suma' in changed('"sum"', '"mean"').text


def test_a_slider_is_named_alike_in_both_languages_and_its_label_is_translated():
    slider = '{"name": "rate", "label": "rate"}, by("rate"), {"by": ["x", "rate"], "values": [1]}'
    (cell,) = blocks(f"```{{python}}\nruns = {slider}\n```\n")
    assert [piece.text for piece in pieces(cell) if piece.has_words].count('"rate"') == 1


def test_a_program_in_a_string_comes_from_english_and_waits_for_a_look():
    program = 'y = """\na = 1\n"""\nc = x.'
    english, spanish = (text.replace("c = x.", program) for text in (ENGLISH, SPANISH))
    memory = Memory("es", [(english, spanish)])
    page = follow(english.replace("a = 1", "a = two"), spanish, memory)
    assert page.text == spanish.replace('a = 1\n"""', 'a = two\n"""  # traducir')


def test_a_section_that_moves_takes_its_words_along():
    start, question, picture = (ENGLISH.find(f"## The {name}") for name in ("x", "q", "p"))
    assert start == -1
    moved = ENGLISH[:question] + ENGLISH[picture:] + "\n" + ENGLISH[question:picture].rstrip()
    question, picture = SPANISH.find("## La pregunta"), SPANISH.find("## El dibujo")
    wanted = SPANISH[:question] + SPANISH[picture:] + "\n" + SPANISH[question:picture].rstrip()
    assert follow(f"{moved}\n", SPANISH, MEMORY).text == f"{wanted}\n"


def test_the_translator_hears_of_words_that_changed_and_went():
    page = changed("Paths add up", "Slopes of paths add up")
    assert (page.text, page.changed) == (SPANISH, ["Los caminos suman $0{,}5$."])
    page = changed("Paths add up to $0.5$", "Slopes add up to $1.5$")
    assert (page.changed, page.left_out) == (["Los caminos suman $1{,}5$."], [])
    page = changed("- add two slopes.\n", "")
    assert page.text == in_spanish("- sumar dos pendientes.\n", "")
    assert page.left_out == ["sumar dos pendientes."]
