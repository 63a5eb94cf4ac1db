"""The program that Quarto runs after rendering (see `post-render` in _quarto.yml)."""

import os
import sys
from pathlib import Path

if __name__ == "__main__":
    # Quarto starts a file, not a module, so the project's root is not on the path yet.
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    from tools.finish import __main__ as finish
    from tools.notebooks import __main__ as notebooks

    folder = os.environ["QUARTO_PROJECT_OUTPUT_DIR"]
    # The badges under a lesson's title link to the notebook beside it.
    sys.exit(notebooks.main([folder]) or finish.main([folder]))
