"""Runs the programs of a page and returns the result of each."""

import builtins
import io
import json
import sys
import time

import collections_abc

sys.modules["collections.abc"] = collections_abc

import tapewalk  # noqa: E402
from tapewalk import Value, tape, trace  # noqa: E402
from tapewalk.trace.format import encode_number  # noqa: E402

# What readable.js writes.
builtins._tuple = lambda *given: given
builtins._list = lambda *given: list(given)
builtins._set = lambda *given: set(given)
builtins._float = float
builtins._item = lambda x: x.item() if hasattr(x, "item") else x

# The file name of a part of the program; the number of lines before the part follows it.
_PROGRAM = "<program> "

# The most lines of an expression that ends a program.
_LONGEST = 20

# Larger graphs are not drawn.
_MOST_NODES = 5000

# The last programs and their compiled parts: while a reader drags, a few run again and again.
_MOST_KNOWN = 8
_known = {}


# Programs with arrays train for long.
_LONG = ("numpy", "tapewalk_course.lab")

# Milliseconds after which a loop returns to the page, so that Python can free memory.
_SLICE = 50
_going = None


class Answer:
    """A text of any length: a program that ends with it returns the text to the page."""

    def __init__(self, text):
        self.text = text


def run(text, leaves):
    """Runs a program and returns, as JSON, its `trace`, or the `error` that ended it.

    The trace is that of the value in the last line, or of `root` where the last line is none;
    it is null if neither is a value. After an error, `reached` has the values that were computed
    before it, by name: number and local gradients.

    Args:
        text: The program. `leaves` in it are the numbers that a figure gives.
        leaves: These numbers as JSON, by name.

    Returns:
        The JSON, or an empty text after a part of a long loop: `more` goes on with it.
    """
    global _going
    names = {"Value": Value, "tape": tape, "trace": trace, "tapewalk": tapewalk}
    names["leaves"] = {name: float(number) for name, number in json.loads(leaves).items()}
    names["__name__"] = "__main__"
    _going = _slices(text, names), names
    return more()


def more():
    """Runs a program on, and returns what `run` does."""
    slices, names = _going
    try:
        root = next(slices)
        if root is names:
            return ""
        if isinstance(root, Answer):
            return json.dumps({"answer": root.text})
        drawn = None
        if isinstance(root, Value) and len(tape(root)) <= _MOST_NODES:
            # The program of a figure sets `root`, and names nodes by their numbers.
            own = names.get("root") is not root
            drawn = trace(root, labels=_variables(names, root) if own else {})
        elif _is_tensor(root):
            from tapewalk_course.lab.taped import taped

            drawn = taped(root, _tensors(names))
        return json.dumps({"trace": drawn})
    except BaseException as error:  # `raise SystemExit` is an end like others
        answer = {"error": told(error), "reached": {}}
        if not isinstance(error, MemoryError):
            answer["reached"] = {name: _number(v) for name, v in names.items() if type(v) is Value}
        return json.dumps(answer)


def _slices(text, names):
    """Yields the names of a program between parts of its loops, and its root at its end."""
    parts, tail = _compiled(text)
    begun = time.ticks_ms()
    for code, each in parts:
        if each is None:
            exec(code, names)
            continue
        for one in eval(each, names):
            names["__turn"] = (one,)
            names["__broken"] = True
            exec(code, names)
            if names["__broken"]:
                break
            if time.ticks_diff(time.ticks_ms(), begun) > _SLICE:
                yield names
                begun = time.ticks_ms()
    root = eval(tail, names) if tail else names.get("root")
    is_drawn = isinstance(root, (Value, Answer)) or _is_tensor(root)
    if tail and root is not None and not is_drawn:
        print(repr(root))
    yield root


def _tensors(names):
    """Returns the tensors of a program and of its models by their names, each by one."""
    models = [x.__dict__ for x in names.values() if hasattr(x, "parameters")]
    found = {}
    for scope in [names] + models:  # a model's own names last: others may be a loop's variable
        for name in sorted(scope, reverse=True):
            if _is_tensor(scope[name]):
                found[id(scope[name])] = name, scope[name]
    return dict(found.values())


def _is_tensor(x):
    """Returns whether something is a tensor of the lab's engine, or of a reader's."""
    return hasattr(x, "send") and hasattr(x, "parents")


def _variables(names, root):
    """Returns the nameless values of a program's graph by the variables that hold them."""
    nameless = {id(value) for value in tape(root) if not value.label}
    return {name: x for name, x in names.items() if id(x) in nameless and name[0] != "_"}


def _number(value):
    return [encode_number(value.data), [encode_number(local) for local in value.local_gradients]]


def _compiled(text):
    """Returns the parts of a program, and the expression in its last lines, if there is one."""
    if text not in _known:
        whole = compile(text, _PROGRAM + "0", "exec")  # an error has its own line
        if len(_known) == _MOST_KNOWN:
            _known.clear()
        _known[text] = _split(text) or (_parts(text) or [(whole, None)], None)
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
            head = "\n".join(lines[:first])
            return _parts(head) or [(compile(head, _PROGRAM + "0", "exec"), None)], tail
        except SyntaxError:
            pass  # a statement, or the end of something longer
    return None


def _parts(text):
    """Returns a program in parts where it has loops outside of functions, each with its iterable.

    Such a loop runs a turn at a time.
    """
    if not any(name in text for name in _LONG):
        return None
    lines = text.split("\n")
    loops = [n for n, line in enumerate(lines) if line.startswith("for ") and " in " in line]
    parts, done = [], 0
    try:
        for first in loops:
            end = first + 1
            while end < len(lines) and (not lines[end].strip() or lines[end][0] in " \t#"):
                end += 1
            target, each = lines[first].rstrip()[len("for ") : -1].split(" in ", 1)
            if lines[first].rstrip()[-1] != ":" or first < done:
                continue
            body = ["for " + target + " in __turn:"] + lines[first + 1 : end]
            body.append("else:\n __broken = False")
            parts.append((_code(lines, done, first), None))
            place = _PROGRAM + str(first)
            code = compile("\n".join(body), place, "exec")
            parts.append((code, compile("(" + each + "\n)", place, "eval")))
            done = end
        return parts and parts + [(_code(lines, done, len(lines)), None)]
    except SyntaxError:
        return None  # an `else`, or a text in the program that looks like a loop


def _code(lines, first, end):
    return compile("\n".join(lines[first:end]), _PROGRAM + str(first), "exec")


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
