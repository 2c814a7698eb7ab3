"""A control plane on the state that 0.1 has left: people, jobs, bills and nodes are as they were.

tests/recorded/0.1/state.tar.gz is its state folder and a backup; state.jsonl is what its API said
right before it was ended.
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.plane import Plane
from tests.recorded import FOLDER, differences, lines
from tests.world import World

OLD = FOLDER / "0.1"
KNOWN: dict[str, Any] = json.loads((OLD / "state.json").read_text("utf-8"))
TOKENS, JOBS = KNOWN["tokens"], KNOWN["jobs"]


class Old(Plane):
    """Asked as 0.1 was, with the tokens that it gave out."""

    def send(
        self, method: str, path: str, head: dict[str, str], body: bytes | None = None
    ) -> tuple[int, str]:
        address = urlsplit(self.server["address"])
        line = http.client.HTTPConnection(address.hostname or "", address.port, timeout=30)
        try:
            line.request(method, path, body, head)
            answer = line.getresponse()
            return answer.status, answer.read().decode()
        finally:
            line.close()

    def beat(self) -> Any:
        """As its node of 0.1 does after a new start of the server: that says its epoch first."""
        name, key = KNOWN["node"]["name"], KNOWN["node"]["key"]
        path, body, epoch = f"/v1/nodes/{name}/beat", b'{"parts":{}}', ""
        for number in ("1000", "1001"):
            now = str(int(time.time() * 1000))
            text = "\n".join(("POST", path, now, epoch, number, hashlib.sha256(body).hexdigest()))
            signature = hmac.digest(key.encode(), text.encode(), "sha256").hex()
            names = ("Node", "Time", "Epoch", "Sequence", "Signature")
            values = (name, now, epoch, number, signature)
            head = {f"Heddle-{which}": each for which, each in zip(names, values, strict=True)}
            status, said = self.send("POST", path, head, body)
            epoch = str(json.loads(said).get("epoch", ""))
        assert status == 200, said
        return json.loads(said)

    def missed(self) -> Iterator[str]:
        """What people of before would miss of what they could see."""
        for line in lines(OLD / "state.jsonl"):
            who, path, was = line["as"], line["path"], line.get("answer", line.get("body"))
            status, text = self.send("GET", path, {"Authorization": f"Bearer {TOKENS[who]}"})
            told = f"{who}: {path}"
            if status != line["status"]:
                yield f"{told}: {line['status']} is now {status}: {text}"
            elif "answer" in line:
                yield from (f"{told}: {each}" for each in compared(path, was, json.loads(text)))
            elif text != was:
                yield f"{told}: {was!r} is now {text!r}"


def compared(path: str, was: Any, now: Any) -> list[str]:
    """More may have happened since."""
    if path.startswith(("/v1/events", "/v1/audit")):
        first = {each["number"]: each for each in now["events"]}
        now["events"] = [first.get(each["number"]) for each in was["events"]]
    exact = path.startswith(("/v1/jobs", "/v1/usage", "/v1/events", "/v1/audit"))
    free = {"now_ms", "next", "last", "text", "detail", "why"}
    return differences(was, now, free=free, exact=exact)


@pytest.fixture
def plane(world: World, tmp_path: Path) -> Iterator[Old]:
    with tarfile.open(OLD / "state.tar.gz") as tar:
        tar.extractall(tmp_path, filter="data")
    made = Old(world, tmp_path / "state")
    yield made
    made.remove()


def test_a_control_plane_goes_on_with_a_state_of_0_1(plane: Old) -> None:
    plane.ok("up", "--port", "0")

    # 1. Everybody sees what they saw: jobs with their outcomes and logs, tenants, quotas, users,
    #    tokens, secrets, data, services, nodes, the audit log and the sums of the ledger.
    found = list(plane.missed())
    assert not found, "\n".join(found)

    # 2. Jobs are known by the id of their user now, and are still hers.
    with plane.client(TOKENS["ann"]) as ann:
        (held,), (behind,) = JOBS["held"], JOBS["behind"]
        hers = {each["id"] for each in ann.jobs(user="ann@acme")["jobs"]}
        assert {held, behind, *JOBS["secret"], *JOBS["ann"]} <= hers

        # 3. What was held goes on when it is released, and what waits for it, too.
        ann.release(held)
        assert plane.is_(behind, "done")
        assert plane.job(held)["state"] == "done"

        # 4. What ended can be submitted again as it is kept, with the secret that 0.1 has sealed.
        spec = ann.job(JOBS["secret"][0])["spec"]
        (again,) = ann.submit([spec])
        assert plane.is_(again["id"], "done")
        assert int(again["id"][1:]) > max(int(each[1:].partition("[")[0]) for each in hers)
        assert "22 characters\n***" in plane.ok("job", "logs", again["id"])

    # 5. What never ran can be cancelled, and a node that joined is known by its key.
    with plane.client(TOKENS["bob"]) as bob:
        assert bob.cancel(JOBS["never"][0])["state"] == "cancelled"
    assert plane.beat()["drain"] is True

    # 6. What is kept beside the store counts, too: partitions, and devices that are cordoned.
    parts = plane.json("device", "partition", "ls")["partitions"]
    assert {each["name"]: each["share"] for each in parts} == {"train": 300, "small": 200}
    assert "made up for a test" in plane.ok("device", "cordon")


def test_a_backup_of_0_1_is_restored(plane: Old, tmp_path: Path) -> None:
    plane.ok("admin", "restore", "--replace", str(tmp_path / "backup"))
    plane.ok("up", "--port", "0")
    (ran,) = JOBS["running"]
    assert plane.is_(ran, "done")
    first, second = plane.job(ran)["attempts"]
    assert (first["state"], second["state"], second["exit_code"]) == ("lost", "ended", 0)
    with plane.client(TOKENS["bob"]) as bob:
        assert {each["name"] for each in bob.jobs()["jobs"]} == {"of-bob", "never"}
