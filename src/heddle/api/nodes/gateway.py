"""What nodes ask: to join, their beats, to leave, and what their members need. In front of
everything else, because thousands of nodes beat all the time, and because no user's token counts
here: a node proves its identity itself.
"""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Mapping
from dataclasses import replace
from secrets import token_hex
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

from heddle.api.guard import LARGEST, bearer
from heddle.api.nodes import inputs
from heddle.api.nodes.lines import carry
from heddle.api.nodes.messages import Beat, First, check_name, read_beat, read_first
from heddle.api.problem import FAULT, MEDIA_TYPE, of_store, title_of
from heddle.control.core import Core
from heddle.control.nodes.join_tokens import Invitation
from heddle.control.nodes.node import READY, Node
from heddle.control.nodes.register import NameTakenError, Register
from heddle.desk.access.node_auth import NodeSession, Refusal, Roll
from heddle.desk.desk import Desk
from heddle.desk.errors import DeskError
from heddle.desk.node_programs import is_here
from heddle.engine.base import RemoteEngine
from heddle.errors import StoreError, UsageError
from heddle.model.orders import plain_order
from heddle.model.wire.tickets import GRANTS

log = logging.getLogger(__name__)
BEFORE = "/v1/nodes/"
JOIN, BEAT, LEAVE = "/v1/nodes/join", "/beat", "/leave"
CALLS = "/calls"
LINE = re.compile(r"/v1/nodes/([^/]+)/line/([0-9a-f]{32})")
INPUTS = {"/handout": inputs.handout, "/files": inputs.files, "/content": inputs.content,
          f"/{GRANTS}": inputs.grants}  # fmt: skip
DEFAULT_KIND = "cloud"
WATCHED_S = 0.5  #: between the beats of a node that somebody asks one thing after the other
LEAVES = b'{"lacks":[],"drain":false,"leave":true}'
NOT_INVITED = (
    "the join token is not valid, has expired, or is used up. An administrator makes another: "
    "`heddle node token`."
)


class NodeGate:
    """Answers these itself, and gives everything else on."""

    def __init__(self, app: ASGIApp, desk: Desk, roll: Roll) -> None:
        self._app = app
        self._desk = desk
        self._roll = roll
        self._register = roll.register

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope.get("path", "")
        if (found := LINE.fullmatch(path)) and scope["type"] == "http":
            await carry(self._desk.lines, found[1], found[2], scope, receive, send)
            return
        if not path.startswith(BEFORE) or scope["type"] != "http" or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        name, what = path[len(BEFORE) :], ""
        for each in (BEAT, LEAVE, CALLS, *INPUTS):
            if name.endswith(each):
                name, what = name.removesuffix(each), each
        if path == JOIN:
            what = JOIN
        if not what or "/" in name:
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        status, media, answer = 200, b"application/json", b""
        try:
            answer = await self._answer(what, name, scope, receive)
        except Refusal as error:
            status, media = error.status, MEDIA_TYPE.encode()
            answer = _problem(status, error.detail, error.more)
        except UsageError as error:
            status, media = 409 if isinstance(error, NameTakenError) else 422, MEDIA_TYPE.encode()
            answer = _problem(status, str(error))
        except DeskError as error:
            status, media = error.status, MEDIA_TYPE.encode()
            answer = _problem(status, error.detail)
        except StoreError as error:
            problem = of_store(error, None)
            status, media = problem.status, MEDIA_TYPE.encode()
            answer = _problem(status, problem.detail)
        except Exception:
            log.exception("a request of node %s failed", name)
            status, media, answer = 500, MEDIA_TYPE.encode(), _problem(500, FAULT)
        route = JOIN if what == JOIN else f"{BEFORE}{{name}}{what}"
        if what != CALLS:  # how long it waits says nothing of this server
            self._desk.counts.add("POST", route, status, time.perf_counter() - begun)
        length = str(len(answer)).encode()
        headers = [(b"content-type", media), (b"content-length", length)]
        if status in (401, 413):
            headers.append((b"connection", b"close"))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": answer})

    async def _answer(self, what: str, name: str, scope: Scope, receive: Receive) -> bytes:
        if scope["query_string"]:
            raise Refusal(422, "this route has no parameters.")
        if what == JOIN:
            return await self._join(scope, receive)
        body = await _body(receive)
        node, seat = self._roll.prove(name, "POST", scope["path"], scope["headers"], body)
        if node.name not in self._register.nodes:
            return LEAVES  # it has been removed
        if what == BEAT:
            return await self._beat(node, seat, body)
        if what == CALLS:
            return json.dumps({"calls": await self._desk.lines.calls(node.name)}).encode()
        if what in INPUTS:
            return await INPUTS[what](self._desk, node.name, body)
        now_ms = self._desk.now_ms()
        await self._desk.ask(lambda core: core.part(Register).leave(core, name, now_ms))
        self._roll.forget(name)
        return LEAVES

    async def _beat(self, node: Node, seat: NodeSession, body: bytes) -> bytes:
        now_ms = self._desk.now_ms()
        is_watched = bool(seat.orders) or now_ms < seat.watched_until_ms
        if seat.node is node and seat.settled == body and not is_watched:
            self._register.called(node.name, now_ms)
            return seat.answer
        beat = read_beat(body)
        _hear(seat, beat)
        if node.state != READY or beat.told.hashes:
            told = await self._desk.ask(
                lambda core: core.part(Register).told(
                    core, node.name, node.generation, beat.told, now_ms
                )
            )
            if told is None:
                raise Refusal(401, "the node has left, or was removed, in the meantime.")
            node = told
        else:
            self._register.called(node.name, now_ms)
        lacks = _lacks(node, seat, beat)
        answer = self._wants(node, seat, lacks, is_watched)
        says_more = beat.told.hashes or beat.passing or beat.done
        if not lacks and not says_more and not is_watched:
            seat.node, seat.settled, seat.answer = node, body, answer
        return answer

    def _wants(self, node: Node, seat: NodeSession, lacks: list[str], is_watched: bool) -> bytes:
        heartbeat_s = self._register.heartbeat_ms / 1000
        if is_watched:
            heartbeat_s = min(heartbeat_s, WATCHED_S)
        said = {"lacks": lacks, "drain": node.drained, "leave": False, "heartbeat_s": heartbeat_s}
        if self._may_be_asked(node.name):
            said["listen"] = True
        if seat.orders:
            said["orders"] = [plain_order(each.order) for each in seat.orders.values()]
        return json.dumps(said, separators=(",", ":")).encode()

    def _may_be_asked(self, name: str) -> bool:
        """Whether it is a node of an engine elsewhere: others need not wait for calls."""
        row = self._desk.loop.rows().get(name)
        return row is not None and isinstance(self._desk.loop.engines.get(row.engine), RemoteEngine)

    async def _join(self, scope: Scope, receive: Receive) -> bytes:
        text = bearer(scope) or ""
        invitation = self._invited(text)  # before anything that costs
        body = await _body(receive)
        first = read_first(body)
        proven = self._proven(_name(first, invitation), scope, body)
        generation, now_ms = token_hex(8), self._desk.now_ms()
        name = _node(first, invitation, generation).name
        if await is_here(self._desk, name):
            raise NameTakenError(
                f"{name!r} is the control plane's own machine. Choose another name: `heddle node "
                "join --name`."
            )

        def join(core: Core) -> Node:
            invitation = self._invited(text)  # others may have used it since
            node = _node(first, invitation, generation)
            told = first.beat.told
            joined = self._register.join(
                core, node, told, f"{invitation.by} ({invitation.id})", now_ms, proven=proven
            )
            core.keep(self._register.invitations.spend(invitation.id))
            return joined

        node = await self._desk.ask(join)
        seat = self._roll.seat(node)
        _hear(seat, first.beat)
        said = {
            "name": node.name,
            "key": seat.key,
            "epoch": self._roll.epoch,
            "heartbeat_s": self._register.heartbeat_ms / 1000,
        }
        return json.dumps(said).encode()

    def _invited(self, text: str) -> Invitation:
        found = self._register.invitations.check(text, self._desk.now_ms())
        if found is None:
            raise Refusal(401, NOT_INVITED)
        return found

    def _proven(self, name: str, scope: Scope, body: bytes) -> bool:
        """Whether the joining node has the key of the node of this name."""
        try:
            self._roll.prove(name, "POST", JOIN, scope["headers"], body)
        except Refusal as error:
            if error.status == 409:  # the key is right: it is to sign anew, or to set its clock
                raise
            return False
        return True


def _node(first: First, invitation: Invitation, generation: str) -> Node:
    """:raises UsageError: if the join token is for another one"""
    wanted = {"name": invitation.name, "kind": invitation.kind, "site": invitation.site}
    for field, value in wanted.items():
        said = getattr(first, field)
        if value is not None and said is not None and said != value:
            raise UsageError(f"{field}: the join token is for {value!r} only, not for {said!r}.")
    name = check_name(_name(first, invitation))
    site = invitation.site or first.site or first.row.site
    kind = invitation.kind or first.kind or DEFAULT_KIND
    row = replace(first.row, name=name, site=site)
    return Node(name, kind, site, first.version, row, generation)


def _name(first: First, invitation: Invitation) -> str:
    return first.name or invitation.name or first.row.name


def _hear(seat: NodeSession, beat: Beat) -> None:
    """What is not kept: parts that change all the time, and what came of orders."""
    for part, text in beat.passing.items():
        seat.passing[part], seat.hashes[part] = text, beat.parts[part]
    for number, result in beat.done.items():
        pending = seat.orders.pop(number, None)
        if pending is not None and not pending.done.done():
            pending.done.set_result(result)


def _lacks(node: Node, seat: NodeSession, beat: Beat) -> list[str]:
    """What the node has otherwise than it is known here."""
    known = {**node.parts, **seat.hashes}
    return [part for part, digest in beat.parts.items() if known.get(part) != digest]


async def _body(receive: Receive) -> bytes:
    message = await receive()
    body: bytes = message.get("body", b"")
    while message.get("more_body"):
        message = await receive()
        body += message.get("body", b"")
        if len(body) > LARGEST:
            break
    if len(body) > LARGEST:
        raise Refusal(413, f"the body is larger than {LARGEST >> 20} MiB.")
    return body


def _problem(status: int, detail: str, more: Mapping[str, Any] | None = None) -> bytes:
    title = title_of(status)
    said = {"type": "about:blank", "title": title, "status": status, "detail": detail}
    return json.dumps({**said, **(more or {})}).encode()
