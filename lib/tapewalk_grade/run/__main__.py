"""The process that grades: a judge, and the fork server that it asks.

`jobs` starts it, as `python -m tapewalk_grade.run`. What both need is imported once, before the
fork; what only the judge may know, afterwards.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from contextlib import suppress
from importlib import import_module

from tapewalk_grade.run import fork_server


def main() -> None:
    """Start the fork server, and be the judge."""
    # Requests, which have the seed and the secret, come once the judge is ready.
    start = json.loads(sys.stdin.readline())
    for name in start["packages"]:
        with suppress(ImportError):
            import_module(name)
    control, theirs = socket.socketpair()
    pid = os.fork()
    if pid == 0:
        control.close()
        fork_server.serve(theirs, start["hide"])
        return
    theirs.close()
    from tapewalk_grade.run import judge

    judge.main(pid, control)


if __name__ == "__main__":
    main()
