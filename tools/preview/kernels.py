"""Starting kernels: the first as Jupyter does, the others as forks of a process with its imports.

A kernel that imports PyTorch computes for two seconds before its first cell. A whole build has some
two hundred kernels, so from the fifth on they share the imports; who edits one page never waits
for those that it may not need.
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

from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

if TYPE_CHECKING:
    from jupyter_client.manager import AsyncKernelManager

_PRELOADED: Final = (
    "ipykernel.kernelapp",
    "IPython.core.completer",
    "jsonschema",
    "numpy",
    "torch",
)
_PLAIN: Final = 4
# Elsewhere a fork of a process with such libraries is not safe, or there is none.
_CAN_FORK: Final = sys.platform == "linux"
_HASH_SEED: Final = "PYTHONHASHSEED"

_started = count()


def choose(manager: AsyncKernelManager) -> None:
    """Chooses how a kernel that has not started will start.

    Args:
        manager: Of the kernel; its first argument is this Python.
    """
    if not _CAN_FORK or next(_started) < _PLAIN:
        return
    entry = EntryPoint("forked", f"{__name__}:ForkProvisioner", "")
    KernelProvisionerFactory.instance().provisioners[entry.name] = entry
    assert manager.kernel_spec is not None
    manager.kernel_spec.metadata["kernel_provisioner"] = {"provisioner_name": entry.name}


class ForkProvisioner(LocalProvisioner):
    """Forks the kernel from `multiprocessing`'s fork server, which has the imports."""

    async def launch_kernel(self, cmd: list[str], **options: Any) -> Any:
        """Starts the kernel.

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
        before = os.environ.get(_HASH_SEED)
        # Read when the server starts, at the first of these: a fork can't choose it again.
        os.environ[_HASH_SEED] = variables.get(_HASH_SEED, "random")
        try:
            process.start()
        finally:
            if before is None:
                del os.environ[_HASH_SEED]
            else:
                os.environ[_HASH_SEED] = before
        self.process = cast(Any, _Forked(process))
        self.pid = process.pid
        return self.connection_info


class _Forked:
    """A process of `multiprocessing` with what a provisioner asks of a `Popen`."""

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
    """Returns where a Python that starts with this PYTHONPATH looks for modules."""
    command = [python, "-c", "import json, sys; print(json.dumps(sys.path[1:]))"]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": own}, capture_output=True, check=True
    )
    path: list[str] = json.loads(done.stdout)
    return path


def _kernel(arguments: list[str], folder: str, variables: dict[str, str], path: list[str]) -> None:
    """Is a kernel, as `python -m ipykernel_launcher` in this folder with these variables is."""
    import numpy as np
    import torch
    from ipykernel import kernelapp

    os.setsid()
    os.environ.clear()
    os.environ.update(variables)
    os.chdir(folder)
    sys.path[:] = path
    # What only this program has, and draws that would be the same in every kernel.
    for name in [name for name in sys.modules if name.partition(".")[0] == "tools"]:
        del sys.modules[name]
    torch.seed()
    np.random.seed()
    sys.argv = ["ipykernel_launcher", *arguments]
    # It ends when the server does, as a kernel ends with who started it.
    parent = f"--IPKernelApp.parent_handle={os.getppid()}"
    kernelapp.launch_new_instance(argv=[*arguments, parent])
