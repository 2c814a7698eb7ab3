"""How soon an urgent pod works on a device that others fill, and how fast pods are bound.

On a cluster that has Heddle's driver with a layer of best effort (`heddle node dra --best-effort
25%`) and the DeviceClasses xpu and xpu-best-effort. First an urgent pod on an empty device, several
times: from asking for the pod to its first work on the device. Then the same on a device that pods
of best effort fill; nobody may be restarted for it, and they have to go on afterwards. Then pods
with a claim each are bound, with Heddle's driver and with a trivial one by turns: one that only
publishes devices. That one is started on this machine, which has to be the node (as root), or with
the words of --on-node in front.

examples:
  heddle bench k8s --kubeconfig ~/.kube/config --node n1 --image debian:stable-slim
  heddle bench k8s --node n1 --on-node "ssh root@n1" --pods 100 -o json
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from heddle.errors import UsageError, WorkloadError
from heddle.extras import extra
from heddle.harness.report import Bar, Report, quantile
from heddle.harness.workload import machine

if TYPE_CHECKING:
    from lightkube import Client

    from heddle.research.bench._kubernetes.pods import TimedPods

HELP = "an urgent pod on a full device, and pods bound beside a trivial DRA driver"

LATER_LIMIT_S, RATE_LIMIT = 1.0, 0.9
TIMES, PODS, VICTIMS = 10, 40, 2
URGENT_S, VICTIM_S, LEFT_S = 1, 900, 2.0
STARTED_S = 30.0


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kubeconfig", metavar="FILE", default=os.environ.get("KUBECONFIG"))
    parser.add_argument("--namespace", default="default", help="for its pods (default: default)")
    parser.add_argument("--node", required=True, metavar="NAME", help="on which it is measured")
    parser.add_argument(
        "--image", default="debian:stable-slim", help="with a C library and sleep, no more"
    )
    parser.add_argument("--kind", default="gpu", help="of the device (default gpu)")
    parser.add_argument("--times", type=int, default=TIMES, help=f"(default {TIMES})")
    parser.add_argument("--pods", type=int, default=PODS, help=f"to bind (default {PODS})")
    parser.add_argument("--on-node", default="", metavar="WORDS", help="run a command there")


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    if options.times < 1 or not 1 <= options.pods <= 100:
        raise UsageError("--times: at least 1; --pods: 1 to 100.")
    with extra("heddle bench k8s", "lightkube", "kubernetes"):
        from heddle.kubernetes.driver import answered, client_of
        from heddle.research.bench._kubernetes.pods import TimedPods
    client = client_of(options.kubeconfig)
    pods = TimedPods(client, options.namespace, options.image, options.node)
    with answered(), pods.cleared():
        rows, bars = _first_work(options, client, pods, say)
        rate_rows, rate_bar = _binding(options, client, pods, say)
    return Report("k8s", rows + rate_rows, [*bars, rate_bar], machine())


def _first_work(
    options: argparse.Namespace, client: Client, pods: TimedPods, say: Callable[[str], None]
) -> tuple[list[dict[str, Any]], list[Bar]]:
    from heddle.research.bench._kubernetes.pods import device_request

    program = f"/opt/heddle/lib/{_api(client, options.node, options.kind)}-load"
    whole = device_request("guaranteed", 1000, options.kind)

    def once() -> float:
        name = f"urgent-{time.time_ns()}"  # kubelet remembers names for a while
        began = pods.start(name, whole, [program, "requests", "1", "1000", "0", "1", str(URGENT_S)])
        took_s = pods.first_line(name) - began
        pods.clear(name)
        return took_s

    once()  # warms up
    empty = []
    for i in range(options.times):
        say(f"{i + 1} of {options.times} urgent pods on an empty device")
        empty.append(once())
    victims = [f"victim-{i}" for i in range(VICTIMS)]
    part = device_request("best-effort", 1000 // VICTIMS, options.kind)
    for name in victims:
        pods.start(name, part, [program, "requests", "1", "20000", "0", "4", str(VICTIM_S)])
    for name in victims:
        pods.first_line(name)
    full = []
    for i in range(options.times):
        say(f"{i + 1} of {options.times} urgent pods on a full device")
        full.append(once())
    end = time.time()
    time.sleep(LEFT_S)
    gone_on = sum(pods.lines_after(name, end) > 0 for name in victims)
    restarts = pods.restarts()
    pods.clear(*victims)
    rows: list[dict[str, Any]] = [
        {"row": row, "pods": len(found), "median_s": quantile(found, 0.5), "most_s": max(found)}
        for row, found in (("urgent, empty device", empty), ("urgent, full device", full))
    ]
    later_s = rows[1]["median_s"] - rows[0]["median_s"]
    return rows, [
        Bar("s later on a full device, median", LATER_LIMIT_S, later_s),
        Bar("restarts of others", 0, restarts),
        Bar("others that go on", VICTIMS, gone_on, at_least=True),
    ]


def _binding(
    options: argparse.Namespace, client: Client, pods: TimedPods, say: Callable[[str], None]
) -> tuple[list[dict[str, Any]], Bar]:
    from heddle.research.bench._kubernetes.pods import device_request
    from heddle.research.bench._kubernetes.trivial import DRIVER

    part = device_request("guaranteed", 10, options.kind)
    one = {
        "deviceClassName": "heddle-bench-trivial",
        "selectors": [{"cel": {"expression": f'device.driver == "{DRIVER}"'}}],
    }
    ways = {"heddle": part, "a trivial driver": one}
    took_s = dict.fromkeys(ways, 0.0)
    with _trivial_driver(options, client):
        for way in [*ways, *reversed(ways)]:  # and back: what else runs here changes meanwhile
            say(f"{options.pods} pods with {way}")
            began = time.time()
            for _ in range(options.pods):
                pods.start(f"bound-{time.time_ns()}", ways[way], ["sleep", "600"])
            took_s[way] += pods.bound(options.pods) - began
            pods.clear()
    count = 2 * options.pods
    rows: list[dict[str, Any]] = [
        {"row": f"bound, {way}", "pods": count, "per_s": count / seconds}
        for way, seconds in took_s.items()
    ]
    part_of = rows[0]["per_s"] / rows[1]["per_s"]
    return rows, Bar("pods bound a second, of a trivial driver", RATE_LIMIT, part_of, at_least=True)


@contextmanager
def _trivial_driver(options: argparse.Namespace, client: Client) -> Iterator[None]:
    from lightkube.core.exceptions import ApiError
    from lightkube.generic_resource import create_global_resource

    from heddle.kubernetes.driver import GROUP, VERSION, Slice
    from heddle.research.bench._kubernetes.trivial import DRIVER

    kind: Any = create_global_resource(GROUP, VERSION, "DeviceClass", "deviceclasses")
    client.apply(kind({"metadata": {"name": "heddle-bench-trivial"}, "spec": {}}), force=True)
    words = [*shlex.split(options.on_node), sys.executable, "-m"]
    module = "heddle.research.bench._kubernetes.trivial"
    command = [*words, module, options.node, "100", options.kubeconfig or ""]
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        command, stdin=pipe, stdout=subprocess.DEVNULL, stderr=pipe, text=True
    )
    name = f"{options.node}-{DRIVER}"

    def is_published() -> bool:
        try:
            client.get(Slice, name)
        except ApiError as error:
            if error.status.code != 404:
                raise
            return False
        return True

    try:
        until = time.monotonic() + STARTED_S
        while not is_published():
            if process.poll() is not None or time.monotonic() > until:
                process.kill()
                said = process.communicate()[1].strip().splitlines()[-1:]
                raise WorkloadError(
                    f"the trivial driver does not start on {options.node}: {' '.join(said)}. Run "
                    "this on the node, as root, or say how to get there with --on-node."
                )
            time.sleep(0.1)
        yield
    finally:
        process.communicate()  # and so closes what it reads
        if is_published():
            client.delete(Slice, name)
        client.delete(kind, "heddle-bench-trivial")


def _api(client: Client, node: str, kind: str) -> str:
    """That of the device which is used: its load is in every container that has one of Heddle's.

    :raises WorkloadError: if the node publishes none
    """
    from heddle.kubernetes import DRIVER
    from heddle.kubernetes.driver import Slice

    for each in client.list(Slice):
        spec = each.to_dict()["spec"]
        if (spec["driver"], spec.get("nodeName")) != (DRIVER, node):
            continue
        for device in spec.get("devices") or ():
            said = {key: value.get("string") for key, value in device["attributes"].items()}
            if said["kind"] == kind:
                return str(said["api"])
    raise WorkloadError(
        f"{node} publishes no {kind}: start the driver there (heddle node dra), or name another "
        "kind with --kind."
    )
