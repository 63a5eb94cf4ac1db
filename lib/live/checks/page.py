"""Runs a learner's functions on the inputs of an exercise, and returns the results as data.

The inputs, the expected results and those of known mistakes come from the build
(tools/assets/checks.py); the page's JavaScript compares (check.js).
"""

import collections
import io
import json
import math
from collections import OrderedDict

import numpy as np
import runner
from encoding import encode

# What runner.py finds in a traceback; the lines of the cell begin after 0 others.
_OWN = "<program> 0"

# Characters that are shown of what a cell prints.
_MOST = 2000


def check(earlier, own, line, exercise, chosen):
    """Returns the results of the chosen inputs, or the error of the cell.

    Args:
        earlier: The texts of the cells before it.
        own: The text of its cell.
        line: The check, as the notebook has it: `check("01.2", backward)`.
        exercise: Its `kind`, what it `takes`, its `cases`, and the text of its `run.py`, if any.
        chosen: The numbers of the cases to run.
    """
    said = io.StringIO()
    names = {"__name__": "__main__", "math": math, "np": np, "zip": _zip, "dict": _Dictionary}
    names["RecursionError"] = RuntimeError
    names["print"] = lambda *given, **how: said.tell() < _MOST and print(*given, file=said)
    for text in earlier:
        try:  # noqa: SIM105 - as in a notebook, the next cell runs after an error
            exec(compile(text, "<earlier>", "exec"), names)
        except Exception:
            pass
    handed = []
    names["check"] = _Check(handed)
    try:
        exec(compile(own, _OWN, "exec"), names)
        exec(line, names)
    except BaseException as error:
        return _answer({"error": runner.told(error)})
    if not handed:
        return _answer({"error": {"type": "SystemExit", "sentence": "", "line": None}})
    work = handed[0]
    answer = {"printed": said.getvalue()[:_MOST], "handed": len(work) == len(exercise["takes"])}
    answer["uncalled"] = [encode(one) for one in work if not callable(one)]
    if answer["handed"] and not answer["uncalled"]:
        call = _runner(exercise["run"]) if exercise["run"] else _CALLS[exercise["kind"]]
        answer["results"] = [_result(call, work, exercise["cases"][n]) for n in chosen]
    return _answer(answer)


class _Check:
    """The `check` of a notebook: it only stores the work, whose result appears below the cell."""

    def __init__(self, handed):
        self.handed = handed

    def __call__(self, id, *work):
        self.handed.append(work)

    def report(self, *modules):
        """Shows nothing: the page has its own list of what is done."""


def _answer(answer):
    return runner.Answer(json.dumps(answer))


def _result(call, work, case):
    found = {"problem": None, "got": None, "error": None, "changed": []}
    try:
        found["got"] = call(work, case, found["changed"])
    except NotImplementedError:
        found["problem"] = "unwritten"
    except (Exception, SystemExit) as error:
        found["problem"], found["error"] = "raised", runner.told(error)
    return found


def _plain(work, case, changed):
    args = [_decoded(arg) for arg in case["args"]]
    function = work[case["function"]]
    return _watched(lambda: function(*args), case["names"], args, changed)


def _runner(text):
    names = {"dict": _Dictionary}
    exec(text, names)

    def call(work, case, changed):
        given = _Dictionary([(name, _decoded(x)) for name, x in case["given"]])
        return _watched(
            lambda: names["run"](work, given), list(given), list(given.values()), changed
        )

    return call


def _watched(call, names, values, changed):
    """Return the result of a call, and add to `changed` the names of the values that it changed."""
    before = [json.dumps(encode(x)) for x in values]
    try:
        return encode(call())
    finally:
        for name, x, text in zip(names, values, before):  # noqa: B905
            if json.dumps(encode(x)) != text:
                changed.append(name)


class _Record:
    def __init__(self, fields):
        for name, x in fields.items():
            setattr(self, name, x)


def _decoded(given):
    if not isinstance(given, dict):
        return given
    if "number" in given:
        return float(given["number"])
    if "record" in given:
        return _Record(given["record"])
    if "dict" in given:
        return _Dictionary([(key, _decoded(entry)) for key, entry in given["dict"]])
    for kind in (tuple, list):
        if kind.__name__ in given:
            return kind([_decoded(part) for part in given[kind.__name__]])
    numbers = [float(x) for x in given["array"]]
    return np.array(numbers, dtype=given["type"]).reshape(given["shape"])


class Node:
    """A number that knows its operands; learners write the rest."""

    def __init__(self, data, parents, local_gradients, name):
        self.data, self.parents, self.name = data, parents, name
        self.local_gradients = local_gradients

    def __repr__(self):
        return "Node(" + self.name + ")"


def _nodes(program):
    made = []
    for place in range(len(program["leaves"]) + len(program["steps"])):
        name = _name(place)
        if place < len(program["leaves"]):
            made.append(Node(program["leaves"][place], (), (), name))
            continue
        op, *places = program["steps"][place - len(program["leaves"])]
        parents = tuple([made[parent] for parent in places])
        if op == "tanh":
            data = math.tanh(parents[0].data)
            local = (1 - data**2,)
        elif op == "add":
            data, local = parents[0].data + parents[1].data, (1.0, 1.0)
        else:
            left, right = parents[0].data, parents[1].data
            data, local = left * right, (right, left)
        made.append(Node(data, parents, local, name))
    return made


def _name(place):
    return chr(ord("a") + place) if place < 26 else "n%d" % place  # noqa: UP031


def _state(nodes):
    return [(id(n), n.data, [id(p) for p in n.parents], tuple(n.local_gradients)) for n in nodes]


def _order(work, case, changed):
    nodes = _nodes(case["program"])
    before = _state(nodes)
    got = work[0](nodes[-1])
    if _state(nodes) != before:
        changed.append(case["names"][0])
    if isinstance(got, (list, tuple)) and False not in [isinstance(one, Node) for one in got]:
        return {"names": [one.name for one in got]}
    return encode(got)


def _walk(work, case, changed):
    nodes = _nodes(case["program"])
    order, placed = [], set()
    for user in nodes:  # each leaf just before its first use
        for one in user.parents + (user,) if user.parents else ():
            if one.name not in placed:
                placed.add(one.name)
                order.append(one)
    before, given = _state(nodes), list(order)
    got = work[0](order)
    if _state(nodes) != before or order != given:
        changed.append(case["names"][0])
    if hasattr(got, "items"):
        got = OrderedDict([(getattr(key, "name", repr(key)), x) for key, x in got.items()])
    return encode(got)


def _engine(work, case, changed):
    program = case["program"]
    made = [work[0](leaf) for leaf in program["leaves"]]
    for op, *places in program["steps"]:
        operands = [made[place] for place in places]
        if op == "tanh":
            made.append(operands[0].tanh())
        else:
            made.append(operands[0] + operands[1] if op == "add" else operands[0] * operands[1])
    for _ in range(case["walks"]):
        made[-1].backward()
    found = [(_name(place) + ".grad", one.grad) for place, one in enumerate(made)]
    return encode(OrderedDict([(_name(len(made) - 1) + ".data", made[-1].data)] + found))


_CALLS = {"call": _plain, "steps": _plain, "order": _order, "walk": _walk, "engine": _engine}


def _zip(*given, strict=False):
    """`zip`, with the option that MicroPython lacks."""
    lists = [list(one) for one in given]
    if strict and len({len(one) for one in lists}) > 1:
        raise ValueError("zip() arguments have different lengths")
    return zip(*lists)  # noqa: B905


class _Dictionary(OrderedDict):
    @staticmethod
    def fromkeys(keys, value=None):
        return OrderedDict([(key, value) for key in keys])


class Counter(OrderedDict):
    """`collections.Counter`, which MicroPython lacks."""

    def __init__(self, things=()):
        for thing in things:
            self[thing] = self.get(thing, 0) + 1

    def __getitem__(self, key):
        return self.get(key, 0)


class deque(list):  # noqa: N801
    """A list that can be taken from on the left: MicroPython's asks how long it may get."""

    def popleft(self):
        """Returns the first entry and takes it away."""
        return self.pop(0)

    def appendleft(self, entry):
        """Puts an entry before the others."""
        self.insert(0, entry)


class defaultdict(OrderedDict):  # noqa: N801
    """A dictionary that makes what it lacks, and that `dict` takes."""

    def __init__(self, make):
        super().__init__()
        self._make = make

    def __getitem__(self, key):
        if key not in self:
            self[key] = self._make()
        return super().__getitem__(key)


collections.Counter, collections.deque, collections.defaultdict = Counter, deque, defaultdict
