"""Runs the programs of a page, and says of each what came of it."""

import io
import json
import sys

import collections_abc

sys.modules["collections.abc"] = collections_abc

import tapewalk  # noqa: E402
from tapewalk import Value, tape, trace  # noqa: E402
from tapewalk.trace.format import encode_number  # noqa: E402

# What a traceback calls a part of the program; the number of lines before it follows.
_PROGRAM = "<program> "

# An expression that ends a program has fewer lines.
_LONGEST = 20

# A larger graph is no figure.
_MOST_NODES = 5000

# The last programs and their compiled parts: while a reader drags, a few run again and again.
_MOST_KNOWN = 8
_known = {}


def run(text, leaves):
    """Runs a program and returns, as JSON, its `trace`, or the `error` that ended it.

    The trace is that of the value in the last line, or of `root` where the last line is none;
    it is null if neither is a value. After an error, `reached` has the values that were computed
    before it, by name: number and local gradients.

    Args:
        text: The program. `leaves` in it are the numbers that a figure gives.
        leaves: These numbers as JSON, by name.
    """
    names = {"Value": Value, "tape": tape, "trace": trace, "tapewalk": tapewalk}
    names["leaves"] = {name: float(number) for name, number in json.loads(leaves).items()}
    names["__name__"] = "__main__"
    try:
        head, tail = _compiled(text)
        exec(head, names)
        root = eval(tail, names) if tail else names.get("root")
        if tail and root is not None and not isinstance(root, Value):
            print(repr(root))
        drawn = trace(root) if isinstance(root, Value) and len(tape(root)) <= _MOST_NODES else None
        return json.dumps({"trace": drawn})
    except BaseException as error:  # `raise SystemExit` is an end like others
        answer = {"error": told(error), "reached": {}}
        if not isinstance(error, MemoryError):
            answer["reached"] = {name: _number(v) for name, v in names.items() if type(v) is Value}
        return json.dumps(answer)


def _number(value):
    return [encode_number(value.data), [encode_number(local) for local in value.local_gradients]]


def _compiled(text):
    """Returns a program as code, and the expression in its last lines, if there is one."""
    if text not in _known:
        whole = compile(text, _PROGRAM + "0", "exec")  # tells a mistake where it stands
        if len(_known) == _MOST_KNOWN:
            _known.clear()
        _known[text] = _split(text) or (whole, None)
    return _known[text]


def _split(text):
    lines = text.rstrip().split("\n")
    for first in range(len(lines) - 1, max(-1, len(lines) - _LONGEST), -1):
        line = lines[first]
        if not line or line[0] in " \t#)]}":
            continue  # an expression begins at the margin
        ending = "(" + "\n".join(lines[first:]) + "\n)"
        try:
            tail = compile(ending, _PROGRAM + str(first), "eval")
            return compile("\n".join(lines[:first]), _PROGRAM + "0", "exec"), tail
        except SyntaxError:
            pass  # a statement, or the end of something longer
    return None


def told(error):
    """Returns an error's type, its sentence, and the last line of the program that led to it."""
    out = io.StringIO()
    sys.print_exception(error, out)
    line = None
    for entry in out.getvalue().split("\n"):
        place = entry.strip().split('File "' + _PROGRAM)
        if len(place) == 2:
            before, inside = place[1].split('", line ')
            line = int(before) + int(inside.split(",")[0])
    return {"type": type(error).__name__, "sentence": str(error), "line": line}
