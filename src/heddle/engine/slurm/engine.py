"""The engine of a Slurm that is already there: an attempt is a job of it, and survives us.

Each attempt has a folder, which the nodes of Slurm see, too. The batch script notes there how it
goes (batch.py), one squeue a second says what Slurm thinks of all jobs, and both together decide
(verdict.py). An end that was decided is written down, and is not asked about again.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, TypeGuard

from heddle.cluster.row import NodeRow
from heddle.engine._elsewhere.engine import KEEP_S, ElsewhereEngine
from heddle.engine._elsewhere.order_file import ORDER, UnsuitableError, check_words, described
from heddle.engine._news import OVER
from heddle.engine.base import AttemptStatus, Order
from heddle.engine.local import member_spec
from heddle.engine.local.files import output, state_files
from heddle.engine.local.supervisor import STOP, now_ms
from heddle.engine.slurm import submission, translation
from heddle.engine.slurm.attempt_files import BATCH, JOB
from heddle.engine.slurm.checks import check_slurm, open_to_users
from heddle.engine.slurm.client import SlurmClient, SlurmError, SlurmJob, by_name
from heddle.engine.slurm.prologs.task_prolog import OWN
from heddle.engine.slurm.repair import Repair
from heddle.engine.slurm.submitted_job import JobNumbers, SubmittedJob, revoke
from heddle.engine.slurm.users import FOLDER, USERS, SlurmUser, SlurmUsers, rights_of
from heddle.engine.slurm.verdict import changed, is_forgotten, is_sound, judge
from heddle.engine.slurm.view import NOTHING, SlurmView
from heddle.errors import UsageError
from heddle.inventory import apis
from heddle.model.reason import Reason
from heddle.model.record import RUNNING, STARTING

_COMMANDS = ("sbatch", "squeue", "scancel", "sinfo", "scontrol")
_POLL_S = 1.0  # between two squeues: slurmctld serves everybody
_SETTLE_S = 5.0  # after the end of a job, for files that a shared file system shows late
_AGAIN_S = 5.0  # between two requests to stop, which may have met no task
_KILL_S = 10.0  # after the grace: then the whole job is cancelled
_MOST_AGAIN = 5  # submissions of one that Slurm forgot before it began
NODES, _KEY, _NUMBERS = "nodes.json", "key.json", "numbers.json"
_MOST_TOGETHER = 1000  # MaxArraySize is 1001 where nobody has set it
_FREE = Reason("engine", why="free")  # not refused, and not there
_CLOSE_S = 2.0  # for the thread; it may wait for an answer, and then does nothing with it


class Slurm(ElsewhereEngine[SubmittedJob]):
    """Runs attempts as jobs of Slurm, as the user of this process. One object at a time has the
    folder, which must be on a file system that the nodes share. `poll_s` is the least time between
    two squeues, `settle_s` how late files may be.

    :raises UsageError: if another one has the folder, or no job could ever be submitted
    """

    name = "slurm"
    lacks: tuple[str, ...] = submission.LACKS
    why_not_isolated = (
        "the engine slurm isolates nothing; it keeps tenants apart as users of their own, if root "
        f"starts the control plane with {USERS}=TENANT=USER,..."
    )

    def __init__(
        self,
        folder: str,
        *,
        environment: Mapping[str, str] | None = None,
        keep_s: float = KEEP_S,
        poll_s: float = _POLL_S,
        settle_s: float = _SETTLE_S,
    ) -> None:
        environment = os.environ if environment is None else environment
        path = environment.get("PATH")
        if lacking := [name for name in _COMMANDS if not shutil.which(name, path=path)]:
            raise UsageError(
                f"the engine slurm needs {', '.join(lacking)}: install Slurm's commands (Debian: "
                "apt-get install slurm-client) where `heddle up` runs, or choose another engine: "
                "`heddle up --engine local`."
            )
        self._users = SlurmUsers(environment.get(USERS, ""))
        self.separates_tenants = self._users.is_apart
        super().__init__(environment.get(FOLDER) or folder, keep_s)
        self._jobs_folder = os.path.join(folder, "jobs")
        os.makedirs(self._jobs_folder, 0o700, exist_ok=True)
        self._poll_s, self._settle_s = poll_s, settle_s
        self._base = member_spec.inherited(environment)
        self._hidden = apis.hidden()
        settings = {
            name: text
            for name, text in environment.items()
            if name == "SLURM_CONF" or name.startswith("SBATCH_")
        }
        own = {**self._base, **settings, OWN: "1"}
        self._client = SlurmClient(own, settings.get("SBATCH_PARTITION"), self._users.uids)
        self._key = self._own_key()
        self._starting: set[str] = set()  #: attempts that are being submitted
        self._submitting: set[str] = set()  #: and the comments of their jobs
        self._forgotten: list[str] = []  #: attempts that are to be submitted again
        self._numbers = JobNumbers(os.path.join(self._folders.base, _NUMBERS))
        self._repair = Repair(self._client, self._key, settle_s)
        self._view = SlurmView(self._client, os.path.join(self._folders.base, NODES), poll_s)
        try:
            if self._users.others:
                open_to_users(self._folders.base)
            conf = environment.get("SLURM_CONF")
            check_slurm(self._client, self._view, conf, self._users.others)
        except UsageError:
            self._folders.close()
            raise
        self._adopt()
        self._thread = threading.Thread(target=self._follow, name="slurm-engine", daemon=True)
        self._thread.start()

    @property
    def down(self) -> str:
        return self._view.down

    def nodes(self) -> Sequence[NodeRow]:
        """:raises HeddleError: if Slurm cannot say, and never said"""
        found = self._view.nodes()
        if self._view.down:
            self._wake.set()
        return [submission.row(node) for node in found.values()]

    def why_not_tenant(self, tenant: str) -> str:
        return self._users.why_not(tenant)

    def uid_of(self, tenant: str) -> int:
        user = self._users.of(tenant)
        return os.geteuid() if user is None else user.uid

    def start(self, order: Order) -> Reason | None:
        """:raises UsageError: if the order is invalid"""
        member_spec.check(order)
        return self.start_all([order])[0]

    def start_all(self, orders: Sequence[Order]) -> list[Reason | None]:
        """Those whose options are the same as one array of Slurm."""
        refused: dict[str, Reason | None] = {}
        together: dict[tuple[str, ...], list[Order]] = {}
        for order in orders:
            try:
                member_spec.check(order)
                check_words(order, self.name, self.lacks)
                if why := self._users.why_not(order.tenant):
                    raise UnsuitableError(why)
                if (refusal := self._claim(order.attempt)) != _FREE:
                    refused[order.attempt] = refusal
                    continue
                options = submission.options(order, self._view.nodes())
                together.setdefault((order.tenant, *options), []).append(order)
            except (UnsuitableError, UsageError) as error:
                refused[order.attempt] = Reason("impossible", why=str(error))
            except SlurmError as error:
                self._view.failed(error)
                refused[order.attempt] = Reason("engine", why=str(error))
        try:
            for (_, *options), alike in together.items():
                for at in range(0, len(alike), _MOST_TOGETHER):
                    group = alike[at : at + _MOST_TOGETHER]
                    why_not = self._submit(group, options)
                    refused |= dict.fromkeys((each.attempt for each in group), why_not)
        finally:
            with self._mutex:
                self._starting.difference_update(each.attempt for each in orders)
            self._wake.set()
        return [refused[order.attempt] for order in orders]

    def stop(self, attempt: str, why: str) -> None:
        with self._mutex:
            if attempt not in self._alive or self._folders.state(attempt):
                return
            with contextlib.suppress(OSError), self._rights(attempt):  # a full disk: then no why
                self._folders.ask_to_stop(attempt, why)
            if self._alive[attempt].stop_at is None:
                self._alive[attempt].stop_at = time.monotonic()
        self._send_stops([attempt])

    def seen(self) -> Sequence[AttemptStatus]:
        """:raises HeddleError: if Slurm cannot be asked, and it matters"""
        with self._mutex:
            is_needed = any(not self._folders.state(attempt) for attempt in self._alive)
        looked_at, jobs = self._view.jobs() if is_needed else NOTHING
        with self._mutex:
            found = [self._examine(each, looked_at, jobs) for each in self._folders.known()]
        return [seen for seen in found if seen is not None]

    def forget(self, attempt: str) -> None:
        with self._mutex:
            if self._folders.state(attempt):
                self._alive.pop(attempt, None)
                self._folders.forget(attempt)
                self._discard(attempt)

    def logs(self, attempt: str, member: int, start: int, most: int) -> bytes:
        """:raises LogGoneError: if that byte is no longer kept"""
        folder = os.path.join(self._folders.kept(attempt), str(member))
        with self._rights(attempt), contextlib.suppress(PermissionError):
            return output.read(folder, 0, start, most)  # each member has a supervisor of its own
        return b""  # its user has put something else there

    def close(self) -> None:
        with self._mutex:
            if self._closed:
                return
            self._closed = True
            self._wake.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(_CLOSE_S)
        self._folders.close()

    def _rights(self, attempt: str) -> contextlib.AbstractContextManager[None]:
        """Those of its user to its files."""
        try:
            status = os.stat(self._folders.kept(attempt))
        except FileNotFoundError:
            return contextlib.nullcontext()
        return rights_of(status.st_uid, status.st_gid)

    def _own_key(self) -> str:
        """How the comments of our jobs begin, and of nobody else's: others are not cancelled."""
        path = os.path.join(self._folders.base, _KEY)
        if not (known := state_files.read(path)):
            known = {"key": f"heddle-{secrets.token_hex(4)}"}
            state_files.write(path, known, durable=True)
        return str(known["key"])

    def _adopt(self) -> None:
        """Finds what an engine before us left. Where it died before the order was written down,
        nothing was submitted, and the control plane starts it again."""
        for attempt in self._folders.known():
            folder = self._folders.path(attempt)
            job = state_files.read(self._job_file(attempt)) or {}
            order = (
                job if self._is_others(attempt) else state_files.read(os.path.join(folder, ORDER))
            )
            if not order:
                self._discard(attempt)
            elif not self._folders.state(attempt):
                has_begun = os.path.exists(os.path.join(folder, BATCH))
                is_stopping = os.path.exists(os.path.join(folder, STOP))
                members = job.get("members") or len(order.get("places", ()))
                self._alive[attempt] = SubmittedJob(
                    order["nonce"], order["grace_s"], members, job.get("options", []),
                    job.get("id", ""), job.get("is_reused", False),
                    stop_at=time.monotonic() if is_stopping else None,
                    told=RUNNING if has_begun else STARTING,
                )  # fmt: skip

    def _is_others(self, attempt: str) -> bool:
        """Its files are another user's, who can write anything into them."""
        return os.stat(self._folders.path(attempt)).st_uid != os.geteuid()

    def _job_file(self, attempt: str) -> str:
        """Which job it is. Nobody may pass another's for its own: we would cancel that."""
        if self._is_others(attempt):
            return os.path.join(self._jobs_folder, f"{attempt}.json")
        return os.path.join(self._folders.path(attempt), JOB)

    def _discard(self, attempt: str) -> None:
        """What is left of one that was not submitted, or is forgotten."""
        self._folders.remove(attempt)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(os.path.join(self._jobs_folder, f"{attempt}.json"))

    def _comment(self, nonce: str) -> str:
        """The name of a job is that of the attempt, which other control planes have, too."""
        return f"{self._key} {nonce}"

    def _claim(self, attempt: str) -> Reason | None:
        """`_FREE` if it is to be submitted now. The mutex is not held meanwhile: others must not
        wait for Slurm's commands."""
        with self._mutex:
            if self._closed:
                return Reason("engine", why="the engine slurm is closed")
            is_there = os.path.isdir(self._folders.path(attempt)) or attempt in self._starting
            if is_there or self._folders.was_forgotten(attempt):
                return None
            if self._view.down:
                return Reason("engine", why=self._view.down)
            self._starting.add(attempt)
            return _FREE

    def _submit(self, orders: Sequence[Order], options: Sequence[str]) -> Reason | None:
        """As one job; several are an array, in the order in which they are here."""
        nonce = secrets.token_hex(8)
        nonces = [nonce] if len(orders) == 1 else [f"{nonce} {i}" for i in range(len(orders))]
        folders = [self._folders.path(order.attempt) for order in orders]
        noted = [
            {"nonce": own, "grace_s": order.grace_s, "members": len(order.places)}
            for own, order in zip(nonces, orders, strict=True)
        ]
        user = self._users.of(orders[0].tenant)
        own = [] if not _is_other(user) else [f"--uid={user.uid}", f"--gid={user.gid}"]
        comment = self._comment(nonce)
        with self._mutex:
            self._submitting.add(comment)
        try:
            for order, note in zip(orders, noted, strict=True):
                self._prepare(order, note, user)
            whole = [*options, *own, *submission.names(orders, folders[0])]
            script = submission.script(folders, nonces)
            job = self._client.submit([*whole, f"--comment={comment}"], script)
            is_reused = self._numbers.is_reused(job)
            for index, order in enumerate(orders):
                alone = [*options, *own, *submission.names([order], folders[index])]
                number = job if len(orders) == 1 else f"{job}_{index}"
                submitted = SubmittedJob(
                    nonces[index], order.grace_s, len(order.places), alone, number, is_reused,
                    since=time.monotonic(),
                )  # fmt: skip
                self._note_job(order.attempt, submitted)
                with self._mutex:
                    self._alive[order.attempt] = submitted
        except (SlurmError, OSError) as error:
            for order in orders:
                self._discard(order.attempt)  # a job that comes all the same finds no order
            if isinstance(error, OSError):
                return Reason("engine", why=f"{folders[0]} cannot be written: {error.strerror}")
            self._view.failed(error)
            return Reason("impossible" if error.is_final else "engine", why=str(error))
        finally:
            with self._mutex:
                self._submitting.discard(comment)
        return None

    def _note_job(self, attempt: str, known: SubmittedJob) -> None:
        with contextlib.suppress(OSError):  # it is found by its comment
            state_files.write(self._job_file(attempt), known.note(), durable=False)

    def _submit_again(self, attempt: str) -> None:
        """What Slurm forgot before it began. If that one comes all the same, one of the two finds
        the claim of the other, and does nothing."""
        with self._mutex:
            known = self._alive.get(attempt)
            if known is None or known.stop_at is not None or self._closed:
                return
            script = submission.script([self._folders.path(attempt)], [known.nonce])
        try:
            comment = self._comment(known.nonce)
            number = self._client.submit([*known.options, f"--comment={comment}"], script)
        except SlurmError as error:
            self._view.failed(error)
            known.again += not error.is_down
            return
        with self._mutex:
            known.resubmitted(number, is_reused=self._numbers.is_reused(number))
            if attempt in self._alive:
                self._note_job(attempt, known)

    def _prepare(self, order: Order, note: Mapping[str, Any], user: SlurmUser | None) -> None:
        """:raises OSError: if the folder cannot be written"""
        folder, base = self._folders.path(order.attempt), self._base
        os.makedirs(folder, 0o700)
        if _is_other(user):
            os.chown(folder, user.uid, user.gid)
            base = user.variables(base)
        with self._rights(order.attempt):
            if not order.folder:
                os.mkdir(os.path.join(folder, "work"), 0o700)
            told = described(order, str(note["nonce"]), base)
            if len(order.places) == 1 and not order.places[0].devices:  # then the node need not
                told["spec"] = member_spec.member(order, 0, folder, base, self._hidden)
            state_files.write(os.path.join(folder, ORDER), told, durable=True)
        if self._is_others(order.attempt):
            state_files.write(self._job_file(order.attempt), note, durable=True)

    def _examine(
        self, attempt: str, looked_at: float, jobs: Mapping[str, SlurmJob]
    ) -> AttemptStatus | None:
        """What is true of it now; an end is written down. None: nothing was ever submitted."""
        with self._rights(attempt):
            try:
                seen = self._examined(attempt, looked_at, jobs)
                if seen is None or is_sound(seen):
                    return seen
            except (TypeError, KeyError, ValueError, AttributeError):
                pass
        if (alive := self._alive.get(attempt)) is not None and alive.job:
            with contextlib.suppress(SlurmError):  # nobody would follow it any more
                self._client.cancel([alive.job])
        return changed(attempt, now_ms())

    def _examined(
        self, attempt: str, looked_at: float, jobs: Mapping[str, SlurmJob]
    ) -> AttemptStatus | None:
        if state := self._folders.state(attempt):
            return AttemptStatus(**state)
        alive = self._alive.get(attempt)
        if alive is None:
            return None
        folder = self._folders.path(attempt)
        batch = state_files.read(os.path.join(folder, BATCH))
        # A site may replace comments when jobs are submitted.
        named = by_name(alive.job, submission.name_of(attempt, alive.job))
        has = alive.evidence(
            attempt, folder, batch, jobs.get(self._comment(alive.nonce)) or jobs.get(named),
            is_known=looked_at > alive.since, settle_s=self._settle_s,
        )  # fmt: skip
        if has.job is None and has.is_known and not alive.job and batch is None:
            del self._alive[attempt]
            self._discard(attempt)
            return None
        seen = judge(has)
        if seen.state not in OVER:
            return seen
        if is_forgotten(has) and alive.options and alive.again < _MOST_AGAIN:
            if attempt not in self._forgotten:
                self._forgotten.append(attempt)
            return AttemptStatus(attempt, STARTING, why="Slurm forgot it: it is submitted again")
        if batch is None and not revoke(folder) and not alive.signs.is_quiet:
            return AttemptStatus(attempt, STARTING)  # it begins just now
        is_noted = batch is not None and batch.get("state") in OVER
        self._folders.note(attempt, asdict(seen), durable=not is_noted)  # only we do: no lock
        return seen

    def _follow(self) -> None:
        """The thread: one look at everything that is alive, and a pause. While Slurm is down it
        looks even if nothing is alive, to know when it is back."""
        while not self._closed:
            self._wake.clear()
            with self._mutex:
                is_idle = not self._alive and not self._view.down and self._repair.is_idle
            if is_idle:
                self._wake.wait(None if not self._closed else 0)
                continue
            looked_at, jobs = NOTHING
            with contextlib.suppress(SlurmError):  # then the files alone can say something
                looked_at, jobs = self._view.ask_jobs()
            with self._mutex:
                if self._closed:  # the folder may be another engine's by now
                    return
                examine = partial(self._examine, looked_at=looked_at, jobs=jobs)
                looked = [self._news(each, examine) for each in [*self._alive]]
                stopping = [each for each, alive in self._alive.items() if alive.stop_at]
                silent = [each for each in self._alive.values() if each.is_silent]
                forgotten, self._forgotten = self._forgotten, []
                wanted = {self._comment(each.nonce) for each in self._alive.values()}
                wanted |= self._submitting
            for seen in filter(None, looked):
                self._tell(seen)
            for attempt in forgotten:
                self._submit_again(attempt)
            self._send_stops(stopping)
            if looked_at != NOTHING[0]:
                self._repair.run(jobs, wanted)
                for alive in silent:
                    alive.is_reused = True  # its end is then our doing, and it is lost
                    with contextlib.suppress(SlurmError):
                        self._client.cancel([alive.job])
            until = time.monotonic() + self._poll_s
            while not self._closed and time.monotonic() < until:
                time.sleep(min(0.05, self._poll_s))

    def _send_stops(self, attempts: Sequence[str]) -> None:
        """Asks all of them to end, again after a while; those whose time is over are cancelled. A
        request that fails is made again by the thread."""
        now = time.monotonic()
        asked: list[SubmittedJob] = []
        ended: list[SubmittedJob] = []
        with self._mutex:
            for attempt in attempts:
                alive = self._alive.get(attempt)
                if alive is None or alive.stop_at is None or not alive.job or alive.is_missing:
                    continue
                if alive.asked_at is None or now - alive.asked_at >= _AGAIN_S:
                    alive.asked_at = now
                    is_late = now - alive.stop_at > alive.grace_s + _KILL_S
                    (ended if is_late else asked).append(alive)
        for send, which in ((self._ask_to_end, asked), (self._cancel, ended)):
            try:
                if which:
                    send(which)
            except SlurmError:
                for alive in which:
                    alive.asked_at = None

    def _ask_to_end(self, which: Sequence[SubmittedJob]) -> None:
        alone = [each.job for each in which if each.members == 1]
        self._client.ask_to_end([each.job for each in which if each.members != 1], alone)

    def _cancel(self, which: Sequence[SubmittedJob]) -> None:
        self._client.cancel([each.job for each in which])


def _is_other(user: SlurmUser | None) -> TypeGuard[SlurmUser]:
    """Jobs run as another user than ours."""
    return user is not None and user.uid != os.geteuid()


ENGINE, WORDS = Slurm, translation.SLURM
