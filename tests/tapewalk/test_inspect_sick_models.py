"""Faulty models in the style of real repositories, and healthy ones.

Their author knew the list of causes and the names of the kinds of finding, but none of the rules.
In each of them one line is to blame, which the first finding has to name;
`test_inspect_findings.py` has a small model for every rule.
"""

import linecache
import re
import warnings
from pathlib import Path

import torch

from bench.sick_models import decisions, generative, sequences, transformers, vision
from bench.sick_models import healthy as healthy_models
from bench.sick_models.cases import HEALTHY, SICK
from tapewalk import inspect

ROOMS = (vision, sequences, transformers, generative, decisions, healthy_models)

# The kinds of finding accepted for each cause: several where each of them is true, as of `.item()`
# and `.sample()` that they cut the path, and that they have no slope.
KINDS = {
    "detach": {"detached", "argmax"},
    "no_grad": {"no_grad_block", "detached", "argmax"},
    "argmax": {"argmax"},
    "nan": {"nan_loss", "nan_gradient"},
    "double softmax": {"softmax_twice"},
    "sigmoid twice": {"sigmoid_twice"},
    "reduced twice": {"reduced_twice"},
    "attention not fused": {"attention_apart"},
    "copies": {"copied_for_nothing", "computed_twice"},
    "stored twice": {"copied_for_nothing", "computed_twice"},
    "checkpoint saves nothing": {"checkpoint_saves_nothing", "checkpoint_around_all"},
    "kept between steps": {"kept_between_steps"},
    "in-place": {"written_over"},
    "dtype round trip": {"dtype_and_back"},
}


def findings(case):
    """Return the findings of a case, and its error."""
    torch.manual_seed(0)
    given, named = case.build()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return inspect(*given, **named).findings, None
    except (RuntimeError, ValueError, TypeError, AttributeError) as error:
        return (), error


def said(case):
    """Return whether the first finding names the cause and its line, and a description."""
    found, error = findings(case)
    name = case.build.__name__
    if not found:
        return False, f"{name}: {case.cause}: nothing, {type(error).__name__}: {error}"[:160]
    first = found[0]
    line = line_of(case, first.place)
    right = first.kind in KINDS[case.cause] and case.at in line
    return right, f"{name}: {case.cause}: {[f.kind for f in found]} at {first.place} {line.strip()}"


def line_of(case, place):
    """Return the text of the line at "model.py:12" in the file of a case."""
    if place is None:
        return ""
    name, _, number = place.rpartition(":")
    files = {Path(room.__file__).name: room.__file__ for room in ROOMS}
    return linecache.getline(files.get(Path(name).name, name), int(re.sub(r"\D", "", number)))


def test_first_finding_names_the_cause():
    outcomes = [said(case) for case in SICK]
    wrong = [what for right, what in outcomes if not right]
    assert {case.cause for case in SICK} == KINDS.keys()
    assert not wrong, "\n".join(wrong)


def test_healthy_models_have_no_findings():
    outcomes = {case.build.__name__: findings(case) for case in HEALTHY}
    false = {name: found for name, found in outcomes.items() if found != ((), None)}
    assert HEALTHY
    assert not false, false
