"""An order as objects of Kubernetes: a pod for each member, its claim, and Secrets. Pure, but for
the size of its snapshot."""

from __future__ import annotations

import base64
import hashlib
import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from heddle.engine._elsewhere.order_file import INSTEAD, UnsuitableError
from heddle.engine.base import Order
from heddle.engine.kubernetes import snapshots
from heddle.engine.kubernetes.nodes import KubeNode
from heddle.engine.kubernetes.pods import ATTEMPT, GATE, KEY, MASTER, MEMBER, NONCE
from heddle.engine.kubernetes.settings import IMAGE, KubeSettings
from heddle.engine.local.member_spec import ranks
from heddle.errors import HeddleError
from heddle.kubernetes import MEMORY, SHARE
from heddle.kubernetes.slices import LEAST_SHARE
from heddle.model.job import WHOLE
from heddle.model.record import Place
from heddle.model.service import SERVICE

#: What such a job is refused for, in the words of job files.
LACKS = ("data", "terminal", "input", "remote")
CLASS = "xpu"  #: of the guaranteed layer
WORK, SECRETS = "/work", "/run/heddle/secrets"
PORT = 29500  #: MASTER_PORT: each pod has all ports to itself
_NOT_A_NAME = re.compile(r"[^a-z0-9]+")
_QUEUE, _GROUP = "kueue.x-k8s.io/queue-name", "kueue.x-k8s.io/pod-group-name"
_COUNT = "kueue.x-k8s.io/pod-group-total-count"


class PlaceGoneError(HeddleError):
    """A node or a device that was chosen has gone meanwhile; there may be another one."""


@dataclass(frozen=True, slots=True)
class PodNaming:
    """Whose pods they are, and of which submission."""

    key: str  #: of the control plane: others have attempts of the same ids
    nonce: str
    namespace: str

    def of(self, attempt: str, member: int) -> str:
        """The same for each submission of an attempt: so it is there once."""
        slug = _NOT_A_NAME.sub("-", attempt.lower()).strip("-")[:30].strip("-")
        own = hashlib.sha256(f"{self.key} {attempt}".encode()).hexdigest()[:10]
        return f"heddle-{slug}-{own}-{member}"

    def beside(self, attempt: str, member: int) -> str:
        """What belongs to a pod: it may outlive it for a while, so each submission has its own."""
        return f"{self.of(attempt, member)}-{self.nonce}"


def check(order: Order, settings: KubeSettings) -> None:
    """:raises UnsuitableError: if no pod can be made of it
    :raises OSError: if its snapshot cannot be read
    """
    if not order.image and not settings.image:
        raise UnsuitableError(
            f"{order.attempt} names no image, and a pod needs one. Submit the job with `image`, or "
            f"start `heddle up` with {IMAGE}"
        )
    if order.cap_milli:
        raise UnsuitableError(
            "the engine kubernetes does not support `cap` yet. Submit the job without, " + INSTEAD
        )
    if order.equipment.archive is not None:
        snapshots.check_size(os.stat(order.equipment.archive).st_size)
    if why := settings.why_not(order.tenant):
        raise UnsuitableError(why)


def pod(
    order: Order,
    member: int,
    naming: PodNaming,
    settings: KubeSettings,
    known: Mapping[str, KubeNode],
) -> dict[str, Any]:
    """Behind our gate. A place without devices on a node that Kubernetes does not have is anywhere.

    :raises PlaceGoneError: if it has devices of such a node, or that the node has no more
    """
    place = order.places[member]
    node = known.get(place.node)
    _check_devices(place, node)
    container = _container(order, member, naming, settings)
    spec: dict[str, Any] = {
        "schedulingGates": [{"name": GATE}],
        "restartPolicy": "Never",
        "terminationGracePeriodSeconds": max(1, math.ceil(order.grace_s)),
        "automountServiceAccountToken": False,
        "enableServiceLinks": False,
        # The member is then not the first process, which signals without a handler do not reach.
        "shareProcessNamespace": True,
        "containers": [container],
        "volumes": _volumes(order, naming),
        "tolerations": [{"key": key, "operator": "Exists"} for key in settings.tolerations],
    }
    if node is not None:
        spec["affinity"] = _affinity(node)
    if names := _part_names(order, naming):
        spec["initContainers"] = [snapshots.init_container(container)]
        spec["volumes"].append(snapshots.volume(names))
    if place.devices:
        spec["resourceClaims"] = [
            {"name": "xpu", "resourceClaimName": naming.beside(order.attempt, member)}
        ]
    if order.isolated:
        spec["securityContext"] = {"seccompProfile": {"type": "RuntimeDefault"}}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": _metadata(order, member, naming, settings),
        "spec": spec,
    }


def claim(
    order: Order, member: int, naming: PodNaming, node: KubeNode, owner: Mapping[str, Any]
) -> dict[str, Any]:
    """For the devices of a member. `owner` is its pod: they end together."""
    place = order.places[member]
    return {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceClaim",
        "metadata": {
            "name": naming.beside(order.attempt, member),
            "namespace": naming.namespace,
            "labels": _labels(naming),
            "ownerReferences": [_owner(owner)],
        },
        "spec": {"devices": {"requests": _requests(order, place, node)}},
    }


def secret(order: Order, naming: PodNaming, owners: list[Mapping[str, Any]]) -> dict[str, Any]:
    """All that is private, for all members."""
    values = {**order.equipment.private, **order.equipment.files}
    return {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {
            "name": naming.beside(order.attempt, 0),
            "namespace": naming.namespace,
            "labels": _labels(naming),
            "ownerReferences": [_owner(each) for each in owners],
        },
        "immutable": True,
        "data": {name: base64.b64encode(value).decode() for name, value in values.items()},
    }


def snapshot(
    order: Order, archive: bytes, naming: PodNaming, owners: list[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """The archive, for all members."""
    metadata = [
        {
            "name": name,
            "namespace": naming.namespace,
            "labels": _labels(naming),
            "ownerReferences": [_owner(each) for each in owners],
        }
        for name in _part_names(order, naming)
    ]
    return snapshots.parts(archive, metadata)


def _part_names(order: Order, naming: PodNaming) -> list[str]:
    """Of the Secrets with its snapshot; none if it has none."""
    if order.equipment.archive is None:
        return []
    count = snapshots.count_of(os.stat(order.equipment.archive).st_size)
    return [f"{naming.beside(order.attempt, 0)}-{number}" for number in range(count)]


def has_secrets(order: Order) -> bool:
    return bool(order.equipment.private or order.equipment.files)


def served_port(order: Order) -> int:
    """Where the replica of a service listens; 0: it is none."""
    return int(order.environment["PORT"]) if SERVICE in order.environment else 0


def _metadata(
    order: Order, member: int, naming: PodNaming, settings: KubeSettings
) -> dict[str, Any]:
    notes = {ATTEMPT: order.attempt, MEMBER: str(member), NONCE: naming.nonce}
    labels = _labels(naming)
    if settings.queue is not None:
        labels[_QUEUE] = settings.queue
        if len(order.places) > 1:
            labels[_GROUP] = naming.beside(order.attempt, 0)
            notes[_COUNT] = str(len(order.places))
    return {
        "name": naming.of(order.attempt, member),
        "namespace": naming.namespace,
        "labels": labels,
        "annotations": notes,
    }


def _labels(naming: PodNaming) -> dict[str, str]:
    return {"app.kubernetes.io/managed-by": "heddle", KEY: naming.key}


def _container(
    order: Order, member: int, naming: PodNaming, settings: KubeSettings
) -> dict[str, Any]:
    place = order.places[member]
    size = {"cpu": f"{place.cpu_milli}m"} if place.cpu_milli else {}
    size |= {"memory": f"{place.memory_mib}Mi"} if place.memory_mib else {}
    resources: dict[str, Any] = {"requests": size, "limits": size} if size else {}
    if place.devices:
        resources["claims"] = [{"name": "xpu"}]
    found: dict[str, Any] = {
        "name": "member",
        "image": order.image or settings.image,
        "workingDir": order.folder or WORK,
        "env": _variables(order, member, naming),
        "resources": resources,
        "volumeMounts": _mounts(order),
    }
    if order.command:
        found["command"] = [_literal(word) for word in order.command]
    if port := served_port(order):
        found["ports"] = [{"containerPort": port, "hostPort": port}]
    if order.isolated:
        found["securityContext"] = {
            "allowPrivilegeEscalation": False,
            "capabilities": {"drop": ["ALL"]},
        }
    return found


def _variables(order: Order, member: int, naming: PodNaming) -> list[dict[str, Any]]:
    own = {**order.environment, **ranks(order, member), "MASTER_PORT": str(PORT)}
    own |= {name: f"{SECRETS}/{name}" for name in order.equipment.files}
    del own["MASTER_ADDR"]
    if not order.places[member].devices:  # each is on a machine of its own, as far as it sees
        own |= {"LOCAL_RANK": "0", "LOCAL_WORLD_SIZE": "1"}
    found: list[dict[str, Any]] = [
        {"name": name, "value": _literal(text)} for name, text in own.items()
    ]
    path = "status.podIP" if member == 0 else f"metadata.annotations['{MASTER}']"
    found.append({"name": "MASTER_ADDR", "valueFrom": {"fieldRef": {"fieldPath": path}}})
    name = naming.beside(order.attempt, 0)
    for key in order.equipment.private:
        found.append({"name": key, "valueFrom": {"secretKeyRef": {"name": name, "key": key}}})
    return found


def _literal(text: str) -> str:
    """As Kubernetes leaves it: $(NAME) would be replaced, and two $ are one."""
    return text.replace("$", "$$")


def _mounts(order: Order) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    if order.folder is None:
        found.append({"name": "work", "mountPath": WORK})
    if order.equipment.files:
        found.append({"name": "secrets", "mountPath": SECRETS, "readOnly": True})
    return found


def _volumes(order: Order, naming: PodNaming) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    if order.folder is None:
        found.append({"name": "work", "emptyDir": {}})
    if order.equipment.files:
        items = [{"key": name, "path": name} for name in order.equipment.files]
        source = {
            "secretName": naming.beside(order.attempt, 0),
            "items": items,
            "defaultMode": 0o444,
        }
        found.append({"name": "secrets", "secret": source})
    return found


def _affinity(node: KubeNode) -> dict[str, Any]:
    """By field, not by label: a label can be changed. The scheduler must decide, because it gives
    the devices: so not `nodeName`."""
    term = {"key": "metadata.name", "operator": "In", "values": [node.row.name]}
    required = {"nodeSelectorTerms": [{"matchFields": [term]}]}
    return {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": required}}


def _check_devices(place: Place, node: KubeNode | None) -> None:
    """:raises PlaceGoneError: if they are not there"""
    if node is None and place.devices:
        raise PlaceGoneError(
            f"{place.node} is not a node of the cluster (`kubectl get nodes`), so Kubernetes "
            f"cannot give its devices to jobs. Bring it up, {INSTEAD}"
        )
    has = {name for called in (node.row.called if node else ()) for name in called}
    if strange := [name for name, _ in place.devices if name not in has]:
        raise PlaceGoneError(
            f"{place.node} has no device {strange[0]} in Kubernetes any more. See `kubectl get "
            "resourceslices`: the driver (`heddle node dra`) publishes them"
        )


def _requests(order: Order, place: Place, node: KubeNode) -> list[dict[str, Any]]:
    first = {name: called[0] for called in node.row.called for name in called}
    sizes = place.device_mib or (0,) * len(place.devices)
    return [
        _request(number, first[name], min(milli, order.share_milli), mib, node)
        for number, ((name, milli), mib) in enumerate(zip(place.devices, sizes, strict=True))
    ]


def _request(number: int, device: str, milli: int, mib: int, node: KubeNode) -> dict[str, Any]:
    whole = node.mib[device]
    asked = {SHARE: str(max(LEAST_SHARE, min(milli, WHOLE)))}
    if whole:
        asked[MEMORY] = f"{min(mib, whole) or max(1, whole * milli // WHOLE)}Mi"
    return {
        "name": f"xpu-{number}",
        "exactly": {
            "deviceClassName": CLASS,
            "selectors": [{"cel": {"expression": node.selectors[device]}}],
            "capacity": {"requests": asked},
        },
    }


def _owner(pod: Mapping[str, Any]) -> dict[str, Any]:
    metadata = pod["metadata"]
    return {"apiVersion": "v1", "kind": "Pod", "name": metadata["name"], "uid": metadata["uid"]}
