"""Serve the devices of this machine to a Kubernetes without dynamic resource allocation.

A device plugin of kubelet: every GPU is listed as some slots of the resource heddle.dev/gpu, every
NPU as some of heddle.dev/npu, and a pod that has one shares the device. How much of it the pod
gets, its annotation says: heddle.io/xpu: "0.3,mem=8Gi"; without one, all of it. Needs root,
containerd with CDI, and an agent on this machine that admits containers (`heddle node agent
--tenants`). Do not run it beside `heddle node dra`: both would give away the same devices.

examples:
  heddle node slots --kubeconfig /etc/heddle/kubeconfig
  heddle node slots --slots 20
"""

from __future__ import annotations

import argparse
import logging
import signal
import threading

from heddle.errors import HeddleError, UsageError
from heddle.extras import extra

HELP = "serve this machine's devices to an older Kubernetes"
SLOTS = 10


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kubeconfig", metavar="FILE", help="how to reach the API server")
    parser.add_argument(
        "--slots", type=int, default=SLOTS, help=f"of each device (default {SLOTS})"
    )
    parser.add_argument(
        "--kubelet", metavar="FOLDER", default="/var/lib/kubelet", help="kubelet's folder"
    )
    parser.add_argument(
        "--cdi", metavar="FOLDER", default="/var/run/cdi", help="where container engines look"
    )


def run(options: argparse.Namespace) -> int:
    if not 1 <= options.slots <= 100:
        raise UsageError("--slots: 1 to 100.")
    with extra("heddle node slots", "lightkube", "kubernetes"):
        from heddle.kubernetes.device_plugin import DevicePlugin
        from heddle.kubernetes.driver import answered, client_of
    from lightkube.resources.core_v1 import Pod

    from heddle import native
    from heddle.kubernetes.admission.ways.annotation import KEY
    from heddle.kubernetes.slot_pods import SlotPods
    from heddle.launch import cdi

    logging.basicConfig(format="heddle: %(message)s", level=logging.INFO)
    logging.getLogger("httpx2").setLevel(logging.WARNING)  # a line for each request
    client = client_of(options.kubeconfig)

    def complain(error: HeddleError) -> None:
        logging.warning("%s", error)

    def pod_of(namespace: str, name: str) -> tuple[str, str]:
        with answered():
            metadata = client.get(Pod, name, namespace=namespace).metadata
        assert metadata is not None
        return str(metadata.uid), (metadata.annotations or {}).get(KEY, "")

    pods = SlotPods(lambda: cdi.offers(complain), native.table_path(), options.cdi)
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    pods.look()
    plugins = [
        threading.Thread(
            target=DevicePlugin(kind, pods, pod_of, options.kubelet, options.slots).run,
            args=(ended,),
        )
        for kind in pods.kinds()
    ]
    for plugin in plugins:
        plugin.start()
    for plugin in plugins:
        plugin.join()
    pods.close()
    return 0
