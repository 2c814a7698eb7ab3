"""The API as clients of 0.1 know it: what they asked then is answered now as it was.

tests/recorded/0.1/api.jsonl is one conversation, in its order: requests of several people with the
answers of version 0.1, and between them what happened to the jobs meanwhile.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any

from heddle.desk.access import idempotency
from heddle.store import open_store
from heddle.store.base import Gone, Thing
from tests.api_world import ApiWorld, Json, one
from tests.recorded import FOLDER, differences, lines
from tests.world import eventually

OLD = FOLDER / "0.1"
#: Of a job that was just changed: the loop may have gone on with it before the answer, or not.
MOVING = {"state", "started_ms", "attempts", "why"}
#: On which node a job runs is the scheduler's word, which may be another in each version.
PLACED = {"/v1/jobs": {"node"}, "/v1/nodes": {"cpu_free_milli", "jobs"}}


class Client:
    """Says again what was said. Tokens, ids and keys are those of now."""

    def __init__(self, api: ApiWorld) -> None:
        self._api = api
        self._saved = {"admin": api.admin}
        self._sequence = 0

    def ask(self, line: Json) -> Any:
        given, head = self._filled(line), dict(line.get("headers", {}))
        if who := line["as"]:
            head["Authorization"] = f"Bearer {self._saved.get(who, who)}"
        body = None
        if "json" in line:
            body = json.dumps(given["json"], separators=(",", ":")).encode()
            head["Content-Type"] = "application/json"
        elif "base64" in line:
            body = base64.b64decode(line["base64"])
        elif "text" in line:
            body = line["text"].encode()
        if node := line.get("sign"):
            head |= self._signed(node, given["path"], body or b"")
        answer = self._api.client.request(line["method"], given["path"], headers=head, content=body)
        if answer.status_code == line["status"]:
            for name, field in line.get("save", {}).items():
                value = answer.json()
                for part in field.split("."):
                    value = value[part]
                self._saved[name] = str(value)
        return answer

    def _filled(self, line: Json) -> Json:
        asked = json.dumps({name: line[name] for name in ("path", "json") if name in line})
        found: Json = json.loads(re.sub(r"{{([\w-]+)}}", lambda m: self._saved[m[1]], asked))
        return found

    def _signed(self, node: str, path: str, body: bytes) -> dict[str, str]:
        """As docs of 0.1 have it."""
        self._sequence += 1
        key, epoch = self._saved[f"{node}_key"], self._saved[f"{node}_epoch"]
        now, number = str(self._api.now_ms()), str(self._sequence)
        text = "\n".join(("POST", path, now, epoch, number, hashlib.sha256(body).hexdigest()))
        signature = hmac.digest(key.encode(), text.encode(), "sha256").hex()
        names = ("Node", "Time", "Epoch", "Sequence", "Signature")
        values = (node, now, epoch, number, signature)
        return {f"Heddle-{name}": value for name, value in zip(names, values, strict=True)}


def happen(api: ApiWorld, step: Json) -> None:
    """What the recording waited for, or had the engine do."""
    if "until" in step:
        api.until(step["until"], step["state"])
    elif "until_why" in step:
        assert eventually(lambda: api.get(f"/v1/jobs/{step['until_why']}").json()["why"])
    elif "end" in step:
        api.engine.end(step["end"], step["exit_code"], step["why"])
    else:
        api.engine.write(step["write"], step["member"], step["text"].encode())


def missed(line: Json, answer: Any) -> list[str]:
    """What the client of before would miss."""
    if answer.status_code != line["status"]:
        return [f"status {line['status']} is now {answer.status_code}: {answer.text}"]
    found = []
    kind = answer.headers.get("content-type", "").split(";")[0]
    if kind != line.get("type", ""):
        found.append(f"type {line.get('type')} is now {kind}")
    for name, said in line.get("says", {}).items():
        if answer.headers.get(name) != said:
            found.append(f"header {name}: {said} is now {answer.headers.get(name)}")
    if "answer" in line:
        is_moving = line["method"] == "POST" and line["path"].startswith("/v1/jobs")
        free = {
            each
            for path, names in PLACED.items()
            if line["path"].startswith(path)
            for each in names
        }
        free |= MOVING if is_moving else set()
        found += differences(line["answer"], answer.json(), free=free)
    if "names" in line:
        shown = set(re.findall(r"^\w+", answer.text, re.MULTILINE))
        found += [f"metric {name} is gone" for name in line["names"] if name not in shown]
    if "body" in line:
        old, new = line["body"].splitlines(), answer.text.splitlines()
        if kind == "text/csv":
            old, new = [old[0], len(old)], [new[0], len(new)]
        if old != new:
            found.append(f"{old} is now {new}")
    return found


def test_every_recorded_request_is_answered_as_it_was(tmp_path: Path) -> None:
    found = []
    with ApiWorld(tmp_path) as api:
        client = Client(api)
        for number, line in enumerate(lines(OLD / "api.jsonl"), 1):
            if "step" in line:
                happen(api, line["step"])
                continue
            told = f"line {number}, {line['as']}: {line['method']} {line['path']}"
            found += [f"{told}: {each}" for each in missed(line, client.ask(line))]
    assert not found, "\n".join(found)


def test_a_submission_that_0_1_has_accepted_is_not_accepted_again(tmp_path: Path) -> None:
    """A client that got no answer sends it to the server of now: 0.1 kept its key by the user's
    name. With another body it is another submission."""
    sent: Json = {"json": {"jobs": [one()]}, "headers": {"Idempotency-Key": "k"}}
    with ApiWorld(tmp_path) as api:
        api.tenant("acme")
        ann = api.token("ann", "acme")
        assert api.ask("POST", "/v1/jobs", ann, **sent).status_code == 201
        ((key, kept),) = api.store.things(idempotency.KIND).items()
    store = open_store(str(tmp_path / "store.db"))
    as_it_was = hashlib.sha256(b"acme\nann\nk").hexdigest()
    store.write([Gone(idempotency.KIND, key), Thing(idempotency.KIND, as_it_was, kept)])
    store.close()
    with ApiWorld(tmp_path) as api:
        again = api.ask("POST", "/v1/jobs", ann, **sent)
        assert (again.status_code, again.json()["jobs"][0]["id"]) == (200, "j1")
        sent["json"] = {"jobs": [one("other")]}
        assert api.ask("POST", "/v1/jobs", ann, **sent).status_code == 201


def test_every_operation_is_there_with_its_parameters(tmp_path: Path) -> None:
    with ApiWorld(tmp_path) as api:
        paths = api.get("/v1/openapi.json").json()["paths"]
    now = {
        f"{method.upper()} {path}": {each["name"] for each in operation.get("parameters", [])}
        for path, operations in paths.items()
        for method, operation in operations.items()
    }
    old: dict[str, list[str]] = json.loads((OLD / "operations.json").read_text("utf-8"))
    assert not [name for name in old if name not in now]
    assert not {name: gone for name in old if (gone := set(old[name]) - now[name])}
