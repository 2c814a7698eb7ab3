"""Claims on this machine: each has a program in the table with its share and memory, which all
processes of its pods join, or instances of a card in MIG mode; and a file that tells container
engines what its devices need.

What was prepared is read from these files, so the driver can be started anew at any time, and doing
a thing twice does it once.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from heddle import native
from heddle.agent.pods import JOINTS, mark_of
from heddle.errors import HeddleError, UsageError
from heddle.kubernetes import claim_partitions, pod_claims
from heddle.kubernetes.claims import GivenClaim, GivenDevice, GivenPod
from heddle.kubernetes.kept import CLAIMS, let_go, program_for
from heddle.kubernetes.plans import plan_of
from heddle.kubernetes.pools import is_card
from heddle.kubernetes.slices import layers_of
from heddle.launch import cdi
from heddle.launch.cdi import ContainerDevice

CDI_FOLDER = "/var/run/cdi"
RECENT_S = 60.0
_PART = ("program", "amount", "partitions")  #: of a claim's file, what its pods' files have, too
_UID = re.compile(r"[0-9a-f-]{36}")


class Preparation:
    """`offers` are the devices of this machine, as containers can have them."""

    def __init__(
        self,
        offers: Callable[[], Sequence[ContainerDevice]],
        table: str,
        cdi_folder: str = CDI_FOLDER,
        libraries: str = native.DIRECTORY,
    ) -> None:
        self._offers = offers
        self._table = table
        self._cdi_folder = cdi_folder
        self._libraries = libraries
        self._mutex = threading.Lock()
        self._seen: tuple[float, Sequence[ContainerDevice]] = (-math.inf, ())

    def prepare(self, claim: GivenClaim) -> dict[str, list[str]]:
        """By device: its names for container engines.

        :raises HeddleError: if it cannot be enforced; nothing is left of it then
        """
        if not _UID.fullmatch(claim.uid):
            raise UsageError(f"{claim.uid!r} is not the uid of a claim.")
        if any(is_card(each.pool) for each in claim.devices):
            return self._prepare_partitions(claim)
        offers = self._recent_offers()
        known = layers_of([offer.device for offer in offers])
        found = [self._found(known, each) for each in claim.devices]
        chosen = [offers[i] for i, _ in found]
        layers = {layer for _, layer in found}
        if len(layers) > 1:
            raise UsageError(
                "a claim has devices of one layer, guaranteed or best effort: make two claims."
            )
        with self._mutex:
            devices = [offer.device for offer in chosen]
            layer = layers.pop()
            plan = plan_of(zip(claim.devices, devices, strict=True), layer)
            amount = pod_claims.amount_of(plan, layer)
            try:
                program = program_for(CLAIMS, claim.uid, (claim.namespace, claim.name), plan)
                apis = sorted({offer.device.api for offer in offers})  # also those of other claims
                self._write(claim, {"program": program, "amount": amount}, chosen, apis)
            except OSError as error:
                self._remove(claim.uid)
                raise HeddleError(f"the claim's files cannot be written: {error}") from None
        return _called(claim, chosen)

    def _prepare_partitions(self, claim: GivenClaim) -> dict[str, list[str]]:
        """Hardware divides these, so they need neither a program in the table nor a shim."""
        if not all(is_card(each.pool) for each in claim.devices):
            raise UsageError(
                "a claim has hardware partitions or parts of devices, not both: make two claims."
            )
        with self._mutex:
            is_new = CLAIMS.read(claim.uid) is None
            try:
                wanted = [claim_partitions.find(each.device) for each in claim.devices]
                chosen = claim_partitions.take(claim.uid, claim.namespace, wanted)
                cards = sorted({offer.device.id for offer in chosen})
                self._write(claim, {"program": 0, "partitions": cards}, chosen, ())
            except (HeddleError, OSError):
                if is_new:  # else its pods may run
                    self._remove(claim.uid)
                raise
        return _called(claim, chosen)

    def _recent_offers(self) -> Sequence[ContainerDevice]:
        """To look at all drivers takes longer than all else; what they need seldom changes."""
        at, offers = self._seen
        if time.monotonic() - at > RECENT_S:
            offers = self._offers()
            self._seen = (time.monotonic(), offers)
        return offers

    def add_pods(self, claim: GivenClaim) -> None:
        """Kubelet does not ask again for a claim that it has, when another pod of it comes.

        :raises OSError: if that cannot be written
        """
        with self._mutex:
            known = CLAIMS.read(claim.uid)
            if known is None or not (known["program"] or known.get("partitions")):
                return
            new = [pod for pod in claim.pods if claim.uid not in pod_claims.known(pod.uid)]
            if new:
                known["pods"] += [pod.uid for pod in new]
                CLAIMS.write(claim.uid, known)
            for pod in new:
                self._add_pod(pod, claim, {key: known[key] for key in _PART if key in known})

    def unprepare(self, uid: str) -> None:
        """:raises HeddleError: if the table cannot be used"""
        with self._mutex:
            self._remove(uid)

    def _remove(self, uid: str) -> None:
        claim_partitions.give_back(uid)
        known = CLAIMS.read(uid)
        if known is None:
            return
        if not known.get("partitions"):
            let_go(known)
        for pod in known.get("pods", ()):
            pod_claims.drop(pod, uid)
            if len(pod_claims.known(pod)) < 2:
                self._end_joint(pod)
        with contextlib.suppress(OSError):
            os.unlink(self._path(uid))
        CLAIMS.remove(uid)  # last: with it, all can be done again

    @staticmethod
    def _found(known: dict[str, tuple[int, str]], given: GivenDevice) -> tuple[int, str]:
        found = known.get(given.device)
        if found is None:
            raise UsageError(
                f"this node has no device {given.device} (any more); it has {', '.join(known)}."
            )
        return found

    @staticmethod
    def _add_pod(pod: GivenPod, claim: GivenClaim, part: Mapping[str, Any]) -> None:
        """With a program for its containers that have several claims, where one is needed."""
        pod_claims.add(pod, claim, part)
        amount = pod_claims.joint_amount(pod_claims.known(pod.uid))
        if not amount:
            return
        if (JOINTS.read(pod.uid) or {}).get("amount", amount) != amount:
            Preparation._end_joint(pod.uid)  # of fewer claims, and no container has begun
        owner, plan = (claim.namespace, pod.name), pod_claims.plan_of_amount(amount)
        program = program_for(JOINTS, pod.uid, owner, plan)
        where = {"namespace": claim.namespace, "name": pod.name}
        JOINTS.write(pod.uid, {"program": program, "amount": amount, **where})

    @staticmethod
    def _end_joint(pod: str) -> None:
        if known := JOINTS.read(pod):
            let_go(known)
            JOINTS.remove(pod)

    def _write(
        self,
        claim: GivenClaim,
        part: Mapping[str, Any],
        chosen: Sequence[ContainerDevice],
        preloaded: Sequence[str],
    ) -> None:
        """`part`: what its pods have; `preloaded`: shims, by their API."""
        where = {"namespace": claim.namespace, "name": claim.name}
        pods = [pod.uid for pod in claim.pods]
        CLAIMS.write(claim.uid, {**part, "pods": pods, **where})
        for pod in claim.pods:
            self._add_pod(pod, claim, part)
        said = cdi.specification(
            chosen,
            table=self._table,
            preloaded=cdi.preload_in_container(preloaded) if preloaded else "",
            asked={},
            libraries=self._libraries,
            device_class=f"claim-{claim.uid}",
            mark=mark_of(claim.uid),
        )
        write_json(self._path(claim.uid), said)

    def _path(self, uid: str) -> str:
        return os.path.join(self._cdi_folder, f"{cdi.VENDOR}-claim-{uid}.json")


def _called(claim: GivenClaim, chosen: Sequence[ContainerDevice]) -> dict[str, list[str]]:
    kind = f"{cdi.VENDOR}/claim-{claim.uid}"
    names = cdi.names([offer.device for offer in chosen])
    pairs = zip(claim.devices, names, strict=True)
    return {given.device: [f"{kind}={name}"] for given, name in pairs}


def write_json(path: str, value: dict[str, Any]) -> None:
    """Whole or not at all: container engines read it at any time."""
    os.makedirs(os.path.dirname(path), 0o755, exist_ok=True)
    aside = f"{path}.new"
    with open(aside, "w", encoding="utf-8") as file:
        json.dump(value, file)
        os.fchmod(file.fileno(), 0o644)
    os.replace(aside, path)
