"""Expressions that a reader types: PyTorch's spelling or NumPy's, read and computed here.

Nothing is executed as Python, so a page can run each keystroke in the worker that it has.
"""

from __future__ import annotations

from typing import Any

import numpy as np

# Of the NumPy that runs the file: in a page its arrays are of another class than NumPy's.
Array = Any

MODULES = ("torch", "np", "F")
OPERATORS = ("**", "==", "+", "-", "*", "/", "@", "(", ")", "[", "]", ",", ".", "=", ":")
SIGNS = {"×": "*", "·": "*", "−": "-", "–": "-", "÷": "/"}


class _Part:
    """Slices, which MicroPython makes only inside brackets."""

    def __getitem__(self, key: Array) -> Array:
        return key


PART = _Part()


class Fault(Exception):  # noqa: N818 - a fault of the reader's text
    """What is wrong with an expression: a kind that `words` has a sentence for, and its slots."""

    def __init__(self, kind: str, **slots: Array) -> None:
        super().__init__(kind)
        self.kind, self.slots = kind, slots


class Node:
    """A part of an expression: its kind, its parts, and the value that it got."""

    def __init__(self, kind: str, text: str, parts: Array = (), options: Array = None) -> None:
        self.kind, self.text, self.parts = kind, text, list(parts)
        self.options: dict[str, Array] = options or {}
        self.value: Array = None


def tokens(text: str) -> list[tuple[str, str]]:
    """Return the tokens of a text: names, numbers and signs."""
    out, i = [], 0
    text = "".join([SIGNS.get(c, c) for c in text])
    while i < len(text):
        c, j = text[i], i + 1
        if c in " \t\n":
            i += 1
            continue
        if c.isalpha() or c == "_":
            while j < len(text) and (text[j].isalpha() or text[j].isdigit() or text[j] == "_"):
                j += 1
            out.append(("name", text[i:j]))
        elif c.isdigit() or (c == "." and j < len(text) and text[j].isdigit() and not _ends(out)):
            while j < len(text) and (
                text[j].isdigit() or text[j] in ".e" or text[j - 1 : j] == "e"
            ):
                if text[j] == "e" and text[j + 1 : j + 2] not in "0123456789+-":
                    break
                j += 1
            out.append(("number", text[i:j]))
        else:
            sign = text[i : i + 2] if text[i : i + 2] in ("**", "==") else c
            if sign not in OPERATORS:
                raise Fault("sign", sign=sign)
            j = i + len(sign)
            out.append(("sign", sign))
        i = j
    return out


def _ends(out: list[tuple[str, str]]) -> bool:
    return bool(out) and (out[-1][0] != "sign" or out[-1][1] in ")]")


class _Parser:
    def __init__(self, given: list[tuple[str, str]]) -> None:
        self.given, self.at = given, 0

    def sees(self, *signs: str) -> bool:
        return self.at < len(self.given) and self.given[self.at] in [("sign", s) for s in signs]

    def take(self, *signs: str) -> str:
        if not self.sees(*signs):
            raise Fault("unfinished" if self.at >= len(self.given) else "syntax", at=self.near())
        self.at += 1
        return self.given[self.at - 1][1]

    def near(self) -> str:
        return self.given[self.at][1] if self.at < len(self.given) else ""

    def whole(self) -> Node:
        out = self.compare()
        if self.at < len(self.given):
            raise Fault("closing" if self.sees(")") else "syntax", at=self.near())
        return out

    def binary(self, below: Array, *signs: str) -> Node:
        left: Node = below()
        while self.sees(*signs):
            sign = self.take(*signs)
            left = Node("binary", sign, (left, below()))
        return left

    def compare(self) -> Node:
        return self.binary(self.add, "==")

    def add(self) -> Node:
        return self.binary(self.multiply, "+", "-")

    def multiply(self) -> Node:
        return self.binary(self.signed, "*", "/", "@")

    def signed(self) -> Node:
        if self.sees("-", "+"):
            return Node("signed", self.take("-", "+"), (self.signed(),))
        left = self.postfix()
        if self.sees("**"):
            self.take("**")
            return Node("binary", "**", (left, self.signed()))
        return left

    def postfix(self) -> Node:
        out = self.primary()
        while self.sees(".", "["):
            if self.take(".", "[") == "[":
                items = [self.item()]
                while self.sees(","):
                    self.take(",")
                    items.append(self.item())
                self.take("]")
                out = Node("index", "[]", [out] + items)
                continue
            name = self.name()
            if self.sees("("):
                args, options = self.arguments()
                out = Node("call", name, [out] + args, options)
            else:
                out = Node("attribute", name, (out,))
        return out

    def item(self) -> Node:
        if self.sees(":"):
            self.take(":")
            return Node("slice", ":")
        return self.compare()

    def name(self) -> str:
        if self.at < len(self.given) and self.given[self.at][0] == "name":
            self.at += 1
            return self.given[self.at - 1][1]
        raise Fault("unfinished" if self.at >= len(self.given) else "syntax", at=self.near())

    def arguments(self) -> tuple[list[Node], dict[str, Node]]:
        args, options = [], {}
        self.take("(")
        while not self.sees(")"):
            ahead = self.given[self.at + 1 : self.at + 2]
            if ahead == [("sign", "=")]:
                key = self.name()
                self.take("=")
                options[key] = self.compare()
            else:
                args.append(self.compare())
            if not self.sees(")"):
                self.take(",")
        self.take(")")
        return args, options

    def primary(self) -> Node:
        if self.sees("(", "["):
            is_list = self.take("(", "[") == "["
            first = self.compare()
            close = "]" if is_list else ")"
            if is_list or self.sees(","):
                items = [first]
                while self.sees(","):
                    self.take(",")
                    if not self.sees(close):
                        items.append(self.compare())
                self.take(close)
                return Node("tuple", "()", items)
            self.take(close)
            return Node("group", "()", (first,))
        if self.at < len(self.given) and self.given[self.at][0] == "number":
            self.at += 1
            text = self.given[self.at - 1][1]
            try:
                float(text)
            except ValueError:
                raise Fault("syntax", at=text) from None
            return Node("number", text)
        name = self.name()
        if name in MODULES and self.sees("."):
            self.take(".")
            name = self.name()
        if self.sees("("):
            args, options = self.arguments()
            return Node("function", name, args, options)
        return Node("name", name)


def parse(text: str) -> Node:
    """Return the tree of an expression.

    Raises:
        Fault: It isn't one, or it isn't finished.
    """
    return _Parser(tokens(text)).whole()


def beginning(text: str) -> tuple[Node | None, bool]:
    """Return the tree of the longest beginning that can be computed, and if it is the whole."""
    given = tokens(text)
    for end in range(len(given), 0, -1):
        part = given[:end]
        signs = [sign for kind, sign in part if kind == "sign"]
        missing = max(0, signs.count("(") - signs.count(")"))
        parser = _Parser(part + [("sign", ")")] * missing)
        try:
            return parser.whole(), end == len(given) and not missing
        except Fault as fault:
            # A parenthesis that was added here is not the reader's mistake.
            is_theirs = end == len(given) and parser.at < end
            if fault.kind == "closing" or (fault.kind == "syntax" and is_theirs):
                raise
    return None, False


def names_in(tree: Node) -> list[str]:
    """Return the names that an expression reads."""
    own = [tree.text] if tree.kind == "name" else []
    for part in tree.parts + list(tree.options.values()):
        own += names_in(part)
    return own


def compute(tree: Node, env: dict[str, Array]) -> Array:
    """Return the value of a tree, and store the value of each part in the part.

    Raises:
        Fault: A name is unknown, shapes don't meet, or a method isn't there.
    """
    try:
        tree.value = _KINDS[tree.kind](tree, env)
    except (ArithmeticError, AttributeError, IndexError, TypeError, ValueError):
        inner = tree.parts[0].value if tree.parts else None
        raise Fault("arguments", method=tree.text, shape=shape_of(inner)) from None
    return tree.value


def evaluate(text: str, env: dict[str, Array]) -> Array:
    """Return the value of an expression."""
    if text not in _TREES:
        _TREES[text] = parse(text)
    return compute(_TREES[text], env)


_TREES: dict[str, Node] = {}


def shape_of(value: Array) -> tuple[int, ...]:
    """Return the shape of an array; a number has none."""
    return tuple(getattr(value, "shape", ()))


def place_of(at: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the place of an array's number that is counted along the rows."""
    place: list[int] = []
    for size in reversed(shape):
        place.insert(0, at % size)
        at //= size
    return tuple(place)


def _name(tree: Node, env: dict[str, Array]) -> Array:
    if tree.text in ("True", "False", "None"):
        return {"True": True, "False": False, "None": None}[tree.text]
    if tree.text not in env:
        raise Fault("name", name=tree.text)
    return env[tree.text]


def _number(tree: Node, env: dict[str, Array]) -> Array:
    return int(tree.text) if tree.text.isdigit() else float(tree.text)


def _signed(tree: Node, env: dict[str, Array]) -> Array:
    value = compute(tree.parts[0], env)
    return -value if tree.text == "-" else value


def _binary(tree: Node, env: dict[str, Array]) -> Array:
    a, b = compute(tree.parts[0], env), compute(tree.parts[1], env)
    sign, left, right = tree.text, shape_of(a), shape_of(b)
    if sign == "@":
        if len(left) != 2 or len(right) != 2 or left[1] != right[0]:
            raise Fault("product", left=left, right=right)
        return a @ b
    for m, k in zip(reversed(left), reversed(right)):
        if m != k and 1 not in (m, k):
            raise Fault("cells", left=left, right=right)
    if sign == "**":
        return power(a, b)
    if sign == "/":
        return np.divide(a, b) if left or right or b else np.inf
    return {
        "+": lambda: a + b,
        "-": lambda: a - b,
        "*": lambda: a * b,
        "==": lambda: (a == b) * 1.0,
    }[sign]()


def power(a: Array, b: Array) -> Array:
    """Return a power; of whole numbers too, also with a negative exponent."""
    return (a * 1.0) ** b


def _attribute(tree: Node, env: dict[str, Array]) -> Array:
    inner = tree.parts[0]
    if tree.text == "indices" and inner.kind == "call" and inner.text in ("max", "min"):
        args, keep = _options(inner, env)
        a = compute(inner.parts[0], env)
        method(inner.text, a, args, keep)  # a fault names what the reader wrote
        return a.argmax(*args[:1]) if inner.text == "max" else a.argmin(*args[:1])
    a = compute(inner, env)
    if tree.text == "values":
        return a
    if tree.text in ("T", "mT"):
        return a.T if shape_of(a) else a
    if tree.text == "shape":
        return shape_of(a)
    raise Fault("method", method=tree.text)


def _index(tree: Node, env: dict[str, Array]) -> Array:
    a = compute(tree.parts[0], env)
    key = tuple([PART[:] if i.kind == "slice" else compute(i, env) for i in tree.parts[1:]])
    try:
        return a[key if len(key) > 1 else key[0]]
    except (IndexError, TypeError, ValueError):
        raise Fault("index", shape=shape_of(a)) from None


def _options(tree: Node, env: dict[str, Array]) -> tuple[list[Array], bool]:
    """Return the arguments of a method, an axis among them, and whether axes are kept."""
    args = [compute(part, env) for part in tree.parts[1:]]
    named = {key: compute(part, env) for key, part in tree.options.items()}
    for key in ("axis", "dim"):
        if key in named:
            args.insert(0, named.pop(key))
    keep = bool(named.pop("keepdim", named.pop("keepdims", False)))
    if tree.text in ("sum", "mean", "max", "min", "prod") and len(args) == 2:
        keep = bool(args.pop())
    return args, keep


def _call(tree: Node, env: dict[str, Array]) -> Array:
    a = compute(tree.parts[0], env)
    args, keep = _options(tree, env)
    return method(tree.text, a, args, keep)


def method(name: str, a: Array, args: list[Array], keep: bool = False) -> Array:
    """Return the result of a method of PyTorch's or NumPy's.

    Raises:
        Fault: There is none of that name here, or its arguments don't fit.
    """
    shape = shape_of(a)
    try:
        if name in ("sum", "mean", "max", "min", "prod"):
            return getattr(np.asarray(a), name)(axis=args[0] if args else None, keepdims=keep)
        if name in _PLAIN:
            return _PLAIN[name](a)
        if name in ("view", "reshape"):
            return a.reshape(*args)
        if name in ("pow", "power"):
            return power(a, args[0])
        if name in ("expand", "expand_as"):
            to = shape_of(args[0]) if name == "expand_as" else args[0] if len(args) == 1 else args
            return a + np.zeros(tuple(to))
        if name in ("transpose", "swapaxes"):
            return a.swapaxes(*args) if args else a.T
        if name == "unsqueeze":
            at = args[0] % (len(shape) + 1)
            return a.reshape(shape[:at] + (1,) + shape[at:])
        if name == "squeeze":
            return a.squeeze(*args)
        if name == "argmax":
            return a.argmax(*args)
        if name == "index_add":
            rows = one_hot(args[1].reshape(-1), shape[0])
            return a + rows.T @ args[2].reshape(args[1].size, -1)
    except (IndexError, TypeError, ValueError, AttributeError):
        raise Fault("arguments", method=name, shape=shape) from None
    raise Fault("method", method=name)


def one_hot(a: Array, size: int) -> Array:
    """Return rows of 0 with one 1 each."""
    return (a.reshape(a.shape + (1,)) == np.arange(size)) * 1.0


def _function(tree: Node, env: dict[str, Array]) -> Array:
    args = [compute(part, env) for part in tree.parts]
    name = tree.text
    if not args:
        raise Fault("unfinished")
    if name == "one_hot":
        if len(args) < 2 or not isinstance(args[1], int):
            raise Fault("arguments", method=name, shape=shape_of(args[0]))
        return one_hot(args[0], args[1])
    if name in ("zeros_like", "ones_like"):
        return np.asarray(args[0]) * 0.0 + (name == "ones_like")
    if name == "matmul":
        pair = Node("binary", "@", tree.parts)
        return compute(pair, env)
    inner = Node("call", name, tree.parts, tree.options)
    return _call(inner, env)


_PLAIN = {
    "exp": lambda a: np.exp(a), "log": lambda a: np.log(a), "tanh": lambda a: np.tanh(a),
    "sqrt": lambda a: np.sqrt(a), "abs": lambda a: np.abs(a), "square": lambda a: a * a,
    "rsqrt": lambda a: power(a, -0.5), "reciprocal": lambda a: power(a, -1), "t": lambda a: a.T,
    "neg": lambda a: -a, "float": lambda a: a * 1.0, "double": lambda a: a * 1.0,
    "clone": lambda a: a, "contiguous": lambda a: a, "flatten": lambda a: a.reshape(-1),
}  # fmt: skip

_KINDS: dict[str, Array] = {
    "name": _name,
    "number": _number,
    "signed": _signed,
    "binary": _binary,
    "attribute": _attribute,
    "index": _index,
    "call": _call,
    "function": _function,
    "group": lambda tree, env: compute(tree.parts[0], env),
    "tuple": lambda tree, env: tuple([compute(part, env) for part in tree.parts]),
    "slice": lambda tree, env: PART[:],
}
