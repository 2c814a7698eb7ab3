"""Fitting inside a node: how devices are joined, and particular devices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

np = pytest.importorskip("numpy")

from heddle.cluster import placing  # noqa: E402
from heddle.cluster.conditions.stacks import stack_holds  # noqa: E402
from heddle.cluster.fitting import CODES, Fitting  # noqa: E402
from heddle.cluster.from_inventory import groups, node_row  # noqa: E402
from heddle.cluster.nodes import ABSENT, DeviceClass, NodeRow, Nodes  # noqa: E402
from heddle.cluster.placer import Placer  # noqa: E402
from heddle.cluster.shapes import Placement, Shape, Term  # noqa: E402
from heddle.errors import UsageError  # noqa: E402
from heddle.inventory.machine import look  # noqa: E402
from heddle.model.device import Device  # noqa: E402
from heddle.model.hardware import Component, Machine, PeerLink, Software  # noqa: E402
from heddle.model.job import WHOLE  # noqa: E402
from heddle.model.reason import SENTENCES, Reason  # noqa: E402
from heddle.model.site import Site  # noqa: E402
from tests import machines  # noqa: E402

GPU = DeviceClass("gpu", "h200", "nvidia", 143_360, 3)
OTHER = DeviceClass("gpu", "l4", "nvidia", 24_576, 2)
FPGA = DeviceClass("fpga", "u250", "xilinx", 65_536, 1)

#: A device, its group by two words, and how much of it is free.
parts = st.tuples(
    st.sampled_from([GPU, GPU, OTHER, FPGA]),
    st.integers(ABSENT, 1),
    st.integers(ABSENT, 2),
    st.sampled_from([0, 300, 500, WHOLE, WHOLE, WHOLE]),
)
terms = st.builds(
    Term,
    count=st.sampled_from([1, 1, 2, 3]),
    kinds=st.sampled_from([(), ("gpu",), ("gpu",), ("fpga",)]),
    models=st.sampled_from([(), (), (), ("h200",)]),
    share_milli=st.sampled_from([WHOLE, WHOLE, 500, 300]),
    memory_mib=st.sampled_from([0, 0, 40_000]),
    device=st.sampled_from(["", "", "", "", "cuda@0", "cuda@2", "GPU-1", "nobody"]),
)
shapes = st.builds(
    Shape,
    terms=st.lists(terms, min_size=1, max_size=3).map(tuple),
    level=st.sampled_from([0, 0, 2]),
    joined=st.sampled_from(["", "nvlink", "numa", "numa", "pcie-switch"]),
)


@st.composite
def rows(draw: st.DrawFn, name: str = "n") -> tuple[NodeRow, list[int]]:
    """A node and what is free of its devices."""
    given = draw(st.lists(parts, max_size=6))
    words = {"nvlink": tuple(p[1] for p in given), "numa": tuple(p[2] for p in given)}
    called = tuple((f"cuda@{i}", f"GPU-{i}") for i in range(len(given)))
    row = NodeRow(
        name,
        8000,
        8192,
        tuple(p[0] for p in given),
        groups=words if draw(st.booleans()) else {"numa": words["numa"]},
        called=called if draw(st.sampled_from([True, True, False])) else (),
    )
    return row, [p[3] for p in given]


def is_allowed(row: NodeRow, slot: int, term: Term, level: int) -> bool:
    device = row.devices[slot]
    return (
        (not term.kinds or device.kind in term.kinds)
        and (not term.models or device.model in term.models)
        and device.memory_mib >= term.memory_mib
        and device.level >= level
        and (not term.device or (bool(row.called) and term.device in row.called[slot]))
    )


def are_joined(row: NodeRow, slots: set[int], joined: str) -> bool:
    """Whether these hang together as is asked; what nobody knows does not."""
    if not joined or len(slots) < 2:
        return True
    known = {row.groups.get(joined, (ABSENT,) * len(row.devices))[slot] for slot in slots}
    return len(known) == 1 and known != {ABSENT}


def fits_by_search(row: NodeRow, free: list[int], shape: Shape) -> bool:
    """Slowly: every way to give the terms devices of their own."""

    def give(taken: set[int], left: tuple[Term, ...]) -> bool:
        if not left:
            return are_joined(row, taken, shape.joined)
        term = left[0]
        able = [
            slot
            for slot in range(len(free))
            if slot not in taken
            and free[slot] >= term.share_milli
            and is_allowed(row, slot, term, shape.level)
        ]
        return any(
            give(taken | set(chosen), left[1:])
            for chosen in combinations(able, term.count)
            if len({row.devices[slot] for slot in chosen}) == 1
        )

    return give(set(), shape.terms)


def nodes_of(given: list[tuple[NodeRow, list[int]]]) -> Nodes:
    nodes = Nodes.from_rows(row for row, _ in given)
    for i, (_, free) in enumerate(given):
        nodes.device_free[i, : len(free)] = free
    return nodes


@settings(max_examples=200)
@given(rows(), shapes)
def test_it_fits_where_a_search_finds_a_way(node: tuple[NodeRow, list[int]], shape: Shape) -> None:
    """And where it does not, there is a reason that says so."""
    fitting = Fitting(nodes_of([node]), shape)
    fits = fits_by_search(*node, shape)
    assert (len(fitting.options(np.arange(1)).node) > 0) == fits
    reason = fitting.reason(0)
    assert (reason is None) == fits
    if reason is not None:
        assert reason.text
        if reason.code == "topology":  # it is the joining, and nothing but that
            assert isinstance(reason.have, str) or reason.have < sum(t.count for t in shape.terms)
            empty = [WHOLE] * len(node[1])
            assert not fits_by_search(node[0], empty, shape)
            assert fits_by_search(node[0], empty, replace(shape, joined=""))


@settings(max_examples=100)
@given(st.tuples(rows("a"), rows("b"), rows("c")), shapes)
def test_every_way_is_within_one_group(
    given: tuple[tuple[NodeRow, list[int]], ...], shape: Shape
) -> None:
    """Each way takes devices of one group, those that are named, and no more than is free."""
    nodes = nodes_of(list(given))
    options = Fitting(nodes, shape).options(np.arange(3))
    assert (np.diff(options.node) >= 0).all()
    assert (options.free >= np.minimum(nodes.free, 0)[options.node]).all()
    for i, node in enumerate(options.node.tolist()):
        row, slots = given[node][0], options.slots[i].tolist()
        assert len(set(slots)) == sum(term.count for term in shape.terms)
        assert are_joined(row, set(slots), shape.joined)
        for term in shape.terms:
            if term.device:
                assert any(term.device in row.called[slot] for slot in slots)


@settings(max_examples=60)
@given(
    st.tuples(rows("a"), rows("b")),
    st.lists(shapes, min_size=1, max_size=8),
    st.sampled_from(placing.names()),
)
def test_placements_one_after_another(
    given: tuple[tuple[NodeRow, list[int]], ...], asks: list[Shape], policy: str
) -> None:
    """Whatever runs already: within one group, the named device, never more than there is."""
    nodes = nodes_of(list(given))
    before = nodes.free.copy()
    placer = Placer(nodes, placing.find(policy, nodes, dict.fromkeys(asks, 1.0)))
    taken: list[Placement] = []
    for shape in asks:
        now = [nodes.device_free[i, : len(free)].tolist() for i, (_, free) in enumerate(given)]
        could = any(
            fits_by_search(row, free, shape) for (row, _), free in zip(given, now, strict=True)
        )
        placement = placer.best(shape)
        assert (placement is not None) == could
        assert bool(placer.why_not(shape)) != could
        if placement is None:
            continue
        row = given[placement.node][0]
        slots = {slot for slot, _ in placement.devices}
        assert are_joined(row, slots, shape.joined)
        assert all(
            any(is_allowed(row, slot, term, shape.level) for slot in slots) for term in shape.terms
        )
        placer.take(placement)
        taken.append(placement)
        assert (nodes.device_free >= np.minimum(before, 0)[:, 2:]).all()
    for placement in taken:
        placer.give_back(placement)
    assert (nodes.free == before).all()


def test_rows_carry_all_that_a_node_has() -> None:
    """Rows of nodes, taken out and in any order, fit what their nodes fit."""
    near = NodeRow("a", 0, 0, (GPU,) * 2, groups={"numa": (0, 0)}, called=(("x",), ("y",)))
    far = NodeRow("b", 0, 0, (GPU,) * 2, groups={"numa": (0, 1)})
    some = Nodes.from_rows([near, far]).rows(np.array([1, 0, 0]))
    both = Fitting(some, Shape(terms=(Term(2),), joined="numa"))
    assert both.options(np.arange(3)).node.tolist() == [1, 2]
    named = Fitting(some, Shape(terms=(Term(1, device="y"),)))
    assert named.options(np.arange(3)).slots.tolist() == [[1], [1]]


def said(row: NodeRow, shape: Shape) -> tuple[str, int | str, int | str]:
    reason = Fitting(Nodes.from_rows([row]), shape).reason(0)
    return (reason.code, reason.have, reason.wanted) if reason else ("", "", "")


def test_reasons_have_figures() -> None:
    """What is joined, what is needed; and other reasons where joining is not what is wrong."""
    pairs = NodeRow("a", 0, 0, (GPU,) * 4, groups={"nvlink": (0, 0, 1, 1)})
    assert said(pairs, Shape(terms=(Term(2),), joined="nvlink"))[0] == ""
    assert said(pairs, Shape(terms=(Term(3),), joined="nvlink")) == ("topology", 2, 3)
    assert said(pairs, Shape(terms=(Term(2),), joined="numa")) == (
        *("topology", "an unknown number"),
        2,
    )
    assert said(pairs, Shape(terms=(Term(5),), joined="nvlink")) == ("too-few", 4, 5)
    assert said(pairs, Shape(terms=(Term(1),), joined="numa"))[0] == "", "one is never apart"
    several = (Term(1, ("gpu",), share_milli=500), Term(1, ("fpga",)))
    mixed = NodeRow("a", 0, 0, (GPU, FPGA), groups={"numa": (0, 1)})
    assert said(mixed, Shape(terms=several, joined="numa")) == ("topology", 1, 2)
    three = (Term(1, ("gpu",), share_milli=500), Term(2, models=("h200",)))
    assert said(
        replace(pairs, devices=(GPU,) * 2, groups={}), Shape(terms=three, joined="numa")
    ) == (
        *("too-few", 2),
        3,
    )


def test_a_job_can_name_its_nodes() -> None:
    """It goes to none but those, and not to one that is drained: unlike what is suspended there."""
    rows = [NodeRow("a", 8000, 0, (GPU,)), NodeRow("b", 8000, 0, (GPU,), cordoned=True)]
    nodes = Nodes.from_rows(rows)
    one, other = Shape(terms=(Term(1),), nodes=("a", "c")), Shape(terms=(Term(1),), nodes=("b",))
    assert Fitting(nodes, one).options(np.arange(2)).node.tolist() == [0]
    assert not len(Fitting(nodes, other).options(np.arange(2)).node)
    assert [Fitting(nodes, other).reason(at) for at in range(2)] == [
        Reason("node", "a", "b"),
        Reason("cordoned"),
    ]


def test_what_is_free_must_be_joined() -> None:
    """Two that are free, but apart, are one of two."""
    nodes = Nodes.from_rows([NodeRow("a", 0, 0, (GPU,) * 4, groups={"nvlink": (0, 0, 1, 1)})])
    nodes.device_free[0] = [0, WHOLE, WHOLE, 0]
    fitting = Fitting(nodes, Shape(terms=(Term(2),), joined="nvlink"))
    reason = fitting.reason(0)
    assert reason is not None
    assert reason.text == "1 of 2 devices are free"
    nodes.device_free[0, 3] = WHOLE
    assert fitting.options(np.arange(1)).slots.tolist() == [[2, 3]]


def test_a_share_elsewhere_does_not_help() -> None:
    """Of a share the most is said that is free where it could be given."""
    row = NodeRow("a", 0, 0, (GPU, FPGA, GPU), groups={"numa": (0, 0, 1)})
    nodes = Nodes.from_rows([row])
    nodes.device_free[0, 0] = 300
    terms = (Term(1, ("gpu",), share_milli=500), Term(1, ("fpga",)))
    reason = Fitting(nodes, Shape(terms=terms, joined="numa")).reason(0)
    assert reason is not None
    assert reason.text == "no device has 50 % free; the most is 30 %"


def test_ways_are_in_the_order_of_nodes() -> None:
    """Of each node all its groups, then the next node."""
    row = NodeRow("a", 0, 0, (GPU,) * 4, groups={"nvlink": (5, 3, 3, 5)})
    nodes = Nodes.from_rows([row, replace(row, name="b")])
    options = Fitting(nodes, Shape(terms=(Term(2),), joined="nvlink")).options(np.arange(2))
    assert options.node.tolist() == [0, 0, 1, 1]
    assert options.slots.tolist() == [[0, 3], [1, 2], [0, 3], [1, 2]]


def test_a_named_device_is_kept_for_who_named_it() -> None:
    """Of two terms the one that can have any device leaves the other its own."""
    row = NodeRow("a", 0, 0, (GPU,) * 2, called=(("cuda@0",), ("cuda@1",)))
    both = Shape(terms=(Term(1, ("gpu",)), Term(1, device="cuda@0")))
    assert said(row, both)[0] == ""
    assert said(row, Shape(terms=(Term(1, device="cuda@2"),))) == ("kind", "", "cuda@2")
    assert said(row, Shape(terms=(Term(1, device="cuda@0"),), level=4)) == ("level", 3, 4)
    nobody = NodeRow("b", 0, 0, (GPU,))
    assert said(nobody, Shape(terms=(Term(1, device="cuda@0"),)))[0] == "kind"


def test_checks_are_in_the_order_of_the_reasons() -> None:
    """A node's reasons are looked at as they are listed."""
    order = [code for code in SENTENCES if code in CODES]
    assert list(CODES[1:]) == order


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: NodeRow("a", 0, 0, (GPU,), groups={"numa": (0, 1)}),
        lambda: NodeRow("a", 0, 0, (GPU,), called=(("x",), ("y",))),
        lambda: NodeRow("a", 0, 0, (GPU,) * 2, called=(("x",), ("y", "x"))),
    ],
)
def test_mistakes_are_said(wrong: Callable[[], NodeRow]) -> None:
    """Groups and names are of the devices that there are, and a name is of one."""
    with pytest.raises(UsageError, match="a "):
        Nodes.from_rows([wrong()])


def row_of(name: str) -> NodeRow:
    return node_row(look(machines.machine(name)))


def test_a_recorded_machine_as_a_node() -> None:
    """Cores, memory, devices and software of a real machine, as far as its inventory goes."""
    machine = look(machines.machine("h200"))
    uuid = "GPU-0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9"
    device = Device(
        *("cuda", "0", 0, "nvidia", "H200", "gpu", uuid, 150_754_820_096, ()),
        level=2,
        scheduler="time-sliced",
    )
    row = node_row(machine, [device], Site(region="eu", data_centre="fra1", rack="B12"))
    assert (row.name, row.cpu_milli, row.memory_mib) == ("vm", 16_000, 128_887)
    assert row.devices == (DeviceClass("gpu", "H200", "nvidia", 143_771, 2),)
    assert row.site == "eu/fra1//B12"
    assert set(row.called[0]) == {"cuda@0", uuid, "pci@0000:00:06.0"}
    assert stack_holds(row.stack, "libcuda>=12.4")
    assert stack_holds(row.stack, "linux>=5")
    assert said(row, Shape(16_000, 100_000, (Term(1, models=("H200",), device=uuid),), 2))[0] == ""
    assert [each.level for each in node_row(machine).devices] == [0], "nobody says"


def test_a_device_of_two_apis_is_one_and_a_processor_is_none() -> None:
    """An OpenCL driver lists the GPU once more, and the processor: jobs get the GPU, once."""
    machine = look(machines.machine("h200"))
    uuid = "GPU-0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9"

    def device(api: str, name: str, kind: str, uuid: str) -> Device:
        same = ("nvidia", "H200", kind, uuid, 150_754_820_096, ())
        return Device(api, name, int(name), *same, level=2, scheduler="its own")

    found = [
        device("cuda", "0", "gpu", uuid),
        device("opencl", "0", "gpu", uuid),
        device("opencl", "1", "cpu", "opencl-1-cpu"),
    ]
    assert [each.kind for each in node_row(machine, found).devices] == ["gpu"]


@pytest.mark.parametrize("name", machines.names())
def test_every_machine_is_a_node(name: str) -> None:
    """Whatever it has: a row for each device that is not divided, by names of its own."""
    row = row_of(name)
    Nodes.from_rows([row])
    assert all(row.called), "each device has a name"
    assert all(len(of) == len(row.devices) for of in row.groups.values())


def test_how_devices_of_known_machines_are_joined() -> None:
    """All to all through switches; all to all directly; only in pairs; and on two sockets."""
    dgx = row_of("8x-h100-nvswitch")
    assert dgx.groups["nvlink"] == (0,) * 8
    assert dgx.groups["numa"] == (0,) * 4 + (1,) * 4
    assert dgx.groups["pcie-switch"] == tuple(range(8))
    assert said(dgx, Shape(terms=(Term(8),), joined="nvlink"))[0] == ""
    assert said(dgx, Shape(terms=(Term(5),), joined="numa")) == ("topology", 4, 5)
    assert row_of("mi300x").groups["xgmi"] == (0,) * 8
    assert row_of("mi250x").groups["xgmi"] == (0, 0, 1, 1, 2, 2, 3, 3)
    ascend = row_of("ascend-910b")
    assert ascend.groups["hccs"] == (0,) * 8 + (ABSENT,), "the ZIP engine has no such links"
    assert "nvlink" not in ascend.groups


def test_a_divided_device_is_its_parts() -> None:
    """The whole is not given beside them; they are where it is, and have no links of their own."""
    row = row_of("apu")
    assert len(row.devices) == 3 + 6
    assert sum(each.memory_mib < 30_000 for each in row.devices) == 6
    assert row.groups["numa"][3:] == (3,) * 6
    assert row.groups["xgmi"] == (0,) * 3 + (ABSENT,) * 6


#: Two switches, one behind the other, on one root; and a card of two chips in a slot of its own.
BRIDGES = {"root": None, "s0": "root", "s0a": "s0", "s0b": "s0", "s1": "s0b", "s1a": "s1"}
BRIDGES |= {"s1b": "s1", "port": "root", "alone": "root"}
BELOW = {"0": "s0a", "1": "s1a", "2": "s1b", "3": "port", "4": "port", "5": "alone", "6": None}


def test_switches_and_slots() -> None:
    """Below the highest switch, in one slot, alone, and where nobody knows."""
    bridges = [
        Component(f"pci@{k}", "bridge", "v", "m", parent=v and f"pci@{v}")
        for k, v in BRIDGES.items()
    ]
    gpus = [
        Component(f"pci@{k}", "gpu", "v", "m", parent=v and f"pci@{v}") for k, v in BELOW.items()
    ]
    found = groups(Machine("x", (*bridges, *gpus)), gpus)
    assert found["pcie-switch"] == (0, 0, 0, 1, 1, 2, ABSENT)
    assert found["numa"] == (ABSENT,) * 7


def test_links_that_are_not_all_to_all() -> None:
    """Each two of a group are linked: a quad and a quad, though links lead across; and a device
    beside which there is only another one's neighbour is alone."""
    links = {(a, b): 1 for quad in ((0, 1, 2, 3), (4, 5, 6, 7)) for a, b in combinations(quad, 2)}
    links |= {(0, 3): 2, (1, 2): 2, (2, 3): 2, (4, 7): 2, (5, 6): 2, (6, 7): 2}
    links |= {(0, 4): 2, (1, 5): 2, (2, 6): 1, (3, 7): 1, (7, 8): 1}
    gpus = [
        Component(
            *(f"g{i}", "gpu", "v", "m"),
            peers=tuple(PeerLink(f"g{b}", "nvlink", n) for (a, b), n in links.items() if a == i),
        )
        for i in range(9)
    ]
    eight = replace(gpus[8], peers=(PeerLink("g7", "nvlink"),))
    found = groups(Machine("x", (*gpus[:8], eight)), [*gpus[:8], eight])
    assert found["nvlink"] == (0, 0, 0, 0, 1, 1, 1, 1, 2)


def test_software_in_the_form_of_a_node() -> None:
    """Versions are cut to their numbers; firmware and names of several words are left out."""
    stack = (
        Software("linux", "6.8.0-60-generic", "system"),
        Software("NVIDIA CUDA", "1", "runtime"),
        Software("vbios", "96.00", "firmware"),
        Software("mec", "0x15", "driver"),
    )
    row = node_row(Machine("x", (), stack=stack))
    assert row.stack == ("linux 6.8.0", "mec")
