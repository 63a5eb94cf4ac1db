"""What people add to a copy of the course changes the files that CONTRIBUTING lists, and no others.

Each addition is made as CONTRIBUTING says and has to work: nothing is registered anywhere else.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import pytest

from tests.course_copy import Copy
from tests.pages.sources import ROOT
from tools.assets.__main__ import NODE


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("course"))


pytestmark = pytest.mark.by_turns(5)


@pytest.fixture
def copy(whole: Copy) -> Iterator[Copy]:
    whole.begin()
    yield whole


def listed(heading: str) -> list[str]:
    """Return the files that a section of CONTRIBUTING lists, with placeholders in capitals."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    (section,) = re.findall(rf"^## {heading}\n(.*?)(?=^## )", text, re.DOTALL | re.MULTILINE)
    names = re.findall(r"^- `([^`]+)`", section, re.MULTILINE)
    assert names, f"no files are listed under {heading!r}"
    return names


def pattern(name: str) -> str:
    return re.sub(r"[A-Z]{2,}", "[^/]+", name.replace(".", r"\.")) + "$"


def assert_as_listed(copy: Copy, heading: str) -> None:
    """Assert that each file listed has changed, and no other; those with "if" may be left out."""
    names, changed = listed(heading), copy.changed()
    others = [one for one in changed if not any(re.match(pattern(name), one) for name in names)]
    assert others == [], f"CONTRIBUTING does not list them under {heading!r}"
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    needed = [name for name in names if not re.search(rf"^- `{re.escape(name)}`, if ", text, re.M)]
    missing = [name for name in needed if not any(re.match(pattern(name), one) for one in changed)]
    assert missing == [], f"it works without them, listed under {heading!r}"


CBRT = '''

class Cbrt(Function):
    """The cube root of each entry: receives g / (3 y ** 2). Saves the result y."""

    method = "cbrt"
    numpy: ClassVar[Any] = np.cbrt
    saves = ("result",)

    def forward(self, x: Array) -> Any:
        y = np.cbrt(x)
        self.saved = (y,)
        return y

    def backward(self, grad: Array) -> Any:
        (y,) = self.saved
        return grad / (3 * y * y)
'''


def test_operation_is_its_class_and_a_row(copy: Copy) -> None:
    path = "lib/tapewalk/ops/elementwise.py"
    copy.write(path, (copy.root / path).read_text("utf-8") + CBRT)
    copy.run(sys.executable, "-m", "tools.stubs")
    second_order = "tests/tapewalk/test_second_order.py"
    row = '    "Cbrt": [(lambda x: x.cbrt(), (3,))],\n'
    copy.replace(second_order, '    "CopySlices"', f'{row}    "CopySlices"')
    code = """
import numpy as np, tapewalk
x = tapewalk.Tensor([8.0], requires_grad=True)
y = np.cbrt(x) + x.cbrt() + tapewalk.cbrt(x)
y.backward()
print(y.tolist(), x.grad.tolist(), y.grad_fn.next_functions[1][0].name())
"""
    assert copy.python(code).split("[")[1:] == ["6.0] ", "0.25] CbrtBackward\n"]
    copy.pytest(second_order, "-k", "second_derivatives")
    assert_as_listed(copy, "Add an operation")


VIEW = """\
import {html} from "htl";
import {figure} from "../../figure/figure.js";
import manifest from "./view.json" with {type: "json"};

export function total(trace, options = {}) {
  const {times = 1} = options;
  return figure(manifest, options, 0, () => html`<p>${trace.nodes.length} × ${times}</p>`);
}
"""
MANIFEST = """\
{
  "name": "total",
  "notebook": "total",
  "subject": "trace",
  "value": "step",
  "shares": ["lang"],
  "options": {"times": "number"},
  "words": {
    "en": {"title": "Total", "about": "how many nodes", "options": {"times": "a factor"}},
    "es": {"title": "Total", "about": "cuántos nodos", "options": {"times": "un factor"}}
  }
}
"""


def test_view_is_a_folder(copy: Copy) -> None:
    copy.write("lib/diagrams/views/total/total.js", VIEW)
    copy.write("lib/diagrams/views/total/view.json", MANIFEST)
    copy.python("from tools.assets.imports import build_imports\nassert build_imports()")
    assert " total," in (copy.root / "_diagram-lib.qmd").read_text("utf-8")
    samples = "tests/diagrams/samples.js"
    copy.replace(samples, "export const samples = {", "export const samples = {\n" + SAMPLE)
    copy.run(NODE, "--test", "--test-name-pattern", "total", "tests/diagrams/snapshots.test.js")
    code = """
from tapewalk import Value, widgets
from tapewalk.figures.views import VIEWS
print(widgets.total.__name__, [*VIEWS["total"].options][-1:])
"""
    assert copy.python(code).startswith("total ")
    assert_as_listed(copy, "Add a view")


SAMPLE = '  total: [["three nodes", [{nodes: [1, 2, 3]}], {}]],\n'

RULE = '''\
from collections.abc import Iterator

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence
from tapewalk.inspect.rules.rule import Rule


class Tripled(Rule):
    """A product with 3, which is not needed."""

    kind = "tripled"
    urgency = 999
    topic = "factors"
    cause = {"en": "the loss is tripled.", "es": "la pérdida se triplica."}
    fix = {"en": "leave out the 3.", "es": "quita el 3."}

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        if any(node.op.startswith("Mul") for node in evidence.nodes):
            yield self.found("", None)
'''
REPORT = """
import torch
from torch import nn
from tapewalk import inspect
torch.manual_seed(0)
model, x = nn.Linear(2, 1), torch.ones(4, 2)
for loss in (lambda y: y.sum() * 3, lambda y: y.sum()):
    report = inspect(model, x, loss_fn=loss)
    print([finding.kind for finding in report.findings], "se triplica" in report.text(lang="es"))
"""


def test_finding_is_its_class(copy: Copy) -> None:
    copy.write("lib/tapewalk/inspect/rules/tripled.py", RULE)
    assert copy.python(REPORT) == "['tripled'] True\n[] False\n"
    assert_as_listed(copy, "Add a finding")


def test_exercise_is_its_folder(copy: Copy) -> None:
    module = "lib/tapewalk_course/exercises/module_01"
    for path in sorted((copy.root / module / "unbroadcast").iterdir()):
        if path.is_file():
            text = path.read_text("utf-8").replace("01.3", "01.9")
            copy.write(
                f"{module}/shrinking/{path.name}", text.replace("-unbroadcast", "-shrinking")
            )
    code = """
from tools.assets.exercises import build_exercises
from tapewalk_course.exercises.catalog import MODULES
from tapewalk_course.exercises.grading import grade
build_exercises()
new = MODULES["01"][-1]
work = new.mistakes.work(new.mistakes.solution, new.takes)
print(new.id, grade("01.9", *work, seed=1, lang="en").passed)
"""
    assert copy.python(code) == "01.9 True\n"
    for ending in ("", ".es"):
        included = (copy.root / module / f"tasks{ending}.qmd").read_text("utf-8")
        assert included.endswith(f"module_01/shrinking/task{ending}.qmd >}}}}\n")
    assert_as_listed(copy, "Add an exercise")


LESSON = """\
---
title: "{title}"
lang: {lang}
order: 3.5
---

{text}
"""


def test_lesson_is_two_pages(copy: Copy) -> None:
    folder = "modules/02-tape-walk"
    copy.write(f"{folder}/between.qmd", LESSON.format(title="Between", lang="en", text="A page."))
    copy.write(
        f"{folder}/between.es.qmd", LESSON.format(title="Entre", lang="es", text="Una página.")
    )
    code = """
from pathlib import Path
from tools.preview import config
project = config.load(Path.cwd())
print([page for page in map(str, project.pages) if "between" in page])
"""
    assert copy.python(code).count("between") == 2
    assert_as_listed(copy, "Add a lesson")
