"""A proxied program hears the signals that it would hear without a sandbox, each of them once."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

from tests.integration.test_proxied import PRELUDE, folder, servers, start
from tests.world import World, eventually

__all__ = ["folder"]  # a fixture


def test_no_signal_is_lost_at_the_start(world: World, folder: Path) -> None:
    """While the sandbox is made, there is no program yet that could get it."""
    for step in range(12):
        process = start(world, folder, code="time.sleep(60)")
        assert eventually(lambda pid=process.pid: bool(servers(pid)))  # type: ignore[misc]
        time.sleep(step / 1000)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 128 + signal.SIGTERM


def test_what_is_ignored_stays_so(world: World, folder: Path) -> None:
    """As under nohup: a hang-up ends neither Heddle nor the program."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        code = "import signal; print(signal.getsignal(1), flush=True); input()"
        process = start(world, folder, code=code)
    finally:
        signal.signal(signal.SIGHUP, before)
    assert process.stdout
    assert process.stdout.readline() == f"{signal.SIG_IGN}\n"
    process.send_signal(signal.SIGHUP)
    assert process.poll() is None


def test_what_is_typed_comes_once(world: World, folder: Path) -> None:
    """Whatever its input is: the terminal signals the program itself."""
    keyboard, terminal = pty.openpty()
    code = """
    import signal
    seen = []
    signal.signal(signal.SIGINT, lambda *_: seen.append(1))
    print("ready", flush=True)
    while not seen: time.sleep(0.01)
    time.sleep(1)
    print(len(seen), flush=True)
    """
    (folder / "attempt.py").write_text(PRELUDE + textwrap.dedent(code))
    heddle = f"{sys.executable} -m heddle run --proxied -- {sys.executable} attempt.py"
    process = subprocess.Popen(
        ["setsid", "--ctty", "--wait", "sh", "-c", f"exec {heddle} < /dev/null"],
        cwd=folder,
        env=world.environment,
        stdin=terminal,
        stdout=subprocess.PIPE,
        text=True,
    )
    world.adopt(process)
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    os.write(keyboard, b"\x03")
    assert process.stdout.readline() == "1\n"
    process.wait(20)
    os.close(keyboard)
    os.close(terminal)


def test_a_signal_for_its_group_is_its_own_affair(world: World, folder: Path) -> None:
    """What makes the sandbox is in that group as well, and must not end before the program."""
    code = """
    import signal
    signal.signal(signal.SIGTERM, lambda *_: (time.sleep(0.3), sys.exit(9)))
    print("ready", flush=True)
    while True: time.sleep(0.1)
    """
    (folder / "attempt.py").write_text(PRELUDE + textwrap.dedent(code))
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "heddle", "run", "--proxied"),
            *("--", sys.executable, "attempt.py"),
        ],
        cwd=folder,
        env=world.environment,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    world.adopt(process)
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    os.killpg(process.pid, signal.SIGTERM)
    assert process.wait(20) == 9


def test_it_begins_with_signals_as_without_a_sandbox(world: World) -> None:
    wanted = ("grep", "-E", "Sig(Blk|Ign)", "/proc/self/status")
    inside = world.heddle("run", "--proxied", "--", *wanted)
    assert inside.stdout == subprocess.run(wanted, capture_output=True, text=True).stdout
    assert world.heddle("run", "--proxied", "--", __file__).returncode == 126
