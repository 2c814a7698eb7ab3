"""The actor of a member: starts the process that supervises it, and ends it when that is asked.

The process does not depend on Ray: a pipe tells it that it is to end, which is closed when that is
asked and when the actor dies, however that happens. It notes its end in the attempt's folder.
"""

from __future__ import annotations

import asyncio
import os
import subprocess

from heddle.engine.local.bare_python import python
from heddle.engine.local.files import state_files
from heddle.engine.local.supervisor import STATE, STOP
from heddle.engine.ray.task import FAILED

_LOOK_S = 0.1  # between looks at whether it has ended, or is to


class MemberActor:
    """Its only method may be called again, by another control plane; the member starts once."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    async def run(self, folder: str, number: int, nonce: str) -> None:
        """Until the member has ended."""
        if self._process is None:
            words = (folder, str(number), nonce, *_given())
            command = python("heddle.engine.ray.task", *words)
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
            assert self._process.stdout is not None
            os.set_blocking(self._process.stdout.fileno(), False)
        while not self._is_over(self._process):
            if any(os.path.exists(os.path.join(folder, name)) for name in (STOP, FAILED)):
                self._end(self._process)
            await asyncio.sleep(_LOOK_S)
        noted = state_files.read(os.path.join(folder, str(number), STATE)) or {}
        if noted.get("exit_code") != 0:  # the others of a gang are of no use any more
            state_files.write(os.path.join(folder, FAILED), {"member": number}, durable=False)

    @staticmethod
    def _is_over(process: subprocess.Popen[bytes]) -> bool:
        assert process.stdout is not None
        try:
            return not os.read(process.stdout.fileno(), 1)
        except BlockingIOError:
            return False

    @staticmethod
    def _end(process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        process.stdin.close()


def _given() -> tuple[str, str]:
    """The address of this node, and the indices of the GPUs that Ray gave to this actor."""
    import ray

    indices = ray.get_runtime_context().get_accelerator_ids().get("GPU", [])
    return ray.util.get_node_ip_address(), ",".join(map(str, indices))
