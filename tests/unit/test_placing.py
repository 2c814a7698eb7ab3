"""Placing: where a shape goes, why it does not, and what moving others would do."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

np = pytest.importorskip("numpy")

from heddle.cluster import placing  # noqa: E402
from heddle.cluster.conditions.stacks import stack_holds  # noqa: E402
from heddle.cluster.fitting import Fitting  # noqa: E402
from heddle.cluster.migration import migrate  # noqa: E402
from heddle.cluster.migration.movable import MovableMembers  # noqa: E402
from heddle.cluster.nodes import DeviceClass, NodeRow, Nodes  # noqa: E402
from heddle.cluster.placer import NOWHERE, Placer  # noqa: E402
from heddle.cluster.shapes import Placement, Shape, Term, typical  # noqa: E402
from heddle.errors import UsageError  # noqa: E402
from heddle.model.job import WHOLE  # noqa: E402
from heddle.model.reason import SENTENCES  # noqa: E402
from heddle.research import openb  # noqa: E402

BIG = DeviceClass("gpu", "h200", "nvidia", 143_360, 3)
SMALL = DeviceClass("gpu", "l4", "nvidia", 24_576, 2)
FPGA = DeviceClass("fpga", "u250", "xilinx", 65_536, 1)
TRACES = Path(os.environ.get("HEDDLE_TRACES") or "../shared/traces")

rows = st.lists(
    st.tuples(
        st.integers(0, 32).map(lambda cores: cores * 1000),
        st.integers(0, 64).map(lambda gib: gib * 1024),
        st.lists(st.sampled_from([BIG, SMALL, FPGA]), max_size=4).map(tuple),
        st.sampled_from(["", "north", "south"]),
        st.sampled_from([(), ("cuda 12.4",), ("cuda 11.8", "rocm 6.1")]),
        st.booleans(),
    ),
    min_size=1,
    max_size=6,
).map(
    lambda given: [
        NodeRow(f"n{i}", cpu, memory, devices, site, stack, cordoned and i % 3 == 0)
        for i, (cpu, memory, devices, site, stack, cordoned) in enumerate(given)
    ]
)
terms = st.builds(
    Term,
    count=st.integers(1, 3),
    kinds=st.sampled_from([(), ("gpu",), ("fpga",)]),
    models=st.sampled_from([(), (), ("h200",), ("h200", "l4")]),
    share_milli=st.sampled_from([WHOLE, WHOLE, 500, 330, 10]),
    memory_mib=st.sampled_from([0, 0, 40_000]),
)
shapes = st.builds(
    Shape,
    cpu_milli=st.integers(0, 16).map(lambda cores: cores * 1000),
    memory_mib=st.integers(0, 16).map(lambda gib: gib * 1024),
    terms=st.lists(terms, max_size=2).map(tuple),
    level=st.sampled_from([0, 0, 2]),
    sites=st.sampled_from([(), (), ("north",)]),
    stack=st.sampled_from([(), (), ("cuda>=12",)]),
    quota_mib=st.sampled_from([0, 0, 0, 8_000, 20_000, 100_000]),
)
few = settings(max_examples=40)
asked = st.lists(shapes, min_size=1, max_size=12)
policies = st.sampled_from(placing.names())


def placer_of(given: list[NodeRow], asks: list[Shape], policy: str, ties: str = "name") -> Placer:
    nodes = Nodes.from_rows(given)
    return Placer(nodes, placing.find(policy, nodes, dict.fromkeys(asks, 1.0)), ties)


def play(placer: Placer, asks: list[Shape]) -> list[Placement]:
    """Asks for each in turn; every third one that was given is given back."""
    taken: list[Placement] = []
    for i, shape in enumerate(asks):
        placement = placer.best(shape)
        if placement is not None:
            placer.take(placement)
            taken.append(placement)
        if i % 3 == 2 and taken:
            placer.give_back(taken.pop(0))
    return taken


@few
@given(rows, asked, policies)
def test_nothing_is_given_twice(given: list[NodeRow], asks: list[Shape], policy: str) -> None:
    """What is free and what was taken add up to the node, and never less than nothing is free."""
    placer = placer_of(given, asks, policy)
    before = placer.nodes.free.copy()
    taken = play(placer, asks)
    assert (placer.nodes.free >= np.minimum(before, 0)).all()
    for placement in reversed(taken):
        placer.give_back(placement)
    assert (placer.nodes.free == before).all()


@few
@given(rows, asked, policies)
def test_a_placement_is_all_that_was_asked(
    given: list[NodeRow], asks: list[Shape], policy: str
) -> None:
    """Every term is given whole, on one node, of devices alike that fit its description."""
    placer = placer_of(given, asks, policy)
    for shape in asks:
        placement = placer.best(shape)
        if placement is None:
            continue
        assert sum(milli for _, milli in placement.devices) == shape.device_milli
        assert len(placement.devices) == sum(term.count for term in shape.terms)
        assert (placement.cpu_milli, placement.memory_mib) == (shape.cpu_milli, shape.memory_mib)
        placer.take(placement)


@few
@given(rows, asked, policies)
def test_kept_scores_equal_new_ones(given: list[NodeRow], asks: list[Shape], policy: str) -> None:
    """After any number of changes the kept scores are those of a placer that has seen nothing."""
    placer = placer_of(given, asks, policy)
    play(placer, asks)
    fresh = Placer(placer.nodes, placer.policy)
    for shape in asks:
        assert (placer.scores(shape) == fresh.scores(shape)).all()
        assert placer.best(shape) == fresh.best(shape)
        assert placer.refusals(shape) == fresh.refusals(shape)


@few
@given(rows, asked, policies, st.sampled_from(["name", "random:7"]))
def test_the_same_again(given: list[NodeRow], asks: list[Shape], policy: str, ties: str) -> None:
    """Same nodes, same asks, same answers."""
    first, second = (placer_of(given, asks, policy, ties) for _ in range(2))
    assert play(first, asks) == play(second, asks)


@few
@given(rows, asked)
def test_reasons_agree_with_the_decision(given: list[NodeRow], asks: list[Shape]) -> None:
    """A node refuses with a reason exactly where the shape does not fit."""
    placer = placer_of(given, asks, "best_fit")
    play(placer, asks)
    for shape in asks:
        found, why = placer.best(shape), placer.why_not(shape)
        assert (found is None) == bool(why)
        assert set(why) <= set(SENTENCES)
        if why:
            assert sum(why.values()) == len(placer.nodes)
        for node, code in enumerate(placer.refusals(shape)):
            assert (code == "") == (placer.scores(shape)[node] != NOWHERE)
            reason = placer.reason(shape, node)
            assert (reason.code if reason else "") == code
            if reason:
                assert reason.text


def _fits_by_search(devices: list[tuple[DeviceClass, int]], shape: Shape) -> bool:
    """Slowly: every way to give the terms devices of their own."""

    def give(left: tuple[int, ...], terms: tuple[Term, ...]) -> bool:
        if not terms:
            return True
        term = terms[0]
        for kind in {devices[i][0] for i in left}:
            if not (
                (not term.kinds or kind.kind in term.kinds)
                and (not term.models or kind.model in term.models)
                and kind.memory_mib >= term.memory_mib
                and kind.level >= shape.level
            ):
                continue
            alike = [i for i in left if devices[i] == (kind, devices[i][1])]
            alike = [i for i in alike if devices[i][1] >= term.share_milli]
            for chosen in combinations(alike, term.count):
                if give(tuple(i for i in left if i not in chosen), terms[1:]):
                    return True
        return False

    return give(tuple(range(len(devices))), shape.terms)


@given(
    st.lists(
        st.tuples(st.sampled_from([BIG, SMALL, FPGA]), st.sampled_from([0, 300, 500, WHOLE])),
        max_size=4,
    ),
    st.lists(st.builds(Term, st.just(1), terms.map(lambda term: term.kinds)), max_size=3),
)
def test_terms_find_what_is_there(devices: list[tuple[DeviceClass, int]], asks: list[Term]) -> None:
    """Devices needed together are found whenever there is a way to give them."""
    nodes = Nodes.from_rows([NodeRow("n", 1000, 1024, tuple(kind for kind, _ in devices))])
    for slot, (_, free) in enumerate(devices):
        nodes.device_free[0, slot] = free
    shape = Shape(terms=tuple(asks))
    fits = len(Fitting(nodes, shape).options(np.arange(1)).node) > 0
    assert fits == _fits_by_search(devices, shape)


def test_a_gpu_and_an_fpga_are_on_one_node() -> None:
    """A conjunction is not spread over nodes."""
    apart = [NodeRow("a", 8000, 8192, (BIG,)), NodeRow("b", 8000, 8192, (FPGA,))]
    both = Shape(1000, 1024, (Term(1, ("gpu",)), Term(1, ("fpga",))))
    assert placer_of(apart, [both], "room").best(both) is None
    together = placer_of([*apart, NodeRow("c", 8000, 8192, (BIG, FPGA))], [both], "room")
    placement = together.best(both)
    assert placement is not None
    assert together.nodes.names[placement.node] == "c"


def test_reasons_have_figures() -> None:
    """The reason of one node says what it has and what was wanted."""
    placer = placer_of([NodeRow("a", 4000, 8192, (SMALL,) * 2)], [], "best_fit")

    def text(shape: Shape) -> str:
        reason = placer.reason(shape, 0)
        return reason.text if reason else ""

    assert text(Shape(8000)) == "4 cores are free, 8 are needed"
    assert text(Shape(terms=(Term(4),))) == "the job needs 4 such devices on one node, it has 2"
    assert text(Shape(terms=(Term(1, ("npu",)),))) == "it has no npu"
    assert text(Shape(terms=(Term(1, memory_mib=40_000),))).startswith("its devices have 24GiB")
    assert text(Shape(stack=("rocm",))).startswith("rocm is not installed, as far as is known")
    assert text(Shape(sites=("north",))).endswith("must run at north")
    assert text(Shape(level=3, terms=(Term(1),))).startswith("its devices can be preempted at")


def test_taking_too_much_takes_nothing() -> None:
    """A placement that does not fit changes nothing."""
    nodes = Nodes.from_rows([NodeRow("a", 1000, 1024, (BIG,))])
    before = nodes.free.copy()
    with pytest.raises(ValueError, match="has less"):
        nodes.take(Placement(0, ((0, 2000),), 0, 0, Shape()))
    with pytest.raises(ValueError, match="never given"):
        nodes.give_back(Placement(0, ((0, 1),), 0, 0, Shape()))
    assert (nodes.free == before).all()


def test_a_copy_is_its_own() -> None:
    """What is taken of a copy stays free in the original."""
    nodes = Nodes.from_rows([NodeRow("a", 1000, 1024, (BIG,))])
    nodes.copy().take(Placement(0, ((0, 500),), 1000, 1024, Shape()))
    assert nodes.free.tolist() == [[1000, 1024, WHOLE]]


def test_room_keeps_what_only_some_can_use() -> None:
    """One that can run anywhere leaves the model alone that another must have."""
    given = [NodeRow("a", 8000, 8192, (BIG,)), NodeRow("b", 8000, 8192, (SMALL,))]
    anyone, typed = Shape(1000, 0, (Term(1),)), Shape(1000, 0, (Term(1, models=("h200",)),))
    placer = placer_of(given, [anyone, typed], "room")
    placement = placer.best(anyone)
    assert placement is not None
    assert placer.nodes.names[placement.node] == "b"


def test_room_fills_a_part_before_it_breaks_a_whole() -> None:
    """A part goes beside another part while whole devices are wanted."""
    part, whole = Shape(0, 0, (Term(1, share_milli=500),)), Shape(0, 0, (Term(1),))
    placer = placer_of([NodeRow("a", 0, 0, (BIG,) * 2)], [part, whole], "room")
    for _ in range(2):
        placement = placer.best(part)
        assert placement is not None
        placer.take(placement)
    assert sorted(placer.nodes.device_free[0].tolist()) == [0, WHOLE]


def test_migration_makes_room() -> None:
    """Two half-used devices become a free and a full one; the plan itself moves nothing."""
    half, whole = Shape(1000, 0, (Term(1, share_milli=500),)), Shape(1000, 0, (Term(1),))
    placer = placer_of(
        [NodeRow("a", 4000, 0, (BIG,)), NodeRow("b", 4000, 0, (BIG,))], [half, whole], "spread"
    )
    running = MovableMembers()
    for member in range(2):
        placement = placer.best(half)
        assert placement is not None
        placer.take(placement)
        running.add(member, placement)
    assert placer.best(whole) is None
    before = placer.nodes.free.copy()
    plan = migrate.plan(placer, running, whole)
    assert (placer.nodes.free == before).all()
    assert plan is not None
    assert len(plan.moves) == 1
    migrate.carry_out(placer, running, plan)
    assert sorted(placer.nodes.device_free[:, 0].tolist()) == [0, 0]


def test_migration_swaps_where_cores_are_short() -> None:
    """One of few cores comes in for one of many, which no other place has a device for."""
    heavy, light, new = (Shape(cores, 0, (Term(1),)) for cores in (6000, 2500, 4000))
    given = [NodeRow("a", 8000, 0, (BIG, BIG)), NodeRow("b", 8000, 0, (BIG,))]
    placer = placer_of(given, [heavy, light, new], "best_fit")
    running = MovableMembers()
    for node, shape in enumerate((heavy, light)):
        placement = placer.best(shape, np.arange(2) == node)
        assert placement is not None
        placer.take(placement)
        running.add(node, placement)
    assert placer.best(new) is None
    assert migrate.plan(placer, running, new, 1) is None
    plan = migrate.plan(placer, running, new)
    assert plan is not None
    assert {move.member: move.new.node for move in plan.moves} == {0: 1, 1: 0}
    migrate.carry_out(placer, running, plan)
    assert placer.nodes.cpu_free.tolist() == [1500, 2000]


@few
@given(rows, asked)
def test_a_plan_can_be_carried_out(given: list[NodeRow], asks: list[Shape]) -> None:
    """It moves no more than allowed, loses nobody, and lets the shape in."""
    placer = placer_of(given, asks, "spread")
    running = MovableMembers()
    at: dict[int, Placement] = {}
    for member, shape in enumerate(asks):
        placement = placer.best(shape)
        if placement is None:
            before = placer.nodes.free.copy()
            plan = migrate.plan(placer, running, shape, 2)
            assert (placer.nodes.free == before).all()
            if plan is None:
                continue
            assert len(plan.moves) <= 2
            migrate.carry_out(placer, running, plan)
            for move in plan.moves:
                assert at[move.member] == move.old
                at[move.member] = move.new
            placement = plan.placement
        else:
            placer.take(placement)
        running.add(member, placement)
        at[member] = placement
    for placement in at.values():
        placer.give_back(placement)
    assert (placer.nodes.free == Nodes.from_rows(given).free).all()


@pytest.mark.parametrize(
    ("wanted", "holds"),
    [
        *(("cuda", True), ("cuda>=12.1", True), ("cuda>=12.5", False), ("cuda==12.4", True)),
        *(("cuda<12", False), ("rocm", False), ("cuda >= 9", True)),
    ],
)
def test_software(wanted: str, holds: bool) -> None:
    """Versions are compared number by number."""
    assert stack_holds(("cuda 12.4.1", "other"), wanted) is holds


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: placing.find("rom", Nodes.from_rows([]), {}),
        lambda: placer_of([], [], "room", "dice"),
        lambda: Nodes.from_rows([NodeRow("a", 0, 0), NodeRow("a", 0, 0)]),
        lambda: stack_holds((), "cuda>>1"),
    ],
)
def test_mistakes_are_said(wrong: Callable[[], object]) -> None:
    """What cannot be meant is refused with the remedy."""
    with pytest.raises(UsageError):
        wrong()


def test_pod_lists_with_holes(tmp_path: Path) -> None:
    """A bad line is named with its number."""
    path = tmp_path / "pods.csv"
    path.write_text("name,cpu_milli,memory_mib,num_gpu,gpu_milli\np1,1000,1,1,\n")
    with pytest.raises(UsageError, match=r"line 2: gpu_milli is ''"):
        openb.read_pods(path)
    path.write_text("name,cpu_milli\np1,1000\n")
    with pytest.raises(UsageError, match="no column 'memory_mib'"):
        openb.read_pods(path)
    with pytest.raises(UsageError, match="HEDDLE_TRACES"):
        openb.read_pods(tmp_path / "none.csv")


def test_arrivals_follow_the_protocol() -> None:
    """Up to 130 %: all pods in some order and re-draws, or random ones left out."""
    pods = [Shape(1000 + i, 0, (Term(1, share_milli=500),)) for i in range(8)]
    more = openb.arrivals(pods, 10_000, 42)
    assert sorted(more[:8], key=repr) == sorted(pods, key=repr)
    assert sum(pod.device_milli for pod in more) == 13_000
    less = openb.arrivals(pods, 2_000, 42)
    assert sum(pod.device_milli for pod in less) <= 2_600
    assert openb.arrivals(pods, 2_000, 42) == less


def test_nodes_in_an_order_by_chance(tmp_path: Path) -> None:
    """A seed gives nodes other names, which sort otherwise; they are the same nodes."""
    path = tmp_path / "nodes.csv"
    lines = "".join(f"n{i},{i}000,{i},1,T4\n" for i in range(20))
    path.write_text("sn,cpu_milli,memory_mib,gpu,model\n" + lines)
    plain, one, other = (openb.read_nodes(path, seed) for seed in (None, 1, 2))
    assert one.names != other.names
    assert openb.read_nodes(path, 1).names == one.names
    assert sorted(name.partition("-")[2] for name in one.names) == plain.names
    cores = dict(zip(plain.names, plain.cpu_free.tolist(), strict=True))
    for name, cpu in zip(one.names, one.cpu_free.tolist(), strict=True):
        assert cores[name.partition("-")[2]] == cpu


def test_typical_shapes_of_the_same_count() -> None:
    """The larger is the more typical, so that the cut at 95 % is the authors'."""
    pods = [Shape(1000)] * 90 + [Shape(2000)] * 5 + [Shape(3000)] * 5
    assert list(typical(pods)) == [Shape(1000), Shape(3000)]


@pytest.mark.slow
def test_fgd_on_the_public_trace() -> None:
    """One list in one order, with the figure that the protocol gives."""
    if not (TRACES / openb.NODES).exists():
        pytest.skip("no traces here")
    nodes = openb.read_nodes(TRACES / openb.NODES, 42)
    pods = openb.read_pods(TRACES / openb.PODS.format("multigpu50"))
    capacity = int(nodes.device_free.clip(0).sum())
    policy = placing.find("fgd", nodes, typical(pods, memory=False))
    packed = openb.pack(Placer(nodes, policy), openb.arrivals(pods, capacity, 42))
    assert packed.at(100) == pytest.approx(97.09, abs=0.5)
