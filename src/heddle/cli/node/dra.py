"""Serve the devices of this machine to Kubernetes: the DRA driver xpu.heddle.dev of a node.

Publishes all devices, whose time and memory can be claimed in parts, and the hardware partitions of
cards in MIG mode, and enforces what pods are given. Needs root, kubelet 1.34 or newer, and an agent
on this machine that admits containers (`heddle node agent --tenants`).

examples:
  heddle node dra --node-name n1 --kubeconfig /etc/heddle/kubeconfig
  heddle node dra                       in a pod: the service account's, and NODE_NAME
  heddle node dra --best-effort 25%     a quarter of the memory for claims that may be held
"""

from __future__ import annotations

import argparse
import logging
import os
import signal
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from heddle.errors import HeddleError, UsageError
from heddle.extras import extra
from heddle.model.job import WHOLE
from heddle.model.part import parse_part

if TYPE_CHECKING:
    from heddle.inventory.listing import DeviceListing

HELP = "serve this machine's devices to Kubernetes"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--node-name", default=os.environ.get("NODE_NAME"), help="as kubelet calls it"
    )
    parser.add_argument("--kubeconfig", metavar="FILE", help="how to reach the API server")
    parser.add_argument(
        "--kubelet", metavar="FOLDER", default="/var/lib/kubelet", help="kubelet's folder"
    )
    parser.add_argument(
        "--cdi", metavar="FOLDER", default="/var/run/cdi", help="where container engines look"
    )
    parser.add_argument(
        "--best-effort",
        metavar="PART",
        default="0",
        help="of each device's memory, for claims of best effort: 0.25 or 25%% (default: none, and "
        "no such claims)",
    )
    parser.add_argument(
        "--libraries",
        metavar="FOLDER",
        help="in a container: copy the native libraries there, and give them to pods from there",
    )


def run(options: argparse.Namespace) -> int:
    if not options.node_name:
        raise UsageError("say which node this is: --node-name, or the variable NODE_NAME.")
    spare_milli = parse_part(options.best_effort, "--best-effort")
    if spare_milli == WHOLE:
        raise UsageError("--best-effort: leave some memory for what is guaranteed.")
    with extra("heddle node dra", "lightkube", "kubernetes"):
        from heddle.kubernetes.driver import DraDriver, client_of
    from heddle import native
    from heddle.inventory import apis
    from heddle.inventory.listing import accelerators
    from heddle.inventory.machine import look
    from heddle.kubernetes.claim_partitions import cards
    from heddle.kubernetes.libraries import published
    from heddle.kubernetes.preparation import Preparation
    from heddle.launch import cdi

    logging.basicConfig(format="heddle: %(message)s", level=logging.INFO)
    logging.getLogger("httpx2").setLevel(logging.WARNING)  # a line for each request

    def complain(error: HeddleError) -> None:
        logging.warning("%s", error)

    libraries = published(options.libraries) if options.libraries else native.DIRECTORY
    preparation = Preparation(
        lambda: cdi.offers(complain), native.table_path(), options.cdi, libraries
    )
    driver = DraDriver(
        options.node_name,
        client_of(options.kubeconfig),
        lambda: accelerators(look(), apis.devices(complain)),
        preparation,
        options.kubelet,
        spare_milli,
        _why_no_agent,
        _scores,
        cards,
    )
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    driver.run(ended)
    return 0


def _scores(listed: Sequence[DeviceListing]) -> dict[str, int]:
    from heddle.node.worth import worth_of

    found = {name: each["total_milli"] for name, each in worth_of(listed)["devices"].items()}
    return {name: milli for name, milli in found.items() if milli is not None}


def _why_no_agent() -> str:
    from heddle import ask

    try:
        ask.call("ping", "sharing devices")
    except HeddleError as error:
        return str(error)
    return ""
