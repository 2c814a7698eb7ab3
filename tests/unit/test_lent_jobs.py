"""Jobs with a device of another node, and their tickets, as the control plane keeps them."""

from __future__ import annotations

import time
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.cluster.row import NodeRow, Serving
from heddle.cluster.row_json import plain_row, read_row
from heddle.control.nodes.join_tokens import Invitations
from heddle.control.nodes.node import LEFT, LOST, Node
from heddle.control.nodes.register import Register
from heddle.control.tickets import Tickets, grant_of
from heddle.engine.base import AttemptStatus, Order
from heddle.engine.local.marker import LENDER
from heddle.errors import HeddleError, UsageError
from heddle.model.reason import Reason
from heddle.model.record import Place
from heddle.model.site import NetworkPath
from heddle.model.wire.signature import key_of
from heddle.model.wire.tickets import (
    DEVICE_TOKEN,
    TICKET,
    TicketGrant,
    attempt_of,
    plain_grant,
    read_grant,
    ticket,
)
from heddle.node.tickets import REFUSED_S, TicketError, TicketOffice
from heddle.pool import tokens
from tests.core_world import GPU, CoreWorld, one, read

PIN = "ab" * 32
SERVES = Serving("10.0.0.7", 7879, PIN, ("cuda",))
DESK = NodeRow("desk", 8000, 32768, ways=(NetworkPath("gpu7", None, 200.0, "measured"),))
GPU7 = NodeRow(
    "gpu7", 8000, 32768, (GPU, GPU), called=(("hip@0", "cuda@0"), ("cuda@1",)), serves=SERVES,
    engine="",
)  # fmt: skip
MASTER = b"m" * 32
TEXT = st.text(st.characters(exclude_characters="_", codec="ascii"), min_size=1, max_size=40)


def lent(world: CoreWorld, job: str) -> Place:
    (place,) = world.core.places(job)
    return place


def remote(name: str = "a", **more: Any) -> dict[str, Any]:
    return one(name, remote="allowed", cpu="2", **more)


def test_what_runs_with_a_lent_device_survives_a_crash() -> None:
    """It is counted where it was, and the place is free again when it ends."""
    world = CoreWorld([DESK, GPU7])
    (job,) = world.submit(remote(expected="1h"))
    world.settle()
    place = lent(world, job)
    assert (place.node, place.lender, place.cpu_milli) == ("desk", "gpu7", 2000)
    (before,) = world.core.pool.cluster.running.values()
    assert before.loan is not None
    assert world.attempts[f"{job}.1"].engine == "local"
    assert world.attempts[f"{job}.1"].worth["unit_milli"] > 0
    world.core = world.new_core()
    world.settle()
    assert lent(world, job) == place
    (running,) = world.core.pool.cluster.running.values()
    assert running.hosts[0].cpu_milli == 2000
    assert running.loan == replace(before.loan, why="")
    assert running.ends_s == before.ends_s
    (other,) = world.submit(remote("b", devices="gpu:1"))
    world.settle()
    assert lent(world, other).devices != place.devices
    world.end(f"{job}.1", 0)
    world.until_quiet()
    assert job not in world.core.pool.cluster.running


def test_a_run_with_a_lent_device_is_learned_by_itself() -> None:
    """It says nothing of devices near by, and the two together say what the distance costs."""
    world = CoreWorld([replace(DESK, devices=(GPU,), called=(("cuda@0",),)), GPU7])
    jobs = world.submit(
        remote("a", workload="w", priority=2), remote("b", workload="w", priority=1)
    )
    world.until_quiet()
    own, away = jobs
    assert [lent(world, each).lender for each in jobs] == ["", "gpu7"]
    for job, seconds in ((own, 100), (away, 150)):
        world.runs[f"{job}.1"] = AttemptStatus(
            f"{job}.1", "ended", 0, world.now_ms, world.now_ms + 1000 * seconds
        )
    world.now_ms += 200_000
    world.until_quiet()
    assert {world.jobs[each].state for each in jobs} == {"done"}
    kinds = [[device[1] for device in run["devices"]] for run in world.learned.values()]
    assert sorted(kinds) == [["gpu"], ["gpu", "network"]]
    wanted = replace(read(remote("c", workload="w")), tenant="default")
    assert world.core.rates.slower(wanted, 0) == pytest.approx(1500, rel=0.01)


def test_a_lender_that_leaves_takes_its_jobs_along_and_a_silent_one_does_not() -> None:
    """What is silent may go on; what has left is gone, and the job is started again elsewhere."""
    world = CoreWorld([DESK, GPU7])
    (job,) = world.submit(remote())
    world.settle()
    world.core.join(replace(GPU7, down="its node is silent"), world.now_ms)
    world.settle()
    world.until_quiet()
    assert world.jobs[job].state == "running"
    (waits,) = world.submit(remote("b"))
    world.settle()
    assert world.jobs[waits].state == "waiting"
    world.core.leave("gpu7", world.now_ms)
    world.until_quiet()
    assert world.attempts[f"{job}.1"].why == "node-lost"
    assert world.jobs[job].state == "waiting"


def test_a_job_with_a_lent_device_is_not_suspended() -> None:
    """Its memory is on another node: it is ended, and begins again."""
    world = CoreWorld([DESK, replace(GPU7, devices=(GPU,), called=(("cuda@0",),))], suspends=True)
    (job,) = world.submit(remote())
    world.until_quiet()
    (urgent,) = world.submit(remote("b", priority=100))
    world.until_quiet()
    assert world.attempts[f"{job}.1"].why == "preempted"
    assert world.attempts[f"{job}.1"].state == "ended"
    assert lent(world, urgent).lender == "gpu7"


def test_a_suspended_job_waits_for_its_own_devices() -> None:
    """What another node lends meanwhile is of no use to it."""
    desk, gpu7 = (replace(each, devices=(GPU,), called=(("cuda@0",),)) for each in (DESK, GPU7))
    world = CoreWorld([desk, gpu7], suspends=True)
    near = {"nodes": ["desk"]}
    (job,) = world.submit(one("a", devices="gpu:1", remote="allowed", conditions=near))
    world.until_quiet()
    (away,) = world.submit(remote("b", priority=100))
    world.until_quiet()
    assert lent(world, away).lender == "gpu7"
    (urgent,) = world.submit(one("c", devices="gpu:1", priority=100))
    world.until_quiet()
    assert world.jobs[job].state == "suspended"
    world.end(f"{away}.1", 0)
    world.until_quiet()
    assert world.jobs[job].state == "suspended"
    world.end(f"{urgent}.1", 0)
    world.until_quiet()
    assert (world.jobs[job].state, world.jobs[job].attempts) == ("running", 1)


def test_a_node_that_did_not_lend_comes_last_for_a_while() -> None:
    """It is nearer, and says that it lends; others do. Alone, it is tried again."""
    gpu7 = replace(GPU7, devices=(GPU,), called=(("cuda@0",),))
    far = NetworkPath("gpu8", None, 300.0, "measured")
    for nodes, second in (([gpu7, replace(gpu7, name="gpu8")], "gpu8"), ([gpu7], "gpu7")):
        world = CoreWorld([replace(DESK, ways=(*DESK.ways, far)), *nodes])
        (job,) = world.submit(remote())
        world.until_quiet()
        assert lent(world, job).lender == "gpu7"
        attempt, now_ms = f"{job}.1", world.now_ms
        world.runs[attempt] = AttemptStatus(
            attempt, "lost", None, now_ms, now_ms, "10.0.0.7:7879 cannot be used", unready=True
        )
        world.until_quiet()
        world.now_ms += 2000
        world.until_quiet()
        assert lent(world, job).lender == second
        world.end(f"{job}.2", 0)
        world.now_ms += 300_000
        (later,) = world.submit(remote("b"))
        world.until_quiet()
        assert lent(world, later).lender == "gpu7"


def test_a_row_says_where_its_node_serves() -> None:
    """And reads back as the same; one that cannot be is refused."""
    row = replace(GPU7, engine="local")
    assert read_row(plain_row(row)) == row
    assert "serves" not in plain_row(DESK), "a control plane of before reads it"
    for wrong in ({"port": 0}, {"port": 70000}, {"pin": "x"}, {"host": ""}, {"apis": "cuda"}):
        with pytest.raises(UsageError, match="serves"):
            read_row({**plain_row(row), "serves": {**plain_row(row)["serves"], **wrong}})


def test_who_lends() -> None:
    """Nodes that serve and have not left; a drained one takes nothing new, a silent one neither."""
    node = Node("gpu7", "edge", "lab", "0.2", replace(GPU7, name=""), "g1")
    register = Register({}, Invitations({}), 0)
    said: dict[str, dict[str, Any]] = {
        "a": {}, "b": {"drained": True}, "c": {"state": LOST}, "d": {"state": LEFT},
        "e": {"row": DESK},
    }  # fmt: skip
    for name, more in said.items():
        register._put(replace(node, name=name, **more))
    found = register.lenders()
    assert [(name, row.cordoned, bool(row.down)) for name, row in sorted(found.items())] == [
        ("a", False, False),
        ("b", True, False),
        ("c", False, True),
    ]
    assert {(row.engine, row.site) for row in found.values()} == {("", "lab")}


PLACE = Place("desk", (("hip@0", 250),), 1000, 0, (4096,), "gpu7")
ORDER = Order("j7[3].1", ("true",), (PLACE,), tenant="acme", priority=7, cap_milli=500)
NODE = Node("gpu7", "edge", "", "0.2", GPU7, "g1")


def test_an_order_gets_its_ticket_right_before_the_start() -> None:
    """As a secret, for the node that lends, and for the name by which that serves the device."""
    equip = Tickets(lambda: MASTER, {"gpu7": NODE})
    order = equip(ORDER)
    assert isinstance(order, Order)
    text = order.equipment.private[DEVICE_TOKEN].decode()
    assert order.environment[LENDER] == "10.0.0.7:7879"
    assert text not in repr(order)
    assert attempt_of(text, key_of(MASTER, "gpu7", "g1")) == "j7[3].1"
    assert attempt_of(text, key_of(MASTER, "gpu7", "g2")) == ""  # it has joined anew
    parsed = tokens.parse(text)
    assert parsed is not None
    assert parsed[2] == PIN
    assert grant_of(ORDER, NODE) == TicketGrant("cuda@0", "acme", 7, 250, 500, 4096 << 20)
    assert grant_of(ORDER, replace(NODE, name="gpu8")) is None
    own = replace(ORDER, places=(replace(PLACE, lender=""),))
    assert equip(own) is own
    gone = Tickets(lambda: MASTER, {"gpu7": replace(NODE, state=LEFT)})(ORDER)
    assert isinstance(gone, Reason)


@given(TEXT, TEXT, TEXT)
def test_a_ticket_counts_for_its_attempt_and_node_alone(key: str, attempt: str, other: str) -> None:
    """Whatever is changed in it."""
    text = ticket(key, attempt, PIN)
    assert attempt_of(text, key) == attempt.strip() or attempt != attempt.strip()
    if other != attempt:
        assert attempt_of(text.replace(f"_{attempt}_", f"_{other}_", 1), key) == ""
    if other != key:
        assert attempt_of(text, other) == ""


@given(st.text(max_size=100))
def test_what_is_no_ticket_counts_for_nothing(text: str) -> None:
    """However it is written."""
    assert attempt_of(text, "key") == ""
    assert attempt_of(f"{TICKET}_{text}_{text}", "key") == ""


@pytest.mark.parametrize("text", ["ht_j1.1_\udc80_ab", "ht_\ud800_0_ab", "hd_a_\udc80"])
def test_what_is_no_text_is_no_ticket_and_no_token(text: str) -> None:
    """JSON can say it, and no encoding."""
    assert attempt_of(text, "key") == ""
    assert tokens.check(text, {}) is None


class Plane:
    """What the control plane says, and how often it was asked."""

    def __init__(self) -> None:
        self.says: dict[str, Any] = {"grants": {}}
        self.asked = 0

    def ask(self, what: str, body: dict[str, Any]) -> dict[str, Any]:
        self.asked += 1
        return self.says


def test_whoever_tries_a_ticket_again_and_again_is_asked_for_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """For a moment; then the control plane is asked anew. A node that was removed has no tickets,
    and nonsense is an error that whoever asks expects."""
    own = SimpleNamespace(key="key")
    monkeypatch.setattr("heddle.node.tickets.identity.load", lambda: own)
    office, plane = TicketOffice(), Plane()
    monkeypatch.setattr(office, "_caller", lambda: plane)
    for _ in range(3):
        with pytest.raises(TicketError, match="does not count here"):
            office.check(ticket("key", "j1.1", PIN))
    assert plane.asked == 1
    grant = TicketGrant("cuda@0", "acme")
    plane.says = {"grants": {"j1.1": plain_grant(grant), "j2.1": plain_grant(grant)}}
    assert office.check(ticket("key", "j2.1", PIN)) == ("j2.1", grant)
    now_s = time.monotonic() + REFUSED_S
    monkeypatch.setattr("heddle.node.tickets.time.monotonic", lambda: now_s)
    assert office.check(ticket("key", "j1.1", PIN)) == ("j1.1", grant)
    plane.says = {"lacks": [], "drain": False, "leave": True}
    assert office.grants(["j1.1"]) == {}
    plane.says = {"grants": ["j1.1"]}
    with pytest.raises(HeddleError):
        office.grants(["j1.1"])


def test_a_grant_is_read_as_it_was_said() -> None:
    """And nothing else is one."""
    grant = TicketGrant("cuda@0", "acme", -5, 250, 0, 1 << 40)
    assert read_grant(plain_grant(grant)) == grant
    wrongs: list[object] = [None, [], {}, {**plain_grant(grant), "rank": True}, {"device": "x"}]
    for wrong in wrongs:
        with pytest.raises(UsageError):
            read_grant(wrong)
