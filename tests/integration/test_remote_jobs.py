"""Jobs whose programs use a device of another node: a control plane without devices, and a node
that lends its soft GPU."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heddle.client.where import read_server
from heddle.model.wire.tickets import ticket
from tests.plane import Plane
from tests.world import BUILT, World, eventually

pytestmark = pytest.mark.slow

PROGRAMS = BUILT / "conformance"
DESK = os.uname().nodename
#: Uses the device until that fails, or it is ended.
USER = """
import ctypes, sys
api = ctypes.CDLL("libsoftxpu.so.1")
at, to = ctypes.c_void_p(), (ctypes.c_char * 4096)()
assert api.sxInit(0) == 0
assert api.sxMalloc(ctypes.byref(at), ctypes.c_size_t(1 << 20)) == 0
print("runs", flush=True)
while not (result := api.sxMemcpy(to, at, ctypes.c_size_t(4096))):
    pass
print("failed", result, flush=True)
sys.exit(3)
"""


class Lending:
    """A control plane on a machine without devices, and a node that lends: each has state, table
    and devices of its own."""

    def __init__(self, folder: Path, latency_us: float = 200.0, devices: str = "none") -> None:
        self.desk, self.lender = World(), World()
        self.folder = folder
        self.desk.environment |= {"SOFTXPU_DEVICES": devices, "HEDDLE_HEARTBEAT_S": "1"}
        site = folder / "site.toml"
        site.write_text(f'[[link]]\nto = "{DESK}"\nlatency_us = {latency_us}\n')
        self.lender.environment["HEDDLE_SITE"] = str(site)
        self.plane = Plane(self.desk, folder / "desk")
        self.lender.environment["HEDDLE_STATE"] = str(folder / "gpu7")
        self.up()
        self.agent = self.serve()
        token = str(self.plane.json("node", "token")["token"])
        self.node = self.lender.start(
            *(sys.executable, "-m", "heddle", "node", "join", self.plane.server["address"]),
            *("--token", token, "--name", "gpu7"),
        )
        assert eventually(self.serves)

    def up(self) -> None:
        self.server = self.desk.start(
            sys.executable, "-m", "heddle", "up", "--foreground", "--port", "0"
        )
        assert eventually(lambda: read_server(str(self.plane.folder)) is not None)

    def serve(self) -> subprocess.Popen[str]:
        words = ("node", "agent", "--serve", "127.0.0.1:0")
        agent = self.lender.start(sys.executable, "-m", "heddle", *words)
        assert agent.stderr is not None
        for line in agent.stderr:
            if found := re.search(r"serves devices on .*:(\d+)", line):
                self.port = int(found[1])
                return agent
        raise AssertionError("it does not serve")

    def state(self) -> dict[str, Any]:
        with self.plane.client() as client:
            return next((dict(each) for each in client.every_node() if each["name"] == "gpu7"), {})

    def serves(self) -> bool:
        return (self.state().get("serves") or {}).get("port") == self.port

    def free_milli(self) -> int:
        (device,) = (each for each in self.state()["devices"] if each["name"] == "soft@gpu")
        return int(device["free_milli"])

    def programs(self) -> list[dict[str, Any]]:
        """On the node that lends."""
        return list(json.loads(self.lender.heddle("ps", "-o", "json").stdout))

    def logs(self, job: str) -> str:
        return self.plane.ok("job", "logs", job)

    def begun(self, *options: str, code: str = USER) -> str:
        """A job that uses the device."""
        job = self.plane.submit(
            *("--devices", "gpu:1", "--remote", "allowed", *options),
            *("--", sys.executable, "-c", code),
        )
        assert eventually(lambda: "runs" in self.plane.heddle("job", "logs", job).stdout), (
            self.plane.heddle("explain", job).stdout + self.plane.heddle("job", "logs", job).stdout
        )
        return job

    def remove(self) -> None:
        self.plane.remove()
        self.desk.remove()
        self.lender.remove()


@pytest.fixture
def lending(tmp_path: Path) -> Iterator[Lending]:
    made = Lending(tmp_path)
    yield made
    made.remove()


def ended(job: str, lending: Lending) -> dict[str, Any]:
    found = lending.plane.job(job)
    return {"state": found["state"], "reason": dict(found["reason"]), "code": found["exit_code"]}


def test_a_job_runs_here_with_a_device_of_there(lending: Lending) -> None:
    """Its output is that of a device of its own; who has it, and why, is told; it is charged
    once; nothing is left."""
    local = lending.lender.start(str(PROGRAMS / "events"))
    output, _ = local.communicate(timeout=60)
    job = lending.plane.submit(
        *("--devices", "gpu:1", "--remote", "allowed", "--", str(PROGRAMS / "events"))
    )
    assert lending.plane.is_(job, "done"), lending.plane.heddle("explain", job).stdout
    assert lending.logs(job) == output
    told = lending.plane.ok("explain", job)
    assert re.search(r"soft@gpu of gpu7, 200us away, 2 % slower as the distance lets expect", told)
    assert f"attempt 1 on {DESK} with soft@gpu of gpu7" in told
    attempt = lending.plane.job(job)["attempts"][0]
    (place,) = attempt["places"]
    assert (place["node"], place["lender"]) == (DESK, "gpu7")
    assert attempt["worth"]["unit_milli"] > 0
    with lending.plane.client() as client:
        events = client.events(0, limit=1000)["events"]
    (used,) = (each["detail"] for each in events if each["kind"] == "usage")
    assert used["device_milli"] == 1000
    assert attempt["ended_ms"] is not None
    assert used["ms"] == attempt["ended_ms"] - attempt["started_ms"]
    assert lending.free_milli() == 1000
    assert not lending.programs()


def test_what_the_job_was_given_holds_there(lending: Lending) -> None:
    """Share, memory, priority and tenant are the job's, whatever its environment says; two jobs of
    a half each have one device, and a third one waits."""
    asked = ("--share", "50%", "--mem", "4MiB", "--priority", "7", "--tenant", "acme")
    more = "print(api.sxMalloc(ctypes.byref(at), ctypes.c_size_t(8 << 20)), flush=True)"
    code = USER.replace('print("runs"', f'{more}\nprint("runs"')
    lies = ("--env", "HEDDLE_MEM=1GiB", "--env", "HEDDLE_PRIORITY=200", "--env", "HEDDLE_SHARE=90%")
    first = lending.begun(*asked, *lies, code=code)
    assert "4\n" in lending.logs(first)  # SX_ERROR_OUT_OF_MEMORY
    (program,) = lending.programs()
    kept = {name: program[name] for name in ("tenant", "priority", "share_milli")}
    assert kept == {"tenant": "acme", "priority": 7, "share_milli": 500}
    assert lending.free_milli() == 500
    lending.begun("--share", "50%")
    third = lending.plane.submit(
        *("--devices", "gpu:1", "--share", "50%", "--remote", "allowed", "--", "true")
    )
    assert eventually(lambda: lending.plane.job(third)["state"] == "waiting")
    told = lending.plane.ok("explain", third, "-v")
    assert "no device has 50 % free" in told
    assert "with a device of another node" in told
    assert "soft@gpu of gpu7 50 %" in lending.plane.ok("job", "ls")


def test_a_cancelled_job_frees_all_within_two_seconds(lending: Lending) -> None:
    """The session and its servers are gone, and the next job has the device."""
    job = lending.begun()
    begun = time.monotonic()
    lending.plane.ok("job", "cancel", job)
    assert eventually(lambda: lending.free_milli() == 1000 and not lending.programs(), 10)
    assert time.monotonic() - begun < 2 + 2  # the looks themselves are processes
    assert ended(job, lending)["state"] == "cancelled"
    lending.begun()


def stolen_of(lending: Lending, job: str) -> str:
    """What its first attempt was given."""
    identity = json.loads((lending.folder / "gpu7" / "node-identity.json").read_text())
    return ticket(identity["key"], f"{job}.1", lending.state()["serves"]["pin"])


def test_a_ticket_counts_for_its_job_alone(lending: Lending) -> None:
    """Not for another device, not for a second program, not for a tenant of choice, and for nothing
    once the job has ended."""
    job = lending.begun("--share", "50%")
    stolen = stolen_of(lending, job)

    def use(token: str, device: str = "soft@gpu", *options: str) -> str:
        place = f"127.0.0.1:{lending.port}/{device}"
        words = ("run", "--device", place, *options, "--", str(PROGRAMS / "events"))
        done = lending.desk.heddle(*words, HEDDLE_DEVICE_TOKEN=token)
        assert done.returncode == 125, done.stdout
        return done.stderr

    assert "too many programs" in use(stolen)
    assert "the ticket is for soft@gpu" in use(stolen, "soft@npu")
    assert "leave out --tenant" in use(stolen, "soft@gpu", "--tenant", "other")
    assert "does not count here" in use(stolen.replace(f"{job}.1", f"{job}.2"))
    assert "does not count here" in use(stolen.replace(stolen.split("_")[2], "0" * 64))
    lending.plane.ok("job", "cancel", job)
    assert lending.plane.is_(job, "cancelled")
    assert "its job has ended" in use(stolen)
    assert stolen.split("_")[2] not in lending.logs(job)


def test_a_command_beside_the_job_sees_no_ticket(lending: Lending) -> None:
    """The device is the program's alone."""
    job = lending.begun()
    shown = lending.plane.ok("job", "exec", job, "--", "env")
    assert "HEDDLE_JOB" in shown
    assert "HEDDLE_DEVICE_TOKEN" not in shown
    assert "HEDDLE_ENGINE_LENDER" not in shown


@pytest.mark.parametrize("options", [(), ("--remote", "allowed", "--devices", "gpu:1")])
def test_a_job_cannot_say_that_it_was_lent_nothing(
    lending: Lending, options: tuple[str, ...]
) -> None:
    """It has run, and has failed."""
    code = (
        "import os; open(os.environ['HEDDLE_ATTEMPT_FOLDER'] + '/0.unlent', 'wb').write(b'\\xff')\n"
        "raise SystemExit(5)"
    )
    job = lending.plane.submit(*options, "--", sys.executable, "-c", code)
    assert lending.plane.is_(job, "failed")
    assert ended(job, lending)["code"] == 5


def test_a_session_that_outlives_its_job_is_ended(lending: Lending) -> None:
    """Who uses a stolen ticket loses the device when the job ends."""
    job = lending.begun(code='print("runs", flush=True); import time; time.sleep(100)')
    stolen = stolen_of(lending, job)
    (forwarder,) = forwarders(lending)
    os.kill(forwarder, signal.SIGKILL)  # its session is free for the thief
    words = ("run", "--device", f"127.0.0.1:{lending.port}/soft@gpu", "--", sys.executable, "-c")
    sleep = "import time; print('has it', flush=True); time.sleep(100)"
    thief = lending.desk.start(
        *(sys.executable, "-m", "heddle", *words, sleep), HEDDLE_DEVICE_TOKEN=stolen
    )
    assert thief.stderr is not None
    said = ""
    while "lost" not in said and (line := thief.stderr.readline()):
        said += line
    assert "lost" in said or "its job has ended" in said
    assert eventually(lambda: not lending.programs(), 10)


def forwarders(lending: Lending) -> list[int]:
    """Those that carry what jobs ask of the device."""
    found, own = [], f"HEDDLE_TABLE={lending.desk.table}".encode()
    for each in Path("/proc").iterdir():
        try:
            words = (each / "cmdline").read_bytes() if each.name.isdigit() else b""
            if b"engine.local.member" in words and own in (each / "environ").read_bytes():
                found.append(int(each.name))
        except OSError:
            continue
    return found


@pytest.mark.parametrize("retries", [0, 1])
def test_a_job_whose_device_is_lost_fails_or_is_tried_again(lending: Lending, retries: int) -> None:
    """The program gets the sticky error. A retry waits until the device is served again."""
    job = lending.begun("--retries", str(retries))
    lending.agent.send_signal(signal.SIGKILL)
    lending.agent.wait()
    assert eventually(lambda: "failed 7" in lending.logs(job), 10)
    if not retries:
        assert lending.plane.is_(job, "failed")
        assert ended(job, lending)["code"] == 3
        return
    assert eventually(lambda: lending.plane.job(job)["state"] == "waiting")
    lending.agent = lending.serve()
    assert eventually(lambda: lending.plane.job(job)["state"] == "running", 40)


def test_it_goes_on_while_the_control_plane_is_away(lending: Lending) -> None:
    """And the next one counts the device as taken."""
    job = lending.begun()
    os.kill(lending.plane.server["pid"], signal.SIGKILL)
    lending.server.wait()
    (lending.plane.folder / "server.json").unlink()
    time.sleep(3)  # the serving node looks meanwhile, and is not answered
    assert len(lending.programs()) == 1
    lending.up()
    assert lending.plane.job(job)["state"] == "running"
    assert eventually(lambda: bool(lending.state()) and lending.free_milli() == 0)
    lending.plane.ok("job", "cancel", job)
    assert lending.plane.is_(job, "cancelled")
    assert eventually(lambda: lending.free_milli() == 1000)


def test_a_signal_ends_it_as_one_with_a_device_of_its_own(lending: Lending) -> None:
    """-9 is -9, and 5 is 5."""
    kills = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    for code, expected in ((kills, -9), ("raise SystemExit(5)", 5)):
        job = lending.plane.submit(
            *("--devices", "gpu:1", "--remote", "allowed", "--", sys.executable, "-c", code)
        )
        assert lending.plane.is_(job, "failed")
        assert ended(job, lending)["code"] == expected


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed")
def test_an_isolated_job_is_lent_a_device(lending: Lending) -> None:
    """It reaches the device, and sees no ticket."""
    probe = USER.replace('print("runs"', 'import os; print(sorted(os.environ))\nprint("runs"')
    spec = {"id": "a", "devices": "gpu:1", "remote": "allowed", "isolated": True,
            "command": [sys.executable, "-c", probe]}  # fmt: skip
    path = lending.folder / "job.json"
    path.write_text(json.dumps(spec))
    done = lending.plane.heddle("submit", "-f", str(path), "-o", "json")
    if "cannot be" in done.stderr:
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stderr
    (made,) = json.loads(done.stdout)
    assert eventually(lambda: "runs" in lending.logs(made["id"])), lending.logs(made["id"])
    assert "HEDDLE_DEVICE_TOKEN" not in lending.logs(made["id"])
    begun = time.monotonic()
    lending.plane.ok("job", "cancel", made["id"])
    assert eventually(lambda: not lending.programs(), 10)
    assert time.monotonic() - begun < 4


def test_why_none_is_lent(lending: Lending) -> None:
    """The job does not allow it, or cannot have one."""
    job = lending.plane.submit("--devices", "gpu:1", "--anyway", "--", "true")
    assert eventually(lambda: lending.plane.job(job)["state"] == "waiting")
    why = "it only lends its devices (`remote: allowed`)"  # once it has said that it does
    assert eventually(lambda: why in lending.plane.ok("explain", job, "-vv"), 30)
    words = ("--devices", "gpu:1", "--gang", "2", "--remote", "allowed", "--", "true")
    refused = lending.plane.heddle("submit", *words)
    assert refused.returncode == 2
    assert "each program has a device by itself" in refused.stderr
