"""The driver of one node: publishes its devices, and serves kubelet until it is told to end."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, cast

import httpx2 as httpx
from lightkube import Client, KubeConfig
from lightkube.core.exceptions import ApiError, ConfigError
from lightkube.generic_resource import create_global_resource, create_namespaced_resource
from lightkube.resources.core_v1 import Event

import heddle
from heddle.agent.pods import FILES as PODS
from heddle.agent.pods import programs_of
from heddle.errors import HeddleError, UsageError
from heddle.inventory.listing import DeviceListing
from heddle.kubernetes import DRIVER
from heddle.kubernetes.claims import GivenClaim, read_claim
from heddle.kubernetes.health import OfferedHealth, health_of
from heddle.kubernetes.hold_events import HoldEvent, HoldEvents
from heddle.kubernetes.partition_slices import PartitionCard, card_pool
from heddle.kubernetes.plugin import KUBELET, Plugin
from heddle.kubernetes.pools import SlicePool, changes, forgets_counters, node_of
from heddle.kubernetes.preparation import Preparation
from heddle.kubernetes.slices import devices_of, label

log = logging.getLogger(__name__)
GROUP, VERSION = "resource.k8s.io", "v1"
MANAGER = "heddle"
Slice: Any = create_global_resource(GROUP, VERSION, "ResourceSlice", "resourceslices")
Claim: Any = create_namespaced_resource(GROUP, VERSION, "ResourceClaim", "resourceclaims")
LOOK_S = 20.0  #: between two looks at the devices
EVENTS_S = 1.0  #: between two looks at who is held
AGAIN_S = 2.0  #: after the API server did not answer
NO_COUNTERS = (
    "hardware partitions are not published: the API server keeps no counters. Use Kubernetes 1.36 "
    "or newer, with the feature gate DRAPartitionableDevices, and start the driver anew."
)


class DraDriver:
    """`devices` lists what the node has; `why_not` says what keeps all of them from work;
    `scores` what each is worth, by id; `cards` those in MIG mode."""

    def __init__(
        self,
        node: str,
        client: Client,
        devices: Callable[[], Sequence[DeviceListing]],
        preparation: Preparation,
        kubelet: str = KUBELET,
        spare_milli: int = 0,
        why_not: Callable[[], str] = lambda: "",
        scores: Callable[[Sequence[DeviceListing]], Mapping[str, int]] = lambda _: {},
        cards: Callable[[], Sequence[PartitionCard]] = tuple,
    ) -> None:
        self._node = node
        self._client = client
        self._devices = devices
        self._preparation = preparation
        self._spare_milli = spare_milli
        self._why_not, self._scores, self._cards = why_not, scores, cards
        self._is_registered = False
        self._keeps_counters = True  #: as far as is known
        self._holds = HoldEvents()
        self._pools: Sequence[SlicePool] = ()  #: that are published
        #: At the last look.
        self._there: tuple[Sequence[DeviceListing], Sequence[PartitionCard]] = ((), ())
        self._said = ""
        self._plugin = Plugin(preparation, self._claim, self._registered, self._health, kubelet)

    def run(self, ended: threading.Event) -> None:
        """:raises HeddleError: if kubelet's folder is not there"""
        try:
            self._plugin.start()
        except OSError as error:
            raise UsageError(
                f"{error.filename}: {error.strerror}. Run the driver on a node, as root, with "
                "kubelet's folder (--kubelet)."
            ) from None
        threading.Thread(target=self._follow, args=(ended,), daemon=True).start()
        next_look = time.monotonic() + LOOK_S
        try:
            while not ended.wait(EVENTS_S):
                self._try("pods are not told that they are held", self._tell)
                if self._is_registered and time.monotonic() >= next_look:
                    next_look = time.monotonic() + LOOK_S
                    self._try("the devices are not published", self.publish)
        finally:
            self._plugin.stop()

    def _tell(self) -> None:
        """Pods why they do not get on."""
        known = {
            program: (uid, each)
            for uid in PODS.names()
            if (each := PODS.read(uid))
            for program in programs_of(uid, each)
        }
        if not known:
            return
        programs = [each for each in heddle.programs() if each.id in known]
        for event in self._holds.look(programs, time.monotonic()):
            uid, pod = known[event.program]
            said = pod_event(uid, pod["namespace"], pod["name"], event, self._node)
            with answered():
                self._client.create(cast("Event", Event.from_dict(said)))

    def publish(self) -> None:
        """Of one generation after the other, where something has changed.

        :raises HeddleError: if the API server does not take it
        """
        cards = self._cards()
        every = self._devices()
        seen = {each.component.uuid: each.component for each in every}
        listed = [each for each in every if not any(_is_of(each, card) for card in cards)]
        parts = devices_of(listed, self._spare_milli, self._scores(listed))
        wanted = [SlicePool(self._node, ({"devices": parts},))]
        pools = [card_pool(self._node, card, seen.get(card.uuid)) for card in cards]
        with answered():
            self._pools = self._put([*wanted, *(pools if self._keeps_counters else ())])
            if pools and not self._keeps_counters:
                self._pools = self._put(wanted)
        self._there = (tuple(listed), tuple(cards))

    def _put(self, wanted: Sequence[SlicePool]) -> list[SlicePool]:
        own: Any = {"spec.nodeName": self._node, "spec.driver": DRIVER}
        there = [each.to_dict() for each in self._client.list(Slice, fields=own)]
        found = changes(self._node, there, wanted, set())
        if found.write or found.delete:
            found = changes(self._node, there, wanted, self._allocated())
        for each in found.write:
            is_there = "resourceVersion" in each["metadata"]
            kept = (self._client.replace if is_there else self._client.create)(Slice(each))
            if forgets_counters(each, kept.to_dict()):
                # Without them the scheduler would give away places that overlap.
                self._keeps_counters = False
                log.error("%s", NO_COUNTERS)
                break
        for name in found.delete:
            self._client.delete(Slice, name)
        return found.pools

    def _allocated(self) -> set[tuple[str, str]]:
        """By pool: the devices of this node that claims have, or have parts of."""
        return {
            (given.pool, given.device)
            for claim in self._client.list(Claim, namespace="*")
            for given in self._read(claim).devices
            if node_of(given.pool) == self._node
        }

    @staticmethod
    def _read(claim: Any) -> GivenClaim:
        """Also one that has nothing of ours."""
        said = claim.to_dict()
        metadata = said["metadata"]
        try:
            return read_claim(said, metadata["uid"])
        except UsageError:
            return GivenClaim(metadata["namespace"], metadata["name"], metadata["uid"], (), ())

    def _claim(self, namespace: str, name: str, uid: str) -> GivenClaim:
        with answered():
            found = self._client.get(Claim, name, namespace=namespace)
        return read_claim(found.to_dict(), uid)

    def _follow(self, ended: threading.Event) -> None:
        """Pods that come to a claim later."""
        while not ended.is_set():
            self._try("claims are not followed", self._follow_once)
            ended.wait(AGAIN_S)

    def _follow_once(self) -> None:
        with answered():
            for _, claim in self._client.watch(Claim, namespace="*"):
                given = self._read(claim)
                if any(node_of(each.pool) == self._node for each in given.devices):
                    self._preparation.add_pods(given)

    def _health(self) -> list[OfferedHealth]:
        return health_of(self._pools, *self._there, self._why_not())

    def _registered(self, is_so: bool, error: str) -> None:
        if not is_so:
            log.error("kubelet refuses the driver: %s", error)
            return
        log.info("kubelet has registered the driver")
        self._is_registered = True
        self._try("the devices are not published", self.publish)

    def _try(self, otherwise: str, act: Callable[[], None]) -> None:
        """What fails is done again later, and said once."""
        try:
            act()
        except (HeddleError, OSError) as error:
            said = f"{otherwise}: {error}"
            if said != self._said:
                log.error("%s", said)
            self._said = said


def _is_of(listed: DeviceListing, card: PartitionCard) -> bool:
    """Whether it is the card, or an instance of it: in MIG mode, CUDA shows one as the card."""
    is_instance = listed.component.id.startswith("mig@")
    return is_instance or listed.component.uuid == card.uuid or label(listed.id) == card.name


def pod_event(uid: str, namespace: str, name: str, event: HoldEvent, node: str) -> dict[str, Any]:
    now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return {
        "metadata": {"name": f"{name}.{time.time_ns():x}", "namespace": namespace},
        "involvedObject": {
            "apiVersion": "v1", "kind": "Pod", "namespace": namespace, "name": name, "uid": uid,
        },
        "type": "Normal", "reason": event.reason, "message": event.words, "count": 1,
        "firstTimestamp": now, "lastTimestamp": now,
        "source": {"component": DRIVER, "host": node},
    }  # fmt: skip


@contextmanager
def answered() -> Iterator[None]:
    """:raises HeddleError: if the API server does not answer, or refuses"""
    try:
        yield
    except ApiError as error:
        raise HeddleError(_words(error)) from None
    except httpx.HTTPError as error:
        raise HeddleError(f"the API server does not answer: {error}") from None


def client_of(kubeconfig: str | None) -> Client:
    """That of the file, or the one of the pod that this runs in.

    :raises UsageError: if there is neither
    """
    try:
        config = KubeConfig.from_file(kubeconfig) if kubeconfig else KubeConfig.from_env()
        return Client(config=config, field_manager=MANAGER)
    except (ConfigError, OSError) as error:
        raise UsageError(f"{error}. Name a file with --kubeconfig.") from None


def _words(error: ApiError) -> str:
    """What a person has to know: a denied verb names the rule that is missing."""
    status = error.status
    if status.code == 403:
        return f"{status.message}. The driver's ClusterRole lacks that rule."
    return str(status.message or error)
