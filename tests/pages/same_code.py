"""What must be equal in the cells of two languages, and what may differ: the words."""

from __future__ import annotations

import ast
import re

# The entries of a diagram's or prediction's options that hold words for the reader.
TRANSLATED_KEYS = (
    *("question", "say", "hint", "right", "text", "unit"),
    *("title", "label", "caption", "placeholder", "alt"),
)

_STRING = r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|`(?:[^`\\]|\\.)*`'
_WORDS = re.compile(rf"\b({'|'.join(TRANSLATED_KEYS)}):\s*(?:{_STRING})")
_STRING_OR_COMMENT = re.compile(rf"({_STRING})|//[^\n]*|/\*.*?\*/", re.DOTALL)


class _WithoutWords(ast.NodeTransformer):
    """Empties string literals and keeps what f-strings compute, in any order."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        return ast.Constant("") if isinstance(node.value, str) else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.JoinedStr:
        # Another language may say the same numbers in another order, but formats them alike.
        computed = [part for part in node.values if isinstance(part, ast.FormattedValue)]
        return ast.JoinedStr(sorted(computed, key=ast.dump))


def python_without_words(code: str) -> str:
    """Return what a Python cell computes: its syntax tree without comments and string texts."""
    return ast.dump(_WithoutWords().visit(ast.parse(code)), indent=1)


def ojs_without_words(code: str) -> str:
    """Return an OJS cell without comments, line breaks and the texts meant for the reader."""
    emptied = _WORDS.sub(r'\1: ""', code)
    without_comments = _STRING_OR_COMMENT.sub(lambda found: found[1] or "", emptied)
    return " ".join(without_comments.split())


def names_read(expression: str) -> list[str]:
    """Return the names and attributes an inline expression reads, whatever it does with digits.

    English groups digits by commas and Spanish by spaces, so the two format differently.
    """
    formatting = {"str", "replace", "format"}
    nodes = list(ast.walk(ast.parse(expression, mode="eval")))
    names = [node.id for node in nodes if isinstance(node, ast.Name)]
    names += [node.attr for node in nodes if isinstance(node, ast.Attribute)]
    return sorted(name for name in names if name not in formatting)
