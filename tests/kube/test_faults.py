"""Parts of a cluster are killed while pods with claims come and go: none is lost, none runs twice,
no device is given away twice, and who runs is not disturbed."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest

from heddle.errors import HeddleError
from tests.kube.cluster import KubeCluster, KubeError
from tests.kube.engines import JobCluster
from tests.kube.node import CLASSES, IMAGE, KubeNode, claim, load, pod, slices
from tests.plane import Plane
from tests.soak import count
from tests.world import World, eventually

pytestmark = [pytest.mark.kube, pytest.mark.soak, pytest.mark.timeout(count(300, 3000))]
SUBMISSIONS, JOBS = count(24, 200), count(12, 200)
SHARES = (100, 250, 400)
NODES = ("n1", "n2")
T = TypeVar("T")
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
    """Looks all the time at what programs are promised of each node's device. A scheduler that was
    killed may give out more than there is, when it is back and has not heard of all that it gave:
    then the node does not let in the last one until there is room."""

    def __init__(self, nodes: Sequence[KubeNode]) -> None:
        self._nodes = nodes
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
            for node in self._nodes:
                share = sum(int(each["share_milli"]) for each in node.programs())
                self.looks += 1
                if share > 1000:
                    self.wrong.add(f"{share} of the device of {node.name}")


def once_up(act: Callable[[], T]) -> T:
    """As a user does who is told that the API server or the control plane is not there."""
    for _ in range(120):
        try:
            return act()
        except (KubeError, HeddleError, OSError, AssertionError):
            time.sleep(0.5)
    return act()


def _faults(
    cluster: KubeCluster, nodes: list[KubeNode], chance: random.Random
) -> dict[str, Callable[[], object]]:
    """What can be killed; each is started again."""

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

    return {
        **{name: server(name) for name in
           ("kube-apiserver", "kube-scheduler", "kube-controller-manager")},
        **{f"kubelet {name}": partial(cluster.kill_kubelet, name) for name in NODES},
        **{f"{name} {node.name}": ours(node, name) for node in nodes for name in ("agent", "dra")},
    }  # fmt: skip


def test_nothing_is_lost_or_given_twice(two: tuple[KubeCluster, list[KubeNode]]) -> None:
    cluster, nodes = two
    chance = random.Random(7)
    cluster.apply(claim("witness", 200, "16Mi"), pod("witness", *load(3600, 5000)))
    assert eventually(lambda: _phases(cluster).get("witness") == "Running", 60)

    faults = _faults(cluster, nodes, chance)
    killed: Counter[str] = Counter()
    names = [f"p{i}" for i in range(SUBMISSIONS)]
    with Booked(nodes) as booked:
        for name in names:
            share = chance.choice(SHARES)
            command = load(chance.choice((1, 2)), 2000)
            once_up(partial(cluster.apply, claim(name, share, "16Mi"), pod(name, *command)))
            if chance.random() < 0.5:
                fault = chance.choice([*faults])
                killed[fault] += 1
                faults[fault]()
        assert eventually(lambda: _all_over(cluster, names), count(240, 1200)), (
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


def test_jobs_have_one_fate_whatever_is_killed(
    two: tuple[KubeCluster, list[KubeNode]], world: World, tmp_path: Path
) -> None:
    """Also the control plane, which submits them as pods."""
    cluster, nodes = two
    chance = random.Random(11)
    jobs = JobCluster(cluster, tmp_path)
    plane = Plane(world, tmp_path)
    world.environment |= jobs.variables()
    up = ("up", "--port", "0", "--engine", "kubernetes")

    def control() -> None:
        os.kill(plane.server["pid"], signal.SIGKILL)
        time.sleep(chance.uniform(0, 1))
        once_up(partial(plane.ok, *up))

    faults = {**_faults(cluster, nodes, chance), "control": control, "control again": control}
    killed: Counter[str] = Counter()
    plane.ok(*up)
    try:
        assert eventually(lambda: len(plane.json("node", "ls")) == len(nodes), 60)
        witness = _submit(plane, "witness", ["sleep", "3600"], 0)
        assert eventually(lambda: plane.job(witness)["state"] == "running", 60)
        names = {}
        with Booked(nodes) as booked:
            for number in range(JOBS):
                command = [*load(chance.choice((1, 2)), 2000)]
                name = f"job-{number}"
                submit = partial(_submit, plane, name, command, chance.choice(SHARES))
                if chance.random() < 0.5:  # while it is answered
                    fault = chance.choice([*faults])
                    killed[fault] += 1
                    hit = threading.Thread(target=faults[fault])
                    hit.start()
                    names[name] = once_up(submit)
                    hit.join()
                else:
                    names[name] = once_up(submit)
            over = partial(_ended, plane, [*names.values()])
            assert eventually(over, count(300, 1200)), (killed, plane.json("job", "ls"))
        assert killed
        assert booked.looks > JOBS / 4
        assert booked.wrong == set()
        assert len({*names.values()}) == JOBS
        found = plane.json("job", "ls", "--all", "-n", "1000")
        assert {each["id"] for each in found} == {witness, *names.values()}
        for job in names.values():
            assert plane.job(job)["state"] == "done", plane.json("explain", job)
        assert len(plane.job(witness)["attempts"]) == 1
        assert plane.job(witness)["state"] == "running"
        plane.ok("job", "cancel", "--wait", witness)
        assert eventually(lambda: not jobs.pods(), 60)
        assert not cluster.objects("resourceclaims")
        assert eventually(lambda: not any(node.programs() for node in nodes), 60)
    finally:
        plane.remove()
        jobs.passage.close()


def _submit(plane: Plane, name: str, command: list[str], share: int) -> str:
    """However often: one job."""
    spec: dict[str, Any] = {"id": name, "command": command, "image": IMAGE, "devices": "cpu:1"}
    if share:
        spec |= {"devices": "gpu:1", "share": f"{share / 10:g}%"}
    with plane.client() as client:
        (job,) = client.submit([spec], key=name)
    return str(job["id"])


def _ended(plane: Plane, jobs: list[str]) -> bool:
    try:
        return all(plane.job(job)["state"] in ("done", "failed", "cancelled") for job in jobs)
    except HeddleError:
        return False


def _witness(nodes: list[KubeNode]) -> int:
    return sum(
        int(each["device_time_ns"])
        for node in nodes
        for each in node.programs()
        if each["name"] == "witness"
    )


def _statuses(cluster: KubeCluster) -> dict[str, Any]:
    said = cluster.get("/api/v1/namespaces/default/pods")
    found = json.loads(said)["items"] if said else ()
    return {each["metadata"]["name"]: each["status"] for each in found}


def _phases(cluster: KubeCluster) -> dict[str, str]:
    return {name: str(each.get("phase")) for name, each in _statuses(cluster).items()}


def _all_over(cluster: KubeCluster, names: list[str]) -> bool:
    """Done, or never begun: Kubernetes gives up a container that was about to start when its
    kubelet was killed."""
    statuses = _statuses(cluster)
    failed = [each for each in statuses.values() if each.get("phase") == "Failed"]
    assert not [each for each in failed if _why_ended(each) != NEVER_RAN]
    return all(statuses.get(name, {}).get("phase") in ("Succeeded", "Failed") for name in names)


def _why_ended(status: dict[str, Any]) -> str:
    (container,) = status["containerStatuses"]
    return str(container["state"]["terminated"]["reason"])
