"""The detective's cases: each is run, and its answers agree with the runs."""

from collections import Counter, defaultdict

import pytest
import torch

from tapewalk_course import detective
from tapewalk_course.detective.bugs import BUGS
from tapewalk_course.detective.cases import BUG_KINDS, HEALTHY, same_as
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


def test_detective_has_twenty_kinds_and_healthy_programs():
    assert len(BUG_KINDS) == 21 and BUG_KINDS[-1] == HEALTHY
    for case in CASES.values():
        assert 30 <= len(case.code.splitlines()) <= 60
        assert case.code == detective.case(case.seed).code


@pytest.mark.by_turns(5)
@pytest.mark.parametrize("kind", BUG_KINDS)
def test_case_trains_badly_until_it_is_fixed(kind):
    case = CASES[kind]
    healthy = kind == HEALTHY
    assert bool(case.mend(case.code, "en")) == healthy
    told = {code: case.mend(code, "en") for code in case.mendings}
    assert any(told.values()) and not all(told.values())
    for code, feedback in told.items():
        run = case.run(code)
        assert bool(feedback) == (run.error is None and run.fresh <= case.bar)


def test_accepted_lines_and_kinds_match_the_mistake():
    for kind, case in CASES.items():
        lines = range(1, len(case.code.splitlines()) + 1)
        right = {line for line in (None, *lines) if case.find(line, "en")}
        assert right == case.places and len(right) <= 5
        assert {name for name in BUG_KINDS if case.explain(name, "es")} == same_as(kind)
        assert kind in case.suspicions() and HEALTHY in case.suspicions()


def test_equivalent_mistakes_are_both_accepted():
    assert CASES["data"].explain("detach", "en") and CASES["detach"].explain("data", "en")
    assert not CASES["data"].explain("no_grad", "en")


def test_string_search_solves_at_most_two_thirds():
    """This is the best possible table from findings to kinds, made from the answers."""
    by_signature = defaultdict(Counter)
    for kind, case in CASES.items():
        signature = frozenset(finding.kind for finding in case.report().findings)
        by_signature[signature][kind] += 1
    solved = sum(
        max(sum(of[kind] for kind in same_as(guess)) for guess in of)
        for of in by_signature.values()
    )
    untold = sum(by_signature[frozenset()].values())
    assert solved <= 2 / 3 * len(CASES) and untold >= len(CASES) / 3


@pytest.mark.full
def test_mistakes_are_found_over_many_seeds():
    seen, seed = set(), 0
    while len(seen) < len(BUGS) or seed < 200:
        case = detective.case(seed)
        if case._bug:
            seen.add((case.kind, case._program))
            assert not case.mend(case.code, "en"), seed
        assert case.mend(case._sound, "en"), seed
        seed += 1
    assert len(seen) == len({(bug.kind, bug.program) for bug in BUGS})


def test_case_leaves_the_global_generator_alone():
    state = torch.get_rng_state()
    detective.case(11).run()
    assert torch.equal(state, torch.get_rng_state())


def test_kinds_mean_the_same_in_both_languages():
    for lang in ("en", "es"):
        for kind in BUG_KINDS:
            assert {f"kind_{kind}", f"because_{kind}", f"if_{kind}"} <= words.own[lang].keys()
    with pytest.raises(ValueError, match="there is no answer 'flu'"):
        CASES["decay"].explain("flu", "en")


def test_builds_share_a_training(tmp_path, monkeypatch):
    alone = detective.case(3).run()
    monkeypatch.setenv("TAPEWALK_SHARED", f"{tmp_path}/")
    assert detective.case(3).run() == alone
    monkeypatch.setattr(detective.Program, "_train", None)
    assert detective.case(3).run() == alone
