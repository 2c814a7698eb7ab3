"""Parts of a cluster are killed while pods with claims come and go: none is lost, none runs twice,
no device is given away twice, and who runs is not disturbed."""

from __future__ import annotations

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from heddle.kubernetes.claims import read_claim
from tests.kube.cluster import KubeCluster, KubeError
from tests.kube.node import CLASSES, KubeNode, claim, load, pod, slices
from tests.soak import count
from tests.world import eventually

pytestmark = [pytest.mark.kube, pytest.mark.soak, pytest.mark.timeout(count(300, 3000))]
SUBMISSIONS = count(24, 200)
SHARES = (100, 250, 400)
NODES = ("n1", "n2")
NEVER_RAN = "StartError"  #: of a container


@pytest.fixture(scope="module")
def two(
    cluster: KubeCluster, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[KubeCluster, list[KubeNode]]]:
    """Beside the usual one, which shows that one can be had here."""
    made = KubeCluster(tmp_path_factory.mktemp("kube"), cluster.parts, nodes=len(NODES))
    nodes = [KubeNode(made, tmp_path_factory.mktemp(name), name) for name in NODES]
    try:
        made.start()
        made.apply(*CLASSES)
        for node in nodes:
            node.load_image()
            node.start_agent()
            node.start_driver()
        assert eventually(lambda: len(slices(made)) == len(NODES), 60), nodes[0].log("dra")
        yield made, nodes
    finally:
        for node in nodes:
            node.stop()
        made.stop()


class Booked:
    """Looks all the time at what is given of each device: by the API server, and by the tables of
    the nodes."""

    def __init__(self, cluster: KubeCluster) -> None:
        self._cluster = cluster
        self.wrong: set[str] = set()
        self.looks = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Booked:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ended.wait(0.3):
            said = self._cluster.get("/apis/resource.k8s.io/v1/resourceclaims")
            if said:  # the API server is there
                self.looks += 1
                self._look(json.loads(said)["items"])

    def _look(self, claims: list[dict[str, Any]]) -> None:
        given: Counter[tuple[str, str]] = Counter()
        for each in claims:
            if not (each.get("status") or {}).get("allocation"):
                continue
            for device in read_claim(each, each["metadata"]["uid"]).devices:
                given[device.pool, device.device] += device.share_milli
        self.wrong |= {
            f"{where} is given {share}" for where, share in given.items() if share > 1000
        }


def once_up(act: Callable[[], object]) -> None:
    """As a user does who is told that the API server is not there."""
    for _ in range(120):
        try:
            act()
            return
        except KubeError:
            time.sleep(0.5)
    act()


def test_nothing_is_lost_or_given_twice(two: tuple[KubeCluster, list[KubeNode]]) -> None:
    cluster, nodes = two
    chance = random.Random(7)
    cluster.apply(claim("witness", 200, "16Mi"), pod("witness", *load(3600, 5000)))
    assert eventually(lambda: _phases(cluster).get("witness") == "Running", 60)

    def server(name: str) -> Callable[[], None]:
        def act() -> None:
            cluster.kill(name)
            time.sleep(chance.uniform(0, 1))
            cluster.start_server(name)

        return act

    def ours(node: KubeNode, name: str) -> Callable[[], None]:
        def act() -> None:
            node.kill(name)
            time.sleep(chance.uniform(0, 1))
            node.start_agent() if name == "agent" else node.start_driver()

        return act

    faults: dict[str, Callable[[], object]] = {
        **{name: server(name) for name in
           ("kube-apiserver", "kube-scheduler", "kube-controller-manager")},
        **{f"kubelet {name}": partial(cluster.kill_kubelet, name) for name in NODES},
        **{f"{name} {node.name}": ours(node, name) for node in nodes for name in ("agent", "dra")},
    }  # fmt: skip
    killed: Counter[str] = Counter()
    names = [f"p{i}" for i in range(SUBMISSIONS)]
    with Booked(cluster) as booked:
        for name in names:
            share = chance.choice(SHARES)
            command = load(chance.choice((1, 2)), 2000)
            once_up(partial(cluster.apply, claim(name, share, "16Mi"), pod(name, *command)))
            if chance.random() < 0.5:
                fault = chance.choice([*faults])
                killed[fault] += 1
                faults[fault]()
        assert eventually(lambda: _all_over(cluster, names), 240), (
            killed,
            {name: what for name, what in _phases(cluster).items() if what != "Succeeded"},
            cluster.kubectl("get", "events", check=False)[-3000:],
        )
    assert killed
    assert booked.looks > SUBMISSIONS / 4
    assert booked.wrong == set()
    found = {each["metadata"]["name"]: each for each in cluster.objects("pods")}
    assert {*found} == {*names, "witness"}
    ran_before = {  # not one that a kubelet which was killed had made, and did not get to start
        name: status
        for name, each in found.items()
        for status in each["status"]["containerStatuses"]
        if status["lastState"].get("terminated", {}).get("reason", NEVER_RAN) != NEVER_RAN
    }
    assert not ran_before
    assert found["witness"]["status"]["phase"] == "Running"
    before = _witness(nodes)
    time.sleep(2)
    assert _witness(nodes) - before > 0.3e9  # it has gone on all the time, and still does
    cluster.kubectl("delete", "pod,resourceclaim", "--all", "--wait=true")
    assert eventually(lambda: not any(node.programs() for node in nodes), 60)


def _witness(nodes: list[KubeNode]) -> int:
    return sum(
        int(each["device_time_ns"])
        for node in nodes
        for each in node.programs()
        if each["name"] == "witness"
    )


def _phases(cluster: KubeCluster) -> dict[str, str]:
    said = cluster.get("/api/v1/namespaces/default/pods")
    found = json.loads(said)["items"] if said else ()
    return {each["metadata"]["name"]: str(each["status"].get("phase")) for each in found}


def _all_over(cluster: KubeCluster, names: list[str]) -> bool:
    phases = _phases(cluster)
    assert "Failed" not in phases.values(), phases
    return all(phases.get(name) == "Succeeded" for name in names)
