"""Random programs with tensors and with numbers must have the same results as in PyTorch.

The results are every value, the gradients of all leaves, the calls of hooks, and errors.
"""

import pytest
from hypothesis import given

from tests.tapewalk.programs import scalars
from tests.tapewalk.programs.compare import assert_same
from tests.tapewalk.programs.draft import SHARED_LAYOUTS
from tests.tapewalk.programs.rules import (
    elementwise,
    graphs,
    layers,
    products,
    reductions,
    shapes,
    writes,
)
from tests.tapewalk.programs.strategies import any_end, drawing, programs, second_end

OPERATIONS = (*elementwise.RULES, *shapes.RULES, *reductions.RULES, *products.RULES)
GRAPHS = (*OPERATIONS, *graphs.RULES, *graphs.RULES)
LAYERS = (*layers.RULES, *shapes.RULES, *elementwise.SAVED_ALIKE)
WRITES = (*writes.RULES, *writes.RULES, *elementwise.SAVED_ALIKE)
# PyTorch's grad fills the .grad of tensors that asked for retain_grad.
UNWATCHED_WRITES = [rule for rule in WRITES if rule is not writes.watched]

# PyTorch worries about the strides of gradients without entries.
pytestmark = pytest.mark.filterwarnings("ignore:grad and param do not obey the gradient layout")


@drawing(700)
@given(scalars.programs())
def test_programs_over_values_equal_pytorch(program):
    scalars.assert_same_numbers(program)


@drawing(1000)
@given(programs(OPERATIONS))
def test_programs_of_all_operations_equal_pytorch(program):
    assert_same(program)


@drawing(300)
@given(programs(OPERATIONS, dtype="float32", steps=(5, 20)))
def test_programs_in_single_precision_equal_pytorch(program):
    assert_same(program, tolerance=2e-3)


@drawing(500)
@given(programs(GRAPHS, end=any_end))
def test_programs_about_the_graph_equal_pytorch(program):
    assert_same(program)


@drawing(500)
@given(programs(LAYERS, steps=(3, 20)))
def test_programs_of_layers_and_losses_equal_pytorch(program):
    assert_same(program)


@drawing(1000)
@given(programs(WRITES, layouts=SHARED_LAYOUTS))
def test_programs_with_writes_equal_pytorch(program):
    assert_same(program)


@drawing(600)
@given(programs(OPERATIONS, steps=(3, 25), end=second_end))
def test_second_order_of_programs_of_all_operations(program):
    assert_same(program, tolerance=1e-6)


@drawing(400)
@given(programs(LAYERS, steps=(3, 12), end=second_end))
def test_second_order_of_programs_of_layers_and_losses(program):
    assert_same(program, tolerance=1e-6)


@drawing(500)
@given(programs(UNWATCHED_WRITES, steps=(3, 25), end=second_end, layouts=SHARED_LAYOUTS))
def test_second_order_of_programs_with_writes(program):
    assert_same(program, tolerance=1e-6)
