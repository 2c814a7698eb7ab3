"""What a pod can try to get more than its claim: prevented, or found within seconds."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tests.kube.cluster import KubeCluster
from tests.kube.node import PYTHON_IMAGE, KubeNode, busy, claim, load, phase, pod
from tests.world import eventually

pytestmark = pytest.mark.kube
FOUND_S = 20.0

#: Everything that the agent's socket, which all pods see, can be asked for.
ASK = dedent("""\
    import json, socket, sys, time
    victim = int(sys.argv[1])
    def ask(**request):
        with socket.socket(socket.AF_UNIX) as line:
            line.connect("/run/heddle/agent.sock")
            line.sendall(json.dumps(request).encode() + b"\\n")
            return json.loads(line.makefile().readline())
    for request in (
        dict(verb="hold", program=victim),
        dict(verb="cancel", program=victim),
        dict(verb="strict", program=victim, strict=True),
        dict(verb="grant", uid=0, name="mine", share_milli=1000),
        dict(verb="welcome", program=victim),
        dict(verb="set-policy", name="fair"),
        dict(verb="admit", name="mine", share_milli=1000, rank=255),
        dict(verb="join", program=victim),
    ):
        print(json.dumps([request["verb"], ask(**request)]), flush=True)
    time.sleep(5)
    """)
WRITE = dedent("""\
    import os
    for name in os.listdir("/run/heddle"):
        for path in (f"/run/heddle/{name}", f"/run/heddle/{name}/mine"):
            try:
                open(path, "r+b").close()
                print("wrote", path)
            except OSError:
                pass
    try:
        os.mkdir("/run/heddle/pods")
    except OSError:
        print("read only")
    """)


@pytest.fixture(autouse=True)
def nothing_stays(cluster: KubeCluster, node: KubeNode) -> Iterator[None]:
    node.load_python()
    cluster.apply(claim("victim", 500, "64Mi"), pod("victim", *load(120)))
    assert eventually(lambda: "victim" in busy(node), 60), node.log("dra")
    yield
    cluster.kubectl("delete", "pod,resourceclaim", "--all", "--wait=true")
    assert eventually(lambda: not node.programs(), 30), node.programs()


def run(cluster: KubeCluster, name: str, *command: str, **own: Any) -> str:
    """What it prints, once it has ended."""
    made = pod(name, *command, image=PYTHON_IMAGE, **own)
    cluster.apply(claim(name, 100, "16Mi"), made)
    assert eventually(lambda: phase(cluster, name) in ("Succeeded", "Failed"), 60)
    return cluster.kubectl("logs", name)


def test_the_agent_does_not_listen_to_a_pod(cluster: KubeCluster, node: KubeNode) -> None:
    """Its own claim is all that it can join, and no other program is any of its business."""
    victim = busy(node)["victim"]["id"]
    made = pod("asker", "python3", "-c", ASK, str(victim), image=PYTHON_IMAGE)
    cluster.apply(claim("asker", 100, "16Mi"), made)

    def answers() -> dict[str, Any]:
        lines = cluster.kubectl("logs", "asker", check=False).splitlines()
        return dict(map(json.loads, lines))

    assert eventually(lambda: "join" in answers(), 60), cluster.kubectl("logs", "asker")
    programs = {each["name"]: each for each in node.programs()}
    found = answers()
    assert found.pop("admit")["answer"]["id"] == programs["asker"]["id"]
    assert "answer" in found.pop("join")
    assert len(programs["victim"]["processes"]) == 1
    assert all("error" in answer for answer in found.values()), found
    assert busy(node)["victim"]["state"] != "held"


def test_a_pod_writes_nothing_of_ours(cluster: KubeCluster, node: KubeNode) -> None:
    assert run(cluster, "writer", "python3", "-c", WRITE) == "read only\n"


def test_a_process_without_the_shim_is_found(cluster: KubeCluster, node: KubeNode) -> None:
    """It empties its environment, as a static program has none of ours in it."""
    escape = (
        "import os; os.execve('/opt/heddle/lib/soft-load', "
        "['x', 'requests', '1', '1000', '0', '4', '40'], {'LD_LIBRARY_PATH': '/opt/heddle/lib', "
        "**{k: v for k, v in os.environ.items() if k.startswith('SOFTXPU')}})"
    )
    made = pod("escapee", "python3", "-c", escape, image=PYTHON_IMAGE)
    cluster.apply(claim("escapee", 100, "16Mi"), made)

    def breaches() -> list[dict[str, Any]]:
        done = subprocess.run(
            node.words("node", "agent", "status", "-o", "json"),
            capture_output=True, text=True, timeout=30,
        )  # fmt: skip
        return list(json.loads(done.stdout)["breaches"])

    assert eventually(lambda: bool(breaches()), FOUND_S), (
        cluster.kubectl("describe", "pod", "escapee"),
        cluster.kubectl("logs", "escapee", check=False),
        Path(node.folder / "agent.log").read_text(),
    )
