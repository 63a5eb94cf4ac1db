r"""Grades notebooks: `python -m tapewalk_course.grade submissions/`.

Each notebook runs afresh in a process of its own, with limits, and what it defines is tried by the
checks of this package, whatever the notebook itself says about its checks.

What is safe, and what is not. Time, memory, the size of files and the number of processes are
limited, output goes nowhere, the environment variables are not handed on, and checks that a
notebook altered are put back. That holds off accidents. It does not hold off intent: a notebook
runs with your rights, it can read your files and use your network, and who knows this code can
send a result of their own. Grade what strangers wrote in a container that has no network:

    docker run --rm --network none --memory 4g --pids-limit 256 --read-only --tmpfs /tmp \
        -v "$PWD/submissions:/submissions:ro" IMAGE python -P -m tapewalk_course.grade /submissions
"""

from tapewalk_course.grade.jobs import graded
from tapewalk_course.grade.result import Mark, Options, Result

__all__ = ["Mark", "Options", "Result", "graded"]
