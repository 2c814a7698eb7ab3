"""What the local engine can enforce on this machine, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from heddle.engine.local.sandbox.cgroup import LIMITED
from heddle.engine.local.sandbox.cgroup_trees import CgroupTree

_REMEDY = (
    "Start the control plane where it may make control groups: as root, or with `systemd-run "
    "--user --scope -p Delegate=yes heddle up` (a service: Delegate=yes)."
)
_WORDS = {
    "memory": "a member that needs more memory than it was given",
    "cpu": "a member that uses more processor time than it was given",
}
_THEN = {"memory": "is ended by the kernel", "cpu": "waits for its next tenth of a second"}


@dataclass(frozen=True, slots=True)
class Limit:
    """One thing that members may be held to."""

    name: str  #: memory, cpu, processes, isolation
    enforced: bool
    text: str  #: what is done; and where it is not, the remedy


def said(trees: Sequence[CgroupTree]) -> tuple[Limit, ...]:
    found = []
    for name in LIMITED:
        tree = next((tree for tree in trees if name in tree.limits), None)
        if tree is None:
            text = f"{_WORDS[name]} is not held back: no control group with {name} here. {_REMEDY}"
        else:
            text = f"{_WORDS[name]} {_THEN[name]} (control groups v{tree.version}, {tree.folder})"
        found.append(Limit(name, tree is not None, text))
    return (*found, _processes(trees))


def _processes(trees: Sequence[CgroupTree]) -> Limit:
    if trees:
        best = max(trees, key=lambda tree: tree.version)
        text = f"no process outlives its attempt (control groups v{best.version}, {best.folder})"
        return Limit("processes", True, text)
    return Limit(
        "processes",
        False,
        "no process outlives its attempt, except one whose supervisor was killed and that removed "
        f"HEDDLE_ATTEMPT_FOLDER from its environment or changed its user. {_REMEDY}",
    )
