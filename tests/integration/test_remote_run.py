"""`heddle run --on NODE`: a program that runs on another node as if it were here."""

from __future__ import annotations

import hashlib
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from heddle._gen.rest import TokenAsk
from heddle.engine.local.sandbox import isolation
from heddle.errors import UsageError
from heddle.system.process import started_ticks
from tests.components import install
from tests.conftest import missing
from tests.integration.test_shell import Person
from tests.plane import Plane
from tests.world import World, eventually


class Away(Plane):
    """A control plane as somebody at another machine has it: an address and a token."""

    def __init__(self, folder: Path, *, isolated: bool = False) -> None:
        world = World()
        world.environment["SOFTXPU_DEVICES"] = "gpu"
        super().__init__(world, folder / "state")
        if isolated:
            world.environment["HEDDLE_SHARED_USER_TENANTS"] = "0"
        self.ok("up", "--port", "0")
        asked: TokenAsk = {"name": "ann", "scope": "submit"}
        with self.client() as admin:
            (node,) = admin.nodes()["nodes"]
            if isolated:
                admin.add_tenant({"path": "of-ann"})
                asked["tenant"] = "of-ann"
            self.token = str(admin.add_token(asked)["token"])
        self.node = str(node["name"])
        self._own = {"HEDDLE_STATE": world.environment["HEDDLE_STATE"]}
        world.environment |= {
            "HEDDLE_SERVER": self.server["address"],
            "HEDDLE_TOKEN": self.token,
            "HEDDLE_STATE": str(folder / "nothing"),
        }
        for name in ("VIRTUAL_ENV", "CONDA_PREFIX"):
            world.environment.pop(name, None)

    def on(self, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
        with self.start(folder, *words) as process:
            out, err = process.communicate(timeout=90)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def start(self, folder: Path, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "heddle", "run", "--on", self.node, *words],
            env=self.world.environment, cwd=folder, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def newest(self) -> str:
        with self.client() as client:
            return str(client.jobs(limit=1)["jobs"][0]["id"])

    def again(self) -> None:
        """The control plane is killed, and started at the same address."""
        server = self.server
        os.kill(server["pid"], signal.SIGKILL)
        assert eventually(lambda: started_ticks(server["pid"]) is None)
        theirs = dict(self.world.environment)
        self._as_administrator()
        self.ok("up", "--port", str(urlsplit(server["address"]).port))
        self.world.environment |= theirs

    def _as_administrator(self) -> None:
        self.world.environment |= self._own
        for name in ("HEDDLE_SERVER", "HEDDLE_TOKEN"):
            self.world.environment.pop(name)

    def remove(self) -> None:
        self._as_administrator()
        super().remove()
        self.world.remove()


@pytest.fixture(scope="module")
def away(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Away]:
    made = Away(tmp_path_factory.mktemp("away"))
    yield made
    made.remove()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "work"
    (made / "src").mkdir(parents=True)
    (made / "src" / "model.py").write_text("size = 1\n")
    (made / "gone").write_text("deleted there\n")
    (made / "both").write_text("0\n")
    (made / "link").symlink_to("gone")
    long_ago = time.time() - 3600
    for path in made.rglob("*"):
        os.utime(path, (long_ago, long_ago), follow_symlinks=False)
    return made


SCRIPT = """
cat src/model.py; pwd > where
echo 'size = 2' > src/model.py
mkdir -p out/deep empty .git/hooks .heddle
echo new > out/deep/new; chmod 755 out/deep/new
echo evil > .git/hooks/post-commit
ln -s new out/deep/latest
rm gone; touch both; echo 1 > both
echo to stderr >&2
exit 3
"""


def test_a_folder_goes_out_and_what_was_changed_comes_back(away: Away, folder: Path) -> None:
    """Nothing else is touched, and the exit code is the program's."""
    before = (folder / "link").lstat().st_mtime_ns
    done = away.on(folder, "--", "sh", "-c", SCRIPT)
    assert (done.returncode, done.stdout) == (3, "size = 1\nto stderr\n"), done.stderr
    assert (folder / "where").read_text().strip() != str(folder)
    assert (folder / "src" / "model.py").read_text() == "size = 2\n"
    assert os.access(folder / "out" / "deep" / "new", os.X_OK)
    assert (folder / "empty").is_dir()
    assert (folder / "both").read_text() == "1\n"
    assert (folder / "gone").exists(), "nothing is deleted here"
    assert (folder / "link").lstat().st_mtime_ns == before
    assert not (folder / ".git").exists()
    assert not (folder / ".heddle").exists()
    assert done.stderr == (
        "heddle: out/deep/latest did not come back: it is a link, and only files are copied.\n"
    )
    with away.client() as client:
        assert client.job_files(away.newest())["entries"], "something did not come back"
    again = away.on(folder, "--", "cat", "src/model.py", "out/deep/new")
    with away.client() as client, pytest.raises(UsageError, match="its folder is not kept"):
        client.job_files(away.newest())
    assert (again.returncode, again.stdout, again.stderr) == (0, "size = 2\nnew\n", "")


def test_more_output_than_is_kept(away: Away, folder: Path) -> None:
    """The program is not left alone: its end is shown, and what it changed comes back."""
    script = "head -c 150000000 /dev/zero; echo made > made; echo the end; exit 3"
    done = away.on(folder, "--", "sh", "-c", script)
    assert done.returncode == 3, done.stderr
    assert done.stdout.endswith("the end\n")
    assert (folder / "made").exists()
    assert len(done.stdout) == 150_000_008 or "bytes of its output are missing" in done.stderr


def given(away: Away, folder: Path, source: str, *words: str) -> subprocess.CompletedProcess[bytes]:
    """The command with what a shell has as `source`: `cat x |` before it, or `< x` behind it."""
    run = f"{sys.executable} -m heddle run --on {away.node} {shlex.join(words)}"
    line = source.replace("RUN", run) if "RUN" in source else f"{run} {source}"
    return subprocess.run(
        ["sh", "-c", line], env=away.world.environment, cwd=folder, capture_output=True, timeout=90
    )


def test_input_reaches_the_program(away: Away, folder: Path) -> None:
    """From a pipe and from a file, whatever the bytes are, up to its end."""
    data = os.urandom(5_000_000)
    (folder / ".heddleignore").write_text("input\n")
    (folder / "input").write_bytes(data)
    whole = f"{hashlib.sha256(data).hexdigest()}  -\n".encode()
    for source in ("(head -c 70000 input; sleep 1; tail -c +70001 input) | RUN", "< input"):
        done = given(away, folder, source, "--", "sha256sum")
        assert (done.returncode, done.stdout) == (0, whole), (source, done.stderr)
    done = given(away, folder, "< input", "--members", "2", "--", "sh", "-c", "wc -c")
    assert sorted(done.stdout.splitlines()) == [b"[0] 5000000", b"[1] 0"], done.stderr
    for nothing in ("< /dev/null", "<&-", "true | RUN"):
        done = given(away, folder, nothing, "--", "wc", "-c")
        assert (done.stdout, done.stderr) == (b"0\n", b""), nothing


def test_a_program_that_does_not_read_ends_all_the_same(away: Away, folder: Path) -> None:
    done = given(away, folder, "yes | RUN", "--", "sh", "-c", "head -n 2; exit 4")
    assert (done.returncode, done.stdout) == (4, b"y\ny\n"), done.stderr
    assert done.stderr == b""


def test_input_goes_on_when_the_control_plane_is_back(tmp_path: Path, folder: Path) -> None:
    """Nothing of it is lost, and nothing comes twice."""
    made = Away(tmp_path / "plane")
    try:
        words = [sys.executable, "-m", "heddle", "run", "--on", made.node, "--", "sha256sum"]
        process = subprocess.Popen(
            words, env=made.world.environment, cwd=folder, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        data = os.urandom(3 << 20)
        assert process.stdin is not None
        process.stdin.write(data[: 1 << 20])
        process.stdin.flush()
        made.again()
        out, err = process.communicate(data[1 << 20 :], timeout=120)
        assert (process.returncode, out.split()) == (
            0, [hashlib.sha256(data).hexdigest().encode(), b"-"],
        ), err  # fmt: skip
    finally:
        made.remove()


def test_a_folder_that_was_deleted(away: Away, folder: Path) -> None:
    script = f'mkdir x; cd x; rmdir ../x; exec {sys.executable} -m heddle run --on "$0" -- true'
    words = ["sh", "-c", script, away.node]
    done = subprocess.run(
        words, env=away.world.environment, cwd=folder, text=True, capture_output=True
    )
    assert done.returncode == 2
    assert "the current folder was deleted" in done.stderr


def test_what_was_changed_here_meanwhile_stays(away: Away, folder: Path) -> None:
    script = "echo ready; sleep 1; echo there > both; echo there > other"
    with away.start(folder, "--", "sh", "-c", script) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        (folder / "both").write_text("here\n")
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (0, "")
    assert ((folder / "both").read_text(), (folder / "other").read_text()) == ("here\n", "there\n")
    job = away.newest()
    assert err == (
        f"heddle: both was changed here, too, and stays: heddle job cp {job}:both OTHER\n"
    )


def test_no_link_of_the_folder_is_followed(away: Away, folder: Path, tmp_path: Path) -> None:
    """A program cannot write where it was not sent, by what is in the folder."""
    (folder / ".heddleignore").write_text("out\n")
    (tmp_path / "outside").mkdir()
    (folder / "out").symlink_to(tmp_path / "outside")
    done = away.on(folder, "--", "sh", "-c", "mkdir out; echo x > out/x")
    assert done.returncode == 0
    assert "out/x did not come back" in done.stderr
    assert os.listdir(tmp_path / "outside") == []


def test_without_a_copy_it_works_in_the_folder_itself(away: Away, folder: Path) -> None:
    script = "pwd; echo $OWN $GIVEN; echo x > made"
    away.world.environment["GIVEN"] = "given"
    done = away.on(
        folder, "--no-copy", "--env", "OWN=1", "--env", "GIVEN", "--", "sh", "-c", script
    )
    assert (done.returncode, done.stdout) == (0, f"{folder}\n1 given\n"), done.stderr
    assert (folder / "made").exists()


@pytest.mark.parametrize(
    ("number", "script", "code"),
    [
        (signal.SIGINT, "trap 'echo heard; exit 7' INT", 7),
        (signal.SIGUSR1, "trap 'echo heard; exit 8' USR1", 8),
        (signal.SIGTERM, "true", 143),
        (signal.SIGINT, "true", 130),
    ],
)
def test_signals_are_the_programs(
    away: Away, folder: Path, number: signal.Signals, script: str, code: int
) -> None:
    loop = f"{script}; echo made > made; echo ready; while :; do sleep 0.05; done"
    with away.start(folder, "--", "sh", "-c", loop) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert process.returncode == code, err
    assert ("heard" in out) == (script != "true")
    assert (folder / "made").exists(), "also what it changed before comes back"
    assert away.job(away.newest())["state"] == "failed"


def test_one_that_waits_is_ended_by_a_signal(away: Away, folder: Path) -> None:
    busy = away.submit("--devices", "gpu:1", "--", "sleep", "60")
    assert away.is_(busy, "running")
    with away.start(folder, "--device", "gpu:1", "--", "true") as process:
        assert eventually(lambda: away.newest() != busy)
        job = away.newest()
        assert eventually(lambda: away.job(job)["why"] is not None)
        process.terminate()
        process.communicate(timeout=60)
    assert process.returncode == 143
    assert away.job(job)["state"] == "cancelled"
    away.ok("job", "cancel", busy)


def test_at_a_terminal_it_has_one(
    away: Away, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    script = (
        "trap 'echo interrupte''d' INT; until stty size | grep '30 100'; do sleep 0.05; done;"
        "until read line; do :; done; stty size; echo $line > typed; exit 5"
    )
    with Person(away, "run", "--on", away.node, "--", "bash", "-c", script) as person:
        person.sees("30 100")
        person.type("\x03")
        person.sees("interrupted")
        person.resize(20, 40)
        time.sleep(0.5)
        person.type("hello\r")
        person.sees("20 40")
        person.ends(with_code=5)
    assert (folder / "typed").read_text() == "hello\n"


#: Counts signals until a line is typed; with a word behind it, keys make none.
COUNTS = """
import signal, sys, termios, time
heard = []
for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGUSR1):
    signal.signal(number, lambda number, _: (heard.append(number), print("heard", number)))
if len(sys.argv) > 1:
    modes = termios.tcgetattr(0)
    modes[3] &= ~termios.ISIG
    termios.tcsetattr(0, termios.TCSANOW, modes)
print("is" + " ready", flush=True)
line = sys.stdin.readline()
print("all", sorted(map(int, heard)), repr(line), flush=True)
"""


def test_each_signal_is_heard_once_at_a_terminal(
    away: Away, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is typed, so that the terminal there makes it, or sent to the command here."""
    monkeypatch.chdir(folder)
    words = ("run", "--on", away.node, "--", sys.executable, "-c", COUNTS)
    with Person(away, *words) as person:
        person.sees("is ready")
        person.type("\x03")
        person.sees(f"heard {signal.SIGINT:d}")
        for number in (signal.SIGQUIT, signal.SIGUSR1, signal.SIGINT):
            person.process.send_signal(number)
            person.sees(f"heard {number:d}")
        time.sleep(0.3)
        person.type("go\r")
        person.sees(r"all \[2, 2, 3, 10\] 'go\\n'")
        person.ends(with_code=0)
    with Person(away, *words, "raw") as person:
        person.sees("is ready")
        person.process.send_signal(signal.SIGINT)
        person.sees(f"heard {signal.SIGINT:d}")
        person.type("\x03\r")
        person.sees(r"all \[2\] '\\x03\\n'")
        person.ends(with_code=0)


def test_signals_reach_all_members_and_they_are_one_job(away: Away, folder: Path) -> None:
    """Listed as one, with a place for each, and ended together."""
    loop = "trap 'echo heard; sleep 1; exit 7' INT; echo ready; while :; do sleep 0.05; done"
    with away.start(folder, "--members", "2", "--", "sh", "-c", loop) as process:
        assert process.stdout is not None
        shown = [process.stdout.readline() for _ in range(2)]
        assert sorted(shown) == [f"[{number}] ready\n" for number in range(2)]
        job = away.newest()
        (line,) = [each for each in away.json("job", "ls") if each["id"] == job]
        assert len(line["places"]) == 2
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 7, err
    assert sorted(out.splitlines()) == [f"[{number}] heard" for number in range(2)], err
    with away.start(folder, "--members", "2", "--", "sleep", "600") as process:
        assert eventually(lambda: away.newest() != job)
        job = away.newest()
        assert away.is_(job, "running")
        away.ok("job", "cancel", job)
        process.communicate(timeout=60)
    assert process.returncode != 0
    assert away.job(job)["state"] == "cancelled"


def test_members_are_shown_by_name_and_end_together(away: Away, folder: Path) -> None:
    script = "echo $RANK of $WORLD_SIZE; [ $RANK = 0 ] && exec sleep 60; sleep 0.5; exit 6"
    done = away.on(folder, "--members", "2", "--env", "X=1", "--", "sh", "-c", script)
    assert done.returncode == 6, done.stderr
    assert sorted(done.stdout.splitlines()) == ["[0] 0 of 2", "[1] 1 of 2"]
    assert "member 1 ended with exit code 6, so the others were ended" in done.stderr


def test_a_reader_that_leaves_ends_it(away: Away, folder: Path) -> None:
    with away.start(folder, "--", "sh", "-c", "while :; do echo y; sleep 0.01; done") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "y\n"
        process.stdout.close()
        assert process.wait(60) == 141
    assert away.is_(away.newest(), "cancelled")


def test_a_node_that_is_not_there_is_answered_with_those_that_are(away: Away) -> None:
    def said(name: str, *words: str) -> str:
        done = away.heddle("run", "--on", name, *words, "--", "true")
        assert done.returncode == 2, done.stdout
        return done.stderr

    text = said(f"{away.node}x")
    assert f"there is no node {away.node}x." in text
    assert f"Did you mean {away.node!r}? Nodes that do: {away.node}." in text
    assert "--swap, --level: a program on another node is a job" in said(
        away.node, "--swap", "--level", "2"
    )
    assert "--device: " in said(away.node, "--device", "nonsense:")
    assert "heddle run --on NODE -- CMD" in away.heddle("run", "--on", away.node).stderr
    assert "--on." in away.heddle("run", "--members", "2", "--", "true").stderr
    with away.client() as admin:
        admin.drain(away.node)
        text = said(away.node)
        admin.undrain(away.node)
    assert f"{away.node} is drained" in text
    assert "No node does." in text


def test_a_plain_run_knows_nothing_of_it() -> None:
    """It must start in milliseconds."""
    script = (
        "import argparse, sys, heddle.cli.run as run; run.configure(argparse.ArgumentParser());"
        "print([m for m in sys.modules if m.startswith(('heddle.client', 'heddle.cli.job'))"
        " or m in ('typing', 'json', 'tarfile', 'http.client')])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr


def test_of_isolated_tenants_too(tmp_path: Path, folder: Path) -> None:
    """In a sandbox of another user: files, signals and terminal are as without."""
    found, why = isolation.find(os.environ, str(tmp_path))
    if found is None:
        missing(why, install("bubblewrap")) if "not installed" in why else pytest.skip(why)
    made = Away(tmp_path, isolated=True)
    try:
        loop = (
            "trap 'echo heard; exit 7' INT; echo x > made; echo ready; while :; do sleep 0.05; done"
        )
        with made.start(folder, "--", "sh", "-c", loop) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        assert (process.returncode, out) == (7, "heard\n"), err
        assert (folder / "made").stat().st_uid == os.geteuid()
        refused = made.on(folder, "--no-copy", "--", "true")
        assert "--no-copy: your jobs are isolated" in refused.stderr
        with Person(
            made, "run", "--on", made.node, "--", "sh", "-c", "test -t 0; exit $?"
        ) as person:
            person.ends(with_code=0)
    finally:
        made.remove()
