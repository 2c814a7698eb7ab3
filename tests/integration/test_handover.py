"""What jobs need on nodes of Slurm that see nothing of the control plane: their users are others,
and the folder of the control plane is closed to them."""

from __future__ import annotations

import hashlib
import json
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from heddle.client.wire import RefusedError
from heddle.engine.slurm.users import FOLDER, USERS
from heddle.model.wire.handover import read_handout
from heddle.node.identity import Identity
from heddle.node.shell import SignedClient, new_reporter
from tests.plane import Plane
from tests.slurm import SlurmServer, slurm
from tests.users import PYTHON, as_user, prepare, why_not
from tests.world import eventually

__all__ = ["slurm"]  # the fixture
pytestmark = [
    pytest.mark.slurm, pytest.mark.slow, pytest.mark.skipif(bool(why_not()), reason=why_not())
]  # fmt: skip

USER, OTHER = "nobody", "daemon"
CANARY = "canary-5f0e9c1b7d"
#: Shows that it has a secret without showing it.
SHOWS = (
    "import hashlib, os; sha = lambda data: hashlib.sha256(data).hexdigest(); "
    "print(os.environ['A'], sha(os.environb[b'A']), sha(open(os.environ['B'], 'rb').read()))"
)
#: Of somebody who asks for what is not theirs.
ASKS = (
    "import sys; from heddle.engine.local.files import handover; "
    "print(handover.ask(sys.argv[1], sys.argv[2], sys.argv[3:]).private)"
)
#: Of somebody who keeps more lines open than one user may have.
CROWDS = (
    "import socket, sys, time; lines = [socket.socket(socket.AF_UNIX) for _ in range(400)]; "
    "[line.connect(sys.argv[1]) for line in lines]; print('all', flush=True); time.sleep(600)"
)


class Site:
    """A control plane whose nodes are users' machines."""

    def __init__(self, plane: Plane, slurm: SlurmServer, common: Path) -> None:
        self.plane, self.slurm, self.common = plane, slurm, common
        self.nodes: dict[str, subprocess.Popen[str]] = {}
        plane.world.folder.mkdir(mode=0o755)
        plane.world.environment |= {
            "PATH": slurm.environment["PATH"], "SLURM_CONF": slurm.environment["SLURM_CONF"],
            USERS: f"default={USER},{OTHER}={OTHER}", FOLDER: str(common / "jobs"),
            "HEDDLE_HEARTBEAT_S": "0.5",
        }  # fmt: skip
        prepare(plane.world)
        self.up("0")

    def up(self, port: str) -> None:
        """With a Python that its users can execute."""
        up = [str(PYTHON), "-m", "heddle", "up", "--port", port, "--engine", "slurm"]
        done = subprocess.run(up, env=self.plane.world.environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    def join(self, name: str) -> None:
        state = {"HEDDLE_STATE": str(self.common / name), "HEDDLE_CACHE": f"{self.common}/cache"}
        words = [sys.executable, "-m", "heddle", "node", "join"]
        if not (self.common / name).exists():
            token = self.plane.json("node", "token", "--name", name)["token"]
            words += [self.plane.server["address"], "--token", token]
        self.nodes[name] = self.plane.world.start(*words, **state)
        path = self.plane.world.folder / f"node-{name}.sock"
        assert eventually(path.exists), self.nodes[name].communicate()

    @contextmanager
    def client(self, name: str) -> Iterator[SignedClient]:
        """Of somebody who has the key of a node."""
        told = json.loads((self.common / name / "node-identity.json").read_text())
        with closing(SignedClient(Identity(**told), new_reporter())) as client:
            yield client

    def ask(self, user: str, node: str, *words: str) -> str:
        done = subprocess.run(
            [*as_user(pwd.getpwnam(user).pw_uid), str(PYTHON), "-c", ASKS, node, *words],
            env=self.plane.world.environment, capture_output=True, text=True,
        )  # fmt: skip
        return done.stdout + done.stderr

    def why(self, job: str) -> str:
        return json.dumps(self.plane.json("explain", job))

    def node_of(self, job: str) -> str:
        with self.plane.client() as client:
            return str(client.job(job)["attempts"][-1]["places"][0]["node"])


@pytest.fixture
def site(plane: Plane, slurm: SlurmServer) -> Iterator[Site]:
    common = Path(tempfile.mkdtemp(prefix="heddle-common-"))
    common.chmod(0o755)
    yield Site(plane, slurm, common)
    shutil.rmtree(common, ignore_errors=True)


def test_snapshots_secrets_and_data_come_from_the_control_plane(
    site: Site, slurm: SlurmServer, tmp_path: Path
) -> None:
    plane = site.plane
    (tmp_path / "canary").write_text(CANARY)
    plane.ok("account", "secret", "set", "canary", "--from-file", str(tmp_path / "canary"))
    secret = ("--secret", "A=canary", "--secret", "B=file:canary")

    # 1. Nobody waits for a node that cannot have it.
    refused = plane.heddle("submit", *secret, "--", "true")
    assert refused.returncode == 2
    assert "slurm without `heddle node join` there, does not support secrets" in refused.stderr
    for name in slurm.nodes:
        site.join(name)

    # 2. Secrets are in the member, and nowhere else.
    job = ""

    def submits() -> bool:
        nonlocal job
        done = plane.heddle("submit", "-o", "json", *secret, "--", str(PYTHON), "-c", SHOWS)
        job = json.loads(done.stdout)[0]["id"] if done.returncode == 0 else ""
        return bool(job)

    assert eventually(submits), "the nodes have joined"
    assert plane.is_(job, "done"), site.why(job) + plane.ok("job", "logs", job)
    digest = hashlib.sha256(CANARY.encode()).hexdigest()
    assert plane.ok("job", "logs", job).split() == ["***", digest, digest]
    for folder in (site.common, slurm.folder, plane.folder):
        found = subprocess.run(["grep", "-rl", CANARY, str(folder)], capture_output=True, text=True)
        assert not found.stdout

    # 3. A snapshot, for all members of a gang.
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "words.txt").write_text("from the snapshot")
    job = plane.submit("--snapshot", str(taken), "--gang", "2", "--", "cat", "words.txt")
    assert plane.is_(job, "done"), site.why(job)
    for member in ("0", "1"):
        assert plane.ok("job", "logs", job, "--member", member) == "from the snapshot"

    # 4. Data that is only on the control plane's machine, copied once for two jobs.
    words = tmp_path / "words"
    (words / "deep").mkdir(parents=True)
    (words / "deep" / "one").write_bytes(os.urandom(5 << 20))
    (words / "two").write_text("two")
    plane.ok("admin", "data", "create", "words", "v1", "--path", str(words), "--tenant", "")
    expected = hashlib.sha256((words / "deep" / "one").read_bytes()).hexdigest()
    command = "cd -P $HEDDLE_DATA_WORDS && cat two && sha256sum < deep/one && ! touch here"
    for _ in range(2):
        job = plane.submit("--data", "words", "--", "sh", "-c", f"({command}) 2>/dev/null")
        assert plane.is_(job, "done"), site.why(job)
    said = plane.ok("job", "logs", job)
    assert said.endswith(f"two{expected}  -\n"), said
    assert [path.name for path in site.common.glob("cache/words-*/data/deep/*")] == ["one"]


def test_inputs_are_for_the_user_the_node_and_the_time_of_the_attempt(
    site: Site, slurm: SlurmServer, tmp_path: Path
) -> None:
    plane = site.plane
    for name in slurm.nodes:
        site.join(name)
    (tmp_path / "canary").write_text(CANARY)
    plane.ok("account", "secret", "set", "canary", "--from-file", str(tmp_path / "canary"))
    job = ""

    def runs() -> bool:
        nonlocal job
        done = plane.heddle("submit", "-o", "json", "--secret", "A=canary", "--", "sleep", "600")
        job = json.loads(done.stdout)[0]["id"] if done.returncode == 0 else ""
        return bool(job)

    assert eventually(runs)
    assert plane.is_(job, "running"), site.why(job)
    attempt, node = f"{job}.1", site.node_of(job)
    other = next(each for each in slurm.nodes if each != node)
    uid = pwd.getpwnam(USER).pw_uid
    none = f"no attempt {attempt} of user"

    # 1. Another user of the node, and root, get nothing; its own user does.
    assert none in site.ask(OTHER, node, attempt, "secrets")
    assert none in site.ask("root", node, attempt, "secrets")
    crowd = [*as_user(pwd.getpwnam(OTHER).pw_uid), str(PYTHON), "-c", CROWDS]
    crowded = plane.world.start(*crowd, str(plane.world.folder / f"node-{node}.sock"))
    assert crowded.stdout is not None
    assert crowded.stdout.readline() == "all\n"
    assert CANARY in site.ask(USER, node, attempt, "secrets"), "whoever else keeps lines open"

    # 2. Nor does the right user from another node, nor a node with a key of its own.
    assert none in site.ask(USER, other, attempt, "secrets")
    asked = {"attempt": attempt, "uid": uid, "wants": ["secrets"]}
    with site.client(node) as own:
        given = read_handout(own.ask("handout", asked))
    assert given.private == {"A": CANARY.encode()}
    assert CANARY not in repr(given)
    for what, more in (
        ("handout", {"wants": ["secrets"]}),
        ("files", {"what": "words@v1"}),
        ("content", {"what": "snapshot", "path": "", "offset": 0}),
    ):
        with site.client(other) as stranger, pytest.raises(RefusedError) as refused:
            stranger.ask(what, {"attempt": attempt, "uid": uid, **more})
        assert none in str(refused.value)

    # 3. Only what the attempt itself uses, and no file outside of it.
    for what, path in (("snapshot", ""), ("words@v1", ""), ("words@v1", "../../etc/passwd")):
        asked = {"attempt": attempt, "uid": uid, "what": what, "path": path, "offset": 0}
        with site.client(node) as own, pytest.raises(RefusedError):
            own.ask_bytes("content", asked)

    # 4. Nobody else can pose as the node.
    plane.world.folder.chmod(0o777)
    posing = plane.world.folder / "node-posing.sock"
    listens = (
        "import socket, sys, time; line = socket.socket(socket.AF_UNIX); line.bind(sys.argv[1]); "
        "line.listen(); time.sleep(60)"
    )
    command = [*as_user(pwd.getpwnam(OTHER).pw_uid), str(PYTHON), "-c", listens, str(posing)]
    plane.world.start(*command)
    assert eventually(posing.exists)
    assert "nothing on posing answers" in site.ask(USER, "posing", attempt, "secrets")

    # 5. A control plane that is being restarted is waited for.
    port = plane.server["address"].rpartition(":")[2]
    plane.ok("admin", "down")
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(site.ask, USER, node, attempt, "secrets")
        time.sleep(2)
        assert not answer.done()
        site.up(port)
        assert CANARY in answer.result()

    # 6. When it is over, nothing.
    plane.ok("job", "cancel", "--wait", job)
    assert none in site.ask(USER, node, attempt, "secrets")


def test_a_job_waits_for_its_node_and_takes_no_other_content(
    site: Site, slurm: SlurmServer, tmp_path: Path
) -> None:
    plane = site.plane
    for name in slurm.nodes:
        site.join(name)
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "words.txt").write_text("from the snapshot")

    # 1. No node hands it over: the job waits, with the remedy, and runs by itself later.
    for process in site.nodes.values():
        process.send_signal(signal.SIGTERM)
        process.wait(20)
    job = plane.submit("--snapshot", str(taken), "--", "cat", "words.txt")
    assert eventually(lambda: "Start `heddle node join` there" in site.why(job)), site.why(job)
    for name in slurm.nodes:
        site.join(name)
    assert eventually(lambda: plane.job(job)["state"] == "done", 30), site.why(job)
    assert plane.ok("job", "logs", job) == "from the snapshot"

    # 2. A copy in the cache that somebody has changed is fetched again.
    (copy,) = site.common.glob("cache/snapshot-*/data/snapshot")
    was = copy.read_bytes()
    copy.write_bytes(b"tampered")
    job = plane.submit("--snapshot", str(taken), "--", "cat", "words.txt")
    assert plane.is_(job, "done"), site.why(job)
    assert (plane.ok("job", "logs", job), copy.read_bytes()) == ("from the snapshot", was)

    # 3. Nor an archive that is not the one that was submitted.
    (taken / "words.txt").write_text("another")
    before = {*plane.folder.glob("snapshots/*/*")}
    job = plane.submit("--snapshot", str(taken), "--hold", "--", "cat", "words.txt")
    (archive,) = {*plane.folder.glob("snapshots/*/*")} - before
    archive.write_bytes(was)
    plane.ok("program", "release", job)
    assert eventually(lambda: "its sha256 is" in site.why(job)), site.why(job)
