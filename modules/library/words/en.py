"""The words of the library's own pages, in English."""

from typing import Any, Final

WORDS: Final[dict[str, Any]] = {
    # An entry's parts, and the columns of the file map.
    "labels": {
        "parameters": "Arguments",
        "attributes": "Attributes",
        "returns": "Returns",
        "yields": "Yields",
        "raises": "Raises",
        "example": "Example",
        "members": "Methods and properties",
        "alias": "Another name for",
        "in full": "entry by entry",
        "columns": "| file | lines | what it holds |",
    },
    # How the overview and the pages call the rooms.
    "rooms": {
        "scalar": "Values",
        "tensor": "Tensors",
        "gradients": "Gradients",
        "engine": "The engine",
        "ops": "ops: the operations",
        "nn": "nn: parts of models",
        "optim": "optim: what to do with gradients",
        "models": "models: the models of the lessons",
        "data": "data: what the lessons learn from",
        "graph": "Walking a graph",
        "trace": "Traces",
        "inspect": "inspect: reading a graph",
        "widgets": "widgets: the views in notebooks",
        "course": "The course: detective and grader",
    },
    # What the files of the library hold, in the order to read them; a folder stands for all its
    # modules.
    "holds": {
        "scalar/value.py": "the scalar engine: numbers that remember how they were made",
        "scalar/arithmetic.py": "its arithmetic, where Python's own stops or leaves the real line",
        "scalar/tape.py": "every value behind one, oldest first",
        "scalar/second_order.py": (
            "derivatives of derivatives: the tape played again with values for numbers"
        ),
        "scalar/dual.py": "forward mode: numbers that carry how fast they move",
        "scalar/copies.py": "copies of a graph of values: pickle, deepcopy",
        "engine/grad_mode.py": "the switch for recording",
        "engine/gradient.py": "the array in `x.grad`, whose errors say what to write",
        "engine/memory.py": "the journal of writes to arrays",
        "engine/function.py": "what an operation is, and a node",
        "engine/pytorch_form.py": "functions of yours, written as in PyTorch",
        "engine/backward.py": "the backward pass: one loop",
        "engine/core.py": "what a tensor is made of",
        "engine/errors.py": "the errors, and sentences they share",
        "engine/anomaly.py": "who made the first NaN",
        "engine/hooks.py": "functions that wait for a gradient",
        "engine/random_state.py": "where random numbers come from",
        "engine/twice.py": "what a rule needs to be recorded itself: second derivatives",
        "engine/observing.py": "observers of the operations that run",
        "ops": "the operations, each with its rule",
        "tensor": "the tensor itself, and what it can do, by kind",
        "gradients": "gradients as results, checkpoints, central differences as a judge",
        "nn": "layers, made of all the above",
        "optim": "what to do with gradients",
        "models": "the models of the lessons",
        "twins": "the same models, written in PyTorch",
        "graph": "the walk along graphs of tensors, ours and PyTorch's",
        "trace": "graphs as plain data: the format, its check, and what writes it",
        "figures": "the diagrams' code, and what stands for a figure where nothing runs",
        "inspect": "reports on graphs, PyTorch's and ours: `python -m tapewalk.inspect`",
        "widgets": "the diagrams in notebooks",
        "display.py": "what a notebook shows of a value",
        "data": "names for the lessons, and their letters as numbers",
        "words.py": "what a room says, from a module of words for each language",
        "language.py": "the language that figures and checks speak",
        "version.py": "the version, which traces carry",
        "__init__.py": "the public names",
    },
}
