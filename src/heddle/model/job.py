"""What a person asks for: jobs, what they may run on, and under which conditions.

Integers only: milli-units of compute (a core or a whole device is 1000), MiB, seconds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from heddle.model.service import Service

WHOLE = 1000  #: thousandths of one device or core
Counted = tuple[str | int, ...]  #: words and numbers in turn, a word first
_NUMBER = re.compile(r"(\d+)", re.ASCII)


def counted(job_id: str) -> Counted:
    """By this, j7[2] comes before j7[10], and j9 before j10."""
    parts = _NUMBER.split(job_id)
    return tuple(int(part) if place % 2 else part for place, part in enumerate(parts))


#: single: one member; gang: all at once or none; elastic: from the least to the most members;
#: array: members on their own; service: members that do not end
SHAPES = ("single", "gang", "elastic", "array", "service")
#: Whether it may use a device of another node than the one that it runs on.
REMOTE = NEVER, ALLOWED = "never", "allowed"


@dataclass(frozen=True, slots=True)
class DeviceAsk:
    """So many devices of one description for each member; `cpu` counts cores."""

    count: int
    kind: str | None = None  #: gpu, npu, fpga, ...; None: any accelerator
    vendor: str | None = None
    models: tuple[str, ...] = ()  #: any of these; empty: any
    memory_mib: int = 0  #: at least, of each device
    share_milli: int = WHOLE  #: of each device
    device: str | None = None  #: one particular device


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to run: what is needed together on one node, and how the job is started there."""

    asks: tuple[DeviceAsk, ...]
    site: str | None = None
    command: tuple[str, ...] = ()
    image: str | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    rate_milli: int | None = None  #: declared speed, a thousand being the first alternative's
    cap_milli: int = 0  #: of each accelerator, also while it is idle; 0: none
    quota_mib: int = 0  #: of each accelerator's memory; 0: in proportion to the share
    node: str = ""  #: only there, even if it is drained: the job is suspended on this node


@dataclass(frozen=True, slots=True)
class DataAsk:
    """A data set that the job reads."""

    name: str
    sites: tuple[str, ...]  #: where it is; none: it is copied to the node, from elsewhere
    mib: int = 0  #: how much would have to be moved


@dataclass(frozen=True, slots=True)
class Conditions:
    """What must hold wherever it runs."""

    level: int = 0  #: at least
    stack: tuple[str, ...] = ()  #: "cuda>=12.4", "rocm"
    joined: str | None = (
        None  #: devices of a member: nvlink, pcie-switch, numa; of a gang: rack, ...
    )
    sites: tuple[str, ...] = ()  #: only these; empty: any
    data: tuple[DataAsk, ...] = ()
    bandwidth_mbytes_s: int = 0  #: to its data, of each member
    latency_us: int = 0  #: to its data, at most; 0: any
    volume_mib: int = 0  #: of data from other sites, at most; 0: any
    price_milli: int = 0  #: of a device-hour, at most, thousandths of the currency; 0: any
    watts: int = 0  #: of each device, at most; 0: any
    nodes: tuple[str, ...] = ()  #: only these; empty: any


@dataclass(frozen=True, slots=True)
class Job:
    """One job. `members` run the same command; each is on one node."""

    id: str
    tenant: str
    alternatives: tuple[Alternative, ...]
    shape: str = "single"
    members: int = 1
    least: int = 1  #: members an elastic job can do with
    most: int = 1
    cpu_milli: int = 0  #: for each member
    memory_mib: int = 0
    priority: int = 0
    preemptible: bool = True
    deadline_s: int | None = None  #: seconds since 1970, or of the simulation
    submitted_s: int = 0
    expected_s: int | None = None  #: how long it says that it takes, with its first alternative
    conditions: Conditions = Conditions()
    lane: str = "default"
    retries: int = 0  #: attempts after one that failed
    timeout_s: int | None = None  #: of one attempt
    after: tuple[str, ...] = ()  #: ids of jobs that must be done first
    folder: str | None = None  #: to work in
    snapshot: str | None = None  #: sha256:..., of which each attempt works in a fresh copy
    venv: str | None = None  #: a list of Python packages in it: the command runs with these
    #: By variable: the name of a secret; file:NAME is one whose variable holds the path of a file.
    secrets: Mapping[str, str] = field(default_factory=dict)
    data: tuple[str, ...] = ()  #: registered data sets and models, as name@version
    service: Service | None = None  #: replicas behind one port; only of the shape service
    terminal_idle_s: int | None = None  #: of its terminal: it ends after this; None: no terminal
    takes_input: bool = False  #: what its first member reads is sent while it runs
    isolated: bool = False  #: out of reach of others, and they out of its
    resumes: bool = False  #: started again, it goes on where it was: it saves what it has done
    prefer: str = ""  #: which alternative goes first, by heddle.cluster.choosing; empty: as usual
    remote: bool = False  #: may use a device that another node serves
    workload: str = ""  #: whose speed it tells, and is chosen by; empty: nothing is learned of it
