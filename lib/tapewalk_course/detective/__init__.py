"""The gradient detective: sick models, made from a seed, to be diagnosed with `tapewalk.inspect`.

```python
from tapewalk import inspect
from tapewalk_course import detective

patient = detective.case(7)
print(inspect(patient.loss_function, patient.model, gradients=True))
print(patient.check("tied"))
```
"""

from tapewalk_course.detective.cases import Feedback, Suspect, answers, case

__all__ = ["case", "answers", "Suspect", "Feedback"]
