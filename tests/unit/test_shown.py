"""A container with several devices of one vendor sees all of them."""

from __future__ import annotations

import os
import subprocess

import pytest

from heddle import native

NAME = "SOFTXPU_VISIBLE_DEVICES"


def shown(command: str = f"echo ${NAME}", **variables: str) -> str:
    """What a shell with the library has."""
    environment = {**os.environ, "LD_PRELOAD": native.file("libheddle.so"), **variables}
    done = subprocess.run(["sh", "-c", command], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("marks", "last", "expected"),
    [
        ({"A_0": "0"}, "0", "0"),
        ({"A_0": "0", "A_1": "2"}, "2", "0,2"),
        ({"A_0": "0", "B_0": "1", "B_1": "0"}, "0", "0,1"),  # each once
        ({"A_0": "0", "A_1": "2"}, "7", "7"),  # the user's own word
        ({}, "1", "1"),
    ],
)
def test_what_each_device_shows_is_put_together(
    marks: dict[str, str], last: str, expected: str
) -> None:
    variables = {f"HEDDLE_SHOWS_{mark}": f"{NAME}={value}" for mark, value in marks.items()}
    assert shown(**variables, **{NAME: last}) == expected


def test_vendors_are_told_apart() -> None:
    variables = {"HEDDLE_SHOWS_A_0": f"{NAME}=0", "HEDDLE_SHOWS_B_0": "CUDA_VISIBLE_DEVICES=GPU-1"}
    both = shown(
        f"echo ${NAME} $CUDA_VISIBLE_DEVICES",
        **variables,
        **{NAME: "0", "CUDA_VISIBLE_DEVICES": "GPU-1"},
    )
    assert both == "0 GPU-1"


def test_a_program_narrows_what_its_children_see() -> None:
    variables = {"HEDDLE_SHOWS_A_0": f"{NAME}=0", "HEDDLE_SHOWS_A_1": f"{NAME}=2", NAME: "2"}
    assert shown(f"{NAME}=2 sh -c 'echo ${NAME}'", **variables) == "2"
