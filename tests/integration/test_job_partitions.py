"""Jobs and partitions on one soft XPU: neither is given what the other has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.integration.test_join import Fleet
from tests.plane import Plane
from tests.world import World, eventually


def test_a_job_waits_for_a_partition_and_a_partition_for_a_job(plane: Plane) -> None:
    plane.world.environment["SOFTXPU_DEVICES"] = "gpu:memory_mib=64,npu:memory_mib=32"
    plane.ok("device", "partition", "create", "train", "--device", "soft@gpu", "--share", "60%")
    plane.ok("device", "partition", "create", "big", "--device", "soft@npu", "--kind", "whole")
    plane.ok("up", "--port", "0")

    def why(job: str) -> str:
        why = plane.job(job)["why"]
        return why["text"] if why else ""

    half = plane.submit("--devices", "soft@gpu", "--share", "50%", "--", "sleep", "600")
    alone = plane.submit("--devices", "soft@npu", "--", "true")
    wanted = {half: "partition train has 60 % and 38MiB of soft@gpu",
              alone: "partition big has soft@npu alone"}  # fmt: skip
    for job, text in wanted.items():
        assert eventually(lambda job=job, text=text: text in why(job)), why(job)  # type: ignore[misc]
    # What fits beside the partition is not held up by who waits for it.
    small = plane.submit("--devices", "soft@gpu", "--share", "30%", "--", "sleep", "600")
    assert plane.is_(small, "running")
    with plane.client() as client:
        (node,) = client.every_node()
    (gpu,) = (each for each in node["devices"] if each["name"] == "soft@gpu")
    assert (gpu["used_milli"], gpu["booked_milli"], gpu["free_milli"]) == (300, 600, 100)

    plane.ok("device", "partition", "rm", "train")
    assert plane.is_(half, "running")
    plane.ok("device", "partition", "rm", "big")
    assert plane.is_(alone, "done")

    refused = plane.heddle(
        "device", "partition", "create", "b", "--device", "soft@gpu", "--share", "30%"
    )
    assert refused.returncode == 2
    assert "20 %, 13MiB or less would fit; job" in refused.stderr
    for job, has in ((half, "50 %, 32MiB"), (small, "30 %, 19MiB")):
        assert f"{job} holds {has}" in refused.stderr
    plane.ok("job", "cancel", half)
    assert plane.is_(half, "cancelled")
    plane.ok("device", "partition", "create", "b", "--device", "soft@gpu", "--share", "30%")


@pytest.mark.slow
def test_a_joined_node_says_what_is_booked(world: World, tmp_path: Path) -> None:
    """With its next beat, in the row that it sends anyway."""
    fleet = Fleet(world, tmp_path)
    token = fleet.token()
    fleet.join("a", fleet.address, "--token", token, "--name", "node-a")
    assert fleet.is_("node-a", "ready")

    def gpu() -> tuple[int, int, str]:
        devices = {each["name"]: each for each in fleet.node("node-a")["devices"]}
        its = devices["soft@gpu"]
        return its["free_milli"], its["booked_milli"], its["booked_by"]

    assert gpu() == (1000, 0, "")
    words = ("--device", "soft@gpu", "--share", "30%", "--mem", "8MiB")
    fleet.ok("device", "partition", "create", "train", *words, on="a")
    assert eventually(
        lambda: gpu() == (700, 300, "partition train has 30 % and 8MiB of soft@gpu"), 10
    ), gpu()
    fleet.ok("device", "partition", "rm", "train", on="a")
    assert eventually(lambda: gpu() == (1000, 0, ""), 10)
