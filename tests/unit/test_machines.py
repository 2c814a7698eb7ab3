"""The verbs about hardware, on every machine that is recorded or described."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from heddle.cli import main
from heddle.inventory.host import FORMAT
from tests import machines

#: What each machine has: name of the accelerator as a request would say it, and how many.
EXPECTED = {
    "h200": {"nvidia/H200": 1},
    "8x-h100-nvswitch": {"nvidia/H100": 8},
    "mi300x": {"amd/MI300X": 8},
    "mi250x": {"amd/MI250X": 8},
    "intel-laptop": {"intel/Arc-MTL": 1, "intel/B580": 1, "intel/NPU-MTL": 1},
    "ascend-910b": {"huawei/910B3": 8, "huawei/ZIP Engine": 1},
    "jetson-orin": {
        "nvidia/AGX-Orin-64GB": 1,
        "nvidia/DLA-2": 2,
        "nvidia/PVA-2": 1,
        "nvidia/OFA": 1,
    },
    "bluefield": {"mellanox/BlueField-3": 1, "mellanox/BlueField-2": 1},
    "dual-socket": {},
    "no-accelerators": {},
}


@pytest.fixture(params=machines.names())
def machine(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    """A machine's name, and its record as `heddle device ls --record` would write it."""
    name = str(request.param)
    recorded = machines.FOLDER / f"{name}.json"
    if recorded.exists():
        return name, recorded
    facts = tomllib.loads((machines.FOLDER / f"{name}.toml").read_text())
    files, links, management = machines.parse(facts)
    record = {"files": files, "links": links, "management": management}
    path = tmp_path / f"{name}.json"
    path.write_text(json.dumps({"heddle_machine": FORMAT, **record}))
    return name, path


def said(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main([*words, "-o", "json"]) == 0
    out, err = capsys.readouterr()
    assert not err
    return json.loads(out)


def test_a_machine_says_what_it_is() -> None:
    """Recorded, or made up from public facts: nobody is to mistake the one for the other."""
    for path in machines.FOLDER.glob("*.[tj][os]*"):
        text = path.read_text()
        facts = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
        assert facts["label"] in ("recorded", "constructed"), path.name
        assert len(facts["about"]) > 20, path.name


def test_accelerators_are_listed(
    machine: tuple[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    name, record = machine
    listed = said(capsys, "device", "ls", "--machine", str(record))
    counts: dict[str, int] = {}
    for entry in listed:
        model = f"{entry['vendor']}/{entry['model']}"
        counts[model] = counts.get(model, 0) + 1
    assert counts == EXPECTED.get(name, counts)
    assert len({entry["id"] for entry in listed}) == len(listed)


def test_topology_joins_everything(
    machine: tuple[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    _, record = machine
    listed = said(capsys, "device", "ls", "--machine", str(record))
    topology = said(capsys, "device", "topology", "--machine", str(record))
    ids = {node["id"] for node in topology["nodes"]}
    assert {entry["bus"] for entry in listed} <= ids


def test_identifiers_are_distinct(
    machine: tuple[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    _, record = machine
    found = said(capsys, "device", "id", "--machine", str(record))
    texts = [entry["identifier"] for entry in found]
    assert texts
    assert len(set(texts)) == len(texts)
