"""The cluster that an engine works with: its nodes, its pods, and the rights that we have there."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from heddle.cluster.row import NodeRow
from heddle.cluster.row_json import plain_row, read_row
from heddle.engine.base import Order
from heddle.engine.kubernetes import manifests
from heddle.engine.kubernetes.answers import KubeError, missing_rule
from heddle.engine.kubernetes.client import CORE, RESOURCE, KubeClient
from heddle.engine.kubernetes.manifests import PodNaming
from heddle.engine.kubernetes.nodes import KubeNode, read_nodes
from heddle.engine.kubernetes.pods import MemberPod, read_pod
from heddle.engine.kubernetes.settings import KubeSettings
from heddle.engine.kubernetes.view import PodView
from heddle.engine.local.files import state_files
from heddle.errors import UsageError

NODES = "nodes.json"
_NODES_S = 5.0  # for which nodes are remembered
#: What we do in the namespace of each tenant: verb, resource and API group.
RIGHTS = (
    ("create", "pods", ""),
    ("patch", "pods", ""),
    ("delete", "pods", ""),
    ("get", "pods/log", ""),
    ("create", "secrets", ""),
    ("create", "resourceclaims", "resource.k8s.io"),
)


class KubeCluster:
    """`key` is in the labels of our pods; `changed` is called when one of them has changed;
    `has_met`: there are attempts, so that a server that does not answer is waited for.

    :raises UsageError: if the address, the namespaces or the rights are wrong
    """

    def __init__(
        self,
        settings: KubeSettings,
        key: str,
        folder: str,
        changed: Callable[[], None],
        *,
        has_met: bool,
    ) -> None:
        self.client = KubeClient(settings.kubeconfig)
        if not settings.namespaces:
            settings = replace(settings, namespaces={"default": self.client.namespace})
        self.settings = settings
        own = sorted({*(settings.namespaces or {}).values()})
        self.view = PodView(self.client, key, own[0] if len(own) == 1 else None, changed)
        self._file = os.path.join(folder, NODES)
        self._asking = threading.Lock()
        self._nodes: tuple[float, dict[str, KubeNode]] | None = None
        known = state_files.read(self._file) or {}
        is_same = known.get("address") == self.client.address
        self._rows = [read_row(each) for each in known["nodes"]] if is_same else []
        try:
            self._check(own)
        except KubeError as error:
            if not error.is_down or not (has_met or self._rows):
                self.client.close()
                raise UsageError(f"the engine kubernetes does not start: {error}.") from None
        self.view.start()

    def close(self) -> None:
        self.view.close()
        self.client.close()

    def namespace(self, tenant: str) -> str:
        found = self.settings.namespace_of(tenant)
        assert found is not None  # it was checked before
        return found

    def rows(self) -> Sequence[NodeRow]:
        """:raises KubeError: if the server does not say, and never did"""
        try:
            return [node.row for node in self.nodes().values()]
        except KubeError as error:
            self.view.failed(error)
            if not error.is_down or not self._rows:
                raise
            return self._rows

    def nodes(self) -> dict[str, KubeNode]:
        """By name, as they were a few seconds ago.

        :raises KubeError: if the server does not say
        """
        with self._asking:
            if self._nodes is not None and time.monotonic() - self._nodes[0] < _NODES_S:
                return self._nodes[1]
            told, _ = self.client.all(CORE, "nodes")
            slices, _ = self.client.all(RESOURCE, "resourceslices")
            found = read_nodes(told, slices, self.settings.tolerations)
            self._nodes = time.monotonic(), found
            rows = [node.row for node in found.values()]
            if rows != self._rows:
                self._rows = rows
                noted = {"address": self.client.address, "nodes": [plain_row(row) for row in rows]}
                with contextlib.suppress(OSError):  # a full disk: the next look may do better
                    state_files.write(self._file, noted, durable=False)
            return found

    def make(self, order: Order, naming: PodNaming) -> MemberPod:
        """All objects of an attempt; the first of its pods.

        :raises KubeError: if one is refused
        :raises PlaceGoneError: if a node or a device has gone
        :raises OSError: if its snapshot cannot be read
        """
        known, made = self.nodes(), list[dict[str, Any]]()
        for member in range(len(order.places)):
            wanted = manifests.pod(order, member, naming, self.settings, known)
            made.append(self._create_pod(naming, wanted))
            self.view.put(made[-1])
        for member, place in enumerate(order.places):
            if place.devices:
                claim = manifests.claim(order, member, naming, known[place.node], made[member])
                self.client.create(RESOURCE, "resourceclaims", naming.namespace, claim)
        secrets = [manifests.secret(order, naming, [*made])] if manifests.has_secrets(order) else []
        if order.equipment.archive is not None:
            archive = Path(order.equipment.archive).read_bytes()
            secrets += manifests.snapshot(order, archive, naming, [*made])
        for secret in secrets:
            self.client.create(CORE, "secrets", naming.namespace, secret)
        return read_pod(made[0])

    def _create_pod(self, naming: PodNaming, wanted: dict[str, Any]) -> dict[str, Any]:
        try:
            return self.client.create(CORE, "pods", naming.namespace, wanted)
        except KubeError as error:
            if error.is_there:  # of a submission that was refused, or only half made
                raise KubeError("the pods of an earlier try are still being deleted") from None
            raise

    def _check(self, namespaces: Sequence[str]) -> None:
        """:raises KubeError: if something that every job needs is not there, or not allowed"""
        self.view.list()
        self.nodes()
        for namespace in namespaces:
            for verb, resource, group in RIGHTS:
                if not self.client.may(verb, resource, group, namespace):
                    raise KubeError(missing_rule(verb, resource, group, namespace))
