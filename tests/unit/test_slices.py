"""Slices of devices in jobs: share, cap and device memory, from the file to the order."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

np = pytest.importorskip("numpy")

from heddle.cli._asks import FIELDS, add_asks, spec_of  # noqa: E402
from heddle.cluster.cycle import Rules, decide  # noqa: E402
from heddle.cluster.explain import explain  # noqa: E402
from heddle.cluster.fitting import Fitting  # noqa: E402
from heddle.cluster.nodes import DeviceClass, NodeRow, Nodes  # noqa: E402
from heddle.cluster.running import Cluster, Running, shape_of  # noqa: E402
from heddle.cluster.shapes import Placement, Shape, Term  # noqa: E402
from heddle.control.nodes.pool import Pool  # noqa: E402
from heddle.engine.base import Order  # noqa: E402
from heddle.engine.local.member import limit  # noqa: E402
from heddle.engine.local.member_spec import command  # noqa: E402
from heddle.model.job import WHOLE, Alternative, Job  # noqa: E402
from heddle.model.record import AttemptRecord, Place  # noqa: E402
from heddle.spec.job_file import parse  # noqa: E402
from heddle.spec.job_text import normal  # noqa: E402
from heddle.store._records import ATTEMPT_COLUMNS, Batch, attempt_of  # noqa: E402
from tests.clusters import FPGA, H100, T4, check, cluster_of, gpus, job, node, started  # noqa: E402

GIB = 1024


def said(**fields: str) -> Job:
    lines = "".join(f"{key}: {value}\n" for key, value in fields.items())
    (found,) = parse(
        f"id: a\ncommand: x\n{'' if 'devices' in fields else 'devices: gpu:1'}\n{lines}"
    )
    return found


def sliced(share: int, gib: int = 0, count: int = 1, cap: int = 0) -> Alternative:
    return replace(gpus(count, share), quota_mib=gib * GIB, cap_milli=cap)


def waits(cluster: Cluster, one: Job) -> str:
    """Why it does not start."""
    return decide(cluster, [one], 9, Rules(preemption=False)).waits[one.id].reason.text


@pytest.mark.parametrize(
    ("fields", "share", "cap", "mib"),
    [
        ({}, WHOLE, 0, 0),
        ({"share": "25%"}, 250, 0, 0),
        ({"cap": "25%"}, 250, 250, 0),
        ({"share": "25%", "cap": "0.5"}, 250, 500, 0),
        ({"share": "50%", "device_memory": "8GiB"}, 500, 0, 8 * GIB),
        ({"device_memory": "1MiB"}, WHOLE, 0, 1),
    ],
)
def test_a_slice_is_read_and_said_again(
    fields: Mapping[str, str], share: int, cap: int, mib: int
) -> None:
    """A cap without a share reserves itself: more could never be used."""
    (way,) = said(**fields).alternatives
    assert (way.asks[0].share_milli, way.cap_milli, way.quota_mib) == (share, cap, mib)
    assert shape_of(said(**fields), way).quota_mib == mib
    again = {key: value for key, value in normal(said(**fields)).items() if key in fields}
    assert said(**again).alternatives == (way,)


def test_an_alternative_has_a_slice_of_its_own_and_cores_have_none() -> None:
    text = """
id: a
command: x
cap: 50%
device_memory: 8GiB
alternatives:
  - devices: h200:1
  - devices: a100:1
    cap: 75%
    device_memory: 16GiB
  - devices: cpu:8
"""
    (found,) = parse(text)
    assert [(w.cap_milli, w.quota_mib) for w in found.alternatives] == [
        (500, 8 * GIB),
        (750, 16 * GIB),
        (0, 0),
    ]


def test_options_become_the_same_fields() -> None:
    parser = argparse.ArgumentParser()
    add_asks(parser)
    words = ["--devices", "gpu:1", "--share", "25%", "--cap", "50%", "--mem", "8GiB"]
    options = parser.parse_args([*words, "--memory", "1GiB"])
    spec = spec_of(options, ["x"])
    assert {key: spec[key] for key in ("share", "cap", "device_memory", "memory")} == {
        "share": "25%", "cap": "50%", "device_memory": "8GiB", "memory": "1GiB",
    }  # fmt: skip
    assert set(spec) - {"id", "devices", "command", "folder"} <= set(FIELDS)


def test_what_does_not_fit_the_memory_waits_although_the_share_would() -> None:
    """Two of 50 % and 60 GiB are not on one card of 80; two of 40 GiB are."""
    cluster = cluster_of(node("n", H100))
    assert started(decide(cluster, [job("a", sliced(500, 60))], 0)) == ["a"]
    assert waits(cluster, job("b", sliced(500, 60))) == (
        "asked for 60GiB of device memory; the most that would fit now is 20GiB, on H100 (80GiB)"
    )
    assert started(decide(cluster, [job("c", sliced(500, 20))], 1)) == ["c"]
    check(cluster)
    cluster.end("a")
    cluster.end("c")
    both = [job("d", sliced(500, 40)), job("e", sliced(500, 40))]
    assert started(decide(cluster, both, 2)) == ["d", "e"]
    check(cluster)


def test_a_share_alone_has_its_part_of_the_memory() -> None:
    cluster = cluster_of(node("n", H100))
    decide(cluster, [job("a", sliced(250)), job("b", sliced(250, 30), submitted_s=1)], 0)
    assert cluster.nodes.device_mib[0, 0] == (80 - 20 - 30) * GIB
    assert "asked for 40GiB (50%) of device memory" in waits(cluster, job("c", sliced(500)))
    assert "would fit now is 30GiB, on H100 (80GiB)" in waits(cluster, job("c", sliced(500)))
    assert started(decide(cluster, [job("c", sliced(500, 30))], 1)) == ["c"]
    assert cluster.nodes.device_mib[0, 0] == 0
    check(cluster)


def test_shares_alone_fill_a_device_of_any_size() -> None:
    """Parts are rounded down, so the last one always has its own."""
    odd = DeviceClass("gpu", "odd", "nvidia", 80_917, 3)
    cluster = cluster_of(node("n", odd))
    parts = [sliced(333), sliced(333, 26_945 // GIB), sliced(334)]
    found = decide(cluster, [job(f"j{i}", each) for i, each in enumerate(parts)], 0)
    assert len(found.starts) == 3
    check(cluster)


def test_a_device_whose_memory_nobody_knows_takes_shares_but_no_quota() -> None:
    cluster = cluster_of(node("n", FPGA))
    half = Alternative((replace(gpus(1, 500).asks[0], kind="fpga"),))
    assert started(decide(cluster, [job("a", half), job("b", half)], 0)) == ["a", "b"]
    assert "of memory" in waits(cluster, job("c", replace(half, quota_mib=1)))


def test_what_no_device_could_hold_is_said_with_the_largest() -> None:
    cluster = cluster_of(node("n", T4), node("m", H100))
    assert waits(cluster, job("a", sliced(500, 81))) == (
        "no node could ever run it: 2 of 2 nodes: its devices have 80GiB of memory, the job needs "
        "81GiB"
    )


def test_several_devices_each_have_the_quota() -> None:
    cluster = cluster_of(node("n", H100, H100))
    decide(cluster, [job("a", sliced(100, 60))], 0)
    assert "the most that would fit now is 20GiB" in waits(cluster, job("b", sliced(100, 50, 2)))
    (running,) = decide(cluster, [job("b", sliced(100, 20, 2))], 1).starts
    assert [milli for _, milli in running.placements[0].devices] == [100, 100]
    assert cluster.nodes.device_mib[0].tolist() == [0, 60 * GIB]
    check(cluster)


def test_of_devices_that_look_the_same_the_tightest_memory_is_taken() -> None:
    """So that room for the larger stays."""
    cluster = cluster_of(node("n", H100, H100))
    for name, gib in (("a", 10), ("b", 60)):
        decide(cluster, [job(name, sliced(600, gib))], 0)
    assert cluster.nodes.device_mib[0].tolist() == [70 * GIB, 20 * GIB]
    decide(cluster, [job("c", sliced(400, 20))], 1)
    assert cluster.nodes.device_mib[0].tolist() == [70 * GIB, 0]
    check(cluster)


def test_who_stands_in_the_way_of_memory_can_be_preempted() -> None:
    cluster = cluster_of(node("n", H100))
    decide(cluster, [job("a", sliced(100, 60)), job("b", sliced(100, 10), submitted_s=1)], 0)
    decision = decide(cluster, [job("c", sliced(100, 70), priority=5)], 1)
    assert decision.preempts == {"a": "c"}
    assert started(decision) == ["c"]
    check(cluster)


def test_it_is_told_when_the_memory_is_free_and_what_would_help() -> None:
    cluster = cluster_of(node("n", H100))
    decide(cluster, [job("a", sliced(100, 60), expected_s=100)], 0)
    wide = job("b", sliced(100, 50))
    told = explain(cluster, wide, decide(cluster, [wide], 1).waits["b"])
    assert told.reason.code == "memory-quota"
    assert told.starts_s == 100
    assert told.would_start[0] == "ask for less device memory (device_memory)"


devices = st.lists(st.sampled_from([H100, H100, T4, FPGA]), min_size=1, max_size=3)
#: Terms of one shape have the same share: a job file has one for all accelerators of a member.
slices = st.builds(
    lambda asks, share, quota: Shape(
        terms=tuple(Term(n, kinds, share_milli=share) for n, kinds in asks), quota_mib=quota
    ),
    st.lists(
        st.tuples(st.sampled_from([1, 1, 2]), st.sampled_from([(), ("gpu",)])),
        min_size=1,
        max_size=2,
    ),
    st.sampled_from([1, 100, 333, 500, 500, WHOLE]),
    st.sampled_from([0, 0, 0, 1, 5_000, 10_000, 40_961, 60_001]),
)


def by_search(nodes: Nodes, shape: Shape) -> bool:
    """Slowly: every way to give the terms devices of their own."""

    def needs(slot: int, term: Term) -> int:
        size = nodes.classes[nodes.device_class[0, slot]].memory_mib
        return shape.quota_mib or term.share_milli * size // WHOLE

    def give(taken: tuple[int, ...], terms: Sequence[Term]) -> bool:
        if not terms:
            return True
        able = [
            slot
            for slot in range(nodes.device_class.shape[1])
            if slot not in taken
            and (not terms[0].kinds or _kind(nodes, slot) in terms[0].kinds)
            and nodes.device_free[0, slot] >= terms[0].share_milli
            and nodes.device_mib[0, slot] >= needs(slot, terms[0])
        ]
        return any(
            give((*taken, *chosen), terms[1:])
            for chosen in combinations(able, terms[0].count)
            if len({int(nodes.device_class[0, slot]) for slot in chosen}) == 1
        )

    return give((), shape.terms)


def _kind(nodes: Nodes, slot: int) -> str:
    device: DeviceClass = nodes.classes[nodes.device_class[0, slot]]
    return device.kind


@settings(max_examples=150, deadline=None)
@given(devices, st.lists(slices, min_size=4, max_size=9))
def test_it_fits_where_a_search_finds_a_way_and_nothing_is_given_twice(
    given: list[DeviceClass], asks: list[Shape]
) -> None:
    """Shares and memory of what runs never exceed a device, whatever was asked; and where there is
    no way, the reason says how much would fit, and so much does."""
    nodes = Nodes.from_rows([NodeRow("n", 8000, 8192, tuple(given))])
    here = np.arange(1)
    taken: list[Placement] = []
    for turn, shape in enumerate(asks):
        fitting = Fitting(nodes, shape)
        options = fitting.options(here)
        assert (len(options.node) > 0) == by_search(nodes, shape)
        reason = fitting.reason(0)
        assert (reason is None) == (len(options.node) > 0)
        if reason is not None and reason.code == "memory-quota" and len(shape.terms) == 1:
            assert "would fit now" in reason.text
            less = parse_mib(str(reason.have))
            if less:
                assert by_search(nodes, replace(shape, quota_mib=less))
            assert not by_search(nodes, replace(shape, quota_mib=less + 1))
        if len(options.node):
            before = nodes.device_free[0]
            parts = before - options.devices[0]
            placement = Placement(
                0, tuple((i, int(n)) for i, n in enumerate(parts) if n), 0, 0, shape
            )
            nodes.take(placement)
            taken.append(placement)
        if turn % 3 == 2 and taken:
            nodes.give_back(taken.pop(0))
        assert (nodes.device_mib >= 0).all()
        assert (nodes.device_free >= 0).all()
        used = [0] * len(given)
        for each in taken:
            for (slot, _), mib in zip(each.devices, nodes.mib_of(each), strict=True):
                used[slot] += mib
        sizes = [device.memory_mib for device in given]
        assert (nodes.device_mib[0] == np.array(sizes) - used).all()


def parse_mib(text: str) -> int:
    from heddle.model.quantity import MEMORY

    return MEMORY.parse(text) if text != "0" else 0


def row(name: str, *sizes: int) -> NodeRow:
    kinds = tuple(DeviceClass("gpu", "T4", "nvidia", mib, 3) for mib in sizes)
    called = tuple((f"cuda@{i}",) for i in range(len(sizes)))
    return NodeRow(name, 8000, 32768, kinds, called=called)


def runs(pool: Pool, one: Job) -> Running:
    placement = pool.cluster.placer.best(shape_of(one, one.alternatives[0]))
    assert placement is not None
    running = Running(one, 0, (placement,), 0)
    return pool.start(running, pool.places(running))


@pytest.mark.parametrize(
    ("way", "mib"),
    [
        (sliced(WHOLE), ()),
        (sliced(WHOLE, 5), (5 * GIB,)),
        (sliced(250), (4 * GIB,)),
        (sliced(250, 6), (6 * GIB,)),
        (sliced(250, 16), (16 * GIB,)),
    ],
)
def test_a_place_says_what_of_its_memory_was_given(way: Alternative, mib: tuple[int, ...]) -> None:
    pool = Pool([row("a", 16 * GIB)])
    (place,) = pool.places(runs(pool, job("j1", way)))
    assert place.device_mib == mib
    assert pool.worth([place])["device_mib"] == 16 * GIB - pool.cluster.nodes.device_mib[0, 0]


def test_what_runs_keeps_its_memory_when_nodes_come_and_go() -> None:
    pool = Pool([row("a", 16 * GIB)])
    runs(pool, job("j1", sliced(250, 10)))
    pool.join(row("b", 8 * GIB))
    assert pool.settle() == []
    assert pool.cluster.nodes.device_mib[:, 0].tolist() == [6 * GIB, 8 * GIB]
    pool.join(row("a", 8 * GIB))  # it has less than it was thought to have
    assert [running.job.id for running in pool.settle()] == ["j1"]


def test_a_place_is_kept_and_an_old_one_is_read() -> None:
    place = Place("n", (("cuda@0", 250),), 0, 0, (4096,))
    attempt = AttemptRecord("j1.1", "j1", 1, "local", 0, (place,))
    (kept,) = Batch.of([attempt]).attempt_rows()
    assert attempt_of(kept) == attempt
    at = ATTEMPT_COLUMNS.index("places")
    old: list[Any] = list(kept)
    old[at] = old[at].replace(',"device_mib":[4096]', "")
    assert attempt_of(tuple(old)).places == (replace(place, device_mib=()),)


def test_a_member_is_ordered_with_its_slice() -> None:
    place = Place("n", (("cuda@0", 250), ("cuda@1", 250)), device_mib=(4096, 2048))
    order = Order("j1.1", ("x",), (place,), priority=3, share_milli=250, cap_milli=500)
    assert command(order, place)[-7:] == [
        "cuda@0,cuda@1",
        "3",
        "250",
        "500",
        "2048",
        "default",
        "x",
    ]
    whole = Place("n", (("cuda@0", 1000),))
    plain = Order("j1.1", ("x",), (whole,))
    assert command(plain, whole)[-7:] == ["cuda@0", "0", "0", "0", "0", "default", "x"]


@pytest.mark.parametrize(
    ("environment", "order", "holds"), [(0, 0, 0), (0, 5, 5), (3, 5, 3), (7, 5, 5), (3, 0, 3)]
)
def test_an_environment_may_ask_for_less_but_not_for_more(
    environment: int, order: int, holds: int
) -> None:
    asked = {"memory_limit": environment} if environment else {}
    limit(asked, "memory_limit", order)
    assert asked.get("memory_limit", 0) == holds
