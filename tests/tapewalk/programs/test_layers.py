"""Random programs with layers and losses, each of which is one node here, in any layout."""

import pytest
from hypothesis import given

from tests.tapewalk.programs.compare import assert_same
from tests.tapewalk.programs.rules import elementwise, layers, shapes
from tests.tapewalk.programs.strategies import drawing, programs

RULES = (*layers.RULES, *shapes.RULES, *elementwise.SAVED_ALIKE)

# PyTorch worries about the strides of gradients without entries.
pytestmark = pytest.mark.filterwarnings("ignore:grad and param do not obey the gradient layout")


@drawing(500)
@given(programs(RULES, steps=(3, 20)))
def test_programs_of_layers_and_losses_equal_pytorch(program):
    assert_same(program)
