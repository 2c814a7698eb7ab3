"""Jobs on the screen, where a control plane runs. A thread asks for them; the screen does not
wait."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from heddle.errors import HeddleError, NoServerError
from heddle.system.printable import printable
from heddle.tui.columns import NOTHING, clock_text

if TYPE_CHECKING:
    from heddle.client.client import Client

Job = Mapping[str, Any]
RUN, WAIT = ("running", "starting", "stopping"), ("suspended", "waiting", "held")
MOST = 12  #: rows; `heddle job ls` lists all
PAGE = 100  #: of each kind that are asked for
PATIENCE_S = 5.0


@dataclass(frozen=True, slots=True)
class JobColumn:
    """One column of the jobs."""

    head: str
    text: Callable[[Job, float], str]  #: of a job, now in milliseconds
    right: bool = False


@dataclass(frozen=True, slots=True)
class Jobs:
    """What the control plane said last."""

    running: Sequence[Job] = ()
    waiting: Sequence[Job] = ()
    counts: Mapping[str, int] | None = None  #: by state
    trouble: str = ""


def _why(job: Job) -> str:
    said = job.get("why") or job.get("reason") or {}
    return printable(str(said.get("text") or said.get("code") or "")) or NOTHING


def _since(job: Job, now_ms: float) -> str:
    """How long it runs or waits."""
    ran = job["state"] in RUN and job["started_ms"] is not None
    since = job["started_ms"] if ran else job["submitted_ms"]
    return clock_text(max(0, int(now_ms - since)) * 1_000_000)


JOBS: Sequence[JobColumn] = (
    JobColumn("JOB", lambda j, _: printable(str(j["id"]))),
    JobColumn("NAME", lambda j, _: printable(str(j["name"]))),
    JobColumn("STATE", lambda j, _: str(j["state"])),
    JobColumn("FOR", _since, True),
    JobColumn("PRI", lambda j, _: str(j["priority"]), True),
    JobColumn("TENANT", lambda j, _: printable(str(j["tenant"]))),
    JobColumn("USER", lambda j, _: printable(str(j["user"]))),
    JobColumn("REASON", lambda j, _: _why(j)),
)


def shown(jobs: Jobs, most: int = MOST) -> list[Job]:
    """The newest that run, and those that wait, the most urgent first; each kind has at least half
    of the rows if it needs them."""
    half = most // 2
    waits = sorted(jobs.waiting, key=lambda job: (-job["priority"], job["submitted_ms"]))
    run = list(jobs.running)[: max(half, most - len(waits))]
    return [*run, *waits[: most - len(run)]]


def heading(jobs: Jobs) -> str:
    """`jobs: 2 running, 5 waiting`."""
    if jobs.trouble:
        return f"jobs: {printable(jobs.trouble)}"
    counts = jobs.counts or {}
    told = ", ".join(f"{counts[s]} {s}" for s in (*RUN, *WAIT) if counts.get(s))
    left = sum(counts.get(s, 0) for s in (*RUN, *WAIT)) - len(shown(jobs))
    more = f"   ({left} more: heddle job ls)" if left > 0 else ""
    return f"jobs: {told or 'none runs or waits'}{more}"


def ask(client: Client) -> Jobs:
    """:raises HeddleError: if it cannot say"""
    running = client.jobs(state=RUN, limit=PAGE)
    waiting = client.jobs(state=WAIT, limit=PAGE)
    return Jobs(running["jobs"], waiting["jobs"], waiting["counts"])


class JobWatch:
    """Asks every `interval_s`, in a separate thread, which ends with the process. `latest` is
    None where no control plane runs."""

    def __init__(self, interval_s: float, find: Callable[[], Client | None] | None = None) -> None:
        self.latest: Jobs | None = None
        self._interval_s = max(1.0, interval_s)
        self._find = find or _find
        self._ended = threading.Event()
        threading.Thread(target=self._run, name="jobs", daemon=True).start()

    def close(self) -> None:
        self._ended.set()

    def _run(self) -> None:
        client: Client | None = None
        while not self._ended.is_set():
            try:
                client = client or self._find()
                self.latest = None if client is None else ask(client)
            except NoServerError:  # it has ended, or is started anew elsewhere
                client = self.latest = None
            except HeddleError as error:
                self.latest = Jobs(trouble=str(error))
            self._ended.wait(self._interval_s)
        if client is not None:
            client.close()


def _find() -> Client | None:
    from heddle.client import where

    return where.find_here(timeout_s=PATIENCE_S)


def now_ms() -> float:
    return time.time() * 1000
