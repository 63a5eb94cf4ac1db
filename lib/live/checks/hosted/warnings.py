"""MicroPython warns of nothing."""

from hosted.contextlib import contextmanager


@contextmanager
def catch_warnings():
    """Does nothing."""
    yield


def simplefilter(action):
    """Does nothing."""
