"""The engine of a Ray cluster, our own or one that is there: an attempt survives us.

Each attempt has a folder, which the nodes of Ray see, too. Members note there how they go
(task.py), Ray says which of their actors have gone, and both together decide (verdict.py). An end
that was decided is written down, and is not asked about again.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import secrets
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from heddle.cluster.row import NodeRow
from heddle.engine._elsewhere.engine import KEEP_S, ElsewhereEngine
from heddle.engine._elsewhere.order_file import ORDER, UnsuitableError, check_words, described
from heddle.engine._news import OVER, FollowedAttempt
from heddle.engine.base import AttemptStatus, Order
from heddle.engine.local import member_spec
from heddle.engine.local.files import output, state_files
from heddle.engine.local.group_prefix import group_prefix
from heddle.engine.local.supervisor import BEAT_S, LOCK, STATE, STOP, now_ms
from heddle.engine.ray import submission, translation
from heddle.engine.ray.client import RayClient, RayError, RaySettingError
from heddle.engine.ray.files import CUT, FAILED
from heddle.engine.ray.head import RayHead
from heddle.engine.ray.node_memory import NodeMemory
from heddle.engine.ray.submission import NodeGoneError, RayNode
from heddle.engine.ray.verdict import INFEASIBLE, RayEvidence, judge
from heddle.errors import HeddleError, MissingExtraError, UsageError
from heddle.model.reason import Reason
from heddle.model.record import STARTING

ADDRESS = "RAY_ADDRESS"
NODES = "nodes.json"
_SUBMITTED = "ray.json"  # what was asked of Ray
_POLL_S = 0.2
_SETTLE_S = 5.0  # after the end of an actor, for files that a shared file system shows late
_NODES_S = 30.0  # for which the nodes of Ray are remembered
_QUIET_S = 3 * BEAT_S  # without a sign of life
_REVIVE_S = 5.0  # between two tries to start a head
_PATIENCE_S = 2.0  # for which a caller waits while others ask
_CLOSE_S = 2.0


@dataclass(slots=True)
class _Submitted(FollowedAttempt):
    """What is known of its placement group."""

    name: str  #: of its placement group
    asked: dict[str, Any]  #: of Ray
    count: int  #: of members
    since: float = 0.0  #: when it was started; what Ray said before says nothing of it
    over_at: float | None = None  #: since when all actors are done
    beats: tuple[float, ...] = ()  #: the last signs of life of members that noted no end
    beat_at: float = 0.0  #: when we saw the last one


class Ray(ElsewhereEngine[_Submitted]):
    """Runs members as actors, all as the user of the Ray cluster. One object at a time has the
    folder, which all nodes must see. `poll_s` is the time between two looks, `settle_s` how late
    files may be.

    :raises UsageError: if another one has the folder, or the settings are wrong
    :raises MissingExtraError: if Ray is not installed
    """

    name = "ray"
    separates_tenants = False
    lacks: tuple[str, ...] = submission.LACKS
    why_not_isolated = (
        "the engine ray runs every job as the user of the Ray cluster; a control plane for each "
        "tenant, with a Ray of its own, keeps them apart"
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
        if importlib.util.find_spec("ray") is None:
            raise MissingExtraError("the engine ray", "Ray", "ray")
        super().__init__(folder, keep_s)
        self._poll_s, self._settle_s = poll_s, settle_s
        self._key = group_prefix(self._folders.base)
        #: Held while Ray is asked, before the mutex. Those who do not ask do not wait for it.
        self._asking = threading.RLock()
        self._nodes: tuple[float, dict[str, RayNode]] | None = None
        self._adopted = 0  #: the generation of the client that knows all attempts
        self._over: list[str] = []  #: groups that Ray can have back
        self._revived_at = float("-inf")
        self._looked_at, self._groups = float("-inf"), dict[str, Any]()
        try:
            self._adopt()
            self._head, self._client = self._open(environment)
        except BaseException:
            self._folders.close()
            raise
        self._thread = threading.Thread(target=self._follow, name="ray-engine", daemon=True)
        self._thread.start()

    def _open(self, environment: Mapping[str, str]) -> tuple[RayHead | None, RayClient]:
        """:raises UsageError: if there is no connection, and nothing that would wait for one"""
        head, own = None, {"RAY_AUTH_MODE": "token", **environment, "RAY_USAGE_STATS_ENABLED": "0"}
        address = environment.get(ADDRESS, "")
        if not address:
            head = RayHead(self._folders.base, environment)
            address = head.address()
            own = {**own, **head.variables()}
            own.pop("RAY_AUTH_TOKEN", None)  # it would be preferred to the file
        client = RayClient(address, self._folders.base, own)
        self._memory = NodeMemory(os.path.join(self._folders.base, NODES), address)
        try:
            client.connect()
        except RayError as error:
            has_met = bool(self._alive or self._memory.nodes)
            if isinstance(error, RaySettingError) or not has_met:
                raise UsageError(f"{error}.") from None
        return head, client

    @property
    def down(self) -> str:
        return self._client.down

    def nodes(self) -> Sequence[NodeRow]:
        """Those of the last time while Ray is down.

        :raises HeddleError: if it does not answer, and never did
        """
        try:
            return [node.row for node in self._known_nodes(0).values()]
        except RayError:
            self._wake.set()
            if not self.down or not self._memory.nodes:
                raise
            return [node.row for node in self._memory.nodes.values()]

    def why_not_tenant(self, tenant: str) -> str:
        return ""

    def start(self, order: Order) -> Reason | None:
        """:raises UsageError: if the order is invalid"""
        member_spec.check(order)
        return self.start_all([order])[0]

    def start_all(self, orders: Sequence[Order]) -> list[Reason | None]:
        """In one request to Ray."""
        refused: dict[str, Reason | None] = {}
        asked: dict[str, dict[str, Any]] = {}
        with self._asking:
            for order in orders:
                try:
                    member_spec.check(order)
                    check_words(order, self.name, self.lacks)
                    if self._closed:
                        raise RayError("the engine ray is closed")
                    folder = self._folders.path(order.attempt)
                    is_known = self._folders.was_forgotten(order.attempt) or os.path.isdir(folder)
                    if not is_known and order.attempt not in asked:
                        asked[order.attempt] = self._prepare(order, folder)
                    refused[order.attempt] = None
                except (UnsuitableError, UsageError) as error:
                    refused[order.attempt] = Reason("impossible", why=str(error))
                except (RayError, NodeGoneError) as error:
                    refused[order.attempt] = Reason("engine", why=str(error))
                except OSError as error:
                    why = f"{folder} cannot be written: {error.strerror}"
                    refused[order.attempt] = Reason("engine", why=why)
            refused |= self._submit(asked) if asked else {}
            for attempt in (each for each in asked if refused[each]):
                self._folders.remove(attempt)  # actors that come all the same find no order
        self._wake.set()
        return [refused[order.attempt] for order in orders]

    def stop(self, attempt: str, why: str) -> None:
        with self._mutex:
            if attempt not in self._alive or self._folders.state(attempt):
                return
            with contextlib.suppress(OSError):  # a full disk: the control plane asks again
                self._folders.ask_to_stop(attempt, why)
        self._wake.set()

    def seen(self) -> Sequence[AttemptStatus]:
        """:raises HeddleError: if Ray cannot be asked, and it matters"""
        with self._mutex:
            is_needed = any(not self._folders.state(attempt) for attempt in self._alive)
        if is_needed:
            self._look()
        with self._mutex:
            found = [self._examine(each) for each in self._folders.known()]
        return [seen for seen in found if seen is not None]

    def forget(self, attempt: str) -> None:
        with self._mutex:
            if self._folders.state(attempt):
                self._drop(attempt)
                self._folders.forget(attempt)

    def logs(self, attempt: str, member: int, start: int, most: int) -> bytes:
        """:raises LogGoneError: if that byte is no longer kept"""
        folder = os.path.join(self._folders.kept(attempt), str(member))
        return output.read(folder, 0, start, most)  # each member has a supervisor of its own

    def close(self) -> None:
        """A Ray of our own ends, too, if nothing runs there."""
        with self._asking, self._mutex:
            if self._closed:
                return
            self._closed = True
            self._wake.set()
            for attempt in [each for each in self._alive if self._folders.state(each)]:
                self._drop(attempt)
            if self._over and self._adopted == self._client.generation:
                with contextlib.suppress(RayError):  # the next one finds them
                    self._client.ask("end", names=self._over)
        if threading.current_thread() is not self._thread:
            self._thread.join(_CLOSE_S)
        self._client.close()
        if self._head is not None and not self._alive:
            self._head.stop()
        self._folders.close()

    def _adopt(self) -> None:
        """Finds what an engine before us left. Where it died before the order was written down,
        nothing was started, and the control plane starts it again."""
        for attempt in self._folders.known():
            folder = self._folders.path(attempt)
            asked = state_files.read(os.path.join(folder, _SUBMITTED))
            if not asked:
                self._folders.remove(attempt)
            elif not self._folders.state(attempt):
                self._alive[attempt] = _Submitted(asked["name"], asked, len(asked["gpus"]))
                seen = self._examine(attempt, is_deciding=False)
                self._alive[attempt].told = seen.state if seen else STARTING

    def _prepare(self, order: Order, folder: str) -> dict[str, Any]:
        """Writes it down, and answers what is to be asked of Ray.

        :raises UnsuitableError: if Ray can never run it
        :raises NodeGoneError: if its node has left
        :raises RayError: if there is no connection
        :raises OSError: if the folder cannot be written
        """
        nonce = secrets.token_hex(8)
        self._join()
        wanted = submission.bundles(order, self._known_nodes(_NODES_S))
        asked = {"name": f"{self._key}{order.attempt}-{nonce}", "folder": folder, "nonce": nonce}
        asked |= asdict(wanted)
        try:
            for number in range(len(order.places)):
                os.makedirs(os.path.join(folder, str(number)), 0o700)
            if order.folder is None:
                os.mkdir(os.path.join(folder, "work"), 0o700)
            told = described(order, nonce, {})
            state_files.write(os.path.join(folder, ORDER), told, durable=True)
            state_files.write(os.path.join(folder, _SUBMITTED), asked, durable=True)
        except OSError:
            self._folders.remove(order.attempt)
            raise
        return asked

    def _submit(self, asked: Mapping[str, dict[str, Any]]) -> dict[str, Reason | None]:
        """By attempt: why not."""
        since = time.monotonic()
        try:
            answers = self._client.ask("start", attempts=[*asked.values()])
        except RayError as error:
            return dict.fromkeys(asked, Reason("engine", why=str(error)))
        refused: dict[str, Reason | None] = {}
        for (attempt, each), why in zip(asked.items(), answers, strict=True):
            refused[attempt] = Reason("engine", why=f"Ray refuses it: {why}") if why else None
            if not why:
                with self._mutex:
                    self._alive[attempt] = _Submitted(
                        str(each["name"]), each, len(each["gpus"]), since
                    )
        return refused

    def _known_nodes(self, most_s: float) -> dict[str, RayNode]:
        """What was asked at most so many seconds ago.

        :raises RayError: if Ray does not answer
        """
        with self._asking:
            if self._nodes is None or time.monotonic() - self._nodes[0] > most_s:
                told = self._client.ask("nodes")
                ready = [each for each in told if each["probe"].get("sees_folder")]
                if told and not ready:
                    raise _no_node(told, self._folders.base)
                self._nodes = time.monotonic(), submission.nodes(ready)
                self._memory.note(ready, self._nodes[1])
            return self._nodes[1]

    def _join(self) -> None:
        """Connects, and tells a new bridge which attempts there are. With `_asking` held.

        :raises RayError: if there is no connection
        """
        self._client.connect()
        generation = self._client.generation
        if self._adopted == generation:
            return
        self._nodes = None  # those of another head have other ids
        with self._mutex:
            known = [*self._alive.values()]
        for alive in known:
            self._client.ask("adopt", **alive.asked)
        self._client.ask("keep", prefix=self._key, names=[alive.name for alive in known])
        self._adopted = generation

    def _look(self) -> None:
        """Asks Ray about all attempts, at most once in `poll_s`.

        :raises RayError: if it cannot say, or takes too long
        """
        if not self._asking.acquire(timeout=self._poll_s + _PATIENCE_S):
            raise RayError("Ray takes long to answer")
        try:
            now = time.monotonic()
            if now - self._looked_at < self._poll_s:
                return
            self._join()
            with self._mutex:
                over = [*self._over]
            if over:
                self._client.ask("end", names=over)
            groups = self._client.ask("look")
            with self._mutex:
                self._over = self._over[len(over) :]
                self._groups, self._looked_at = groups, now
        finally:
            self._asking.release()

    def _examine(self, attempt: str, *, is_deciding: bool = True) -> AttemptStatus | None:
        """What is true of it now; an end is written down. None: nothing was ever started."""
        if state := self._folders.state(attempt):
            return AttemptStatus(**state)
        alive = self._alive.get(attempt)
        if alive is None:
            return None
        folder = self._folders.path(attempt)
        members = [os.path.join(folder, str(number)) for number in range(alive.count)]
        group = self._groups.get(alive.name)
        told = group or {"faults": {}, "over": [], "state": None}
        is_known = is_deciding and self._looked_at > alive.since
        if is_known:
            is_over = len(told["over"]) == alive.count or INFEASIBLE in (told["state"] or "")
            since = alive.over_at or time.monotonic()
            alive.over_at = since if group is None or is_over else None
        asked = state_files.read(os.path.join(folder, STOP))
        stop = None if asked is None else str(asked.get("why", ""))
        faults = {int(number): text for number, text in told["faults"].items()}
        if faults and not os.path.exists(os.path.join(folder, FAILED)):  # the others are to end
            state_files.write(os.path.join(folder, FAILED), {}, durable=False)
        states = [state_files.read(os.path.join(each, STATE)) for each in members]
        is_settled = alive.over_at is not None and self._is_quiet(alive, alive.over_at, members)
        seen = judge(
            RayEvidence(
                attempt, states,
                [i for i, own in enumerate(members) if os.path.exists(os.path.join(own, CUT))],
                stop, faults, told["over"], told["state"], is_known, is_settled, now_ms(),
                int(1000 * max(map(_beat, members))),
            )
        )  # fmt: skip
        if is_deciding and seen.state in OVER:
            self._folders.note(attempt, asdict(seen))  # nobody else writes it: no lock
        return seen

    def _is_quiet(self, alive: _Submitted, over_at: float, members: Sequence[str]) -> bool:
        """No file of it comes any more, and no member lives: one may outlive its actor for its
        grace time, and must not run beside the next attempt."""
        beats = tuple(_beat(each) for each in members)
        now = time.monotonic()
        if beats != alive.beats:  # clocks of other machines may differ: only changes count
            alive.beats, alive.beat_at = beats, now
        return now - over_at >= self._settle_s and now - alive.beat_at >= _QUIET_S

    def _revive(self, head: RayHead) -> None:
        """A head of our own that has died is started again; what ran there is lost."""
        if time.monotonic() - self._revived_at < _REVIVE_S:
            return
        self._revived_at = time.monotonic()
        with contextlib.suppress(HeddleError):  # the next try may succeed
            self._client.address = head.address()

    def _follow(self) -> None:
        """The thread: one look at everything that is alive, and a pause. While Ray is down it looks
        even if nothing is alive: nodes that are down are given no work, so nobody else would."""
        while not self._closed:
            self._wake.clear()
            with self._mutex:
                is_idle = not self._alive and not self._over and not self.down
            if is_idle:
                self._wake.wait(None if not self._closed else 0)
                continue
            try:
                self._look()
            except RayError:  # then the files alone can say something
                if self._head is not None and not self._closed:
                    self._revive(self._head)
            with self._mutex:
                if self._closed:  # the folder may be another engine's by now
                    return
                looked = [self._news(attempt, self._examine) for attempt in [*self._alive]]
            for seen in filter(None, looked):
                self._tell(seen)
            self._wake.wait(self._poll_s)

    def _drop(self, attempt: str) -> None:
        if alive := self._alive.pop(attempt, None):
            self._over.append(alive.name)


def _beat(member: str) -> float:
    """When its supervisor last touched the file that it claimed the member with."""
    try:
        return os.stat(os.path.join(member, LOCK)).st_mtime
    except OSError:  # it did not begin
        return 0.0


def _no_node(told: Sequence[Mapping[str, Any]], folder: str) -> RayError:
    why = told[0]["probe"].get("why")
    if why is None:
        return RayError(
            f"no Ray node sees {folder}. Put it on a file system that all nodes mount at the same "
            "path, with HEDDLE_STATE"
        )
    return RayError(
        f"no Ray node can run Heddle ({told[0]['name']}: {why}). Install Heddle in the Python of "
        "Ray on every node"
    )


ENGINE, WORDS = Ray, translation.RAY
