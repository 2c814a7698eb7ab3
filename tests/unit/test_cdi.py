"""The CDI specification: what engines require of it, whatever the devices are called."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle import native
from heddle.cli.device import cdi as verb
from heddle.errors import UsageError
from heddle.inventory import apis
from heddle.inventory.apis import cuda
from heddle.launch import cdi
from heddle.launch.inside import has_entry
from heddle.model.container import ContainerNeeds
from heddle.model.device import Device

# The rules of CDI 0.3.0, the version that the file claims to follow: fields, and their forms.
DEVICE_NAME = re.compile(r"[A-Za-z]([A-Za-z0-9_.:-]*[A-Za-z0-9])?")
KIND = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*[A-Za-z0-9]/[A-Za-z]([A-Za-z0-9_-]*[A-Za-z0-9])?")
VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=.*", re.DOTALL)


def check_edits(edits: dict[str, Any]) -> None:
    """Known fields only, for engines refuse others; and not empty."""
    assert set(edits) <= {"env", "mounts", "deviceNodes"}
    assert edits
    assert all(VARIABLE.fullmatch(line) for line in edits["env"])
    for mount in edits.get("mounts", []):
        assert set(mount) == {"hostPath", "containerPath", "options"}
        assert mount["hostPath"].startswith("/")
        assert mount["containerPath"].startswith("/")
        assert "bind" in mount["options"]
    for node in edits.get("deviceNodes", []):
        assert set(node) == {"path"}
        assert node["path"].startswith("/dev/")
    for key in ("mounts", "deviceNodes"):
        places = [entry.get("containerPath") or entry["path"] for entry in edits.get(key, [])]
        assert len(places) == len(set(places))


def check(specification: dict[str, Any]) -> None:
    assert set(specification) == {"cdiVersion", "kind", "containerEdits", "devices"}
    assert specification["cdiVersion"] == "0.3.0"
    assert KIND.fullmatch(specification["kind"])
    check_edits(specification["containerEdits"])
    names = [entry["name"] for entry in specification["devices"]]
    assert names
    assert len(names) == len(set(names))
    for entry in specification["devices"]:
        assert set(entry) == {"name", "containerEdits"}
        assert DEVICE_NAME.fullmatch(entry["name"]), entry["name"]
        check_edits(entry["containerEdits"])


def device(api: str, name: str, index: int) -> Device:
    return Device(api, name, index, "", "", "gpu", f"GPU-{index}", 0, (), 1, "")


def soft(name: str, index: int) -> cdi.ContainerDevice:
    needs = ContainerNeeds(str(index), {"SOFTXPU_SEGMENT": "s"}, shared=("/dev/shm/s",))
    return cdi.ContainerDevice(device("soft", name, index), "SOFTXPU_VISIBLE_DEVICES", needs)


def nvidia(index: int) -> cdi.ContainerDevice:
    files = ("/dev/nvidiactl", f"/dev/nvidia{index}")
    needs = ContainerNeeds(f"GPU-{index}", device_files=files)
    return cdi.ContainerDevice(device("cuda", str(index), index), "CUDA_VISIBLE_DEVICES", needs)


def build(offered: list[cdi.ContainerDevice], **given: Any) -> dict[str, Any]:
    values: dict[str, Any] = {"table": "/nowhere/heddle/table", "preloaded": "/x.so", "asked": {}}
    return cdi.specification(offered, **(values | given))


def variables(edits: dict[str, Any]) -> dict[str, str]:
    return dict(line.split("=", 1) for line in edits["env"])


def applied(specification: dict[str, Any], *names: str) -> dict[str, str]:
    """The environment as engines make it: the top first, then each device, the last word counts."""
    found = variables(specification["containerEdits"])
    entries = {entry["name"]: entry["containerEdits"] for entry in specification["devices"]}
    for name in names:
        found |= variables(entries[name])
    return found


@given(st.lists(st.text(min_size=1, max_size=31), min_size=1, max_size=16))
def test_any_name_of_a_device_gives_a_valid_file(labels: list[str]) -> None:
    """With one entry for each device, none twice, and `all`."""
    specification = build([soft(label, index) for index, label in enumerate(labels)])
    check(specification)
    assert len(specification["devices"]) == len(labels) + 1
    assert specification["devices"][-1]["name"] == "all"


@given(st.text(max_size=70))
def test_a_class_is_valid_or_refused(text: str) -> None:
    """And nothing in between reaches an engine."""
    try:
        specification = build([soft("gpu", 0)], device_class=cdi.parse_class(text))
    except UsageError:
        return
    check(specification)


def test_names_are_those_of_heddle_with_a_dash() -> None:
    """soft@gpu is soft-gpu; what CDI forbids is called by its index."""
    assert cdi.names([device("soft", "gpu", 0), device("cuda", "0", 0)]) == ["soft-gpu", "cuda-0"]
    assert cdi.names([device("soft", "bad name", 2)]) == ["soft-2"]
    assert cdi.names([device("soft", "1", 0), device("soft", "é", 1)]) == ["soft-1", "soft-1x"]


def test_only_what_was_asked_for_is_seen() -> None:
    """One device hides those of other vendors; two vendors together show both; all shows all."""
    specification = build([soft("gpu", 0), soft("npu", 1), nvidia(0), nvidia(1)])
    check(specification)

    def seen(*names: str) -> tuple[str, str]:
        found = applied(specification, *names)
        return found["SOFTXPU_VISIBLE_DEVICES"], found["CUDA_VISIBLE_DEVICES"]

    assert seen("soft-npu") == ("1", "")
    assert seen("cuda-1") == ("", "GPU-1")
    assert seen("cuda-1", "soft-gpu") == ("0", "GPU-1")
    assert seen("all") == ("0,1", "GPU-0,GPU-1")


def test_a_container_gets_the_folder_and_the_libraries() -> None:
    """The table's folder to write in, the libraries to read, at fixed places."""
    edits = build([soft("gpu", 0)], table="/run/mine/t", libraries="/lib/native")["containerEdits"]
    first, second = edits["mounts"]
    assert (first["hostPath"], first["containerPath"]) == ("/run/mine", "/run/heddle")
    assert "ro" in first["options"], "the table is not the container's to write"
    assert (second["hostPath"], second["containerPath"]) == ("/lib/native", "/opt/heddle/lib")
    assert "ro" in second["options"]
    assert variables(edits)["HEDDLE_TABLE"] == "/run/heddle/t"


def test_each_device_has_its_own_files_and_all_has_each_once() -> None:
    """A GPU's device file is in its own entry only, the control file in every one."""
    entries = {
        entry["name"]: [node["path"] for node in entry["containerEdits"].get("deviceNodes", [])]
        for entry in build([soft("gpu", 0), nvidia(0), nvidia(1)])["devices"]
    }
    assert entries["soft-gpu"] == []
    assert entries["cuda-1"] == ["/dev/nvidiactl", "/dev/nvidia1"]
    assert entries["all"] == ["/dev/nvidiactl", "/dev/nvidia0", "/dev/nvidia1"]


def test_the_preload_is_that_of_heddle_run() -> None:
    """In the same order, at the container's place."""
    expected = "/opt/heddle/lib/libheddle.so:/opt/heddle/lib/libheddle-soft.so"
    assert cdi.preload_in_container(["soft"]) == expected


def test_no_device_is_an_error_that_teaches() -> None:
    """CDI allows no file without devices."""
    with pytest.raises(UsageError, match="heddle admin check"):
        build([])


@pytest.mark.parametrize("table", ["/tmp/table", "/dev/shm/table", "/table", "/run/table"])
def test_a_folder_of_everybody_is_not_given_away(table: str) -> None:
    """The message names a folder that would do."""
    with pytest.raises(UsageError, match="HEDDLE_TABLE=/"):
        build([soft("gpu", 0)], table=table)


def options(**given: str) -> argparse.Namespace:
    none = dict.fromkeys(("priority", "share", "cap", "mem", "tenant"))
    return argparse.Namespace(**(none | given))


def test_what_is_asked_for_becomes_variables_that_the_native_part_reads() -> None:
    """Numbers, not words; and nothing that was not asked for, since it would go before -e."""
    assert verb.asked(options()) == {}
    asked = verb.asked(options(priority="low", share="25%", cap="0.5", mem="1.5GiB", tenant="lab"))
    assert asked == {
        "HEDDLE_PRIORITY": "-100",
        "HEDDLE_SHARE": "0.25",
        "HEDDLE_CAP": "0.5",
        "HEDDLE_MEM": "1536MiB",
        "HEDDLE_TENANT": "lab",
    }
    with pytest.raises(UsageError, match="share"):
        verb.asked(options(share="most"))


def test_each_class_is_installed_in_a_file_of_its_own() -> None:
    """So that several priorities can be had at once."""
    assert str(verb.installed("xpu")) == "/etc/cdi/heddle.json"
    assert str(verb.installed("xpu-low")) == "/etc/cdi/heddle-xpu-low.json"


def test_installing_makes_the_folder_and_leaves_nothing_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Readable for everybody, complete, and over an older one."""
    monkeypatch.setattr(verb, "FOLDER", tmp_path / "cdi")
    for text in ("old", "new"):
        verb.write(verb.installed("xpu"), text)
    (path,) = (tmp_path / "cdi").iterdir()
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o644


def test_what_cannot_be_written_says_how_it_can(tmp_path: Path) -> None:
    """Not by `sudo heddle`, which would name another table."""
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"heddle device cdi .* \| sudo install -D"):
        verb.write(tmp_path / "file" / "heddle.json", "{}")


@pytest.fixture
def nvidia_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two GPUs whose device files are numbered against the order of the bus."""
    for bus_id, number in (("0000:01:00.0", 1), ("0000:41:00.0", 0)):
        folder = tmp_path / "gpus" / bus_id
        folder.mkdir(parents=True)
        (folder / "information").write_text(f"Model: \t X\nDevice Minor: \t {number}\n")
    (tmp_path / "dev").mkdir()
    for name in ("nvidia0", "nvidia1", "nvidiactl", "nvidia-uvm"):
        (tmp_path / "dev" / name).write_text("")
    monkeypatch.setattr(cuda, "DRIVER_GPUS", str(tmp_path / "gpus"))
    monkeypatch.setattr(cuda, "DEVICE_FILES", str(tmp_path / "dev"))
    return tmp_path / "dev"


def test_a_gpu_gets_the_device_file_of_its_minor_number(nvidia_machine: Path) -> None:
    """And those files of the driver that exist; it is named by its UUID."""
    needs = cuda.VENDOR.in_container(device("cuda", "0", 0))
    assert needs.visible == "GPU-0"
    names = [Path(path).name for path in needs.device_files]
    assert names == ["nvidia1", "nvidiactl", "nvidia-uvm"]


def test_the_soft_xpu_gives_its_segment_and_its_configuration(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """All processes on a segment must agree, those in containers too."""
    for name in ("SOFTXPU_DEVICES", "SOFTXPU_SEGMENT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SOFTXPU_CONFIG", str(tmp_path / "devices.toml"))
    (vendor,) = (vendor for vendor in apis.vendors() if vendor.api == "soft")
    needs = vendor.in_container(device("soft", "gpu", 0))
    assert needs.shared == ("/dev/shm/softxpu", "/dev/shm/softxpu.0")
    assert needs.read_only == (str(tmp_path / "devices.toml"),)
    monkeypatch.setenv("SOFTXPU_DEVICES", "gpu")
    needs = vendor.in_container(device("soft", "gpu", 0))
    assert needs.variables == {"SOFTXPU_SEGMENT": "softxpu", "SOFTXPU_DEVICES": "gpu"}
    assert needs.read_only == ()


def test_the_libraries_are_those_of_the_installation() -> None:
    """So a new Heddle needs no new file, as long as it is at the same place."""
    mounts = build([soft("gpu", 0)])["containerEdits"]["mounts"]
    assert mounts[-1]["hostPath"] == native.DIRECTORY


def test_the_vendors_own_entry_is_used_where_there_is_one(tmp_path: Path) -> None:
    """It brings the libraries of the driver into a job's container."""
    folders = (str(tmp_path), str(tmp_path / "none"))
    (tmp_path / "nvidia.yaml").write_text("cdiVersion: 0.5.0\nkind: nvidia.com/gpu\n")
    assert has_entry("nvidia.com/gpu=0", folders)
    assert not has_entry("amd.com/gpu=0", folders)
    assert not has_entry("", folders)
    assert cuda.VENDOR.in_container(device("cuda", "1", 1)).entry == "nvidia.com/gpu=1"
