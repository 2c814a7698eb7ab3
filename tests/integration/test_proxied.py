"""A proxied program: no device within its reach, whatever it tries; and otherwise as any other."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from heddle import native
from heddle._gen.soft_abi import Process
from heddle.inventory.apis import soft
from tests.world import World, eventually

#: Of Python, in each attempt: the vendor's API as a program has it, and what it returns.
PRELUDE = """
import ctypes, os, socket, stat, subprocess, sys, time
def library(path="libsoftxpu.so.1"):
    api = ctypes.CDLL(path)
    api.sxMalloc.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    return api
def takes(api, mib):
    pointer = ctypes.c_void_p()
    return api.sxMalloc(ctypes.byref(pointer), mib << 20) == 0
def done(succeeded):
    print("ESCAPED" if succeeded else "held", flush=True)
    os._exit(0)
"""

#: What a hostile program tries, by what it would get. With 8 MiB of memory and a tenth of the
#: device. Each ends with done(whether it has got it).
ATTEMPTS = {
    "open the device's file": "done(os.path.exists(os.environ['DEVICE_FILE']))",
    "find any device": """
        known = {"null", "zero", "full", "random", "urandom", "tty", "ptmx", "console"}
        found = [os.path.join(at, name) for at, _, names in os.walk("/dev") for name in names]
        modes = {path: os.lstat(path).st_mode for path in found}
        nodes = [p for p, m in modes.items() if stat.S_ISCHR(m) or stat.S_ISBLK(m)]
        done([n for n in nodes if os.path.basename(n) not in known and "/pts" not in n])
        """,
    "have a device among its open files": """
        open_ones = [os.fstat(int(n)) for n in os.listdir("/proc/self/fd") if n.isdigit()
                     and os.path.exists(f"/proc/self/fd/{n}")]
        done(any(stat.S_ISBLK(o.st_mode) or (stat.S_ISCHR(o.st_mode) and
             os.major(o.st_rdev) not in (1, 4, 5, 136)) for o in open_ones))
        """,
    "have a device mounted": """
        text = open("/proc/self/mountinfo").read()
        done(any(word in text for word in ("nvidia", "dri/", "/kfd", "davinci")))
        """,
    "make a device": """
        made = False
        for path in ("node", "/dev/node", "/tmp/node"):
            try:
                os.mknod(path, 0o600 | stat.S_IFCHR, os.makedev(1, 1))
                os.open(path, os.O_RDONLY)
                made = True
            except OSError:
                pass
        done(made)
        """,
    "use the vendor's library instead": """
        os.environ["SOFTXPU_SEGMENT"] = os.environ["SEGMENT"]
        api = library(os.path.join(os.environ["NATIVE"], "libsoftxpu.so.1"))
        api.sxInit(0)
        takes(api, 64)
        time.sleep(1)  # the tester looks who is on the device
        done(os.path.exists(os.environ["DEVICE_FILE"] + ".seen"))
        """,
    "see the servers": """
        pids = [int(n) for n in os.listdir("/proc") if n.isdigit()]
        words = [open(f"/proc/{p}/cmdline").read() for p in pids if os.path.exists(f"/proc/{p}")]
        done(any("-server" in w or "heddle\\0run" in w for w in words))
        """,
    "end the servers": """
        api = library()
        api.sxInit(0)
        own = [int(n) for n in os.listdir("/proc/self/task")]
        for pid in range(2, 40000):
            try:
                if pid not in own: os.kill(pid, 9)
            except OSError:
                pass
        done(api.sxDeviceSynchronize() != 0)
        """,
    "trace its parent": """
        libc = ctypes.CDLL(None, use_errno=True)
        done(os.getppid() != 1 and libc.ptrace(16, os.getppid(), 0, 0) == 0)
        """,
    "be another program by the environment": """
        os.environ.update(HEDDLE_PROGRAM="1", HEDDLE_PRIORITY="255", HEDDLE_MEM="64MiB",
                          HEDDLE_TABLE=os.environ["TABLE"])
        api = library()
        done(api.sxInit(0) == 0 and takes(api, 9))
        """,
    "reach the table": "done(os.path.exists(os.environ['TABLE']))",
    "reach the agent": """
        folder = os.path.dirname(os.environ["TABLE"])
        done(os.path.isdir(folder) and os.listdir(folder))
        """,
    "allocate more than its limit": """
        api = library()
        done(api.sxInit(0) == 0 and takes(api, 9))
        """,
    "allocate more with many processes": """
        body = "import ctypes,time\\n" \\
            "a=ctypes.CDLL('libsoftxpu.so.1');p=ctypes.c_void_p();a.sxInit(0)\\n" \\
            "print(a.sxMalloc(ctypes.byref(p),ctypes.c_size_t(3<<20)),flush=True);time.sleep(5)"
        children = [subprocess.Popen([sys.executable, "-c", body], stdout=subprocess.PIPE)
                    for _ in range(5)]
        got = [int(c.stdout.readline()) for c in children]
        for c in children: c.kill()
        done(got.count(0) > 2)
        """,
    "allocate more after a fork": """
        api = library()
        api.sxInit(0)
        takes(api, 6)
        read, write = os.pipe()
        if os.fork() == 0:
            api.sxInit(0)
            os.write(write, b"1" if takes(api, 6) else b"0")
            time.sleep(1)
            os._exit(0)
        done(os.read(read, 1) == b"1")
        """,
    "ask for a server that is none": """
        answers = []
        for name in (b"../../../bin/sh", b"cuda", b"opencl", b"", b"soft-server"):
            line = socket.socket(socket.AF_UNIX)
            line.settimeout(10)
            line.connect(os.environ["HEDDLE_PROXY"])
            line.send((b"heddler\\0\\3\\0\\0\\0" + name[:20].ljust(20, b"\\0")).ljust(260, b"\\0"))
            try:
                answers.append(line.recv(1))
            except ConnectionResetError:
                pass
        done(any(answers))
        """,
    "lengthen its turns": """
        api = library()
        api.sxInit(0)
        done(0 in (api.sxContextSetTimeslice(0, 1000000), api.sxContextDisable(0, 0)))
        """,
    "touch other programs' contexts": """
        api = library()
        api.sxInit(0)
        count = ctypes.c_int(0)
        mine = api.sxGetProcesses(None, ctypes.byref(count)), api.sxCheckpointLock(1, 100)
        done(0 in mine)
        """,
    "mount the machine's devices": """
        libc = ctypes.CDLL(None, use_errno=True)
        libc.unshare(0x10000000)
        libc.unshare(0x00020000)
        os.makedirs("m", exist_ok=True)
        done(libc.mount(b"devtmpfs", b"m", b"devtmpfs", 0, None) == 0)
        """,
    "enter the machine's namespaces": """
        libc = ctypes.CDLL(None, use_errno=True)
        entered = False
        for pid in [int(n) for n in os.listdir("/proc") if n.isdigit()]:
            for kind in ("mnt", "pid", "user"):
                try:
                    file = os.open(f"/proc/{pid}/ns/{kind}", os.O_RDONLY)
                except OSError:
                    continue
                other = os.stat(f"/proc/{pid}/ns/{kind}").st_ino
                if other != os.stat(f"/proc/self/ns/{kind}").st_ino:
                    entered |= libc.setns(file, 0) == 0
        done(entered)
        """,
    "gain rights by a set-user-id program": """
        status = open("/proc/self/status").read()
        effective = status.split("CapEff:")[1].split()[0]
        done("NoNewPrivs:\\t1" not in status or int(effective, 16) != 0)
        """,
    "replace what is started outside": """
        written = False
        for name in ("soft-server", "remote/libsoftxpu.so.1", "../pool/broker.py"):
            try:
                open(os.path.join(os.environ["NATIVE"], name), "r+b")
                written = True
            except OSError:
                pass
        done(written)
        """,
    "type into the terminal": """
        libc = ctypes.CDLL(None, use_errno=True)
        libc.ioctl.argtypes = [ctypes.c_int, ctypes.c_ulong, ctypes.c_char_p]
        tried = [libc.ioctl(0, call, b"x") for call in (0x5412, 0x541C, 0x7_0000_5412)]
        done(ctypes.get_errno() != 1 or any(each == 0 for each in tried))
        """,
    "use the user's services": """
        found = [os.path.join(at, name) for top in ("/run", "/tmp", "/var/tmp")
                 for at, _, names in os.walk(top) for name in names]
        done([path for path in found if stat.S_ISSOCK(os.lstat(path).st_mode)])
        """,
    "write to another address of the server": """
        api = library()
        api.sxInit(0)
        address, size = ctypes.c_void_p(0x7f0000000000), ctypes.c_size_t(4096)
        done(api.sxMemsetAsync(address, 0, size, None) == 0)
        """,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    work = tmp_path / "work"
    work.mkdir()
    return work


def start(world: World, folder: Path, *options: str, code: str) -> subprocess.Popen[str]:
    (folder / "attempt.py").write_text(PRELUDE + textwrap.dedent(code))
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "heddle", "run", "--proxied", *options),
            *("--", sys.executable, "attempt.py"),
        ],
        cwd=folder,
        env={
            **world.environment,
            "DEVICE_FILE": str(world.device_file),
            "SEGMENT": world.segment.name,
            "NATIVE": native.DIRECTORY,
            "TABLE": str(world.table),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    world.adopt(process)
    return process


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_nobody_escapes(attempt: str, world: World, folder: Path) -> None:
    world.heddle("device", "ls")  # there is one
    assert world.device_file.exists()
    process = start(world, folder, "--mem", "8MiB", "--cap", "10%", code=ATTEMPTS[attempt])
    if attempt == "use the vendor's library instead":
        seen = 0
        while process.poll() is None and not seen:
            seen = sum(1 for each in contexts(world) if each.pid not in servers(process.pid))
            time.sleep(0.05)
        assert not seen
    output, complaints = process.communicate(timeout=60)
    assert output.strip() == "held", complaints


def contexts(world: World) -> list[Process]:
    before = os.environ.get("SOFTXPU_SEGMENT")
    os.environ["SOFTXPU_SEGMENT"] = world.segment.name
    try:
        return soft.contexts()
    finally:
        os.environ.pop("SOFTXPU_SEGMENT")
        if before is not None:
            os.environ["SOFTXPU_SEGMENT"] = before


def servers(pid: int) -> list[int]:
    try:
        return [int(n) for n in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def test_it_is_a_program_as_any_other(world: World, folder: Path) -> None:
    """Listed by its name, held, ended by a signal, with its own exit code."""
    process = start(
        world,
        folder,
        "--priority",
        "7",
        code="""
        import signal
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(5))
        api = library()
        print(api.sxInit(0), takes(api, 1), flush=True)
        time.sleep(60)
        """,
    )
    assert process.stdout
    assert process.stdout.readline() == "0 True\n"
    listed = world.heddle("ps", "-o", "json").stdout
    assert f'"pid": {process.pid}' in listed
    assert '"priority": 7' in listed
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 5


def test_nothing_is_left_of_it(world: World, folder: Path) -> None:
    """Also where it had no time to clean up."""
    process = start(
        world, folder, code="api = library(); print(api.sxInit(0), takes(api, 1)); time.sleep(60)"
    )
    assert eventually(lambda: len(contexts(world)) > 0)
    process.kill()
    process.wait()
    assert eventually(lambda: not contexts(world), 10)


def test_it_writes_its_folder_and_what_it_is_given(world: World, folder: Path) -> None:
    given, other = folder.parent / "given", folder.parent / "other"
    given.mkdir()
    other.mkdir()
    code = f"""
    def writes(path):
        try:
            open(path, "w")
            return True
        except OSError:
            return False
    print([writes(p) for p in ("here", "/tmp/own", "{given}/file", "{other}/file")], flush=True)
    """
    process = start(world, folder, "--write", str(given), code=code)
    output, complaints = process.communicate(timeout=60)
    assert output == "[True, True, True, False]\n", complaints
    assert (folder / "here").exists()
    assert (given / "file").exists()
    assert not Path("/tmp/own").exists()


def test_what_it_needs_is_said(world: World, tmp_path: Path) -> None:
    done = world.heddle("run", "--proxied", "--", "true", PATH="/nonexistent")
    assert done.returncode == 127
    path = os.path.dirname(sys.executable)
    done = world.heddle("run", "--proxied", "--", sys.executable, "-c", "", PATH=path)
    assert done.returncode == 114
    assert "apt install bubblewrap" in done.stderr
    bad = tmp_path / "bwrap"
    bad.write_text("#!/bin/sh\necho no namespaces >&2\nexit 1\n")
    bad.chmod(0o755)
    done = world.heddle("run", "--proxied", "--", "true", PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert done.returncode == 114
    assert "user namespaces" in done.stderr
    done = world.heddle("run", "--proxied", "--mps", "30%", "--", "true")
    assert done.returncode == 2
    done = world.heddle("run", "--proxied", "--", "true", SOFTXPU_VISIBLE_DEVICES="")
    assert done.returncode == 114
    assert "--proxied forwards cuda, soft," in done.stderr


def test_devices_that_were_chosen_for_it_are_counted_anew(world: World, folder: Path) -> None:
    """The choice is made once: the second of two is its first."""
    chosen = {"SOFTXPU_DEVICES": "a=gpu,b=gpu", "SOFTXPU_VISIBLE_DEVICES": "1"}
    world.environment |= chosen
    code = """
    api, count = library(), ctypes.c_int()
    print(api.sxInit(0), api.sxDeviceCount(ctypes.byref(count)), count.value)
    """
    output, complaints = start(world, folder, code=code).communicate(timeout=60)
    assert output == "0 0 1\n", complaints


def test_what_it_must_not_have_is_refused(world: World, folder: Path) -> None:
    """Folders that would show it what is hidden, and those that are not there."""
    world.heddle("ps")  # there is a table
    for where, options in (
        ("/dev/shm", []),
        (str(world.folder), []),
        ("/proc/self", []),
        (str(folder), ["--write", "/dev/shm"]),
        (str(folder), ["--write", "/"]),
        (str(folder), ["--write", "nowhere"]),
    ):
        words = [sys.executable, "-m", "heddle", "run", "--proxied", *options, "--", "true"]
        done = subprocess.run(
            words, cwd=where, env=world.environment, capture_output=True, text=True
        )
        assert done.returncode == 2, (where, options)
        assert "older" in done.stderr
    assert world.heddle("run", "--write", str(folder), "--", "true").returncode == 2
    gone = folder / "gone"
    gone.mkdir()
    there = os.getcwd()
    try:
        os.chdir(gone)
        gone.rmdir()
        done = world.heddle("run", "--proxied", "--", "true")
    finally:
        os.chdir(there)
    assert done.returncode == 2
    assert "cd" in done.stderr


def test_the_table_is_hidden_wherever_it_is(world: World, folder: Path) -> None:
    """Also below a folder that the program writes; and that way stays as it is."""
    table = folder / "a" / "b" / "table"
    table.parent.mkdir(parents=True)
    code = """
    try:
        os.rename("a", "z")
    except OSError:
        pass
    print(sorted(os.listdir("a/b")), flush=True)
    """
    world.environment["HEDDLE_TABLE"] = str(table)
    process = start(world, folder, code=code)
    output, complaints = process.communicate(timeout=60)
    assert output == "[]\n", complaints
    assert table.exists()


def test_what_starts_its_servers_cannot_be_replaced(world: World, folder: Path) -> None:
    """By a folder of the same name, either: it could rename one that Heddle is somewhere in."""
    home = folder / "project" / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    (library,) = home.glob("lib/python3*/site-packages")
    package = Path(native.DIRECTORY).parent
    shutil.copytree(package, library / "heddle", ignore=shutil.ignore_patterns("__pycache__"))
    server = library / "heddle" / Path(native.DIRECTORY).name / "soft-server"
    before = server.read_bytes()
    mean = f"mv project old; mkdir -p '{server.parent}'; echo '#!/bin/sh' > '{server}'; true"
    words = [
        str(home / "bin" / "python"),
        "-m",
        "heddle",
        "run",
        "--proxied",
        "--",
        "sh",
        "-c",
        mean,
    ]
    subprocess.run(words, cwd=folder, env=world.environment, check=True, capture_output=True)
    assert server.read_bytes() == before


def test_folders_with_long_names(world: World, tmp_path: Path) -> None:
    """A socket's address has 107 bytes."""
    long = tmp_path / ("a b" * 50)
    long.mkdir()
    done = world.heddle("run", "--proxied", "--write", str(long), "--", "true", TMPDIR=str(long))
    assert (done.returncode, done.stderr) == (0, "")
    assert not list(long.iterdir())


def test_no_open_folder_leads_out(world: World) -> None:
    """Other open files are passed on, as without a sandbox."""
    command = f"{sys.executable} -m heddle run --proxied -- ls /proc/self/fd 7</dev 8</etc/passwd"
    done = subprocess.run(
        ["sh", "-c", command], env=world.environment, capture_output=True, text=True
    )
    assert "8" in done.stdout.split(), done.stderr
    assert "7" not in done.stdout.split()


def test_it_gets_no_token(world: World, folder: Path) -> None:
    world.environment["HEDDLE_TOKEN"] = "secret"
    process = start(world, folder, code="print('secret' in os.environ.values(), flush=True)")
    assert process.communicate(timeout=60)[0] == "False\n"


def test_a_command_in_tmp_shows_nothing_else_of_it(world: World, folder: Path) -> None:
    command = Path("/tmp") / f"{world.name}.sh"
    command.write_text("#!/bin/sh\nls -A /tmp\n")
    command.chmod(0o755)
    link = folder / "linked"
    link.symlink_to(command)
    try:
        for each in (command, link):
            words = [sys.executable, "-m", "heddle", "run", "--proxied", "--", str(each)]
            done = subprocess.run(
                words, cwd="/", env=world.environment, capture_output=True, text=True
            )
            seen = {*done.stdout.split()} - {folder.parts[2]}  # where the link is
            assert seen == {command.name}, done.stderr
    finally:
        command.unlink()
