"""The gradient detective: programs with a mistake to find and fix, made from a seed.

```python
from tapewalk_course import detective

case = detective.case(7)
print(case, case.report())
print(case.find(12))
print(case.fix(case.code.replace(".detach()", "")))
```
"""

from tapewalk_course.detective.cases import Feedback, Program, case, named_by_report
from tapewalk_course.detective.runs import Run

__all__ = [
    "case",
    "named_by_report",
    "Program",
    "Run",
    "Feedback",
]
