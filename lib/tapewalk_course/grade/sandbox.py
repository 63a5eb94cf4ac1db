"""What a notebook can't reach, where Linux lets us say so: see user_namespaces(7).

A process enters namespaces of its own and forks each notebook into narrower ones. Where the system
forbids that, everything goes on without, and the report says what is open.
"""

from __future__ import annotations

import ctypes
import os
import socket
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from tapewalk_course.grade.confine import end_with_parent

# <linux/sched.h>, <linux/mount.h>, <linux/prctl.h>, <linux/securebits.h>
_NEW_NS, _NEW_IPC, _NEW_USER, _NEW_PID, _NEW_NET = (1 << n for n in (17, 27, 28, 29, 30))
_READ_ONLY, _NO_SUID, _NO_DEVICES, _NO_EXECUTION = (1 << n for n in range(4))
_BIND, _MOVE, _RECURSIVE, _PRIVATE = (1 << n for n in (12, 13, 14, 18))
_MOUNT_SETATTR, _AT_CURRENT, _AT_RECURSIVE = 442, -100, 0x8000
_DUMPABLE, _SECURE_BITS, _NO_NEW_PRIVILEGES = 4, 28, 38
_NO_ROOT: Final = 0xEF
_CAPABILITIES_3: Final = 0x20080522
# Of a notebook's own temporary folder, and of shared memory.
_FOLDER, _SHARED = "128m", "64m"

# Of `/dev`: no disk, no terminal, no kernel's log, which the superuser could read and write.
_DEVICES: Final = ("null", "zero", "full", "random", "urandom")
# Where programs wait for others to ask them something, as Docker does: files are reached without
# a network.
_SOCKETS: Final = ("/run", "/var/run")

# What is open where nothing of this works: keys of the words.
ALL: Final = ("open_network", "open_files", "open_processes", "open_folder")


class Sandbox:
    """Walls around the notebooks of a process: made once, narrowed for each notebook."""

    def __init__(self) -> None:
        """Enters namespaces of one's own; only a process of a single thread can."""
        # Where each notebook's own folder begins, if not in `/tmp`: nobody can make one later.
        self._place = tempfile.mkdtemp(prefix="tapewalk-")
        self.is_closed = sys.platform == "linux" and _enter()

    @property
    def open(self) -> tuple[str, ...]:
        """What a notebook could reach, as keys of the words."""
        if self.is_closed:
            return ()
        with suppress(OSError):
            if {name for _, name in socket.if_nameindex()} <= {"lo"}:
                return ALL[1:]  # as in a container without a network
        return ALL

    def hide(self, paths: Sequence[str]) -> None:
        """Puts files and folders out of sight, and lets nothing be written but in own folders.

        Args:
            paths: What to hide; of folders that Python itself needs, nothing is hidden.
        """
        self.is_closed = self.is_closed and self._narrows()
        if not self.is_closed:
            return
        try:
            self._leave_few_devices()
            for path in [*paths, *_private()]:
                if Path(path).is_dir():
                    _mount("tmpfs", path, "tmpfs", _READ_ONLY, "size=0,nr_inodes=1,mode=555")
                elif Path(path).exists():
                    _mount(os.devnull, path, None, _BIND)
            attributes = (ctypes.c_uint64 * 4)(_READ_ONLY, 0, 0, 0)
            _checked(
                _libc().syscall(_MOUNT_SETATTR, _AT_CURRENT, b"/", _AT_RECURSIVE, attributes, 32)
            )
        except OSError:
            self.is_closed = False

    def _leave_few_devices(self) -> None:
        """Puts a folder in the place of `/dev` that has only what cannot be misused."""
        place = Path(self._place)
        _mount("tmpfs", self._place, "tmpfs", _NO_SUID, "size=64k,mode=755")
        for name in filter(lambda name: Path("/dev", name).exists(), _DEVICES):
            (place / name).touch()
            _mount(f"/dev/{name}", str(place / name), None, _BIND)
        for number, name in enumerate(("stdin", "stdout", "stderr")):
            (place / name).symlink_to(f"/proc/self/fd/{number}")
        (place / "fd").symlink_to("/proc/self/fd")
        (place / "shm").mkdir()
        _mount(self._place, "/dev", None, _MOVE)

    def _narrows(self) -> bool:
        """Tells whether a notebook's own walls can be made, before anybody relies on them."""
        try:
            pid = self.fork()
            if pid == 0:
                try:
                    self.narrow()
                    os._exit(0)
                finally:
                    os._exit(1)
            return os.waitpid(pid, 0)[1] == 0
        except OSError:
            return False

    def fork(self) -> int:
        """Forks; the new process is the first one of a namespace of its own.

        The process whose number this returns waits for that one, and ends as it does.
        """
        pid = os.fork()
        if pid or not self.is_closed:
            return pid
        try:
            _checked(_libc().unshare(_NEW_PID))
            inner = os.fork()
            if not inner:
                end_with_parent()
                return 0
            os.closerange(0, 1024)
            code = os.waitstatus_to_exitcode(os.waitpid(inner, 0)[1])
            if code < 0:
                os.kill(os.getpid(), -code)
            os._exit(code)
        finally:
            if os.getpid() != 1:
                os._exit(1)

    def narrow(self) -> str:
        """Gives this process, a notebook's, folders and a `/proc` of its own, and no rights.

        Returns:
            The folder where it is at home, an empty one.
        """
        if not self.is_closed:
            return tempfile.mkdtemp(prefix="tapewalk-")
        _checked(_libc().unshare(_NEW_NS))
        own = "/tmp"
        if needed(own):
            # It may lie in a folder that is hidden, as that of the submissions is.
            own = self._place if Path(self._place).is_dir() else "/dev/shm"
        for folder, size in {"/dev/shm": _SHARED, own: _FOLDER}.items():
            if Path(folder).is_dir():
                _mount("tmpfs", folder, "tmpfs", _NO_SUID | _NO_DEVICES, f"size={size},mode=700")
        try:
            _mount("proc", "/proc", "proc", _NO_SUID | _NO_DEVICES | _NO_EXECUTION)
        except OSError:  # as in most containers; nothing is in it then
            _mount("tmpfs", "/proc", "tmpfs", _READ_ONLY, "size=0,nr_inodes=1,mode=555")
        home = Path(own, "notebook")
        home.mkdir()
        _drop_rights()
        return str(home)


def needed(folder: str) -> bool:
    """Tells whether Python or this library lie in a folder, or below it."""
    libraries = os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep)
    places = [sys.prefix, sys.base_prefix, *filter(None, [*sys.path, *libraries])]
    return any(Path(place).resolve().is_relative_to(Path(folder).resolve()) for place in places)


def _private() -> list[str]:
    """Returns what of the system is nobody's business, as far as Python does not need it.

    Of a home folder in which Python lies, these are the hidden files and folders.
    """
    places = list(map(Path, _SOCKETS))
    with suppress(RuntimeError):  # a user without a home, as in some containers
        home = Path.home()
        places += sorted(home.glob(".*")) if needed(str(home)) else [home]
    return [str(path) for path in places if not needed(str(path))]


def keep_to_oneself() -> None:
    """Lets no other process of this user look into this one."""
    if sys.platform == "linux":
        _libc().prctl(_DUMPABLE, 0, 0, 0, 0)


def _enter() -> bool:
    user, group = os.geteuid(), os.getegid()
    try:
        _checked(_libc().unshare(_NEW_USER | _NEW_NS | _NEW_NET | _NEW_IPC))
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
        _mount(None, "/", None, _RECURSIVE | _PRIVATE)
    except (OSError, AttributeError):
        return False
    with suppress(OSError):
        # Who could make more of them would have rights again, if only in there.
        Path("/proc/sys/user/max_user_namespaces").write_text("0")
    return True


def _drop_rights() -> None:
    """Gives up all that a namespace's owner may do, for this process and all below it."""
    libc = _libc()
    _checked(libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    _checked(libc.prctl(_SECURE_BITS, _NO_ROOT, 0, 0, 0))
    header = (ctypes.c_uint32 * 2)(_CAPABILITIES_3, 0)
    _checked(libc.capset(header, (ctypes.c_uint32 * 6)()))


def _mount(source: str | None, target: str, kind: str | None, flags: int, data: str = "") -> None:
    def text(value: str | None) -> bytes | None:
        return None if value is None else os.fsencode(value)

    _checked(_libc().mount(text(source), text(target), text(kind), flags, text(data) or None))


def _checked(result: int) -> None:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def _libc() -> Any:
    return ctypes.CDLL(None, use_errno=True)
