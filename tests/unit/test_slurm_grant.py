"""What a plain job of Slurm gets on a node: from its shards, its comment, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from heddle.agent.slurm_jobs import job_of_group
from heddle.engine._elsewhere.given_devices import devices_of
from heddle.engine.slurm.prologs.grant import granted, is_own, shards_of, visible
from heddle.engine.slurm.prologs.scripts import scripts
from heddle.engine.slurm.prologs.task_prolog import lines
from heddle.inventory import apis
from heddle.model.device import Device
from heddle.system.files import closed_to_others

GIB = 1 << 30
#: As scontrol 22.05 prints it.
SAID = """JobId=3 JobName={name}
   JOB_GRES=shard:4
     Nodes=n1,n[3-4] CPU_IDs=0 Mem=10 GRES=shard:h200:2(IDX:0)
     Nodes=n2 CPU_IDs=0-1 Mem=10 GRES=shard:1(IDX:1)
     Nodes=n5 CPU_IDs=0 Mem=10 GRES=gpu:h200:1(IDX:0)
"""


def device(api: str, index: int, uuid: str = "") -> Device:
    return Device(api, str(index), index, "v", "m", "gpu", uuid, 0, (), 1, "")


def test_shards_are_those_of_the_node() -> None:
    said = SAID.format(name="train")
    assert [shards_of(said, node) for node in ("n1", "n4", "n2", "n5", "n9")] == [2, 2, 1, 0, 0]


def test_a_name_gives_a_job_no_shards() -> None:
    """A user may call a job what scontrol prints."""
    liar = SAID.format(name="Nodes=n1 CPU_IDs=0 Mem=1 GRES=shard:9 Nodes=n2 CPU_IDs=0 Mem=1 GRES=")
    assert [shards_of(liar, node) for node in ("n1", "n2")] == [2, 1]


@pytest.mark.parametrize(
    ("shards", "comment", "expected"),
    [
        (3, "", (300, 0, 24 * GIB // 10, 0)),
        (0, "", (1000, 0, 0, 0)),
        (0, "project 7 HEDDLE_SHARE=25% HEDDLE_MEM=2GiB HEDDLE_CAP=0.5", (250, 500, 2 * GIB, 0)),
        (3, "HEDDLE_SHARE=0.1 HEDDLE_MEM=1GiB", (100, 0, GIB, 0)),
        (3, "HEDDLE_SHARE=0.9 HEDDLE_PRIORITY=high", (300, 0, 24 * GIB // 10, 0)),
        (3, "HEDDLE_CAP=20% HEDDLE_PRIORITY=low", (200, 200, 24 * GIB // 10, -100)),
        (99, "", (1000, 0, 8 * GIB, 0)),
    ],
)
def test_a_job_gets_its_shards_or_less(
    shards: int, comment: str, expected: tuple[int, int, int, int]
) -> None:
    found = granted(shards, 10, [8 * GIB], comment, pytest.fail)
    names = ("share_milli", "cap_milli", "memory_limit", "rank")
    assert tuple(found[name] for name in names) == expected


def test_a_wrong_comment_is_noted_and_ignored() -> None:
    notes: list[str] = []
    found = granted(5, 10, [0], "HEDDLE_SHARE=much", notes.append)
    assert (found["share_milli"], found["memory_limit"]) == (500, 0), "its memory is unknown"
    assert "HEDDLE_SHARE=much is ignored" in notes[0]


def test_jobs_of_the_engine_are_known_by_their_comment() -> None:
    assert is_own("heddle-0123abcd 0123456789abcdef")
    assert not is_own("HEDDLE_SHARE=30%")


def test_other_devices_are_hidden_and_slurms_own_variables_left_alone() -> None:
    """The second name of the same device is left alone, too."""
    here = [device("cuda", 0, "u0"), device("cuda", 1, "u1"), device("opencl", 0, "u1")]
    here += [device("soft", index) for index in range(2)]
    found = visible(devices_of("1", here), here, apis.vendors())
    assert found["SOFTXPU_VISIBLE_DEVICES"] == ""
    assert not {"CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "HEDDLE_OPENCL_DEVICES"} & {*found}
    soft = visible(devices_of("0,1", here[3:]), here[3:], apis.vendors())
    assert soft["SOFTXPU_VISIBLE_DEVICES"] == "0,1"
    assert devices_of("", here) == devices_of("7", here) == []


def test_a_control_group_of_slurms_names_the_job() -> None:
    assert job_of_group("0::/system.slice/slurmstepd.scope/job_7/step_0/user/task_0\n") == "7"
    assert job_of_group("9:cpu:/\n4:devices:/slurm/uid_1000/job_12/step_batch\n") == "12"
    assert job_of_group("0::/user.slice/user-1000.slice/job_7\n") == ""


def test_task_prolog_prints_what_changes() -> None:
    found = lines({"A": "1", "B": "2", "C": "3"}, {"A": "1", "B": "4", "D": "5"})
    assert sorted(found) == ["export B=4", "export D=5", "unset C"]


def test_scripts_leave_jobs_without_gpus_alone() -> None:
    found = scripts({"HEDDLE_TABLE": "/run/my table/t"}, 10, "/usr/bin/scontrol")
    assert set(found) == {"prolog.sh", "task-prolog.sh", "epilog.sh"}
    assert '[ -n "$SLURM_JOB_GPUS" ] || exit 0' in found["prolog.sh"]
    assert """[ -e '/run/my table/slurm'/"$SLURM_JOB_ID".json ]""" in found["epilog.sh"]


def test_a_folder_that_others_may_not_enter_is_named(tmp_path: Path) -> None:
    inner = tmp_path / "home" / "bin"
    inner.mkdir(parents=True)
    os.chmod(tmp_path / "home", 0o700)
    os.chmod(inner, 0o755)
    assert closed_to_others(str(inner)) == str(tmp_path / "home")
    assert closed_to_others("/usr/bin") is None
