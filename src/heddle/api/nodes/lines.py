"""Lines to members that nodes carry: what goes to the member is the answer to a GET, what it says
comes with POSTs. The token of the line is in the path."""

from __future__ import annotations

import asyncio

from starlette.types import Receive, Scope, Send

from heddle.desk.node_lines import CarriedLine, NodeLines
from heddle.model.wire.handover import ABSENT, END, LINE, READY

_READ_BYTES = 1 << 16
_LARGEST = 1 << 20


async def carry(
    lines: NodeLines, node: str, token: str, scope: Scope, receive: Receive, send: Send
) -> None:
    line = lines.find(node, token)
    if line is None:
        await _answer(send, 404)
    elif scope["method"] == "GET":
        await _towards(lines, line, receive, send)
    else:
        await _back(lines, line, scope, receive, send)


async def _towards(lines: NodeLines, line: CarriedLine, receive: Receive, send: Send) -> None:
    """Until somebody hangs up."""
    headers = [(b"content-type", b"application/octet-stream"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    gone = asyncio.ensure_future(_disconnected(receive))
    try:
        while True:
            read = asyncio.ensure_future(line.reader.read(_READ_BYTES))
            await asyncio.wait([read, gone], return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                read.cancel()
                return
            data = read.result()
            await send({"type": "http.response.body", "body": data, "more_body": bool(data)})
            if not data:
                return
    except OSError:
        return
    finally:
        gone.cancel()
        lines.end(line)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _back(
    lines: NodeLines, line: CarriedLine, scope: Scope, receive: Receive, send: Send
) -> None:
    said = dict(scope["headers"]).get(LINE.lower().encode(), b"").decode("latin-1")
    body, more = b"", True
    while more and len(body) <= _LARGEST:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    if more or len(body) > _LARGEST:
        await _answer(send, 413)
        return
    if said in (READY, ABSENT) and not line.is_there.done():
        line.is_there.set_result(said == READY)
    try:
        line.writer.write(body)
        await line.writer.drain()
    except OSError:
        said = END
    if said in (END, ABSENT):
        lines.end(line)
    await _answer(send, 204)


async def _answer(send: Send, status: int) -> None:
    headers = [] if status == 204 else [(b"content-length", b"0")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
