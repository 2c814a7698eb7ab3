"""`heddle top` with real programs: printed once, on a screen, and with its keys."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Coroutine
from fcntl import ioctl
from pathlib import Path

import pytest

from heddle import native
from heddle.errors import NoSuchProgramError
from heddle.node.table_look import look
from heddle.tui.app import Control, TopApp
from tests.world import World

Press = Callable[[str], Coroutine[None, None, None]]
LOAD = os.path.join(native.DIRECTORY, "soft-load")


def start(world: World, *options: str, every_us: int = 0) -> None:
    world.start(
        sys.executable, "-m", "heddle", "run", "--device", "soft@gpu", *options,
        "--", LOAD, "requests", "1", "1000", str(every_us), "8", "60",
    )  # fmt: skip


def once(world: World, until: Callable[[dict[int, dict[str, object]]], bool]) -> None:
    """Looks with `heddle top -1 -o json` until it is so; by priority."""
    deadline = time.monotonic() + 20
    while True:
        done = world.heddle("top", "-1", "-o", "json")
        assert done.returncode == 0, done.stderr
        seen = {row["priority"]: row for row in json.loads(done.stdout)["programs"]}
        if until(seen):
            return
        assert time.monotonic() < deadline, seen


@pytest.fixture
def two(world: World) -> World:
    """One program that goes first, and one that is held most of the time."""
    start(world, "--priority", "100", "--share", "50%", "--tenant", "vision")
    start(world, "--priority", "-100", "--cap", "10%")
    once(world, lambda seen: len(seen) == 2 and seen[-100]["state"] == "held")
    return world


class ByCommand(Control):
    """Changes a world by its command line: a process has one table, and tests have many."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.calls = 0

    def hold(self, program: int, on: bool) -> None:
        self.calls += 1
        done = self._world.heddle("hold" if on else "release", str(program))
        if done.returncode == NoSuchProgramError.exit_code:
            raise NoSuchProgramError(program)
        assert done.returncode == 0, done.stderr

    def set_priority(self, program: int, priority: int) -> None:
        self.calls += 1
        done = self._world.heddle("program", "set", str(program), f"--priority={priority}")
        assert done.returncode == 0, done.stderr


def screen(app: TopApp) -> str:
    """What is on it, without the colours."""
    lines = app.screen._compositor.render_strips(app.size)
    return "\n".join(line.text for line in lines)


def play(
    world: World,
    scene: Callable[[TopApp, Press], Coroutine[None, None, None]],
    readonly: bool = False,
) -> ByCommand:
    """Runs a scene; it gets the app, and a function that presses a key and waits."""
    control = ByCommand(world)

    async def run() -> None:
        app = TopApp(interval_s=0.2, readonly=readonly, look=lambda _: look(True), control=control)
        async with app.run_test(size=(240, 30), notifications=True) as pilot:

            async def press(key: str) -> None:
                await pilot.press(key)
                await pilot.pause()

            await pilot.pause(0.8)
            await scene(app, press)

    asyncio.run(run())
    return control


def test_once_lists_all_in_no_time(two: World) -> None:
    """Plain text, with rates, by the standard library alone."""
    begun = time.monotonic()
    done = two.heddle("top", "-1")
    assert time.monotonic() - begun < 3
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].split()[:3] == ["DEVICE", "LEVEL", "BUSY"]
    assert lines[1].startswith("soft@gpu  3")
    assert lines[3].startswith("2 programs: ")
    assert "goes first on soft@gpu" in done.stdout
    assert "vision" in done.stdout
    assert "50%" in done.stdout
    assert "N/A" not in lines[5] + lines[6]


def test_once_as_json(two: World) -> None:
    """Numbers, not texts."""
    found = json.loads(two.heddle("top", "-1", "-o", "json").stdout)
    first, second = sorted(found["programs"], key=lambda row: -row["priority"])
    assert first["got"] > second["got"] >= 0
    assert (first["share_asked"], second["cap"]) == (0.5, 0.1)
    assert second["held"] > 0.5
    (device,) = found["devices"]
    assert device["busy"] > 0.3
    assert device["programs"] == 2


def test_once_where_nothing_runs(world: World) -> None:
    """And where there is no table yet; read only makes none."""
    done = world.heddle("top", "-1", "--readonly")
    assert done.stdout == "no programs; start one: heddle run -- CMD\n", done.stderr
    assert not world.table.exists()
    assert world.heddle("top", "-1").returncode == 0


def test_without_textual(world: World, tmp_path: Path) -> None:
    """The remedy is said; -1 needs none."""
    (tmp_path / "textual.py").write_text("raise ModuleNotFoundError('no', name='textual')\n")
    path = f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"
    done = world.heddle("top", PYTHONPATH=path)
    assert done.returncode == 116
    assert done.stderr == "heddle: heddle top needs textual: pip install 'heddle-xpu[tui]'\n"
    assert world.heddle("top", "-1", PYTHONPATH=path).returncode == 0


def test_what_makes_no_sense(world: World) -> None:
    """Each says what to do instead."""
    assert "-1" in world.heddle("top").stderr  # no terminal here
    assert "add -1" in world.heddle("top", "-o", "json").stderr
    assert "0.1 to 60" in world.heddle("top", "--interval", "0").stderr


def test_the_screen_shows_the_programs(two: World) -> None:
    """Rates, reasons, the time line; another order on a key; help on another."""

    async def scene(app: TopApp, press: Press) -> None:
        text = screen(app)
        assert "2 programs: " in text
        assert "soft@gpu" in text
        assert "soft-load" in text
        assert "goes first on soft@gpu" in text
        assert "ID▲" in text
        await press("i")
        assert "PRI▼" in screen(app)
        assert [row.priority for row in app._shown] == [100, -100]
        await press("i")
        assert [row.priority for row in app._shown] == [-100, 100]
        await press("down")
        assert app.selected
        assert app.selected.priority == 100
        await press("I")  # the cursor stays with its program
        assert app.selected.priority == 100
        for key in "cspwmtdun<>":
            await press(key)
        await press("r")
        await press("R")
        assert app.interval_s == 0.25
        await press("h")
        assert "sort one column left" in screen(app)
        await press("escape")
        assert "sort one column left" not in screen(app)
        assert "<svg" in app.export_screenshot()
        await press("q")

    play(two, scene)


def test_hold_asks_first(two: World) -> None:
    """n changes nothing, y holds, and the same key releases."""

    async def scene(app: TopApp, press: Press) -> None:
        await press("i")
        chosen = app.selected
        assert chosen
        await press("space")
        assert f"Hold program {chosen.id} (soft-load)?" in screen(app)
        await press("n")
        assert not app.selected.held_by_person  # type: ignore[union-attr]
        await press("H")
        await press("y")
        assert app.selected.held_by_person  # type: ignore[union-attr]
        assert "held by a person" in screen(app)
        await press("space")
        assert f"Release program {chosen.id}" in screen(app)
        await press("enter")
        assert not app.selected.held_by_person  # type: ignore[union-attr]
        await press("plus")
        await press("plus")
        await press("minus")
        assert app.selected.asked_priority == chosen.priority + 10  # type: ignore[union-attr]

    assert play(two, scene).calls == 5


def test_readonly_refuses(two: World) -> None:
    """And says so."""

    async def scene(app: TopApp, press: Press) -> None:
        assert "READ ONLY" in screen(app)
        for key in ("space", "H", "plus", "minus"):
            await press(key)
        assert "without --readonly" in screen(app)

    assert play(two, scene, readonly=True).calls == 0


def test_a_program_that_has_gone_is_no_harm(two: World) -> None:
    """The question was open while it ended."""

    async def scene(app: TopApp, press: Press) -> None:
        await press("space")
        for process in two._started:
            process.kill()
            process.wait()
        two.heddle("ps")  # tidies up
        await press("y")
        assert "no program" in screen(app)

    play(two, scene)


def test_on_a_terminal(two: World) -> None:
    """The command itself: a hold by its keys is in force, q quits with 0."""
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 160, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "heddle", "top", "--interval", "0.2"],
        env={**two.environment, "TERM": "xterm-256color"},
        stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    try:
        _read_until(ours, "soft-load")
        os.write(ours, b"ik ")
        _read_until(ours, "Hold program")
        os.write(ours, b"y")
        once(two, lambda seen: any(row["held_by_person"] for row in seen.values()))
        os.write(ours, b"q")
        _read_until(ours, "")
        assert process.wait(timeout=10) == 0
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(ours)


def _read_until(terminal: int, text: str) -> None:
    """Reads what it draws until this was drawn; an empty text: until it ends."""
    drawn = ""
    deadline = time.monotonic() + 20
    while not text or text not in drawn:
        ready, _, _ = select.select([terminal], [], [], deadline - time.monotonic())
        assert ready, drawn[-2000:]
        try:
            drawn += os.read(terminal, 65536).decode(errors="replace")
        except OSError:  # the other side is closed
            assert not text, drawn[-2000:]
            return
