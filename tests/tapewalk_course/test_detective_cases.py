"""The detective's cases: each is run, and its answers agree with the runs."""

from collections import Counter

import pytest
import torch

from tapewalk_course import detective
from tapewalk_course.detective import shown
from tapewalk_course.detective.bugs import BUGS
from tapewalk_course.detective.cases import BUG_KINDS, HEALTHY
from tapewalk_course.detective.probes import probes
from tapewalk_course.detective.runs import Trial
from tapewalk_course.detective.words import words


def one_of_each():
    found = {}
    seed = 0
    while len(found) < len(BUG_KINDS):
        case = detective.case(seed)
        found.setdefault(case.kind, case)
        seed += 1
    return found


CASES = one_of_each()


SHOWN = shown.programs(shown.CASES)


def test_programs_are_short_and_made_again():
    assert BUG_KINDS[-1] == HEALTHY
    for case in CASES.values():
        assert 30 <= len(case.code.splitlines()) <= 60
        assert case.code == detective.case(case.seed).code


def test_report_alone_solves_a_third_at_most():
    named = Counter(detective.named_by_report(case) for case in SHOWN)
    assert len(SHOWN) >= 24 and named["nothing"] >= 8
    assert named["right"] <= len(SHOWN) / 3


@pytest.mark.by_turns(5)
@pytest.mark.parametrize("case", SHOWN, ids=lambda case: f"{case.kind}-{case.program}")
def test_offered_changes_are_on_four_lines(case):
    """So that the choice of changes does not name the line, nor does a probe that is offered."""
    lines = {case.line_of(code) for code in case.fixes} - {0}
    assert len(lines) >= 4 or case.kind == HEALTHY
    assert len({int(line) for line in probes(case)["lines"]} - case.places) >= 12


def test_pages_show_different_programs():
    sick = shown.programs(shown.SICK, 2_000)
    assert not {case.code for case in sick} & {case.code for case in SHOWN}
    assert len({case.kind for case in sick}) == len(sick) == 11


@pytest.mark.by_turns(4)
@pytest.mark.parametrize("program", ["points", "letters", "memory", "pictures"])
def test_probes_measure_an_ordinary_training(program):
    """The oracle trains the program as it is, and reads what PyTorch left in it."""
    (case,) = shown.programs(((HEALTHY, program),))
    found = probes(case)
    trial = Trial(case.code, case.seed)
    weights = dict(trial.names["model"].named_parameters())
    kept = []

    def keep():
        kept.append({name: weight.detach().clone() for name, weight in weights.items()})

    trial.train(28, case.seed, keep)
    by_name = {leaf["name"]: leaf for leaf in found["leaves"]}
    assert by_name.keys() == weights.keys()
    for name, weight in weights.items():
        assert by_name[name]["grad"] == pytest.approx(float(weight.grad.norm()), rel=0.01, abs=1e-9)
        steps = [
            float((new[name] - old[name]).norm() / (old[name].norm() + 1e-12))
            for old, new in zip(kept[19:], kept[20:], strict=False)
        ]
        assert by_name[name]["step"] == pytest.approx(sum(steps) / 8, rel=0.01, abs=1e-9)


def test_probes_show_what_is_wrong():
    cases = dict(zip(shown.CASES, SHOWN, strict=True))
    wanted = [("zeroed", "points"), ("truncated", "memory"), ("list", "points")]
    wanted += [("detach", "pictures"), ("shuffled", "points")]
    found = {one: probes(cases[one]) for one in wanted}
    assert set(found["zeroed", "points"]["steps"]) == {0}
    assert all(leaf["grad"] for leaf in found["zeroed", "points"]["leaves"])
    (loop,) = [
        line["grads"]
        for line in found["truncated", "memory"]["lines"].values()
        if line["kind"] == "loop"
    ]
    assert loop[-1] > 0 and not any(loop[:-1])
    assert {leaf["held"] for leaf in found["list", "points"]["leaves"]} == {True, False}
    assert None in {leaf["grad"] for leaf in found["detach", "pictures"]["leaves"]}
    first, *_, last = found["shuffled", "points"]["one"]
    assert last < 0.2 * first  # the few examples are learnt by heart all the same


@pytest.mark.by_turns(5)
@pytest.mark.parametrize("kind", BUG_KINDS)
def test_case_trains_badly_until_it_is_fixed(kind):
    case = CASES[kind]
    healthy = kind == HEALTHY
    assert bool(case.fix(case.code, "en")) == healthy
    told = {code: case.fix(code, "en") for code in case.fixes}
    assert any(told.values()) and not all(told.values())
    for code, feedback in told.items():
        run = case.run(code)
        assert bool(feedback) == (run.error is None and run.fresh <= case.bar)


def test_accepted_lines_match_the_mistake():
    for case in CASES.values():
        lines = range(1, len(case.code.splitlines()) + 1)
        right = {line for line in (None, *lines) if case.find(line, "en")}
        assert right == case.places and len(right) <= 5


@pytest.mark.full
def test_mistakes_are_found_over_many_seeds():
    seen, seed = set(), 0
    while len(seen) < len(BUGS) or seed < 200:
        case = detective.case(seed)
        if case._bug:
            seen.add((case.kind, case.program))
            assert not case.fix(case.code, "en"), seed
        assert case.fix(case._sound, "en"), seed
        seed += 1
    assert len(seen) == len({(bug.kind, bug.program) for bug in BUGS})


def test_case_leaves_the_global_generator_alone():
    state = torch.get_rng_state()
    detective.case(11).run()
    assert torch.equal(state, torch.get_rng_state())


def test_mistakes_have_words_in_both_languages():
    for lang in ("en", "es"):
        assert {f"because_{kind}" for kind in BUG_KINDS} <= words.own[lang].keys()


def test_builds_share_a_training(tmp_path, monkeypatch):
    alone = detective.case(3).run()
    monkeypatch.setenv("TAPEWALK_SHARED", f"{tmp_path}/")
    assert detective.case(3).run() == alone
    monkeypatch.setattr(detective.Program, "_train", None)
    assert detective.case(3).run() == alone
