"""Identifiers of machines: stable, in one order, and never by the place in a list."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle import cli
from heddle.inventory.identify import GIB, MIB, Free, Identifying
from heddle.inventory.machine import look
from heddle.model.hardware import KINDS, Component, Machine
from heddle.model.identifiers import codes
from heddle.model.identifiers.identifier import parse
from heddle.model.identifiers.rules import IdentifierError, word
from heddle.model.identifiers.words import explain
from heddle.model.site import PLACES
from heddle.system import state
from tests import machines
from tests.users import AS_ROOT

GOLDEN = Path(__file__).parents[1] / "golden" / "identifiers.txt"


def gpu(index: int, **changed: object) -> Component:
    plain = Component(
        id=f"pci@0000:{0x18 + index:02x}:00.0",
        kind="gpu",
        vendor="nvidia",
        model="H200",
        uuid=f"GPU-00000000-0000-4000-8000-00000000000{index}",
        memory_bytes=143771 * MIB,
    )
    return replace(plain, **changed)  # type: ignore[arg-type]


def processor(index: int) -> Component:
    model = "Intel(R) Xeon(R) Platinum 8480C"
    return Component(f"cpu@{index}", "cpu", "intel", model, attributes={"cores": 56})


MIG = Component(
    id="mig@MIG-7f0c",
    kind="gpu",
    vendor="nvidia",
    model="H200",
    uuid="MIG-7f0c1b52-0000-5000-8000-000000000001",
    parent=gpu(0).id,
    memory_bytes=18432 * MIB,
    attributes={"partition": "1g.18gb"},
)

SERVER = Machine(
    name="gpu-07",
    components=(
        *(gpu(index) for index in range(8)),
        MIG,
        processor(0),
        processor(1),
        Component("memory@0", "memory", "unknown", "DDR5", memory_bytes=1007 * GIB + 5),
        Component("memory@1", "memory", "unknown", "DDR5", memory_bytes=1007 * GIB + 7),
        Component("pci@0000:29:00.0", "nic", "mellanox", "ConnectX-7"),
    ),
    attributes={"identity": "3f9a6c0e12b4d578", "vendor": "Dell Inc.", "product": "XE9680"},
)
LAPTOP = Machine(
    name="laptop",
    components=(
        Component("pci@0000:00:02.0", "gpu", "intel", "Arc Graphics"),
        Component("pci@0000:00:0b.0", "npu", "intel", "8086:7d1d"),
        Component("usb@1-2", "tpu", "google", "Edge TPU", attributes={"serial": "A1B2"}),
        Component("soft@gpu", "gpu", "heddle", "soft GPU", uuid="soft-1", memory_bytes=GIB),
    ),
)
SITE_OF = {"region": "cn-beijing", "data_centre": "北京一号", "rack": "R07"}
FREE: Free = {
    **{gpu(index).id: (1000 * index, 125 * index) for index in range(8)},
    MIG.id: (9000, None),
    "memory@0": (512 * 1024 - 1, None),
    "memory@1": (1, None),
}


def test_golden_identifiers_never_change() -> None:
    """The file is what earlier releases wrote. Only a corrected fact may change a figure in it;
    anything else needs a new version of the scheme."""
    said = []
    for machine, path in ((SERVER, SITE_OF), (LAPTOP, None)):
        for free in (None, FREE):
            of = Identifying(machine, registration="X42", path=path, free=free)
            said += [str(each.identifier) for each in of.all()]
            said.append(str(of.slice(machine.components[0], "job-17", 250, 20480)))
    assert GOLDEN.read_text().splitlines() == said


@settings(max_examples=50)
@given(st.permutations(SERVER.components))
def test_the_order_in_which_hardware_is_found_does_not_count(
    components: list[Component],
) -> None:
    """The same node, and the same devices."""
    shuffled = replace(SERVER, components=tuple(components))
    assert Identifying(shuffled).node() == Identifying(SERVER).node()
    assert {str(i.identifier) for i in Identifying(shuffled).all()} == {
        str(i.identifier) for i in Identifying(SERVER).all()
    }


@settings(max_examples=50)
@given(st.permutations(range(8)))
def test_renumbering_changes_no_identifier_of_what_has_a_uuid(order: list[int]) -> None:
    """A card that moves to another slot, or a bus that is numbered anew."""
    moved = {gpu(i).id: gpu(order[i]).id.replace("0000:", "0001:") for i in range(8)}
    components = tuple(
        replace(c, id=moved.get(c.id, c.id), parent=moved.get(c.parent or "", c.parent))
        for c in SERVER.components
    )
    before = {c.uuid: str(Identifying(SERVER).of(c).identifier) for c in SERVER.accelerators}
    after = Identifying(replace(SERVER, components=components))
    assert before == {c.uuid: str(after.of(c).identifier) for c in components if c.kind == "gpu"}
    assert after.node() == Identifying(SERVER).node()


def test_the_basis_is_said() -> None:
    """UUID before serial before address; a number that two devices share counts for neither."""
    of = Identifying(LAPTOP)
    bases = [(i.identifier.device or i.identifier.node)[0] for i in of.all()]
    assert bases == ["H", "A", "A", "S", "U"]
    assert of.node().is_weak
    zero = gpu(0, uuid="00000000-0000-0000-0000-000000000000")
    twins = (gpu(1), gpu(2, uuid=gpu(1).uuid))
    odd = Identifying(Machine("odd", (zero, *twins), attributes={"identity": "0" * 16}))
    assert [i.identifier.is_weak for i in odd.all()] == [False, True, True, True]


@pytest.mark.slow
def test_every_known_machine_has_names_that_tell_its_parts_apart() -> None:
    """Those of other people: no two parts share a name, and each name is canonical."""
    for name in machines.names():
        texts = [str(each.identifier) for each in Identifying(look(machines.machine(name))).all()]
        assert len(set(texts)) == len(texts), name
        assert all(str(parse(text)) == text for text in texts)


def test_editions_differ_only_in_what_is_free() -> None:
    """Same registration, resource codes and path."""
    total, available = Identifying(SERVER), Identifying(SERVER, free=FREE)
    for one, other in zip(total.all(), available.all(), strict=True):
        a, b = one.identifier, other.identifier
        assert (a.edition, b.edition) == ("T", "A")
        assert [r.code for r in a.resources] == [r.code for r in b.resources]
        assert (a.registration, a.path) == (b.registration, b.path)
    gpus = available.node().resources[-1]
    assert gpus.amounts == (("CT", 8), ("SH", 125 * 28), ("MI", 1000 * 28))


def test_one_chip_that_does_not_report_leaves_the_others_alone() -> None:
    """Its group is unknown; the node's memory is not."""
    free = {id: value for id, value in FREE.items() if id != gpu(3).id}
    node = Identifying(SERVER, free=free).node()
    assert node.resources[-1].amounts == (("CT", 8),)
    assert node.resources[0].amounts == (("GI", 512),)


def test_chips_of_one_model_with_other_memory_stand_apart() -> None:
    """And soft devices, partitions and network cards are no chips of the node."""
    small = gpu(0, id="pci@0000:a0:00.0", uuid="GPU-x", memory_bytes=80 * GIB)
    node = Identifying(replace(SERVER, components=(*SERVER.components, small))).node()
    assert [(r.kind, dict(r.amounts)["CT"]) for r in node.resources[1:]] == [
        ("CPU", 2),
        ("GPU", 1),
        ("GPU", 8),
    ]
    assert len(Identifying(LAPTOP).node().resources) == 4


def test_partitions_are_below_their_device() -> None:
    """A hardware instance by its UUID or its place, a slice by its name."""
    of = Identifying(SERVER)
    device, mig = of.of(gpu(0)).identifier, of.of(MIG).identifier
    assert (mig.level, mig.device) == ("partition", device.device)
    assert mig.resources[0].model == "H200_1G_18GB"
    placed = [replace(MIG, id=f"xcp@{i}", uuid=None, attributes={"partition": i}) for i in (0, 1)]
    both = Identifying(replace(SERVER, components=(gpu(0), *placed)))
    first, second = (both.of(part).identifier.partition or "" for part in placed)
    assert first[0] == second[0] == "P"
    assert first != second
    slices = [
        of.slice(*of_what, 250, 20480) for of_what in ((gpu(0), "a"), (gpu(0), "b"), (MIG, "a"))
    ]
    assert {each.device for each in slices} == {device.device}
    assert len({each.partition for each in slices}) == 3
    with pytest.raises(IdentifierError, match="share"):
        str(of.slice(gpu(0), "a", 1001, 1))


def test_identifiers_of_devices_are_short() -> None:
    """Below 120 characters with a usual path; not much more with the longest one."""
    usual, longest = SITE_OF, dict.fromkeys(PLACES, "longest-name")
    for path, limit in ((None, 90), (usual, 120), (longest, 140)):
        of = Identifying(SERVER, registration="X1234", path=path)
        assert len(str(of.of(gpu(0)).identifier)) < limit


def test_tables_fit_the_rest_of_heddle() -> None:
    """Every kind has a code; a vendor's code is its name, so adding one changes no identifier."""
    assert {kind.upper() for kind in KINDS} | {"NODE"} == set(codes.KINDS)
    assert all(word(code.lower(), 12) == code for code in codes.VENDORS)
    assert next(iter(codes.UNITS)) == "CT"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_field_is_explained(language: str) -> None:
    """Put together, the codes of an explanation are the identifier."""
    for each in Identifying(SERVER, path=SITE_OF, free=FREE).all():
        lines = explain(each.identifier, language)
        bare = "".join(line.text for line in lines)
        assert bare == "".join(str(each.identifier).split("-")).replace("~", "").replace(".", "")
        assert all(line.meaning for line in lines)
        if language == "en":
            assert all(line.meaning.isascii() for line in lines)


def test_the_command_names_a_recorded_machine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a driver or a table, in both editions; the registration code is remembered."""
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path))
    monkeypatch.setenv("HEDDLE_TABLE", str(tmp_path / "table"))
    files = {
        "/proc/sys/kernel/hostname": "far",
        "/sys/devices/pci0000:00/0000:00:01.0/vendor": "0xfffe",
        "/sys/devices/pci0000:00/0000:00:01.0/device": "0x0001",
        "/sys/devices/pci0000:00/0000:00:01.0/class": "0x120000",
    }
    links = {"/sys/bus/pci/devices/0000:00:01.0": "/sys/devices/pci0000:00/0000:00:01.0"}
    record = tmp_path / "far.json"
    record.write_text(json.dumps({"heddle_machine": 1, "files": files, "links": links}))
    asked = ["id", "--machine", str(record), "-o", "json"]
    assert cli.main([*asked, "--registration", "X7", "--remember"]) == 0
    assert cli.main([*asked, "--available", "pci@0000:00:01.0", "--path", "rack=R 07"]) == 0
    first, second = capsys.readouterr().out.split("]\n[")
    node, device = json.loads(first + "]")
    (free,) = json.loads("[" + second)
    assert (node["name"], node["level"], node["edition"]) == ("far", "node", "total")
    assert device["resources"][0]["model"] == "FFFE_0001"
    assert (free["registration"], free["rack"], free["edition"]) == ("X7", "R_07", "available")
    assert (device["device"], device["is_weak"]) == (free["device"], True)
    assert cli.main(["device", "id", "--machine", str(record), "gpu@9"]) == 110
    assert cli.main(["device", "id", "--machine", str(record), "--path", "planet=mars"]) == 2
    assert cli.main(["device", "id", "--machine", str(record), "--registration", "x"]) == 2


@AS_ROOT
def test_a_users_own_registration_counts_before_the_machines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As with everything that is remembered."""
    monkeypatch.delenv("HEDDLE_STATE", raising=False)
    monkeypatch.delenv("HEDDLE_REGISTRATION", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "user"))
    monkeypatch.setattr(state, "MACHINE", str(tmp_path / "machine"))
    for user, code in ((0, "MACHINE"), (1000, "USER")):
        monkeypatch.setattr("os.geteuid", lambda user=user: user)
        state.write("registration", {"code": code})
    record = tmp_path / "machine.json"
    record.write_text(json.dumps({"heddle_machine": 1, "files": {}}))
    assert cli.main(["device", "id", "--machine", str(record), "-o", "json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["registration"] == "USER"


def test_parents_may_go_in_a_circle() -> None:
    """In what somebody else has recorded."""
    first, *others = SERVER.accelerators
    second = replace(first, id="circle", parent=first.id)
    circle = {first.id: replace(first, parent="circle"), "circle": second}
    kept = [circle.pop(each.id, each) for each in SERVER.components]
    machine = replace(SERVER, components=(*kept, *circle.values()))
    assert len([str(each.identifier) for each in Identifying(machine).all()]) > len(others)
