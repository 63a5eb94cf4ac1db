"""What Quarto runs after rendering (see `post-render` in _quarto.yml)."""

import os
import sys
from pathlib import Path

if __name__ == "__main__":
    # Quarto starts a file, not a module, so the project's root is not on the path yet.
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    from tools.finish.__main__ import main

    sys.exit(main([os.environ["QUARTO_PROJECT_OUTPUT_DIR"]]))
