"""Whom the agent takes for the machine's root."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from heddle.agent.answers import Peer
from tests.world import eventually

LESS = ["setpriv", "--bounding-set=-sys_admin", "--inh-caps=-sys_admin"]


@contextmanager
def process(*words: str) -> Iterator[int]:
    """One that sleeps, in namespaces that the words make."""
    with subprocess.Popen([*words, "sleep", "60"]) as started:
        try:
            yield started.pid
        finally:
            started.kill()


@pytest.mark.parametrize(
    ("words", "is_owner"),
    [
        ([], True),
        # Of a driver in a privileged container that sees the machine's processes.
        (["unshare", "--mount"], True),
        (["unshare", "--mount", *LESS], False),
        (["unshare", "--user", "--map-root-user"], False),
    ],
)
def test_root_in_a_container_is_the_owner_only_if_it_could_leave(
    words: list[str], is_owner: bool
) -> None:
    if words and subprocess.run([*words, "true"], capture_output=True).returncode:
        pytest.skip("namespaces need root, and util-linux")
    with process(*words) as pid:
        name = Path(f"/proc/{pid}/comm")
        assert eventually(lambda: name.read_text().strip() == "sleep", 5)
        assert Peer.of(pid, 0).is_owner == is_owner
