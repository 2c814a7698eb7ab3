"""What the engine kubernetes promises of its own, on a real cluster: what pods find, what
Kubernetes refuses, ends and forgets, and servers that are away."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from socket import socket
from typing import Any

import pytest

from heddle.cluster.row import NodeRow
from heddle.engine.base import AttemptStatus, Equipment, Order
from heddle.engine.kubernetes import settings
from heddle.engine.kubernetes.engine import Kubernetes
from heddle.engine.kubernetes.pods import GATE
from heddle.errors import HeddleError, UsageError
from heddle.model.record import Place
from heddle.model.wire.execution import BACK, ENDED, ERRORS, OUTPUT, ExecutionRequest, code_of
from heddle.model.wire.terminal import INPUT, Frames, frame
from tests.engines import FINAL, Followed, order, within, written
from tests.kube.engines import JobCluster
from tests.kube.node import SPARE_MILLI, KubeNode

pytestmark = pytest.mark.kube

STAYS = ("sleep", "1000")
Making = Callable[..., Followed]


@pytest.fixture
def make(jobs: JobCluster, tmp_path: Path) -> Iterator[Making]:
    """Engines with variables of their own, of one folder."""
    made: list[Kubernetes] = []

    def one(**variables: str) -> Followed:
        if made:
            made[-1].close()
        made.append(jobs.engine(tmp_path / "engine", **variables))
        return Followed(made[-1])

    yield one
    last = made[-1]
    jobs.passage.is_open = True
    assert within(lambda: not last.down)
    for seen in last.seen():
        last.stop(seen.attempt, "the test is over")
    assert within(lambda: all(seen.state in FINAL for seen in last.seen()))
    assert within(lambda: not jobs.pods()), jobs.pods()
    last.close()


def pod_of(jobs: JobCluster, attempt: str, member: int = 0) -> dict[str, Any]:
    found = jobs.cluster.objects("pods", "-l", "app.kubernetes.io/managed-by=heddle")
    names = "xpu.heddle.dev/attempt", "xpu.heddle.dev/member"
    wanted = (attempt, str(member))
    return next(p for p in found if tuple(p["metadata"]["annotations"][n] for n in names) == wanted)


def test_a_member_finds_what_it_was_given_and_nothing_else(make: Making, jobs: JobCluster) -> None:
    """Secrets are in a Secret, not in the pod; nothing that looks like a variable is replaced."""
    private = Equipment(private={"TOKEN": b"s3cret"}, files={"KEYFILE": b"key"})
    script = 'echo "$TOKEN $(cat $KEYFILE) $1 $MINE $RANK/$WORLD_SIZE $HEDDLE_JOB $(pwd)"'
    asked = Order(
        "j1.1", ("sh", "-c", script, "sh", "$(RANK)$$"), (Place("n1", (), 100, 64),),
        {"MINE": "$(HOME)"}, equipment=private, isolated=True,
    )  # fmt: skip
    followed = make()
    assert followed.engine.start(asked) is None
    said = json.dumps(pod_of(jobs, "j1.1"))
    assert "s3cret" not in said
    end = followed.end("j1.1")
    assert (end.exit_code, end.why) == (0, "")
    text = written(followed.engine, "j1.1")
    assert text == "s3cret key $(RANK)$$ $(HOME) 0/1 j1 /work\n"
    own = ("secrets", "-l", "app.kubernetes.io/managed-by=heddle")
    assert within(lambda: not jobs.cluster.objects(*own)), "it goes with its pods"


def test_what_kubernetes_cannot_run_waits_with_the_reason(make: Making, jobs: JobCluster) -> None:
    followed = make()
    engine = followed.engine
    engine.start(Order("j1.1", STAYS, (Place("n1", (), 500_000),)))
    assert within(lambda: "Insufficient cpu" in status(followed, "j1.1").why)
    assert status(followed, "j1.1").state == "starting"
    engine.stop("j1.1", "cancelled")
    end = followed.end("j1.1")
    assert (end.state, end.exit_code, end.why) == ("ended", -15, "cancelled")

    engine.start(replace(order("j2.1", *STAYS), image="heddle.test/none:1"))
    end = followed.end("j2.1")
    assert (end.state, end.unready) == ("lost", True)
    assert end.why.startswith("its image cannot be pulled"), end

    engine.start(order("j3.1", "no-such-program"))
    end = followed.end("j3.1")
    assert (end.state, end.exit_code) == ("ended", 127)
    assert "no-such-program" in end.why


def test_ends_that_kubernetes_decides(make: Making, jobs: JobCluster) -> None:
    """Out of memory and a deleted pod are answers to the job; an eviction says nothing about it."""
    followed = make()
    engine = followed.engine
    hungry = ("sh", "-c", "x=x; while :; do x=$x$x; done")
    engine.start(Order("j1.1", hungry, (Place("n1", (), 0, 32),)))
    end = followed.end("j1.1")
    assert (end.state, end.exit_code) == ("ended", -9), end
    assert "out of memory" in end.why
    for attempt in ("j2.1", "j3.1"):
        engine.start(order(attempt, *STAYS))
        followed.until(attempt, "running")
    jobs.cluster.kubectl("delete", "pod", "--wait=false", pod_of(jobs, "j2.1")["metadata"]["name"])
    end = followed.end("j2.1")
    assert (end.state, end.exit_code, end.why) == (
        "ended", -15, "somebody deleted its pod in Kubernetes",
    )  # fmt: skip
    name = pod_of(jobs, "j3.1")["metadata"]["name"]
    eviction = {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": name}}
    path = f"/api/v1/namespaces/default/pods/{name}/eviction"
    jobs.cluster.kubectl("create", "--raw", path, "-f", "-", input=json.dumps(eviction))
    end = followed.end("j3.1")
    assert (end.state, "Kubernetes ended its pod" in end.why) == ("lost", True), end


def test_a_server_that_is_away_is_a_reason_to_wait(make: Making, jobs: JobCluster) -> None:
    followed = make()
    engine = followed.engine
    assert [row.name for row in rows(followed)] == ["n1"]
    engine.start(order("j1.1", "sh", "-c", "sleep 4; exit 7"))
    followed.until("j1.1", "running")
    jobs.passage.cut()
    assert within(lambda: "does not answer" in engine.down)
    assert [row.name for row in rows(followed)] == ["n1"]
    refused = engine.start(order("j2.1", *STAYS))
    assert refused is not None
    assert (refused.code, "does not answer" in refused.why) == ("engine", True)
    with pytest.raises(HeddleError, match="does not answer"):
        engine.seen()
    again = make()  # one that starts meanwhile waits for it, too
    assert "does not answer" in again.engine.down
    jobs.passage.is_open = True
    assert again.end("j1.1").exit_code == 7
    assert again.engine.down == ""


def test_what_was_only_half_made_never_runs(make: Making, jobs: JobCluster) -> None:
    """A quota that has room for one member of two; then pods whose folder is not there."""
    quota = {
        "apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "one"},
        "spec": {"hard": {"pods": "1"}},
    }  # fmt: skip
    followed = make()
    jobs.cluster.apply(quota)
    try:
        assert within(lambda: "used" in jobs.cluster.objects("resourcequota", "one")[0]["status"])
        refused = followed.engine.start(order("j1.1", *STAYS, members=2))
    finally:
        jobs.cluster.kubectl("delete", "resourcequota", "one")
    assert refused is not None
    assert (refused.code, "the quota of the namespace is used up" in refused.why) == (
        "engine", True,
    ), refused.why  # fmt: skip
    assert within(lambda: not jobs.pods()), "the one that was made is deleted"
    assert followed.told == []


def test_two_control_planes_do_not_meet(make: Making, jobs: JobCluster, tmp_path: Path) -> None:
    followed, other = make(), Followed(jobs.engine(tmp_path / "other"))
    for each in (followed, other):
        assert each.engine.start(order("j1.1", *STAYS)) is None
        each.until("j1.1", "running")
    other.engine.stop("j1.1", "cancelled")
    assert other.end("j1.1").exit_code == -15
    assert status(followed, "j1.1").state == "running"
    assert within(lambda: len(jobs.pods()) == 1)
    other.engine.close()


def test_settings_that_are_wrong_are_said_at_the_start(
    make: Making, jobs: JobCluster, tmp_path: Path
) -> None:
    followed = make()
    lacking = replace(order("j1.1", *STAYS), tenant="acme")
    refused = followed.engine.start(lacking)
    assert refused is not None
    assert (refused.code, f"{settings.NAMESPACES}=acme=NAMESPACE" in refused.why) == (
        "impossible", True,
    )  # fmt: skip
    without = make(**{settings.IMAGE: ""}).engine.start(order("j1.1", *STAYS))
    assert without is not None
    assert settings.IMAGE in without.why
    with pytest.raises(UsageError, match="is not allowed: give TENANT=NAMESPACE"):
        jobs.engine(tmp_path / "x", **{settings.NAMESPACES: "acme"})
    with pytest.raises(UsageError, match=settings.KUBECONFIG):
        jobs.engine(tmp_path / "x", **{settings.KUBECONFIG: "/nonexistent"})
    jobs.write_kubeconfig(tmp_path / "config", "n1-token")  # of a kubelet
    with pytest.raises(UsageError, match=r'may not list pods .* verbs: \["list"\]'):
        jobs.engine(tmp_path / "x", **{settings.KUBECONFIG: str(tmp_path / "config")})


def test_cordoned_and_tainted_nodes_take_no_jobs(make: Making, jobs: JobCluster) -> None:
    followed = make()
    jobs.cluster.kubectl("cordon", "n1")
    assert within(lambda: rows(followed)[0].cordoned)
    jobs.cluster.kubectl("uncordon", "n1")
    jobs.cluster.kubectl("taint", "node", "n1", "gpu=only:NoSchedule")
    try:
        assert within(lambda: "has the taint gpu" in rows(followed)[0].down)
        (row,) = rows(make(**{settings.TOLERATIONS: "gpu"}))
        assert (row.down, row.cordoned) == ("", False)
    finally:
        jobs.cluster.kubectl("taint", "node", "n1", "gpu-")


def test_devices_of_the_driver_are_those_of_the_node(make: Making, node: KubeNode) -> None:
    (row,) = rows(make())
    kinds = dict(zip((names[0] for names in row.called), row.devices, strict=True))
    guaranteed = (16 << 10) * (1000 - SPARE_MILLI) // 1000
    assert (kinds["soft-gpu"].kind, kinds["soft-gpu"].memory_mib) == ("gpu", guaranteed)
    assert (kinds["soft-gpu"].level, row.cpu_milli > 0, row.memory_mib > 0) == (3, True, True)
    assert not [name for name in kinds if name.endswith("-spare")]


def test_kueue_finds_its_labels(make: Making, jobs: JobCluster) -> None:
    """On every pod; members of a gang are a group of it. Gates of others are left alone."""
    followed = make(**{settings.QUEUE: "team"})
    followed.engine.start(order("j1.1", *STAYS, members=2))
    metadata = pod_of(jobs, "j1.1", 1)["metadata"]
    assert metadata["labels"]["kueue.x-k8s.io/queue-name"] == "team"
    assert metadata["annotations"]["kueue.x-k8s.io/pod-group-total-count"] == "2"
    followed.until("j1.1", "running")
    gates = pod_of(jobs, "j1.1", 1)["spec"].get("schedulingGates", [])
    assert GATE not in [gate["name"] for gate in gates]


def rows(followed: Followed) -> Sequence[NodeRow]:
    found = followed.engine.nodes()
    assert found is not None
    return found


def status(followed: Followed, attempt: str) -> AttemptStatus:
    seen = followed.seen(attempt)
    assert seen is not None
    return seen


def test_a_command_runs_beside_a_member(make: Making) -> None:
    """In its container: bytes, codes and variables are those of the command."""
    followed = make()
    followed.engine.start(replace(order("j1.1", *STAYS), environment={"OWN": "mine"}))
    followed.until("j1.1", "running")
    data = os.urandom(300_000)
    assert executed(followed, ("cat",), data) == (0, data, b"")
    script = "echo $OWN $HEDDLE_JOB; echo no >&2; exit 3"
    assert executed(followed, ("sh", "-c", script)) == (3, b"mine j1\n", b"no\n")
    assert executed(followed, ("sh", "-c", "kill -9 $$"))[0] == -9
    code, _, errors = executed(followed, ("no-such-program",))
    assert (code, b"no-such-program" in errors) == (127, True)
    code, _, errors = executed(followed, ("true",), member=1)
    assert (code, b"member 1 does not run" in errors) == (126, True)
    script = "until stty size | grep 33; do sleep 0.1; done"
    code, shown, _ = executed(followed, ("sh", "-c", script), size=(33, 44))
    assert (code, b"33 44" in shown) == (0, True)
    followed.engine.stop("j1.1", "enough")
    followed.end("j1.1")
    with pytest.raises(UsageError, match="does not run"):
        followed.engine.execute("j1.1")


def executed(
    followed: Followed,
    command: tuple[str, ...],
    data: bytes = b"",
    member: int = 0,
    size: tuple[int, int] | None = None,
) -> tuple[int, bytes, bytes]:
    """The exit code, and what it wrote to both streams."""
    told = {OUTPUT: b"", ERRORS: b""}
    with followed.engine.execute("j1.1") as line:
        line.settimeout(30)
        line.sendall(ExecutionRequest(command, member, size).frame())
        pieces = [data[i : i + 60_000] for i in range(0, len(data), 60_000)]
        framed = b"".join(frame(INPUT, each) for each in [*pieces, b""])
        send = threading.Thread(target=sent, args=(line, framed))
        send.start()
        frames = Frames(BACK)
        while (found := frames.next()) is None or found[0] != ENDED:
            if found is None:
                frames.add(line.recv(1 << 16))
            else:
                told[found[0]] += found[1]
        send.join()
    return code_of(found[1]), told[OUTPUT], told[ERRORS]


def sent(line: socket, data: bytes) -> None:
    with suppress(OSError):  # it ended before it read all
        line.sendall(data)
