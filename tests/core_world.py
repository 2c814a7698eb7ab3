"""The core of a control plane with a store that keeps what is written, and an engine that does what
it is told. No process, no file, no clock."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from heddle.cluster.conditions.network import NOTHING
from heddle.cluster.cycle import Rules
from heddle.cluster.nodes import DeviceClass, NodeRow
from heddle.cluster.sites.atlas import Atlas
from heddle.control import learning, suspend
from heddle.control.calls import (
    Call,
    ForgetCall,
    ResumeCall,
    StartCall,
    StopCall,
    SuspendCall,
)
from heddle.control.core import Core
from heddle.control.nodes.pool import Pool
from heddle.control.parts import Part
from heddle.engine.base import AttemptStatus, Order
from heddle.model.job import Job
from heddle.model.reason import Reason
from heddle.model.record import FINAL, AttemptRecord, JobRecord
from heddle.spec.job_file import parse
from heddle.store.base import Event, Gone, Thing

ENGINE = "local"
GPU = DeviceClass("gpu", "T4", "nvidia", 15360, 3)
ROWS = [
    NodeRow("one", 8000, 32768, (GPU, GPU), called=(("cuda@0",), ("cuda@1",))),
    NodeRow("two", 8000, 32768, (GPU,), called=(("cuda@0",),)),
]


def read(spec: Mapping[str, Any]) -> Job:
    (job,) = parse(json.dumps(spec), is_json=True, tenant=str(spec.get("tenant", "default")))
    return job


def one(name: str = "a", **more: Any) -> dict[str, Any]:
    return {"id": name, "devices": "gpu:1", "command": ["true"], **more}


class CoreWorld:
    """`runs` are the engine's, `begun` all that it ever started. With `suspends` its engine can
    suspend: it does, or says `why_not`; None: it never answers."""

    def __init__(
        self,
        rows: Sequence[NodeRow] = ROWS,
        rules: Rules | None = None,
        atlas: Atlas = NOTHING,
        *,
        suspends: bool = False,
    ) -> None:
        self.rows = rows
        self.rules = rules
        self.atlas = atlas
        self.suspends = suspends
        self.why_not: str | None = ""  # it cannot suspend or resume
        self.room_mib = 0  # that it may use, as it was told last
        self.parked: dict[str, int] = {}  # attempts that are off their devices: in MiB
        self.jobs: dict[str, JobRecord] = {}
        self.attempts: dict[str, AttemptRecord] = {}
        self.things: dict[str, Mapping[str, Any]] = {}
        self.learned: dict[str, Mapping[str, Any]] = {}  # the things that are runs
        self.suspended: dict[str, Mapping[str, Any]] = {}  # and those that are suspensions
        self.events: list[Event] = []
        self.runs: dict[str, AttemptStatus] = {}
        self.begun: set[str] = set()
        self.now_ms = 1_000_000
        self.core = self.new_core()

    def parts(self) -> Sequence[Part]:
        """Of a new core, from what is kept."""
        return ()

    def new_core(self) -> Core:
        """As after a crash."""
        numbers = [int(job.split("[")[0][1:]) for job in self.jobs]
        core = Core(
            Pool(self.rows, atlas=self.atlas), self.jobs.get, read,
            last_number=max(numbers, default=0), parts=self.parts(),
            rules=self.rules, rates=learning.read(self.learned),
            suspending=[ENGINE] if self.suspends else (), suspensions=self.suspended,
        )  # fmt: skip
        alive = [job for job in self.jobs.values() if job.state not in FINAL]
        seen = {ENGINE: list(self.runs.values())}
        core.recover(alive, self.attempts.values(), seen, self.now_ms)
        return core

    def settle(self, *, crash: bool = False) -> None:
        """One turn of the loop; with a crash the calls are never made, or only the first."""
        self.core.schedule(self.now_ms)
        changes, calls = self.core.take()
        for change in changes:
            if isinstance(change, JobRecord):
                self.jobs[change.id] = change
            elif isinstance(change, AttemptRecord):
                self.attempts[change.id] = change
            elif isinstance(change, Thing):
                self._kept(change)[change.id] = json.loads(json.dumps(change.value))
            elif isinstance(change, Gone):
                del self._kept(change)[change.id]
            else:
                self.events.append(change)
        for call in calls[:1] if crash else calls:
            self.call(call)
        if crash:
            self.core = self.new_core()

    def _kept(self, change: Thing | Gone) -> dict[str, Mapping[str, Any]]:
        own = {learning.KIND: self.learned, suspend.KIND: self.suspended}
        return own.get(change.kind, self.things)

    def call(self, call: Call) -> None:
        if isinstance(call, StartCall):
            if call.order.attempt not in self.runs:
                self.start(call.order)
        elif isinstance(call, StopCall):
            self.end(call.attempt, -15)
        elif isinstance(call, SuspendCall | ResumeCall):
            self.move(call)
        else:
            assert isinstance(call, ForgetCall)
            self.runs.pop(call.attempt, None)

    def move(self, call: SuspendCall | ResumeCall) -> None:
        """Engines answer later, if at all: the core hears of it in the next turn."""
        seen = self.runs.get(call.attempt)
        why_not = self.why_not if seen and seen.state == "running" else "it is gone"
        if why_not is None:
            return
        if isinstance(call, SuspendCall):
            self.room_mib = call.room_mib
            if not why_not:
                self.parked[call.attempt] = 100
            answer = Reason("suspend", why=why_not) if why_not else 100
            self.core.suspended(call.attempt, answer, self.now_ms)
        else:
            if not why_not:
                self.parked.pop(call.attempt, None)
            why = Reason("resume", why=why_not) if why_not else None
            self.core.resumed(call.attempt, why, self.now_ms)

    def start(self, order: Order) -> None:
        assert order.attempt not in self.begun, "it was forgotten, and began again"
        self.begun.add(order.attempt)
        self.runs[order.attempt] = AttemptStatus(order.attempt, "running")

    def end(self, attempt: str, code: int) -> None:
        if attempt in self.runs and self.runs[attempt].state == "running":
            self.runs[attempt] = AttemptStatus(attempt, "ended", code)
            self.parked.pop(attempt, None)

    def look(self) -> None:
        for seen in list(self.runs.values()):
            self.core.saw(ENGINE, seen, self.now_ms)

    def until_quiet(self) -> None:
        for _ in range(5):
            self.settle()
            self.look()
        self.settle()

    def submit(self, *specs: Mapping[str, Any], **more: Any) -> list[str]:
        jobs = [read(spec) for spec in specs]
        records = self.core.submit(jobs, specs, "ann", self.now_ms, **more)
        return [record.id for record in records]
