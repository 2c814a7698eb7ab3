"""What holds in the cycle whatever comes: many cycles over a line, with ends, quotas and all kinds
of jobs."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from heddle.cluster.cycle import Decision, Rules, decide
from heddle.cluster.explain import explain
from heddle.cluster.gang import most_members
from heddle.cluster.quota import Quota
from heddle.cluster.running import Cluster, members_of, shape_of
from heddle.cluster.waiting_line import WaitingLine
from heddle.cluster.why import LATER
from heddle.model.job import Alternative, Conditions, DeviceAsk, Job
from tests.clusters import FPGA, H100, T4, check, cluster_of, gpus, job, node, with_quotas

asks = st.one_of(
    st.builds(DeviceAsk, st.integers(1, 3), st.sampled_from(["gpu", "fpga"])),
    st.builds(DeviceAsk, st.just(1), st.just("gpu"), share_milli=st.sampled_from([250, 500, 700])),
    st.builds(DeviceAsk, st.integers(1, 12), st.just("cpu")),
)
alternatives = st.lists(
    st.builds(Alternative, st.lists(asks, min_size=1, max_size=2, unique_by=lambda a: a.kind)),
    min_size=1,
    max_size=2,
)


@st.composite
def some_job(draw: st.DrawFn, number: int) -> Job:
    shape = draw(st.sampled_from(["single", "single", "gang", "elastic"]))
    members = 1 if shape == "single" else draw(st.integers(1, 4))
    least = draw(st.integers(1, members)) if shape == "elastic" else 1
    joined = draw(st.sampled_from([None, None, "rack"])) if members > 1 else None
    return Job(
        f"j{number:03d}",
        draw(st.sampled_from(["a", "b", "b/x", "c"])),
        tuple(draw(alternatives)),
        shape=shape,
        members=members,
        least=least,
        most=members,
        cpu_milli=500,
        priority=draw(st.integers(0, 2)),
        preemptible=draw(st.booleans()),
        submitted_s=number,
        expected_s=draw(st.sampled_from([None, 30, 300])),
        conditions=Conditions(joined=joined),
        resumes=draw(st.booleans()),
    )


QUOTAS = {
    "a": Quota(limit={"gpu": 3000}),
    "b": Quota(nominal={"gpu": 2000}),
    "b/x": Quota(nominal={"gpu": 1000}, borrow=False),
}


def fresh(*, quotas: bool) -> Cluster:
    cluster = cluster_of(
        node("a", T4, T4, FPGA, site="eu/1/1/p"),
        node("b", T4, T4, site="eu/1/1/p"),
        node("c", H100, FPGA, cores=2, site="eu/1/1/q"),
        node("d", site="eu/1/1/q"),
    )
    return with_quotas(cluster, **QUOTAS) if quotas else cluster


def same(one: Decision, other: Decision) -> bool:
    return all(
        getattr(one, name) == getattr(other, name)
        for name in ("starts", "grows", "shrinks", "preempts", "reservations")
    ) and dict(one.waits) == dict(other.waits)


def check_quotas(cluster: Cluster) -> None:
    used = cluster.tenants.used
    assert used("a").get("gpu", 0) <= 3000
    assert used("b/x").get("gpu", 0) <= 1000
    taken = sum(
        cluster.demand(running.placements).get("gpu", 0) for running in cluster.running.values()
    )
    assert taken == used("").get("gpu", 0)


def check_whole(cluster: Cluster) -> None:
    """Gangs and conjunctions are whole, and near where they must be."""
    for running in cluster.running.values():
        alternative = running.job.alternatives[running.alternative]
        milli = sum(a.count * a.share_milli for a in alternative.asks if a.kind != "cpu")
        for placement in running.placements:
            assert sum(taken for _, taken in placement.devices) == milli
        if running.job.conditions.joined == "rack":
            assert len({cluster.nodes.site[p.node] for p in running.placements}) == 1


def check_reasons(cluster: Cluster, line: WaitingLine, decision: Decision, now_s: int) -> None:
    """Everybody has one, and it agrees with what the cluster looks like."""
    for waiting in line:
        waits = decision.waits[waiting.id]
        assert waits.reason.text
        told = explain(cluster, waiting, waits, every_node=True)
        assert told.reason == waits.reason
        if waits.reason.code in LATER:  # nothing is booked, so somebody has it
            assert told.holders
        least, _ = members_of(waiting)
        joined = waiting.conditions.joined
        for index, alternative in enumerate(waiting.alternatives):
            shape = shape_of(waiting, alternative)
            nodes = [each for each in told.nodes if each.alternative == index]
            fits = cluster.placer.best(shape) is not None
            assert fits == any(each.reason is None for each in nodes)
            if most_members(cluster.placer, shape, least, joined) >= least:
                assert waits.reason.code in ("quota", "reserved")
    assert decision.waits.by_reason().total() == len(line)


@settings(max_examples=50, deadline=None)
@given(st.data(), st.booleans(), st.booleans())
def test_whatever_comes(data: st.DataObject, quotas: bool, preemption: bool) -> None:
    cluster, twin = fresh(quotas=quotas), fresh(quotas=quotas)
    line, other = WaitingLine(), WaitingLine()
    rules = Rules(preemption=preemption, patience_s=60)
    number = 0
    for step in range(data.draw(st.integers(1, 4))):
        now_s = step * 40
        for _ in range(data.draw(st.integers(0, 6))):
            made = data.draw(some_job(number))
            number += 1
            line.add(made)
            other.add(made)
        if cluster.running:
            for gone in data.draw(st.sets(st.sampled_from(sorted(cluster.running)))):
                cluster.end(gone)
                twin.end(gone)
        before = dict(cluster.running)
        waiting = {each.id for each in line}
        decision = decide(cluster, line, now_s, rules)
        assert same(decision, decide(twin, other, now_s, rules))
        check(cluster)
        check_whole(cluster)
        if quotas:
            check_quotas(cluster)
        assert {running.job.id for running in decision.starts} | {j.id for j in line} == waiting
        for victim, winner in decision.preempts.items():
            assert preemption
            assert before[victim].job.preemptible
            if not quotas:
                assert before[victim].job.priority < cluster.running[winner].job.priority
            line.add(before[victim].job)
            other.add(before[victim].job)
        for job_id, running in (decision.shrinks | decision.grows).items():
            assert cluster.running[job_id] == running
            assert running.job.shape == "elastic"
        if not decision.preempts:
            check_reasons(cluster, line, decision, now_s)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 8),
    st.lists(st.integers(1, 4), min_size=3, max_size=12),
    st.booleans(),
    st.booleans(),
)
@example(8, [1, 1, 1], False, False)  # all shares were the same for a moment
def test_nobody_starves(wanted: int, sizes: list[int], announced: bool, same_tenant: bool) -> None:
    """However many small jobs come all the time, the first in turn that could run does so soon."""
    cluster = cluster_of(node("n", *(T4,) * 8))
    line = WaitingLine()
    ends: dict[str, int] = {}
    rules = Rules(preemption=False, patience_s=5)
    count = 0
    for now_s in range(60):
        for gone in [job_id for job_id, at in ends.items() if at <= now_s]:
            cluster.end(gone)
            del ends[gone]
        for size in sizes:
            count += 1
            told = 3 if announced else None
            line.add(
                job(f"hog{count}", gpus(size), tenant="hog", submitted_s=now_s, expected_s=told)
            )
        if now_s == 10:
            tenant = "hog" if same_tenant else "small"
            line.add(replace(job("waits", gpus(wanted), tenant=tenant), submitted_s=-1))
        for running in decide(cluster, line, now_s, rules).starts:
            if running.job.id == "waits":
                return
            ends[running.job.id] = now_s + 3
    raise AssertionError("it never started")
