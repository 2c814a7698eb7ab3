"""The dashboard: nodes, devices, who ran on them, and the share that each got."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.cluster.nodes import NodeRow, Nodes
from heddle.cluster.row import Booked
from heddle.control import programs
from heddle.control.nodes.node import Node, thing_of
from heddle.control.nodes.register import Register
from heddle.model.record import AttemptRecord, Place
from heddle.records import ProgramState
from heddle.web import achieved_share
from heddle.web.achieved_share import Got
from heddle.web.device_view import Span
from heddle.web.node_view import Brief, NodeFilter, briefs, device_lines, node_line
from heddle.web.pool_view import PoolSnapshot, groups
from heddle.web.timeline import draw
from tests.dashboard import GPU, NPU, Plane, browser, busy, csrf, plane, program, until


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plane]:
    with busy(tmp_path_factory.mktemp("plane")) as found:
        yield found


def node(name: str, kind: str = "edge", site: str = "eu/mun3", **more: Any) -> Node:
    row = NodeRow(name, 8000, 16384, (GPU,), site=site, called=(("cuda@0",),))
    return Node(name, kind, site, "0.1.0", row, "g1", **more)


@contextmanager
def registered(folder: Path, *nodes: Node) -> Iterator[Plane]:
    """With nodes that have joined, the last of which is lost."""
    with plane(folder, past=[thing_of(each) for each in nodes]) as found:
        now_ms = found.loop.now_ms()

        def beat(core: Any) -> None:
            for each in nodes:
                core.part(Register).called(each.name, now_ms)

        found.loop.ask(beat).result(5)
        yield found


def names(text: str) -> list[str]:
    return re.findall(r'class="row" id="node-([^"]+)"', text)


def test_nodes_are_filtered(tmp_path: Path) -> None:
    away = node("away", "end", "us/nyc1", state="lost")
    with registered(tmp_path, node("edge-1"), node("edge-2", drained=True), away) as found:
        client = browser(found, "ann")

        def shown(**query: str) -> set[str]:
            return set(names(client.get("/nodes", params=query).text))

        assert len(shown()) == 7
        assert shown(text="EDGE") == {"edge-1", "edge-2"}
        assert shown(state="lost") == {"away"}
        assert shown(state="drained") == {"gpu-03", "edge-2"}
        assert shown(state="open") == {"gpu-01", "gpu-02", "npu-01"}
        assert shown(kind="end") == {"away"}
        assert shown(site="eu") == {"gpu-01", "gpu-02", "gpu-03", "npu-01", "edge-1", "edge-2"}
        assert shown(site="eu/mun3", state="ready") == {"edge-1"}
        assert shown(site="e") == shown(text="nobody") == set()
        page = client.get("/nodes/edge-1").text
        assert "no engine is connected yet" in page.lower()
        assert "0.1.0" in page
        assert "1 lost" in client.get("/").text
        assert "Registered" in client.get("/").text


@given(st.text("ab/", max_size=5), st.text("ab/", max_size=5))
def test_a_site_is_one_and_all_below_it(site: str, wanted: str) -> None:
    fits = Brief("n", "open", "", site).fits(NodeFilter(site=wanted))
    base = wanted.rstrip("/")
    assert fits == (not base or f"{site}/".startswith(f"{base}/"))


def test_nodes_come_in_pages(tmp_path: Path) -> None:
    rows = [NodeRow(f"n{i:03}", 1000, 1024) for i in range(250)]
    with plane(tmp_path, rows) as found:
        client = browser(found, "ann")
        pages = [names(client.get(f"/nodes?page={n}").text) for n in (1, 2, 3)]
        assert [name for page in pages for name in page] == [row.name for row in rows]
        assert 'id="next"' not in client.get("/nodes?page=3").text
        assert names(client.get("/nodes?page=99").text) == pages[2]


def test_a_node_is_drained_by_administrators_of_all(made: Plane) -> None:
    with browser(made, "admin") as admin:
        for action, state in (("drain", True), ("undrain", False)):
            assert f'<button id="{action}"' in admin.get("/nodes/gpu-02").text
            answer = admin.post(f"/nodes/gpu-02/{action}", data={"csrf": csrf(admin)})
            assert answer.headers["location"] == "/nodes/gpu-02"
            row = made.loop.ask(lambda core: core.pool.rows["gpu-02"]).result(5)
            assert row.cordoned == state
        assert "undrained" in admin.get("/nodes/gpu-02").text, "what happened to it"
        assert admin.post("/nodes/none/drain", data={"csrf": csrf(admin)}).status_code == 404
        assert admin.post("/nodes/gpu-02/melt", data={"csrf": csrf(admin)}).status_code == 404
        ann = browser(made, "ann")
        assert '<button id="drain"' not in ann.get("/nodes/gpu-02").text
        assert ann.post("/nodes/gpu-02/drain", data={"csrf": csrf(ann)}).status_code == 403


def test_who_is_lost_is_forgotten(tmp_path: Path) -> None:
    away = registered(tmp_path, node("away", state="lost"))
    with away as found, browser(found, "admin") as admin:
        assert '<button id="forget"' in admin.get("/nodes/away").text
        answer = admin.post("/nodes/away/forget", data={"csrf": csrf(admin)})
        assert answer.headers["location"] == "/nodes"
        assert admin.get("/nodes/away").status_code == 404


def test_what_is_live_ends_with_what_it_is_about(tmp_path: Path) -> None:
    away = registered(tmp_path, node("away", state="lost"))
    with away as found, browser(found, "admin") as admin:
        token = csrf(admin)
        told: list[str] = []

        def follow() -> None:
            told.append(admin.get("/live/nodes/away").text)

        reader = threading.Thread(target=follow)
        reader.start()
        assert admin.post("/nodes/away/forget", data={"csrf": token}).status_code == 303
        reader.join(20)
        assert "event: over" in told[0] or "no node away" in told[0]


def test_who_ran_on_a_device(made: Plane) -> None:
    """All of them, however many other jobs there are, and whichever of its names was used."""
    client = browser(made, "admin")
    week = client.get("/nodes/gpu-01/devices/cuda@0?hours=168").text
    ran = set(re.findall(r'id="ran-(j\d+)\.', week))
    assert {f"j{n}" for n in range(2, 37, 2)} <= ran
    assert not {"j1", "j9"} & ran, "those were on the other device"
    hour = client.get("/nodes/gpu-01/devices/cuda@0?hours=1").text
    assert set(re.findall(r'id="ran-(j\d+)\.', hour)) < ran
    assert "Preemptions" in week


def test_who_was_preempted_for_whom(tmp_path: Path) -> None:
    with plane(tmp_path) as found:
        low = "- {id: low%d, devices: 'gpu:4', command: [x], priority: low}\n"
        ids = found.submit("".join(low % n for n in range(2)))
        found.wait(ids[0], "running")
        found.wait(ids[1], "running")
        (high,) = found.submit("{id: high, devices: 'gpu:4', command: [x], priority: high}")
        found.wait(high, "running")
        record = next(a for i in ids for a in found.loop.store.attempts(i) if a.why)
        where = f"/nodes/{record.places[0].node}/devices/cuda@0"
        ann, eve = (browser(found, name) for name in ("ann", "eve"))
        assert f"preempted for {high}" in ann.get(where).text
        assert f'id="for-{record.id}" href="/jobs/{high}"' in ann.get(where).text
        assert f"被 {high} 抢占" in ann.get(f"{where}?lang=zh").text
        shown = eve.get(where).text.partition("<main")[2]  # the head has a random word in it
        assert high not in shown
        assert record.job not in shown


def test_the_share_that_a_program_got() -> None:
    now, running = [0.0], [program(7, ("soft@gpu", 0))]
    share = Got(lambda: running, lambda pid: {7: "j1.1", 8: "j1.1", 9: ""}[pid], lambda: now[0])
    assert share.milli("j1.1", ["soft@gpu"]) is None, "one look says nothing"
    now[0], running = 2.0, [program(7, ("soft@gpu", 500_000_000)), program(9, ("soft@gpu", 10**9))]
    assert share.milli("j1.1", ["soft@0", "soft@gpu"]) == 250
    assert share.milli("j2.1", ["soft@gpu"]) is None
    assert share.milli("j1.1", ["soft@npu"]) is None
    now[0], running = 4.0, [program(7, ("soft@gpu", 10**9)), program(8, ("soft@gpu", 10**9))]
    assert share.milli("j1.1", ["soft@gpu"]) == 500, "all its processes together"
    running = []
    now[0] = 5.0
    assert share.milli("j1.1", ["soft@gpu"]) is None, "it is gone"


def test_of_two_devices_each_has_its_own_time() -> None:
    now, running = [0.0], [program(7, ("a@0", 0), ("a@1", 0))]
    share = Got(lambda: running, lambda pid: "j1.1", lambda: now[0])
    share.milli("j1.1", ["a@0"])
    now[0], running = 1.0, [program(7, ("a@0", 10**8), ("a@1", 9 * 10**8))]
    assert share.milli("j1.1", ["a@0"]) == 100
    assert share.milli("j1.1", ["a@1"]) == 900


def test_asked_and_got_are_beside_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = [0]

    def grows() -> list[ProgramState]:
        used[0] += 10**7
        return [program(7, ("cuda@0", used[0]))]

    monkeypatch.setattr(programs, "programs", grows)
    monkeypatch.setattr(programs, "attempt_of", lambda pid: "j1.1")
    monkeypatch.setattr(achieved_share, "EVERY_S", 0.0)
    with plane(tmp_path) as found:
        found.submit("{id: a, devices: 'gpu:1', share: 25%, command: [x]}")
        found.wait("j1", "running")
        places = found.loop.store.attempts("j1")[0].places
        where = f"/nodes/{places[0].node}/devices/{places[0].devices[0][0]}"
        client = browser(found, "ann")
        client.get(where)
        text = client.get(where).text
        row = re.search(r'id="now-j1".*?</tr>', text, re.DOTALL)
        assert row is not None
        cells = re.findall(r'<td class="n">([^<]*)</td>', row[0])
        assert cells[:2] == ["25 %", "25 %"]
        assert re.fullmatch(r"[\d.]+ %", cells[2])


def test_device_memory_is_beside_the_share(tmp_path: Path) -> None:
    """Of a job that runs, of the device that it has, and of those that do not fit, what would."""
    with plane(tmp_path) as found:
        found.submit("{id: a, devices: cuda@0, share: 25%, device_memory: 100GiB, command: [x]}")
        found.wait("j1", "running")
        (place,) = found.loop.store.attempts("j1")[0].places
        client = browser(found, "ann")
        assert "<small>25 %</small> <small>100 GiB</small>" in client.get("/jobs/j1").text
        page = client.get(f"/nodes/{place.node}/devices/{place.devices[0][0]}").text
        assert "<dd>25 %, 100 GiB</dd>" in page
        found.submit("{id: b, devices: 'h200:1', device_memory: 200GiB, command: [x]}")
        found.wait("j2", "waiting")
        until(lambda: "its devices have 140 GiB, the job needs 200 GiB" in _text(client, "j2"))


def _text(client: Any, job: str) -> str:
    return str(client.get(f"/jobs/{job}").text)


spans = st.builds(
    lambda job, begin, length, milli, state, why: Span(
        job, AttemptRecord("j1.1", "j1", 1, "x", 0, (Place("n"),), exit_code=0) if job else None,
        begin, None if length is None else begin + length, milli, state, why,
    ),
    st.sampled_from(["", "j1", "<b>"]), st.integers(-500, 1500), st.none() | st.integers(0, 900),
    st.integers(0, 3000), st.sampled_from(["running", "ended", "lost"]),
    st.sampled_from(["", "preempted"]),
)  # fmt: skip


@given(st.lists(spans, max_size=30))
def test_everything_is_within_the_picture(drawn: list[Span]) -> None:
    picture = str(draw(drawn, 0, 1000, "x"))
    boxes = re.findall(
        r'<svg x="([\d.-]+)%" y="([\d.]+)" width="([\d.]+)%" height="([\d.]+)"', picture
    )
    height = int(re.search(r'height="(\d+)"', picture)[1])  # type: ignore[index]
    for x, y, w, h in (tuple(map(float, box)) for box in boxes):
        assert x >= 0
        assert x + w <= 100.02
        assert y + h <= height
    inside = [s for s in drawn if (s.end_ms or 1000) >= 0 and s.begin_ms <= 1000]
    assert len(boxes) <= len(inside)
    assert "<b>" not in picture


@given(
    st.lists(
        st.tuples(st.lists(st.integers(0, 1000), max_size=4), st.booleans(), st.booleans()),
        min_size=1,
        max_size=6,
    )
)
def test_all_of_the_pool_is_counted_once(
    drawn: list[tuple[list[int], bool, bool]],
) -> None:
    rows = [
        NodeRow(f"n{i}", 1500, 0, (GPU if is_gpu else NPU,) * len(free), cordoned=cordoned)
        for i, (free, is_gpu, cordoned) in enumerate(drawn)
    ]
    capacity = Nodes.from_rows(rows)
    nodes = capacity.copy()
    for i, (free, _, _) in enumerate(drawn):
        nodes.device_free[i, : len(free)] = free
    found = groups(PoolSnapshot(nodes, capacity, {}, {}, {}))
    for group in found[:-1]:
        parts = group.used_milli + group.fragmented_milli + 1000 * (group.free + group.drained)
        assert parts == group.total_milli
    assert sum(group.count for group in found[:-1]) == sum(len(free) for free, _, _ in drawn)


def test_what_is_booked_for_others_is_not_used_by_jobs() -> None:
    """As in the API: a partition has a part of the device, and no job can get it."""
    taken = Booked(300, 1000, "partition train has 30 % of cuda@0")
    row = NodeRow("gpu-01", 8000, 16384, (GPU,), called=(("cuda@0",),), booked=(taken,))
    capacity = Nodes.from_rows([row])
    nodes = capacity.copy()
    nodes.device_free[0, 0] -= 200  # a job's
    nodes.device_mib[0, 0] -= 50
    snapshot = PoolSnapshot(nodes, capacity, {row.name: row}, {}, {})
    (brief,) = briefs(snapshot)
    (device,) = device_lines(snapshot, brief)
    assert (device.used_milli, device.used_mib, device.booked) == (200, 50, taken)
    assert node_line(snapshot, brief).used_milli == 200
