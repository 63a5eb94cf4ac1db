"""Random programs about the graph: detach, no_grad, hooks, kept gradients, several backwards."""

import pytest
from hypothesis import given

from tests.tapewalk.programs.compare import assert_same
from tests.tapewalk.programs.rules import elementwise, graphs, products, reductions, shapes
from tests.tapewalk.programs.strategies import any_end, drawing, programs

OPERATIONS = (*elementwise.RULES, *shapes.RULES, *reductions.RULES, *products.RULES)
RULES = (*OPERATIONS, *graphs.RULES, *graphs.RULES)

# PyTorch worries about the strides of gradients without entries.
pytestmark = pytest.mark.filterwarnings("ignore:grad and param do not obey the gradient layout")


@drawing(500)
@given(programs(RULES, end=any_end))
def test_programs_about_the_graph_equal_pytorch(program):
    assert_same(program)
