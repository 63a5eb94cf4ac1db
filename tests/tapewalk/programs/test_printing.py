"""The report of a failing program: shrunk, and as code that runs in both libraries."""

import numpy as np
import pytest
from hypothesis import Phase, find, settings

from tapewalk import Tensor
from tests.tapewalk.programs.compare import assert_same
from tests.tapewalk.programs.language import TENSORS, TORCH, Program
from tests.tapewalk.programs.rules import elementwise
from tests.tapewalk.programs.strategies import programs

LINES = ("x0 = tensor(np.float64([1.0, 2.0]), requires_grad=True)", "t1 = x0.tanh()")


def differs(program):
    try:
        assert_same(program)
    except AssertionError:
        return True
    return False


@pytest.fixture
def wrong_tanh(monkeypatch):
    monkeypatch.setattr(Tensor, "tanh", lambda self: self.sin())


def test_wrong_operation_is_found_and_shrunk(wrong_tanh):
    found = find(
        programs(elementwise.RULES, steps=(1, 60)),
        differs,
        # These alone, also at night: that a known fault is found is not left to chance.
        settings=settings(
            max_examples=200, derandomize=True, phases=[Phase.generate, Phase.shrink]
        ),
    )
    steps = [line for line in found.lines if "tensor(" not in line and "loss" not in line]
    assert len(steps) <= 2 and any("tanh" in step for step in steps)


def test_message_shows_the_difference_and_both_scripts(wrong_tanh):
    with pytest.raises(AssertionError) as caught:
        assert_same(Program((*LINES, "loss = t1.sum()", "loss.backward()")))
    text = str(caught.value)
    assert text.startswith(f"t1 is\n{np.sin([1.0, 2.0])!r},\n{np.tanh([1.0, 2.0])!r} in torch")
    assert "# tapewalk\n" in text and "# torch\n" in text and text.count(LINES[1]) == 2


@pytest.mark.parametrize("library", [TENSORS, TORCH], ids=lambda library: library.name)
def test_scripts_run_by_themselves(library, capsys):
    script = Program((*LINES, "t1.backward(ramp(t1))", "print(x0.grad[0] > 0)")).script(library)
    exec(compile(script, "script", "exec"), {"__name__": "__main__"})
    assert "True" in capsys.readouterr().out


def test_error_in_one_engine_is_a_difference():
    with pytest.raises(AssertionError) as caught:
        assert_same(Program((LINES[0], "t1 = x0.data_ptr()")))
    ours, theirs = str(caught.value).split("\n")[:2]
    assert ours.startswith("tapewalk: 't1 = x0.data_ptr()' raised UnknownNameError")
    assert theirs == "torch: ran to the end"


def test_same_error_in_both_is_accepted():
    assert_same(Program((LINES[0], "x0.add_(1)", "t1 = never.reached")))
