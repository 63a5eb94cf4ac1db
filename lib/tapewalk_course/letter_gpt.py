"""The letter GPT of module 02: a mini-GPT that learned from the names that ship with the library.

`python -m tools.letter_gpt` trained it once and wrote the two files beside this one.
"""

from __future__ import annotations

import json
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tapewalk.data.letters import ALPHABET
from tapewalk.models import MiniGPT

if TYPE_CHECKING:
    from tapewalk import twins

STEPS: Final = (0, 100, 500, 2000)
WEIGHTS: Final = "letter_gpt.npz"
RECORD: Final = "letter_gpt.json"
# The example of the pages. The model was not trained on this name.
NAME: Final = "matilda"

Array = np.ndarray[Any, Any]

encode = ALPHABET.encode
decode = ALPHABET.decode


def letter_gpt(step: int = 2000, fused: bool = False) -> MiniGPT:
    """Return the model after so many training steps.

    Args:
        step: One of `STEPS`.
        fused: Whether the core of attention is one node.

    Raises:
        ValueError: There is no checkpoint of this step.

    Example:
        >>> tokens, targets = example()
        >>> [round(letter_gpt(step)(tokens, targets).item(), 1) for step in STEPS]
        [3.4, 2.1, 2.0, 1.8]
    """
    model = MiniGPT(vocab=len(ALPHABET), fused=fused)
    model.load_state_dict(weights(step))
    return model


def twin(step: int = 2000, fused: bool = False) -> twins.MiniGPT:
    """Return the same model in PyTorch, which must be installed.

    Args:
        step: One of `STEPS`.
        fused: Whether attention is PyTorch's fused function.

    Raises:
        ValueError: There is no checkpoint of this step.
    """
    from tapewalk import twins

    model = twins.MiniGPT(vocab=len(ALPHABET), fused=fused)
    model.load_state_dict(weights(step))
    return model


def example(text: str = f".{NAME}.") -> tuple[Array, Array]:
    """Return the tokens of a text and the tokens that follow them, both of shape (1, length).

    Args:
        text: Up to nine symbols, "." and a to z.

    Example:
        >>> tokens, targets = example()
        >>> decode(tokens[0]), decode(targets[0])
        ('.matilda', 'matilda.')
    """
    ids = np.array([encode(text)])
    return ids[:, :-1], ids[:, 1:]


def record() -> dict[str, Any]:
    """Return how the model was trained: date, machine, versions, settings, and its losses."""
    content: dict[str, Any] = json.loads(_read(RECORD))
    return content


def weights(step: int) -> dict[str, Array]:
    """Return the parameters after so many training steps, by name.

    Each is a small whole number times a power of two, so float16 has it exactly.

    Args:
        step: One of `STEPS`.

    Raises:
        ValueError: There is no checkpoint of this step.
    """
    if step not in STEPS:
        raise ValueError(f"the letter GPT has checkpoints at the steps {STEPS}, not at {step!r}.")
    packed = np.load(BytesIO(_read(WEIGHTS)))
    return unpack(packed, record()["units"], STEPS.index(step))


def pack(checkpoints: list[dict[str, Array]]) -> tuple[dict[str, Array], dict[str, float]]:
    """Return checkpoints as small whole numbers, and the unit of each parameter.

    Weights hardly compress: four checkpoints in float16 are 800 kB. Rounded to half of the first
    ones' deviation, each as the difference from the one before, they are a fifth of that.

    Args:
        checkpoints: The parameters by name, in the order of the steps.
    """
    packed, units = {}, {}
    for name, first in checkpoints[0].items():
        units[name] = unit_of(first, 2)
        rounded = np.round(np.stack([saved[name] for saved in checkpoints]) / units[name])
        packed[name] = np.diff(rounded, axis=0, prepend=0).astype(np.int16)
    return packed, units


def unit_of(weight: Array, parts: int) -> float:
    """Return a power of two near the deviation of a matrix divided by `parts`; small for biases."""
    return float(2 ** np.round(np.log2(weight.std() / parts))) if weight.ndim > 1 else 2.0**-8


def unpack(packed: Any, units: dict[str, float], place: int) -> dict[str, Array]:
    """Return the checkpoint at a place of those that were packed."""
    return {
        name: (packed[name][: place + 1].sum(0) * unit).astype(np.float16).astype(np.float32)
        for name, unit in units.items()
    }


def _read(name: str) -> bytes:
    return files("tapewalk_course").joinpath(name).read_bytes()
