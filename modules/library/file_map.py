"""The files of the library in the order to read them, and what each holds, in each language."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import tapewalk
from tapewalk.language import LANGUAGES

LIBRARY: Final = Path(tapewalk.__file__).parent

# By path within the library; a folder stands for all its modules.
_HOLDS: Final[dict[str, tuple[str, str]]] = {
    "scalar/value.py": (
        "the scalar engine: numbers that remember how they were made",
        "el motor escalar: números que recuerdan cómo se obtuvieron",
    ),
    "scalar/arithmetic.py": (
        "its arithmetic, where Python's own stops or leaves the real line",
        "su aritmética, donde la de Python se detiene o sale de los números reales",
    ),
    "scalar/tape.py": (
        "every value behind one, oldest first",
        "todos los valores de los que depende uno, del más antiguo al más reciente",
    ),
    "scalar/second_order.py": (
        "derivatives of derivatives: the tape played again with values for numbers",
        "derivadas de derivadas: la cinta otra vez, con valores en lugar de números",
    ),
    "scalar/dual.py": (
        "forward mode: numbers that carry how fast they move",
        "modo hacia delante: números que llevan consigo su rapidez",
    ),
    "scalar/copies.py": (
        "copies of a graph of values: pickle, deepcopy",
        "copias de un grafo de valores: pickle, deepcopy",
    ),
    "engine/grad_mode.py": (
        "the switch for recording",
        "el interruptor que activa o no la grabación",
    ),
    "engine/memory.py": (
        "the journal of writes to arrays",
        "el diario de escrituras en los arreglos",
    ),
    "engine/function.py": (
        "what an operation is, and a node",
        "qué es una operación y qué es un nodo",
    ),
    "engine/pytorch_form.py": (
        "functions of yours, written as in PyTorch",
        "tus propias funciones, escritas como en PyTorch",
    ),
    "engine/backward.py": ("the backward pass: one loop", "la pasada hacia atrás: un solo bucle"),
    "engine/core.py": ("what a tensor is made of", "de qué está hecho un tensor"),
    "engine/errors.py": (
        "the errors, and sentences they share",
        "los errores y las frases que comparten",
    ),
    "engine/anomaly.py": ("who made the first NaN", "quién produjo el primer NaN"),
    "engine/hooks.py": (
        "functions that wait for a gradient",
        "funciones que esperan un gradiente",
    ),
    "engine/random_state.py": (
        "where random numbers come from",
        "de dónde salen los números aleatorios",
    ),
    "engine/twice.py": (
        "what a rule needs to be recorded itself: second derivatives",
        "lo que una regla necesita para grabarse ella misma: segundas derivadas",
    ),
    "engine/watching.py": (
        "looking on while operations run",
        "mirar mientras se ejecutan las operaciones",
    ),
    "ops": ("the operations, each with its rule", "las operaciones, cada una con su regla"),
    "tensor": (
        "the tensor itself, and what it can do, by kind",
        "el tensor y lo que sabe hacer, por temas",
    ),
    "gradients": (
        "gradients as results, checkpoints, central differences as a judge",
        "gradientes como resultado, puntos de control, las diferencias centrales como juez",
    ),
    "nn": ("layers, made of all the above", "capas, hechas de todo lo anterior"),
    "optim": ("what to do with gradients", "qué hacer con los gradientes"),
    "models": ("the models of the lessons", "los modelos de las lecciones"),
    "twins": ("the same models, written in PyTorch", "los mismos modelos, escritos en PyTorch"),
    "graph": (
        "the walk along graphs of tensors, ours and PyTorch's",
        "el recorrido por los grafos de tensores, propios y de PyTorch",
    ),
    "trace": (
        "graphs as plain data: the format, its check, and what writes it",
        "los grafos como datos sencillos: el formato, su comprobación y lo que lo escribe",
    ),
    "figures": (
        "the diagrams' code, and what stands for a figure where nothing runs",
        "el código de los diagramas y lo que sustituye a una figura donde nada se ejecuta",
    ),
    "inspect": (
        "reports on graphs, PyTorch's and ours: `python -m tapewalk.inspect`",
        "informes sobre grafos, de PyTorch y propios: `python -m tapewalk.inspect`",
    ),
    "widgets": ("the diagrams in notebooks", "los diagramas en los cuadernos"),
    "display.py": ("what a notebook shows of a value", "lo que un cuaderno muestra de un valor"),
    "data": (
        "names for the lessons, and their letters as numbers",
        "nombres para las lecciones y sus letras como números",
    ),
    "words.py": (
        "what a room says, from a module of words for each language",
        "lo que dice una sala, de un módulo de palabras por idioma",
    ),
    "language.py": (
        "the language that figures and checks speak",
        "el idioma en que hablan figuras y comprobaciones",
    ),
    "version.py": ("the version, which traces carry", "la versión, que las trazas llevan consigo"),
    "__init__.py": ("the public names", "los nombres públicos"),
}

_HEADINGS: Final = {
    "en": ("file", "lines", "what it holds"),
    "es": ("archivo", "líneas", "qué contiene"),
}


def file_table(lang: str) -> None:
    """Prints the map as a markdown table: file, number of lines, what it holds.

    Raises:
        LookupError: The map leaves out a module of the library, or names one that is gone.
    """
    _refuse_gaps()
    print("::: {.file-map}")
    print(f"| {' | '.join(_HEADINGS[lang])} |\n|:---|---:|:---|")
    for name, holds in _HOLDS.items():
        shown = f"{name}/" if (LIBRARY / name).is_dir() else name
        print(f"| `{shown}` | {lines_of(name)} | {holds[LANGUAGES.index(lang)]} |")
    print("\n:::")


def lines_of(*names: str) -> int:
    """Returns the lines of modules and of all modules in folders; of the library if none is named.

    Args:
        *names: Paths within the library.
    """
    paths = [path for name in names or [""] for path in _modules(name)]
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def _modules(name: str) -> list[Path]:
    path = LIBRARY / name
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.rglob("*.py") if not _is_a_sign(file))


def _is_a_sign(file: Path) -> bool:
    """Tells whether a file only says what its folder is."""
    return file.name == "__init__.py" and len(file.read_text("utf-8").splitlines()) == 1


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
