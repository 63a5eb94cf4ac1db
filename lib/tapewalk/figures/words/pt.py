"""The few words that Python itself says about a figure, in Portuguese."""

from __future__ import annotations

from typing import Final

WORDS: Final = {"node": "nó", "operation": "operação", "value": "valor", "gradient": "gradiente"}
