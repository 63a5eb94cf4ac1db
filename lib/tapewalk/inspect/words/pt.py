"""What reports say, in Portuguese."""

from __future__ import annotations

from typing import Final

WORDS: Final = {"parameters": "Parâmetros", "gradients": "Gradientes"}
