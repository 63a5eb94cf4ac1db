"""A program with calls that report what each of its statements computed."""

from __future__ import annotations

import ast
from typing import Any, Final

# Names of the functions that a marked program calls.
AT: Final = "_at"
BEFORE: Final = "_before"
AFTER: Final = "_after"


def marked(code: str) -> Any:
    """Return the tree of a program that reports each assignment, each result and each step.

    Args:
        code: The program; its function `train` is where steps are made.
    """
    tree = _Marks().visit(ast.parse(code))
    return ast.fix_missing_locations(tree)


def first_lines(code: str) -> dict[int, int]:
    """Return, for each line of a simple statement, the line on which the statement begins."""
    simple = (ast.Assign, ast.AugAssign, ast.Return, ast.Expr)
    return {
        line: node.lineno
        for node in ast.walk(ast.parse(code))
        if isinstance(node, simple)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


def made_modules(code: str) -> dict[int, tuple[str, str]]:
    """Return the lines that give a module an attribute, with the class and the attribute."""
    return {
        node.lineno: (owner.name, node.targets[0].attr)
        for owner in ast.parse(code).body
        if isinstance(owner, ast.ClassDef)
        for node in ast.walk(owner)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute)
    }


class _Marks(ast.NodeTransformer):
    """Adds the calls."""

    def __init__(self) -> None:
        self._is_training = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Note whether the statements of a function make a step."""
        self._is_training = node.name == "train"
        self.generic_visit(node)
        self._is_training = False
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        """Report a result before it is returned."""
        if node.value is not None:
            node.value = _call(AT, node.lineno, node.value)
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        """Report the value of the name after an assignment."""
        return self._and_report(node, node.targets[0], node.lineno)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        """Report the value of the name after a change in place."""
        return self._and_report(node, node.target, node.lineno)

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Report before and after each statement of a step."""
        if not self._is_training or not isinstance(node.value, ast.Call):
            return node
        calls = (_call(name, node.lineno, ast.Constant(None)) for name in (BEFORE, AFTER))
        before, after = (ast.Expr(call) for call in calls)
        return [before, node, after]

    def _and_report(self, node: ast.stmt, target: ast.expr, line: int) -> Any:
        name = ast.parse(ast.unparse(target), mode="eval").body
        return [node, ast.Expr(_call(AT, line, name))]


def _call(name: str, line: int, value: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), [ast.Constant(line), value], [])
