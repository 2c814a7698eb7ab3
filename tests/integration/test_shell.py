"""Shells: real terminals on both sides, with a real control plane between them."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path

import pytest

from heddle import native
from heddle._gen.rest import JobAnswer, TokenAsk
from heddle.client.wire import NotAllowedError, RefusedError
from heddle.engine.local.terminal.idle import ProcessorTime
from heddle.errors import UsageError
from heddle.system.process import started_ticks
from tests.plane import Plane
from tests.world import World, eventually

PROMPT = "ready> "
#: A shell that looks the same everywhere.
SHELL = ("--", "env", f"PS1={PROMPT}", "HISTFILE=", "bash", "--norc", "--noprofile")


class Shared(Plane):
    """One control plane for all tests here."""

    def __init__(self, folder: Path) -> None:
        super().__init__(World(), folder)
        self.up()

    def up(self) -> None:
        self.ok("up", "--port", "0")

    def newest(self) -> str:
        with self.client() as client:
            return str(client.jobs(limit=1)["jobs"][0]["id"])

    def remove(self) -> None:
        super().remove()
        self.world.remove()


class Person:
    """Somebody at a terminal who runs one command of ours."""

    def __init__(self, plane: Plane, *arguments: str, token: str | None = None) -> None:
        ours, theirs = pty.openpty()
        self.terminal = ours
        self.resize(30, 100)
        more = {"HEDDLE_TOKEN": token} if token else {}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "heddle", *arguments],
            env={**plane.world.environment, "TERM": "xterm", **more},
            stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
            preexec_fn=lambda: ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        os.close(theirs)
        self.seen = ""

    def __enter__(self) -> Person:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.terminal)

    def resize(self, rows: int, columns: int) -> None:
        ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def sees(self, pattern: str, seconds: float = 20) -> re.Match[str]:
        """Reads until this is shown; what was before it is forgotten."""
        until = time.monotonic() + seconds
        while not (found := re.search(pattern, self.seen)):
            ready = select.select([self.terminal], [], [], max(0, until - time.monotonic()))[0]
            assert ready, f"{pattern} is not in {self.seen!r}"
            try:
                self.seen += os.read(self.terminal, 65536).decode(errors="replace")
            except OSError:
                raise AssertionError(f"{pattern} is not in {self.seen!r}") from None
        self.seen = self.seen[found.end() :]
        return found

    def run(self, command: str, pattern: str) -> re.Match[str]:
        self.type(f"{command}\r")
        return self.sees(pattern)

    def ends(self, *, with_code: int) -> None:
        code = None
        with suppress(OSError):
            while select.select([self.terminal], [], [], 20)[0]:
                self.seen += os.read(self.terminal, 65536).decode(errors="replace")
        code = self.process.wait(20)
        assert code == with_code, self.seen


@pytest.fixture(scope="module")
def plane(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    made = Shared(tmp_path_factory.mktemp("shell"))
    yield made
    made.remove()


Open = Callable[..., Person]


@pytest.fixture
def person(plane: Shared) -> Iterator[Open]:
    here: list[Person] = []

    def sits_down(*arguments: str, token: str | None = None) -> Person:
        here.append(Person(plane, *arguments, token=token))
        return here[-1]

    yield sits_down
    for each in here:
        each.__exit__()
    with plane.client() as client:
        for job in client.jobs(state=["waiting", "starting", "running"])["jobs"]:
            client.cancel(job["id"])


def test_a_shell_is_as_one_here(plane: Shared, person: Open) -> None:
    """Echo, the size of the window, Ctrl-C, and the exit code."""
    ann = person("job", "shell", "--name", "ann", *SHELL)
    ann.sees(PROMPT)
    ann.run("echo $((6 * 7)) $TERM $HEDDLE_JOB", "42 xterm j")
    ann.run("stty size; tty", "30 100\r\n/dev/pts/")
    ann.resize(50, 120)
    assert eventually(lambda: "50 120" in _run(ann, "stty size"))
    ann.type("sleep 1000\r")
    ann.sees("sleep 1000")
    assert eventually(lambda: "sleep" in _names(plane.newest()))
    ann.type("\x03")
    ann.sees(r"\^C")
    ann.run("echo $?", "130")
    ann.run("pwd", re.escape(os.getcwd()))
    job = plane.newest()
    ann.type("exit 7\r")
    ann.ends(with_code=7)
    assert f"{job} (ann) is failed: exit code 7" in ann.seen
    assert "42 xterm" in plane.world.heddle("job", "logs", job).stdout, "it is in the logs, too"


def _run(ann: Person, command: str) -> str:
    ann.type(f"{command}\r")
    return ann.sees(rf"{command}\r\n(?s:.)*?{PROMPT}").group()


def _names(job: str) -> list[str]:
    """Of all processes of a job."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError), open(f"/proc/{pid}/environ", "rb") as file:
            if f"HEDDLE_JOB={job}".encode() in file.read().split(b"\0"):
                found.append(Path(f"/proc/{pid}/comm").read_text().strip())
    return found


def test_who_leaves_comes_back_to_the_same_and_others_may_look(plane: Shared, person: Open) -> None:
    ann = person("job", "shell", *SHELL)
    ann.sees(PROMPT)
    ann.run("kept=treasure; echo for $((1000 + 1))", "for 1001")
    job = plane.newest()
    ann.type("~?")
    ann.sees("detaches")
    ann.type("\r~.")
    ann.ends(with_code=0)
    assert f"heddle job attach {job}" in ann.seen
    assert plane.job(job)["state"] == "running"

    ann, bob = person("job", "attach", job), person("job", "attach", job)
    for each in (ann, bob):
        each.sees("for 1001")
    ann.run("echo it is $kept", "it is treasure")
    bob.sees("it is treasure")
    bob.run("echo bob says $kept", "bob says treasure")
    ann.sees("bob says treasure")
    ann.type("exit\r")
    ann.ends(with_code=0)
    bob.ends(with_code=0)
    assert plane.job(job)["state"] == "done"
    again = plane.world.heddle("job", "attach", job)
    assert again.returncode == 2
    assert "is done" in again.stderr


@pytest.mark.slow
def test_a_shell_that_nobody_uses_is_done_and_one_that_computes_is_not(
    plane: Shared, person: Open
) -> None:
    ann = person("job", "shell", "--name", "idle", "--idle", "2s", *SHELL)
    busy = person(
        "job", "shell", "--name", "busy", "--idle", "1s", "--", "bash", "-c", "while :; do :; done"
    )
    ann.sees("ends in 0.2s")
    ann.type("#")
    time.sleep(1)  # not long enough, but it would have been had the key not counted
    idle_job = next(j["id"] for j in _jobs(plane) if j["name"] == "idle")
    assert plane.job(idle_job)["state"] == "running"
    ann.sees("ended: no input, output or work for 2s")
    ann.ends(with_code=0)
    assert "is done: its terminal was idle for 2s" in ann.seen
    found = plane.job(idle_job)
    assert (found["state"], found["exit_code"], found["reason"]["code"]) == ("done", 0, "idle")
    assert found["attempts"][0]["why"] == "idle"
    assert "its terminal was idle for 2s" in plane.world.heddle("job", "ls", "-a").stdout
    assert "(idle)" in plane.world.heddle("explain", idle_job).stdout
    assert busy.process.poll() is None
    busy_job = next(j for j in _jobs(plane) if j["name"] == "busy")
    assert busy_job["state"] == "running"
    assert time.time() * 1000 - (busy_job["started_ms"] or 0) > 2000


def _jobs(plane: Shared) -> list[JobAnswer]:
    with plane.client() as client:
        return client.jobs()["jobs"]


def test_a_cancelled_shell_ends_at_once(plane: Shared, person: Open) -> None:
    """Shells ignore SIGTERM; the terminal hangs up."""
    ann = person("job", "shell", *SHELL)
    ann.sees(PROMPT)
    begun = time.monotonic()
    with plane.client() as client:
        client.cancel(plane.newest())
    ann.sees("this terminal ends: cancelled")
    ann.ends(with_code=129)
    assert time.monotonic() - begun < 8


def test_while_it_waits_it_says_why_and_ctrl_c_cancels_it(plane: Shared, person: Open) -> None:
    ann = person("job", "shell", "--anyway", "--devices", "h200:8")
    ann.sees("is waiting: no node could ever run it")
    ann.type("\x03")
    ann.ends(with_code=130)
    assert plane.job(plane.newest())["state"] == "cancelled"


@pytest.mark.slow
def test_a_server_that_goes_takes_no_shell_with_it(plane: Shared, person: Open) -> None:
    """Who is attached comes back to it by itself, wherever the server is then."""
    ann = person("job", "shell", *SHELL)
    ann.sees(PROMPT)
    ann.run("kept=treasure; echo for $((1000 + 1))", "for 1001")
    job, server = plane.newest(), plane.server
    os.kill(server["pid"], signal.SIGKILL)
    ann.sees("does not answer")
    assert eventually(lambda: started_ticks(server["pid"]) is None)
    plane.up()
    ann.sees("for 1001")
    ann.run("echo it is $kept", "it is treasure")
    assert plane.world.heddle("admin", "down").returncode == 0
    ann.sees("does not answer")
    plane.up()
    ann.run("echo still $kept", "still treasure")
    ann.type("exit 3\r")
    ann.ends(with_code=3)
    assert len(plane.job(job)["attempts"]) == 1


def test_a_shell_on_a_device_is_scheduled(plane: Shared, person: Open) -> None:
    """With the share that it was given."""
    ann = person("job", "shell", "--devices", "soft@gpu", "--share", "25%", *SHELL)
    ann.sees(PROMPT)
    ann.run("echo program $HEDDLE_PROGRAM.", r"program \d+\.")
    (row,) = json.loads(plane.world.heddle("top", "-1", "-o", "json").stdout)["programs"]
    assert row["share_asked"] == 0.25
    ann.type("exit\r")
    ann.ends(with_code=0)


def test_work_on_a_device_is_work(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the processor has nothing to do."""
    monkeypatch.setenv("HEDDLE_TABLE", str(world.table))
    work = ProcessorTime(has_devices=True)
    assert work.since_before()[1] is False, "there is no table yet"
    load = os.path.join(native.DIRECTORY, "soft-load")
    command = [load, "requests", "1", "1000", "0", "8", "60"]
    world.start(sys.executable, "-m", "heddle", "run", "--device", "soft@gpu", "--", *command)
    assert eventually(lambda: work.since_before()[1])


def test_input_that_is_no_terminal_is_typed_to_its_end(plane: Shared) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "heddle", "job", "shell", *SHELL],
        input="echo $((6 * 7))\nexit 4\n", env=plane.world.environment,
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 4, done.stderr
    assert "\n42" in done.stdout.replace("\r", "")


def test_what_is_wrong_is_said(plane: Shared) -> None:
    heddle = plane.world.heddle
    wrong = heddle("job", "shell", "--idle", "soon")
    assert wrong.returncode == 2
    assert "--idle: 'soon' is not an idle time" in wrong.stderr
    (job,) = json.loads(heddle("submit", "-o", "json", "--", "sleep", "1000").stdout)
    assert eventually(lambda: plane.job(job["id"])["state"] == "running")
    plain = heddle("job", "attach", job["id"])
    assert plain.returncode == 2
    assert "has no terminal" in plain.stderr
    assert "heddle job logs -f" in plain.stderr
    with plane.client() as client, pytest.raises(RefusedError, match="has no terminal"):
        client.type_in(job["id"], b"ls\r")
    assert heddle("job", "cancel", job["id"]).returncode == 0
    nothing = heddle("job", "shell", "--", "no-such-command")
    assert nothing.returncode == 127
    assert "cannot execute no-such-command" in nothing.stdout


def test_only_its_user_and_administrators_use_a_terminal(plane: Shared, person: Open) -> None:
    with plane.client() as client:
        for tenant in ("acme", "other"):
            client.add_tenant({"path": tenant})
        people: tuple[TokenAsk, ...] = (
            {"name": "ann", "tenant": "acme", "scope": "submit"},
            {"name": "bob", "tenant": "acme", "scope": "submit"},
            {"name": "boss", "tenant": "acme", "scope": "admin"},
            {"name": "eve", "tenant": "acme", "scope": "read"},
            {"name": "mallory", "tenant": "other", "scope": "admin"},
        )
        tokens = {each["name"]: client.add_token(each)["token"] for each in people}
    ann = person("job", "shell", *SHELL, token=tokens["ann"])
    ann.sees(PROMPT)
    job = plane.newest()
    for name, refusal, text in (
        ("bob", NotAllowedError, "ann@acme's"), ("eve", NotAllowedError, "scope submit"),
        ("mallory", RefusedError, "there is no job"),
    ):  # fmt: skip
        with plane.client(tokens[name]) as client:
            with pytest.raises(refusal, match=text), client.terminal(job):
                raise AssertionError("let in")
            with pytest.raises(refusal, match=text):
                client.type_in(job, b"exit\r")
            with pytest.raises(refusal, match=text):
                client.resize(job, 10, 10)
    with plane.client(tokens["boss"]) as client:
        client.type_in(job, b"echo from $((40 + 2))\r")
    ann.sees("from 42")
    with plane.client() as client:
        told = [(each["what"], each["actor"]) for each in client.events(limit=1000)["events"]]
    assert ("attached", "boss@acme") in told, "it is in the audit who typed there"


def test_a_key_is_echoed_within_10_ms(plane: Shared, person: Open) -> None:
    """Over HTTP on this machine. A quarter of them is enough: others may use its cores now."""
    ann = person("job", "shell", *SHELL)
    ann.sees(PROMPT)
    job = plane.newest()
    took = []
    with plane.client() as client, client.terminal(job) as shown:
        client.type_in(job, b"cat\r")
        while b"cat" not in shown.read1(65536):
            pass
        for _ in range(40):
            begun = time.perf_counter()
            client.type_in(job, b"x")
            while b"x" not in shown.read1(65536):
                pass
            took.append(1000 * (time.perf_counter() - begun))
    took.sort()
    print(f"median {took[len(took) // 2]:.2f} ms, most {took[-1]:.2f} ms")
    assert took[len(took) // 4] < 10


def test_much_output_and_input_arrive_and_who_does_not_read_holds_up_nobody(
    plane: Shared, person: Open
) -> None:
    ann = person("job", "shell", *SHELL)
    ann.sees(PROMPT)
    job = plane.newest()
    with plane.client() as client, plane.client() as lazy, lazy.terminal(job):
        client.type_in(job, b"seq 1 200000; echo all of $((1000 + 1))\r")
        ann.sees("all of 1001", 60)
        client.type_in(job, b"stty -echo; head -c 300000 | wc -c\r")
        ann.sees("wc -c")
        for _ in range(10):
            client.type_in(job, (b"y" * 99 + b"\n") * 310)
        ann.sees("300000")


def test_what_makes_no_sense_is_refused(plane: Shared, person: Open) -> None:
    ann = person("job", "shell", *SHELL)
    ann.sees(PROMPT)
    path = f"/v1/jobs/{plane.newest()}/terminal"
    with plane.client() as client:
        for body in (
            {},
            {"rows": 0, "columns": 80},
            {"rows": True, "columns": 80},
            [1],
            {"rows": 9},
        ):
            with pytest.raises(UsageError, match="a size is"):
                client.wire.ask("POST", path, body)
        client.wire.headers["Content-Type"] = "text/plain"
        with pytest.raises(UsageError, match="application/octet-stream"):
            client.wire.ask("POST", path)


def test_web_prints_a_link_that_signs_in(plane: Shared) -> None:
    """Once."""
    from urllib.request import urlopen

    said = plane.world.heddle("admin", "web")
    assert said.returncode == 0, said.stderr
    url = said.stdout.strip()
    assert url.startswith(f"{plane.server['address']}/?token=")
    with urlopen(url) as page:
        assert "heddle_session" in page.headers["Set-Cookie"]
    found = json.loads(plane.world.heddle("admin", "web", "-o", "json").stdout)
    assert found["address"] == plane.server["address"]
    wrong = plane.world.heddle("admin", "web", HEDDLE_TOKEN="hd_x_y")
    assert wrong.returncode == 111
