"""One method for each route of the control plane. Answers are as the server gives them, in JSON;
their types (heddle/_gen/rest.py) are made from the routes, and a newer server may add keys."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from http.client import HTTPResponse
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from heddle.client.wire import RefusedError, Wire

if TYPE_CHECKING:
    from heddle._gen import rest


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of what a member of an attempt has written."""

    data: bytes
    next: int  #: where to go on
    over: bool  #: no more will come


class Client:
    """A connection to one server. Not for several threads.

    Every method raises `NoServerError` if no server answers, `RefusedError` (a UsageError) if the
    server says what is wrong with the request, and `NotAllowedError` if the token does not allow
    it.
    """

    def __init__(
        self,
        address: str,
        token: str | None = None,
        *,
        timeout_s: float = 30.0,
        remedy: str | None = None,
        pin: str | None = None,
    ) -> None:
        self.address = address.rstrip("/")
        self.wire = Wire(self.address, token, timeout_s, remedy, pin=pin)
        self.services_made: list[rest.Standing] = []  #: or changed, by what was submitted here

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.wire.close()

    def health(self) -> rest.Health:
        return self._get("/v1/health")

    def submit(
        self,
        specs: Sequence[Mapping[str, Any]],
        *,
        hold: bool = False,
        anyway: bool = False,
        key: str | None = None,
    ) -> list[rest.JobAnswer]:
        """All of them or none. Two submissions with one `key` are one. What no node could ever run
        is refused, unless `anyway`."""
        return self._submit({"jobs": list(specs), "hold": hold, "anyway": anyway}, key)

    def submit_file(
        self,
        text: str,
        name: str,
        *,
        hold: bool = False,
        anyway: bool = False,
        key: str | None = None,
        folder: str | None = None,
        snapshots: Mapping[str, str] | None = None,
    ) -> list[rest.JobAnswer]:
        """The jobs of a job file, YAML or JSON; `name` is for its errors. Folders to work in are
        meant from `folder` on. `snapshots` has the sha256:... of each folder to take along."""
        sent: dict[str, Any] = {"file": text, "name": name, "hold": hold, "anyway": anyway}
        if snapshots:
            sent["snapshots"] = dict(snapshots)
        if folder is not None:
            sent["folder"] = folder
        return self._submit(sent, key)

    def jobs(
        self,
        *,
        state: Sequence[str] = (),
        tenant: str | None = None,
        user: str | None = None,
        text: str | None = None,
        array: str | None = None,
        before: str | None = None,
        limit: int | None = None,
    ) -> rest.JobPage:
        """One page, the newest first: `jobs`, `next` and `counts`. `array`: its members only."""
        return self._get("/v1/jobs", state=list(state), tenant=tenant, user=user, text=text,
            array=array, before=before, limit=limit,
        )  # fmt: skip

    def every_job(self, *, most: int | None = None, **which: Any) -> Iterator[rest.JobAnswer]:
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

    def job(self, job: str) -> rest.WholeJob:
        """With its `attempts`."""
        return self._get(_job(job))

    def explain(self, job: str, detail: int = 0) -> rest.ExplainAnswer:
        return self._get(_job(job, "/explain"), detail=detail)

    def cancel(self, job: str) -> rest.JobAnswer:
        return self._post(_job(job, "/cancel"))

    def hold(self, job: str) -> rest.JobAnswer:
        return self._post(_job(job, "/hold"))

    def release(self, job: str) -> rest.JobAnswer:
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

    def terminal(self, job: str) -> AbstractContextManager[HTTPResponse]:
        """What the terminal of a job shows, from the last screenful on; `read1` has it as it
        comes. The connection is one of its own, so that another thread may type meanwhile."""
        return self.wire.stream(_job(job, "/terminal"), {"Accept": "*/*"}, silent=True)

    def type_in(self, job: str, data: bytes) -> None:
        """Into its terminal; returns when that has taken it."""
        self.wire.ask("POST", _job(job, "/terminal"), data)

    def resize(self, job: str, rows: int, columns: int) -> None:
        """The terminal of a job has this size now."""
        self.wire.ask("POST", _job(job, "/terminal"), {"rows": rows, "columns": columns})

    def execute(self, job: str, asked: rest.Execute) -> AbstractContextManager[HTTPResponse]:
        """A command beside a member of a job that runs: `command`, `member`, `terminal` (`rows` and
        `columns`) and `term`. The answer is frames (model/wire/execution.py) as they come; its
        header Heddle-Exec is the number for `feed`. It ends when that is closed."""
        path = _job(job, "/exec")
        return self.wire.stream(path, {"Accept": "*/*"}, silent=True, body=asked)

    def send_signal(self, job: str, number: int, *, member: int = 0) -> bool:
        """To all that a member of a job runs; False if it does not get there."""
        from heddle.model.wire.execution import BACK, ENDED, code_of
        from heddle.model.wire.terminal import Frames

        frames = Frames(BACK)
        with self.execute(job, {"command": [], "member": member, "signal": number}) as response:
            while data := response.read1(1 << 16):
                frames.add(data)
                while (found := frames.next()) is not None:
                    if found[0] == ENDED:
                        return code_of(found[1]) == 0
        return False

    def feed(self, job: str, number: str, data: bytes) -> None:
        """Input for a command that is executed; none is its end."""
        self.wire.ask("POST", _job(job, f"/exec/{_one(number)}"), data)

    def resize_execution(self, job: str, number: str, rows: int, columns: int) -> None:
        size = {"rows": rows, "columns": columns}
        self.wire.ask("POST", _job(job, f"/exec/{_one(number)}"), size)

    def job_files(self, job: str, path: str = "", *, digests: int | None = None) -> rest.FileList:
        """What is at this path in a job's folder: its `kind`, and the `entries` of a folder; with
        the digests of files that have at most `digests` bytes."""
        where, wanted = _job(job, "/files"), {"path": path, "digests": digests}
        listed = found = self._get(_with(where, wanted))
        while found["next"] is not None:
            found = self._get(_with(where, {**wanted, "after": found["next"]}))
            listed["entries"] += found["entries"]
        return listed

    def read_job_file(self, job: str, path: str) -> AbstractContextManager[HTTPResponse]:
        where = _with(_job(job, "/files/content"), {"path": path})
        return self.wire.stream(where, {"Accept": "*/*"})

    def write_job_file(
        self, job: str, path: str, file: IO[bytes], size: int, *, mode: int = 0o644
    ) -> None:
        where = _with(_job(job, "/files/content"), {"path": path, "mode": mode})
        self.wire.upload(where, file, size)

    def remove_job_files(self, job: str) -> None:
        """The folder of one that is over."""
        self.wire.ask("DELETE", _job(job, "/files"))

    def sign_in_link(self) -> str:
        """Signs a browser in at the dashboard as this user, once and within 10 minutes."""
        return self.address + str(self._post("/signin/link")["path"])

    def events(self, after: int = 0, *, limit: int | None = None) -> rest.EventPage:
        """`events` and the number of the `last` one. `follow.events` waits for more."""
        return self._get("/v1/events", after=after, limit=limit)

    def nodes(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        state: Sequence[str] = (),
        kind: Sequence[str] = (),
        **near: str,
    ) -> rest.NodePage:
        """One page, by name: `nodes` and `next`. `near` and `near_site`: with ways from there."""
        wanted = {"after": after, "limit": limit, "state": list(state), "kind": list(kind), **near}
        return self._get("/v1/nodes", **wanted)

    def every_node(self, **which: Any) -> Iterator[rest.NodeState]:
        """Page by page."""
        after: str | None = None
        while True:
            page = self.nodes(after=after, **which)
            yield from page["nodes"]
            after = page["next"]
            if after is None:
                return

    def remove_node(self, name: str) -> None:
        self.wire.ask("DELETE", f"/v1/nodes/{_one(name)}", again=True)

    def join_tokens(self) -> rest.JoinTokens:
        """Without their secrets."""
        return self._get("/v1/nodes/tokens")

    def add_join_token(self, asked: rest.Asked) -> rest.MadeJoinToken:
        """Its text is in this answer, and never again."""
        return self._post("/v1/nodes/tokens", asked)

    def remove_join_token(self, token: str) -> None:
        self.wire.ask("DELETE", f"/v1/nodes/tokens/{_one(token)}", again=True)

    def node(self, name: str) -> rest.NodeState:
        return self._get(f"/v1/nodes/{_one(name)}")

    def drain(self, name: str) -> rest.NodeState:
        """It takes no new jobs."""
        return self._post(f"/v1/nodes/{_one(name)}/drain")

    def undrain(self, name: str) -> rest.NodeState:
        return self._post(f"/v1/nodes/{_one(name)}/undrain")

    def node_programs(self, name: str) -> rest.NodePrograms:
        """Programs under Heddle on a node, as it said last."""
        return self._get(f"/v1/nodes/{_one(name)}/programs")

    def look(self, node: str) -> Any:
        """Programs and devices of a node now, as it says at its next beat."""
        return self._get(f"/v1/nodes/{_one(node)}/look")

    def trace(self, node: str, seconds: float) -> Any:
        """A recording of that long, from the node's next beat on."""
        return self._get(f"/v1/nodes/{_one(node)}/trace", seconds=seconds)

    def program_story(self, node: str, program: int) -> Any:
        return self._get(f"/v1/nodes/{_one(node)}/programs/{program}/story")

    def hold_program(self, node: str, program: int) -> None:
        """At the node's next beat; so are the next two."""
        self.wire.ask("POST", f"/v1/nodes/{_one(node)}/programs/{program}/hold", again=True)

    def release_program(self, node: str, program: int) -> None:
        self.wire.ask("POST", f"/v1/nodes/{_one(node)}/programs/{program}/release", again=True)

    def set_program(self, node: str, program: int, settings: rest.ProgramSettings) -> None:
        """What is None stays as it is."""
        path = f"/v1/nodes/{_one(node)}/programs/{program}"
        self.wire.ask("PATCH", path, settings, again=True)

    def pool(self) -> rest.PoolState:
        """Devices by kind and model, and waiting jobs by reason."""
        return self._get("/v1/pool")

    def tenants(self) -> rest.TenantList:
        return self._get("/v1/tenants")

    def add_tenant(self, tenant: rest.TenantAsk) -> rest.TenantState:
        return self._post("/v1/tenants", tenant)

    def remove_tenant(self, path: str) -> None:
        self.wire.ask("DELETE", f"/v1/tenants/{_path(path)}", again=True)

    def quota(self, path: str) -> rest.QuotaSaid:
        return self._get(f"/v1/tenants/{_path(path)}/quota")

    def set_quota(self, path: str, quota: rest.QuotaSaid) -> rest.QuotaSaid:
        where = f"/v1/tenants/{_path(path)}/quota"
        return self.wire.ask("PUT", where, quota, again=True).json()

    def tokens(self) -> rest.TokenList:
        """Without their secrets."""
        return self._get("/v1/tokens")

    def whoami(self) -> rest.Who:
        """`user`, `tenant`, `scope`, `roles`, `expires_ms` of the token, its id, and whether its
        jobs are `isolated`."""
        return self._get("/v1/whoami")

    def users(self) -> rest.UserList:
        return self._get("/v1/users")

    def add_user(self, user: rest.UserAsk) -> rest.UserState:
        return self._post("/v1/users", user)

    def change_user(self, user: str, change: rest.UserChange) -> rest.UserState:
        """What is not in `change` stays."""
        return self.wire.ask("PUT", f"/v1/users/{_path(user)}", change, again=True).json()

    def remove_user(self, user: str) -> None:
        self.wire.ask("DELETE", f"/v1/users/{_path(user)}", again=True)

    def audit(self, **which: Any) -> Iterator[rest.Event]:
        """What people have changed, the newest first: `tenant`, `actor`, `kind`, `since`, `until`
        (in milliseconds since 1970)."""
        before: int | None = None
        while True:
            page = self._get("/v1/audit", before=before, limit=1000, **which)
            yield from page["events"]
            before = page["next"]
            if before is None:
                return

    def add_token(self, token: rest.TokenAsk) -> rest.NewToken:
        """Its secret is in this answer, and never again."""
        return self._post("/v1/tokens", token)

    def renew_token(self, token: str) -> rest.NewToken:
        """Another one instead of it; its secret is in this answer, and never again."""
        return self._post(f"/v1/tokens/{_one(token)}/renew")

    def remove_token(self, token: str) -> None:
        self.wire.ask("DELETE", f"/v1/tokens/{_one(token)}", again=True)

    def secrets(self, *, tenant: str | None = None) -> rest.SecretList:
        """Their names; never what they hold."""
        return self._get("/v1/secrets", tenant=tenant)

    def set_secret(
        self, name: str, value: bytes, *, tenant: str | None = None
    ) -> rest.SecretAnswer:
        where = _with(f"/v1/secrets/{_one(name)}", {"tenant": tenant})
        return self.wire.ask("PUT", where, value, again=True).json()

    def remove_secret(self, name: str, *, tenant: str | None = None) -> None:
        where = _with(f"/v1/secrets/{_one(name)}", {"tenant": tenant})
        self.wire.ask("DELETE", where, again=True)

    def has_snapshot(self, digest: str, *, tenant: str | None = None) -> bool:
        """`digest` is 64 hex digits."""
        where = _with(f"/v1/snapshots/{_one(digest)}", {"tenant": tenant})
        try:
            self.wire.ask("HEAD", where, again=True)
        except RefusedError as error:
            if error.status == 404:
                return False
            raise
        return True

    def add_snapshot(
        self, digest: str, file: IO[bytes], size: int, *, tenant: str | None = None
    ) -> rest.SnapshotAnswer:
        where = _with(f"/v1/snapshots/{_one(digest)}", {"tenant": tenant})
        return self.wire.upload(where, file, size).json()

    def data(self, name: str | None = None) -> rest.DataList:
        """Data sets and models, with their versions and where those are."""
        return self._get("/v1/data" if name is None else f"/v1/data/{_one(name)}")

    def add_data(self, version: rest.DataSaid) -> rest.DataVersion:
        return self._post("/v1/data", version)

    def remove_data(self, name: str, version: str, *, tenant: str | None = None) -> None:
        where = f"/v1/data/{_one(name)}/{_one(version)}"
        self.wire.ask("DELETE", _with(where, {"tenant": tenant}), again=True)

    def services(self, *, tenant: str | None = None) -> rest.ServiceList:
        """How all of them stand."""
        return self._get("/v1/services", tenant=tenant)

    def service(self, name: str, *, tenant: str | None = None) -> rest.Standing:
        """With its `replicas`."""
        return self._get(f"/v1/services/{_one(name)}", tenant=tenant)

    def put_service(self, spec: Mapping[str, Any], *, tenant: str | None = None) -> rest.Standing:
        """Makes it, or changes it, by a rolling update where its replicas differ."""
        where = _with(f"/v1/services/{_one(str(spec.get('id')))}", {"tenant": tenant})
        return self.wire.ask("PUT", where, dict(spec), again=True).json()

    def scale(
        self, name: str, replicas: int | Mapping[str, int], *, tenant: str | None = None
    ) -> rest.Standing:
        """To a number, or to `least` and `most`."""
        where = _with(f"/v1/services/{_one(name)}/scale", {"tenant": tenant})
        return self.wire.ask("POST", where, {"replicas": replicas}, again=True).json()

    def remove_service(self, name: str, *, tenant: str | None = None) -> rest.Standing:
        """It is gone when its replicas have ended."""
        where = _with(f"/v1/services/{_one(name)}", {"tenant": tenant})
        return self.wire.ask("DELETE", where).json()

    def usage(
        self, *, since: int | None = None, until: int | None = None, by: str | None = None
    ) -> rest.UsageReport:
        """The ledger between two times, in milliseconds since 1970."""
        return self._get("/v1/usage", by=by, format="json", since=since, until=until)

    def usage_csv(
        self, *, since: int | None = None, until: int | None = None, by: str | None = None
    ) -> str:
        wanted = {"since": since, "until": until, "by": by, "format": "csv"}
        path = _with("/v1/usage", wanted)
        return self.wire.ask("GET", path, headers={"Accept": "text/csv"}).body.decode()

    def matrix(
        self, *, tenant: str | None = None, workload: str | None = None
    ) -> rest.MatrixAnswer:
        """What was learned from jobs: its `cells` are sorted by tenant, workload and devices."""
        return self._get("/v1/matrix", tenant=tenant, workload=workload)

    def backup(self) -> Iterator[bytes]:
        """Of all that is kept, piece by piece, to the end or an error."""
        with self.wire.stream("/v1/backup", {"Accept": "application/octet-stream"}) as response:
            left = int(response.headers.get("Content-Length", "0"))
            while piece := response.read(1 << 18):
                left -= len(piece)
                yield piece
            if left:
                raise self.wire.gone(ConnectionError("the backup broke off"))

    def status(self) -> rest.Status:
        """What the server says of itself: store, engine, certificate, clock."""
        return self._get("/v1/status")

    def metrics(self) -> str:
        """Prometheus text."""
        return self.wire.ask("GET", "/metrics", headers={"Accept": "text/plain"}).body.decode()

    def _submit(self, body: dict[str, Any], key: str | None) -> list[rest.JobAnswer]:
        headers = {"Idempotency-Key": key or os.urandom(16).hex()}
        answer = self.wire.ask("POST", "/v1/jobs", body, headers, again=True).json()
        self.services_made += answer.get("services", [])
        return answer["jobs"]

    def _get(self, path: str, **query: Any) -> Any:
        return self.wire.ask("GET", _with(path, query)).json()

    def _post(self, path: str, body: object = None) -> Any:
        return self.wire.ask("POST", path, body).json()


def _one(name: str) -> str:
    """As one part of a path; the brackets of j7[3] are not special there."""
    return quote(name, safe="")


def _path(path: str) -> str:
    """Of a tenant: its parts stay apart."""
    return quote(path, safe="/")


def _job(job: str, what: str = "") -> str:
    return f"/v1/jobs/{_one(job)}{what}"


def _with(path: str, query: Mapping[str, Any]) -> str:
    given = {name: value for name, value in query.items() if value not in (None, [])}
    return f"{path}?{urlencode(given, doseq=True)}" if given else path
