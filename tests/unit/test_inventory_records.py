"""Recorded machines, and answers of drivers, whatever is in them."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle import cli
from heddle.errors import UsageError, VendorError
from heddle.inventory import system
from heddle.inventory.host import LiveHost, Recorded, RecordingHost, load
from heddle.inventory.identify import Identifying
from heddle.inventory.listing import accelerators
from heddle.inventory.machine import changes, look
from heddle.inventory.probes import bridge, cpu, memory, nic, opencl, other, soft, storage
from heddle.inventory.sources import opencl as opencl_source
from heddle.inventory.sources import pci
from heddle.inventory.stack import stack
from heddle.model.hardware import Software
from heddle.model.topology import Topology
from tests.components import install
from tests.conftest import missing
from tests.machines import FOLDER, machine, parse

OURS = [module.PROBE for module in (bridge, cpu, memory, nic, opencl, other, soft, storage)]


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_files_that_vanish_or_lie_are_never_fatal(data: st.DataObject) -> None:
    """A machine may lose any of its files, or find anything in them."""
    name = data.draw(st.sampled_from(["dual-socket", "bluefield", "no-accelerators"]))
    files, links, management = parse(tomllib.loads((FOLDER / f"{name}.toml").read_text()))
    lost = data.draw(st.sets(st.sampled_from(sorted(files)), max_size=40))
    altered = data.draw(st.dictionaries(st.sampled_from(sorted(files)), st.text(max_size=8)))
    host = Recorded(
        {path: altered.get(path, text) for path, text in files.items() if path not in lost},
        links,
        management,
    )
    functions = pci.functions(host)
    for probe in OURS:
        for component in probe.components(host, functions):
            probe.read(host, component)
    stack(host)
    system.attributes(host)


def test_this_machine_can_be_looked_at_and_recorded(tmp_path: Path) -> None:
    """The recording shows the same machine, soft devices too, and not its secret number."""
    recorder = RecordingHost(LiveHost())
    here = look(recorder)
    text = recorder.as_json("this machine")
    file = tmp_path / "here.json"
    file.write_text(text)
    assert changes(here, look(load(file))) == []
    numbers = Path("/etc/machine-id")
    secret = numbers.read_text().strip() if numbers.exists() else ""
    assert not secret or secret not in text
    assert {"cpu", "memory"} <= {component.kind for component in here.components}
    assert not here.troubles


DEVICE: dict[str, Any] = {
    "id": "opencl@0:0",
    "name": "Mali-G78",
    "type": "gpu",
    "vendor": "ARM",
    "vendor_id": 0x13B5,
    "platform": "ARM Platform",
    "platform_version": "OpenCL 3.0",
    "compute_units": 14,
    "clock_mhz": 848,
    "memory_bytes": 1 << 33,
    "version": "OpenCL 3.0",
    "driver": "3.0",
    "pci": None,
}


def test_opencl_devices_of_the_bus_are_not_listed_twice() -> None:
    """Nor is a CPU an accelerator because a driver offers it as one; but its driver is listed."""
    processor = DEVICE | {"id": "opencl@1:0", "type": "cpu", "platform": "PoCL"}
    card = DEVICE | {"id": "opencl@2:0", "pci": "0000:01:00.0"}
    host = Recorded({}, {}, {"opencl": [DEVICE, processor, card]})
    (found,) = opencl.PROBE.components(host, ())
    assert (found.id, found.kind, found.vendor, found.model) == (
        *("opencl@0:0", "gpu", "arm", "Mali-G78"),
    )
    assert Software("PoCL", "3.0", "runtime") in stack(host)


def test_pocl_is_found_where_it_is_installed() -> None:
    """Every device with its name, type and memory."""
    folder = Path(opencl_source.DRIVERS)
    if not folder.is_dir() or not list(folder.glob("*.icd")):
        missing("no OpenCL driver is installed", install("pocl"))
    for device in opencl_source.devices():
        assert device["name"]
        assert device["type"] in ("cpu", "gpu", "accelerator", "custom")
        assert device["memory_bytes"] > 0
        assert device["compute_units"] > 0


@pytest.mark.parametrize(("body", "why"), [("exit 1", "it crashed"), ("exec sleep 9", "no answer")])
def test_a_broken_opencl_driver_is_reported(
    body: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that crashes and one that hangs, each in a process of its own."""
    program = tmp_path / "python"
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    monkeypatch.setattr(opencl_source, "LIMIT_S", 0.3)
    (tmp_path / "broken.icd").touch()
    monkeypatch.setenv("OCL_ICD_VENDORS", str(tmp_path))
    with pytest.raises(VendorError, match=why):
        opencl_source.devices()


def test_other_systems_are_refused_with_what_is_supported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A recording of a Linux machine can be looked at anywhere."""
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(UsageError, match=r"Linux only.*WSL2"):
        look()
    assert look(machine("no-accelerators")).components


BROKEN_RECORDS: list[dict[str, Any]] = [
    {},
    {"files": []},
    {"files": {"foo": "x"}},
    {"files": {"//foo": "x"}},
    {"files": {"/a/../b": "x"}},
    {"files": {"/": "x"}},
    {"files": {"/a": 5}},
    {"files": {}, "links": {"/a": 5}},
    {"files": {}, "links": {"a": "/b"}},
    {"files": {}, "links": None},
    {"files": {}, "management": []},
    {"files": {}, "management": {"nvml": 5}},
    {"files": {}, "management": {"identity": "x"}},
    {"files": {}, "management": {"opencl": [1]}},
]


@pytest.mark.parametrize("record", BROKEN_RECORDS, ids=str)
def test_a_record_that_is_none_is_refused(record: dict[str, Any], tmp_path: Path) -> None:
    """It comes from anybody: the message says what is wrong, and how one is made."""
    file = tmp_path / "machine.json"
    file.write_text(json.dumps({"heddle_machine": 1, **record}))
    with pytest.raises(UsageError, match=r"not a recorded machine.*heddle device ls --record"):
        load(file)


@pytest.mark.parametrize("text", ["", "5", "[" * 100_000, '{"heddle_machine": 2}', "\xff"])
def test_a_file_that_is_no_record_is_refused(text: str, tmp_path: Path) -> None:
    """Whatever it is."""
    file = tmp_path / "machine.json"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(UsageError, match="not a recorded machine"):
        load(file)


def test_links_in_circles_lead_nowhere() -> None:
    """And those that do not are followed, up and down, as Linux does."""
    links = {"/a": "/b", "/b": "/a", "/self": "self/x", "/up": "/x/y/../z", "/x/y": "../d/e"}
    host = Recorded({"/d/z": "found", "/d/e/f": "deep"}, links)
    assert [host.resolve(path) for path in ("/a", "/a/c", "/self")] == [None] * 3
    assert host.text("/up") == "found"
    assert host.text("/x/y/f") == "deep"
    chain = {f"/{n}": f"/{n + 1}" for n in range(30)}
    assert Recorded({"/30": "end"}, chain).text("/0") == "end"


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.just(10**400) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_answers_in_a_record_may_be_anything(data: st.DataObject) -> None:
    """What makes no sense is a trouble or left out; the rest of the machine is shown and named."""

    def altered(value: Any) -> Any:
        if data.draw(st.integers(0, 30)) == 0:
            return data.draw(plain)
        if isinstance(value, dict):
            return {key: altered(each) for key, each in value.items()}
        return [altered(each) for each in value] if isinstance(value, list) else value

    recorded = json.loads((FOLDER / "h200.json").read_text())
    soft_device: dict[str, Any] = {"id": "soft@a", "kind": "gpu", "vendor": "h", "model": "m"}
    soft_device |= {"uuid": "u"} | {
        "memory_bytes": 0,
        "level": 1,
        "capabilities": [],
        "scheduler": "",
    }
    answers = {key: value for key, value in recorded["management"].items() if key != "pci_names"}
    answers |= {"opencl": [DEVICE], "soft": [soft_device], "packages": {"torch": "2"}}
    host = Recorded(recorded["files"], recorded["links"], altered(answers) or {})
    if not isinstance(host._management, dict):
        return
    found = look(host)
    assert found.name
    assert Topology(found).tree().children
    assert [str(each.identifier) for each in Identifying(found).all()]
    json.dumps([entry.as_dict() for entry in accelerators(found, [])])


@pytest.mark.parametrize("verb", ["devices", "health", "id", "score", "topology"])
def test_no_verb_looks_at_another_system(
    verb: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each refuses with the same sentence."""
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cli.main([verb]) == 2
    assert "Linux only" in capsys.readouterr().err


@pytest.mark.parametrize("verb", ["devices", "id", "score", "topology"])
def test_every_verb_says_what_could_not_be_read(
    verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On stderr, so that what is listed can still be used."""
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path))
    record = tmp_path / "machine.json"
    answers = {"soft": [{"id": "soft@a"}]}
    record.write_text(json.dumps({"heddle_machine": 1, "files": {}, "management": answers}))
    assert cli.main([verb, "--machine", str(record)]) == 0
    assert "heddle: soft: KeyError" in capsys.readouterr().err
