"""What partitions and others have of a device is no job's: subtracted, said, and given back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

np = pytest.importorskip("numpy")

from heddle.agent.answers import Peer, _is_of  # noqa: E402
from heddle.cluster.cycle import Rules, decide  # noqa: E402
from heddle.cluster.explain import explain  # noqa: E402
from heddle.cluster.nodes import DeviceClass, NodeRow, Nodes  # noqa: E402
from heddle.cluster.row import Booked  # noqa: E402
from heddle.cluster.row_json import LONGEST, plain_row, read_row  # noqa: E402
from heddle.cluster.running import Cluster, Running, shape_of  # noqa: E402
from heddle.control.nodes.pool import Pool  # noqa: E402
from heddle.control.nodes.reserved import booked  # noqa: E402
from heddle.inventory.listing import DeviceListing  # noqa: E402
from heddle.model.hardware import Component  # noqa: E402
from heddle.model.job import WHOLE, Job  # noqa: E402
from heddle.model.partition import COMPUTE, JOB, MEMORY, Claim, NoRoomError, Offer, check  # noqa: E402
from heddle.model.record import Place as Given  # noqa: E402
from heddle.virt import registry  # noqa: E402
from heddle.virt.place import DevicePlace  # noqa: E402
from tests.clusters import gpus, job  # noqa: E402
from tests.unit.test_top_sampler import program  # noqa: E402

GIB = 1024
T4 = DeviceClass("gpu", "T4", "nvidia", 16 * GIB, 3)
TRAIN = Booked(600, 8 * GIB, "partition train has 60 % and 8GiB of cuda@0")


def row(*taken: Booked) -> NodeRow:
    names = tuple((f"cuda@{i}",) for i in range(len(taken)))
    return NodeRow("a", 8000, 32768, (T4,) * len(taken), called=names, booked=taken)


def place(*claims: Claim, memory_mib: int = 16 * GIB) -> DevicePlace:
    has = {COMPUTE: WHOLE, MEMORY: memory_mib}
    return DevicePlace("pci@0000:01:00.0", "GPU-1", "T4", Offer("cuda@0", has), has, claims)


def listed(**more: object) -> DeviceListing:
    made = Component("pci@0000:01:00.0", "gpu", "nvidia", "T4", uuid="GPU-1", memory_bytes=16 << 30)
    return DeviceListing(replace(made, **more), None)  # type: ignore[arg-type]


def part(**takes: int) -> Claim:
    return Claim("train", takes, "share")


def one(name: str, share: int) -> Job:
    return replace(job(name), alternatives=(gpus(1, share),))


def starts(pool: Pool, name: str, share: int, device: str = "cuda@0") -> Running:
    """As after a new start: it runs, whatever is booked by now."""
    asked = one(name, share)
    shape = shape_of(asked, asked.alternatives[0])
    empty = Pool([replace(row, booked=()) for row in pool.rows.values()])
    placement = empty.cluster.placer.best(shape)
    assert placement is not None
    given = Given("a", ((device, share),), placement.cpu_milli, placement.memory_mib)
    return pool.start(Running(asked, 0, (placement,), 0), [given])


def said(cluster: Cluster, *jobs: Job) -> dict[str, str]:
    waits = decide(cluster, list(jobs), 9, Rules(preemption=False)).waits
    return {name: waits[name].reason.text for name in waits}


numbers = st.integers(-5, 3000) | st.integers(0, 2**60)
claims = st.builds(
    Claim,
    st.text(max_size=300),
    st.dictionaries(st.sampled_from([COMPUTE, MEMORY, "functions"]), st.integers(0, 2**40)),
    st.sampled_from(["share", "hami", "mps"]),
    st.booleans(),
    st.booleans(),
    st.text(max_size=300),
)


@given(st.lists(st.builds(Booked, numbers, numbers, st.just("x")), min_size=1, max_size=5))
def test_never_more_than_what_is_there(taken: list[Booked]) -> None:
    """And with nothing booked all of it is there again."""
    nodes = Nodes.from_rows([row(*taken)])
    assert ((nodes.device_free >= 0) & (nodes.device_free <= WHOLE)).all()
    assert ((nodes.device_mib >= 0) & (nodes.device_mib <= nodes.device_size)).all()
    for slot, each in enumerate(taken):
        lost = WHOLE - nodes.device_free[0, slot]
        assert lost == max(0, min(WHOLE, each.milli))
    bare = nodes.unbooked()
    assert (bare.device_free == WHOLE).all()
    assert (bare.device_mib == bare.device_size).all()
    assert (bare.quotas, bare.booked) == (0, {})


@given(st.lists(claims, max_size=6))
def test_what_is_booked_can_be_said_and_sent(found: list[Claim]) -> None:
    """Whatever others call themselves: a node's row with it is not refused."""
    its = booked(listed(), [place(*found)])
    assert 0 <= its.milli <= WHOLE
    assert 0 <= its.mib <= 16 * GIB
    assert len(its.who) <= LONGEST
    assert read_row(plain_row(row(its))).booked == (its,)
    if any(each.alone for each in found):
        assert (its.milli, its.mib) == (WHOLE, 16 * GIB)


def test_a_row_without_says_nothing_of_it() -> None:
    """So that a control plane of before takes it."""
    assert "booked" not in plain_row(row())


@pytest.mark.parametrize(
    ("found", "milli", "gib", "who"),
    [
        ([part(compute=300, memory=4 * GIB)], 300, 4, "partition train has 30 % and 4GiB of D"),
        ([part(memory=4 * GIB)], 0, 4, "partition train has 4GiB of D"),
        (
            [part(compute=300), Claim("b", {COMPUTE: 100}, "cap")],
            400,
            0,
            "partition train and partition b have 40 % of D",
        ),
        ([Claim("big", {}, "whole", alone=True)], WHOLE, 16, "partition big has D alone"),
        (
            [Claim("service 7", {}, "mps", alone=True, foreign=True, owner="root (process 7)")],
            WHOLE,
            16,
            "mps service 7 of root (process 7) has D",
        ),
        (
            [Claim("c1", {COMPUTE: 300, MEMORY: GIB}, "hami", foreign=True, owner="ann")],
            WHOLE,
            16,
            "hami c1 of ann has D",
        ),
        (
            [Claim("c1", {COMPUTE: 300}, "hami", foreign=True, owner="ann"), part(compute=200)],
            500,
            0,
            "hami c1 of ann and partition train have 50 % of D",
        ),
        ([], 0, 0, ""),
    ],
)
def test_who_has_what_of_a_device(found: list[Claim], milli: int, gib: int, who: str) -> None:
    its = booked(listed(), [place(*found)])
    how = "exclusive" if "alone" in who else "partitioned" if "partition" in who else "foreign"
    mode = how if found else ""
    expected = Booked(milli, gib * GIB, who.replace(" D", " pci@0000:01:00.0"), mode)
    assert its == expected


def test_an_instance_is_its_partitions_or_its_makers() -> None:
    """GPU instances and functions are devices of their own; nobody else's is taken for them."""
    card = place(
        Claim("one", {"memory_slice_0": 1}, "mig", instance="MIG-1"),
        Claim("1g@1", {"memory_slice_1": 1}, "mig", foreign=True, owner="others", instance="MIG-2"),
    )
    card = replace(card, pci="0000:01:00.0")

    def who(uuid: str, *among: DevicePlace) -> str:
        instance = listed(id=f"mig@{uuid}", uuid=uuid, parent="pci@0000:01:00.0")
        return booked(instance, among).who

    assert who("MIG-1", card) == "partition one has mig@MIG-1"
    assert who("MIG-2", card) == "mig 1g@1 of others has mig@MIG-2"
    assert who("MIG-3", card) == ""
    unseen = Claim("not to be seen", {}, "mig", alone=True, foreign=True, owner="root")
    assert who("MIG-3", replace(card, claims=(unseen,))).startswith("mig not to be seen of root")


def test_a_job_waits_for_what_is_booked_and_others_pass_it() -> None:
    """It is not impossible, and keeps no room that never comes: it may fit when that is removed."""
    pool = Pool([row(TRAIN)])
    half, small = one("half", 500), one("small", 300)
    waits = decide(pool.cluster, [half], 9, Rules(preemption=False)).waits["half"]
    assert waits.reason.code == "share"
    assert waits.reason.text.endswith(f"the most is 40 %; {TRAIN.who}")
    told = explain(pool.cluster, half, waits)
    assert told.would_start[0].startswith("give back what is booked")
    patient = Rules(preemption=False, patience_s=1)
    done = decide(pool.cluster, [half, small], 9999, patient)
    assert [each.job.id for each in done.starts] == ["small"]
    whole = said(Pool([row(TRAIN)]).cluster, one("all", WHOLE))["all"]
    assert whole == f"0 of 1 devices are free; {TRAIN.who}"
    pool.join(row(Booked()))
    assert [each.job.id for each in decide(pool.cluster, [half], 9, patient).starts] == ["half"]


def test_memory_that_is_booked_is_no_jobs() -> None:
    much = Booked(0, 12 * GIB, "partition cache has 12GiB of cuda@0")
    text = said(Pool([row(much)]).cluster, one("half", 500))["half"]
    assert "the most that would fit now is 4GiB" in text
    assert text.endswith(much.who)
    (done,) = decide(Pool([row(much)]).cluster, [one("few", 250)], 9, Rules()).starts
    assert done.placements[0].devices == ((0, 250),)


def test_who_is_not_in_the_way_is_not_named() -> None:
    """A device that is booked a little, and full of jobs, is not waited for because of that."""
    pool = Pool([row(Booked(100, 0, "partition tiny has 10 % of cuda@0"))])
    starts(pool, "j1", 900)
    assert "tiny" not in said(pool.cluster, one("all", 950))["all"]


def test_what_runs_goes_on_and_gives_way_when_it_ends() -> None:
    pool = Pool([row(Booked())])
    starts(pool, "j1", 500)
    starts(pool, "j2", 400)
    pool.join(row(TRAIN))
    assert pool.settle() == []
    assert pool.cluster.running.keys() == {"j1", "j2"}
    assert pool.cluster.nodes.device_free.tolist() == [[0]]
    pool.cluster.end("j1")
    assert pool.cluster.nodes.device_free.tolist() == [[0]]  # 600 and 400
    pool.cluster.end("j2")
    assert pool.cluster.nodes.device_free.tolist() == [[400]]
    assert pool.cluster.nodes.device_mib.tolist() == [[8 * GIB]]
    assert pool.cluster.placer.idle.tolist() == [400]


def test_what_ran_before_a_new_start_is_found_on_a_booked_device() -> None:
    pool = Pool([row(replace(TRAIN, milli=WHOLE, mib=16 * GIB))])
    starts(pool, "j1", WHOLE)
    assert pool.settle() == []
    assert pool.cluster.running.keys() == {"j1"}
    pool.cluster.end("j1")
    assert pool.cluster.nodes.device_free.tolist() == [[0]]


def test_a_partition_does_not_get_what_jobs_hold() -> None:
    jobs = [Claim("j17", {COMPUTE: 500, MEMORY: 8 * GIB}, JOB, foreign=True)]
    offer = Offer("cuda@0", {COMPUTE: WHOLE, MEMORY: 16 * GIB})
    with pytest.raises(NoRoomError, match="job j17 holds 50 %, 8GiB until it ends"):
        check(offer, jobs, {COMPUTE: 600})
    with pytest.raises(NoRoomError, match=r"job j17 .50 %, 8GiB. exists already"):
        check(offer, jobs, {COMPUTE: WHOLE}, alone=True)
    check(offer, jobs, {COMPUTE: 500})


def test_the_stamp_changes_with_the_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path))
    first = registry.stamp()
    assert first == registry.stamp()
    registry.set_factor("GPU-1", 1500)
    second = registry.stamp()
    registry.set_factor("GPU-1", 2000)
    third = registry.stamp()
    registry.set_factor("GPU-1", 1000)
    assert first == registry.stamp()
    assert len({first, second, third}) == 3


def test_a_number_that_came_again_is_not_the_first_of_a_partition() -> None:
    """Its first process is gone, and another has its number."""
    kept = program(pid=70, start_ticks=5, processes=(80,), is_kept=True)
    assert _is_of(Peer(70, 1000, 5), kept)
    assert not _is_of(Peer(70, 1000, 6), kept)
    assert _is_of(Peer(80, 1000, 9), kept)
