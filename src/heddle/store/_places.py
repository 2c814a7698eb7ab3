"""Where attempts were, as rows: so those that were on a device are found. Pure, but for `fill`."""

from __future__ import annotations

from collections.abc import Iterable

from heddle.model.record import AttemptRecord
from heddle.store import _queries as sql
from heddle.store._records import FIRST_ATTEMPT_COLUMNS, Row, attempt_of, checked_row, short
from heddle.store._session import SqlSession

NODE = ""  #: instead of a device: the node itself
NOT_ENDED = 2**63 - 1
AT_ONCE = 1000  #: attempts that are read at a time


def place_rows(attempts: Iterable[AttemptRecord]) -> list[Row]:
    """Each node and each device once, however many members are there."""
    rows: list[Row] = []
    for each in attempts:
        ended_ms = NOT_ENDED if each.ended_ms is None else each.ended_ms
        where = {(place.node, NODE) for place in each.places}
        where |= {
            (place.device_node, device)
            for place in each.places
            for device in (NODE, *(name for name, _ in place.devices))
        }
        for at in where:
            short(*at)
        rows += [
            checked_row((*at, each.job, each.number, each.started_ms, ended_ms))
            for at in sorted(where)
        ]
    return rows


def fill(session: SqlSession) -> None:
    """The rows of attempts that were written before there were any. In a transaction."""
    job, number = "", -1
    while found := session.rows(sql.ATTEMPTS_AFTER, (job, number, AT_ONCE)):
        rows = place_rows(attempt_of(row, FIRST_ATTEMPT_COLUMNS) for row in found)
        if rows:
            session.each(sql.PUT_PLACE, rows)
        last = dict(zip(FIRST_ATTEMPT_COLUMNS, found[-1], strict=True))
        job, number = last["job"], last["number"]
