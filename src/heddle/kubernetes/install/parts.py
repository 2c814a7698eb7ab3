"""What objects of the installation have in common. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heddle.kubernetes.install.rules import AccessRule
from heddle.kubernetes.install.settings import Settings

RBAC = "rbac.authorization.k8s.io"
#: Of a container that needs nothing of its node.
CONFINED = {
    "allowPrivilegeEscalation": False,
    "capabilities": {"drop": ["ALL"]},
    "readOnlyRootFilesystem": True,
    "runAsNonRoot": True,
    "runAsUser": 65532,
    "runAsGroup": 65532,  # otherwise it is 0, which may read and write what the group of root may
    "seccompProfile": {"type": "RuntimeDefault"},
}


def thing(kind: str, api: str, metadata: dict[str, Any], **rest: Any) -> dict[str, Any]:
    """An object; `rest` is its contents."""
    return {"apiVersion": api, "kind": kind, "metadata": metadata, **rest}


def labels(part: str) -> dict[str, str]:
    return {"app.kubernetes.io/name": "heddle", "app.kubernetes.io/component": part}


def named(part: str, settings: Settings | None = None, **more: Any) -> dict[str, Any]:
    """Of an object in the namespace, or, without settings, of the cluster."""
    where = {} if settings is None else {"namespace": settings.namespace}
    return {"name": f"heddle-{part}", **where, "labels": labels(part), **more}


def account(part: str, rules: Sequence[AccessRule], settings: Settings) -> list[dict[str, Any]]:
    """A service account that may do this in all namespaces."""
    subject = {"kind": "ServiceAccount", "name": f"heddle-{part}", "namespace": settings.namespace}
    role = {"apiGroup": RBAC, "kind": "ClusterRole", "name": f"heddle-{part}"}
    api = f"{RBAC}/v1"
    return [
        thing("ServiceAccount", "v1", named(part, settings)),
        thing("ClusterRole", api, named(part), rules=[rule.of_role() for rule in rules]),
        thing("ClusterRoleBinding", api, named(part), roleRef=role, subjects=[subject]),
    ]


def variables(known: dict[str, str]) -> list[dict[str, Any]]:
    return [{"name": name, "value": value} for name, value in known.items()]
