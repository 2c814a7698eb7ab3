"""Terminals of members on other nodes, and commands beside them: through the node, as its user."""

from __future__ import annotations

import os
import pwd
import socket
import statistics
import time
from pathlib import Path

import pytest

from heddle.client.wire import RefusedError, Wire
from heddle.model.wire.handover import END, LINE
from heddle.node.lines import connect
from tests.integration.test_exec import executed
from tests.integration.test_handover import USER, Site, site, slurm
from tests.integration.test_shell import PROMPT, SHELL, Person
from tests.slurm import SlurmServer
from tests.users import why_not
from tests.world import eventually

__all__ = ["site", "slurm"]  # the fixtures
pytestmark = [
    pytest.mark.slurm, pytest.mark.slow, pytest.mark.skipif(bool(why_not()), reason=why_not())
]  # fmt: skip


def test_a_command_and_a_shell_on_another_node(
    site: Site, slurm: SlurmServer, tmp_path: Path
) -> None:
    plane = site.plane
    job = plane.submit("--env", "OWN=mine", "--gang", "2", "--", "sleep", "600")
    assert plane.is_(job, "running"), site.why(job)

    # 1. Without a process on the node that could connect, it says what is missing.
    done = executed(plane, job, "--", "true")
    assert done.returncode == 2
    assert b"where no `heddle node join` runs" in done.stderr
    shell = plane.heddle("job", "shell")
    assert "slurm without `heddle node join` there, does not support terminal" in shell.stderr
    for name in slurm.nodes:
        site.join(name)
    assert eventually(lambda: executed(plane, job, "--", "true").returncode == 0)

    # 2. Bytes, streams and codes are the command's own, for each member; it runs as its user.
    data = os.urandom(1 << 20)
    done = executed(plane, job, "--", "cat", data=data)
    assert (done.returncode, done.stdout == data, done.stderr) == (0, True, b"")
    for member in ("0", "1"):
        words = ("--member", member, job, "--", "sh", "-c", "echo $OWN $RANK; id -un; exit 3")
        done = executed(plane, *words)
        assert (done.returncode, done.stdout) == (3, f"mine {member}\n{USER}\n".encode())
    outside = executed(plane, "--member", "2", job, "--", "true")
    assert b"there is no member 2" in outside.stderr
    plane.ok("job", "cancel", "--wait", job)

    # 3. A shell with a terminal; what is typed comes back within a moment.
    with Person(plane, "job", "shell", *SHELL) as person:
        person.sees(PROMPT, 30)
        person.run("id -un; tty; echo $COLUMNS", rf"{USER}\s+/dev/pts/\d+\s+100")
        took = []
        for number in range(10):
            began = time.monotonic()
            person.run(f"echo $(({number} + 1000))", f"{number + 1000}")
            took.append(time.monotonic() - began)
        print(f"a typed line: median {1000 * statistics.median(took):.0f} ms")
        assert statistics.median(took) < 2
        person.run("exit 5", "5|exit")
        person.ends(with_code=5)

    # 4. One that is not used ends, and that is no failure.
    file = tmp_path / "waits.yaml"
    text = 'id: waits\ndevices: cpu:1\nterminal: {idle: 2s}\ncommand: [sh, -c, "read word"]\n'
    file.write_text(text)
    job = plane.submit("-f", str(file))
    assert eventually(lambda: plane.job(job)["state"] == "done", 30), site.why(job)
    assert "idle" in str(plane.job(job)["reason"])


def test_a_line_is_for_its_node_and_for_sockets_of_its_user(site: Site, tmp_path: Path) -> None:
    """A token that nobody gave is none; a socket of another user is not connected to."""
    wire = Wire(site.plane.server["address"], None, 10)
    for method, data in (("POST", b"x"), ("GET", None)):
        with pytest.raises(RefusedError) as refused:
            wire.ask(method, f"/v1/nodes/n1/line/{'0' * 32}", data, {LINE: END})
        assert refused.value.status == 404
    wire.close()
    uid = pwd.getpwnam(USER).pw_uid
    folder = site.common / "folder"
    folder.mkdir(mode=0o755)
    with socket.socket(socket.AF_UNIX) as line:
        line.bind(str(folder / "door"))
        os.chmod(folder / "door", 0o666)
        line.listen()
        with pytest.raises(ConnectionError, match="another user's"):
            connect(str(folder), "door", uid)
        connect(str(folder), "door", 0).close()
        os.symlink(folder / "door", folder / "agent.sock")
        with pytest.raises(ConnectionError, match="no socket of a member"):
            connect(str(folder), "agent.sock", 0)
    (site.common / "private").mkdir(mode=0o700)
    with pytest.raises(PermissionError):
        connect(str(site.common / "private"), "door", uid)
