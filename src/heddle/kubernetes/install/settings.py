"""What an administrator chooses of the installation. The options of `heddle k8s manifests` and the
chart's values are these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


def _said(help: str, default: Any = "", **more: Any) -> Any:
    return field(default=default, metadata={"help": help, **more})


@dataclass(frozen=True, slots=True)
class Settings:
    """`release`: the chart has it from Helm, and not among its values."""

    namespace: str = _said("where all of it is", "heddle-system", release=True)
    image: str = _said("agent, driver and webhook; deploy/Containerfile", "heddle-node:latest")
    pull_policy: str = _said("Always, IfNotPresent or Never", "IfNotPresent")
    kubelet: str = _said("kubelet's folder on the nodes", "/var/lib/kubelet")
    cdi: str = _said("where container engines look for CDI files", "/var/run/cdi")
    runtime_class: str = _said("of the node's pod, such as nvidia: what brings libcuda.so.1")
    libraries: str = _said("folder of the nodes with vendors' libraries, such as /opt/rocm/lib")
    best_effort: str = _said("part of devices' memory for claims of best effort; 0: none", "0")
    soft: bool = _said("also offer the soft XPU, to try Heddle without accelerators", False)
    metrics_port: int = _said("port of the agent's metrics, for every pod; 0: none", 0)
    webhook: bool = _said("the webhook that makes claims of what pods ask for", True)
    issuer: str = _said("ClusterIssuer of cert-manager for the webhook's certificate")
    control: bool = _said("a control plane with the engine kubernetes", False)
    control_image: str = _said("the control plane; deploy/Containerfile", "heddle-control:latest")
    storage: str = _said("disk of the control plane", "10Gi")
    node_selector: Mapping[str, str] = field(
        default_factory=dict, metadata={"help": "labels of the nodes with accelerators; {}: all"}
    )
    tolerations: Sequence[Mapping[str, Any]] = field(
        default=({"operator": "Exists"},),
        metadata={"help": "taints that the node's pod tolerates"},
    )
    env: Sequence[Mapping[str, str]] = field(
        default=(), metadata={"help": "more variables of agent and driver: {name, value}"}
    )
    control_env: Sequence[Mapping[str, str]] = field(
        default=(), metadata={"help": "more variables of the control plane: {name, value}"}
    )


@dataclass(frozen=True, slots=True)
class WebhookKeys:
    """PEM in base64, as a Secret has it. All empty: cert-manager makes them."""

    ca: str = ""
    certificate: str = ""
    key: str = ""
    digest: str = ""  #: of the certificate: with another one the webhook is started anew
