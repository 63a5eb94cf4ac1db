"""The suspects of the gradient detective: every sickness shows in the report alone."""

from collections import Counter

import pytest
import torch

from tapewalk import inspect
from tapewalk_course import detective
from tapewalk_course.detective.suspects import KINDS
from tests.tapewalk.blocks import TELLS_SHAPES, newer


def diagnosed(report):
    """Return the diagnosis of a reader of the report alone."""
    statuses = {p.status for p in report.missing}
    marks = {p.gradient.mark for p in report.marked}
    by_status = {"frozen": "frozen", "unused": "unused", "inside": "data", "after": "detached"}
    by_mark = {"nan": "overflow", "zero": "zeroed"}
    by_mark |= {"exploding": "exploding", "vanishing": "vanishing"}
    found = [kind for status, kind in by_status.items() if status in statuses]
    found += ["tied"] * any(p.also for p in report.parameters)
    found += ["unfused"] * any(not core.fused for core in report.attention)
    found += [kind for mark, kind in by_mark.items() if mark in marks][:1]
    assert len(found) <= 1
    return found[0] if found else "healthy"


@pytest.mark.by_turns(4)
@pytest.mark.parametrize("begin", range(0, 200, 50))
def test_report_distinguishes_the_kinds(begin):
    seen = Counter()
    for seed in range(begin, begin + 50):
        case = detective.suspect(seed)
        report = inspect(case.loss_function, case.model, gradients=True)
        assert diagnosed(report) == case._kind, seed
        assert set(report.categories) <= set(inspect.categories.CATEGORIES)
        assert "unknown" not in report.categories or not TELLS_SHAPES
        seen[case._kind] += 1
    assert set(seen) == set(KINDS) == set(detective.answers())


def one_of_each():
    found = {}
    seed = 0
    while len(found) < len(KINDS):
        case = detective.suspect(seed)
        found.setdefault(case._kind, case)
        seed += 1
    return found


CASES = one_of_each()


@pytest.mark.parametrize("kind", KINDS)
def test_feedback_is_right_for_one_answer_only(kind):
    case = CASES[kind]
    told = {answer: case.check(answer, "en") for answer in KINDS}
    assert [answer for answer, feedback in told.items() if feedback] == [kind]
    assert str(told[kind]).startswith("Right: ")
    name = detective.answers("en")[kind]
    for answer in set(KINDS) - {kind}:
        text = str(told[answer])
        assert text.startswith("Not this: ") and "The report shows: " in text
        assert name not in text and "{" not in text
    spanish = case.check(kind, "es")
    assert spanish and str(spanish).startswith("Correcto: ")


def test_case_depends_on_its_seed_only():
    state = torch.get_rng_state()
    one, other = detective.suspect(11), detective.suspect(11)
    assert torch.equal(state, torch.get_rng_state())
    assert torch.equal(one.loss_function(), other.loss_function())
    assert repr(one) == "<suspect 11>" and detective.suspect().seed != detective.suspect().seed


def test_run_of_a_case_leaves_gradients():
    case = CASES["zeroed"]
    loss = case.run()
    report = inspect(loss, case.model)
    assert report.freed and report.gradients == "grad"
    assert {p.gradient.mark for p in report.marked} == {"zero"}
    case.run()
    assert inspect(case.loss_function, case.model).marked == report.marked


def test_existing_report_is_used():
    case = CASES["data"]
    report = inspect(case.loss_function, case.model, gradients=True)
    for answer in KINDS:
        assert case.check(answer, "es", report) == case.check(answer, "es")


def test_feedback_groups_parameters_with_the_same_finding():
    case = CASES["unused"]
    text = str(case.check("unused", "en"))
    layers = {p.module for p in inspect(case.loss_function, case.model).missing}
    assert text.count("was not called") == len(layers) == 2


@newer
def test_overflow_shows_in_types_and_nan():
    report = inspect(CASES["overflow"].loss_function, CASES["overflow"].model, gradients=True)
    assert {p.gradient.mark for p in report.parameters} == {"nan"}
    assert "Number types: float16, float32." in report.text("en")


def test_unknown_answer_is_rejected():
    with pytest.raises(ValueError, match="there is no answer 'flu'; there are healthy, detached"):
        CASES["tied"].check("flu", "en")


def test_answers_are_translated():
    assert detective.answers("es")["tied"] == "dos capas comparten un peso"
