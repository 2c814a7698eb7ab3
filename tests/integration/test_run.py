"""`heddle run` as a user meets it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from heddle import native
from heddle.cli import commands, is_noun, main
from tests.components import install
from tests.conftest import missing
from tests.world import World

LOAD = os.path.join(native.DIRECTORY, "soft-load")


def test_the_exit_code_is_the_commands(world: World) -> None:
    """Whatever it is."""
    for code in (0, 1, 7, 125, 255):
        assert world.heddle("run", "--", "sh", "-c", f"exit {code}").returncode == code


def test_signals_reach_the_command(world: World) -> None:
    """`heddle run` has become the command: there is nobody in between."""
    process = world.start(sys.executable, "-m", "heddle", "run", "--", "sleep", "30")
    deadline = time.monotonic() + 10
    while Path(f"/proc/{process.pid}/comm").read_text().strip() != "sleep":
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=10)
    assert process.returncode == -signal.SIGTERM


def test_a_reader_that_has_gone_ends_the_command(world: World) -> None:
    """As in `yes | head -1`: it is not told by an error, which it would print."""
    command = f"{sys.executable} -m heddle run -- yes | head -1"
    done = subprocess.run(
        ["sh", "-c", command], env=world.environment, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("y\n", "")


def test_arguments_and_output_pass_through(world: World) -> None:
    """Also without the --, and with options that look like ours."""
    done = world.heddle("run", "--", "printf", "%s|", "--priority", "a b", "")
    assert done.stdout == "--priority|a b||"
    assert world.heddle("run", "echo", "hello").stdout == "hello\n"


def test_children_belong_to_the_program(world: World) -> None:
    """A shell's two children are one program with two processes."""
    script = f"{LOAD} requests 1 100 0 4 5 >/dev/null & {LOAD} requests 1 100 0 4 5 >/dev/null"
    process = world.start(sys.executable, "-m", "heddle", "run", "--", "sh", "-c", script)
    try:
        deadline = time.monotonic() + 10
        while True:
            listed = json.loads(world.heddle("ps", "-o", "json").stdout)
            if listed and len(listed[0]["processes"]) == 2:
                break
            assert time.monotonic() < deadline, listed
        assert len(listed) == 1
        assert listed[0]["pid"] == process.pid
        members = listed[0]["processes"]
    finally:
        process.kill()
        process.communicate()
    for pid in members:
        with suppress(ProcessLookupError):  # where the shell has become the second of them
            os.kill(pid, signal.SIGKILL)


def test_ps_shows_who_is_held_and_why(world: World) -> None:
    """The reason names the program that goes first, and a person's hold."""
    low = world.start(
        sys.executable, "-m", "heddle", "run", "--priority", "low", "--device", "soft@gpu",
        "--", LOAD, "requests", "1", "1000", "0", "8", "30",
    )  # fmt: skip
    high = world.start(
        sys.executable, "-m", "heddle", "run", "--priority", "high", "--device", "soft@gpu",
        "--", LOAD, "requests", "1", "1000", "0", "8", "30",
    )  # fmt: skip
    try:
        deadline = time.monotonic() + 10
        while True:
            listed = {p["priority"]: p for p in json.loads(world.heddle("ps", "-o", "json").stdout)}
            if listed.get(-100, {}).get("state") == "held":
                break
            assert time.monotonic() < deadline, listed
        expected = f"program {listed[100]['id']} goes first on soft@gpu"
        assert listed[-100]["reason"] == expected
        assert world.heddle("program", "hold", str(listed[100]["id"])).returncode == 0
        deadline = time.monotonic() + 10
        while True:
            listed = {p["priority"]: p for p in json.loads(world.heddle("ps", "-o", "json").stdout)}
            if listed[-100]["state"] == "running":
                break
            assert time.monotonic() < deadline, listed
        assert listed[100]["reason"] == "held by a person"
        assert world.heddle("program", "release", str(listed[100]["id"])).returncode == 0
        assert (
            world.heddle("program", "set", str(listed[100]["id"]), "--priority", "-200").returncode
            == 0
        )
        listed = {p["priority"]: p for p in json.loads(world.heddle("ps", "-o", "json").stdout)}
        assert -200 in listed
    finally:
        for process in (low, high):
            process.kill()
            process.communicate()


def test_a_hint_from_inside_changes_the_own_program(world: World) -> None:
    """heddle.hint() needs no id."""
    script = (
        "import heddle; heddle.hint(priority='high', deadline=0.033);"
        "p, = heddle.programs(); print(p.priority, p.deadline_us)"
    )
    done = world.heddle("run", "--", sys.executable, "-c", script)
    assert done.stdout == "100 33000\n", done.stderr


def test_a_hint_outside_says_what_to_do(world: World) -> None:
    """And harms nothing: the process can be scheduled later."""
    script = "import heddle; heddle.hint(priority=1)"
    done = subprocess.run(
        [sys.executable, "-c", script], env=world.environment, capture_output=True, text=True
    )
    assert "does not run under Heddle" in done.stderr
    assert world.heddle("ps").stdout.count("\n") == 1


def test_it_starts_without_site_packages(world: World) -> None:
    """A bare Python is enough: no dependency, no site."""
    package = Path(native.__file__).resolve().parents[1]
    script = (
        f"import sys; sys.path.insert(0, {str(package)!r}); from heddle.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script, "run", "--", "true"],
        env=world.environment,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--device", "soft@gpux", "--", "true"], 110, ["soft@gpux", "Did you mean 'soft@gpu'"]),
        (["--priority", "300", "--", "true"], 2, ["300", "-255 to 255"]),
        ([], 2, ["no command", "heddle run --priority high --"]),
        (["--", "no-such-command-here"], 127, ["no-such-command-here", "PATH"]),
        (["--", "/etc/passwd"], 126, ["/etc/passwd", "execute permission"]),
        (["--", "/tmp"], 126, ["/tmp", "directory"]),
    ],
)
def test_bad_input_gets_one_sentence_and_a_code(
    world: World, arguments: list[str], code: int, words: list[str]
) -> None:
    """What is wrong, what to do, and a documented exit code."""
    done = world.heddle("run", *arguments)
    assert done.returncode == code
    assert done.stderr.startswith("heddle: ")
    assert len(done.stderr.strip().splitlines()) == 1
    for word in words:
        assert word in done.stderr


def static_program(folder: Path) -> Path:
    source, program = folder / "s.c", folder / "static"
    source.write_text("int main(void) { return 5; }")
    compiler = shutil.which("cc")
    if compiler is None:
        missing("no C compiler", install("compiler"))
    built = subprocess.run([str(compiler), "-static", str(source), "-o", str(program)])
    if built.returncode:
        missing("no static libc", install("static"))
    return program


def test_a_static_command_runs_without_device_and_is_refused_with(
    world: World, tmp_path: Path
) -> None:
    """Nothing was promised without --device, so it runs, with one line."""
    program = str(static_program(tmp_path))
    done = world.heddle("run", "--", program)
    assert done.returncode == 5
    assert "statically linked" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    refused = world.heddle("run", "--device", "soft@gpu", "--", program)
    assert refused.returncode == 114
    assert "statically linked" in refused.stderr


def test_a_machine_without_devices_runs_the_command_anyway(world: World) -> None:
    """With one line; asked for a device by name, it is refused."""
    done = world.heddle("run", "--", "echo", "ran", SOFTXPU_DEVICES="none")
    assert (done.returncode, done.stdout) == (0, "ran\n")
    assert "no accelerator found" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    refused = world.heddle("run", "--device", "soft@gpu", "--", "true", SOFTXPU_DEVICES="none")
    assert refused.returncode == 110


def test_an_unusable_table_is_said_with_its_remedy(world: World) -> None:
    """Another file, another version, no permission: one sentence each, and the way out."""
    world.folder.mkdir()
    world.table.write_bytes(b"not a table" * 40_000)
    done = world.heddle("ps")
    assert done.returncode == 112
    assert "not a Heddle table" in done.stderr
    assert "HEDDLE_TABLE" in done.stderr
    assert "rm " not in done.stderr, "a path that was named by hand could be anything"
    refused = world.heddle("run", "--device", "soft@gpu", "--", "true")
    assert refused.returncode == 112
    ran = world.heddle("run", "--", "echo", "ran")
    assert (ran.returncode, ran.stdout) == (0, "ran\n")
    assert len(ran.stderr.strip().splitlines()) == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to become somebody else")
def test_no_permission_is_said_with_its_remedy(world: World) -> None:
    """A table of another user is not ours to use."""
    assert world.heddle("ps").returncode == 0
    os.chmod(world.folder, 0o755)
    # Everything is imported first: the other user may not be able to read this installation.
    script = """
import os, sys
from argparse import Namespace
import heddle.cli.ps
from heddle import errors, native, table
native.library()
os.setuid(65534)
try:
    heddle.cli.ps.run(Namespace(output="table", node=None))
except errors.HeddleError as error:
    print(error, file=sys.stderr)
    sys.exit(error.exit_code)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], env=world.environment, capture_output=True, text=True
    )
    assert done.returncode == 111, done.stderr
    assert "HEDDLE_TABLE=" in done.stderr


def test_switching_a_capability_off_lowers_the_level(world: World) -> None:
    """Everything works one level down."""
    for spec, level in (
        ("gpu", 3),
        ("gpu:caps=-timeslice", 2),
        ("gpu:caps=-timeslice:caps=-wait_value", 1),
        ("gpu:caps=-timeslice:caps=-wait_value:caps=-write_value", 1),
    ):
        devices = json.loads(
            world.heddle("device", "ls", "-o", "json", SOFTXPU_DEVICES=spec).stdout
        )
        assert [d["level"] for d in devices] == [level]
        done = world.heddle(
            "run", "--", LOAD, "requests", "10", "100", "0", "4", "1", SOFTXPU_DEVICES=spec
        )
        assert done.returncode == 0
        assert done.stdout.count("\n") > 50


def test_check_finds_nothing_wrong_here(world: World) -> None:
    """And says so in JSON too."""
    done = world.heddle("admin", "check", "-o", "json")
    assert done.returncode == 0, done.stdout
    assert {finding["state"] for finding in json.loads(done.stdout)} <= {"ok", "note"}


def test_every_command_has_help_with_examples(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    """Help that shows how."""
    overview = world.heddle("--help").stdout
    for name in commands().names():
        assert f"  {name}" in overview
        module = commands().load(name)
        of_noun = commands(name).names() if is_noun(module) else []
        if of_noun:
            assert main([name, "--help"]) == 0
            told = capsys.readouterr().out
            assert all(f"  {verb}" in told for verb in of_noun)
        for path in [[name, verb] for verb in of_noun] or [[name]]:
            with pytest.raises(SystemExit):
                main([*path, "--help"])
            assert "examples:" in capsys.readouterr().out, path
    unknown = world.heddle("rnu")
    assert unknown.returncode == 2
    assert "Did you mean 'run'?" in unknown.stderr


def test_the_demo_shows_all_acts_and_draws_them(world: World, tmp_path: Path) -> None:
    """Short acts: the bars are a benchmark's business, the shape of the answer is this one's."""
    picture = tmp_path / "demo.svg"
    done = world.heddle("demo", "--seconds", "1", "--out", str(picture), "-o", "json")
    answer = json.loads(done.stdout)
    native_row, preemptive, cooperative = answer["rows"]
    assert cooperative["act"] == "act 3: cooperative"
    assert preemptive["frame_p50_ms"] < native_row["frame_p50_ms"] / 2
    assert cooperative["frame_p50_ms"] < native_row["frame_p50_ms"] / 2
    assert {"name", "limit", "measured", "holds"} <= set(answer["bars"][0])
    assert picture.read_text().startswith("<svg")
