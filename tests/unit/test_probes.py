"""What every probe promises, on every machine that is recorded or described."""

from __future__ import annotations

import pytest

from heddle.inventory import health
from heddle.inventory.host import Recorded
from heddle.inventory.machine import look
from heddle.inventory.probes import probes
from heddle.inventory.probes.base import Probe
from heddle.inventory.sample import Sample
from heddle.inventory.sources import pci
from heddle.model.hardware import KINDS, Component
from tests import machines

PROBES = {type(probe).__module__.rpartition(".")[2]: probe for probe in probes()}


#: What is wrong on purpose, by machine and component.
ILL = {("ascend-910b", "pci@0000:42:00.0"): ["alarm"]}

#: Of some machines: model, cores, threads and nodes of the sockets.
SOCKETS = {
    "apu": [("MI300A", 24, 24, str(node)) for node in range(4)],
    "mi250x": [("EPYC 7A53", 64, 128, "0,1,2,3")],
    "mi300x": [("EPYC 9654", 96, 192, str(node)) for node in range(2)],
    "intel-laptop": [("Core Ultra 7 155H", 16, 22, "0")],
    "ryzen-ai-laptop": [("Ryzen AI 9 HX 370", 12, 24, "0")],
}


@pytest.fixture(params=machines.names())
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def host(name: str) -> Recorded:
    return machines.machine(name)


def listed(host: Recorded) -> dict[str, list[Component]]:
    """What each probe finds, by its name."""
    functions = pci.functions(host)
    return {name: probe.components(host, functions) for name, probe in PROBES.items()}


@pytest.mark.parametrize("probe", PROBES.values(), ids=PROBES)
def test_an_empty_machine_has_nothing(probe: Probe) -> None:
    """No file, no link and no library: that is no error."""
    assert probe.components(Recorded({}), []) == []


def test_every_component_is_listed_once(host: Recorded) -> None:
    """Under one id, as a kind that there is, and by one probe."""
    ids = [component.id for found in listed(host).values() for component in found]
    assert sorted(set(ids)) == sorted(ids)
    assert {component.kind for component in look(host).components} <= set(KINDS)


def test_every_parent_is_there(host: Recorded) -> None:
    """What a component hangs on is a component too."""
    found = {component.id: component for component in look(host).components}
    lost = {c.id: c.parent for c in found.values() if c.parent and c.parent not in found}
    assert not lost


def test_only_who_listed_a_component_reads_it(host: Recorded) -> None:
    """So the others need not be asked, and nobody is told another's numbers."""
    found = listed(host)
    for component in look(host).components:
        mine = {name for name, components in found.items() if component in components}
        readers = {name for name, probe in PROBES.items() if probe.read(host, component)}
        assert readers <= mine, component.id
        assert len(readers) <= 1, component.id


def test_only_what_is_ill_on_purpose_is_ill(name: str, host: Recorded) -> None:
    """A machine that somebody described is not broken by being described."""
    for component in look(host).components:
        readings = (probe.read(host, component) for probe in PROBES.values())
        found = next((reading for reading in readings if reading), None)
        verdict = health.verdict(component, [Sample(component.id, "ok", 0.0, found)])
        faults = [r.code for r in verdict.reasons if r.state in ("degraded", "failed")]
        assert faults == ILL.get((name, component.id), []), component.id


@pytest.mark.parametrize("name", SOCKETS)
def test_sockets_have_their_cores_and_nodes(name: str, host: Recorded) -> None:
    """Those of the processors that the machines are named after."""
    cpus = [c for c in look(host).components if c.kind == "cpu"]
    names = ("cores", "threads", "numa_nodes")
    found = [(c.model, *(c.attributes.get(name) for name in names)) for c in cpus]
    assert len(found) == len(SOCKETS[name])
    for (model, *has), (title, *wanted) in zip(found, SOCKETS[name], strict=True):
        assert title in str(model)
        assert has == wanted


def test_fast_and_slow_cores_are_told_apart() -> None:
    """Of the laptop's processor."""
    cpu = next(c for c in look(machines.machine("intel-laptop")).components if c.kind == "cpu")
    assert cpu.attributes["core_types"] == "6 performance, 10 efficient"


def test_an_infrastructure_processor_is_a_dpu() -> None:
    """By its number; it looks like any network controller."""
    entry = {"at": "pci0000:00/0000:00:01.0", "id": "8086:1452", "class": "020001"}
    host = Recorded(*machines.parse({"pci": [entry]}))
    (found,) = PROBES["nic"].components(host, pci.functions(host))
    assert (found.kind, found.vendor, found.model) == ("dpu", "intel", "IPU")
