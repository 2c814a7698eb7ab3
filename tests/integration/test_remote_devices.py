"""Programs that use a device of another machine: results, tokens, and every way to end."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heddle._gen.pump_abi import Ring
from heddle.client.where import read_server
from heddle.errors import RemoteDeviceError
from heddle.harness.relay import Relay
from heddle.pool import frames, remote
from heddle.pool.line import Line
from tests.conformance.cuda_programs import CASES, FOLDER
from tests.conformance.seam import PROGRAMS as VENDORS_PROGRAMS
from tests.conformance.test_proxied_results import OPENCL
from tests.hosts import Hosts
from tests.world import BUILT, World, eventually

pytestmark = pytest.mark.slow

FAKE_CUDA = BUILT / "fake" / "cuda"
PROGRAMS = Path(__file__).parents[2] / "build/native/conformance"
COMPARED = (
    *("errors", "events", "graphs", "callbacks", "copies", "memory", "values", "threads"),
    "fork_child",
)
LOST = "7"  # SX_ERROR_LAUNCH: sticky
#: Uses the device until that fails, and says how.
USER = """
import ctypes, sys
api = ctypes.CDLL("libsoftxpu.so.1")
at, to = ctypes.c_void_p(), (ctypes.c_char * 4096)()
assert api.sxInit(0) == 0
assert api.sxMalloc(ctypes.byref(at), ctypes.c_size_t(1 << 20)) == 0
print("runs", flush=True)
while not (result := api.sxMemcpy(to, at, ctypes.c_size_t(4096))):
    pass
print(result, api.sxMemcpy(to, at, ctypes.c_size_t(4096)), flush=True)
"""


class Station:
    """A machine that serves its soft GPU, and one without devices that uses it."""

    def __init__(self, *options: str, **variables: str) -> None:
        """`variables`: of the machine that serves, and of its programs. `options`: of its agent."""
        self.there, self.here = World(), World()
        self.there.environment |= variables
        self.agent = self.serve(*options)
        self.token = self.new_token("--tenant", "research")

    def serve(self, *options: str, **variables: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "heddle", "node", "agent", "--serve", "127.0.0.1:0"]
        agent = self.there.start(*command, *options, **variables)
        assert agent.stderr is not None
        for line in agent.stderr:
            if found := re.search(r"serves devices on .*:(\d+)", line):
                self.port = int(found[1])
                return agent
        raise AssertionError("it does not serve")

    def new_token(self, *options: str) -> str:
        made = self.there.heddle("node", "access", "new", *options, "-o", "json")
        assert made.returncode == 0, made.stderr
        return str(json.loads(made.stdout)["token"])

    def words(
        self,
        *command: str,
        options: tuple[str, ...] = (),
        port: int = 0,
        device: str = "soft@gpu",
    ) -> list[str]:
        place = f"127.0.0.1:{port or self.port}/{device}"
        return ["run", "--device", place, *options, "--", *command]

    def run(
        self, *command: str, options: tuple[str, ...] = (), port: int = 0, token: str | None = None
    ) -> subprocess.CompletedProcess[str]:
        words = self.words(*command, options=options, port=port)
        token = self.token if token is None else token
        return self.here.heddle(*words, HEDDLE_DEVICE_TOKEN=token)

    def start(self, port: int = 0, **variables: str) -> subprocess.Popen[str]:
        """A program that uses the device until it cannot."""
        words = self.words(sys.executable, "-c", USER, port=port)
        process = self.here.start(
            *(sys.executable, "-m", "heddle", *words),
            **{"HEDDLE_DEVICE_TOKEN": self.token, **variables},
        )
        assert_runs(process)
        return process

    def programs(self) -> list[dict[str, object]]:
        shown = self.there.heddle("ps", "-o", "json")
        return list(json.loads(shown.stdout))

    def is_free(self) -> bool:
        return not self.processes("soft-server") and not self.processes("heddle.pool.session")

    def processes(self, name: str) -> list[int]:
        """Of the serving machine, by what they were started as."""
        return _processes(name, self.there)

    def remove(self) -> None:
        self.here.remove()
        self.there.remove()


def _processes(name: str, world: World) -> list[int]:
    found, own = [], f"HEDDLE_TABLE={world.table}".encode()
    for each in Path("/proc").iterdir():
        try:
            words = (each / "cmdline").read_bytes() if each.name.isdigit() else b""
            if name.encode() in words and own in (each / "environ").read_bytes():
                found.append(int(each.name))
        except OSError:
            continue
    return found


@pytest.fixture(scope="module")
def station() -> Iterator[Station]:
    made = Station()
    yield made
    made.remove()


@pytest.fixture
def own_station() -> Iterator[Station]:
    """Its agent is to be killed."""
    made = Station()
    yield made
    made.remove()


@pytest.fixture
def relay(station: Station) -> Iterator[Relay]:
    made = Relay(("127.0.0.1", station.port), 0.0001)
    yield made
    made.close()


def assert_runs(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() == "runs\n", process.stderr.read()


def ends_with(process: subprocess.Popen[str], within_s: float) -> float:
    """That the vendor's sticky error comes, and the program then ends; after how long."""
    begun = time.monotonic()
    output, complaints = process.communicate(timeout=within_s + 20)
    assert output.split() == [LOST, LOST], complaints
    return time.monotonic() - begun


@pytest.mark.parametrize(
    ("program", "delay_ms"),
    [*((each, 0.1) for each in COMPARED), *((each, 1) for each in ("errors", "events", "graphs"))],
)
def test_remote_results_are_local_ones(
    station: Station, relay: Relay, program: str, delay_ms: float
) -> None:
    """Output and exit code of a program are the same with the device in another machine."""
    relay.delay_s = delay_ms / 1000
    path = str(PROGRAMS / program)
    local = station.there.start(path)
    output, _ = local.communicate(timeout=60)
    remote = station.run(path, port=relay.port)
    assert (remote.returncode, remote.stdout) == (local.returncode, output), remote.stderr


def test_plan_and_tenant_count_there(station: Station) -> None:
    """Priority, cap and memory hold where the device is; the tenant is the token's; a priority
    above what the agent grants is cut, and said."""
    more = "print(api.sxMalloc(ctypes.byref(at), ctypes.c_size_t(8 << 20)), flush=True)"
    code = USER.replace("while not", f"{more}\nwhile not")
    asked = ("--priority", "high", "--cap", "50%", "--mem", "4MiB")
    words = station.words(sys.executable, "-c", code, options=asked)
    process = station.here.start(
        sys.executable, "-m", "heddle", *words, HEDDLE_DEVICE_TOKEN=station.token
    )
    try:
        assert_runs(process)
        assert process.stdout is not None
        assert process.stdout.readline() == "4\n"  # SX_ERROR_OUT_OF_MEMORY
        (program,) = station.programs()
    finally:
        process.terminate()
        _, complaints = process.communicate(timeout=20)
    assert program["tenant"] == "research"
    assert program["priority"] == 0
    assert program["cap_milli"] == 500
    assert process.returncode == 128 + signal.SIGTERM
    assert "priority 0 is the highest" in complaints
    assert eventually(station.is_free, 2)


@pytest.mark.parametrize(
    ("token", "options", "told"),
    [
        ("", (), "HEDDLE_DEVICE_TOKEN is not set"),
        ("hj_1_2", (), "no token for devices"),
        (None, ("--tenant", "other"), "the token is tenant research's, not other's"),
        (None, ("--proxied",), "--proxied does not go together"),
    ],
)
def test_wrong_requests_are_refused(
    station: Station, token: str | None, options: tuple[str, ...], told: str
) -> None:
    """A request without a right is refused in words, and nothing is started for it."""
    done = station.run("/bin/true", options=options, token=token)
    assert done.returncode in (2, 125)
    assert told in done.stderr
    assert station.is_free()


def test_tokens_that_do_not_count(station: Station) -> None:
    """A secret that is wrong, a token that was removed, and a certificate that is another's."""
    prefix, token_id, secret, pin = station.token.split("_")
    wrong = "_".join((prefix, token_id, secret[::-1], pin))
    done = station.run("/bin/true", token=wrong)
    assert (done.returncode, done.stdout) == (125, "")
    assert "the token does not count here" in done.stderr
    other = station.new_token("--tenant", "short")
    assert station.run("/bin/true", token=other).returncode == 0
    assert station.there.heddle("node", "access", "rm", other.split("_")[1]).returncode == 0
    assert station.run("/bin/true", token=other).returncode == 125
    elsewhere = "_".join((prefix, token_id, secret, pin[::-1]))
    done = station.run("/bin/true", token=elsewhere)
    assert done.returncode == 125
    assert "another certificate than the token says" in done.stderr
    no_pin = "_".join((prefix, token_id, secret))
    done = station.run("/bin/true", token=no_pin)
    assert done.returncode == 125
    assert "is not known here" in done.stderr


def test_agent_says_where_it_serves(station: Station) -> None:
    """In its status, for people and for programs."""
    shown = station.there.heddle("node", "agent", "status", "-o", "json")
    assert json.loads(shown.stdout)["serves"]["port"] == station.port
    assert (
        f"served on 127.0.0.1:{station.port}"
        in station.there.heddle("node", "agent", "status").stdout
    )


def test_nobody_listens_unless_asked(world: World) -> None:
    """Without --serve the agent has no port."""
    agent = world.start_agent()
    assert "not served" in world.heddle("node", "agent", "status").stdout
    inodes = {
        os.readlink(each).removeprefix("socket:[").removesuffix("]")
        for each in Path(f"/proc/{agent.pid}/fd").iterdir()
        if os.readlink(each).startswith("socket:")
    }
    for table in ("tcp", "tcp6"):
        lines = Path(f"/proc/{agent.pid}/net/{table}").read_text().splitlines()[1:]
        assert not [line for line in lines if line.split()[9] in inodes]


def test_strangers_are_few_and_do_not_stay(station: Station) -> None:
    """Who says nothing, or nonsense, is hung up on, and those with a token are served meanwhile."""
    lines = [socket.create_connection(("127.0.0.1", station.port)) for _ in range(20)]
    for i, line in enumerate(lines):
        line.sendall((b"GET / HTTP/1.0\r\n\r\n" * 3, frames.PREAMBLE + bytes(8), b"h")[i % 3])
    assert station.run("/bin/true").returncode == 0
    for line in lines:
        line.settimeout(10)
        try:
            while line.recv(4096):
                pass
        except ConnectionResetError:
            pass
        line.close()
    assert station.is_free()


@pytest.fixture(scope="module")
def cuda_station() -> Iterator[Station]:
    """Its GPU is the fake driver's."""
    made = Station(LD_LIBRARY_PATH=str(FAKE_CUDA))
    yield made
    made.remove()


@pytest.mark.parametrize(("name", "mode"), CASES)
def test_cuda_programs_print_and_end_the_same(name: str, mode: str, cuda_station: Station) -> None:
    """Also where they look at memory that the device writes: each side tells the other."""
    local = cuda_station.there.start(str(FOLDER / name), mode)
    output, _ = local.communicate(timeout=60)
    words = cuda_station.words(str(FOLDER / name), mode, device="cuda@0")
    done = cuda_station.here.heddle(*words, HEDDLE_DEVICE_TOKEN=cuda_station.token)
    assert (done.returncode, done.stdout) == (local.returncode, output), done.stderr


COUNT = """
import ctypes, os
soft, cuda = ctypes.CDLL("libsoftxpu.so.1"), ctypes.CDLL("libcuda.so.1")
found = ctypes.c_int(-1)
codes = (API.INIT(0), API.COUNT(ctypes.byref(found)))
print(*codes, found.value, os.environ.get("VISIBLE"))
"""


@pytest.mark.parametrize("visible", ["", "-1", "3", "1,0"])
@pytest.mark.parametrize(
    ("device", "variable", "names"),
    [
        ("soft@gpu", "SOFTXPU_VISIBLE_DEVICES", ("soft", "sxInit", "sxDeviceCount")),
        ("cuda@0", "CUDA_VISIBLE_DEVICES", ("cuda", "cuInit", "cuDeviceGetCount")),
    ],
)
def test_what_is_visible_here_does_not_count_there(
    device: str, variable: str, names: tuple[str, str, str], visible: str, cuda_station: Station
) -> None:
    """The program sees the device that was chosen, as its first and only one."""
    code = COUNT
    for word, name in zip(("API", "INIT", "COUNT", "VISIBLE"), (*names, variable), strict=True):
        code = code.replace(word, name)
    words = cuda_station.words(sys.executable, "-c", code, device=device)
    own: dict[str, Any] = {"HEDDLE_DEVICE_TOKEN": cuda_station.token, variable: visible}
    done = cuda_station.here.heddle(*words, **own)
    assert (done.returncode, done.stdout) == (0, "0 0 1 None\n"), done.stderr


@pytest.fixture(scope="module")
def opencl_station() -> Iterator[Station]:
    """Its device is a real runtime's."""
    made = Station("--serve-opencl", **OPENCL.environment)
    OPENCL.enter(made.there)
    yield made
    made.remove()


@pytest.mark.parametrize("name", VENDORS_PROGRAMS)
def test_opencl_programs_print_and_end_the_same(name: str, opencl_station: Station) -> None:
    """Each finds the device by the loader's name, where there is no loader."""
    path = str(OPENCL.folder / name)
    local = opencl_station.there.start(path)
    output, _ = local.communicate(timeout=60)
    words = opencl_station.words(path, device=OPENCL.device)
    done = opencl_station.here.heddle(*words, HEDDLE_DEVICE_TOKEN=opencl_station.token)
    assert (done.returncode, done.stdout) == (local.returncode, output), done.stderr


def greeting(api: bytes = b"soft") -> bytes:
    """Of a process that speaks this API: Hello of native/remote/wire.h."""
    return b"heddler\0" + (3).to_bytes(4, "little") + api.ljust(20, b"\0") + bytes(228)


def hear_all(line: Line, room: memoryview) -> None:
    while True:
        frames.receive_into(line, room)


NONSENSE = (
    b"\xff\xff\xff\xff",  # a frame of 4 GiB
    b"\x10\0\0\0" + b"\xff" * 16,  # a message of 4 GiB
    b"\x40\0\0\0" + b"\x40\0\0\0" + bytes(range(60)),  # a message about nothing
    b"\x08\0\0\0" + b"half",  # and no more
)


def test_nonsense_ends_its_process_alone(station: Station) -> None:
    """Whoever has a token may send anything: its own connection ends, and others are served."""
    place = remote.RemoteDevice("127.0.0.1", station.port, "soft@gpu")
    hostile = remote.Station(place, station.token)
    room = memoryview(bytearray(frames.PIECE))
    with hostile.begin({}, "", "hostile"):
        other = hostile.attach(greeting())
        for sent in NONSENSE:
            lines = hostile.attach(greeting())
            lines[Ring.COMMANDS].sendall(sent)
            if sent.endswith(b"half"):
                lines[Ring.COMMANDS].close()
            lines[Ring.BACK].settimeout(5)
            with pytest.raises(OSError, match=r"hung up|reset|EOF"):
                hear_all(lines[Ring.BACK], room)
            for line in lines.values():
                line.close()
        assert frames.receive_into(other[Ring.BACK], room) == 0  # a heartbeat
        for line in other.values():
            line.close()
        others = (greeting(api) for api in (b"opencl", b"cuda"))  # not those of its device
        for sent in (b"x" * len(greeting()), *others):
            with pytest.raises(RemoteDeviceError, match="cannot be forwarded"):
                hostile.attach(sent)
    assert eventually(station.is_free, 2)


def test_a_session_is_its_own(station: Station) -> None:
    """Who knows the way to a session, but not its secret, cannot join it."""
    place = remote.RemoteDevice("127.0.0.1", station.port, "soft@gpu")
    mine, other = (remote.Station(place, station.token) for _ in range(2))
    with mine.begin({}, "", "mine"), other.begin({}, "", "other"):
        other._route = mine._route
        with pytest.raises(RemoteDeviceError, match="belongs to no session"):
            other.attach(greeting())
        for line in mine.attach(greeting()).values():
            line.close()
    assert eventually(station.is_free, 2)


@pytest.mark.alone
def test_cut(station: Station, relay: Relay) -> None:
    """A connection that breaks is the vendor's sticky error within 1 s, and all is free in 2 s."""
    process = station.start(relay.port)
    relay.cut()
    assert ends_with(process, 1) < 1.5  # the program's own start and end are in it
    assert eventually(station.is_free, 2)


@pytest.mark.alone
def test_silence(station: Station, relay: Relay) -> None:
    """A connection that goes silent is lost after the time that is set, on both sides."""
    process = station.start(relay.port, HEDDLE_REMOTE_SILENCE_S="2")
    relay.go_silent()
    assert 1 < ends_with(process, 2) < 4
    relay.cut()  # the client has ended: nothing more would come
    assert eventually(station.is_free, 2)


@pytest.mark.alone
@pytest.mark.parametrize("victim", ["soft-server", "heddle.pool.session"])
def test_server_killed(station: Station, victim: str) -> None:
    """Whatever dies where the device is: the vendor's sticky error within 1 s, nothing stays."""
    process = station.start()
    for pid in station.processes(victim):
        os.kill(pid, signal.SIGKILL)
    assert ends_with(process, 1) < 1.5
    assert eventually(station.is_free, 2)


@pytest.mark.alone
def test_agent_killed(own_station: Station) -> None:
    """As above: a session does not outlive the agent."""
    process = own_station.start()
    own_station.agent.kill()
    assert ends_with(process, 1) < 1.5
    assert eventually(own_station.is_free, 2)


@pytest.mark.alone
@pytest.mark.parametrize("victim", ["heddle run", "program"])
def test_client_killed(station: Station, victim: str) -> None:
    """Whatever dies where the program is: all is free where the device is within 2 s."""
    process = station.start()
    pid = process.pid
    if victim == "program":
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        pid = int(children[0])
    os.kill(pid, signal.SIGKILL)
    assert eventually(station.is_free, 2)
    if victim == "program":
        process.communicate(timeout=20)
        assert process.returncode == 128 + signal.SIGKILL


@pytest.mark.alone
def test_cable_pulled_between_two_machines() -> None:
    """Two machines that see each other by a cable: a program works, and is told when the cable is
    pulled; the serving side notices by itself."""
    hosts = Hosts(2)
    there, here = World(), World()
    try:
        server, client = hosts.names
        address = hosts.address(server)
        agent = there.start(
            *(*hosts.inside(server), sys.executable, "-m", "heddle"),
            *("node", "agent", "--serve", f"{address}:7879"),
            HEDDLE_REMOTE_SILENCE_S="2",
        )
        assert agent.stderr is not None
        assert any("serves devices" in line for line in agent.stderr)
        made = there.heddle("node", "access", "new", "--tenant", "t", "-o", "json")
        process = here.start(
            *(*hosts.inside(client), sys.executable, "-m", "heddle", "run"),
            *("--device", f"{address}/soft@gpu", "--", sys.executable, "-c", USER),
            HEDDLE_DEVICE_TOKEN=json.loads(made.stdout)["token"],
            HEDDLE_REMOTE_SILENCE_S="2",
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "runs\n"
        hosts.cut_off(client)
        assert ends_with(process, 2) < 4.5
        assert eventually(
            lambda: not _processes("soft-server", there) and not _processes("pool.session", there),
            4,
        )
    finally:
        here.remove()
        there.remove()
        hosts.remove()


def test_node_by_its_name(own_station: Station, tmp_path: Path) -> None:
    """A node that has joined a control plane is found by its name; the token says who asks."""
    server = {"HEDDLE_STATE": str(tmp_path / "server"), "HEDDLE_HEARTBEAT_S": "1"}
    there = own_station.there
    there.start(sys.executable, "-m", "heddle", "up", "--foreground", "--port", "0", **server)
    control = tmp_path / "server/control"
    assert eventually(lambda: read_server(str(control)) is not None)
    found = read_server(str(control))
    assert found is not None
    made = there.heddle("node", "token", "-o", "json", HEDDLE_STATE=server["HEDDLE_STATE"])
    join = [sys.executable, "-m", "heddle", "node", "join", found.address]
    token = str(json.loads(made.stdout)["token"])
    there.start(*join, "--token", token, "--name", "node7")

    def run(node: str) -> subprocess.CompletedProcess[str]:
        words = ["run", "--device", f"{node}/soft@gpu", "--", str(PROGRAMS / "events")]
        return own_station.here.heddle(
            *words,
            HEDDLE_SERVER=found.address,
            HEDDLE_TOKEN=(control / "token").read_text().strip(),
            HEDDLE_DEVICE_TOKEN=own_station.token.rpartition("_")[0],  # the node's pin will do
        )

    assert eventually(lambda: run("node7").returncode == 0, 20), run("node7").stderr
    own_station.agent.terminate()
    own_station.agent.wait()
    assert not (there.state / "serving.json").exists()
