"""The control plane, whose engine runs jobs as pods. Pure."""

from __future__ import annotations

from typing import Any

from heddle.kubernetes.install.parts import CONFINED, account, labels, named, thing, variables
from heddle.kubernetes.install.rules import CONTROL_RULES
from heddle.kubernetes.install.settings import Settings
from heddle.kubernetes.install.values import when

PORT = 7878
DISK = "/var/lib/heddle-control"
#: Not the disk itself: kubelet lets a group write that, and Heddle trusts no such folder.
STATE = f"{DISK}/state"


def control(settings: Settings) -> list[Any]:
    found = [
        *account("control", CONTROL_RULES, settings),
        _disk(settings),
        _deployment(settings),
        _service(settings),
    ]
    return [when(settings.control, each) for each in found]


def _disk(settings: Settings) -> dict[str, Any]:
    room = {"requests": {"storage": settings.storage}}
    spec = {"accessModes": ["ReadWriteOnce"], "resources": room}
    return thing("PersistentVolumeClaim", "v1", named("control", settings), spec=spec)


def _deployment(settings: Settings) -> dict[str, Any]:
    container = {
        "name": "control",
        "image": settings.control_image,
        "imagePullPolicy": settings.pull_policy,
        "command": ["heddle", "up", "--foreground", "--host", "0.0.0.0", "--engine", "kubernetes"],
        "env": [*variables({"HEDDLE_STATE": STATE, "HOME": DISK}), *settings.control_env],
        "ports": [{"name": "https", "containerPort": PORT}],
        # Not a connection: it takes those while it still reads its store.
        "readinessProbe": {
            "httpGet": {"path": "/v1/health", "port": PORT, "scheme": "HTTPS"},
            "periodSeconds": 5,
        },
        "securityContext": CONFINED,
        "resources": {"requests": {"cpu": "100m", "memory": "256Mi"}},
        "volumeMounts": [
            {"name": "state", "mountPath": DISK},
            {"name": "tmp", "mountPath": "/tmp"},
        ],
    }
    volumes = [
        {"name": "state", "persistentVolumeClaim": {"claimName": "heddle-control"}},
        {"name": "tmp", "emptyDir": {}},
    ]
    # Once, on the new disk: kubelet would otherwise let the group write all below it at each start.
    group = {"fsGroup": CONFINED["runAsUser"], "fsGroupChangePolicy": "OnRootMismatch"}
    pod = {
        "serviceAccountName": "heddle-control",
        "securityContext": group,
        "containers": [container],
        "volumes": volumes,
    }
    spec = {
        "replicas": 1,
        "strategy": {"type": "Recreate"},  # the store has one writer
        "selector": {"matchLabels": labels("control")},
        "template": {"metadata": {"labels": labels("control")}, "spec": pod},
    }
    return thing("Deployment", "apps/v1", named("control", settings), spec=spec)


def _service(settings: Settings) -> dict[str, Any]:
    port = {"port": PORT, "targetPort": "https"}
    spec = {"selector": labels("control"), "ports": [port]}
    return thing("Service", "v1", named("control", settings), spec=spec)
