"""Random programs with views and writes in place, harmless ones and ones that have to raise."""

from hypothesis import given

from tests.tapewalk.programs.compare import assert_same
from tests.tapewalk.programs.draft import SHARED_LAYOUTS
from tests.tapewalk.programs.rules import elementwise, writes
from tests.tapewalk.programs.strategies import drawing, programs

RULES = (*writes.RULES, *writes.RULES, *elementwise.SAVED_ALIKE)


@drawing(1000)
@given(programs(RULES, layouts=SHARED_LAYOUTS))
def test_programs_with_writes_equal_pytorch(program):
    assert_same(program)
