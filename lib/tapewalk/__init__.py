"""A small automatic differentiation library whose graphs can be looked at."""

from tapewalk.graph import tape
from tapewalk.publish import publish
from tapewalk.trace import trace
from tapewalk.validate import validate
from tapewalk.value import Value
from tapewalk.version import __version__

__all__ = ["Value", "__version__", "publish", "tape", "trace", "validate"]
