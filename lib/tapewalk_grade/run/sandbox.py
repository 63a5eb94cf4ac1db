"""Linux namespaces around notebooks: see user_namespaces(7).

The fork server enters its own namespaces and forks each worker into narrower ones. Where the system
forbids that, grading goes on without them, and the report says what is not protected.
"""

from __future__ import annotations

import ctypes
import errno
import os
import socket
import struct
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from tapewalk_grade.run.limits import end_with_parent

# <linux/sched.h>, <linux/mount.h>, <linux/prctl.h>, <linux/securebits.h>
_NEW_NS, _NEW_IPC, _NEW_USER, _NEW_PID, _NEW_NET = (1 << n for n in (17, 27, 28, 29, 30))
_READ_ONLY, _NO_SUID, _NO_DEVICES, _NO_EXECUTION = (1 << n for n in range(4))
_BIND, _MOVE, _RECURSIVE, _PRIVATE = (1 << n for n in (12, 13, 14, 18))
_MOUNT_SETATTR, _AT_CURRENT, _AT_RECURSIVE = 442, -100, 0x8000
_DUMPABLE, _SECURE_BITS, _NO_NEW_PRIVILEGES = 4, 28, 38
_NO_ROOT: Final = 0xEF
_SECCOMP, _FILTER = 22, 2
# By machine, its number in <linux/audit.h> and those of add_key, request_key, keyctl, memfd_create.
_REFUSED: Final = {
    "x86_64": (0xC000003E, (248, 249, 250, 319)),
    "aarch64": (0xC00000B7, (217, 218, 219, 279)),
}
_CAPABILITIES_3: Final = 0x20080522
# The sizes of a notebook's own temporary folder and of shared memory.
_FOLDER, _SHARED = "128m", "64m"

# What is left of `/dev`: no disk, terminal or kernel log, which root could read and write.
_DEVICES: Final = ("null", "zero", "full", "random", "urandom")
# Folders with the sockets of programs such as Docker, which can be reached without a network.
_SOCKETS: Final = ("/run", "/var/run")

# The user of notebooks where there are no namespaces: nobody.
_NOBODY: Final = 65534

# What is not protected where none of this works: keys of the words.
ALL: Final = ("open_network", "open_files", "open_processes", "open_folder")


class Sandbox:
    """The sandbox of a fork server: made once, narrowed for each notebook.

    Attributes:
        is_closed: Whether the system allows it.
    """

    def __init__(self) -> None:
        """Enter new namespaces; only a process with a single thread can."""
        # For the folder of each notebook where `/tmp` can't be used; none can be made later.
        self._place = tempfile.mkdtemp(prefix="tapewalk-")
        self._is_root = can_change_users()
        self.is_closed = sys.platform == "linux" and _enter()

    @property
    def open(self) -> tuple[str, ...]:
        """What is not protected from a notebook, as keys of the words."""
        if self.is_closed:
            return ()
        found = tuple(key for key in ALL if not (self.has_own_user and key == "open_processes"))
        with suppress(OSError):
            if {name for _, name in socket.if_nameindex()} <= {"lo"}:
                return found[1:]  # as in a container without a network
        return found

    @property
    def has_own_user(self) -> bool:
        """Whether a notebook runs as another user: root can do that without namespaces."""
        return not self.is_closed and sys.platform == "linux" and self._is_root

    def hide(self, paths: Sequence[str]) -> None:
        """Hide files and folders that Python does not need, and make everything else read-only."""
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
        """Replace `/dev` by a folder with only the harmless devices."""
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
        """Return whether a worker can be narrowed, before anything relies on it."""
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
        """Fork a process that is the first one of a new namespace.

        This returns the number of a process that waits for the new one and ends with its code.
        """
        pid = os.fork()
        if pid or not self.is_closed:
            return pid
        try:
            _checked(_libc().unshare(_NEW_PID | _NEW_IPC))  # nothing stays for the next notebook
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
        """Give this process its own folders and its own `/proc`, and drop its privileges.

        Returns:
            Its home folder, which is empty.
        """
        if not self.is_closed:
            refuse_memory_without_files()
            return self._home_in_the_open()
        _checked(_libc().unshare(_NEW_NS))
        own = "/tmp"
        if needed(own):
            # It may be inside a hidden folder, as that of the submissions.
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
        refuse_memory_without_files()
        return str(home)

    def _home_in_the_open(self) -> str:
        """Return a new home folder; as root, become another user, whose folder it is."""
        home = tempfile.mkdtemp(prefix="tapewalk-")
        if self.has_own_user:
            os.chown(home, _NOBODY, _NOBODY)
            if Path(home).parent.name.startswith("tapewalk-"):
                Path(home).parent.chmod(0o711)
            os.setgroups([])
            os.setresgid(_NOBODY, _NOBODY, _NOBODY)
            os.setresuid(_NOBODY, _NOBODY, _NOBODY)
        return home


def can_change_users() -> bool:
    """Return whether notebooks can run as another user.

    Root in a container may lack that right, and the other user must be able to read Python and this
    library: in `/root` it is not.
    """
    if sys.platform != "linux" or os.geteuid() != 0:
        return False
    status = Path("/proc/self/status").read_text(encoding="ascii")
    held = int(status.partition("CapEff:")[2].split()[0], 16)
    # CAP_CHOWN, CAP_SETGID and CAP_SETUID of <linux/capability.h>
    is_able = all(held >> capability & 1 for capability in (0, 6, 7))
    # In a user namespace that user may not exist.
    mapped = [line.split() for line in Path("/proc/self/uid_map").read_text().splitlines()]
    is_able &= any(int(first) <= _NOBODY < int(first) + int(count) for first, _, count in mapped)
    places = [Path(place).resolve() for place in (sys.prefix, sys.base_prefix, __file__)]
    folders = {folder for place in places for folder in (place, *place.parents)}
    return is_able and all(folder.stat().st_mode & 0o005 for folder in folders)


def needed(folder: str) -> bool:
    """Return whether Python or this library is in a folder."""
    libraries = os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep)
    places = [sys.prefix, sys.base_prefix, *filter(None, [*sys.path, *libraries])]
    resolved = Path(folder).resolve()
    return any(_resolved(place).is_relative_to(resolved) for place in places)


# Python's own places, asked about for each of many folders.
@lru_cache(maxsize=64)
def _resolved(place: str) -> Path:
    return Path(place).resolve()


def _private() -> list[str]:
    """Return the private files of the system, except those that Python needs.

    Of a home folder that contains Python, these are the hidden files and folders.
    """
    places = list(map(Path, _SOCKETS))
    with suppress(RuntimeError):  # a user without a home, as in some containers
        home = Path.home()
        places += sorted(home.glob(".*")) if needed(str(home)) else [home]
    return [str(path) for path in places if not needed(str(path))]


def deny_inspection() -> None:
    """Keep other processes of this user from inspecting this one."""
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
        # In another namespace a notebook would have privileges again.
        Path("/proc/sys/user/max_user_namespaces").write_text("0")
    return True


def refuse_memory_without_files() -> None:
    """Refuse the calls for memory that outlives a notebook or is not counted: keys, memfds.

    Does nothing on systems whose numbers of calls are not known here.
    """
    machine = os.uname().machine
    if sys.platform != "linux" or machine not in _REFUSED:
        return
    architecture, calls = _REFUSED[machine]
    # <linux/filter.h>: load a word, jump if it is equal, return; see seccomp(2).
    load, jump, give, allow, refuse = 0x20, 0x15, 0x06, 0x7FFF0000, 0x50000 | errno.ENOSYS
    count = len(calls)
    lines = [(load, 0, 0, 4), (jump, 0, count + 1, architecture), (load, 0, 0, 0)]
    lines += [(jump, count - n, 0, call) for n, call in enumerate(calls)]
    lines += [(give, 0, 0, allow), (give, 0, 0, refuse)]
    code = b"".join(struct.pack("=HBBI", *line) for line in lines)
    buffer = ctypes.create_string_buffer(code)
    program = struct.pack("@HP", len(lines), ctypes.addressof(buffer))
    libc = _libc()
    _checked(libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    with suppress(OSError):  # a kernel without filters
        _checked(libc.prctl(_SECCOMP, _FILTER, program, 0, 0))


def _drop_rights() -> None:
    """Drop the privileges of a namespace's owner, for this process and its descendants."""
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
