"""What only the Ray engine promises: members where the cycle put them, bookings that Ray sees, ends
that survive workers, nodes and bridges, and refusals that say what to do."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from heddle.cluster.row import DeviceClass, NodeRow
from heddle.engine._elsewhere.given_devices import gpu_bytes
from heddle.engine.base import Order
from heddle.engine.local import process_tree
from heddle.engine.ray.client import RayClient, RayError, host_and_port, refusal
from heddle.engine.ray.engine import Ray
from heddle.engine.ray.head import options
from heddle.engine.ray.submission import NodeGoneError, RayNode, bundles, nodes
from heddle.engine.ray.verdict import RayEvidence, judge
from heddle.engine.ray.worker import wanted
from heddle.errors import MissingExtraError, UsageError
from heddle.model.device import Device
from heddle.model.record import Place
from tests.engines import FINAL, Followed, order, processes, within, written
from tests.ray_cluster import SECOND, RayCluster

STAYS = ("sleep", "1000")
HEAD = os.uname().nodename
RUNS = {"state": "running", "started_ms": 5}
DONE = {"state": "ended", "started_ms": 5, "ended_ms": 7, "exit_code": 0}


@pytest.fixture
def followed(ray: RayCluster, tmp_path: Path) -> Iterator[Followed]:
    make = partial(ray.engine, tmp_path)
    made = Followed(make(), make)
    yield made
    for seen in made.engine.seen():
        made.engine.stop(seen.attempt, "the test is over")
    assert within(lambda: all(seen.state in FINAL for seen in made.engine.seen()))
    made.engine.close()


def worker(folder: Path, attempt: str, member: int) -> int:
    """The process of Ray that holds the other ends of its supervisor's pipes."""
    state = json.loads((folder / "attempts" / attempt / str(member) / "state.json").read_text())
    pipes = open_pipes(state["supervisor"])
    (found,) = [
        pid
        for pid in process_tree.descendants(1)
        if pid != state["supervisor"] and len(pipes & open_pipes(pid)) == 2
    ]
    return found


def open_pipes(pid: int) -> set[str]:
    with contextlib.suppress(OSError):
        links = [os.readlink(each) for each in Path(f"/proc/{pid}/fd").iterdir()]
        return {link for link in links if link.startswith("pipe:")}
    return set()


def test_a_gang_over_two_nodes_finds_its_master(followed: Followed) -> None:
    """Every member is on its node, with ranks, and reaches the first one."""
    text = (
        "import os, socket\n"
        "at = os.environ['MASTER_ADDR'], int(os.environ['MASTER_PORT'])\n"
        "if os.environ['RANK'] == '0':\n"
        "    server = socket.create_server(at)\n"
        "    for _ in range(3): server.accept()[0].sendall(b'hello')\n"
        "else:\n"
        "    import time\n"
        "    for _ in range(200):\n"
        "        try: line = socket.create_connection(at); break\n"
        "        except OSError: time.sleep(0.05)\n"
        "    assert line.recv(5) == b'hello'\n"
        "names = 'RANK', 'WORLD_SIZE', 'LOCAL_RANK', 'LOCAL_WORLD_SIZE', 'HEDDLE_JOB', 'MINE'\n"
        "print(*[os.environ[name] for name in names], os.getcwd())\n"
    )
    places = (Place(HEAD), Place(SECOND), Place(HEAD), Place(SECOND))
    asked = Order("j7[3].2", ("python3", "-c", text), places, {"MINE": "yes"})
    assert followed.engine.start(asked) is None
    end = followed.end("j7[3].2")
    lines = [written(followed.engine, "j7[3].2", member).split() for member in range(4)]
    assert end.exit_code == 0, lines
    work = followed.engine.work("j7[3].2")
    assert lines == [
        [str(rank), "4", str(rank // 2), "2", "j7[3]", "yes", work] for rank in range(4)
    ]


def test_devices_are_those_that_were_chosen_and_ray_has_booked_them(
    ray: RayCluster, followed: Followed
) -> None:
    """A third of a device by name; what waits says so, and can be stopped."""
    show = ("sh", "-c", "echo $SOFTXPU_VISIBLE_DEVICES $HEDDLE_SHARE; exec sleep 1000")
    some = Order("j1.1", show, (Place(SECOND, (("soft@b", 300),)),), share_milli=300)
    assert followed.engine.start(some) is None
    assert within(lambda: written(followed.engine, "j1.1") != "")
    assert written(followed.engine, "j1.1").split()[0] == "1"
    assert ray.free()["heddle:soft@b"] == pytest.approx(1.7), "of two nodes"

    whole = Order("j2.1", STAYS, (Place(SECOND, (("soft@b", 1000),)),))
    assert followed.engine.start(whole) is None

    def waits() -> bool:
        seen = followed.seen("j2.1")
        return seen is not None and seen.state == "starting" and "it waits in Ray" in seen.why

    assert within(waits)
    followed.engine.stop("j2.1", "cancelled")
    end = followed.end("j2.1")
    assert (end.state, end.exit_code, end.why) == ("ended", -15, "cancelled")
    assert end.started_ms == end.ended_ms, "it costs nothing"
    followed.engine.stop("j1.1", "cancelled")
    followed.end("j1.1")
    assert within(lambda: ray.free().get("heddle:soft@b") == 2)


def test_a_worker_that_is_killed_is_a_loss_and_leaves_nothing(
    followed: Followed, tmp_path: Path
) -> None:
    """Also what the member had started; the other member is ended first. One that does not end has
    its grace time, and only then is it lost."""
    text = "trap '' TERM; sleep 1000 & echo up; while :; do wait; done"
    followed.engine.start(order("j1.1", "sh", "-c", text, members=2, grace_s=4))
    for member in (0, 1):
        assert within(lambda m=member: written(followed.engine, "j1.1", m) == "up\n")  # type: ignore[misc]
    followed.until("j1.1", "running")
    os.kill(worker(tmp_path, "j1.1", 0), signal.SIGKILL)
    end = followed.end("j1.1")
    assert (end.state, end.exit_code) == ("lost", None)
    assert "was lost" in end.why
    assert processes(tmp_path, "j1.1") == [], "the next attempt may begin"


@pytest.mark.slow
def test_a_node_that_dies_takes_its_attempts_along(
    ray: RayCluster, followed: Followed, tmp_path: Path
) -> None:
    """A node that others started: its GPUs are Ray's to give. What is on other nodes is ended."""
    ray.join("n3", gpus=2)
    try:
        rows = {row.name: row for row in followed.engine.nodes() or ()}
        assert [len(rows[name].devices) for name in (HEAD, SECOND, "n3")] == [2, 2, 2]
        show = ("sh", "-c", "echo $SOFTXPU_VISIBLE_DEVICES; exec sleep 1000")
        places = tuple(Place("n3", ((name, 1000),)) for name in ("soft@a", "soft@b"))
        followed.engine.start(Order("j1.1", show, places))
        followed.engine.start(Order("j2.1", STAYS, (Place("n3"), Place(HEAD))))
        followed.until("j1.1", "running")
        followed.until("j2.1", "running")

        def given() -> list[str]:
            return sorted(written(followed.engine, "j1.1", member).strip() for member in (0, 1))

        assert within(lambda: given() == ["0", "1"])
    finally:
        ray.cut("n3")
    for attempt in ("j1.1", "j2.1"):
        end = followed.end(attempt)
        assert (end.state, "was lost" in end.why) == ("lost", True), end
        assert within(lambda a=attempt: processes(tmp_path, a) == [])  # type: ignore[misc]
    assert within(lambda: "n3" not in [row.name for row in followed.engine.nodes() or ()])


def test_a_new_bridge_carries_on(followed: Followed) -> None:
    """Where the old one was killed between two requests."""
    followed.engine.start(order("j1.1", *STAYS))
    followed.until("j1.1", "running")
    (bridge,) = [
        pid
        for pid in process_tree.descendants(os.getpid())
        if b"heddle.engine.ray.bridge" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]
    os.kill(bridge, signal.SIGKILL)
    assert within(lambda: followed.engine.start(order("j2.1", "true")) is None)
    assert followed.end("j2.1").exit_code == 0
    assert [seen.state for seen in followed.of("j1.1")] == ["running"]
    followed.engine.stop("j1.1", "cancelled")
    assert followed.end("j1.1").why == "cancelled"


def test_a_group_that_no_attempt_has_is_given_back(
    ray: RayCluster, followed: Followed, tmp_path: Path
) -> None:
    """Its start was refused, or its end was noted without Ray."""
    place = Place(SECOND, (("soft@a", 1000),))
    followed.engine.start(Order("j1.1", STAYS, (place,)))
    followed.until("j1.1", "running")
    followed.engine.close()
    (tmp_path / "attempts" / "j1.1" / "ray.json").unlink()
    followed.engine = followed.make()
    assert followed.engine.seen() == []
    assert followed.engine.start(Order("j2.1", STAYS, (place,))) is None
    assert Followed(followed.engine).until("j2.1", "running")
    assert within(lambda: processes(tmp_path, "j1.1") == [])


def test_wrong_settings_are_refused_with_the_remedy(ray: RayCluster, tmp_path: Path) -> None:
    """In one sentence, soon, and with nothing left behind."""
    token = tmp_path / "token"
    token.write_text("0" * 64)
    for variables, word in (
        ({"RAY_ADDRESS": "127.0.0.1:1"}, "Set RAY_ADDRESS"),
        ({"RAY_ADDRESS": "nowhere"}, "HOST:PORT"),
        ({"RAY_AUTH_TOKEN_PATH": str(token)}, "Set RAY_AUTH_TOKEN"),
    ):
        began = time.monotonic()
        with pytest.raises(UsageError, match=word):
            ray.engine(tmp_path / "engine", **variables)
        assert time.monotonic() - began < 15
    ray.engine(tmp_path / "engine").close()


def test_what_it_cannot_do_is_refused_before_anything_starts(followed: Followed) -> None:
    refusals: list[tuple[dict[str, Any], str]] = [
        ({"image": "docker.io/library/debian"}, "`image`"),
        ({"isolated": True}, "`isolated`"),
        ({"places": (Place(SECOND, (("soft@z", 1000),)),)}, "Ask for less"),
        ({"places": (Place(SECOND, memory_mib=1 << 30),)}, "Ask for less"),
    ]
    for changes, word in refusals:
        refused = followed.engine.start(replace(order("j1.1", *STAYS), **changes))
        assert refused is not None
        assert (refused.code, word in refused.why) == ("impossible", True), refused
    gone = replace(order("j1.1", *STAYS), places=(Place("elsewhere", (("soft@a", 1000),)),))
    refused = followed.engine.start(gone)
    assert refused is not None
    assert (refused.code, "not a Ray node" in refused.why) == ("engine", True), "for now"
    assert followed.engine.seen() == []


def test_nodes_are_remembered_while_ray_is_down(ray: RayCluster, tmp_path: Path) -> None:
    """Also by a new control plane; a cluster that was never seen is a wrong address."""
    engine = ray.engine(tmp_path)
    names = {row.name for row in engine.nodes()}
    assert {HEAD, SECOND} <= names
    engine.close()
    path = tmp_path / "nodes.json"
    nowhere = "127.0.0.1:1"
    path.write_text(path.read_text().replace(ray.address, nowhere))
    engine = ray.engine(tmp_path, RAY_ADDRESS=nowhere)
    assert {row.name for row in engine.nodes()} == names
    assert "nothing answers" in engine.down
    refusal = engine.start(order("j1.1", *STAYS))
    assert refusal is not None
    assert refusal.code == "engine"
    assert engine.seen() == []
    engine.close()
    with pytest.raises(UsageError, match="nothing answers"):
        ray.engine(tmp_path, RAY_ADDRESS="127.0.0.1:2")
    engine = ray.engine(tmp_path)  # it is back
    assert engine.start(order("j1.1", "true")) is None
    assert Followed(engine).end("j1.1").exit_code == 0
    engine.close()


# Without a Ray: what its words mean.


def evidence(*states: dict[str, Any] | None, **more: Any) -> RayEvidence:
    usual: dict[str, Any] = {
        "cut": (), "stop": None, "faults": {}, "over": (), "group": "CREATED", "is_known": True,
        "is_settled": True, "now_ms": 9,
    }  # fmt: skip
    return RayEvidence("j1.1", states, **(usual | more))


@pytest.mark.parametrize(
    ("has", "expected"),
    [
        (evidence(None, group="PENDING NO_RESOURCES"), ("starting", None, "it waits in Ray: no")),
        (evidence(None), ("starting", None, "")),
        (evidence(RUNS, None), ("starting", None, "")),
        (evidence(RUNS, RUNS), ("running", None, "")),
        (evidence(DONE, RUNS), ("running", None, "")),
        (evidence(DONE, DONE), ("ended", 0, "")),
        (evidence(DONE, RUNS, over=(1,), is_settled=False), ("running", None, "")),
        (evidence(DONE, RUNS, over=(1,), faults={1: "died."}), ("lost", None, "member 1 was lost")),
        (evidence(DONE, cut=(0,)), ("lost", None, "the Ray worker of member 0 was lost")),
        (evidence(DONE, cut=(0,), stop="enough"), ("ended", 0, "enough")),
        (evidence(RUNS, group=None, is_settled=False), ("running", None, "")),
        (evidence(RUNS, group=None), ("lost", None, "Ray does not know it")),
        (evidence(RUNS, group=None, is_known=False), ("running", None, "")),
        (evidence(RUNS, group=None, stop="enough"), ("ended", -9, "enough")),
        (evidence(None, group="PENDING", stop="enough"), ("ended", -15, "enough")),
        (evidence(None, group="PENDING INFEASIBLE"), ("lost", None, "its node has left Ray")),
        (evidence(None, group="PENDING INFEASIBLE", is_settled=False), ("starting", None, "")),
    ],
)
def test_files_are_believed_first_and_ray_about_the_rest(
    has: RayEvidence, expected: tuple[str, int | None, str]
) -> None:
    seen = judge(has)
    assert (seen.state, seen.exit_code) == expected[:2]
    assert seen.why.startswith(expected[2])


def test_what_was_lost_is_charged_until_its_last_sign_of_life() -> None:
    lost = judge(evidence(RUNS, group=None, beat_ms=4000, now_ms=60_000))
    assert (lost.started_ms, lost.ended_ms) == (5, 5000)
    assert judge(evidence(RUNS, group=None, beat_ms=59_500, now_ms=60_000)).ended_ms == 60_000
    assert judge(evidence(None, group=None, now_ms=60_000)).unready


def told(name: str, resources: dict[str, float]) -> dict[str, Any]:
    called = [["cuda@0", "GPU-1"], ["cuda@1", "GPU-2"]]
    row = {"name": "x", "cpu_milli": 1, "memory_mib": 1, "called": called}
    row["devices"] = [{"kind": "gpu", "model": "A100"}] * 2
    return {"id": f"{name}0123456789", "name": name, "resources": resources, "probe": {"row": row}}


def test_the_devices_of_a_node_are_those_that_ray_can_give() -> None:
    own = {"CPU": 4.0, "memory": 2.0**30, "heddle:cuda@1": 1.0}
    found = nodes([told("a", own), told("b", {"GPU": 1.0}), told("c", {}), told("c", {})])
    assert {name: node.row.called for name, node in found.items()} == {
        "a": (("cuda@1", "GPU-2"),), "b": (("cuda@0", "GPU-1"),), "c-c0123456": (),
    }  # fmt: skip
    row = found["a"].row
    assert (row.cpu_milli, row.memory_mib, row.name) == (4000, 1024, "a")


def test_an_order_as_bundles() -> None:
    device = DeviceClass("gpu", "A100")
    row = NodeRow("a", 8000, 1 << 14, (device,) * 2, called=(("cuda@0", "GPU-1"), ("cuda@1",)))
    known = {"a": RayNode("id-a", row, True), "b": RayNode("id-b", replace(row, name="b"), False)}
    parts = Place("a", (("GPU-1", 300),), 1500, 512)
    two = Place("b", (("cuda@0", 1000), ("cuda@1", 1000)))
    found = bundles(Order("j1.1", ("a",), (parts, two, Place("here"))), known)
    assert found.resources == [
        {"CPU": 1.5, "memory": 512 << 20, "heddle:cuda@0": 0.3},
        {"CPU": 0.001, "GPU": 2.0},
        {"CPU": 0.001},
    ]
    assert found.selectors == [{"ray.io/node-id": "id-a"}, {"ray.io/node-id": "id-b"}, {}]
    assert found.gpus == [0, 2, 0]
    with pytest.raises(NodeGoneError, match="ray status"):
        bundles(Order("j1.1", ("a",), (replace(parts, node="c"),)), known)


def test_a_node_is_started_with_its_devices_as_resources() -> None:
    device = DeviceClass("gpu", "NVIDIA H100 80GB (SXM)")
    found = options(NodeRow("a", 1, 1, (device,), called=(("cuda@0",),)))
    assert {"--num-gpus=0", "--node-name=a", '--resources={"heddle:cuda@0": 1}'} <= {*found}
    assert "--labels=heddle.io/gpu=NVIDIA-H100-80GB-SXM" in found


def test_a_part_of_a_gpu_is_that_part_of_its_time_and_memory() -> None:
    sizes = {"0": 1000, "1": 500}
    assert wanted(0.3, ["1"], sizes) == (0.3, 150)
    assert wanted(0.3, ["7"], sizes) == (0.3, 0)
    for whole in (0, 1, 2):
        assert wanted(whole, ["0", "1"], sizes) == (0, 0)


def test_the_gpus_that_others_count_are_those_of_the_hardware() -> None:
    here = [
        Device(api, str(i), i, "v", "m", "gpu", f"{api}-{i}", 1000 + i, (), 1, "")
        for api in ("soft", "cuda")
        for i in range(2)
    ]
    assert gpu_bytes(here) == {0: 1000, 1: 1001}
    assert gpu_bytes([]) == {}


@pytest.mark.parametrize(
    ("said", "remedy"),
    [
        (
            "Version mismatch: The cluster was started with:\n    Ray: 2.59.1\n    Python: 3.12.1\n"
            "This process on node 1.2.3.4 was started with:\n    Ray: 2.60.0\n    Python: 3.11.7",
            "is 2.59.1 on Python 3.12.1, and here it is 2.60.0 on Python 3.11.7",
        ),
        ("InvalidAuthToken", "RAY_AUTH_TOKEN"),
        ("Can't find a `node_ip_address.json` file", "ray start --address=h:1"),
        ("no answer in 60 s", "ray status"),
    ],
)
def test_a_refusal_has_a_remedy(said: str, remedy: str) -> None:
    assert remedy in str(refusal(said, "h:1"))


def test_where_no_head_answers_it_is_down(tmp_path: Path) -> None:
    client = RayClient("127.0.0.1:1", str(tmp_path), {})
    assert client.down == ""
    with pytest.raises(RayError):
        client.connect()
    assert "nothing answers at 127.0.0.1:1" in client.down


def test_an_address_is_a_host_and_a_port() -> None:
    assert host_and_port("10.0.0.5:6379") == ("10.0.0.5", 6379)
    assert host_and_port("[::1]:6379") == ("::1", 6379)
    for address in ("auto", "local", "h:", "h:0", "h:70000", "ray://h:1"):
        with pytest.raises(UsageError, match="HOST:PORT"):
            host_and_port(address)


def test_without_ray_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"heddle-xpu\[ray\]"):
        Ray(str(tmp_path), environment={})
