"""Requests of one client, one after the other, and their answers from replicas."""

from __future__ import annotations

import asyncio
import math
import time

from heddle.front import heads
from heddle.front.door import Backend, Door, NoReplicaError
from heddle.front.heads import CHUNKED, NONE, UNTIL_CLOSED, BadHeadError, Head
from heddle.front.line import END, LOST, End, FrontConnection

TRIES = 3
RETRY_S = 2  #: in which a replica may be ready
LINGER_S = 1.0  #: for a client to read why its request was not taken to its end


class _BrokenError(Exception):
    """The replica went away before it answered."""


async def serve(door: Door, line: FrontConnection) -> None:
    """Until the client goes, or one of both does not want to go on."""
    loop = asyncio.get_running_loop()
    try:
        while True:
            line.since = loop.time()
            head = await line.next()
            if not isinstance(head, Head):
                if isinstance(head, End) and not line.is_lost:
                    line.write(heads.own_answer(head.code, f"{head.why}.", keep_alive=False))
                    await line.linger(LINGER_S)
                return
            line.since = math.inf
            if not await _Exchange(door, line, head, line.address).run():
                return
    except (_CutOffError, ConnectionError):
        line.abort()
    finally:
        line.close()


class _CutOffError(Exception):
    """An answer had begun, and cannot be ended."""


class _Exchange:
    """One request."""

    def __init__(self, door: Door, line: FrontConnection, head: Head, client: str) -> None:
        self.door, self.line, self.head, self.client = door, line, head, client
        self.loop = asyncio.get_running_loop()
        self.began = self.loop.time()
        self.is_answered = False
        self.is_taken = False  #: the request, to its end
        self.length = NONE

    async def run(self) -> bool:
        """Whether another one may follow on the line."""
        meter = self.door.meter
        meter.begin(self.began)
        try:
            self.length = heads.check(self.head)
            return await self._try()
        except BadHeadError as error:
            return await self._refuse(400, f"{error}.")
        except NoReplicaError as error:
            return await self._refuse(503, str(error), RETRY_S)
        except _BrokenError:
            text = f"the replica of {self.door.shown.name} that was asked went away."
            return await self._refuse(502, text)
        finally:
            if not self.is_answered:
                meter.went()
            meter.end(self.loop.time(), int(time.time() * 1000))

    async def _try(self) -> bool:
        """Asks a replica; another one if it cannot be reached, or went away without a word and the
        request may be said twice."""
        can_repeat = self.length == NONE and self.head.is_idempotent
        failed: list[Backend] = []
        fresh = False
        for left in reversed(range(TRIES)):
            backend = await self.door.find(failed)
            backend.in_flight += 1
            used = False
            try:
                up, used = await backend.connect(fresh=fresh, patient=can_repeat)
            except OSError:  # nothing was said yet
                pass
            else:
                try:
                    return await self._ask(backend, up)
                except _BrokenError:
                    if not can_repeat or not left:
                        raise
            finally:
                backend.in_flight -= 1
            fresh = True
            if not used:  # otherwise it may only have closed an idle connection
                backend.doubt()
                failed.append(backend)
        raise _BrokenError

    async def _ask(self, backend: Backend, up: FrontConnection) -> bool:
        pump: asyncio.Task[None] | None = None
        can_reuse = False
        try:
            up.write(heads.for_replica(self.head, self.length, self.client))
            if self.is_taken:
                pass  # another replica was asked before
            elif self.length != NONE and not self.line.has_end:
                if self._waits_for_word:
                    self.line.write(b"HTTP/1.1 100 Continue\r\n\r\n")
                pump = asyncio.create_task(self._send_body(up))
            else:
                await self._send_body(up)
            answer = await self._answer_head(up)
            if answer.code == 101:
                if not self.head.agrees(answer):
                    raise _BrokenError  # it was not asked for
                await self._tunnel(up, answer)
                return False
            was_taken = self.is_taken and up.is_sent  # else it may not read the rest
            keep, can_reuse = await self._hand_on(up, answer)
            can_reuse = can_reuse and was_taken and not up.has_part and not self.head.upgrade
            if can_reuse:
                backend.give_back(up)
            elif not self.is_taken:
                await self._linger(pump)
            return keep and self.is_taken
        finally:
            if pump is not None:
                pump.cancel()
            if not can_reuse:
                up.abort()

    @property
    def _waits_for_word(self) -> bool:
        """The client sends the body when it is told to."""
        expected = (self.head.get(b"expect") or b"").lower()
        return expected == b"100-continue" and self.head.version == "1.1"

    async def _send_body(self, up: FrontConnection) -> None:
        """What the client sends, to its end."""
        chunked = self.length == CHUNKED
        while (part := await self.line.next()) is not END:
            if not isinstance(part, bytes):
                up.abort()  # it is of no use any more, and the replica must not take it for all
                return
            up.write(heads.chunk(part) if chunked else part)
            await up.room()
        if chunked:
            up.write(heads.LAST_CHUNK)
        self.is_taken = True

    async def _answer_head(self, up: FrontConnection) -> Head:
        while True:
            part = await up.next()
            if not isinstance(part, Head):
                if part is END:
                    continue  # of an answer such as 103, before the one that counts
                raise _BrokenError
            if part.code >= 200 or part.code == 101:
                return part

    async def _hand_on(self, up: FrontConnection, answer: Head) -> tuple[bool, bool]:
        """The answer; whether the client's connection can go on, and whether the replica's can."""
        is_old = self.head.version == "1.0"
        keep = self.head.keep_alive and not self.head.upgrade
        keep = keep and not (is_old and self.length == CHUNKED)  # RFC 9112, 6.1
        try:
            said = length = heads.answer_length(answer, self.head.method)
            if length == UNTIL_CLOSED and not is_old:
                said = CHUNKED
            elif length < 0 and is_old:
                said, keep = UNTIL_CLOSED, False
            told = heads.for_client(answer, self.head, said, keep)
        except BadHeadError:
            raise _BrokenError from None
        line = self.line
        self._answered(answer.code)
        line.write(told)
        if self.head.method == b"HEAD":
            return keep, False  # the parser expects the body that does not come
        while (part := await up.next()) is not END:
            if isinstance(part, bytes):
                line.write(heads.chunk(part) if said == CHUNKED else part)
                await line.room()
            elif length == UNTIL_CLOSED and part is LOST:
                break
            else:
                raise _CutOffError
        if said == CHUNKED:
            line.write(heads.LAST_CHUNK)
        return keep, answer.keep_alive and heads.can_follow(answer, length)

    async def _tunnel(self, up: FrontConnection, answer: Head) -> None:
        """Both speak another protocol from now on."""
        self._answered(answer.code)
        self.line.write(heads.for_client(answer, self.head, NONE, True))
        back = asyncio.create_task(_copy(up, self.line))
        forth = asyncio.create_task(_copy(self.line, up))
        try:
            await asyncio.wait((back, forth), return_when=asyncio.FIRST_COMPLETED)
        finally:
            back.cancel()
            forth.cancel()
        up.close()

    def _answered(self, code: int) -> None:
        self.is_answered = True
        self.door.meter.answered(code, self.began, self.loop.time())

    async def _refuse(self, code: int, text: str, retry_s: int | None = None) -> bool:
        """An answer of our own."""
        if self.length == NONE and not self.is_taken and code != 400:
            await self.line.next()  # its end
            self.is_taken = True
        keep = self.is_taken and self.head.keep_alive and not self.head.upgrade
        self._answered(code)
        self.line.write(heads.own_answer(code, text, keep_alive=keep, retry_s=retry_s))
        if not self.is_taken:
            await self._linger(None)
        return keep

    async def _linger(self, pump: asyncio.Task[None] | None) -> None:
        """The client still sends."""
        if pump is not None:
            pump.cancel()
            await asyncio.wait([pump])
        await self.line.linger(LINGER_S)


async def _copy(one: FrontConnection, other: FrontConnection) -> None:
    while True:
        part = await one.next()
        if isinstance(part, bytes):
            other.write(part)
            await other.room()
        elif part is not END:  # what ends is the head's message: bytes follow
            return
