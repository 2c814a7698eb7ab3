"""Whether a replica answers."""

from __future__ import annotations

import asyncio
import math
from contextlib import suppress

from heddle.control.services.traffic import HEALTHY, STARTING, UNHEALTHY
from heddle.model.service import HealthCheck

EAGER_S = 0.2  #: between two looks at a replica that starts


class Pulse:
    """What the last checks came to. Pure."""

    def __init__(self, was_healthy: bool) -> None:
        self.state = HEALTHY if was_healthy else STARTING
        self.failed = 0  #: checks, one after the other
        self.checked = False
        self._counted = -math.inf  # when a failure last counted
        self.why = ""

    def saw(self, trouble: str, how: HealthCheck, now: float) -> None:
        """`trouble` is empty if it answered. However often it is looked at, one failure counts in
        the time between two checks."""
        self.checked = True
        self.why = trouble
        if not trouble:
            self.state, self.failed = HEALTHY, 0
            return
        if now - self._counted >= 0.9 * how.every_ms / 1000:
            self.failed += 1
            self._counted = now
        if self.state == HEALTHY and self.failed >= how.failures:
            self.state = UNHEALTHY


async def check(host: str, port: int, how: HealthCheck) -> str:
    """What is wrong with it; nothing if it answers as it should."""
    writer: asyncio.StreamWriter | None = None
    try:
        async with asyncio.timeout(how.within_ms / 1000):
            reader, writer = await asyncio.open_connection(host, port)
            if how.path is None:
                return ""
            asked = f"GET {how.path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n"
            writer.write(f"{asked}User-Agent: heddle-health\r\n\r\n".encode())
            line = await reader.readline()
    except TimeoutError:
        return f"no answer within {how.within_ms / 1000:g} s"
    except (OSError, ValueError) as error:
        return f"port {port}: {getattr(error, 'strerror', None) or error}"
    finally:
        if writer is not None:
            writer.close()
            with suppress(OSError):
                writer.transport.abort()
    version, _, rest = line.partition(b" ")
    code = rest[:3].decode("latin-1")
    if not version.startswith(b"HTTP/1.") or not code.isdigit():
        return f"GET {how.path} is not answered in HTTP"
    return "" if code[0] in "23" else f"GET {how.path} is answered with {code}"
