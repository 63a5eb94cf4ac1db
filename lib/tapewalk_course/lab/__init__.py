"""The break-it lab: the engine of forty lines, bugs for it, and their effects.

```python
from tapewalk_course import lab

broken = lab.break_it("overwrite")
lab.watch(broken, lab.program("diamond").text)["nodes"]
```
"""

from tapewalk_course.lab.bugs import BUGS, PROGRAMS, Bug, Program, break_it, bug, program
from tapewalk_course.lab.data import changes, data
from tapewalk_course.lab.watch import check, text, watch

__all__ = [
    "BUGS",
    "PROGRAMS",
    "Bug",
    "Program",
    "break_it",
    "bug",
    "changes",
    "check",
    "data",
    "program",
    "text",
    "watch",
]
