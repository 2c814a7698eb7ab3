"""A cordoned device takes no new programs."""

from __future__ import annotations

from pathlib import Path

from tests.world import World


def test_a_cordoned_device_is_refused_and_hidden(world: World, tmp_path: Path) -> None:
    world.environment["HEDDLE_STATE"] = str(tmp_path)
    show = ("--", "sh", "-c", "echo $SOFTXPU_VISIBLE_DEVICES")
    assert (
        world.heddle("device", "cordon", "soft@gpu", "--reason", "fan", "--for", "2h").returncode
        == 0
    )

    refused = world.heddle("run", "--device", "soft@gpu", "--", "true")
    assert refused.returncode == 122
    assert "fan" in refused.stderr
    assert "uncordon soft@gpu" in refused.stderr
    assert world.heddle("run", "--device", "soft@npu", "--", "true").returncode == 0

    free = world.heddle("run", *show)
    assert free.stdout.strip() == "1,2"
    assert "soft@gpu" in free.stderr
    own = world.heddle("run", *show, SOFTXPU_VISIBLE_DEVICES="0")
    assert own.stdout.strip() == "0", "the user's own choice stands"

    assert world.heddle("device", "uncordon", "soft@gpu").returncode == 0
    assert world.heddle("run", "--device", "soft@gpu", "--", "true").returncode == 0
    assert not (tmp_path / "cordons.json").exists()
