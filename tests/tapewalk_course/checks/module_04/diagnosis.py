"""04.8: the reference, and what learners write instead."""

from tapewalk_course import detective
from tapewalk_course.solutions.module_04 import diagnose


def _but(wrong):
    """Return a diagnosis that is right but where `wrong` has another one."""

    def wrongly(report):
        right = diagnose(report)
        return wrong.get(right, right)

    return (wrongly,)


def without_gradients(report):
    if any(parameter.gradient.mark for parameter in report.parameters):
        return "vanishing"
    return diagnose(report)


def in_words(report):
    return detective.answers("en")[diagnose(report)]


def by_number_type(report):
    types = {node.dtype for node in report.nodes if node.dtype}
    return "overflow" if types & {"float16", "bfloat16"} else diagnose(report)


def alarmed(report):
    right = diagnose(report)
    return "vanishing" if right == "healthy" else right


REFERENCE = (diagnose,)
WRONG = [
    ("no_gradient", (without_gradients,)),
    ("attribute", (lambda report: report.sickness,)),
    ("words", (in_words,)),
    ("words", _but({"overflow": "nan", "zeroed": "zero"})),
    ("tied", _but({"tied": "healthy"})),
    ("unfused", _but({"unfused": "healthy"})),
    ("frozen", _but({"frozen": "healthy"})),
    ("quiet", _but({"tied": "healthy", "unfused": "healthy"})),
    ("missing", _but({"data": "detached", "unused": "detached"})),
    ("marked", _but({"overflow": "exploding", "zeroed": "vanishing"})),
    ("alarmed", (alarmed,)),
]
GENERIC = [
    ("none", (lambda report: None,)),
    ("type", (lambda report: [diagnose(report)],)),
    ("answer", (lambda report: "healthy" if report.missing else "tied",)),
]
