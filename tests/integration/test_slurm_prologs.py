"""Plain users of a Slurm whose nodes have Heddle's scripts: no control plane, `sbatch` and `srun`
as always, and shares and memory that hold."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heddle import native
from tests.integration.takers import Taker
from tests.integration.test_guest_memory import MIB, OUT_OF_MEMORY
from tests.slurm import SlurmServer, SlurmSite
from tests.users import LOAD, PYTHON, prepare, ps, start_agent, why_not
from tests.world import World, eventually

pytestmark = [
    pytest.mark.slurm, pytest.mark.slow, pytest.mark.skipif(bool(why_not()), reason=why_not())
]  # fmt: skip
WORKS = f"exec {LOAD} requests 100 100 0 3 60"
SHARDS = 10
NOBODY = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")


class SharedNode:
    """A node with one GPU of ten shards, and the scripts of `heddle node slurm scripts`."""

    def __init__(self, world: World, agent: tuple[str, ...] = ()) -> None:
        prepare(world)
        world.environment["SOFTXPU_CONFIG"] = ""
        self.world = world
        self.agent = start_agent(world, *agent)
        world.heddle("device", "ls")  # root makes the soft XPU's files
        self.server = SlurmServer(self._site)
        self.environment = {**world.environment, **self.server.environment}
        self.script = Path("/dev/shm") / f"{world.name}.py"  # where other users can read it
        self.script.write_text(Path(__file__).with_name("taker.py").read_text())
        self._takers: list[Taker] = []

    def _site(self, folder: Path) -> SlurmSite:
        scripts = folder / "scripts"
        words = ["node", "slurm", "scripts", str(scripts), "--shards", str(SHARDS)]
        said = subprocess.run(
            [str(PYTHON), "-m", "heddle", *words],
            env=self.world.environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        node = f"NodeName=n1 CPUs=32 RealMemory=8000 Gres=gpu:1,shard:{SHARDS}"
        gres = [f"NodeName=n1 Name=gpu File={folder}/gpu0"]
        gres.append(f"NodeName=n1 Name=shard Count={SHARDS} File={folder}/gpu0")
        slurm = ["GresTypes=gpu,shard", *said.stdout.splitlines()[1:], node]
        return SlurmSite("\n".join(slurm), "\n".join(gres) + "\n")

    def sbatch(self, user: str, script: str, *options: str) -> str:
        """Its number."""
        command = ["sbatch", "--parsable", f"--uid={user}", "--output=/dev/null", *options]
        done = subprocess.run(
            [*command, f"--wrap={script}"],
            env=self.environment, cwd="/", capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout.strip()

    def srun(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*NOBODY, "srun", *words],
            env={**self.environment, **variables}, cwd="/", capture_output=True, text=True,
        )  # fmt: skip

    def taker(self, *options: str, command: tuple[str, ...] = (), **variables: str) -> Taker:
        """Takes memory, as the job's user."""
        program = command or (str(PYTHON), str(self.script), native.file("libsoftxpu.so.1"))
        srun = [*NOBODY, "srun", "--chdir=/", *options, *program]
        taker = Taker(srun, {**self.environment, **variables}, OUT_OF_MEMORY)
        self._takers.append(taker)
        return taker

    def program(self, job: str) -> dict[str, Any]:
        return dict(next(each for each in ps(self.world) if each["name"] == f"slurm-{job}"))

    def completed(self, job: str) -> int:
        return sum(int(queue["completed"]) for queue in self.program(job)["queues"])

    def works(self, job: str) -> bool:
        return any(p["name"] == f"slurm-{job}" and p["devices"] for p in ps(self.world))

    def close(self) -> None:
        for taker in self._takers:
            taker.end()
        self.server.stop()
        self.script.unlink()


@pytest.fixture
def node(world: World) -> Iterator[SharedNode]:
    made = SharedNode(world)
    yield made
    made.close()


@pytest.mark.alone
def test_shards_are_shares_within_two_points(node: SharedNode) -> None:
    """Of two users, each without a word about Heddle; the node is as before afterwards."""
    few = node.sbatch("nobody", WORKS, "--gres=shard:3")
    many = node.sbatch("games", WORKS, "--gres=shard:7")
    assert eventually(lambda: node.works(few) and node.works(many))
    assert node.program(few)["uid"] == 65534
    time.sleep(1)
    begin = node.completed(few), node.completed(many)
    time.sleep(5)
    got = node.completed(few) - begin[0], node.completed(many) - begin[1]
    assert 0.28 < got[0] / sum(got) < 0.32, got
    node.server.ask("scancel", few, many)
    assert eventually(lambda: ps(node.world) == [])
    assert [*(Path(node.world.folder) / "slurm").iterdir()] == []


def test_the_memory_of_shards_is_exact_for_all_tasks_of_a_job(node: SharedNode) -> None:
    """The whole device has 16 GiB: three of ten shards have 4.8. A second step is the same job."""
    limit = 16 * 1024 * MIB * 3 // SHARDS
    taker = node.taker("--gres=shard:3")
    assert taker.info() == (limit, limit)
    assert taker.take(limit - MIB) is not None
    (job,) = node.server.ask("squeue", "-h", "-o", "%i").split()
    beside = node.taker(f"--jobid={job}", "--overlap", "--gres=shard:1")
    assert beside.info() == (MIB, limit)
    assert beside.take(MIB + 1) is None
    assert beside.take(MIB) is not None
    assert taker.take(1) is None


def test_a_comment_or_a_variable_asks_for_less(node: SharedNode) -> None:
    """Prolog sees the comment, TaskProlog the variable; neither gets more than the shards."""
    mine = "--gres=shard:5"
    by_comment = node.taker(mine, "--comment=grant 7 HEDDLE_MEM=5MiB HEDDLE_SHARE=20%")
    assert by_comment.info()[1] == 5 * MIB
    assert by_comment.take(5 * MIB + 1) is None
    assert by_comment.take(5 * MIB) is not None
    (program,) = ps(node.world)
    assert program["share_milli"] == 200, program
    by_comment.end()
    by_variable = node.taker("--gres=gpu:1", HEDDLE_MEM="6MiB", HEDDLE_SHARE="0.3")
    assert by_variable.info()[1] == 6 * MIB
    (program,) = ps(node.world)
    assert program["share_milli"] == 300, program
    by_variable.end()
    greedy = "HEDDLE_MEM=100GiB HEDDLE_SHARE=0.9 HEDDLE_PRIORITY=high HEDDLE_CAP=no"
    more = node.taker(mine, f"--comment={greedy}", HEDDLE_SHARE="1", HEDDLE_MEM="15GiB")
    assert more.tell("info").startswith("heddle: HEDDLE_CAP=no is ignored: ")  # printed by Slurm
    assert more.tell("info").split()[1] == str(8 * 1024 * MIB)
    (program,) = ps(node.world)
    assert (program["share_milli"], program["priority"]) == (500, 0), program


def test_a_user_cannot_raise_what_was_granted(node: SharedNode) -> None:
    heddle = f"{PYTHON} -m heddle program"
    mine = "--gres=shard:2"
    for change in ("resize $HEDDLE_PROGRAM --mem 0", "set $HEDDLE_PROGRAM --share 50%"):
        done = node.srun(mine, "sh", "-c", f"{heddle} {change}")
        assert done.returncode != 0, done
        assert "you do not get" in done.stderr, done.stderr
    lower = node.srun(mine, "sh", "-c", f"{heddle} resize $HEDDLE_PROGRAM --mem 1MiB")
    assert lower.returncode == 0, lower.stderr


@pytest.mark.parametrize("change", ["env -u HEDDLE_PROGRAM", "{heddle} run --mem 9GiB --"])
def test_whatever_a_job_starts_has_its_limits(node: SharedNode, change: str) -> None:
    """The environment is the user's, the daemon of the step above it is not."""
    change = change.format(heddle=f"{PYTHON} -m heddle")
    words = f"exec {change} {PYTHON} {node.script} {native.file('libsoftxpu.so.1')}"
    taker = node.taker("--gres=shard:1", command=("sh", "-c", words))
    assert taker.info()[1] == 16 * 1024 * MIB // SHARDS
    assert taker.take(1024 * MIB) is not None
    (program,) = ps(node.world)
    assert str(program["name"]).startswith("slurm-")


def test_a_job_that_unsets_the_variables_is_found(node: SharedNode) -> None:
    node.sbatch("nobody", f"unset LD_PRELOAD; {WORKS}", "--gres=shard:3")

    def breaches() -> list[dict[str, Any]]:
        said = node.world.heddle("node", "agent", "status", "-o", "json").stdout
        return list(json.loads(said)["breaches"])

    assert eventually(lambda: any(breach["uid"] == 65534 for breach in breaches())), breaches()


def test_without_an_agent_shards_do_not_run_and_whole_gpus_do(node: SharedNode) -> None:
    """Nothing would hold the shards apart: Slurm drains the node, and the job waits."""
    node.agent.kill()
    node.agent.wait()
    whole = node.srun("--gres=gpu:1", "echo", "ran")
    assert whole.stdout.endswith("ran\n"), whole
    assert "heddle: nothing is enforced" in whole.stdout
    job = node.sbatch("nobody", "true", "--gres=shard:3")
    assert eventually(lambda: "Prolog error" in node.server.ask("sinfo", "-h", "-R"))
    state = ("squeue", "-h", "-o", "%T", f"--jobs={job}")
    assert eventually(lambda: node.server.ask(*state).strip() == "PENDING")
