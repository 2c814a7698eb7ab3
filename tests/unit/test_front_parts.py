"""What the front is made of, each by itself: heads, the meter, the pulse and ports."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.control.services.traffic import HEALTHY
from heddle.front import heads
from heddle.front.heads import BadHeadError, Head
from heddle.front.health import Pulse
from heddle.front.meter import Meter
from heddle.front.ports import FIRST, LAST, free_ports, listening
from heddle.model.service import HealthCheck


def test_failures_count_once_in_the_time_between_two_checks() -> None:
    pulse, how = Pulse(True), HealthCheck(every_ms=1000, failures=3)
    for now in range(25):
        pulse.saw("no answer", how, now / 10)
        assert (pulse.state == HEALTHY) == (now < 18)
    pulse.saw("", how, 3.0)
    assert pulse.state == HEALTHY


def test_ports_are_free_and_a_taken_one_is_seen() -> None:
    found = free_ports(20, set())
    assert len(set(found)) == 20
    assert all(FIRST <= port <= LAST for port in found)
    line = listening("127.0.0.1", found[0])
    with pytest.raises(OSError, match="in use"):
        listening("127.0.0.1", found[0])
    assert found[0] not in free_ports(LAST - FIRST, {found[1]})
    line.close()


def test_the_meter_knows_load_and_latency() -> None:
    meter = Meter(0.0)
    for n in range(200):
        began = n * 0.1
        meter.begin(began)
        meter.answered(200 if n % 2 else 500, began, began + 0.05)
        meter.end(began + 0.05, int(1000 * began))
        if n % 5 == 0:
            seen = meter.look(began + 0.1)
    assert seen.load == pytest.approx(0.5, abs=0.1)
    assert seen.p95_ms == pytest.approx(50)
    assert meter.codes == {"2xx": 100, "5xx": 100}
    seen = meter.look(60.0)
    assert (seen.load, seen.p95_ms, seen.in_flight) == (0.0, None, 0)


NAMES = st.sampled_from(
    [b"Connection", b"content-length", b"Transfer-Encoding", b"X-A", b"Upgrade", b"TE", b"Host",
     b"X-Forwarded-For", b"Keep-Alive", b"Expect", b"Cookie"]
)  # fmt: skip
VALUES = st.sampled_from([b"1", b"7, 7", b"chunked", b"close", b"websocket", b"a b", b"x, chunked"])


@given(st.lists(st.tuples(NAMES, VALUES), max_size=8), st.booleans())
def test_a_replica_is_told_one_length_and_nothing_about_the_connection(
    headers: list[tuple[bytes, bytes]], upgrade: bool
) -> None:
    head = Head(b"POST", b"http://host/path?x", 0, "1.1", headers, True, upgrade)
    try:
        length = heads.request_length(head)
    except BadHeadError:
        return
    made = heads.for_replica(head, length, "127.0.0.1")
    first, *lines = made.removesuffix(b"\r\n\r\n").split(b"\r\n")
    assert first == b"POST /path?x HTTP/1.1"
    names = [line.partition(b":")[0].lower() for line in lines]
    lengths = [name for name in names if name in (b"content-length", b"transfer-encoding")]
    assert len(lengths) <= 1
    assert names.count(b"x-forwarded-for") == 1
    assert not {b"te", b"keep-alive", b"expect", b"proxy-connection"} & set(names)
    assert (b"connection" in names) == (b"upgrade" in names) == bool(head.protocol)
