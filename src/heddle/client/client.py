"""One method for each route of the control plane. Answers are as the server gives them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from heddle.client.wire import Wire

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of what a member of an attempt has written."""

    data: bytes
    next: int  #: where to go on
    over: bool  #: no more will come


class Client:
    """A connection to one server. Not for several threads.

    Every method raises `NoServerError` if nobody answers, `RefusedError` (a UsageError) if the
    server says what is wrong with the request, and `NotAllowedError` if the token may not.
    """

    def __init__(
        self,
        address: str,
        token: str | None = None,
        *,
        timeout_s: float = 30.0,
        remedy: str | None = None,
    ) -> None:
        self.address = address.rstrip("/")
        self.wire = Wire(self.address, token, timeout_s, remedy)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.wire.close()

    def health(self) -> Json:
        return self._get("/v1/health")

    def submit(
        self, specs: Sequence[Mapping[str, Any]], *, hold: bool = False, key: str | None = None
    ) -> list[Json]:
        """All of them or none. Two submissions with one `key` are one."""
        return self._submit({"jobs": list(specs), "hold": hold}, key)

    def submit_file(
        self, text: str, name: str, *, hold: bool = False, key: str | None = None
    ) -> list[Json]:
        """The jobs of a job file, YAML or JSON; `name` is for its errors."""
        return self._submit({"file": text, "name": name, "hold": hold}, key)

    def jobs(
        self,
        *,
        state: Sequence[str] = (),
        tenant: str | None = None,
        user: str | None = None,
        text: str | None = None,
        before: str | None = None,
        limit: int | None = None,
    ) -> Json:
        """One page, the newest first: `jobs`, `next` and `counts`."""
        wanted = {"tenant": tenant, "user": user, "text": text, "before": before, "limit": limit}
        return self._get("/v1/jobs", state=list(state), **wanted)

    def every_job(self, *, most: int | None = None, **which: Any) -> Iterator[Json]:
        """Page by page; `most` ends it."""
        before: str | None = None
        left = most
        while left is None or left > 0:
            limit = 500 if left is None else min(left, 500)
            page = self.jobs(before=before, limit=limit, **which)
            yield from page["jobs"]
            left = None if left is None else left - len(page["jobs"])
            before = page["next"]
            if before is None:
                return

    def job(self, job: str) -> Json:
        """With its `attempts`."""
        return self._get(_job(job))

    def explain(self, job: str, detail: int = 0) -> Json:
        return self._get(_job(job, "/explain"), detail=detail)

    def cancel(self, job: str) -> Json:
        return self._post(_job(job, "/cancel"))

    def hold(self, job: str) -> Json:
        return self._post(_job(job, "/hold"))

    def release(self, job: str) -> Json:
        return self._post(_job(job, "/release"))

    def logs(
        self,
        job: str,
        *,
        attempt: int | None = None,
        member: int = 0,
        start: int = 0,
        most: int = 65536,
    ) -> Piece:
        """Of the last attempt, unless it is named by its number."""
        wanted = {"attempt": attempt, "member": member, "start": start, "most": most}
        answer = self.wire.ask("GET", _with(_job(job, "/logs"), wanted), headers={"Accept": "*/*"})
        following = answer.headers.get("heddle-next", "")
        after = int(following) if following.isdecimal() else start + len(answer.body)
        return Piece(answer.body, after, answer.headers.get("heddle-over", "").lower() == "true")

    def events(self, after: int = 0, *, limit: int | None = None) -> Json:
        """`events` and the number of the `last` one. `follow.events` waits for more."""
        return self._get("/v1/events", after=after, limit=limit)

    def nodes(self) -> Json:
        return self._get("/v1/nodes")

    def node(self, name: str) -> Json:
        return self._get(f"/v1/nodes/{_one(name)}")

    def drain(self, name: str) -> Json:
        """It takes no new jobs."""
        return self._post(f"/v1/nodes/{_one(name)}/drain")

    def undrain(self, name: str) -> Json:
        return self._post(f"/v1/nodes/{_one(name)}/undrain")

    def pool(self) -> Json:
        """Devices by kind and model, and who waits for what."""
        return self._get("/v1/pool")

    def tenants(self) -> Json:
        return self._get("/v1/tenants")

    def add_tenant(self, tenant: Mapping[str, Any]) -> Json:
        return self._post("/v1/tenants", dict(tenant))

    def remove_tenant(self, path: str) -> None:
        self.wire.ask("DELETE", f"/v1/tenants/{_path(path)}", again=True)

    def quota(self, path: str) -> Json:
        return self._get(f"/v1/tenants/{_path(path)}/quota")

    def set_quota(self, path: str, quota: Mapping[str, Any]) -> Json:
        where = f"/v1/tenants/{_path(path)}/quota"
        return self.wire.ask("PUT", where, dict(quota), again=True).json()

    def tokens(self) -> Json:
        """Without their secrets."""
        return self._get("/v1/tokens")

    def whoami(self) -> str:
        """The user of the token; only an administrator's can ask for it."""
        own = str(self.wire.headers.get("Authorization", "")).partition("_")[2].partition("_")[0]
        found = [each["name"] for each in self.tokens()["tokens"] if each["id"] == own]
        return str(found[0]) if found else ""

    def add_token(self, token: Mapping[str, Any]) -> Json:
        """Its secret is in this answer, and never again."""
        return self._post("/v1/tokens", dict(token))

    def remove_token(self, token: str) -> None:
        self.wire.ask("DELETE", f"/v1/tokens/{_one(token)}", again=True)

    def usage(
        self, *, since: int | None = None, until: int | None = None, by: str | None = None
    ) -> Json:
        """The ledger between two times, in milliseconds since 1970."""
        return self._get("/v1/usage", by=by, format="json", **{"from": since, "to": until})

    def usage_csv(
        self, *, since: int | None = None, until: int | None = None, by: str | None = None
    ) -> str:
        wanted = {"from": since, "to": until, "by": by, "format": "csv"}
        path = _with("/v1/usage", wanted)
        return self.wire.ask("GET", path, headers={"Accept": "text/csv"}).body.decode()

    def metrics(self) -> str:
        """Prometheus text."""
        return self.wire.ask("GET", "/metrics", headers={"Accept": "text/plain"}).body.decode()

    def _submit(self, body: Json, key: str | None) -> list[Json]:
        headers = {"Idempotency-Key": key or os.urandom(16).hex()}
        answer = self.wire.ask("POST", "/v1/jobs", body, headers, again=True).json()
        accepted: list[Json] = answer["jobs"]
        return accepted

    def _get(self, path: str, **query: Any) -> Json:
        return self.wire.ask("GET", _with(path, query)).json()

    def _post(self, path: str, body: Any = None) -> Json:
        return self.wire.ask("POST", path, body).json()


def _one(name: str) -> str:
    """As one part of a path; the brackets of j7[3] are no special ones there."""
    return quote(name, safe="")


def _path(path: str) -> str:
    """Of a tenant: its parts stay apart."""
    return quote(path, safe="/")


def _job(job: str, what: str = "") -> str:
    return f"/v1/jobs/{_one(job)}{what}"


def _with(path: str, query: Mapping[str, Any]) -> str:
    given = {name: value for name, value in query.items() if value not in (None, [])}
    return f"{path}?{urlencode(given, doseq=True)}" if given else path
