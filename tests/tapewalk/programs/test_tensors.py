"""Random programs over tensors, without writes: every value and every leaf's gradient."""

import pytest
from hypothesis import given

from tests.tapewalk.programs.compare import assert_same
from tests.tapewalk.programs.rules import elementwise, products, reductions, shapes
from tests.tapewalk.programs.strategies import drawing, programs

RULES = (*elementwise.RULES, *shapes.RULES, *reductions.RULES, *products.RULES)

# PyTorch worries about the strides of gradients without entries.
pytestmark = pytest.mark.filterwarnings("ignore:grad and param do not obey the gradient layout")


@drawing(1000)
@given(programs(RULES))
def test_programs_of_all_operations_equal_pytorch(program):
    assert_same(program)
