"""The solutions of exercises: folded on every page, and opened by scripts after an attempt."""

import html

from tapewalk.language import language_in
from tools.finish.markup import Element, Page
from tools.finish.site import FinishError, link
from tools.finish.words import WORDS

_SCRIPT = "lib/theme/solutions.js"
ASSETS = (_SCRIPT, "lib/diagrams/questions/progress-store.js")
# The elements around a block of code in both renderers, from the outside in.
_AROUND = ("code-copy-outer-scaffold", "sourceCode")


def fold_solutions(page: Page, address: str) -> None:
    """Fold each solution, behind a question that only scripts show.

    Args:
        page: The page to change. A solution is a block of code of the class `solution` that names
            its exercise, as in ```` ```{.python .solution exercise="01.2"} ````.
        address: The page's address in the site.

    Raises:
        FinishError: A solution does not name its exercise.
    """
    solutions = [e for e in page.find_all("pre") if "solution" in e.classes]
    head = page.find("head")
    if not solutions or head is None:
        return
    for solution in solutions:
        block, exercise = _block_of(page, solution), _exercise_of(page, solution)
        if not exercise:
            raise FinishError(f'{address}: a `.solution` needs its exercise, as exercise="01.2"')
        page.insert(block.start, _before(language_in(address), exercise))
        page.insert(block.end + len(f"</{block.tag}>"), "</div></details>")
    page.insert(head.end, f'<script type="module" src="{link(address, _SCRIPT)}"></script>')


def _block_of(page: Page, solution: Element) -> Element:
    """Return the whole block around a solution's code, copy button included."""
    for name in _AROUND:
        for element in page.find_all("div", css_class=name):
            if element.holds(solution):
                return element
    return solution


def _exercise_of(page: Page, solution: Element) -> str:
    # Pandoc writes the attributes of highlighted code to the element around it.
    named = (e for e in page.elements if e == solution or e.holds(solution))
    return next((e.attributes[key] for e in named if (key := "data-exercise") in e.attributes), "")


def _before(language: str, exercise: str) -> str:
    words = WORDS[language]
    buttons = "".join(
        f'<button type="button" value="{value}" data-reply="{html.escape(reply)}">{said}</button>'
        for value, (said, reply) in words.attempts.items()
    )
    return (
        f'<details class="solution" data-exercise="{html.escape(exercise)}" data-pagefind-ignore>'
        f'<summary>{words.solution}<span class="solution-of"> {html.escape(exercise)}</span>'
        f'</summary><fieldset class="attempt" hidden><legend>{words.attempt}</legend>'
        f'{buttons}</fieldset><p class="attempt-reply" role="status"></p>'
        '<div class="solution-code">'
    )
