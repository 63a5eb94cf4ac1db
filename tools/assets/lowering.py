"""The checks of exercises for a page: their own sources, in the Python that MicroPython reads.

Nothing of a check is written a second time. What MicroPython's language lacks becomes a call of
lib/live/checks/hosted/language.py, and imports of libraries go to the other modules there.
"""

from __future__ import annotations

import ast
import json
from typing import Final

from tapewalk_course.checking.declared import declared_in, solution_in
from tools.stamp import ROOT

COURSE: Final = ROOT / "lib" / "tapewalk_course"
OURS: Final = ROOT / "lib" / "live" / "checks"
TARGET: Final = ROOT / "lib" / "live" / "dist" / "checks.json"

# The exercises that a page has, by their folders.
FOLDERS: Final = tuple(f"checks/module_01/{name}" for name in ("slopes", "order", "walk", "engine"))
# Sources of the course that run in a page; those of the same name in OURS stand in for others.
SOURCES: Final = (
    *(
        f"checking/{name}.py"
        for name in (
            *("card", "comparing", "diagnosis", "exercise", "feedback", "folder", "programs"),
            *("running", "showing", "states"),
        )
    ),
    *(f"checking/words/{lang}.py" for lang in ("en", "es")),
    "checks/module_01/graphs.py",
    *(f"{folder}/__init__.py" for folder in FOLDERS),
    "checks/grading.py",
)
_HOSTED: Final = frozenset(
    path.stem for path in (OURS / "hosted").glob("*.py") if path.stem != "language"
)
_TYPES: Final = ("dict", "frozenset", "list", "set", "tuple")
_RENAMED: Final = {
    "dict": "ordered",
    "repr": "written",
    "slice": "sliced",
    "sorted": "in_order",
    "zip": "zipped",
}


def build_checks() -> bool:
    """Writes the file that a page loads with the first check; tells whether it was another."""
    text = json.dumps(sources(), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    if TARGET.is_file() and TARGET.read_text("utf-8") == text:
        return False
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(text, "utf-8")
    return True


def sources() -> dict[str, str]:
    """Returns the texts of all files of the checks, by their path in a page."""
    ours = {path.relative_to(OURS).as_posix(): path for path in OURS.rglob("*.py")}
    theirs = {f"tapewalk_course/{name}": COURSE / name for name in SOURCES}
    texts = {name: _without_docs(path.read_text("utf-8")) for name, path in ours.items()}
    theirs["hosted/tape.py"] = ROOT / "lib" / "tapewalk" / "scalar" / "tape.py"
    texts |= {name: lowered(path.read_text("utf-8")) for name, path in theirs.items()}
    return texts | {name: text for each in FOLDERS for name, text in _declared(each).items()}


def _declared(folder: str) -> dict[str, str]:
    """Returns the solution of an exercise and its mistakes, each as the code that makes it."""
    package = f"tapewalk_course.{folder.replace('/', '.')}"
    mistakes = [
        {
            **vars(entry),
            "codes": [] if entry.sign or entry.slow else list(map(lowered, entry.codes)),
        }
        for entry in declared_in(package).mistakes
    ]
    where = f"tapewalk_course/{folder}"
    return {
        f"{where}/solution.py": lowered(solution_in(package)),
        f"{where}/mistakes.json": json.dumps(mistakes, ensure_ascii=False),
    }


def lowered(text: str) -> str:
    """Returns a source as MicroPython can read it.

    Example:
        >>> lowered("x: list[int] = [*y, 1]").splitlines()[-1]
        'x = listed(*y, 1)'
    """
    tree = _Lowering().visit(ast.parse(text))
    head = "from hosted.language import *\n"
    return head + ast.unparse(ast.fix_missing_locations(tree))


def _without_docs(text: str) -> str:
    """Returns a source without comments and documentation, which nobody reads in a page."""
    return ast.unparse(_Undocumented().visit(ast.parse(text)))


class _Undocumented(ast.NodeTransformer):
    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return ast.copy_location(ast.Pass(), node) if is_text else self.generic_visit(node)


def _call(name: str, *given: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(given), [])


class _Lowering(_Undocumented):
    """Each method takes one thing that MicroPython lacks."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        if node.module == "__future__":
            return None
        if node.module == "collections.abc":
            return ast.ImportFrom("hosted.typing", node.names, 0)
        if node.module in _HOSTED:
            return ast.ImportFrom(f"hosted.{node.module}", node.names, 0)
        return node

    def visit_Import(self, node: ast.Import) -> list[ast.stmt]:
        return [
            ast.ImportFrom("hosted", [one], 0) if one.name in _HOSTED else ast.Import([one])
            for one in node.names
        ]

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return ast.arg(node.arg)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is None:
            return ast.Pass()
        return self.generic_visit(ast.Assign([node.target], node.value))

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        named = [one.target for one in node.body if isinstance(one, ast.AnnAssign)]
        names = [ast.Constant(one.id) for one in named if isinstance(one, ast.Name)]
        node.bases = [self._bare(base) for base in node.bases]
        self.generic_visit(node)
        if any("dataclass" in ast.dump(one) for one in node.decorator_list):
            fields = ast.Tuple([*names], ast.Load())
            node.body.insert(0, ast.Assign([ast.Name("_fields", ast.Store())], fields))
        return node

    def visit_List(self, node: ast.List) -> ast.AST:
        return self._display(node, "listed")

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        return self._display(node, "tupled")

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        parts: list[ast.expr] = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                parts.append(value)
                continue
            if not parts or not isinstance(parts[-1], ast.List):
                parts.append(ast.List([], ast.Load()))
            last = parts[-1]
            assert isinstance(last, ast.List)
            last.elts.append(ast.Tuple([key, value], ast.Load()))
        return _call("ordered", *parts)

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        self.generic_visit(node)
        pair = ast.Tuple([node.key, node.value], ast.Load())
        return _call("ordered", ast.GeneratorExp(pair, node.generators))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        self.generic_visit(node)
        parts: list[ast.expr] = []
        for one in node.values:
            if not isinstance(one, ast.FormattedValue):
                parts.append(one)
                continue
            value = _call("written", one.value) if one.conversion == ord("r") else one.value
            parts.append(_call("formatted", value, *([one.format_spec] if one.format_spec else [])))
        joined = ast.Attribute(ast.Constant(""), "join", ast.Load())
        return ast.Call(joined, [ast.List(parts, ast.Load())], [])

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        node.left = _set_of_keys(node.left)
        node.comparators = [_set_of_keys(one) for one in node.comparators]
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if node.attr == "__traceback__":
            return _call("way_of", node.value)
        if node.attr in ("prefix", "base_prefix"):
            return ast.Constant("/lib/")
        if isinstance(node.value, ast.Name) and (node.value.id, node.attr) == ("dict", "fromkeys"):
            node.value.id = "Dictionary"
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id == "RecursionError":
            node.id = "RuntimeError"
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        node.func = self._bare(node.func)
        if isinstance(node.func, ast.Name):
            node.func.id = _RENAMED.get(node.func.id, node.func.id)
            if node.func.id == "isinstance":
                node.args[1] = _kinds(node.args[1])
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "removesuffix":
            return _call("without_end", node.func.value, *node.args)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "sort":
            return _call("put_in_order", node.func.value, *(one.value for one in node.keywords))
        return node

    def _display(self, node: ast.List | ast.Tuple, name: str) -> ast.AST:
        self.generic_visit(node)
        starred = any(isinstance(one, ast.Starred) for one in node.elts)
        return _call(name, *node.elts) if starred and isinstance(node.ctx, ast.Load) else node

    @staticmethod
    def _bare(node: ast.expr) -> ast.expr:
        """Returns `list` of `list[int]`."""
        is_type = (
            isinstance(node, ast.Subscript)
            and isinstance(node.value, ast.Name)
            and node.value.id in _TYPES
        )
        return node.value if is_type and isinstance(node, ast.Subscript) else node


def _kinds(node: ast.expr) -> ast.expr:
    """Returns `kinds(A, B)` of `A | B`."""
    if not isinstance(node, ast.BinOp):
        return node
    return _call("kinds", _kinds(node.left), _kinds(node.right))


def _set_of_keys(node: ast.expr) -> ast.expr:
    """Returns `set(x.keys())` of `x.keys()`, which can be compared."""
    is_keys = (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "keys"
    )
    return _call("set", node) if is_keys else node
