"""The least that a DRA driver can be: it publishes devices, and prepares nothing. It ends with its
standard input: a signal would not get through to another machine.

python -m heddle.research.bench._kubernetes.trivial NODE DEVICES KUBECONFIG
"""

from __future__ import annotations

import sys
from typing import Any

from heddle.kubernetes.claims import GivenClaim, read_claim
from heddle.kubernetes.driver import Claim, Slice, client_of
from heddle.kubernetes.plugin import Plugin

DRIVER = "trivial.heddle.dev"


class Nothing:
    """Prepares what needs no preparation."""

    def prepare(self, claim: GivenClaim) -> dict[str, list[str]]:
        return {each.device: [] for each in claim.devices}

    def unprepare(self, uid: str) -> None:
        pass


def trivial_slice(node: str, devices: int) -> dict[str, Any]:
    return {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceSlice",
        "metadata": {"name": f"{node}-{DRIVER}"},
        "spec": {
            "driver": DRIVER,
            "nodeName": node,
            "pool": {"name": node, "generation": 1, "resourceSliceCount": 1},
            "devices": [{"name": f"d{i}"} for i in range(devices)],
        },
    }


def main(node: str, devices: str, kubeconfig: str) -> None:
    client = client_of(kubeconfig)

    def claim_of(namespace: str, name: str, uid: str) -> GivenClaim:
        found = client.get(Claim, name, namespace=namespace)
        return read_claim(found.to_dict(), uid, DRIVER)

    def registered(is_so: bool, error: str) -> None:
        if is_so:
            client.create(Slice(trivial_slice(node, int(devices))))

    plugin = Plugin(Nothing(), claim_of, registered, lambda: (), driver=DRIVER)
    plugin.start()
    sys.stdin.read()
    plugin.stop()
    client.delete(Slice, f"{node}-{DRIVER}")


if __name__ == "__main__":
    main(*sys.argv[1:])
