"""The load of the crash test: jobs of all kinds, and people who cancel, hold and ask again."""

from __future__ import annotations

import random
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from heddle.client.client import Client
from heddle.client.wire import RefusedError, ServerFailedError
from heddle.errors import NoServerError
from heddle.research.bench._crash.plane import Plane

MEMBER = Path(__file__).parents[1] / "programs" / "crash_member.py"
PAUSE_S = 0.08


@dataclass(slots=True)
class TrackedSubmission:
    """One submission, and what became of it."""

    name: str  #: of its first job, and the key under which it is submitted
    specs: list[dict[str, Any]]
    hold: bool
    count: int  #: jobs that it makes
    ids: list[str] = field(default_factory=list)  #: once it was accepted
    tries: int = 0


class CrashLoad(threading.Thread):
    """Goes on until it is told to finish; then it asks again until everything was answered."""

    def __init__(
        self,
        plane: Plane,
        seed: int,
        soft_load: str | None,
        *,
        isolated: bool = False,
        device: str = "",
        hides: bool = True,
        most_waiting: int = 24,
    ) -> None:
        """`device`: that jobs ask for instead of one of the soft XPU; `hides`: some leave a process
        in a session of its own; `most_waiting`: none is submitted while so many are not over."""
        super().__init__(name="crash-load", daemon=True)
        self._plane = plane
        self._chance = random.Random(seed)
        self._soft_load = soft_load
        self._more = {"isolated": "true"} if isolated else {}
        self._device, self._hides, self._most_waiting = device, hides, most_waiting
        self._finish = threading.Event()
        self.plans: list[TrackedSubmission] = []
        self.open: list[TrackedSubmission] = []  #: not answered yet
        self.cancelled: set[str] = set()  #: jobs whose cancellation was asked for
        self.wrong: list[str] = []  #: answers that should not have come
        self.repeats = 0  #: submissions that were made again, and were known

    def run(self) -> None:
        goes_on = True
        while goes_on:
            try:
                with self._plane.client() as client:
                    while goes_on:
                        time.sleep(PAUSE_S)
                        goes_on = self._step(client)
            except (NoServerError, ServerFailedError):
                time.sleep(PAUSE_S)  # it was killed: it will be back
            except Exception as error:  # the test must not end well without its load
                self.wrong.append(f"{type(error).__name__}: {error}")
                raise

    def finish(self) -> None:
        """No new jobs from now on."""
        self._finish.set()

    def _step(self, client: Client) -> bool:
        """False when there is nothing more to do."""
        if self.open:
            self._submit(client, self.open[0])
        if self._finish.is_set():
            held = [job["id"] for job in client.every_job(state=["held"])]
            for job in held:
                self._release(client, job)
            return bool(self.open or held)
        page = client.jobs(
            state=("waiting", "held", "starting", "running", "suspended", "stopping"), limit=200
        )
        alive = [job["id"] for job in page["jobs"]]
        if len(alive) < self._most_waiting and not self.open:
            self._plan()
        chance = self._chance.random()
        if alive and chance < 0.06:
            self._cancel(client, self._chance.choice(alive))
        elif alive and chance < 0.12:
            self._hold(client, self._chance.choice(alive))
        elif chance < 0.25 and (held := [j["id"] for j in page["jobs"] if j["state"] == "held"]):
            self._release(client, self._chance.choice(held))
        elif self.plans and chance < 0.30:
            self._submit(client, self._chance.choice(self.plans[-20:]))
        return True

    def _submit(self, client: Client, plan: TrackedSubmission) -> None:
        plan.tries += 1
        jobs = client.submit(plan.specs, hold=plan.hold, key=plan.name)
        ids = [job["id"] for job in jobs]
        if plan.ids and plan.ids != ids:
            self.wrong.append(f"{plan.name} was {plan.ids} and is {ids}")
        self.repeats += plan.tries > 1
        plan.ids = ids
        if plan in self.open:
            self.open.remove(plan)

    def _cancel(self, client: Client, job: str) -> None:
        self.cancelled.add(job)  # before: the answer may be lost, and it counts all the same
        with suppress(RefusedError):
            client.cancel(job)

    def _hold(self, client: Client, job: str) -> None:
        with suppress(RefusedError):
            client.hold(job)

    def _release(self, client: Client, job: str) -> None:
        with suppress(RefusedError):
            client.release(job)

    def _plan(self) -> None:
        name = f"c{len(self.plans)}"
        specs = self._specs(name)
        count = sum(each["members"] if each.get("shape") == "array" else 1 for each in specs)
        plan = TrackedSubmission(name, specs, self._chance.random() < 0.08, count)
        self.plans.append(plan)
        self.open.append(plan)

    def _specs(self, name: str) -> list[dict[str, Any]]:
        chance = self._chance
        kind = chance.choices(
            ("single", "array", "gang", "chain", "retry", "fail", "timeout", "urgent"),
            (40, 8, 10, 10, 10, 8, 6, 8),
        )[0]
        if kind == "array":
            return [self._spec(name, 0.1, shape="array", members=chance.randint(2, 4))]
        if kind == "gang":
            return [self._spec(name, shape="gang", members=2)]
        if kind == "chain":
            code = 3 if chance.random() < 0.2 else 0
            first = self._spec(name, 0.3, code)
            return [first, self._spec(f"{name}-then", 0.1, after=[name])]
        if kind == "retry":
            code = 4 if chance.random() < 0.3 else 0
            return [self._spec(name, 0.4, code, retries=chance.randint(1, 2))]
        if kind == "fail":
            return [self._spec(name, 0.1, 3)]
        if kind == "timeout":
            return [self._spec(name, 30.0, timeout="1s")]
        if kind == "urgent":
            return [self._spec(name, 0.4, priority=100)]
        return [self._spec(name)]

    def _spec(
        self, name: str, seconds: float | None = None, code: int = 0, **more: Any
    ) -> dict[str, Any]:
        if seconds is None:
            seconds = 0.05 * 60 ** self._chance.random()  # to 3 s; most are short
        devices: dict[str, Any] = {"devices": "cpu:1"}
        words: Sequence[str] = ()
        if self._soft_load is not None and self._chance.random() < 0.35:
            named = self._device or f"soft@{self._chance.choice(('gpu', 'npu'))}"
            devices = {"devices": named, "share": "30%"}
            words = (self._soft_load, "requests", "2", "500", "20000", "1", f"{seconds:.3f}")
        if self._chance.random() < 0.2 and self._hides:
            words = ("hide", *words)
        python = [sys.executable, "-I", "-S", str(MEMBER), str(self._plane.journal)]
        command = [*python, f"{seconds:.3f}", str(code), *words]
        return {"id": name, "command": command, **devices, **self._more, **more}
