"""The checks of module 02: reading tapes, weighing them, and mending broken training steps."""

from tapewalk_course.checks.module_02 import (
    carried,
    counting,
    cuts,
    in_place,
    ledger,
    order,
    reaching,
)

EXERCISES = (
    counting.EXERCISE,
    reaching.EXERCISE,
    order.EXERCISE,
    ledger.ACTIVATIONS,
    ledger.ATTENTION,
    in_place.EXERCISE,
    carried.EXERCISE,
    cuts.EXERCISE,
)
