"""Every vendor, seam by seam: inventory, shim, levels, quota, device time.

A vendor is right when this suite says so. With HEDDLE_MATRIX=FILE, what held is written there for
the support matrix (tools/matrix).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from heddle import native
from heddle.inventory.apis import vendors
from heddle.inventory.unknown import common_prefix
from tests.conformance.cuda_programs import submitted
from tests.conformance.same import compare, natively
from tests.conformance.seam import CASES, PROGRAMS, Case, Running, inventory
from tests.world import World, eventually

MIB = 1 << 20
#: What a load is told: commands in a request, their microseconds, every so often (0: at once), in
#: flight, seconds. It keeps the device busy for longer than any test.
SATURATING = ("4", "2000", "0", "4", "600")

Held = Callable[[Case, str, object], None]


@pytest.fixture(scope="session")
def held() -> Iterator[Held]:
    """Notes what held of a vendor, for the support matrix."""
    path = os.environ.get("HEDDLE_MATRIX")
    found: dict[str, dict[str, list[object]]] = {}

    def note(case: Case, what: str, part: object) -> None:
        found.setdefault(case.api, {}).setdefault(what, []).append(part)

    yield note
    if path:
        lines = (f"  {json.dumps(api)}: {json.dumps(held)}" for api, held in sorted(found.items()))
        Path(path).write_text("{\n" + ",\n".join(lines) + "\n}\n")


@pytest.fixture(params=CASES, ids=lambda case: case.api)
def case(request: pytest.FixtureRequest, world: World) -> Case:
    """A vendor, and the world in which its devices are seen."""
    made: Case = request.param
    made.enter(world)
    return made


def test_every_vendor_is_in_the_suite() -> None:
    """Who can be scheduled is tested: a vendor without a file here is a claim without a proof."""
    assert {case.api for case in CASES} == {vendor.api for vendor in vendors()}


def test_the_suite_is_built(case: Case) -> None:
    """Every source in the folder has become a program."""
    assert {path.name for path in case.folder.iterdir()} >= set(PROGRAMS), "fix: make native"


# -- inventory


def test_devices_are_found_and_keep_their_names(case: Case, world: World, held: Held) -> None:
    found = inventory(world, case.api)
    assert case.device in [device["id"] for device in found]
    assert all(device["id"].startswith(f"{case.api}@") for device in found)
    assert len({device["index"] for device in found}) == len(found)
    assert inventory(world, case.api) == found
    held(case, "inventory", len(found))


def test_a_program_sees_what_it_is_shown(case: Case, world: World) -> None:
    """By the vendor's own variable, which `heddle run --device` sets."""
    (vendor,) = (vendor for vendor in vendors() if vendor.api == case.api)
    run = ["run", "--", str(case.folder / "errors")]
    assert world.heddle(*run).returncode == 0
    world.environment[vendor.visible_variable] = vendor.hidden
    done = world.heddle(*run)
    assert done.returncode == 1, "it found a device that is hidden"
    assert done.stderr.strip(), "a program that finds no device says so"


def test_a_device_can_be_asked_for(case: Case, world: World) -> None:
    done = world.heddle("run", "--device", case.device, "--", str(case.folder / "errors"))
    assert done.returncode == 0, done.stderr


# -- shim


@pytest.mark.parametrize("name", PROGRAMS)
def test_same_output_and_exit_code(name: str, case: Case, world: World, held: Held) -> None:
    """Held and released at each level: nobody can tell from the results."""
    if name in case.without:
        pytest.skip(f"{case.title}: {case.notes}")
    compare(world, case.folder / name, (), list(case.levels), case.api)
    held(case, "interception", name)


def test_results_are_right(case: Case, world: World) -> None:
    """Not only the same: what the host computes is what the device computed."""
    for name in set(PROGRAMS) - set(case.without):
        code, output, complaint = natively(world, case.folder / name, (), 60)
        assert code == 0, complaint
        assert "WRONG" not in output
        assert "right" in output


def test_commands_are_seen(case: Case, world: World) -> None:
    """Same results prove nothing if Heddle was not there."""
    program = str(case.folder / "order")
    process = world.start(sys.executable, "-m", "heddle", "run", "--", program)
    most = 0
    while process.poll() is None:
        most = max(most, submitted(world, process.pid))
        time.sleep(0.005)
    assert process.returncode == 0, process.communicate()[1]
    assert most > 100, f"{most} commands were seen"


def newer_library(case: Case, folder: Path) -> Path:
    """The vendor's library with one function more than any that we know.

    It refers to the one that is here as a part of itself. The linker would take down the part's own
    name, which is that of the whole: so it is linked with an empty library, and that is replaced.
    """
    name = f"{common_prefix(case.functions)}DoWhatNobodyKnows"
    (folder / "newer.c").write_text(f"int {name}(int x) {{ return 3 * x; }}\n")
    (folder / "empty.c").write_text("")
    old, new = folder / "old.so", folder / case.soname
    link = ["cc", "-shared", "-fPIC", "-Wl,--no-as-needed"]
    subprocess.run([*link, "-o", str(old), str(folder / "empty.c")], check=True)
    subprocess.run([*link, "-o", str(new), str(folder / "newer.c"), str(old)], check=True)
    old.unlink()
    old.symlink_to(case.library)
    return new


def test_a_newer_library_keeps_what_we_do_not_know(
    case: Case, world: World, tmp_path: Path
) -> None:
    """A function that our facts do not name is reached past us, and `heddle admin check` says
    so."""
    newer_library(case, tmp_path)
    name = f"{common_prefix(case.functions)}DoWhatNobodyKnows"
    before = world.environment.get("LD_LIBRARY_PATH", "")
    world.environment["LD_LIBRARY_PATH"] = f"{tmp_path}:{before}".rstrip(":")
    call = f"import ctypes; print(ctypes.CDLL({case.soname!r}).{name}(14))"
    done = world.heddle("run", "--", sys.executable, "-c", call)
    assert (done.returncode, done.stdout.strip()) == (0, "42"), done.stderr
    found = json.loads(world.heddle("admin", "check", "-o", "json").stdout)
    (said,) = (each["detail"] for each in found if each["what"] == f"{case.api} functions")
    assert name in said
    assert "pass through" in said
    done = world.heddle("run", "--", str(case.folder / "errors"))
    assert done.returncode == 0, done.stderr


# -- levels


def each_level(case: Case) -> Iterator[tuple[int, str]]:
    for level in case.levels:
        yield level, str(level)


def test_queues_have_the_level_that_was_asked_for(
    case: Case, world: World, tmp_path: Path, held: Held
) -> None:
    for level, word in each_level(case):
        load = Running(world, case, tmp_path / word, *SATURATING, level=word)
        assert {queue.level for queue in load.here().queues} == {level}
        assert load.here().devices == (case.device,)
        load.end()
        held(case, "levels", level)
    highest = Running(world, case, tmp_path / "any", *SATURATING)
    assert {queue.level for queue in highest.here().queues} == {max(case.levels)}


def test_a_held_program_stops_and_goes_on(
    case: Case, world: World, tmp_path: Path, held: Held
) -> None:
    for level, word in each_level(case):
        load = Running(world, case, tmp_path / word, *SATURATING, level=word)
        for _ in range(2):
            native.hold(load.here().id, True)
            assert eventually(load.stands_still), f"level {word}: it runs on"
            assert load.here().state == "held"
            native.hold(load.here().id, False)
            assert load.goes_on(), f"level {word}: it does not go on"
        load.end()
        held(case, "holds", level)


def test_an_urgent_program_goes_first(case: Case, world: World, tmp_path: Path, held: Held) -> None:
    """As long as it has work for the whole device, the other gets none of it."""
    for level, word in each_level(case):
        low = Running(world, case, tmp_path / f"low{word}", *SATURATING, priority="low", level=word)
        high = Running(
            world, case, tmp_path / f"high{word}", *SATURATING, priority="high", level=word
        )
        assert eventually(low.stands_still), f"level {word}: both run"
        assert high.goes_on()
        high.end()
        assert low.goes_on(), f"level {word}: it does not go on after the urgent one's end"
        low.end()
        held(case, "urgent", level)


# -- quota


@pytest.mark.parametrize("unit", [MIB, 700_001])
def test_a_quota_admits_exactly_its_bytes(unit: int, case: Case, world: World, held: Held) -> None:
    """Rounded down to what one can ask for; then the vendor's own code, and all of it again."""
    if not case.out_of_memory:
        pytest.skip(f"{case.title} has no memory limit: {case.notes or 'its file says none'}")
    limit, grain = 8 * MIB, case.quota_granularity
    counted = -(-unit // grain) * grain
    fits = limit // counted
    room = [str(case.folder / "room"), str(unit), "100"]
    done = world.heddle("run", "--mem", "8MiB", "--", *room)
    assert done.returncode == 0, done.stderr
    first, *rest = done.stdout.splitlines()
    tells = first != "free 0 of 0"
    left = f"free {limit - fits * counted} of {limit}" if tells else "free 0 of 0"
    assert first == (f"free {limit} of {limit}" if tells else first)
    assert rest == [f"took {fits}, then {case.out_of_memory}", left] * 2
    held(case, "quota", unit)


# -- device time


@pytest.mark.alone
def test_device_time_is_what_was_asked_for(
    case: Case, world: World, tmp_path: Path, held: Held
) -> None:
    """`heddle ps` within 15 % of the timed commands that are done. Where the machine takes time
    from the software device, its commands are longer, but not longer than all of them took."""
    if not case.device_time:
        pytest.skip(f"{case.title} has no device time: {case.notes or 'its file says none'}")
    load = Running(world, case, tmp_path / "log", *SATURATING)
    assert eventually(lambda: load.requests() >= 200, 60)
    native.hold(load.here().id, True)
    assert eventually(load.stands_still)
    asked_ns = load.requests() * 4 * 2_000_000
    (shown,) = json.loads(world.heddle("ps", "-o", "json").stdout)
    assert 0.85 * asked_ns <= shown["device_time_ns"] <= 1.15 * load.took_ns()
    held(case, "device_time", round(shown["device_time_ns"] / asked_ns, 3))
    native.hold(load.here().id, False)
