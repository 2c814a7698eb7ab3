"""The settings of the engine, from variables of `heddle up`. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from heddle.cluster.quota import path
from heddle.errors import UsageError

KUBECONFIG = "HEDDLE_KUBECONFIG"
NAMESPACES = "HEDDLE_KUBERNETES_NAMESPACES"
IMAGE = "HEDDLE_KUBERNETES_IMAGE"
QUEUE = "HEDDLE_KUBERNETES_QUEUE"
TOLERATIONS = "HEDDLE_KUBERNETES_TOLERATIONS"
_NAMESPACE = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")


@dataclass(frozen=True, slots=True)
class KubeSettings:
    """`namespaces` are by tenant; empty: `default` has that of the kubeconfig."""

    kubeconfig: str | None = None  #: None: that of the pod in which this runs
    namespaces: Mapping[str, str] | None = None
    image: str | None = None  #: of jobs that name none
    queue: str | None = None  #: of Kueue
    tolerations: tuple[str, ...] = ()  #: keys of taints

    def namespace_of(self, tenant: str) -> str | None:
        """That of the tenant, or of the nearest one above it; None: nobody named one."""
        known = self.namespaces or {}
        return next((known[each] for each in path(tenant)[:-1] if each in known), None)

    def why_not(self, tenant: str) -> str:
        """Why no job of the tenant can run, with the remedy; empty if it can."""
        if self.namespace_of(tenant) is not None:
            return ""
        return (
            f"tenant {tenant} has no namespace in Kubernetes. Start `heddle up` with "
            f"{NAMESPACES}={tenant}=NAMESPACE"
        )


def read_settings(environment: Mapping[str, str]) -> KubeSettings:
    """:raises UsageError: if the mapping of tenants is invalid"""
    keys = environment.get(TOLERATIONS, "").split(",")
    return KubeSettings(
        environment.get(KUBECONFIG) or environment.get("KUBECONFIG") or None,
        _namespaces(environment.get(NAMESPACES, "")),
        environment.get(IMAGE) or None,
        environment.get(QUEUE) or None,
        tuple(key.strip() for key in keys if key.strip()),
    )


def _namespaces(text: str) -> dict[str, str]:
    found = {}
    for pair in filter(None, (word.strip() for word in text.split(","))):
        tenant, is_pair, namespace = (part.strip() for part in pair.partition("="))
        if not (is_pair and tenant and _NAMESPACE.fullmatch(namespace)):
            raise UsageError(
                f"{NAMESPACES}={text} is not allowed: give TENANT=NAMESPACE, with commas between: "
                "default=jobs,acme=team-a."
            )
        found[tenant] = namespace
    return found
