"""Programs of other users and in other namespaces: scheduled all the same, and kept apart."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from heddle import native
from heddle.table import Table
from tests.users import (
    ALICE,
    BOB,
    LOAD,
    PYTHON,
    as_user,
    completed,
    find,
    heddle,
    load,
    prepare,
    ps,
    saturating,
    start_agent,
    why_not,
)
from tests.world import ROOT, World, eventually

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())


@pytest.fixture(autouse=True)
def gpu_only(world: World) -> None:
    prepare(world)


@pytest.fixture
def agent(world: World) -> subprocess.Popen[str]:
    return start_agent(world)


def rate(world: World, program: subprocess.Popen[str], seconds: float = 0.7) -> float:
    """Commands a second."""
    before, begin = completed(world, program), time.monotonic()
    time.sleep(seconds)
    return (completed(world, program) - before) / (time.monotonic() - begin)


def shares(world: World, *programs: subprocess.Popen[str], seconds: float = 1.5) -> list[float]:
    """What part of all commands each has done meanwhile."""
    before = [completed(world, program) for program in programs]
    time.sleep(seconds)
    done = [completed(world, p) - b for p, b in zip(programs, before, strict=True)]
    return [each / sum(done) for each in done]


def latencies_ms(program: subprocess.Popen[str]) -> list[float]:
    output, errors = program.communicate(timeout=60)
    assert program.returncode == 0, errors
    assert "without scheduling" not in errors, errors
    pairs = (line.split() for line in output.splitlines())
    return sorted((int(end) - int(begin)) / 1e6 for begin, end in pairs)


@pytest.mark.usefixtures("agent")
def test_another_users_program_is_preempted(world: World) -> None:
    """Requests of 1 ms beside a program that keeps 10 ms queued."""
    background = saturating(world, ALICE, "--priority", "-10")
    urgent = load(world, BOB, (), "10", "100", "20000", "1", "3")
    spread = latencies_ms(urgent)
    assert spread[len(spread) // 2] < 2
    assert find(world, background)["holds"]
    assert rate(world, background) > 5000
    with Table(str(world.table)) as table:
        kinds = {line.kind for line in table.decisions("soft@gpu")}
    assert kinds == {"activated", "idled"}


@pytest.mark.usefixtures("agent")
def test_the_owners_program_and_a_guest_share(world: World) -> None:
    """One decides for itself under the lock, for the other the arbiter does."""
    guest = saturating(world, ALICE, "--share", "0.25")
    own = saturating(world, 0, "--share", "0.75")
    time.sleep(1)
    begin = (completed(world, guest), completed(world, own))
    time.sleep(3)
    got = completed(world, guest) - begin[0], completed(world, own) - begin[1]
    assert 0.2 < got[0] / sum(got) < 0.3, got


@pytest.mark.usefixtures("agent")
def test_a_cap_holds_for_a_guest(world: World) -> None:
    """On an idle device, by the arbiter's clock."""
    guest = saturating(world, ALICE, "--cap", "0.2")
    time.sleep(1)
    assert 1500 < rate(world, guest, 2) < 2500  # of 10000


@pytest.mark.usefixtures("agent")
def test_a_guest_can_write_nothing_but_its_own_slab(world: World) -> None:
    saturating(world, ALICE)
    with Table(str(world.table)) as table:
        holder = table.slab_holder()
    assert holder
    tries = f"""
import mmap, os
folder = {str(world.folder)!r}
held = [f"/proc/{holder}/fd/{{n}}" for n in range(64)]
for name in ("table", "agent.json", *held):
    try:
        os.open(os.path.join(folder, name), os.O_RDWR)
        print("wrote", name)
    except OSError:
        pass
for name in os.listdir(folder):
    try:
        os.unlink(os.path.join(folder, name))
        print("removed", name)
    except OSError:
        pass
"""
    done = subprocess.run(
        [*as_user(BOB), str(PYTHON), "-c", tries], capture_output=True, text=True, timeout=30
    )
    assert (done.stdout, done.returncode) == ("", 0), done.stderr


@pytest.mark.usefixtures("agent")
def test_what_a_guest_writes_into_its_slab_harms_nobody(world: World) -> None:
    """Random bytes, again and again, and the bell in between."""
    honest = saturating(world, BOB)
    before = rate(world, honest)
    hostile = world.start(
        *as_user(ALICE), str(PYTHON), str(ROOT / "tests" / "integration" / "hostile_guest.py")
    )
    time.sleep(3)
    assert hostile.poll() is None, hostile.communicate()
    # It is a program like any other, so it may have its half.
    assert rate(world, honest, 2) > 0.4 * before
    hostile.kill()
    hostile.wait()
    assert eventually(lambda: len(ps(world)) == 1), "its slots are free again"
    assert eventually(lambda: rate(world, honest) > 0.9 * before)
    assert world.heddle("node", "policy").returncode == 0, "the agent lives"


@pytest.mark.usefixtures("agent")
def test_guests_do_what_they_like_with_their_own_programs_only(world: World) -> None:
    program = str(find(world, saturating(world, ALICE))["id"])
    for verb in ("hold", "release"):
        assert heddle(world, ALICE, verb, program).returncode == 0
        refused = heddle(world, BOB, verb, program)
        assert refused.returncode == 111, refused
        assert "another user's program" in refused.stderr
    assert heddle(world, ALICE, "program", "set", program, "--cap", "0.5").returncode == 0
    assert ps(world)[0]["cap_milli"] == 500
    assert heddle(world, BOB, "node", "policy", "set", "fair").returncode != 0


CLAIMS = [
    ("priority", ("--deadline-ms", "1")),
    ("priority", ("--share", "100%")),
    ("deadline", ("--deadline-ms", "1")),
    ("reservation", ("--share", "100%")),
]


@pytest.mark.usefixtures("agent")
@pytest.mark.parametrize(("policy", "claim"), CLAIMS)
def test_no_claim_gets_a_guest_more_than_its_half(
    world: World, policy: str, claim: tuple[str, ...]
) -> None:
    """Beside the owner's program of the same priority, which claims nothing."""
    assert world.heddle("node", "policy", "set", policy).returncode == 0
    own = saturating(world, 0)
    guest = saturating(world, ALICE, *claim)
    mine, other = shares(world, own, guest)
    assert other < 0.6, (mine, other)


@pytest.mark.usefixtures("agent")
def test_the_owner_grants_what_a_guest_cannot_claim(world: World) -> None:
    """With a hint; the guest may give it back, and no more."""
    own = saturating(world, 0)
    guest = saturating(world, ALICE)
    program = str(find(world, guest)["id"])
    refused = heddle(world, ALICE, "program", "set", program, "--share", "80%")
    assert refused.returncode == 2, refused
    assert "the table's owner grants that" in refused.stderr
    assert heddle(world, ALICE, "program", "set", program, "--deadline-ms", "1").returncode == 2
    assert world.heddle("program", "set", program, "--share", "80%").returncode == 0
    _, other = shares(world, own, guest)
    assert other > 0.65
    assert heddle(world, ALICE, "program", "set", program, "--share", "90%").returncode == 2
    assert heddle(world, ALICE, "program", "set", program, "--share", "30%").returncode == 0


def test_an_agent_grants_shares_to_all_guests_up_to_a_limit(world: World) -> None:
    start_agent(world, "--tenant-share", "30%")
    guest = saturating(world, ALICE, "--share", "90%")
    assert find(world, guest)["share_milli"] == 300
    guest.terminate()
    assert "a share of 30 % is the largest" in guest.communicate()[1]


def test_a_guests_name_steers_neither_the_log_nor_a_terminal(world: World) -> None:
    """Nor does its tenant: a line of the log is one that the agent wrote."""
    agent = start_agent(world)
    forged = "2030-01-01 WARNING all is well"
    evil = f"\x1b[2J\n{forged}\r\u202e"
    options = ("--tenant", evil)
    command = [*as_user(ALICE), str(PYTHON), "-m", "heddle", "run", *options, "--", "bash", "-c"]
    run = f'exec -a "$EVIL" {LOAD} requests 1 100 0 1 60'
    world.start(*command, run, EVIL=evil[:15])
    join = (
        "import os\nfrom heddle import ask\n"
        "ask.call('admit', name=os.environ['EVIL'], tenant=os.environ['EVIL'])\n"
        "import time; time.sleep(60)"
    )
    world.start(*as_user(BOB), str(PYTHON), "-c", join, EVIL=evil)
    assert eventually(lambda: len(ps(world)) == 2)
    shown = [world.heddle("ps").stdout, world.heddle("explain", str(ps(world)[-1]["id"])).stdout]
    assert agent.stderr
    log = ""
    while "?[2J" not in log:
        log += agent.stderr.readline()
    agent.terminate()
    shown.append(log + agent.stderr.read())
    for text in shown:
        assert not [line for line in text.splitlines() if line.startswith("2030")]
        assert all(line.isprintable() for line in text.split("\n")), text


@pytest.mark.usefixtures("agent")
def test_guests_get_no_higher_priority_than_the_agent_gives(world: World) -> None:
    program = saturating(world, ALICE, "--priority", "high")
    assert find(world, program)["priority"] == 0
    number = str(find(world, program)["id"])
    refused = heddle(world, ALICE, "program", "set", number, "--priority", "high")
    assert refused.returncode == 2
    assert "priority 0 is the highest" in refused.stderr
    assert heddle(world, ALICE, "program", "set", number, "--priority", "-5").returncode == 0


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_guests_are_free_when_the_agent_is_gone(world: World, how: signal.Signals) -> None:
    """And a new agent takes them in again."""
    agent = start_agent(world)
    held, alone = saturating(world, ALICE), saturating(world, BOB)
    number = find(world, held)["id"]
    assert world.heddle("program", "hold", str(number)).returncode == 0
    assert eventually(lambda: rate(world, held, 0.3) == 0)
    agent.send_signal(how)
    agent.wait()
    assert eventually(lambda: rate(world, held, 0.3) > 1000, 3)
    start_agent(world)
    assert world.heddle("program", "hold", str(number)).returncode == 0
    assert eventually(lambda: rate(world, held, 0.3) == 0)
    assert rate(world, alone) > 8000
    late = saturating(world, BOB, "--priority", "-1")
    assert eventually(lambda: rate(world, late, 0.3) == 0), "who comes later is decided about, too"


@pytest.mark.usefixtures("agent")
def test_a_killed_guest_is_gone_within_a_second(world: World) -> None:
    low, high = saturating(world, ALICE, "--priority", "-10"), saturating(world, BOB)
    assert eventually(lambda: rate(world, low, 0.3) == 0)
    high.kill()
    high.wait()
    assert eventually(lambda: rate(world, low, 0.3) > 5000, 2)
    assert len(ps(world)) == 1


@pytest.mark.usefixtures("agent")
def test_a_guest_that_becomes_another_program_holds_nobody(world: World) -> None:
    """exec() in the middle of a burst: nobody says that it is over."""
    low = saturating(world, ALICE, "--priority", "-10")
    begins = f"import os, time\n{BURST}\nos.execvp('sleep', ['sleep', '60'])"
    world.start(*as_user(BOB), str(PYTHON), "-m", "heddle", "run", "--", str(PYTHON), "-c", begins)
    assert eventually(lambda: len(ps(world)) == 2)
    time.sleep(3)
    assert eventually(lambda: rate(world, low, 0.3) > 5000, 3)


#: Five seconds of commands on the soft XPU, not waited for.
BURST = f"""
import ctypes
soft = ctypes.CDLL({native.file("libsoftxpu.so.1")!r})
kernel, stream, length = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_uint64(100_000_000)
assert soft.sxInit(0) == 0
assert soft.sxGetKernel(ctypes.byref(kernel), b"timed") == 0
assert soft.sxStreamCreate(ctypes.byref(stream), 1) == 0
for _ in range(50):
    assert soft.sxLaunchKernel(kernel, ctypes.byref(length), 8, stream) == 0
time.sleep(0.3)
"""


@pytest.mark.usefixtures("agent")
def test_other_namespaces(world: World) -> None:
    """Other pids, other IPC, other mounts, the same user: one folder is all that is shared."""
    unshare = ["unshare", "--pid", "--ipc", "--mount", "--fork", "--mount-proc", "--kill-child"]
    if subprocess.run([*unshare, "true"], capture_output=True).returncode:
        pytest.skip("namespaces cannot be made here")
    low = saturating(world, 0, "--priority", "-10")
    run = [sys.executable, "-m", "heddle", "run", "--", LOAD, "requests"]
    urgent = world.start(*unshare, *run, "10", "100", "20000", "1", "3")
    assert eventually(lambda: len(ps(world)) == 2)
    inside = next(p for p in ps(world) if p["is_guest"])
    assert Path(f"/proc/{inside['pid']}").exists(), "as the agent's namespace numbers it"
    spread = latencies_ms(urgent)
    assert spread[len(spread) // 2] < 2
    assert eventually(lambda: len(ps(world)) == 1)
    background = world.start(*unshare, *run, "100", "100", "0", "3", "60")
    assert eventually(lambda: len(ps(world)) == 2)
    background.kill()
    assert eventually(lambda: len(ps(world)) == 1), "nobody but the agent can tell that it is dead"
    assert rate(world, low) > 8000


def test_without_tenants_other_users_stay_out(world: World) -> None:
    agent = world.start(sys.executable, "-m", "heddle", "node", "agent")
    assert eventually(lambda: world.heddle("node", "policy").returncode == 0)
    program = load(world, ALICE, (), "1", "100", "0", "1", "0.2")
    _, errors = program.communicate(timeout=30)
    assert program.returncode == 0, "it runs"
    assert "without scheduling" in errors
    agent.kill()


@pytest.mark.usefixtures("agent")
def test_a_guest_cannot_use_up_all_programs_by_asking(world: World) -> None:
    """A process is the root of one program at a time."""
    asks = "from heddle import ask\nfor _ in range(300): ask.call('admit', name='many')"
    done = subprocess.run(
        [*as_user(BOB), str(PYTHON), "-c", asks],
        env=world.environment, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert eventually(lambda: not ps(world))


@pytest.mark.usefixtures("agent")
def test_nonsense_does_not_harm_the_agent(world: World) -> None:
    """Whatever any user sends: an error comes back, and the next one is served."""
    sends = """
import json, os, socket
path = os.path.join(os.path.dirname(os.environ["HEDDLE_TABLE"]), "agent.sock")
def ask(text):
    line = socket.socket(socket.AF_UNIX)
    line.connect(path)
    line.sendall(text + b"\\n")
    return json.loads(line.makefile().readline())
assert "error" in ask(b"[" * 100000)
for wrong in ({"rank": -4294967041}, {"quantum_us": 4294967295}, {"deadline_us": 1 << 50},
              {"rank": True}, {"rank": "high"}, {"weight": -1}):
    assert "error" in ask(json.dumps({"verb": "admit", "name": "x", **wrong}).encode()), wrong
kept = []
for _ in range(500):
    kept.append(socket.socket(socket.AF_UNIX))
    kept[-1].connect(path)
assert ask(b'{"verb": "ping"}')["answer"] == "pong"
"""
    done = subprocess.run(
        [*as_user(BOB), str(PYTHON), "-c", sends],
        env=world.environment, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert world.heddle("node", "policy").returncode == 0


@pytest.mark.usefixtures("agent")
def test_root_of_a_container_is_a_guest(world: World) -> None:
    """It has the number of the agent's own user, and is not him."""
    unshare = ["unshare", "--pid", "--mount", "--fork", "--mount-proc"]
    if subprocess.run([*unshare, "true"], capture_output=True).returncode:
        pytest.skip("namespaces cannot be made here")
    done = subprocess.run(
        [*unshare, sys.executable, "-m", "heddle", "node", "policy", "set", "fair"],
        env=world.environment, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 111, done


def test_a_table_that_another_user_made_in_our_place_is_refused(world: World) -> None:
    """Who writes it could stop whoever believes it."""
    start_agent(world)
    folder = Path(f"/dev/shm/heddle-{ALICE}")
    folder.mkdir()
    try:
        (folder / "table").write_bytes(world.table.read_bytes())
        for path in (folder, folder / "table"):
            os.chown(path, BOB, BOB)
            path.chmod(0o755)
        without = {k: v for k, v in world.environment.items() if k != "HEDDLE_TABLE"}
        done = subprocess.run(
            [*as_user(ALICE), str(PYTHON), "-m", "heddle", "ps"],
            env=without, capture_output=True, text=True, timeout=30,
        )  # fmt: skip
        assert done.returncode == 111, done
    finally:
        shutil.rmtree(folder)


def test_root_may_do_everything_with_a_users_agent(world: World) -> None:
    """Though that cannot look into root's processes."""
    world.start(*as_user(ALICE), str(PYTHON), "-m", "heddle", "node", "agent")
    assert eventually(lambda: world.heddle("node", "policy").returncode == 0)
    assert world.heddle("node", "policy", "set", "fair").returncode == 0
    assert heddle(world, BOB, "node", "policy", "set", "priority").returncode != 0
