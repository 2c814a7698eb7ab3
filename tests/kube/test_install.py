"""The installation, on a real API server: it takes every object, the chart makes the same ones,
each role is enough and has nothing to spare, and nothing is left when it is removed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from heddle.kubernetes import DRIVER
from heddle.kubernetes.install.parts import account
from heddle.kubernetes.install.rules import DRIVER_RULES, AccessRule
from heddle.kubernetes.install.settings import Settings
from tests.conftest import missing
from tests.kube import parts
from tests.kube.cluster import KubeCluster
from tests.kube.node import CLASSES, LOAD, KubeNode, claim, phase, pod, slices
from tests.world import ROOT, eventually

pytestmark = pytest.mark.kube
NAMESPACE = "heddle-system"
#: Options of `heddle k8s manifests`, and the same for Helm.
CHOICES = {
    "usual": ([], []),
    "bare": (["--without-webhook"], ["webhook=false"]),
    "all": (
        ["--control", "--soft", "--metrics-port=9464", "--runtime-class=nvidia",
         "--libraries=/opt/rocm/lib", "--node-selector=a=b", "--env=A=B", "--control-env=C=D"],
        ["control=true", "soft=true", "metricsPort=9464", "runtimeClass=nvidia",
         "libraries=/opt/rocm/lib", "nodeSelector.a=b", "env[0].name=A", "env[0].value=B",
         "controlEnv[0].name=C", "controlEnv[0].value=D"],
    ),
}  # fmt: skip


def heddle(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "heddle", *words], capture_output=True, text=True)


def manifests(*words: str) -> str:
    done = heddle("k8s", "manifests", *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def chart(*values: str) -> str:
    try:
        program = parts.helm()
    except (parts.PartsError, OSError) as error:
        missing(str(error), "tests/kube/parts.py says what it needs")
    words = [str(program), "template", "heddle", str(ROOT / "deploy/chart"), "-n", NAMESPACE]
    set_words = [f"--set={value}" for value in values]
    done = subprocess.run([*words, *set_words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def by_name(text: str) -> dict[str, Any]:
    """Less what is different each time: the certificate."""
    found = {}
    for each in yaml.safe_load_all(text):
        if each is None:
            continue
        if each["kind"] == "Secret":
            each["data"] = sorted(each["data"])
        for hook in each.get("webhooks", ()):
            hook["clientConfig"].pop("caBundle", None)
        template = each.get("spec", {}).get("template", {}).get("metadata", {})
        if "heddle.dev/certificate" in template.get("annotations", {}):
            template["annotations"] = {}
        found[f"{each['kind']} {each['metadata']['name']}"] = each
    return found


@pytest.fixture
def namespace(cluster: KubeCluster) -> Iterator[None]:
    """A dry run does not make the namespace that the other objects are in."""
    made = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": NAMESPACE}}
    cluster.apply(made)
    yield
    cluster.kubectl("delete", "namespace", NAMESPACE, "--ignore-not-found", "--wait=true")


@pytest.mark.parametrize("choice", CHOICES)
def test_the_api_server_takes_all_of_it_and_the_chart_is_the_same(
    cluster: KubeCluster, namespace: None, choice: str
) -> None:
    options, values = CHOICES[choice]
    plain, rendered = manifests(*options), chart(*values)
    ours, helms = by_name(plain), by_name(rendered)
    assert ours.pop(f"Namespace {NAMESPACE}")
    assert ours == helms
    for text in (plain, rendered):
        said = cluster.kubectl(
            "apply", "--dry-run=server", "--validate=strict", "-f", "-", input=text
        )
        lines = [line for line in said.splitlines() if "namespace/" not in line]
        assert len(lines) == len(ours), said
    assert cluster.objects("daemonsets", "-A") == []


# -- roles ----------------------------------------------------------------------------------------


def without(group: str, resource: str, verb: str) -> list[AccessRule]:
    found = []
    for rule in DRIVER_RULES:
        is_it = (rule.group, rule.resource) == (group, resource)
        verbs = tuple(each for each in rule.verbs if not (is_it and each == verb))
        if verbs:
            found.append(replace(rule, verbs=verbs))
    return found


class RestrictedDriver:
    """The driver of a node with the rights of its service account, and no others."""

    def __init__(self, cluster: KubeCluster, node: KubeNode, folder: Path) -> None:
        self.cluster, self.node = cluster, node
        self._kubeconfig = folder / "kubeconfig"
        self.name = f"dra-{folder.name}"
        self._runs = False

    def allow(self, rules: Sequence[AccessRule]) -> None:
        self.cluster.apply(*account("driver", rules, Settings()))
        token = self.cluster.kubectl("create", "token", "heddle-driver", "-n", NAMESPACE).strip()
        self.cluster.write_kubeconfig(self._kubeconfig, token)

    def start(self) -> None:
        """Also again."""
        asked = ("--node-name", self.node.name, "--kubeconfig", str(self._kubeconfig))
        self.stop()
        self.node.start(self.name, "node", "dra", *asked)
        self._runs = True

    def stop(self) -> None:
        if self._runs:
            self.node.kill(self.name)
        self._runs = False

    def says(self, *words: str) -> bool:
        return eventually(lambda: all(word in self.node.log(self.name) for word in words), 30)


@pytest.fixture
def restricted(
    cluster: KubeCluster, node: KubeNode, namespace: None, tmp_path: Path
) -> Iterator[RestrictedDriver]:
    """In the place of the node's driver, for a while."""
    node.kill("dra")
    made = RestrictedDriver(cluster, node, tmp_path)
    try:
        yield made
    finally:
        made.stop()
        for kind in ("clusterrole", "clusterrolebinding"):
            cluster.kubectl("delete", kind, "heddle-driver", "--ignore-not-found")
        node.start_driver()
        assert eventually(lambda: bool(slices(cluster)), 60), node.log("dra")


def renamed(cluster: KubeCluster) -> None:
    """A slice that is not what the driver would publish."""
    (found,) = slices(cluster)
    found["spec"]["devices"] = found["spec"]["devices"][:1]
    found["spec"]["pool"]["generation"] += 1
    cluster.kubectl("replace", "-f", "-", input=json.dumps(found))


def test_the_drivers_role_is_enough(cluster: KubeCluster, restricted: RestrictedDriver) -> None:
    """To publish for the first time, to publish anew, and for a pod."""
    cluster.kubectl("delete", "resourceslices", "--all")
    restricted.allow(DRIVER_RULES)
    restricted.start()
    assert eventually(lambda: bool(slices(cluster)), 30), restricted.node.log(restricted.name)
    renamed(cluster)
    restricted.start()
    devices = eventually(lambda: len(slices(cluster)[0]["spec"]["devices"]) > 1, 30)
    assert devices, restricted.node.log(restricted.name)
    cluster.apply(claim("allowed", 300, "256Mi"))
    cluster.apply(pod("allowed", LOAD, "requests", "1", "1000", "0", "4", "2"))
    ended = eventually(lambda: phase(cluster, "allowed") == "Succeeded", 90)
    cluster.kubectl("delete", "pod,resourceclaim", "allowed", "--wait=true")
    assert ended, restricted.node.log(restricted.name)


def stale(node: KubeNode) -> dict[str, Any]:
    """A slice of a card that this node has no longer."""
    pool = {"name": f"{node.name}/cuda-0", "generation": 1, "resourceSliceCount": 1}
    return {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceSlice",
        "metadata": {"name": f"{node.name}-{DRIVER}-cuda-0-0"},
        "spec": {"driver": DRIVER, "nodeName": node.name, "pool": pool, "devices": []},
    }


@pytest.mark.parametrize("verb", ["list", "create", "update", "delete"])
def test_without_a_verb_nothing_is_published_and_the_log_names_it(
    cluster: KubeCluster, restricted: RestrictedDriver, verb: str
) -> None:
    """So the role has no verb to spare."""
    if verb == "create":
        cluster.kubectl("delete", "resourceslices", "--all")
    elif verb == "update":
        renamed(cluster)
    elif verb == "delete":
        cluster.apply(stale(restricted.node))
    restricted.allow(without("resource.k8s.io", "resourceslices", verb))
    restricted.start()
    rule = f'cannot {verb} resource "resourceslices"'
    assert restricted.says(rule, "ClusterRole lacks that rule"), restricted.node.log(
        restricted.name
    )
    if verb == "create":
        assert slices(cluster) == []
    if verb == "update":
        assert len(slices(cluster)[0]["spec"]["devices"]) == 1
    # Given the rule, the next start has all that it needs.
    restricted.allow(DRIVER_RULES)
    restricted.start()
    assert eventually(
        lambda: [len(each["spec"].get("devices", ())) > 1 for each in slices(cluster)] == [True], 30
    )


def test_without_the_right_to_read_claims_a_pod_does_not_start(
    cluster: KubeCluster, restricted: RestrictedDriver
) -> None:
    restricted.allow(without("resource.k8s.io", "resourceclaims", "get"))
    restricted.start()
    cluster.apply(claim("denied", 300, "256Mi"))
    cluster.apply(pod("denied", LOAD, "requests", "1", "1000", "0", "4", "2"))
    rule = 'cannot get resource "resourceclaims"'
    assert restricted.says(rule, "ClusterRole lacks that rule")
    assert rule in cluster.kubectl("get", "events", "-o", "yaml")
    assert phase(cluster, "denied") == "Pending"
    restricted.allow(DRIVER_RULES)
    assert eventually(lambda: phase(cluster, "denied") == "Succeeded", 120), restricted.node.log(
        restricted.name
    )
    cluster.kubectl("delete", "pod,resourceclaim", "denied", "--wait=true")


# -- check and removal ----------------------------------------------------------------------------


def check(cluster: KubeCluster) -> tuple[int, dict[str, dict[str, str]]]:
    words = ["k8s", "check", "--kubeconfig", str(cluster.kubeconfig), "-o", "json"]
    inside = cluster.hosts.inside(cluster.hosts.hub)
    done = subprocess.run(
        [*inside, sys.executable, "-m", "heddle", *words], capture_output=True, text=True
    )
    assert done.stdout, done.stderr
    return done.returncode, {each["what"]: each for each in json.loads(done.stdout)}


def test_check_goes_from_what_is_missing_to_all_is_well_and_removal_leaves_nothing(
    cluster: KubeCluster, node: KubeNode
) -> None:
    """The DaemonSet is kept off the node: its driver runs there already, as a process."""
    cluster.kubectl("delete", "deviceclass", "--all")
    code, found = check(cluster)
    assert code == 1
    assert "xpu-best-effort" in found["device classes"]["detail"]
    assert found["parts of devices"]["state"] == "ok"
    text = manifests("--without-webhook", "--node-selector=no=where")
    cluster.kubectl("apply", "-f", "-", input=text)
    code, found = check(cluster)
    assert code == 0, found
    assert found["rights of the driver"]["state"] == "ok"
    assert f"devices of {node.name}" in found
    policy = cluster.objects("validatingadmissionpolicy", "heddle-driver")[0]
    assert "warnings" not in str(policy.get("status"))

    cluster.kubectl("delete", "-f", "-", "--wait=true", input=text)
    kinds = cluster.kubectl("api-resources", "--verbs=list", "-o", "name").split()
    left = cluster.kubectl(
        "get", ",".join(kinds), "-A", "-l", "app.kubernetes.io/name=heddle", "-o", "name"
    )
    assert left == ""
    assert NAMESPACE not in cluster.kubectl("get", "namespaces", "-o", "name")
    # kubelet removes what a driver published that has ended.
    node.kill("dra", signal.SIGTERM)
    files = ["find", "/var/run/cdi", "-name", "heddle*"]
    try:
        assert eventually(lambda: slices(cluster) == [], 120)
        listed = subprocess.run(
            [*cluster.on_node(node.name), *files], capture_output=True, text=True
        )
        assert listed.stdout == ""
    finally:
        cluster.apply(*CLASSES)
        node.start_driver()
        assert eventually(lambda: bool(slices(cluster)), 60), node.log("dra")


def test_a_driver_publishes_for_its_own_node_only(
    cluster: KubeCluster, node: KubeNode, tmp_path: Path
) -> None:
    """By a token of a pod on that node, which says so."""
    text = manifests("--without-webhook", "--node-selector=no=where")
    cluster.kubectl("apply", "-f", "-", input=text)
    try:
        holder = {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {"name": "holder", "namespace": NAMESPACE},
            "spec": {
                "nodeName": node.name,
                "serviceAccountName": "heddle-driver",
                "containers": [{"name": "c", "image": "none", "imagePullPolicy": "Never"}],
            },
        }
        cluster.apply(holder)
        bound = ("--bound-object-kind=Pod", "--bound-object-name=holder")
        token = cluster.kubectl("create", "token", "heddle-driver", "-n", NAMESPACE, *bound)
        config = tmp_path / "kubeconfig"
        cluster.write_kubeconfig(config, token.strip())

        def publish(node_name: str) -> str:
            pool = {"name": node_name, "generation": 1, "resourceSliceCount": 1}
            made = {
                "apiVersion": "resource.k8s.io/v1",
                "kind": "ResourceSlice",
                "metadata": {"name": f"tried-{node_name}"},
                "spec": {"driver": DRIVER, "nodeName": node_name, "pool": pool, "devices": []},
            }
            words = [str(cluster.parts.file("kubectl")), f"--kubeconfig={config}"]
            done = subprocess.run(
                [*cluster.hosts.inside(cluster.hosts.hub), *words, "create", "--dry-run=server",
                 "-f", "-"],
                input=json.dumps(made), capture_output=True, text=True, env=dict(os.environ),
            )  # fmt: skip
            return done.stdout + done.stderr

        assert eventually(lambda: "own node only" in publish("elsewhere"), 30)
        assert "created" in publish(node.name)
    finally:
        cluster.kubectl("delete", "pod", "holder", "-n", NAMESPACE, "--now")
        cluster.kubectl("delete", "-f", "-", "--wait=true", input=text)
        cluster.apply(*CLASSES)  # the installation's were called the same
