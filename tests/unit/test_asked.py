"""What a program's environment asks for."""

from __future__ import annotations

from heddle.launch.asked import VARIABLES, asked_by


def asked(**environment: str) -> dict[str, int]:
    complaints: list[str] = []
    found = asked_by(environment, complaints.append)
    assert not complaints, complaints
    return found


def test_our_own_names() -> None:
    """As on the command line."""
    assert asked(HEDDLE_PRIORITY="high", HEDDLE_SHARE="25%", HEDDLE_DEADLINE_MS="33.3") == {
        "rank": 100,
        "share_milli": 250,
        "deadline_us": 33_300,
    }


def test_names_of_xsched_and_hami() -> None:
    """In their own units."""
    assert asked(XSCHED_AUTO_XQUEUE_PRIORITY="7", XSCHED_AUTO_XQUEUE_UTILIZATION="30") == {
        "rank": 7,
        "share_milli": 300,
    }
    assert asked(XSCHED_AUTO_XQUEUE_LEVEL="2", XSCHED_AUTO_XQUEUE_TIMESLICE="5000") == {
        "level_limit": 2,
        "quantum_us": 5000,
    }
    assert asked(CUDA_DEVICE_SM_LIMIT="30", CUDA_TASK_PRIORITY="1") == {
        "cap_milli": 300,
        "rank": -100,
    }


def test_ours_win() -> None:
    """Whatever the order in the environment."""
    assert asked(XSCHED_AUTO_XQUEUE_PRIORITY="7", HEDDLE_PRIORITY="9") == {"rank": 9}


def test_nonsense_is_said_and_left_out() -> None:
    """A program must not fail because of a variable."""
    for name, _, _ in VARIABLES:
        complaints: list[str] = []
        found = asked_by({name: "nonsense"}, complaints.append)
        if found:
            assert name == "CUDA_TASK_PRIORITY"  # HAMi, too, takes all but 1 for high
        else:
            assert name in complaints[0]
            assert "ignored" in complaints[0]


def test_memory() -> None:
    """Ours with units of 1024, HAMi's in bytes or with a letter behind them."""
    assert asked(HEDDLE_MEM="8GiB") == {"memory_limit": 8 << 30}
    assert asked(HEDDLE_MEM="0") == {"memory_limit": 0}
    assert asked(CUDA_DEVICE_MEMORY_LIMIT="1500m") == {"memory_limit": 1500 << 20}
    assert asked(CUDA_DEVICE_MEMORY_LIMIT="3G") == {"memory_limit": 3 << 30}
    assert asked(CUDA_DEVICE_MEMORY_LIMIT="1234567") == {"memory_limit": 1234567}
    assert asked(CUDA_DEVICE_MEMORY_LIMIT="9g", HEDDLE_MEM="1MiB") == {"memory_limit": 1 << 20}
    one = {"CUDA_DEVICE_MEMORY_LIMIT_0": "2g", "CUDA_DEVICE_MEMORY_LIMIT_1": "2g"}
    assert asked(**one) == {"memory_limit": 2 << 30}
    assert asked(CUDA_DEVICE_MEMORY_LIMIT="1g", **one) == {"memory_limit": 1 << 30}


def test_limits_that_differ_by_device() -> None:
    """Ours is the same for each: the least holds, which is said."""
    complaints: list[str] = []
    limits = {"CUDA_DEVICE_MEMORY_LIMIT_0": "2g", "CUDA_DEVICE_MEMORY_LIMIT_1": "512m"}
    assert asked_by(limits, complaints.append) == {"memory_limit": 512 << 20}
    assert "512MiB holds for each device" in complaints[0]


def test_memory_that_makes_no_sense() -> None:
    complaints: list[str] = []
    wrong = {"HEDDLE_MEM": "8GB", "CUDA_DEVICE_MEMORY_LIMIT": "8GiB"}
    assert asked_by(wrong, complaints.append) == {}
    assert len(complaints) == 2
