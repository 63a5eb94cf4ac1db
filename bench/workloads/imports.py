"""The time of `import tapewalk`, and whether it imports NumPy."""

from __future__ import annotations

import json
import subprocess
import sys

# In an interpreter of its own: the measuring one has imported half of this already.
_PROGRAM = """
import sys, time
start = time.process_time()
import tapewalk
spent = time.process_time() - start
print('{"seconds": %r, "numpy": %d}' % (spent, "numpy" in sys.modules))
"""


def import_once() -> dict[str, float]:
    """Return the CPU seconds of the import, and 1 if NumPy was imported too, else 0."""
    run = subprocess.run([sys.executable, "-c", _PROGRAM], check=True, capture_output=True)
    measured: dict[str, float] = json.loads(run.stdout)
    return measured
