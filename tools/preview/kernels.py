"""The start of kernels: the first as in Jupyter, the others as forks of a process with imports.

A kernel that imports PyTorch computes for two seconds before its first cell. A whole build has some
two hundred kernels, so from the fifth on they share the imports; an edit of one page never waits
for imports that it may not need.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
from functools import cache
from importlib.metadata import EntryPoint
from itertools import count
from typing import TYPE_CHECKING, Any, Final, cast
from unittest.mock import patch

from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

if TYPE_CHECKING:
    from jupyter_client.manager import AsyncKernelManager

_PRELOADED: Final = (
    "ipykernel.kernelapp",
    # With debugpy, which a kernel would otherwise import for a third of a second.
    "ipykernel.debugger",
    "IPython.core.completer",
    "jsonschema",
    "numpy",
    "torch",
    # The first optimizer of a page would import this, which takes over a second.
    "torch._dynamo",
)
_PLAIN: Final = 4
# Elsewhere forking a process with such libraries is unsafe or impossible.
_CAN_FORK: Final = sys.platform == "linux"
# The server reads these when it starts; a fork can't change them.
_HASH_SEED: Final = "PYTHONHASHSEED"
_NO_WARNING: Final = "PYDEVD_DISABLE_FILE_VALIDATION"

_started = count()


def choose(manager: AsyncKernelManager) -> None:
    """Choose how a kernel that has not started will start.

    Args:
        manager: The kernel's manager; its first argument is this Python.
    """
    if not _CAN_FORK or next(_started) < _PLAIN:
        return
    entry = EntryPoint("forked", f"{__name__}:ForkProvisioner", "")
    KernelProvisionerFactory.instance().provisioners[entry.name] = entry
    assert manager.kernel_spec is not None
    manager.kernel_spec.metadata["kernel_provisioner"] = {"provisioner_name": entry.name}


class ForkProvisioner(LocalProvisioner):
    """A provisioner that forks the kernel from `multiprocessing`'s fork server."""

    async def launch_kernel(self, cmd: list[str], **options: Any) -> Any:
        """Start the kernel.

        Args:
            cmd: The command line that would start it.
            **options: As for `subprocess.Popen`; `cwd` and `env` are followed.
        """
        arguments = cmd[cmd.index("ipykernel_launcher") + 1 :]
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(list(_PRELOADED))
        variables = options["env"]
        path = _search_path(cmd[0], variables.get("PYTHONPATH", ""))
        process = context.Process(
            target=_kernel, args=(arguments, options["cwd"], variables, path), daemon=True
        )
        seed = variables.get(_HASH_SEED, "random")
        with patch.dict(os.environ, {_HASH_SEED: seed, _NO_WARNING: "1"}):
            process.start()
        self.process = cast(Any, _Forked(process))
        self.pid = process.pid
        return self.connection_info


class _Forked:
    """A process of `multiprocessing` with the interface of `Popen` that a provisioner needs."""

    stdin = stdout = stderr = None

    def __init__(self, process: Any) -> None:
        self._process = process
        self.pid = process.pid
        self.kill = process.kill
        self.terminate = process.terminate

    def poll(self) -> int | None:
        code: int | None = self._process.exitcode
        return code

    def wait(self) -> int | None:
        self._process.join()
        return self.poll()

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)


@cache
def _search_path(python: str, own: str) -> list[str]:
    """Return the module search path of a Python with this PYTHONPATH."""
    command = [python, "-c", "import json, sys; print(json.dumps(sys.path[1:]))"]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": own}, capture_output=True, check=True
    )
    path: list[str] = json.loads(done.stdout)
    return path


def _kernel(arguments: list[str], folder: str, variables: dict[str, str], path: list[str]) -> None:
    """Run as `python -m ipykernel_launcher` would in this folder with these variables."""
    import numpy as np
    import torch
    from ipykernel import kernelapp

    os.setsid()
    os.environ.clear()
    os.environ.update(variables)
    os.environ["PYDEVD_USE_FRAME_EVAL"] = "NO"  # as debugpy's import leaves it
    os.chdir(folder)
    sys.path[:] = path
    # Remove this program's own state, and random states that all kernels would share.
    for name in [name for name in sys.modules if name.partition(".")[0] == "tools"]:
        del sys.modules[name]
    torch.seed()
    np.random.seed()
    sys.argv = ["ipykernel_launcher", *arguments]
    # It ends with the server, as a kernel ends with its parent.
    parent = f"--IPKernelApp.parent_handle={os.getppid()}"
    kernelapp.launch_new_instance(argv=[*arguments, parent])
