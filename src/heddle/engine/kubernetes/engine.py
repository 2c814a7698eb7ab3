"""The engine of a Kubernetes cluster: an attempt survives us.

Pods are the truth of what runs: one watch says how all of them are (view.py), and that decides
(verdict.py). A pod is made behind a scheduling gate, which is removed when all that the attempt
needs is there: so what was refused, or only half made, never runs. An end that was decided is
written down with the output of the members, and the pods are deleted.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import partial
from socket import socket
from typing import TYPE_CHECKING, Any

from heddle.cluster.row import NodeRow
from heddle.engine._elsewhere.engine import KEEP_S
from heddle.engine._elsewhere.order_file import UnsuitableError, check_words
from heddle.engine._news import OVER, AttemptNews, FollowedAttempt
from heddle.engine.base import AttemptStatus, Order
from heddle.engine.kubernetes import manifests, translation
from heddle.engine.kubernetes.answers import KubeError
from heddle.engine.kubernetes.manifests import PlaceGoneError, PodNaming
from heddle.engine.kubernetes.pods import GATE, MASTER, MemberPod
from heddle.engine.kubernetes.settings import read_settings
from heddle.engine.kubernetes.verdict import DELETE, OPEN, PodEvidence, PodStep, judge, loss, steps
from heddle.engine.local import member_spec
from heddle.engine.local.files import output, state_files
from heddle.engine.local.files.folders import Folders
from heddle.engine.local.supervisor import STOP, now_ms
from heddle.errors import UsageError
from heddle.extras import extra
from heddle.model.reason import Reason

if TYPE_CHECKING:
    from heddle.engine.kubernetes.cluster import KubeCluster
    from heddle.engine.kubernetes.logs import LogCopy

_KEY, _PODS = "key.json", "pods.json"
_POLL_S = 1.0  # between two looks while something is to be done again
_MOST_TRIES = 5  # to copy the output of members that have ended
_AGAIN_S = 0.5  # between two lists while nobody answers
_SAVERS = 4  # outputs that are copied at a time: a node that is away holds up few
_CLOSE_S = 2.0


@dataclass(slots=True)
class MadePods(FollowedAttempt):
    """What is known of the pods of an attempt."""

    naming: PodNaming
    count: int
    port: int = 0
    removed: set[int] = field(default_factory=set)  #: members whose pods we have deleted
    copies: dict[int, LogCopy] = field(default_factory=dict)
    is_saved: bool = False  #: the output is here, as far as it can be had
    is_saving: bool = False
    tries: int = 0
    cause: str = ""  #: why it was found to be lost


class Kubernetes(AttemptNews[MadePods]):
    """Runs members as pods. One object at a time has the folder.

    :raises UsageError: if another one has the folder, or the settings are wrong
    :raises MissingExtraError: if lightkube is not installed
    """

    name = "kubernetes"
    isolates_tenants = True
    why_not_isolated = ""
    separates_tenants = True
    lacks: tuple[str, ...] = manifests.LACKS

    def __init__(
        self,
        folder: str,
        *,
        environment: Mapping[str, str] | None = None,
        keep_s: float = KEEP_S,
    ) -> None:
        super().__init__()
        settings = read_settings(os.environ if environment is None else environment)
        with extra("the engine kubernetes", "lightkube", "kubernetes"):
            from heddle.engine.kubernetes.cluster import KubeCluster
        self._folders = Folders(folder, keep_s)
        self._wake = threading.Event()
        self._starting: set[str] = set()
        self._savers = ThreadPoolExecutor(_SAVERS, "kubernetes-output")
        self._cluster: KubeCluster | None = None
        try:
            self._key = self._own_key()
            self._adopt()
            self._cluster = KubeCluster(
                settings, self._key, self._folders.base, self._wake.set, has_met=bool(self._alive)
            )
        except BaseException:
            self._folders.close()
            raise
        self._thread = threading.Thread(target=self._follow, name="kubernetes", daemon=True)
        self._thread.start()

    @property
    def cluster(self) -> KubeCluster:
        assert self._cluster is not None
        return self._cluster

    @property
    def down(self) -> str:
        return self.cluster.view.down

    def nodes(self) -> Sequence[NodeRow]:
        """Those of the last time while the API server does not answer.

        :raises HeddleError: if it does not answer, and never did
        """
        return self.cluster.rows()

    def why_not_tenant(self, tenant: str) -> str:
        return self.cluster.settings.why_not(tenant)

    def shows(self, path: str) -> bool:
        return False  # nothing of any machine

    def start(self, order: Order) -> Reason | None:
        """:raises UsageError: if the order is invalid"""
        member_spec.check(order)
        try:
            check_words(order, self.name, self.lacks)
            manifests.check(order, self.cluster.settings)
            with self._mutex:
                if self._closed:
                    return Reason("engine", why="the engine kubernetes is closed")
                is_there = os.path.isdir(self._folders.path(order.attempt))
                is_there |= order.attempt in self._starting
                if is_there or self._folders.was_forgotten(order.attempt):
                    return None
                if self.down:
                    return Reason("engine", why=self.down)
                self._starting.add(order.attempt)
            try:
                self._make(order)
            finally:
                with self._mutex:
                    self._starting.discard(order.attempt)
        except UnsuitableError as error:
            return Reason("impossible", why=str(error))
        except PlaceGoneError as error:
            return Reason("engine", why=str(error))
        except KubeError as error:
            self.cluster.view.failed(error)
            return Reason("impossible" if error.is_final else "engine", why=str(error))
        except OSError as error:
            why = f"{error.filename or self._folders.base}: {error.strerror}"
            return Reason("engine", why=why)
        self._wake.set()
        return None

    def stop(self, attempt: str, why: str) -> None:
        with self._mutex:
            if attempt not in self._alive or self._folders.state(attempt):
                return
            with contextlib.suppress(OSError):  # a full disk: the control plane asks again
                self._folders.ask_to_stop(attempt, why)
        self._wake.set()

    def seen(self) -> Sequence[AttemptStatus]:
        """:raises HeddleError: if the API server cannot be asked, and it matters"""
        with self._mutex:
            if self.down and any(not self._folders.state(each) for each in self._alive):
                raise KubeError(self.down, is_down=True)
            found = [self._examine(each) for each in self._folders.known()]
        return [seen for seen in found if seen is not None]

    def forget(self, attempt: str) -> None:
        with self._mutex:
            if self._folders.state(attempt):
                self._alive.pop(attempt, None)
                self._folders.forget(attempt)
        self._wake.set()

    def logs(self, attempt: str, member: int, start: int, most: int) -> bytes:
        """:raises LogGoneError: if that byte is no longer kept"""
        with self._mutex:
            alive = None if self._closed else self._alive.get(attempt)
            if alive is not None and not alive.is_saved and (pod := self._pod(attempt, member)):
                self._copy(alive, pod).follow()
            folder = self._folders.kept(attempt)
        return output.read(folder, member, start, most)

    def attach(self, attempt: str, member: int) -> socket:
        """:raises UsageError: always"""
        raise UsageError(f"{attempt} has no terminal: the engine kubernetes does not support them.")

    def execute(self, attempt: str) -> socket:
        """In the container. Without a terminal, a command that does not read its input may outlive
        the connection, but not the attempt.

        :raises UsageError: if the attempt does not run
        """
        from heddle.engine.kubernetes.execution import execution

        with self._mutex:
            if self._closed or attempt not in self._alive or not self._pod(attempt, 0):
                raise UsageError(f"{attempt} does not run, or only just begins to.")
        return execution(self.cluster.client, partial(self._running, attempt))

    def work(self, attempt: str) -> str | None:
        return None  # it is in the pod

    def close(self) -> None:
        with self._mutex:
            if self._closed:
                return
            self._closed = True
            self._wake.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(_CLOSE_S)
        self._savers.shutdown(wait=False, cancel_futures=True)
        self.cluster.close()
        self._folders.close()

    def _own_key(self) -> str:
        """In the labels of our pods, and of nobody else's: others are left alone."""
        path = os.path.join(self._folders.base, _KEY)
        if not (known := state_files.read(path)):
            known = {"key": secrets.token_hex(5)}
            state_files.write(path, known, durable=True)
        return str(known["key"])

    def _adopt(self) -> None:
        """Finds what an engine before us left. Where it died before all pods were made, none of
        them runs, and the control plane starts it again."""
        for attempt in self._folders.known():
            made = state_files.read(os.path.join(self._folders.path(attempt), _PODS))
            if not made:
                self._folders.remove(attempt)
            elif not self._folders.state(attempt):
                naming = PodNaming(self._key, made["nonce"], made["namespace"])
                self._alive[attempt] = MadePods(naming, made["count"], made["port"])

    def _make(self, order: Order) -> None:
        """All objects, and the way free for the first pod.

        :raises KubeError: if one is refused; then nothing of it runs
        :raises PlaceGoneError: if a node or a device has gone
        :raises OSError: if the folder cannot be written
        """
        folder, namespace = self._folders.path(order.attempt), self.cluster.namespace(order.tenant)
        naming = PodNaming(self._key, secrets.token_hex(3), namespace)
        made = MadePods(naming, len(order.places), manifests.served_port(order))
        os.makedirs(folder, 0o700)
        try:
            first = self.cluster.make(order, naming)
            noted = {"nonce": naming.nonce, "namespace": namespace, "count": made.count}
            noted["port"] = made.port
            state_files.write(os.path.join(folder, _PODS), noted, durable=True)
        except BaseException:
            self._folders.remove(order.attempt)  # its pods are deleted as nobody's
            self._wake.set()
            raise
        with self._mutex:
            self._alive[order.attempt] = made
        with contextlib.suppress(KubeError):  # the thread does it again
            self._do(order.attempt, PodStep(OPEN, first))

    def _pod(self, attempt: str, member: int) -> MemberPod | None:
        """One that has begun."""
        alive = self._alive[attempt]
        if not 0 <= member < alive.count:
            return None
        pod = self.cluster.view.pod(alive.naming.of(attempt, member))
        return pod if pod is not None and pod.began_ms is not None and not pod.is_gone else None

    def _running(self, attempt: str, member: int) -> MemberPod | None:
        with self._mutex:
            pod = self._pod(attempt, member) if attempt in self._alive else None
        return None if pod is None or pod.is_over else pod

    def _copy(self, alive: MadePods, pod: MemberPod) -> LogCopy:
        from heddle.engine.kubernetes.logs import LogCopy

        with self._mutex:
            if pod.member not in alive.copies:
                folder = self._folders.path(pod.attempt)
                alive.copies[pod.member] = LogCopy(self.cluster.client, pod, folder)
            return alive.copies[pod.member]

    def _evidence(self, attempt: str, alive: MadePods) -> PodEvidence:
        names = [alive.naming.of(attempt, member) for member in range(alive.count)]
        found = [self.cluster.view.pod(name) for name in names]
        own = [pod if pod and pod.nonce == alive.naming.nonce else None for pod in found]
        asked = state_files.read(os.path.join(self._folders.path(attempt), STOP))
        stop = None if asked is None else str(asked.get("why", ""))
        removed = frozenset(alive.removed)
        return PodEvidence(attempt, own, stop, removed, now_ms(), alive.port, alive.cause)

    def _examine(self, attempt: str) -> AttemptStatus | None:
        """What is true of it now; an end is written down. None: it is only being made."""
        if state := self._folders.state(attempt):
            return AttemptStatus(**state)
        alive = self._alive.get(attempt)
        if alive is None:
            return None
        if not self.cluster.view.is_known:
            return AttemptStatus(attempt, alive.told)
        seen = judge(self._evidence(attempt, alive))
        if seen.state not in OVER:
            return seen
        if not alive.is_saved:  # the thread copies its output first
            return AttemptStatus(attempt, alive.told, started_ms=seen.started_ms)
        self._folders.note(attempt, asdict(seen))
        return seen

    def _follow(self) -> None:
        """The thread: does what is to be done whenever a pod has changed."""
        while not self._closed:
            self._wake.wait(_POLL_S if self._is_busy() else None)
            self._wake.clear()
            if self._closed:
                return
            if self.down or not self.cluster.view.is_known:
                self._ask_again()
                continue
            try:
                self._work_off()
            except KubeError as error:
                self.cluster.view.failed(error)
            with self._mutex:
                if self._closed:  # the folder may be another engine's by now
                    return
                looked = [self._news(attempt, self._examine) for attempt in [*self._alive]]
            for seen in filter(None, looked):
                self._tell(seen)
                self._wake.set()  # what has ended leaves pods

    def _is_busy(self) -> bool:
        """There are attempts, or pods that are to be deleted, or nobody answers."""
        with self._mutex:
            return bool(self._alive) or bool(self.cluster.view.pods()) or bool(self.down)

    def _ask_again(self) -> None:
        """A server that did not answer; its watch may not have noticed that it is back."""
        try:
            self.cluster.view.list()
            self._wake.set()
        except KubeError:
            time.sleep(_AGAIN_S)

    def _work_off(self) -> None:
        """:raises KubeError: if the API server does not answer"""
        with self._mutex:
            alive = dict(self._alive)
            wanted = {(each, made.naming.nonce) for each, made in alive.items()}
            starting = {*self._starting}
        for pod in self.cluster.view.pods().values():
            if (pod.attempt, pod.nonce) in wanted or pod.attempt in starting:
                continue
            if not pod.is_gone and not pod.is_deleting:
                self.cluster.client.delete(pod.name, pod.namespace)
            elif pod.is_gone:
                self.cluster.view.drop(pod.name)
        for attempt, made in alive.items():
            with self._mutex:
                if attempt not in self._alive:
                    continue
                has = self._evidence(attempt, made)
                made.cause = made.cause or loss(has)
            for step in steps(has):
                self._do(attempt, step)
            if judge(has).state in OVER and not (made.is_saved or made.is_saving):
                made.is_saving = True
                self._savers.submit(self._save, made, has)

    def _do(self, attempt: str, step: PodStep) -> None:
        """:raises KubeError: if it is refused"""
        pod, client = step.pod, self.cluster.client
        if step.what == DELETE:
            with self._mutex:
                if (made := self._alive.get(attempt)) is not None:
                    made.removed.add(pod.member)
            client.delete(pod.name, pod.namespace)
            return
        change: dict[str, Any] = {"spec": {"activeDeadlineSeconds": 1}}
        if step.what == OPEN:
            gates = [{"name": GATE, "$patch": "delete"}]
            change = {"spec": {"schedulingGates": gates}}
            change["metadata"] = {"annotations": {MASTER: step.master}}
        try:
            self.cluster.view.put(client.patch(pod.name, pod.namespace, change))
        except KubeError as error:
            if not error.is_missing:  # the watch says so
                raise

    def _save(self, made: MadePods, has: PodEvidence) -> None:
        """Its output, before its pods go. What cannot be had after some tries is lost."""
        made.tries += 1
        is_lost = False
        for pod in has.pods:
            if pod is not None and pod.began_ms is not None and not pod.is_gone:
                try:
                    self._copy(made, pod).complete()
                except KubeError:  # a node that is away, or a server
                    is_lost |= not pod.fault
        made.is_saved = not is_lost or made.tries >= _MOST_TRIES
        made.is_saving = False
        self._wake.set()


ENGINE, WORDS = Kubernetes, translation.KUBERNETES
