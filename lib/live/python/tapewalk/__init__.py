"""The part of the library that runs in a page: values, their tape, their traces."""

from tapewalk.scalar.tape import tape
from tapewalk.scalar.value import Value
from tapewalk.trace.tracing import trace
from tapewalk.version import __version__

__all__ = ["Value", "__version__", "tape", "trace"]
