"""MPS: the environment and the commands that ask for a part of a card."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.errors import UsageError, VendorError
from heddle.virt.mps import service

PLAIN = service.MpsService("/run/mps", "GPU-1")
STATIC = service.MpsService("/run/mps", "GPU-1", static=True)


def test_a_daemon_is_of_one_card_and_folder() -> None:
    start, stop = PLAIN.start(), PLAIN.stop()
    assert start.words == ("nvidia-cuda-mps-control", "-d")
    assert start.environment["CUDA_VISIBLE_DEVICES"] == "GPU-1"
    assert (stop.says, stop.environment) == ("quit\n", PLAIN.environment)
    assert STATIC.start().words[-1] == "-S"
    assert set(PLAIN.client(cap=10, memory_mib=1, below_normal=True)) < set(service.VARIABLES)


@given(st.integers(-50, 1100), st.integers(-1, 1 << 20))
def test_whole_percent_and_mebibytes_or_nothing(cap: int, mib: int) -> None:
    try:
        found = PLAIN.client(cap=cap, memory_mib=mib)
    except UsageError:
        assert cap % 10 or not 10 <= cap <= 1000 or mib < 1
        return
    assert int(found["CUDA_MPS_ACTIVE_THREAD_PERCENTAGE"]) * 10 == cap
    assert found["CUDA_MPS_PINNED_DEVICE_MEM_LIMIT"] == f"0={mib}M"


def test_partitions_are_for_a_static_service() -> None:
    assert STATIC.add_partition(4).says == "sm_partition add GPU-1 4\n"
    assert STATIC.remove_partition("GPU-1/Ab").says == "sm_partition rm GPU-1 GPU-1/Ab\n"
    assert STATIC.client(partition="GPU-1/Ab")["CUDA_MPS_SM_PARTITION"] == "GPU-1/Ab"
    for wrong in (
        lambda: STATIC.client(),
        lambda: STATIC.client(partition="GPU-1/Ab", cap=100),
        lambda: PLAIN.client(partition="GPU-1/Ab"),
        lambda: PLAIN.add_partition(1),
        lambda: STATIC.add_partition(0),
    ):
        with pytest.raises(UsageError):
            wrong()


def test_what_the_daemon_answers() -> None:
    assert service.partition_in("Partition GPU-1a-2b/Cx== created\n") == "GPU-1a-2b/Cx=="
    for answer in ("", "Failed to create a partition on GPU-1a/2"):
        with pytest.raises(VendorError, match="made no partition"):
            service.partition_in(answer)
