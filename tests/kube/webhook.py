"""The admission webhook beside the servers of a cluster, with a service account of its own; and
devices that nobody has."""

from __future__ import annotations

import base64
import subprocess
import sys
from pathlib import Path
from typing import Any

from heddle.kubernetes import DRIVER
from heddle.kubernetes.admission.conditions import PATH, RULES, webhook_configuration
from tests.kube.cluster import KubeCluster

PORT = 8443
ACCOUNT = "heddle-webhook"
H200_MIB, A100_MIB, L40S_MIB = 143_771, 81_920, 46_068
ODD = 12_345  #: bytes beyond a MiB, which a device may have
IS_SPARE = (
    f'device.driver == "{DRIVER}" && "layer" in device.attributes["{DRIVER}"] && '
    f'device.attributes["{DRIVER}"].layer == "best-effort"'
)
BEST_EFFORT = {
    "apiVersion": "resource.k8s.io/v1",
    "kind": "DeviceClass",
    "metadata": {"name": "xpu-best-effort"},
    "spec": {"selectors": [{"cel": {"expression": IS_SPARE}}]},
}


class KubeWebhook:
    """Runs on the host of the servers."""

    def __init__(self, cluster: KubeCluster, folder: Path) -> None:
        self.cluster, self.folder = cluster, folder
        self._kubeconfig = folder / "kubeconfig"
        self._address = cluster.hosts.address(cluster.hosts.hub)
        self._process: subprocess.Popen[bytes] | None = None

    def install(self) -> None:
        words = "req -x509 -newkey rsa:2048 -nodes -days 30 -keyout tls.key -out tls.crt"
        named = ["-subj", "/CN=webhook", "-addext", f"subjectAltName=IP:{self._address}"]
        subprocess.run(
            ["openssl", *words.split(), *named], cwd=self.folder, capture_output=True, check=True
        )
        self.cluster.apply(*_account())
        token = self.cluster.kubectl("create", "token", ACCOUNT, "--namespace=kube-system")
        self.cluster.write_kubeconfig(self._kubeconfig, token.strip())
        self.start()
        self.cluster.apply(
            webhook_configuration({
                "url": f"https://{self._address}:{PORT}{PATH}",
                "caBundle": base64.b64encode((self.folder / "tls.crt").read_bytes()).decode(),
            })
        )  # fmt: skip

    def start(self) -> None:
        words = [
            "heddle", "k8s", "webhook", "--listen", f"{self._address}:{PORT}", "--cert", "tls.crt",
            "--key", "tls.key", "--kubeconfig", str(self._kubeconfig),
        ]  # fmt: skip
        with (self.folder / "webhook.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*self._inside(), "-m", *words], cwd=self.folder, stdout=log, stderr=log
            )
        self.cluster.wait("the webhook", lambda: "listening" in self.log())

    def stop(self) -> None:
        if self._process:
            self._process.terminate()
            self._process.wait()
            self._process = None
            (self.folder / "webhook.log").unlink()

    def sweep(self, later_s: float) -> int:
        """As it is done that much later."""
        program = (
            "import sys, time\n"
            "from heddle.kubernetes.admission.cluster import ClusterTemplates\n"
            "from heddle.kubernetes.driver import client_of\n"
            "then_s = lambda: time.time() + float(sys.argv[2])\n"
            "print(ClusterTemplates(client_of(sys.argv[1]), then_s).sweep())\n"
        )
        words = [*self._inside(), "-c", program, str(self._kubeconfig), str(later_s)]
        return int(subprocess.run(words, capture_output=True, text=True, check=True).stdout)

    def log(self) -> str:
        return (self.folder / "webhook.log").read_text()

    def _inside(self) -> list[str]:
        return [*self.cluster.hosts.inside(self.cluster.hosts.hub), sys.executable]


def _account() -> list[dict[str, Any]]:
    group = "rbac.authorization.k8s.io"
    subject = {"kind": "ServiceAccount", "name": ACCOUNT, "namespace": "kube-system"}
    role = {"apiGroup": group, "kind": "ClusterRole", "name": ACCOUNT}
    return [
        {"apiVersion": "v1", "kind": "ServiceAccount",
         "metadata": {"name": ACCOUNT, "namespace": "kube-system"}},
        {"apiVersion": f"{group}/v1", "kind": "ClusterRole", "metadata": {"name": ACCOUNT},
         "rules": list(RULES)},
        {"apiVersion": f"{group}/v1", "kind": "ClusterRoleBinding", "metadata": {"name": ACCOUNT},
         "subjects": [subject], "roleRef": role},
    ]  # fmt: skip


def unreal_slice(node: str) -> dict[str, Any]:
    """They are counted as real ones are; what claims them does not start."""
    devices = [
        _device("h200-0", "H200", H200_MIB),
        _device("h200-1", "H200", H200_MIB),
        _device("a100-0", "A100-80GB", A100_MIB),
        _device("l40s-0-spare", "L40S", L40S_MIB, "best-effort"),
    ]
    return {
        "apiVersion": "resource.k8s.io/v1", "kind": "ResourceSlice",
        "metadata": {"name": "unreal"},
        "spec": {"driver": DRIVER, "nodeName": node, "devices": devices,
                 "pool": {"name": "unreal", "generation": 1, "resourceSliceCount": 1}},
    }  # fmt: skip


def _device(name: str, model: str, mib: int, layer: str = "guaranteed") -> dict[str, Any]:
    words = {"api": "cuda", "kind": "gpu", "vendor": "nvidia", "model": model, "uuid": name}
    words["layer"] = layer
    return {
        "name": name, "allowMultipleAllocations": True,
        "attributes": {key: {"string": value} for key, value in words.items()},
        "capacity": {"share": _capacity(1000), "memory": _capacity((mib << 20) + ODD)},
    }  # fmt: skip


def _capacity(whole: int) -> dict[str, Any]:
    policy = {"default": f"{whole}", "validRange": {"min": "1", "max": f"{whole}", "step": "1"}}
    return {"value": f"{whole}", "requestPolicy": policy}
