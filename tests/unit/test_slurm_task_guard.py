"""What a supervisor leaves when it is killed is ended; when it is not, nothing is touched."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from heddle.engine.local import process_tree
from tests.world import eventually

SUPERVISOR = """
import subprocess, sys
from heddle.engine.slurm.task_guard import TaskGuard
guard = TaskGuard(sys.argv[1])
name, _, value = sys.argv[1].partition("=")
member = ["sh", "-c", "setsid sleep 60 & wait"]
child = subprocess.Popen(member, env={name: value, "PATH": "/usr/bin:/bin"})
print("ready", flush=True)
sys.stdin.readline()
guard.dismiss()
"""


@pytest.mark.parametrize("is_killed", [True, False])
def test_orphans_of_a_supervisor_that_was_killed_end(is_killed: bool) -> None:
    marker = f"HEDDLE_TEST_GUARD={os.getpid()}-{is_killed}"
    found = os.fsencode(marker)
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", SUPERVISOR, marker]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as supervisor:
        assert supervisor.stdout is not None
        assert supervisor.stdin is not None
        assert supervisor.stdout.readline() == "ready\n"
        assert eventually(lambda: len(process_tree.marked(found)) >= 2)
        if is_killed:
            supervisor.send_signal(signal.SIGKILL)
            assert eventually(lambda: not process_tree.marked(found))
        else:
            supervisor.stdin.write("\n")
            supervisor.stdin.close()
            supervisor.wait(10)
            assert process_tree.marked(found)
            while not process_tree.end_marked(found):
                pass
