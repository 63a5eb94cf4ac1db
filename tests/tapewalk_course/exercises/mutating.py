"""Mutants of solutions: a statement dropped, a sign changed, `=` for `+=` and so on."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import numpy as np

Change = Callable[[Any], None]

PAIRS = (
    (ast.Add, ast.Sub),
    (ast.Mult, ast.Div),
    (ast.And, ast.Or),
    (ast.Eq, ast.NotEq),
    (ast.Is, ast.IsNot),
    (ast.In, ast.NotIn),
    (ast.Lt, ast.GtE),
    (ast.Gt, ast.LtE),
)
TURNED: dict[type, Any] = dict([*PAIRS, *(pair[::-1] for pair in PAIRS)])


def mutants(code: str) -> Iterator[tuple[str, str]]:
    """Yield each change, with its line, and the code; each code once."""
    seen = {ast.unparse(ast.parse(code))}
    for place, node in enumerate(ast.walk(ast.parse(code))):
        for kind, change in _changes(node):
            tree = ast.parse(code)
            change(next(islice(ast.walk(tree), place, None)))
            text = ast.unparse(ast.fix_missing_locations(tree))
            if text not in seen:
                seen.add(text)
                yield f"{kind} in line {getattr(node, 'lineno', 1)}", text


def _changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    body = getattr(node, "body", None)
    for place, statement in enumerate(body if isinstance(body, list) else []):
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.ImportFrom | ast.Import):
            yield f"statement {place + 1} dropped", _put(place, lambda old: ast.Pass())
        if isinstance(statement, ast.AugAssign):
            yield "`=` for `+=`", _put(place, lambda old: ast.Assign([old.target], old.value))
        if isinstance(statement, ast.Return) and statement.value is not None:
            yield "single precision", _put(place, _single)
            if place and isinstance(body[place - 1], ast.For | ast.While):
                yield "early return", lambda n: n.body[-2].body.append(n.body[-1])
    if isinstance(node, ast.For | ast.While):
        yield "one round", lambda n: n.body.append(ast.Break())
    if isinstance(node, ast.BinOp | ast.BoolOp) and type(node.op) in TURNED:
        yield "operation", lambda n: setattr(n, "op", TURNED[type(n.op)]())
    if isinstance(node, ast.Compare) and type(node.ops[0]) in TURNED:
        yield "comparison", lambda n: n.ops.__setitem__(0, TURNED[type(n.ops[0])]())
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield "minus lost", lambda n: setattr(n, "op", ast.UAdd())
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield "axis", lambda n: setattr(n, "value", 1 - n.value)


def _put(place: int, made: Callable[[Any], ast.AST]) -> Change:
    def put(node: Any) -> None:
        node.body[place] = made(node.body[place])

    return put


def _single(statement: Any) -> ast.AST:
    return ast.parse(f"return single({ast.unparse(statement.value)})").body[0]


def single(result: Any) -> Any:
    """Return a result with its numbers in single precision."""
    if isinstance(result, tuple | list):
        return type(result)(map(single, result))
    if isinstance(result, np.ndarray) and result.dtype == np.float64:
        return result.astype(np.float32)
    return float(np.float32(result)) if type(result) is float else result
