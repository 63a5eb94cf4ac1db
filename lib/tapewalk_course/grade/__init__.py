r"""Grades notebooks: `python -m tapewalk_course.grade submissions/`.

All notebooks are read, then each runs afresh in a process of its own, which gets inputs and returns
plain results. What is right, and whether a result is, is known only to another process.

What is safe, and what is not. Time, memory, the size of files and the number of processes are
limited, output goes nowhere, and few environment variables are handed on. Where Linux grants user
namespaces, a notebook has no network, sees no other process, no other submission and no device, and
writes only into a folder of its own. Where it doesn't, the report begins with what is open; grade
what strangers wrote in a container that has no network then:

    docker run --rm --network none --memory 4g --pids-limit 256 --read-only --tmpfs /tmp \
        -v "$PWD/submissions:/submissions:ro" IMAGE python -P -m tapewalk_course.grade /submissions
"""

from tapewalk_course.grade.jobs import graded
from tapewalk_course.grade.result import Mark, Options, Result

__all__ = ["Mark", "Options", "Result", "graded"]
