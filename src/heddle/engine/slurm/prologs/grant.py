"""What a job gets of its GPUs, from what Slurm gave it and what it asked for. Pure.

Slurm gives whole GPUs, or shards of one. A job may ask for less: more would be somebody else's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from heddle.engine.slurm.config import SHARD, expand
from heddle.launch.asked import asked_by
from heddle.model.device import Device
from heddle.model.job import WHOLE

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable

    from heddle.inventory.apis.base import Vendor

#: Of `scontrol --details show job`: the GRES of some of its nodes.
_NODES = re.compile(r"\bNodes=(\S+) CPU_IDs=\S* Mem=\d+ GRES=(\S*)")
_SHARDS = re.compile(rf"\b{SHARD}(?::[^:,(]+)?:(\d+)")
#: Comments of the engine's own jobs (engine.py), whose members `heddle run` starts.
_OWN = re.compile(r"heddle-[0-9a-f]{8} [0-9a-f]{16}")
#: APIs whose variables Slurm sets itself, in numbers that a control group may change.
_SLURM_SHOWS = frozenset(("cuda", "hip", "ze"))
#: What takes nothing from others; anything else is not a job's to ask for.
_ALLOWED = ("share_milli", "cap_milli", "memory_limit", "level_limit")


def is_own(comment: str) -> bool:
    """Whether it is a job of the engine. Anybody can give a job such a comment, so it counts only
    where the job has whole GPUs."""
    return _OWN.fullmatch(comment) is not None


def shards_of(said: str, node: str) -> int:
    """That the job has on the node; 0: none. `said` has texts of its user, too, such as the name of
    the job: where several parts speak of the node, the fewest hold."""
    counts = [
        int(count)
        for nodes, gres in _NODES.findall(said)
        if node in expand(nodes)
        for count in _SHARDS.findall(gres)
    ]
    return min(counts, default=0)


def words_of(comment: str) -> dict[str, str]:
    """The variables in it: HEDDLE_SHARE=30% HEDDLE_MEM=8GiB. The rest is the site's."""
    pairs = (word.partition("=") for word in comment.split())
    return {name: text for name, _, text in pairs if name.startswith("HEDDLE_") and text}


def granted(
    shards: int,
    per_gpu: int,
    memory_bytes: Sequence[int],
    comment: str,
    note: Callable[[str], None],
) -> dict[str, int]:
    """Fields of a plan. `per_gpu`: into how many shards a GPU is divided; `memory_bytes` are those
    of the job's GPUs, 0 where it is unknown."""
    most: dict[str, int] = {"share_milli": WHOLE}
    if shards:
        whole = max(per_gpu, 1) * max(len(memory_bytes), 1)
        shards = min(shards, whole)
        least = min((each for each in memory_bytes if each), default=0)
        most = {"share_milli": max(WHOLE * shards // whole, 1)}
        most |= {"memory_limit": least * shards // whole} if least else {}
    return bounded(most, asked_by(words_of(comment), note))


def bounded(most: Mapping[str, int], asked: Mapping[str, int]) -> dict[str, int]:
    """The least of both, where 0 is no limit; and no share above the cap."""
    found = {name: asked.get(name, 0) for name in _ALLOWED}
    for name, limit in most.items():
        if limit:
            found[name] = min(found[name] or limit, limit)
    if found["cap_milli"]:
        found["share_milli"] = min(found["share_milli"], found["cap_milli"])
    return {**found, "rank": min(asked.get("rank", 0), 0)}


def visible(
    chosen: Sequence[Device], here: Iterable[Device], vendors: Iterable[Vendor]
) -> dict[str, str]:
    """The variables by which programs see these devices and no others, without Slurm's own."""
    known = [*here]
    apis = {device.api for device in chosen}
    uuids = {device.uuid for device in chosen if device.uuid}
    also = {device.api for device in known if device.uuid in uuids}  # another way to the same one
    found = {}
    for vendor in vendors:
        if vendor.api in apis and vendor.api not in _SLURM_SHOWS:
            own = [str(device.index) for device in chosen if device.api == vendor.api]
            found[vendor.visible_variable] = ",".join(own)
        elif vendor.api not in also | _SLURM_SHOWS:
            found[vendor.visible_variable] = vendor.hidden
    return found
