"""The images of deploy/Containerfile, and the installation that runs from them on a cluster."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.kube.cluster import KubeCluster
from tests.kube.images import BASE, CONTROL, NODE, Images
from tests.kube.installation import NAMESPACE, Installation
from tests.kube.node import IMAGE, load, phase, slices
from tests.world import eventually

pytestmark = pytest.mark.kube
DAEMONS, WEBHOOK, PLANE = (
    "daemonset/heddle-node",
    "deployment/heddle-webhook",
    "deployment/heddle-control",
)
#: In MB, beyond the base: measured 81 and 338, with Python's packages of November 2026.
LARGEST = {NODE: 120, CONTROL: 450}
DISK = "/var/lib/heddle-test-disk"


# -- what is in them ------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "user"), [(NODE, ""), (CONTROL, "65532:65532")])
def test_an_image_has_what_it_runs_and_nothing_that_builds_it(
    images: Images, node_image: str, control_image: str, name: str, user: str
) -> None:
    found = images.inspect(name)
    assert found["Config"].get("User", "") == user
    assert found["Config"]["Cmd"][0] == "heddle"
    assert found["Size"] - images.inspect(BASE)["Size"] < LARGEST[name] * 1e6
    with images.files(name) as root:
        assert (root / "opt/heddle/bin/heddle").is_file()
        programs = {each.name for each in (*root.glob("usr/bin/*"), *root.glob("opt/heddle/bin/*"))}
        assert programs.isdisjoint({"cc", "gcc", "c++", "g++", "cmake", "ninja", "make"})
        assert not list(root.glob("dist/*"))
        assert not list(root.glob("root/.cache/*"))


def test_a_new_wheel_makes_a_new_image(images: Images, node_image: str) -> None:
    """Not a layer that was built of the old one."""
    images.build("node", "heddle.test/heddle-node:2", images.context_of("9.9.9"))
    with images.files("heddle.test/heddle-node:2") as root:
        installed = root.glob("opt/heddle/lib/python3*/site-packages/heddle_xpu-*")
        assert [each.name for each in installed] == ["heddle_xpu-9.9.9.dist-info"]


# -- the installation -----------------------------------------------------------------------------


def disk(node: str) -> dict[str, Any]:
    """What a cluster without a provisioner of disks is given by hand."""
    term = {"key": "kubernetes.io/hostname", "operator": "In", "values": [node]}
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": {"name": "heddle-test"},
        "spec": {
            "capacity": {"storage": "10Gi"},
            "accessModes": ["ReadWriteOnce"],
            "persistentVolumeReclaimPolicy": "Retain",
            "local": {"path": DISK},
            "nodeAffinity": {
                "required": {"nodeSelectorTerms": [{"matchExpressions": [term]}]},
            },
        },
    }


def asking(name: str, ask: str) -> dict[str, Any]:
    """A pod that keeps busy what it asks for in a line."""
    container = {
        "name": "load",
        "image": IMAGE,
        "imagePullPolicy": "Never",
        "command": [*load(600)],
    }
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": name, "namespace": "default", "annotations": {"heddle.io/xpu": ask},
        },
        "spec": {"containers": [container], "terminationGracePeriodSeconds": 1},
    }  # fmt: skip


@pytest.fixture
def installed(
    bare: KubeCluster, images: Images, node_image: str, control_image: str
) -> Iterator[Installation]:
    (node,) = bare.nodes
    images.load(bare, node_image, control_image)
    subprocess.run([*bare.on_node(node), "mkdir", "--mode=755", DISK], check=True)
    bare.apply(disk(node))
    settings = "HEDDLE_KUBERNETES_NAMESPACES=default=default"
    made = Installation(bare, node, "--control", f"--control-env={settings}")
    yield made
    bare.kubectl("delete", "persistentvolume", "heddle-test")
    made.clean()


def in_plane(cluster: KubeCluster, *words: str) -> str:
    return cluster.kubectl("exec", "-n", NAMESPACE, PLANE, "--", *words)


def check(cluster: KubeCluster) -> list[dict[str, str]]:
    """What `heddle k8s check` finds wrong."""
    words = ["k8s", "check", "--kubeconfig", str(cluster.kubeconfig), "-o", "json"]
    inside = cluster.hosts.inside(cluster.hosts.hub)
    done = subprocess.run(
        [*inside, sys.executable, "-m", "heddle", *words], capture_output=True, text=True
    )
    return [each for each in json.loads(done.stdout) if each["state"] != "ok"]


def test_the_installation_runs_from_the_images_and_leaves_nothing_behind(
    cluster: KubeCluster, installed: Installation
) -> None:
    installed.install()
    installed.wait(DAEMONS, WEBHOOK, PLANE)
    assert eventually(lambda: bool(slices(cluster)), 60), installed.logs(DAEMONS)
    assert check(cluster) == []
    a_pod_that_asks_in_a_line_has_it(cluster, installed)
    the_control_plane_runs_jobs_and_outlives_its_pod(cluster, installed)
    the_control_plane_runs_without_manifests(cluster)

    installed.remove()
    assert eventually(lambda: slices(cluster) == [], 120)
    assert installed.left() == []


def a_pod_that_asks_in_a_line_has_it(cluster: KubeCluster, installed: Installation) -> None:
    """The webhook makes a claim of it, which the driver and the agent keep."""
    cluster.apply(asking("asks", "gpu:0.3,mem=256Mi"))
    found: dict[str, dict[str, Any]] = {}

    def is_busy() -> bool:
        found.update(installed.programs())
        return any(each["device_time_ns"] for each in found.values())

    assert eventually(is_busy, 90), installed.logs(DAEMONS)
    (program,) = found.values()
    assert (program["share_milli"], program["memory_limit"]) == (300, 256 << 20)
    assert phase(cluster, "asks") == "Running"
    cluster.kubectl("delete", "pod", "asks", "--wait=true")
    assert eventually(lambda: not installed.programs(), 30)


def the_control_plane_runs_jobs_and_outlives_its_pod(
    cluster: KubeCluster, installed: Installation
) -> None:
    """It is neither root nor of root's group, and finds on its disk what it had."""
    assert in_plane(cluster, "sh", "-c", "id -u; id -G").split() == ["65532", "65532"]
    asked = ("--image", IMAGE, "--devices", "gpu:1", "--share", "30%", "--mem", "256MiB")
    in_plane(cluster, "heddle", "submit", *asked, "--name", "first", "--wait", "--", *load(1))
    cluster.kubectl("delete", "pod", "-n", NAMESPACE, "-l", "app.kubernetes.io/component=control")
    installed.wait(PLANE)
    assert "first" in in_plane(cluster, "heddle", "job", "ls", "--all")
    said = cluster.kubectl("logs", "-n", NAMESPACE, PLANE)
    assert "listening" in said
    assert "HTTP Request" not in said


def the_control_plane_runs_without_manifests(cluster: KubeCluster) -> None:
    words = ("--image", CONTROL, "--image-pull-policy=Never", "--restart=Never")
    cluster.kubectl("run", "plain", *words)
    runs = eventually(lambda: "listening" in cluster.kubectl("logs", "plain", check=False), 60)
    said = cluster.kubectl("logs", "plain", check=False)
    cluster.kubectl("delete", "pod", "plain", "--now")
    assert runs, said
