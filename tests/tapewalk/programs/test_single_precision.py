"""The programs over tensors in float32: number types are kept, and rounding stays small."""

import pytest
from hypothesis import given

from tests.tapewalk.programs.compare import assert_same
from tests.tapewalk.programs.rules import elementwise, products, reductions, shapes
from tests.tapewalk.programs.strategies import drawing, programs

RULES = (*elementwise.RULES, *shapes.RULES, *reductions.RULES, *products.RULES)

# PyTorch worries about the strides of gradients without entries.
pytestmark = pytest.mark.filterwarnings("ignore:grad and param do not obey the gradient layout")


@drawing(300)
@given(programs(RULES, dtype="float32", steps=(5, 20)))
def test_programs_in_single_precision_equal_pytorch(program):
    assert_same(program, tolerance=2e-3)
