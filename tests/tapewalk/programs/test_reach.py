"""Coverage of the random programs: a generator that draws too little would pass too."""

import pytest
from hypothesis import given

from tests.tapewalk.programs import test_programs
from tests.tapewalk.programs.compare import rule_of
from tests.tapewalk.programs.draft import LAYOUTS, SHARED_LAYOUTS
from tests.tapewalk.programs.language import TORCH, run
from tests.tapewalk.programs.strategies import any_end, drawing, programs

# Rare lines need more draws than a run by day makes.
pytestmark = [test_programs.pytestmark, pytest.mark.full]

OPERATIONS = (
    " + ", " - ", " / (", " @ ", "2 ** ", "relu", "clamp", "lib.maximum", "lib.where",
    "masked_fill",
    ".sum(", ".mean(", "amax(", ".max()", ").values", ".var(", ".std(", "softmax(", "axis=(-1, 0)",
    "keepdims=True", "reshape", "transpose", "permute", "expand", "squeeze", "lib.cat", "lib.stack",
    "flip", "split", "unbind", "np.array([True", "[0, 1]", "::2", "None, :", "...", "np.zeros((0",
    "np.float64(1.5)", "requires_grad=False",
)  # fmt: skip
GRAPHS = (
    "detach", "requires_grad_()", "lib.no_grad", "lib.enable_grad", "set_grad_enabled",
    "register_hook", "log.append", "retain_grad()", "retain_graph=True", ".grad = None",
)  # fmt: skip
LAYERS = (
    "cross_entropy", "nll_loss", "mse_loss", "with_logits", "layer_norm", "batch_norm", "linear",
    "embedding", "attention", "gelu", "ignore_index",
)  # fmt: skip
WRITES = (
    "add_(", "mul_(", "div_(", "pow_(", "zero_(", "fill_(", "copy_(", "exp_(", "+= ", "] = ",
    "lib.no_grad():\n", "detach().sub_", "retain_grad()", "register_hook",
)  # fmt: skip

WRITING = programs(test_programs.WRITES, layouts=SHARED_LAYOUTS)


def drawn(strategy):
    """Return the programs of a day."""
    found = []

    @drawing(750)
    @given(strategy)
    def collect(program):
        found.append(program)

    collect()
    return found


@pytest.mark.parametrize(
    ("strategy", "words"),
    [
        (programs(test_programs.OPERATIONS), OPERATIONS),
        (programs(test_programs.GRAPHS, end=any_end), (*GRAPHS, *map(repr, LAYOUTS), "relaid")),
        (programs(test_programs.LAYERS), LAYERS),
        (WRITING, WRITES),
    ],
    ids=["operations", "graphs", "layers", "writes"],
)
def test_programs_use_the_whole_language(strategy, words):
    text = "\n".join(line for program in drawn(strategy) for line in program.lines)
    assert [word for word in words if word not in text] == []


def test_programs_with_writes_end_in_every_way():
    ends = {rule_of(run(program, TORCH).error) for program in drawn(WRITING)}
    assert ends >= {None, "modified by an inplace operation", "leaf Variable that requires grad"}


def test_programs_have_five_to_sixty_steps():
    lengths = [
        sum("requires_grad=" not in line and "backward" not in line for line in program.lines)
        for program in drawn(programs(test_programs.OPERATIONS))
    ]
    assert min(lengths) >= 5 and max(lengths) <= 61  # the sum that is differentiated is one more
    assert max(lengths) > 50 and sum(length > 20 for length in lengths) > len(lengths) / 3
