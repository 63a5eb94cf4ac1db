"""The files of the library in the order to read them, and what each holds, in both languages."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import tapewalk

LIBRARY: Final = Path(tapewalk.__file__).parent

# By path within the library; a folder stands for all its modules.
_HOLDS: Final[dict[str, tuple[str, str]]] = {
    "value.py": (
        "the scalar engine: numbers that remember how they were made",
        "el motor escalar: números que recuerdan cómo se obtuvieron",
    ),
    "scalar_math.py": (
        "its arithmetic, where Python's own stops or leaves the real line",
        "su aritmética, donde la de Python se detiene o sale de los números reales",
    ),
    "graph": (
        "the walks along graphs: of values, of tensors, of PyTorch's",
        "los recorridos por los grafos: de valores, de tensores y de PyTorch",
    ),
    "grad_mode.py": ("the switch for recording", "el interruptor que activa o no la grabación"),
    "memory.py": (
        "the journal of writes to arrays",
        "el diario de escrituras en los arreglos",
    ),
    "function.py": ("what an operation is, and a node", "qué es una operación y qué es un nodo"),
    "functions": ("the operations, each with its rule", "las operaciones, cada una con su regla"),
    "engine.py": ("the backward pass: one loop", "la pasada hacia atrás: un solo bucle"),
    "errors.py": (
        "the errors, and sentences they share",
        "los errores y las frases que comparten",
    ),
    "anomaly.py": ("who made the first NaN", "quién produjo el primer NaN"),
    "hooks.py": ("functions that wait for a gradient", "funciones que esperan un gradiente"),
    "core.py": ("what a tensor is made of", "de qué está hecho un tensor"),
    "convert.py": (
        "numbers, lists and arrays on their way in",
        "números, listas y arreglos a su llegada",
    ),
    "methods": ("what a tensor can do", "qué sabe hacer un tensor"),
    "numpy_rules.py": (
        "NumPy's functions, called with tensors",
        "las funciones de NumPy, llamadas con tensores",
    ),
    "tensor.py": ("the tensor itself", "el tensor"),
    "creation.py": (
        "tensors from nothing, arrays and lists",
        "tensores creados de la nada, de arreglos y de listas",
    ),
    "functional.py": ("functions that stand free", "funciones sueltas"),
    "differentiate.py": (
        "gradients as results, of plain functions too",
        "gradientes como resultado, también de funciones corrientes",
    ),
    "checkpointing.py": ("forget, and compute again", "olvidar y volver a calcular"),
    "gradient_check.py": ("central differences as a judge", "las diferencias centrales como juez"),
    "comparison.py": (
        "your gradient beside the engine's",
        "tu gradiente al lado del gradiente del motor",
    ),
    "nn": ("layers, made of all the above", "capas, hechas de todo lo anterior"),
    "twins": (
        "the models of the lessons, written in PyTorch",
        "los modelos de las lecciones, escritos en PyTorch",
    ),
    "optim.py": ("what to do with gradients", "qué hacer con los gradientes"),
    "data": (
        "names for the lessons, and their letters as numbers",
        "nombres para las lecciones y sus letras como números",
    ),
    "inspect": (
        "reports on graphs, PyTorch's and ours: `python -m tapewalk.inspect`",
        "informes sobre grafos, de PyTorch y propios: `python -m tapewalk.inspect`",
    ),
    "detective": (
        "sick models, to be diagnosed with it",
        "modelos enfermos, para diagnosticarlos con ellos",
    ),
    "value_copies.py": (
        "copies of a graph of values: pickle, deepcopy",
        "copias de un grafo de valores: pickle, deepcopy",
    ),
    "watching.py": (
        "looking on while operations run",
        "mirar mientras se ejecutan las operaciones",
    ),
    "trace.py": (
        "a graph of values as plain data",
        "un grafo de valores como datos sencillos",
    ),
    "trace_parts.py": (
        "what the traces of tensors have in common",
        "lo que tienen en común las trazas de tensores",
    ),
    "trace_tensor.py": (
        "a graph of tensors as plain data",
        "un grafo de tensores como datos sencillos",
    ),
    "trace_torch.py": (
        "one of PyTorch's graphs as plain data",
        "un grafo de PyTorch como datos sencillos",
    ),
    "validate.py": ("whether something is a trace", "si algo es o no una traza"),
    "publish.py": (
        "from a cell to the diagrams of its page",
        "de una celda a los diagramas de su página",
    ),
    "widgets": ("the diagrams in notebooks", "los diagramas en los cuadernos"),
    "grading": (
        "the exercises' checks, with their hints",
        "las comprobaciones de los ejercicios, con sus pistas",
    ),
    "grade": (
        "the grader of whole notebooks: `python -m tapewalk_course.grade`",
        "el calificador de cuadernos enteros: `python -m tapewalk_course.grade`",
    ),
    "language.py": (
        "the language that figures and checks speak",
        "el idioma en que hablan figuras y comprobaciones",
    ),
    "display.py": ("what a notebook shows of a value", "lo que un cuaderno muestra de un valor"),
    "version.py": ("the version, which traces carry", "la versión, que las trazas llevan consigo"),
    "__init__.py": ("the public names", "los nombres públicos"),
}

_HEADINGS: Final = {
    "en": ("file", "lines", "what it holds"),
    "es": ("archivo", "líneas", "qué contiene"),
}


def file_table(lang: str) -> None:
    """Print the map as a markdown table: file, number of lines, what it holds.

    Raises:
        LookupError: The map leaves out a module of the library, or names one that is gone.
    """
    _refuse_gaps()
    print("::: {.file-map}")
    print(f"| {' | '.join(_HEADINGS[lang])} |\n|:---|---:|:---|")
    for name, (english, spanish) in _HOLDS.items():
        shown = f"{name}/" if (LIBRARY / name).is_dir() else name
        print(f"| `{shown}` | {lines_of(name)} | {spanish if lang == 'es' else english} |")
    print("\n:::")


def lines_of(*names: str) -> int:
    """Return the lines of modules and of all modules in folders; of the library if none is named.

    Args:
        *names: Paths within the library.
    """
    paths = [path for name in names or [""] for path in _modules(name)]
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def _modules(name: str) -> list[Path]:
    path = LIBRARY / name
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


def _refuse_gaps() -> None:
    told = {path for name in _HOLDS for path in _modules(name)}
    for paths, problem in (
        (set(_modules("")) - told, "does not tell of"),
        ({path for path in told if not path.is_file()}, "tells of what is no longer there:"),
    ):
        if paths:
            names = ", ".join(sorted(path.relative_to(LIBRARY).as_posix() for path in paths))
            raise LookupError(
                f"the map of the engine {problem} {names}. Usually a module was added, renamed or "
                "removed: change _HOLDS in modules/library/file_map.py."
            )
