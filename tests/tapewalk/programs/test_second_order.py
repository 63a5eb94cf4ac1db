"""Random programs whose gradients are differentiated again: operations, layers, writes."""

import pytest
from hypothesis import given

from tests.tapewalk.programs.compare import assert_same
from tests.tapewalk.programs.draft import SHARED_LAYOUTS
from tests.tapewalk.programs.rules import elementwise, layers, products, reductions, shapes, writes
from tests.tapewalk.programs.strategies import drawing, programs, second_end

OPERATIONS = (*elementwise.RULES, *shapes.RULES, *reductions.RULES, *products.RULES)

# PyTorch's grad fills the .grad of what asked for retain_grad.
WRITES = [rule for rule in writes.RULES if rule is not writes.watched]

# PyTorch worries about the strides of gradients without entries.
pytestmark = pytest.mark.filterwarnings("ignore:grad and param do not obey the gradient layout")


@drawing(600)
@given(programs(OPERATIONS, steps=(3, 25), end=second_end))
def test_second_order_of_programs_of_all_operations(program):
    assert_same(program, tolerance=1e-6)


@drawing(400)
@given(programs((*layers.RULES, *shapes.RULES, *elementwise.SAVED_ALIKE), steps=(3, 12),
                end=second_end))  # fmt: skip
def test_second_order_of_programs_of_layers_and_losses(program):
    assert_same(program, tolerance=1e-6)


@drawing(500)
@given(programs((*WRITES, *WRITES, *elementwise.SAVED_ALIKE), steps=(3, 25),
                end=second_end, layouts=SHARED_LAYOUTS))  # fmt: skip
def test_second_order_of_programs_with_writes(program):
    assert_same(program, tolerance=1e-6)
