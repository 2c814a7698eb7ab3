"""Kill parts of a control plane at random moments, under load, and see whether anything is lost.

A control plane of its own (state folder, port, table, soft XPU) runs jobs of all kinds while the
server, the agent, supervisors, the fork server and processes of jobs are killed with SIGKILL,
sometimes two at once, sometimes a server that has not come up yet. What was killed is started again
with `heddle up`. In the end the store, what the jobs wrote themselves, the ledger and the machine
are looked at: every accepted job has its fate, none ran twice at the same time, the ledger adds up,
and nothing is left.

With --engine slurm, jobs run on a Slurm that the benchmark starts (as root), and its controller and
its nodes' daemons are killed, too. With --engine ray likewise: the head, the raylet of another node
and workers of a Ray, after which what they ran is lost and is tried again.

The same seed makes the same jobs and chooses likewise, as far as timing allows. Without any device:
--device does not count; where there is a soft XPU, some of the jobs use it.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import Popen
from typing import Any

from heddle import native
from heddle._gen.rest import UsageReport
from heddle.errors import HeddleError, NoServerError, WorkloadError
from heddle.extras import extra
from heddle.harness.report import Bar, Report, quantile
from heddle.harness.workload import machine
from heddle.model.record import FINAL
from heddle.research.bench._crash import check as check
from heddle.research.bench._crash.load import CrashLoad
from heddle.research.bench._crash.plane import AGENT, CONTROL, Plane, choose
from heddle.research.bench._crash.rig import RIGS, Rig

HELP = "kill the control plane, the agent and jobs under load: nothing is lost or run twice"

KILLS, BETWEEN_S, PATIENCE_S = 200, 0.8, 180.0
OFF_MS = 1000
TWO_AT_ONCE, WHILE_IT_STARTS = 0.12, 0.35  #: how often; the second of starts after a kill
SHOWN = 20  #: of what is wrong, in the report


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kills", type=int, default=KILLS, help=f"(default {KILLS})")
    parser.add_argument("--seed", type=int, default=1, help="(default 1)")
    parser.add_argument(
        "--seconds-between",
        type=float,
        default=BETWEEN_S,
        metavar="S",
        help=f"two kills, on average (default {BETWEEN_S:g})",
    )
    parser.add_argument("--isolated", action="store_true", help="every job in a sandbox")
    parser.add_argument(
        "--engine", choices=sorted(RIGS), default="local", help="that runs jobs (default local)"
    )
    parser.add_argument("--keep", action="store_true", help="leave the folder, to look into it")


@dataclass(slots=True)
class Killer:
    """Chooses whom, kills, and has `heddle up` start again what is missing."""

    plane: Plane
    rig: Rig
    chance: random.Random
    counts: Counter[str] = field(default_factory=Counter)
    hit: set[str] = field(default_factory=set)  #: attempts
    starts_s: list[float] = field(default_factory=list)
    fell: list[str] = field(default_factory=list)  #: last words of servers that were not killed
    booked_twice: list[str] = field(default_factory=list)  #: devices, as the engine says

    def strike(self) -> None:
        """Kills one, or two at once."""
        wanted = 2 if self.chance.random() < TWO_AT_ONCE else 1
        weights = self.rig.weights
        kinds = self.chance.choices(list(weights), list(weights.values()), k=wanted)
        alive = self.plane.processes()
        if not any(victim.kind == CONTROL for victim in alive):
            self.fell.append(self.plane.last_words())
            self.restart()
            return
        for kind in kinds:
            if kind in self.rig.loses:
                self.booked_twice += self.rig.booked_twice()
                self.hit.update(path.name for path in self.plane.attempts.iterdir())
            self.counts[kind] += self.rig.kill(kind, self.chance)
        supervised = self.plane.supervisors()
        chosen = {choose(self.chance, alive, kind) for kind in kinds} - {None}
        for victim in chosen:
            assert victim is not None
            # A member that does not execute its command yet looks like its supervisor.
            attempt = victim.attempt or supervised.get(victim.pid, "")
            attempt = attempt or supervised.get(victim.parent, "")
            if self.plane.kill(victim):
                self.counts[victim.kind] += 1
                self.hit.add(attempt)
        if {victim.kind for victim in chosen if victim} & {CONTROL, AGENT}:
            self.restart()

    def restart(self) -> None:
        began = time.monotonic()
        self.plane.start(self._while_it_starts)
        self.starts_s.append(time.monotonic() - began)

    def _while_it_starts(self, up: Popen[str]) -> bool:
        if self.chance.random() >= WHILE_IT_STARTS:
            return False
        was_hit = self.plane.kill_child(up.pid, self.chance.uniform(0.1, 2.0))
        self.counts["control, starting"] += was_hit
        return was_hit


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    with extra("heddle bench crash", "FastAPI", "server"):
        import fastapi as _  # noqa: F401
    rig = RIGS[options.engine]()
    plane = Plane(None, rig.name, **rig.environment)
    began = time.monotonic()
    try:
        say("starting a control plane")
        plane.start()
        load = CrashLoad(
            plane, options.seed, _soft_load(), isolated=options.isolated, device=rig.device,
            hides=rig.hides, most_waiting=rig.most_waiting,
        )  # fmt: skip
        killer = Killer(plane, rig, random.Random(options.seed + 1))
        load.start()
        while (done := sum(killer.counts.values())) < options.kills:
            say(f"{done} of {options.kills} kills, {len(load.plans)} submissions")
            time.sleep(killer.chance.uniform(0.1, 1.9) * options.seconds_between)
            killer.strike()
            if not load.is_alive():
                raise WorkloadError(f"the load has ended: {load.wrong}")
        say("waiting until all jobs are over")
        plane.start()
        load.finish()
        load.join(PATIENCE_S)
        usage = _wait_until_over(plane)
        plane.end()
        killed = sum(killer.counts.values())
        left = _left(plane) | {"engine": rig.left()}
        kept = _kept(plane, load, killer)
        row = {"seed": options.seed, "seconds": time.monotonic() - began, "kills": killed}
        return _report(row, kept, check.ledger(kept, usage), left, load, killer, options.kills)
    finally:
        if options.keep:
            say(f"kept: {plane.folder}")
        else:
            plane.remove()
        rig.close()


def _soft_load() -> str | None:
    try:
        return str(native.file("soft-load"))
    except HeddleError:
        return None


def _wait_until_over(plane: Plane) -> UsageReport:
    """The ledger, when no job is left; as it is, when patience is."""
    alive = ("waiting", "held", "starting", "running", "suspended", "stopping")
    until = time.monotonic() + PATIENCE_S
    while True:
        with suppress(NoServerError), plane.client() as client:
            if not client.jobs(state=alive, limit=1)["jobs"] or time.monotonic() > until:
                return client.usage(by="job")
        time.sleep(0.2)


def _left(plane: Plane) -> dict[str, list[str]]:
    """A process that was killed is there for an instant more."""
    until = time.monotonic() + 2
    while any((left := plane.left()).values()) and time.monotonic() < until:
        time.sleep(0.05)
    return left


def _kept(plane: Plane, load: CrashLoad, killer: Killer) -> check.CrashEvidence:
    from heddle.store import open_store

    store = open_store(str(plane.control / "store.db"))
    try:
        jobs, before = {}, None
        while page := store.jobs(before=before, limit=1000):
            jobs.update({job.id: job for job in page})
            before = page[-1].id
        attempts = {job: found for job in jobs if (found := store.attempts(job))}
    finally:
        store.close()
    path = Path(plane.journal / "journal")
    journal = check.Journal.read(path.read_text().splitlines())
    hit, cancelled = frozenset(killer.hit), frozenset(load.cancelled)
    return check.CrashEvidence(jobs, attempts, load.plans, journal, hit, cancelled)


def _report(
    row: dict[str, Any],
    kept: check.CrashEvidence,
    ledger: check.LedgerCheck,
    left: dict[str, list[str]],
    load: CrashLoad,
    killer: Killer,
    wanted: int,
) -> Report:
    attempts = [each for some in kept.attempts.values() for each in some]
    late = {name: ms for name, ms in ledger.off_ms.items() if ms > OFF_MS}
    wrong = {
        "accepted jobs lost": check.lost(kept),
        "jobs or keys counted twice": [*check.doubled(kept), *load.wrong],
        "jobs that are not over": check.unfinished(kept),
        "jobs that ran twice at the same time": check.overlapping(kept),
        "devices booked twice": [*check.booked_twice(kept), *killer.booked_twice],
        "devices that two had at the same time": check.had_at_once(kept),
        "fates without a reason": check.unfounded(kept),
        "servers that ended without being killed": killer.fell,
        "processes left": left["processes"],
        "control groups left": left["groups"],
        "locks or files left": [*left["locks"], *left["files"]],
        "jobs left in the engine": left["engine"],
        "sums of the ledger that are not those of the attempts": ledger.wrong,
        "attempts charged more than 1 s off": [f"{name}: {ms} ms" for name, ms in late.items()],
    }
    row |= {
        **{f"killed: {kind}": count for kind, count in sorted(killer.counts.items())},
        "submissions": len(load.plans),
        "submitted_again": load.repeats,
        "jobs": len(kept.jobs),
        **{state: sum(j.state == state for j in kept.jobs.values()) for state in FINAL},
        "attempts": len(attempts),
        "attempts_on_devices": sum(bool(each.places[0].devices) for each in attempts),
        "attempts_preempted": sum(each.why == "preempted" for each in attempts),
        "attempts_timed_out": sum(each.why == "timeout" for each in attempts),
        "attempts_lost": sum(each.state == "lost" for each in attempts),
        "attempts_hit": len(killer.hit - {""}),
        "attempts_silent": ledger.silent,
        "charged_off_ms_p99": quantile([float(ms) for ms in ledger.off_ms.values()] or [0.0], 0.99),
        "charged_off_ms_most": max(ledger.off_ms.values(), default=0),
        "starts": len(killer.starts_s),
        "start_s_p50": quantile(killer.starts_s or [0.0], 0.5),
        "wrong": {name: found[:SHOWN] for name, found in wrong.items() if found},
    }
    bars = [Bar("kills", wanted, row["kills"], at_least=True)]
    bars += [Bar(name, 0, len(found)) for name, found in wrong.items()]
    return Report("crash", [row], bars, machine())
