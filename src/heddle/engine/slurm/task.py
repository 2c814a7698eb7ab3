"""A task of an attempt: the supervisor of one member, on the node that Slurm chose for it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence

from heddle.engine._elsewhere.order_file import ORDER
from heddle.engine.local.files import state_files
from heddle.engine.local.marker import MARKER
from heddle.engine.local.supervisor import LOCK, STATE, STOP, Supervisor
from heddle.engine.slurm.task_guard import TaskGuard
from heddle.errors import HeddleError
from heddle.model.wire.terminal import IDLE

TYPE_CHECKING = False  # typing is slow to import, and jobs wait for it

if TYPE_CHECKING:
    from typing import Any

_HANDED_ON = ("SLURM_", "SLURMD_", "PMI", "PALS_")  # what libraries of MPI look for
_REMEDY = "Compare gres.conf with the order of the driver"
_GIVEN = "CUDA_VISIBLE_DEVICES"  # Slurm sets it for GPUs of every vendor


def variables(environment: Mapping[str, str], *, has_devices: bool) -> dict[str, str]:
    """Those of torchrun, as they are on several nodes."""
    is_alone = environment.get("SLURM_JOB_NUM_NODES", "1") == "1"
    address = environment.get("SLURM_LAUNCH_NODE_IPADDR", "127.0.0.1")
    found = {"MASTER_ADDR": "127.0.0.1" if is_alone else address}
    if not has_devices:
        counts = tasks_of(environment.get("SLURM_STEP_TASKS_PER_NODE", "1"))
        node = min(int(environment.get("SLURM_NODEID", "0")), len(counts) - 1)
        found["LOCAL_RANK"] = environment.get("SLURM_LOCALID", "0")
        found["LOCAL_WORLD_SIZE"] = str(counts[node])
    return found


def node_name() -> str:
    """Of this node, in Slurm."""
    return os.environ.get("SLURMD_NODENAME") or os.uname().nodename


def tasks_of(text: str) -> list[int]:
    """By node: 2(x3),1 is 2, 2, 2, 1."""
    found: list[int] = []
    for count, times in re.findall(r"(\d+)(?:\(x(\d+)\))?", text):
        found += [int(count)] * int(times or 1)
    return found or [1]


def shell_code(code: int) -> int:
    """As a shell has it: a process cannot end with a negative one."""
    return code if code >= 0 else 128 - code


def main(words: Sequence[str]) -> int:
    """`words`: the attempt's folder, and MASTER_PORT."""
    folder, port = words
    code, _ = supervise(folder, port, int(os.environ["SLURM_PROCID"]))
    return code


def supervise(folder: str, port: str, number: int, served: int = 0) -> tuple[int, bool]:
    """Until the member has ended: the exit code, and whether it was asked to by SIGTERM. `served`:
    the port of a replica."""
    told = state_files.read(os.path.join(folder, ORDER))
    if not told:
        return 1, False
    own = os.path.join(folder, str(number))
    if os.path.exists(os.path.join(folder, STOP)):  # the signal may have come before we did
        state_files.write(os.path.join(own, STOP), {"why": ""}, durable=False)
    try:
        spec = told.get("spec") or _spec(told, number, folder)
    except HeddleError as error:
        end = {"state": "lost", "unready": True, "why": str(error).rstrip(".")}
        state_files.write(os.path.join(own, STATE), end, durable=True)
        print(f"heddle: {error}", file=sys.stderr)
        return 1, False
    handed = {k: v for k, v in os.environ.items() if k.startswith(_HANDED_ON)}
    slurms = variables(os.environ, has_devices=spec["has_devices"])
    spec["environment"] = {**handed, **spec["environment"], **slurms}
    if served:
        spec["environment"]["PORT"] = str(served)
    described = {
        "attempt": told["attempt"], "folder": own, "boot": state_files.boot_id(), "port": port,
        "work": told["folder"] or os.path.join(folder, "work"), "grace_s": told["grace_s"],
        "members": [{**spec, "group": []}], "idle_note": os.path.join(folder, f"{number}.{IDLE}"),
    }  # fmt: skip
    if told.get("wants"):
        from heddle.engine._elsewhere import inputs  # slow to import, too

        described |= inputs.equipment(told, node_name())
    os.close(os.open(os.path.join(own, LOCK), os.O_CREAT, 0o600))  # it is touched while we live
    guard = TaskGuard(f"{MARKER}={own}")
    supervisor = Supervisor(described, os.open(os.devnull, os.O_RDONLY))
    supervisor.run()
    guard.dismiss()
    noted = state_files.read(os.path.join(own, STATE)) or {}
    return shell_code(noted.get("exit_code", 1)), supervisor.asked


def _spec(told: Mapping[str, Any], number: int, folder: str) -> dict[str, Any]:
    """Of a member on the devices that Slurm gave.

    :raises HeddleError: if the node does not have those
    """
    from heddle.engine._elsewhere.given_devices import on_given
    from heddle.engine._elsewhere.order_file import ordered
    from heddle.engine.local import member_spec
    from heddle.inventory import apis

    order = ordered(told)
    if order.places[number].devices:
        given = os.environ.get(_GIVEN, "")
        order = on_given(order, number, given, apis.devices(), "Slurm", _REMEDY)
    return member_spec.member(order, number, folder, told["base"], apis.hidden())
