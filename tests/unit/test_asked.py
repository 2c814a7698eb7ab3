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
