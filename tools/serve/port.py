"""The port of this machine that a site is served on."""

import errno
import os
import socket

HOST = "127.0.0.1"


class PortError(Exception):
    """A port can't be used; the message says why and names one that can."""


def port_number(text: str) -> int:
    """Return the number of a port that a command line names.

    Raises:
        PortError: It is not a number.
    """
    if not text.isdecimal():
        raise PortError(f"A port is a number, not {text!r}: make site SITE_PORT=8000")
    return int(text)


def ensure_free(port: int) -> None:
    """Check that a server can listen on a port.

    Args:
        port: Its number; 0 for any free one.

    Raises:
        PortError: It can't.
    """
    problem = _problem(port)
    if problem is not None:
        raise PortError(explain(port, problem))


def explain(port: int, problem: str) -> str:
    """Return the reason why a port can't be used, and a free port.

    Args:
        port: Its number.
        problem: The system's error message.
    """
    start = port + 1 if 1024 <= port < 65535 else 8000
    free = next((other for other in range(start, 65536) if _problem(other) is None), 0)
    return f"Port {port} can't be used: {problem}. Another port: make site SITE_PORT={free}"


def _problem(port: int) -> str | None:
    if not 0 <= port <= 65535:
        return "a port is a number from 0 to 65535"
    try:
        socket.create_server((HOST, port)).close()
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else str(error)
        taken = error.errno == errno.EADDRINUSE
        return f"{why}, perhaps by another `make site`" if taken else why
    return None
