"""Devices that nodes lend to programs on others: where they go, and where they do not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.cluster.cycle import Decision, Rules, decide
from heddle.cluster.explain import explain
from heddle.cluster.lending.offers import MOST_SLOWER, find_pair, slower_milli
from heddle.cluster.nodes import DeviceClass, NodeRow
from heddle.cluster.quota import Quota, Quotas, Usage
from heddle.cluster.rates.learned import LearnedRates
from heddle.cluster.rates.runs import AWAY, WorkloadRun
from heddle.cluster.row import Serving
from heddle.cluster.running import Cluster, lent_shape_of, shape_of
from heddle.cluster.sites.atlas import Atlas, SiteFacts
from heddle.metering.models import units_of
from heddle.model.job import WHOLE, Alternative, Conditions, Job
from heddle.model.site import NetworkPath
from tests.clusters import H100, T4, check, cluster_of, gpus, job, node, started, with_quotas

SERVES = Serving("10.0.0.7", 7879, "0" * 64, ("cuda",))


def lender(
    name: str, *devices: DeviceClass, us: float | None = 300.0, engine: str = "", to: str = "desk"
) -> NodeRow:
    """It has no engine unless that is said, and a measured way to another node."""
    return replace(
        node(name, *devices),
        serves=SERVES,
        engine=engine,
        called=tuple((f"cuda@{i}",) for i in range(len(devices))),
        ways=(NetworkPath(to, None, us, "measured"),) if us else (),
    )


def remote(name: str, **more: object) -> Job:
    return replace(job(name), remote=True, **more)  # type: ignore[arg-type]


def refused(cluster: Cluster, decision: Decision, wanted: Job) -> dict[str, str]:
    """What nodes say to its having a lent device, by code."""
    told = explain(cluster, wanted, decision.waits[wanted.id])
    (which,) = (i for i, each in enumerate(told.candidates) if each.is_lent)
    unlent = told.candidates[which].unlent
    said = {code: reason.text for code, reason in told.examples[which].items()}
    return said | ({unlent.code: unlent.text} if unlent else {})


def test_a_program_runs_where_it_may_with_a_device_of_another_node() -> None:
    """Cores are booked on its node, the device where it is, and the reason is kept."""
    cluster = cluster_of(node("desk"), lender("gpu7", T4))
    (running,) = decide(cluster, [remote("j1")], 0).starts
    names = cluster.nodes.names
    (device,), (host,) = running.placements, running.hosts
    assert (names[host.node], names[device.node]) == ("desk", "gpu7")
    assert host.cpu_milli == 1000
    assert device.devices == ((0, 1000),)
    assert device.cpu_milli == 0
    assert running.loan is not None
    assert running.loan.round_trip_us == 300
    assert running.loan.slower_milli == 1030
    assert running.loan.why == "1 of 1 nodes: it has no gpu"
    check(cluster)
    cluster.end("j1")
    check(cluster)


def test_nobody_is_lent_a_device_without_allowing_it() -> None:
    """Never is the default, and a node that only lends takes no program."""
    cluster = cluster_of(node("desk"), lender("gpu7", T4))
    decision = decide(cluster, [job("j1")], 0)
    assert not decision.starts
    assert decision.waits["j1"].reason.code == "impossible"
    assert "it has no gpu" in decision.waits["j1"].reason.text


def test_a_device_of_its_own_wins_if_it_is_as_soon() -> None:
    """Only the second one is lent a device."""
    cluster = cluster_of(node("desk", T4), lender("gpu7", H100))
    first, second = decide(cluster, [remote("j1"), remote("j2", submitted_s=1)], 0).starts
    assert not first.hosts
    assert second.hosts
    assert second.loan is not None
    assert second.loan.why == "1 of 1 nodes: 0 of 1 devices are free"


def test_of_two_lenders_the_nearer_one_lends() -> None:
    """Whatever their names are."""
    cluster = cluster_of(node("desk"), lender("a", T4, us=900.0), lender("b", T4, us=100.0))
    (running,) = decide(cluster, [remote("j1")], 0).starts
    assert cluster.nodes.names[running.placements[0].node] == "b"


@pytest.mark.parametrize(
    ("row", "code", "said"),
    [
        (lender("gpu7", T4, us=3000.0), "far", "it is 3ms away"),
        (lender("gpu7", T4, us=None), "far", "an unknown distance away"),
        (replace(lender("gpu7", T4), serves=None, engine="ray"), "unserved", "does not run there"),
        (
            replace(lender("gpu7", T4), serves=replace(SERVES, apis=("soft",))),
            "unserved",
            "it forwards soft",
        ),
        (replace(lender("gpu7", T4), cordoned=True), "cordoned", "drained"),
        (lender("gpu7", replace(T4, kind="npu")), "kind", "it has no gpu"),
    ],
)
def test_why_no_device_is_lent(row: NodeRow, code: str, said: str) -> None:
    """Each node says the first thing that is wrong with it."""
    cluster = cluster_of(node("desk"), replace(row, lacks=("remote",)))
    wanted = remote("j1", cpu_milli=32_000)  # of its own it never fits
    assert said in refused(cluster, decide(cluster, [wanted], 0), wanted)[code]


def test_a_lender_that_is_too_far_is_the_reason() -> None:
    """Not that the program's own node has no device; and who does not allow it is told that."""
    cluster = cluster_of(node("desk"), lender("gpu7", T4, us=None))
    decision = decide(cluster, [remote("j1"), job("j2")], 0)
    assert "1 of 2 nodes: it is an unknown distance away" in decision.waits["j1"].reason.text
    assert "it has no gpu" in decision.waits["j2"].reason.text
    told = explain(cluster, job("j2"), decision.waits["j2"])
    assert any("--remote allowed" in each for each in told.would_start)


def test_the_program_needs_a_node_too() -> None:
    """With cores, an engine that can, and where its conditions allow it to be."""
    cluster = cluster_of(node("desk", cores=1), lender("gpu7", T4), lender("gpu8", T4))
    decision = decide(cluster, [remote("j1"), remote("j2", submitted_s=1)], 0)
    assert started(decision) == ["j1"]
    assert "host" in refused(cluster, decision, remote("j2", submitted_s=1))
    elsewhere = remote("j3", conditions=Conditions(nodes=("gpu7",)))
    cluster = cluster_of(node("desk"), lender("gpu7", T4))
    assert not decide(cluster, [elsewhere], 0).starts
    here = remote("j4", conditions=Conditions(nodes=("desk",)))
    assert started(decide(cluster, [here], 0)) == ["j4"]


def test_it_waits_for_a_device_of_its_own_if_it_is_done_earlier_with_that() -> None:
    """A job of an hour is not made slower by minutes because it could begin a second earlier."""
    for expected_s, is_lent in ((3600, False), (10, True)):
        cluster = cluster_of(node("desk", T4), lender("gpu7", T4, us=1000.0))
        decide(cluster, [job("j0", expected_s=60)], 0)
        decision = decide(cluster, [remote("j1", expected_s=expected_s)], 0)
        assert started(decision) == ["j1"] * is_lent
        if not is_lent:
            assert "sooner" in refused(cluster, decision, remote("j1", expected_s=expected_s))


def run(number: int, seconds: float, *, away: bool) -> WorkloadRun:
    devices = ((1, T4), *AWAY) if away else ((1, T4),)
    return WorkloadRun(f"r{number}.1", "a", "train", devices, 1 / seconds, "runs/s", seconds, 0.0)


@pytest.mark.parametrize(("seconds", "is_lent"), [(120.0, True), (600.0, False)])
def test_what_runs_have_shown_counts_more_than_the_distance(seconds: float, is_lent: bool) -> None:
    """A workload that is much slower over the network is not lent a device again."""
    rates = LearnedRates(
        [run(i, 100.0, away=False) for i in range(4)]
        + [run(i + 4, seconds, away=True) for i in range(4)]
    )
    wanted = remote("j1", workload="train")
    slower = rates.slower(wanted, 0)
    assert slower == pytest.approx(10 * seconds, rel=0.01)
    cluster = cluster_of(node("desk"), lender("gpu7", T4))
    decision = decide(cluster, [wanted], 0, Rules(slower=rates.slower))
    assert started(decision) == ["j1"] * is_lent
    if is_lent:
        assert decision.starts[0].loan is not None
        assert decision.starts[0].loan.is_learned
    else:
        assert "slow" in refused(cluster, decision, wanted)


def test_quotas_count_lent_devices() -> None:
    """A tenant has no more of them than of its own."""
    cluster = with_quotas(
        cluster_of(node("desk"), lender("gpu7", T4, T4)), a=Quota(limit={"gpu": 1000})
    )
    decision = decide(cluster, [remote("j1"), remote("j2", submitted_s=1)], 0)
    assert started(decision) == ["j1"]
    assert decision.waits["j2"].reason.code == "quota"


def test_a_job_of_higher_priority_takes_the_place_of_one_with_a_lent_device() -> None:
    """The device and the cores are free for it; nothing is lost."""
    cluster = cluster_of(node("desk"), lender("gpu7", T4))
    decide(cluster, [remote("j1")], 0)
    decision = decide(cluster, [remote("j2", priority=10)], 1)
    assert decision.preempts == {"j1": "j2"}
    assert decision.starts[0].hosts
    check(cluster)


def test_who_lends_and_runs_programs_takes_both() -> None:
    """A node of an engine lends what it does not need, and its own jobs find that booked."""
    cluster = cluster_of(node("desk"), lender("gpu7", T4, engine="ray"))
    placed = [each for each in decide(cluster, [remote("j1")], 0).starts if each.hosts]
    assert not placed  # it can run there with a device of its own
    cluster = cluster_of(node("desk", cores=4), lender("gpu7", T4, engine="ray"))
    big = remote("j1", conditions=Conditions(nodes=("desk",)))
    (running,) = decide(cluster, [big], 0).starts
    assert running.hosts
    assert not decide(cluster, [job("j2")], 1).starts


CLASSES = st.sampled_from([T4, H100])
WAYS = st.sampled_from([None, 50.0, 300.0, 300.0, 900.0, 5000.0])


@st.composite
def clusters(draw: st.DrawFn) -> Cluster:
    rows = [node(f"n{i}", *draw(st.lists(CLASSES, max_size=2)), cores=draw(st.integers(1, 4)))
            for i in range(draw(st.integers(1, 3)))]  # fmt: skip
    for i in range(draw(st.integers(0, 3))):
        devices = draw(st.lists(CLASSES, min_size=1, max_size=2))
        engine = draw(st.sampled_from(["", "local"]))
        to = draw(st.sampled_from([row.name for row in rows]))
        rows.append(lender(f"g{i}", *devices, us=draw(WAYS), engine=engine, to=to))
    return cluster_of(*rows)


def test_data_that_must_stay_is_not_sent_to_a_lender_elsewhere() -> None:
    """It would be in the memory of the device."""
    places = {
        f"{name}/1/1/x": SiteFacts(f"{name}/1/1/x", country=name.upper()) for name in ("de", "us")
    }
    atlas = Atlas(places, bounds={"health": ("DE",)}, classes={"scans": "health"})
    for site, is_lent in (("us/1/1/x", False), ("de/1/1/x", True)):
        cluster = cluster_of(
            replace(node("desk"), site="de/1/1/x"),
            replace(lender("gpu7", T4), site=site),
            atlas=atlas,
        )
        decision = decide(cluster, [remote("j1", data=("scans@v1",))], 0)
        assert started(decision) == (["j1"] if is_lent else [])
        free = decide(cluster, [remote("j2", data=("others@v1",))], 0)
        assert started(free) == ([] if is_lent else ["j2"])


def test_the_cores_of_a_program_with_a_lent_device_are_found_like_others() -> None:
    """A job of a higher priority takes them; one of the same waits for its end."""
    for priority in (0, 100):
        cluster = cluster_of(node("desk", cores=1), lender("gpu7", T4))
        decide(cluster, [remote("low", expected_s=50)], 0)
        wanted = job("j2", Alternative(()), submitted_s=1, priority=priority)
        decision = decide(cluster, [wanted], 1)
        assert decision.preempts == ({"low": "j2"} if priority else {})
        assert [each.at_s for each in decision.reservations] == ([] if priority else [51])
        check(cluster)


def test_nobody_is_preempted_for_a_device_that_is_not_lent() -> None:
    """It waits for its own, which is sooner."""
    cluster = cluster_of(node("desk", T4), lender("gpu7", T4, T4, us=1000.0))
    decide(cluster, [job("first", expected_s=60, priority=10)], 0)
    assert started(decide(cluster, [remote("low")], 0)) == ["low"]
    wanted = remote("j1", expected_s=3600, priority=5)
    decision = decide(cluster, [wanted], 0)
    assert (decision.preempts, started(decision)) == ({}, [])
    assert "sooner" in refused(cluster, decision, wanted)


def test_who_made_room_lends_and_the_quota_is_that_of_its_device() -> None:
    """Not the nearer one, which has room and is too dear for the tenant."""
    near, far = lender("near", H100, us=100.0), lender("far", T4, us=500.0)
    cluster = cluster_of(node("desk"), near, far)
    cluster.worth = units_of
    quotas = {"a": Quota(limit={"units": units_of(T4.model) or 0}), "b": Quota()}
    cluster.usage = Usage(Quotas(cluster.capacity_amounts(), quotas))
    low = replace(job("low", gpus(1, 1000, "T4"), tenant="b"), remote=True)
    assert started(decide(cluster, [low], 0)) == ["low"]
    decision = decide(cluster, [remote("j1", priority=5)], 1)
    assert decision.preempts == {"low": "j1"}
    (running,) = decision.starts
    assert cluster.nodes.names[running.placements[0].node] == "far"


def test_what_one_tenant_has_learned_is_not_told_to_another() -> None:
    """Both have a workload of the same name."""
    cluster = cluster_of(node("desk"), lender("gpu7", T4))
    one, other = (
        replace(remote(f"j{i}", workload="train", submitted_s=i), tenant=tenant)
        for i, tenant in enumerate("ab")
    )
    rules = Rules(slower=lambda job, _: 3 * WHOLE if job.tenant == "a" else None)
    assert started(decide(cluster, [one, other], 0, rules)) == ["j1"]


@st.composite
def jobs(draw: st.DrawFn, count: int) -> list[Job]:
    return [
        replace(
            job(
                f"j{i}",
                gpus(1, draw(st.sampled_from([250, 500, 1000]))),
                priority=draw(st.integers(0, 2)),
                expected_s=draw(st.sampled_from([None, 10, 1000])),
                submitted_s=i,
            ),
            remote=draw(st.booleans()),
            cpu_milli=draw(st.sampled_from([0, 1000, 2000])),
        )
        for i in range(count)
    ]


@settings(max_examples=150, deadline=None)
@given(clusters(), st.data())
def test_whatever_is_lent(cluster: Cluster, data: st.DataObject) -> None:
    """Nothing is given twice; who did not ask has none; device and program are within reach."""
    for now_s in range(data.draw(st.integers(1, 4))):
        if running := sorted(cluster.running):
            cluster.end(data.draw(st.sampled_from(running)))
        line = [replace(one, id=f"{one.id}-{now_s}") for one in data.draw(jobs(5))]
        decide(cluster, line, now_s)
        check(cluster)
        for each in cluster.running.values():
            if not each.hosts:
                continue
            assert each.job.remote
            (device,), (host,) = each.placements, each.hosts
            nodes = cluster.nodes
            assert device.node != host.node
            assert nodes.lent[device.node, device.devices[0][0]]
            assert nodes.lenders.trips(device.node)[host.node] <= nodes.lenders.reach_us
            assert each.loan is not None
            assert each.loan.slower_milli <= MOST_SLOWER
    for job_id in list(cluster.running):
        cluster.end(job_id)
    assert (cluster.nodes.free == cluster.capacity.free).all()


@settings(max_examples=150, deadline=None)
@given(clusters(), st.data())
def test_a_device_is_lent_only_if_no_node_has_one_free(
    cluster: Cluster, data: st.DataObject
) -> None:
    """And whoever waits although it may be lent one finds no pair, or would be done later."""
    for each in data.draw(jobs(6)):
        wanted = replace(each, priority=0, expected_s=None, remote=True)
        before = cluster.placer.scores(shape_of(wanted, wanted.alternatives[0]))
        decision = decide(cluster, [wanted], 0)
        fits = bool((before != float("-inf")).any())
        if decision.starts:
            assert bool(decision.starts[0].hosts) == (not fits)
        else:
            lent = lent_shape_of(wanted, wanted.alternatives[0])
            assert lent is not None
            assert find_pair(cluster, lent) is None


def test_the_expected_cost_grows_with_the_distance() -> None:
    """As a hundred waits in a second do."""
    assert slower_milli(0) == 1000
    assert slower_milli(1000) == 1100
