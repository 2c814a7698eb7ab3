"""What the engine kubernetes makes of orders, of pods, and of what the API server answers. A real
cluster is in tests/kube."""

from __future__ import annotations

import base64
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from heddle.engine._elsewhere.order_file import UnsuitableError
from heddle.engine.base import Equipment, Order
from heddle.engine.kubernetes import manifests, snapshots
from heddle.engine.kubernetes.answers import refusal, unanswered
from heddle.engine.kubernetes.execution import outcome
from heddle.engine.kubernetes.manifests import PlaceGoneError, PodNaming
from heddle.engine.kubernetes.nodes import milli, read_nodes
from heddle.engine.kubernetes.pods import GATE, MemberPod, read_pod
from heddle.engine.kubernetes.settings import NAMESPACES, KubeSettings, read_settings
from heddle.engine.kubernetes.verdict import PodEvidence, judge, loss, steps
from heddle.errors import UsageError
from heddle.kubernetes import DRIVER
from heddle.model.record import Place

BEGAN, ENDED = "2026-11-18T01:00:00Z", "2026-11-18T01:00:05Z"
NAMING = PodNaming("k3y", "n0nce", "jobs")
SETTINGS = KubeSettings(namespaces={"default": "jobs"}, image="python:3.12")


def node(name: str = "n1", **spec: Any) -> dict[str, Any]:
    return {
        "metadata": {"name": name},
        "spec": spec,
        "status": {
            "allocatable": {"cpu": "1900m", "memory": "8Gi"},
            "conditions": [{"type": "Ready", "status": "True"}],
            "addresses": [{"type": "InternalIP", "address": "10.0.0.1"}],
        },
    }


def device(name: str, **attributes: Any) -> dict[str, Any]:
    words = {"api": "cuda", "kind": "gpu", "model": "h200", "vendor": "nvidia", **attributes}
    return {
        "name": name,
        "attributes": {key: {"string": value} for key, value in words.items()},
        "capacity": {"memory": {"value": "16Gi"}, "share": {"value": "1000"}},
    }


def slice_of(*devices: dict[str, Any], generation: int = 1) -> dict[str, Any]:
    pool = {"name": "n1", "generation": generation, "resourceSliceCount": 1}
    return {"spec": {"driver": DRIVER, "nodeName": "n1", "pool": pool, "devices": [*devices]}}


def pod(member: int = 0, **status: Any) -> dict[str, Any]:
    notes = {f"{DRIVER}/attempt": "j1.1", f"{DRIVER}/member": str(member)}
    metadata = {"name": f"p{member}", "namespace": "jobs", "annotations": notes}
    return {"metadata": {**metadata, "resourceVersion": "7"}, "spec": {}, "status": status}


def over(code: int, member: int = 0, **more: Any) -> dict[str, Any]:
    done = {"exitCode": code, "startedAt": BEGAN, "finishedAt": ENDED, **more.pop("done", {})}
    phase = "Failed" if code else "Succeeded"
    return pod(member, phase=phase, containerStatuses=[{"state": {"terminated": done}}], **more)


def waiting(reason: str, message: str = "") -> dict[str, Any]:
    state = {"waiting": {"reason": reason, "message": message}}
    return pod(phase="Pending", containerStatuses=[{"state": state}])


def running(member: int = 0) -> dict[str, Any]:
    state = {"running": {"startedAt": BEGAN}}
    return pod(member, phase="Running", containerStatuses=[{"state": state}])


def evidence(*pods: dict[str, Any] | None, **more: Any) -> PodEvidence:
    found = [None if each is None else read_pod(each) for each in pods]
    return PodEvidence("j1.1", found, more.pop("stop", None), frozenset(), 1_000, **more)


@pytest.mark.parametrize(
    ("code", "done", "expected"),
    [
        (0, {}, 0),
        (3, {}, 3),
        (143, {}, -15),
        (137, {}, -9),
        (128, {}, 128),
        (1, {"signal": 11}, -11),
        (137, {"reason": "OOMKilled"}, -9),
        (128, {"reason": "StartError", "message": 'exec: "x": not found in $PATH'}, 127),
        (128, {"reason": "StartError", "message": "permission denied"}, 126),
    ],
)
def test_exit_codes_are_those_of_other_engines(
    code: int, done: dict[str, Any], expected: int
) -> None:
    assert read_pod(over(code, done=done)).exit_code == expected


@pytest.mark.parametrize(
    ("said", "state", "why"),
    [
        (over(3), "ended", ""),
        (over(137, done={"reason": "OOMKilled"}), "ended", "out of memory: it needed more"),
        (over(143, reason="Evicted", message="The node was low on resource: memory."), "lost",
         "Kubernetes ended its pod: Evicted, The node was low on resource: memory"),
        (pod(phase="Failed", reason="OutOfcpu", message="Node didn't have enough"), "lost",
         "Kubernetes ended its pod: OutOfcpu"),
        (pod(phase="Failed"), "lost", "Kubernetes does not know how its container ended"),
        (over(143, conditions=[{"type": "DisruptionTarget", "status": "True",
              "reason": "PreemptionByScheduler", "message": "preempting"}]), "lost",
         "Kubernetes ended its pod: PreemptionByScheduler, preempting"),
        (over(143, conditions=[{"type": "TerminationTarget", "status": "True",
              "reason": "Preempted", "message": "by Kueue"}]), "lost",
         "Kubernetes ended its pod: Preempted, by Kueue"),
        (pod(phase="Failed", initContainerStatuses=[{"state": {"terminated": {"exitCode": 128,
             "reason": "StartError", "message": "no sh"}}}]), "lost",
         "its snapshot cannot be unpacked (StartError, no sh, exit code 128)"),
        (None, "lost", "its pod has gone from Kubernetes"),
        (waiting("ContainerCreating"), "starting", "it waits in Kubernetes: ContainerCreating"),
        (waiting("ImagePullBackOff", "no such host"), "starting", "it waits in Kubernetes: its "
         "image cannot be pulled: ImagePullBackOff, no such host"),
        (pod(phase="Pending", conditions=[{"type": "PodScheduled", "status": "False",
             "reason": "Unschedulable", "message": "0/1 nodes are available"}]), "starting",
         "it waits in Kubernetes: Unschedulable, 0/1 nodes are available"),
        (running(), "running", ""),
    ],
)  # fmt: skip
def test_what_kubernetes_says_of_a_pod_is_the_state_of_the_attempt(
    said: dict[str, Any] | None, state: str, why: str
) -> None:
    seen = judge(evidence(said))
    assert seen.state == state
    assert seen.why.startswith(why)
    assert bool(seen.why) == bool(why)


def test_the_first_member_that_failed_by_itself_counts() -> None:
    """Times of Kubernetes are whole seconds, so they cannot tell."""
    ended = over(143, 0, reason="DeadlineExceeded")
    seen = judge(evidence(ended, over(5, 1), over(9, 2, reason="DeadlineExceeded")))
    why = "member 1 ended with exit code 5, so the others were ended"
    assert (seen.state, seen.exit_code, seen.why) == ("ended", 5, why)


def test_nothing_is_over_while_a_member_runs() -> None:
    """A member that fails, or that is lost, ends the others first."""
    for first in (over(5), None, waiting("ImagePullBackOff"), over(1, reason="Evicted")):
        has = evidence(first, running(1))
        assert judge(has).state not in ("ended", "lost")
        ends = [(step.what, step.pod.member) for step in steps(has)]
        assert ("end", 1) in ends
        assert ("end", 0) not in ends


def test_what_has_not_begun_is_deleted_and_what_runs_is_asked_to_end() -> None:
    has = evidence(waiting("ContainerCreating"), running(1), over(0, 2), stop="cancelled")
    assert [(step.what, step.pod.member) for step in steps(has)] == [("delete", 0), ("end", 1)]
    asked = running(1)
    asked["spec"]["activeDeadlineSeconds"] = 1
    leaving = waiting("ContainerCreating")
    leaving["metadata"]["deletionTimestamp"] = ENDED
    assert steps(evidence(leaving, asked, stop="cancelled")) == [], "once"


def test_what_never_ran_ends_without_a_duration() -> None:
    gone = MemberPod("p0", "jobs", "j1.1", 0, "", 7, is_gone=True)
    seen = judge(PodEvidence("j1.1", [gone], "cancelled", frozenset([0]), 1_000))
    assert (seen.state, seen.exit_code, seen.why) == ("ended", -15, "cancelled")
    assert seen.started_ms == seen.ended_ms == 1_000


def test_the_cause_of_a_loss_outlives_its_pods() -> None:
    """Kubelet forgets why a container waited when its pod is deleted."""
    cause = loss(evidence(waiting("ImagePullBackOff", "no such host")))
    seen = judge(evidence(pod(phase="Failed"), cause=cause))
    assert (seen.state, seen.unready) == ("lost", True)
    assert "no such host" in seen.why


def test_members_go_through_the_gate_when_the_first_one_has_an_address() -> None:
    first, second = pod(0, phase="Pending"), pod(1, phase="Pending")
    for each in (first, second):
        each["spec"]["schedulingGates"] = [{"name": GATE}, {"name": "kueue"}]
    assert [step.pod.member for step in steps(evidence(first, second))] == [0]
    first["spec"]["schedulingGates"] = []
    assert steps(evidence(first, second)) == []
    first["status"]["podIP"] = "10.244.1.7"
    (step,) = steps(evidence(first, second))
    assert (step.what, step.pod.member, step.master) == ("open", 1, "10.244.1.7")


def test_a_pod_says_what_the_order_does() -> None:
    known = read_nodes([node()], [slice_of(device("cuda-0", uuid="GPU-1"))])
    place = Place("n1", (("GPU-1", 300),), 1500, 2048, (4096,))
    equipment = Equipment(private={"TOKEN": b"s3cret"}, files={"KEY": b"\0\1"})
    order = Order(
        "j7[3].1", ("echo", "$(RANK) $HOME"), (place, place), {"A": "$(B)"}, tenant="default",
        grace_s=0.5, equipment=equipment,
    )  # fmt: skip
    made = manifests.pod(order, 1, NAMING, SETTINGS, known)
    spec, container = made["spec"], made["spec"]["containers"][0]
    assert container["command"] == ["echo", "$$(RANK) $$HOME"]
    assert container["image"] == "python:3.12"
    size = {"cpu": "1500m", "memory": "2048Mi"}
    assert (container["resources"]["requests"], container["resources"]["limits"]) == (size, size)
    assert (spec["terminationGracePeriodSeconds"], spec["restartPolicy"]) == (1, "Never")
    assert "nodeName" not in spec
    variables = {each["name"]: each for each in container["env"]}
    assert (variables["A"]["value"], variables["RANK"]["value"]) == ("$$(B)", "1")
    assert "valueFrom" in variables["TOKEN"]
    assert variables["KEY"]["value"].endswith("/KEY")
    claim = manifests.claim(order, 1, NAMING, known["n1"], {"metadata": {"name": "p", "uid": "u"}})
    (request,) = claim["spec"]["devices"]["requests"]
    assert request["exactly"]["capacity"]["requests"] == {"share": "300", "memory": "4096Mi"}
    assert '.uuid == "GPU-1"' in request["exactly"]["selectors"][0]["cel"]["expression"]
    assert spec["resourceClaims"][0]["resourceClaimName"] == claim["metadata"]["name"]
    secret = manifests.secret(order, NAMING, [{"metadata": {"name": "p", "uid": "u"}}])
    assert base64.b64decode(secret["data"]["KEY"]) == b"\0\1"
    assert len(made["metadata"]["name"]) <= 63
    assert made["metadata"]["name"] != manifests.pod(order, 0, NAMING, SETTINGS, known)["metadata"]


def test_a_snapshot_is_in_as_many_secrets_as_it_needs(tmp_path: Path) -> None:
    archive = tmp_path / "snapshot.tar.gz"
    archive.write_bytes(os.urandom(snapshots.PART_BYTES + 5))
    equipment = Equipment(archive=str(archive))
    order = Order("j1.1", ("true",), (Place("n1", (), 500),), equipment=equipment)
    spec = manifests.pod(order, 0, NAMING, SETTINGS, {})["spec"]
    made = manifests.snapshot(order, archive.read_bytes(), NAMING, [])
    volume = next(each for each in spec["volumes"] if "projected" in each)
    names = [each["secret"]["name"] for each in volume["projected"]["sources"]]
    assert names == [each["metadata"]["name"] for each in made]
    whole = b"".join(base64.b64decode(each["data"]["part"]) for each in made)
    assert whole == archive.read_bytes()
    (init,) = spec["initContainers"]
    assert init["resources"]["limits"] == {"cpu": "500m"}
    with archive.open("ab") as file:
        file.truncate(snapshots.MOST_PARTS * snapshots.PART_BYTES + 1)
    with pytest.raises(UnsuitableError, match="heddleignore"):
        manifests.check(order, SETTINGS)


def test_names_differ_where_attempts_or_control_planes_do() -> None:
    names = {NAMING.of(attempt, 0) for attempt in ("j1[0].1", "j1-0.1", "j1.0.1", "j" * 99)}
    names.add(replace(NAMING, key="other").of("j1[0].1", 0))
    assert len(names) == 5
    assert replace(NAMING, nonce="other").of("j1[0].1", 0) in names, "starting twice is once"


def test_a_part_of_unknown_size_has_as_much_memory_as_time() -> None:
    known = read_nodes([node()], [slice_of(device("cuda-0", uuid="GPU-1"))])
    order = Order("j1.1", ("true",), (Place("n1", (("cuda-0", 250),)),))
    claim = manifests.claim(order, 0, NAMING, known["n1"], {"metadata": {"name": "p", "uid": "u"}})
    (request,) = claim["spec"]["devices"]["requests"]
    assert request["exactly"]["capacity"]["requests"] == {"share": "250", "memory": "4096Mi"}


def test_places_that_have_gone_are_a_reason_to_wait() -> None:
    known = read_nodes([node()], [])
    for place in (Place("n2", (("cuda-0", 1000),)), Place("n1", (("cuda-0", 1000),))):
        order = Order("j1.1", ("true",), (place,))
        with pytest.raises(PlaceGoneError, match=place.node):
            manifests.pod(order, 0, NAMING, SETTINGS, known)
    anywhere = manifests.pod(Order("j1.1", ("true",), (Place("n2"),)), 0, NAMING, SETTINGS, known)
    assert "affinity" not in anywhere["spec"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"image": None}, "HEDDLE_KUBERNETES_IMAGE"),
        ({"cap_milli": 500}, "does not support `cap`"),
        ({"tenant": "acme"}, f"{NAMESPACES}=acme=NAMESPACE"),
    ],
)
def test_what_can_never_run_is_refused_with_the_remedy(change: dict[str, Any], why: str) -> None:
    order = replace(Order("j1.1", ("true",), (Place("n1"),)), **change)
    with pytest.raises(UnsuitableError, match=why):
        manifests.check(order, replace(SETTINGS, image=None) if "image" in change else SETTINGS)


def test_nodes_have_the_devices_of_the_guaranteed_layer_once() -> None:
    devices = [
        device("cuda-0", uuid="GPU-1", layer="guaranteed"),
        device("cuda-0-spare", uuid="GPU-1", layer="best-effort"),
        device("opencl-0", uuid="GPU-1", api="opencl", layer="guaranteed"),
        device("opencl-1", kind="cpu"),
        device("soft-npu", uuid="soft-npu", kind="npu", api="soft"),
    ]
    old = slice_of(device("cuda-9", uuid="GPU-9"))
    (found,) = read_nodes([node()], [slice_of(*devices, generation=2), old]).values()
    row = found.row
    assert row.called == (("cuda-0", "GPU-1"), ("soft-npu",))
    assert [(each.kind, each.memory_mib) for each in row.devices] == [
        ("gpu", 16384),
        ("npu", 16384),
    ]
    assert (row.cpu_milli, row.memory_mib, row.address) == (1900, 8192, "10.0.0.1")
    assert '.api == "cuda"' in found.selectors["cuda-0"]


def test_nodes_that_are_not_used_say_why() -> None:
    def only(each: dict[str, Any], *tolerated: str) -> tuple[bool, str]:
        (found,) = read_nodes([each], [], tolerated).values()
        return found.row.cordoned, found.row.down

    taint = {"key": "nvidia.com/gpu", "effect": "NoSchedule"}
    kept = {"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"}
    assert only(node()) == (False, "")
    assert only(node(unschedulable=True, taints=[kept])) == (True, "")
    assert "HEDDLE_KUBERNETES_TOLERATIONS=nvidia.com/gpu" in only(node(taints=[taint]))[1]
    assert only(node(taints=[taint]), "nvidia.com/gpu") == (False, "")
    broken = node()
    broken["status"]["conditions"][0] |= {"status": "Unknown", "message": "Kubelet stopped."}
    assert only(broken)[1] == "n1 is not ready in Kubernetes: Kubelet stopped"


@pytest.mark.parametrize(("text", "cores"), [("1900m", 1900), ("2", 2000), ("1.5", 1500)])
def test_cores(text: str, cores: int) -> None:
    assert milli(text) == cores


@pytest.mark.parametrize(
    ("code", "said", "why", "is_down", "is_final"),
    [
        (403, 'pods is forbidden: User "system:serviceaccount:heddle:up" cannot create resource '
         '"pods" in API group "" in the namespace "a"',
         'may not create pods in namespace a. Add to its Role: apiGroups: [""], resources: '
         '["pods"], verbs: ["create"]', False, False),
        (403, 'nodes is forbidden: User "u" cannot list resource "nodes" in API group "" at the '
         "cluster scope", "u may not list nodes in the whole cluster. Add to its ClusterRole",
         False, False),
        (403, 'pods "x" is forbidden: exceeded quota: one, requested: pods=1, used: pods=1',
         "the quota of the namespace is used up (exceeded quota: one", False, False),
        (403, 'pods "x" is forbidden: violates PodSecurity "restricted:latest": ...',
         "Kubernetes refuses it", False, True),
        (422, "Pod is invalid: spec.containers[0].image: Required", "refuses it", False, True),
        (401, "Unauthorized", "Renew the credentials", True, False),
        (503, "etcd leader changed", "cannot say now", True, False),
        (409, "exists", "refuses it", False, False),
    ],
)  # fmt: skip
def test_refusals_are_translated(
    code: int, said: str, why: str, is_down: bool, is_final: bool
) -> None:
    error = refusal(code, said)
    assert why in str(error)
    assert (error.is_down, error.is_final) == (is_down, is_final)


def test_a_server_that_does_not_answer_is_down() -> None:
    error = unanswered("https://10.0.0.1:6443", "timed out")
    assert error.is_down
    assert "https://10.0.0.1:6443 does not answer (timed out)" in str(error)


def test_settings() -> None:
    read = read_settings(
        {NAMESPACES: "default=jobs, acme=team-a", "KUBECONFIG": "/k", "HEDDLE_KUBECONFIG": "/h"}
    )
    assert read.kubeconfig == "/h"
    assert read.namespace_of("acme/vision") == "team-a"
    assert read.namespace_of("other") is None
    for wrong in ("acme", "acme=", "acme=Team", "=a"):
        with pytest.raises(UsageError, match="TENANT=NAMESPACE"):
            read_settings({NAMESPACES: wrong})


@pytest.mark.parametrize(
    ("status", "code", "said"),
    [
        ({"status": "Success"}, 0, ""),
        ({"status": "Failure", "reason": "NonZeroExitCode", "message": "terminated",
          "details": {"causes": [{"reason": "ExitCode", "message": "137"}]}}, -9, ""),
        ({"status": "Failure", "message": "exec: x: executable file not found"}, 127, "exec: x"),
        ({"status": "Failure", "message": "container is gone"}, 126, "container is gone"),
    ],
)  # fmt: skip
def test_the_end_of_a_command_beside_a_member(status: dict[str, Any], code: int, said: str) -> None:
    found, text = outcome(status)
    assert (found, text.startswith(said), bool(text)) == (code, True, bool(said))
