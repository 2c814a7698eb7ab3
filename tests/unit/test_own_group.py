"""A control group of the machine's own, for an agent that runs in a container."""

from __future__ import annotations

from pathlib import Path

import pytest

from heddle.errors import UsageError
from heddle.system import own_group


@pytest.mark.parametrize("unified", [True, False])
def test_the_agent_moves_to_a_group_of_its_own_in_every_hierarchy(
    tmp_path: Path, unified: bool
) -> None:
    """Folders that look like those of the kernel: there, entering is a write of 0."""
    trees = [tmp_path] if unified else [tmp_path / "cpuset", tmp_path / "memory"]
    for tree in trees:
        (tree / "heddle").mkdir(parents=True)
        (tree / "cgroup.procs").touch()
    if unified:
        (tmp_path / "cgroup.controllers").touch()
    else:
        (tmp_path / "cpuset" / "cpuset.cpus").write_text("0-3")
    own_group.enter("heddle", str(tmp_path))
    assert [(tree / "heddle" / "cgroup.procs").read_text() for tree in trees] == ["0"] * len(trees)
    if not unified:
        assert (tmp_path / "cpuset" / "heddle" / "cpuset.cpus").read_text() == "0-3"


def test_without_the_machines_groups_it_says_what_it_needs(tmp_path: Path) -> None:
    (tmp_path / "cgroup.controllers").touch()
    (tmp_path / "heddle").touch()
    with pytest.raises(UsageError, match="privileged container"):
        own_group.enter("heddle", str(tmp_path))
