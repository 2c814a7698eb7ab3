"""What runs on every node: the agent and the driver, in one pod. Pure.

Both see the node's own files under the node's own names: what the driver writes for container
engines, and the folder of the table that it names there, are read outside of the pod.
"""

from __future__ import annotations

from typing import Any

from heddle.kubernetes import DRIVER, PROFILE
from heddle.kubernetes.install.parts import account, labels, named, thing, variables
from heddle.kubernetes.install.rules import DRIVER_RULES
from heddle.kubernetes.install.settings import Settings
from heddle.kubernetes.install.values import unless, when

RUN = "/run/heddle"  #: the table and the agent's socket
STATE = "/var/lib/heddle"
LIBRARIES = f"{STATE}/lib"  #: what containers load; a folder for each version
TOKEN = "/var/run/secrets/kubernetes.io/serviceaccount"
SHARES = {"xpu": "guaranteed", "xpu-best-effort": "best-effort"}  #: classes, by their layer
PARTITION = "xpu-partition"  #: the class of hardware partitions
CLASSES = (*SHARES, PARTITION)
NODE_OF_CALLER = '"authentication.kubernetes.io/node-name"'


def node(settings: Settings) -> list[Any]:
    return [
        *account("driver", DRIVER_RULES, settings),
        *_own_node_only(settings),
        *device_classes(),
        _daemon_set(settings),
        when(settings.metrics_port, _metrics(settings)),
    ]


def device_classes() -> list[dict[str, Any]]:
    """A driver that knows no layers offers guaranteed parts only. A hardware partition is had as a
    whole: no class of parts has it."""
    own = f'device.attributes["{DRIVER}"]'
    layer_of, is_partition = f'{own}.?layer.orValue("guaranteed")', f'"{PROFILE}" in {own}'
    parts = [
        _device_class(name, f'{layer_of} == "{layer}"', f"!({is_partition})")
        for name, layer in SHARES.items()
    ]
    return [*parts, _device_class(PARTITION, is_partition)]


def _device_class(name: str, *conditions: str) -> dict[str, Any]:
    expression = " && ".join([f'device.driver == "{DRIVER}"', *conditions])
    return thing(
        "DeviceClass",
        "resource.k8s.io/v1",
        {"name": name, "labels": labels("driver")},
        spec={"selectors": [{"cel": {"expression": expression}}]},
    )


def _own_node_only(settings: Settings) -> list[dict[str, Any]]:
    """A role cannot say it: the driver of one node publishes nothing for another."""
    api = "admissionregistration.k8s.io/v1"
    user = f"system:serviceaccount:{settings.namespace}:heddle-driver"
    extra = "request.userInfo.extra"
    node = f'{NODE_OF_CALLER} in {extra} ? {extra}[{NODE_OF_CALLER}][0] : ""'
    written = '(request.operation == "DELETE" ? oldObject : object).spec'
    policy = {
        "failurePolicy": "Fail",
        "matchConstraints": {
            "resourceRules": [
                {
                    "apiGroups": ["resource.k8s.io"],
                    "apiVersions": ["*"],
                    "operations": ["CREATE", "UPDATE", "DELETE"],
                    "resources": ["resourceslices"],
                }
            ]
        },
        "matchConditions": [
            {"name": "driver", "expression": f'request.userInfo.username == "{user}"'}
        ],
        "variables": [
            {"name": "node", "expression": node},
            {"name": "spec", "expression": written},
        ],
        "validations": [
            {
                "expression": 'variables.node != "" && '
                'variables.spec.?nodeName.orValue("") == variables.node && '
                f'variables.spec.driver == "{DRIVER}"',
                "message": "a driver of Heddle publishes the devices of its own node only",
            }
        ],
    }
    binding = {"policyName": "heddle-driver", "validationActions": ["Deny"]}
    return [
        thing("ValidatingAdmissionPolicy", api, named("driver"), spec=policy),
        thing("ValidatingAdmissionPolicyBinding", api, named("driver"), spec=binding),
    ]


def _daemon_set(settings: Settings) -> dict[str, Any]:
    annotations = {
        "prometheus.io/scrape": "true",
        "prometheus.io/port": f"{settings.metrics_port}",
    }
    metadata = {
        "labels": labels("node"),
        "annotations": when(settings.metrics_port, annotations),
    }
    pod = {
        "serviceAccountName": "heddle-driver",
        "automountServiceAccountToken": False,  # the agent has no business with the API server
        "runtimeClassName": when(settings.runtime_class, settings.runtime_class),
        "priorityClassName": "system-node-critical",
        "hostPID": True,  # the kernel names callers of the agent by their ids there
        "nodeSelector": when(settings.node_selector, settings.node_selector),
        "tolerations": settings.tolerations,
        "terminationGracePeriodSeconds": 10,
        "containers": [_agent(settings), _driver(settings)],
        "volumes": _volumes(settings),
    }
    # One after the other, and never two on a node: they would have one socket. The driver keeps
    # nothing and kubelet asks again, so pods that run do not notice.
    update = {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": 1, "maxSurge": 0}}
    spec = {
        "selector": {"matchLabels": labels("node")},
        "updateStrategy": update,
        "minReadySeconds": 5,
        "template": {"metadata": metadata, "spec": pod},
    }
    return thing("DaemonSet", "apps/v1", named("node", settings), spec=spec)


def _container(name: str, settings: Settings, mounts: dict[str, str]) -> dict[str, Any]:
    known = {
        "HEDDLE_TABLE": f"{RUN}/table",
        "HEDDLE_STATE": STATE,
        # For NVIDIA's runtime, which brings the driver's libraries; others do not know them.
        "NVIDIA_VISIBLE_DEVICES": "all",
        "NVIDIA_DRIVER_CAPABILITIES": "compute,utility",
    }
    libraries = {"name": "LD_LIBRARY_PATH", "value": settings.libraries}
    # A pod has shared memory of its own at /dev/shm, even in a /dev that is the node's.
    always = {"run": RUN, "state": STATE, "dev": "/dev", "shm": "/dev/shm"}
    vendor = {"name": "libraries", "mountPath": settings.libraries, "readOnly": True}
    return {
        "name": name,
        "image": settings.image,
        "imagePullPolicy": settings.pull_policy,
        "securityContext": {"privileged": True},  # all devices of the node, whatever they are
        "resources": {"requests": {"cpu": "50m", "memory": "64Mi"}},
        "env": [
            *variables(known),
            when(settings.libraries, libraries),
            unless(settings.soft, {"name": "SOFTXPU_DEVICES", "value": "none"}),
            *settings.env,
        ],
        "volumeMounts": [
            *({"name": name, "mountPath": path} for name, path in (always | mounts).items()),
            when(settings.libraries, vendor),
        ],
    }


def _agent(settings: Settings) -> dict[str, Any]:
    words = ["heddle", "node", "agent", "--tenants", "--own-group"]
    command = [
        *words,
        when(settings.metrics_port, "--metrics-address=0.0.0.0"),
        when(settings.metrics_port, f"--metrics-port={settings.metrics_port}"),
    ]
    listed = {"name": "metrics", "containerPort": settings.metrics_port}
    mounts = {"cgroup": "/sys/fs/cgroup"}
    return {
        **_container("agent", settings, mounts),
        "command": command,
        "ports": when(settings.metrics_port, [listed]),
    }


def _driver(settings: Settings) -> dict[str, Any]:
    command = ["heddle", "node", "dra", "--node-name", "$(NODE_NAME)"]
    command += ["--kubelet", settings.kubelet, "--cdi", settings.cdi, "--libraries", LIBRARIES]
    command += ["--best-effort", settings.best_effort]
    mounts = {
        "plugins": f"{settings.kubelet}/plugins",
        "registry": f"{settings.kubelet}/plugins_registry",
        "cdi": settings.cdi,
    }
    made = _container("driver", settings, mounts)
    own = {"name": "NODE_NAME", "valueFrom": {"fieldRef": {"fieldPath": "spec.nodeName"}}}
    token = {"name": "token", "mountPath": TOKEN, "readOnly": True}
    return {
        **made,
        "command": command,
        "env": [own, *made["env"]],
        "volumeMounts": [*made["volumeMounts"], token],
    }


def _volumes(settings: Settings) -> list[Any]:
    made = {
        "run": RUN,
        "state": STATE,
        "plugins": f"{settings.kubelet}/plugins",
        "registry": f"{settings.kubelet}/plugins_registry",
        "cdi": settings.cdi,
    }
    there = {"dev": "/dev", "shm": "/dev/shm", "cgroup": "/sys/fs/cgroup"}
    vendor = {"name": "libraries", "hostPath": {"path": settings.libraries, "type": "Directory"}}
    sources = [
        {"serviceAccountToken": {"path": "token", "expirationSeconds": 3607}},
        {"configMap": {"name": "kube-root-ca.crt", "items": [{"key": "ca.crt", "path": "ca.crt"}]}},
        {
            "downwardAPI": {
                "items": [
                    {"path": "namespace", "fieldRef": {"fieldPath": "metadata.namespace"}},
                ]
            }
        },
    ]
    return [
        *(_host_folder(name, path, "DirectoryOrCreate") for name, path in made.items()),
        *(_host_folder(name, path, "Directory") for name, path in there.items()),
        when(settings.libraries, vendor),
        {"name": "token", "projected": {"sources": sources}},
    ]


def _host_folder(name: str, path: str, kind: str) -> dict[str, Any]:
    return {"name": name, "hostPath": {"path": path, "type": kind}}


def _metrics(settings: Settings) -> dict[str, Any]:
    """Headless: who scrapes wants each node's."""
    port = {"name": "metrics", "port": settings.metrics_port, "targetPort": "metrics"}
    spec = {"clusterIP": "None", "selector": labels("node"), "ports": [port]}
    return thing("Service", "v1", named("metrics", settings), spec=spec)
