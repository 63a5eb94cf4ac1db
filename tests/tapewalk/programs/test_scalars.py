"""Random programs over numbers: every value, and the gradients of all leaves."""

from hypothesis import given

from tests.tapewalk.programs.scalars import assert_same_numbers, programs
from tests.tapewalk.programs.strategies import drawing


@drawing(700)
@given(programs())
def test_programs_over_values_equal_pytorch(program):
    assert_same_numbers(program)
