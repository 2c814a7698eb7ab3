"""gres.conf and node lines from the inventory: the lines, the difference, and a Slurm that takes
them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from heddle.engine.slurm.config import SlurmConfig, config, differences, expand
from heddle.inventory.machine import look
from heddle.model.hardware import Component, Machine
from tests import machines
from tests.slurm import SlurmServer, SlurmSite
from tests.world import World


def of(name: str, shards: int = 0) -> SlurmConfig:
    return config(look(machines.machine(name)), shards=shards)


def test_every_device_with_a_file_of_its_own_is_listed() -> None:
    h100 = of("8x-h100-nvswitch")
    assert h100.gres[0] == "NodeName=dgx-h100 Name=gpu Type=h100 File=/dev/nvidia0"
    assert len(h100.gres) == 8
    assert h100.slurm[0] == "GresTypes=gpu"
    assert h100.slurm[1].endswith("RealMemory=2063896 Gres=gpu:h100:8")
    amd = of("mi300x")  # /dev/kfd is everybody's, card0 a screen's
    assert amd.gres[1] == "NodeName=mi300x Name=gpu Type=mi300x File=/dev/dri/renderD136"
    assert "CPUs=384 Sockets=2 CoresPerSocket=96 ThreadsPerCore=2" in amd.slurm[1]
    ascend = of("ascend-910b")  # not a type that begins with a digit: Slurm would count it
    assert ascend.gres[7] == "NodeName=atlas Name=npu Type=huawei-910b3 File=/dev/davinci7"
    assert len(ascend.left_out) == 1


def test_gpus_have_shards_and_others_have_none() -> None:
    found = of("intel-laptop", shards=4)
    assert found.slurm[0] == "GresTypes=npu,gpu,shard"
    assert found.slurm[1].endswith("Gres=npu:npu-mtl:1,gpu:arc-mtl:1,gpu:b580:1,shard:8")
    assert [line for line in found.gres if "shard" in line] == [
        f"NodeName=intel-laptop Name=shard Count=4 File=/dev/dri/renderD{number}"
        for number in (128, 129)
    ]


def test_a_node_without_devices_has_a_line() -> None:
    found = of("no-accelerators")
    assert found.gres == ()
    assert len(found.slurm) == 1


@pytest.mark.parametrize("name", machines.names())
def test_the_own_lines_make_no_difference(name: str) -> None:
    found = of(name, shards=3)
    assert differences(found, "\n".join(found.gres), "\n".join(found.slurm)) == []


def test_only_what_is_about_this_node_is_different() -> None:
    """Written in another way, with words that the inventory says nothing of."""
    wanted = of("8x-h100-nvswitch", shards=2)
    node = wanted.slurm[1].replace("NodeName=dgx-h100", "nodename=dgx-h[99-101]00,dgx-h100")
    gres = (
        "# comment\nNodeName=dgx-h100 Name=gpu Type=h100 \\\n  File=/dev/nvidia[0-7]\n"
        "Name=shard Count=2 File=/dev/nvidia[0-3,4-7]\nNodeName=other Name=gpu File=/dev/nvidia9\n"
    )
    slurm = f"GresTypes=npu,shard,gpu\n{node} NodeAddr=10.0.0.1\nNodeName=other CPUs=1\n"
    assert differences(wanted, gres, slurm) == []
    fewer = gres.replace("[0-7]", "[0-6]")
    assert differences(wanted, fewer, slurm) == ["+gres.conf: Name=gpu Type=h100 File=/dev/nvidia7"]
    less = slurm.replace("npu,shard,gpu", "gpu").replace("RealMemory=2063896", "RealMemory=5")
    assert differences(wanted, gres, less) == [
        "-slurm.conf: GresTypes=gpu",
        "+slurm.conf: GresTypes=gpu,shard",
        "-slurm.conf: RealMemory=5",
        "+slurm.conf: RealMemory=2063896",
    ]
    assert "+slurm.conf: NodeName=dgx-h100" in differences(wanted, "", "")


def test_lists_of_slurm_are_expanded() -> None:
    assert expand("n[1-2,5],m3") == ["n1", "n2", "n5", "m3"]
    assert expand("r[1-2]n[08-10]")[:3] == ["r1n08", "r1n09", "r1n10"]
    assert expand("") == []


def test_the_command_prints_lines_and_differences(world: World, tmp_path: Path) -> None:
    """1 if there is a difference, as diff has it; and no folder is one sentence."""
    record = str(machines.FOLDER / "h200.json")
    ask = ("node", "slurm", "config", "--shards", "10", "--machine", record)
    said = json.loads(world.heddle(*ask, "-o", "json").stdout)
    assert said["gres"][1] == "NodeName=vm Name=shard Count=10 File=/dev/nvidia0"
    for name in ("gres", "slurm"):
        (tmp_path / f"{name}.conf").write_text("\n".join(said[name]))
    same = world.heddle(*ask, "--diff", str(tmp_path))
    assert (same.returncode, "says the same of vm" in same.stdout) == (0, True)
    (tmp_path / "gres.conf").unlink()
    other = world.heddle(*ask, "--diff", str(tmp_path))
    assert (other.returncode, other.stdout.count("+gres.conf")) == (1, 2)
    nowhere = world.heddle(*ask, "--diff", str(tmp_path / "none"))
    assert nowhere.returncode == 2
    assert "Name the folder of slurm.conf" in nowhere.stderr
    assert world.heddle("node", "slurm", "config", "--shards", "0").returncode == 2


def small(folder: Path, kinds: Sequence[str]) -> Machine:
    """A machine of this size whose devices are files of the folder."""
    devices = [
        Component(f"pci@{number}", kind, "huawei" if kind == "npu" else "nvidia",
                  "910B3" if kind == "npu" else "H200", files=(f"{folder}/gpu{number}", "/dev/all"))
        for number, kind in enumerate(kinds)
    ]  # fmt: skip
    cpu = Component("cpu@0", "cpu", "x", "y", attributes={"cores": 2, "threads": 4})
    memory = Component("memory@0", "memory", "x", "y", memory_bytes=1 << 30)
    return Machine("m1.example.org", (cpu, memory, *devices))


@pytest.mark.slurm
@pytest.mark.slow
def test_a_slurm_takes_the_lines_and_gives_the_devices() -> None:
    def site(folder: Path) -> SlurmSite:
        made = config(small(folder, ("gpu", "gpu", "npu")), shards=10)
        assert made.left_out == ()
        return SlurmSite("\n".join(made.slurm), "\n".join(made.gres) + "\n")

    server = SlurmServer(site)
    try:
        given = server.ask("sinfo", "-h", "-N", "-o", "%N %c %m %G").split()
        assert given == ["m1", "4", "1024", "gpu:h200:2,npu:huawei-910b3:1,shard:h200:20"]
        show = "echo $SLURM_SHARDS_ON_NODE/$CUDA_VISIBLE_DEVICES"
        for ask, said in (("shard:3", "3/0\n"), ("gpu:h200:2", "/0,1\n"), ("npu:1", "/\n")):
            assert server.ask("srun", f"--gres={ask}", "sh", "-c", show) == said
    finally:
        server.stop()
