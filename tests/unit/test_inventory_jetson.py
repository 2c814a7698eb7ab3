"""Jetson modules in the inventory."""

from __future__ import annotations

import pytest

from heddle.inventory.host import Recorded
from heddle.inventory.probes import jetson, nvidia
from tests import machines

ORIN = "jetson-orin"


def test_the_engines_of_a_jetson() -> None:
    """GPU, two DLA, PVA and OFA; what only moves pictures is told of."""
    host = machines.machine(ORIN)
    found = jetson.PROBE.components(host, [])
    assert sorted((one.kind, one.id) for one in found) == [
        ("dla", "platform@15880000.nvdla0"),
        ("dla", "platform@158c0000.nvdla1"),
        ("gpu", "platform@17000000.gpu"),
        ("ofa", "platform@15a50000.ofa"),
        ("pva", "platform@16000000.pva0"),
    ]
    gpu = next(one for one in found if one.kind == "gpu")
    assert (gpu.model, gpu.device) == ("AGX-Orin-64GB", "cuda@0")
    assert gpu.memory_bytes == 64349304 * 1024
    assert gpu.attributes["shared_memory"] is True
    assert gpu.attributes["engines"] == "nvdec, nvenc, nvjpg, vic"
    assert [(part.name, part.version) for part in gpu.stack] == [("l4t", "36.4.3")]
    assert {one.model for one in found if one.kind == "dla"} == {"DLA-2"}


def test_readings_of_a_jetson() -> None:
    """Load, heat, power of the rail, clock; an engine that sleeps is idle."""
    host = machines.machine(ORIN)
    found = {one.id: one for one in jetson.PROBE.components(host, [])}
    gpu = jetson.PROBE.read(host, found["platform@17000000.gpu"])
    assert gpu is not None
    assert (gpu.utilisation, gpu.temperature_c, gpu.temperature_limit_c) == (42.3, 44.593, 99.0)
    assert gpu.power_w == pytest.approx(19.928 * 0.488)
    assert gpu.clock_mhz == 918
    asleep = jetson.PROBE.read(host, found["platform@15880000.nvdla0"])
    awake = jetson.PROBE.read(host, found["platform@158c0000.nvdla1"])
    assert asleep is not None
    assert awake is not None
    assert (asleep.utilisation, awake.utilisation) == (0.0, None)
    assert nvidia.PROBE.read(host, found["platform@17000000.gpu"]) is None


def test_a_board_of_somebody_else_has_no_engines_of_nvidia() -> None:
    """Other chips have devices of such names too."""
    tree = "/sys/firmware/devicetree/base/compatible"
    host = Recorded({tree: "raspberrypi,5\0brcm,bcm2712", f"{jetson.DEVICES}/1.gpu/load": "1"})
    assert jetson.PROBE.components(host, []) == []


def test_an_older_jetson_is_known_by_its_chip() -> None:
    """Jetson Linux 32 to 35 names the GPU after it."""
    name = "17000000.gv11b"
    host = Recorded(
        {
            "/sys/firmware/devicetree/base/compatible": "nvidia,p2972-0000\0nvidia,tegra194",
            f"{jetson.DEVICES}/{name}/of_node/compatible": "nvidia,gv11b\0nvidia,gv11b",
        }
    )
    found = jetson.PROBE.components(host, [])
    assert [(one.id, one.kind, one.model) for one in found] == [
        (f"platform@{name}", "gpu", "Xavier")
    ]
    assert found[0].device is None  # no driver, no CUDA
