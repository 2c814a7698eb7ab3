"""What one run tells: which workload, on which devices, and how much it did a second."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from typing import Any

from heddle.cluster.nodes import Nodes
from heddle.cluster.placing.base import allows
from heddle.cluster.row import DeviceClass
from heddle.cluster.running import Running
from heddle.cluster.shapes import Shape
from heddle.metering.observation import Observation, checked
from heddle.model.job import WHOLE, Job
from heddle.model.service import SERVICE

CORES = DeviceClass("cpu", "cpu")  #: what a job without devices runs on
#: Beside devices that another node lends.
NETWORK = DeviceClass("network", "network")
RUNS, STEPS = "runs/s", "steps/s"  #: units: the job as a whole, or as much as it says

#: How many of which devices a job has, all members together.
Devices = tuple[tuple[int, DeviceClass], ...]
AWAY: Devices = ((1, NETWORK),)


@dataclass(frozen=True, slots=True)
class WorkloadRun:
    """A job that ran from its beginning to its end on the same devices."""

    id: str  #: the attempt
    tenant: str
    workload: str
    devices: Devices
    rate: float  #: work a second, as if the devices were its alone
    unit: str
    seconds: float
    at_s: float  #: when it ended

    @property
    def age_key(self) -> tuple[float, str]:
        """Sorts by age, the oldest first."""
        return self.at_s, self.id

    def observation(self) -> Observation:
        """As the throughput matrix has it."""
        name = devices_text(self.devices, vendors=True)
        return Observation(
            *(self.workload, name, self.rate, self.unit, self.seconds, self.at_s, self.id)
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "tenant": self.tenant,
            "workload": self.workload,
            "devices": [[count, *astuple(each)] for count, each in self.devices],
            "rate": self.rate,
            "unit": self.unit,
            "seconds": self.seconds,
            "at_s": self.at_s,
        }

    @staticmethod
    def from_json(run_id: str, value: Mapping[str, Any]) -> WorkloadRun:
        devices = tuple((int(count), DeviceClass(*each)) for count, *each in value["devices"])
        return WorkloadRun(run_id, **{**value, "devices": devices})


def run_of(
    nodes: Nodes,
    running: Running,
    run_id: str,
    seconds: float,
    at_s: float,
    steps: float | None = None,
) -> WorkloadRun | None:
    """What a job tells that has ended well, without having been interrupted: one run, or the steps
    that it says. None if that is no rate: services and terminals last as long as people like."""
    job = running.job
    if not job.workload or seconds <= 0 or not _is_work(job, running.alternative):
        return None
    devices = _devices_of(nodes, running)
    if devices[0][1] == CORES and len(job.alternatives) == 1:
        return None  # there is nothing to compare it with
    rate = (steps or 1.0) / seconds * WHOLE / share_milli(running.shape)
    unit = STEPS if steps else RUNS
    run = WorkloadRun(run_id, job.tenant, job.workload, devices, rate, unit, seconds, at_s)
    checked(run.observation())
    return run


def fits(devices: Devices, shape: Shape, members: int) -> bool:
    """Whether so many members of this shape could have had exactly these devices."""
    if not shape.terms:
        return devices == _cores(shape, members)
    if shape.host is not None:
        if devices[-1:] != AWAY:
            return False
        devices = devices[:-1]
    left = {each: count for count, each in devices}
    for term in shape.terms:
        wanted = term.count * members
        for each in left:
            taken = min(wanted, left[each]) if allows(each, term, shape.level) else 0
            left[each] -= taken
            wanted -= taken
        if wanted:
            return False
    return not any(left.values())


def share_milli(shape: Shape) -> int:
    """Of its devices, in thousandths: the least, as its parts wait for each other."""
    return min((term.share_milli for term in shape.terms), default=WHOLE)


def devices_text(devices: Devices, *, vendors: bool = False) -> str:
    """2 x A100 + U50; with vendors, 2 x nvidia/A100 + xilinx/U50."""
    parts = []
    for count, each in devices:
        name = each.model or each.kind
        if vendors and each.vendor:
            name = f"{each.vendor}/{name}"
        parts.append(name if count == 1 else f"{count} x {name}")
    return " + ".join(parts)


def any_text(of: Iterable[Devices]) -> str:
    """A100 or 2 x T4."""
    return " or ".join(sorted({devices_text(each) for each in of}))


def _devices_of(nodes: Nodes, running: Running) -> Devices:
    found = Counter(
        nodes.classes[nodes.device_class[placement.node][slot]]
        for placement in running.placements
        for slot, _ in placement.devices
    )
    if not found:
        return _cores(running.shape, running.members)
    own = tuple((found[each], each) for each in sorted(found, key=astuple))
    return own + AWAY if running.hosts else own


def _cores(shape: Shape, members: int) -> Devices:
    return ((max(1, shape.cpu_milli * members // 1000), CORES),)


def _is_work(job: Job, alternative: int) -> bool:
    is_replica = SERVICE in job.alternatives[alternative].environment
    return job.shape != "service" and job.terminal_idle_s is None and not is_replica
