"""The actor of a member: starts the process that supervises it, and ends it when that is asked.

The process does not depend on Ray: a pipe tells it that it is to end, which is closed when that is
asked and when the actor dies, however that happens. It notes its end in the attempt's folder.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import time

from heddle.engine.local import process_tree
from heddle.engine.local.bare_python import python
from heddle.engine.local.files import state_files
from heddle.engine.local.marker import MARKER as ATTEMPT_MARKER
from heddle.engine.local.supervisor import STATE, STOP
from heddle.engine.ray.files import FAILED
from heddle.engine.ray.marker import MARKER

_LOOK_S = 0.2  # between looks at whether it is to end
_OVER = ("ended", "lost")


class MemberActor:
    """Its only method may be called again, by another control plane; the member starts once."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._over = asyncio.Event()

    async def run(self, folder: str, number: int, nonce: str) -> None:
        """Until the member has ended."""
        if self._process is None:
            self._process = _start(folder, number, nonce)
            assert self._process.stdout is not None  # nothing is written there: it is closed
            asyncio.get_running_loop().add_reader(self._process.stdout, self._over.set)
        while not self._over.is_set():
            if any(os.path.exists(os.path.join(folder, name)) for name in (STOP, FAILED)):
                assert self._process.stdin is not None
                self._process.stdin.close()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._over.wait(), _LOOK_S)
        asyncio.get_running_loop().remove_reader(self._process.stdout)  # type: ignore[arg-type]
        noted = state_files.read(os.path.join(folder, str(number), STATE)) or {}
        if noted.get("state") not in _OVER:  # the supervisor was killed
            await asyncio.to_thread(_clear, folder, number)
        if noted.get("exit_code") != 0:  # the others of a gang are of no use any more
            state_files.write(os.path.join(folder, FAILED), {"member": number}, durable=False)


def _start(folder: str, number: int, nonce: str) -> subprocess.Popen[bytes]:
    """The supervisor has its time to end when what belongs to the node of Ray is killed."""
    command = python("heddle.engine.ray.task", folder, str(number), nonce, *_given())
    environment = {name: text for name, text in os.environ.items() if name != MARKER}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, stdin=pipe, stdout=pipe, start_new_session=True, env=environment
    )


def _clear(folder: str, number: int) -> None:
    """Ends what is left of a member on this node: the next attempt must not run beside it."""
    own = f"HEDDLE_MEMBER={number}".encode()
    marker = f"{ATTEMPT_MARKER}={folder}".encode()
    while found := {*process_tree.marked(marker)} & {*process_tree.marked(own)}:
        process_tree.send(found, signal.SIGKILL)
        time.sleep(0.02)


def _given() -> tuple[str, str]:
    """The address of this node, and the indices of the GPUs that Ray gave to this actor."""
    import ray

    indices = ray.get_runtime_context().get_accelerator_ids().get("GPU", [])
    return ray.util.get_node_ip_address(), ",".join(map(str, indices))
