"""A Jupyter kernel for Quarto that replays the recorded results of a page's cells.

Quarto starts it as a process of its own for each page, so it imports little. A cell that it doesn't
know is an error, which ends the rendering.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import signal
import sys
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import zmq

_MARK = b"<IDS|MSG>"
_LANGUAGE = {
    "name": "python",
    "version": sys.version.split()[0],
    "mimetype": "text/x-python",
    "file_extension": ".py",
    "codemirror_mode": {"name": "ipython", "version": 3},
    "pygments_lexer": "ipython3",
    "nbconvert_exporter": "python",
}


class UnknownCodeError(Exception):
    """Quarto sent code that was not recorded."""


class Recording:
    """The results of a page's cells and expressions, in their order.

    Args:
        steps: For each `{"code": …, "outputs": […]}` or `{"code": …, "data": {…}}`.
    """

    def __init__(self, steps: list[dict[str, Any]]) -> None:
        self._steps: Iterator[dict[str, Any]] = iter(steps)

    def take(self, code: str) -> dict[str, Any]:
        """Return the result of the next step.

        Args:
            code: The code that Quarto sent.

        Raises:
            UnknownCodeError: The next step is another one.
        """
        step = next(self._steps, None)
        if step is None or _lines(step["code"]) != _lines(code):
            ran = "nothing" if step is None else repr(step["code"])
            raise UnknownCodeError(f"asked for {code!r}, but what ran here is {ran}")
        return step


def _lines(code: str) -> list[str]:
    """Return the lines that are not empty: after an include, Quarto adds an empty one."""
    return [line for line in code.splitlines() if line.strip()]


class Kernel:
    """A server of Jupyter's protocol on the sockets in a connection file."""

    def __init__(self, connection: dict[str, Any], recording: Recording) -> None:
        self._recording = recording
        self._key = connection["key"].encode()
        self._session = uuid.uuid4().hex
        self._count = 0
        context: zmq.Context[Any] = zmq.Context.instance()
        kinds = {"shell": zmq.ROUTER, "control": zmq.ROUTER, "iopub": zmq.PUB, "hb": zmq.REP}
        self._sockets = {name: context.socket(kind) for name, kind in kinds.items()}
        for name, socket in self._sockets.items():
            separator = ":" if connection["transport"] == "tcp" else "-"
            port = connection[f"{name}_port"]
            socket.bind(f"{connection['transport']}://{connection['ip']}{separator}{port}")

    def serve(self) -> None:
        """Answer until a message asks to stop."""
        poller = zmq.Poller()
        for name in ("shell", "control", "hb"):
            poller.register(self._sockets[name], zmq.POLLIN)
        while True:
            for socket, _ in poller.poll():
                if socket is self._sockets["hb"]:
                    socket.send(socket.recv())
                elif not self._answer(socket):
                    zmq.Context.instance().destroy(linger=1000)
                    return

    def _answer(self, socket: zmq.Socket[bytes]) -> bool:
        """Answer one message; return whether to go on."""
        parts = socket.recv_multipart()
        at = parts.index(_MARK)
        if not hmac.compare_digest(self._sign(parts[at + 2 : at + 6]), parts[at + 1]):
            return True
        header, content = json.loads(parts[at + 2]), json.loads(parts[at + 5])
        kind = header["msg_type"]
        self._tell("status", {"execution_state": "busy"}, header)
        if kind.endswith("_request"):
            given = self._reply(kind, content, header)
            frames = self._frames(kind.replace("_request", "_reply"), given, header)
            socket.send_multipart([*parts[:at], *frames])
        self._tell("status", {"execution_state": "idle"}, header)
        return bool(kind != "shutdown_request")

    def _reply(self, kind: str, content: dict[str, Any], header: dict[str, Any]) -> dict[str, Any]:
        if kind == "kernel_info_request":
            own = {"protocol_version": "5.3", "implementation": "replay", "banner": ""}
            return {"status": "ok", "implementation_version": "1", "language_info": _LANGUAGE} | own
        if kind == "execute_request":
            try:
                return self._execute(content, header)
            except UnknownCodeError as error:
                name = type(error).__name__
                reply = {"ename": name, "evalue": str(error), "traceback": [f"{name}: {error}"]}
                self._tell("error", reply, header)
                return {"status": "error", "execution_count": self._count, **reply}
        return {"status": "ok", "restart": content.get("restart", False)}

    def _execute(self, content: dict[str, Any], header: dict[str, Any]) -> dict[str, Any]:
        asked: dict[str, str] = content.get("user_expressions") or {}
        done: dict[str, Any] = {"status": "ok", "user_expressions": {}, "payload": []}
        if asked:
            for name, code in asked.items():
                data = self._recording.take(code)["data"]
                done["user_expressions"][name] = {"status": "ok", "data": data, "metadata": {}}
        elif content.get("store_history", True):
            self._count += 1
            for output in self._recording.take(content["code"])["outputs"]:
                fields = {key: value for key, value in output.items() if key != "output_type"}
                self._tell(output["output_type"], {"transient": {}, **fields}, header)
        # Requests without history are Quarto's own set-up of a kernel.
        return {"execution_count": self._count, **done}

    def _tell(self, kind: str, content: dict[str, Any], parent: dict[str, Any]) -> None:
        frames = self._frames(kind, content, parent)
        self._sockets["iopub"].send_multipart([kind.encode(), *frames])

    def _frames(self, kind: str, content: dict[str, Any], parent: dict[str, Any]) -> list[bytes]:
        header = {
            "msg_id": uuid.uuid4().hex,
            "msg_type": kind,
            "session": self._session,
            "username": "kernel",
            "date": datetime.now(UTC).isoformat(),
            "version": "5.3",
        }
        parts = [json.dumps(part).encode() for part in (header, parent, {}, content)]
        return [_MARK, self._sign(parts), *parts]

    def _sign(self, parts: list[bytes]) -> bytes:
        return hmac.new(self._key, b"".join(parts), hashlib.sha256).hexdigest().encode()


def main(connection: Path, recordings: Path) -> None:
    """Serve as the kernel of the page that Quarto's variables name.

    Args:
        connection: The connection file.
        recordings: The folder of all recordings, each named after its page's path.
    """
    # Its parent stops it; Ctrl-C reaches the parent first.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    page = Path(os.environ["QUARTO_DOCUMENT_PATH"], os.environ["QUARTO_DOCUMENT_FILE"]).resolve()
    name = page.relative_to(Path(os.environ["QUARTO_PROJECT_ROOT"]).resolve())
    steps = json.loads((recordings / f"{name}.json").read_text("utf-8"))
    Kernel(json.loads(connection.read_text("utf-8")), Recording(steps)).serve()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
