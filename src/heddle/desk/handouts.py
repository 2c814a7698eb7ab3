"""What nodes of engines elsewhere ask for on behalf of their members: secrets, snapshots and data
of attempts that run there, as the user who asked (docs/decisions/0039)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from heddle.control.core import Core
from heddle.control.inputs.provision import CannotEquipError, Stock
from heddle.desk.desk import Desk
from heddle.desk.errors import ConflictError, MissingError
from heddle.desk.jobs.inputs import stock_of
from heddle.engine.base import Order, RemoteEngine
from heddle.engine.local.files.copying import CopyError, listed
from heddle.errors import HeddleError
from heddle.model.wire.handover import PIECE, SNAPSHOT, Handout


@dataclass(frozen=True, slots=True)
class MemberInputs:
    """An attempt of which a node may know all."""

    order: Order
    node: str
    site: str
    is_own: bool  #: it runs as our own user


async def handout(desk: Desk, node: str, attempt: str, uid: int, wants: Sequence[str]) -> Handout:
    """`uid`: of the process on the node that asks for it.

    :raises DeskError: if no such member runs there as this user, or something is missing
    """
    stock, asked = stock_of(desk), await _allowed(desk, node, attempt, uid)
    order, is_own = asked.order, asked.is_own
    try:
        return await desk.read(lambda: stock.handout(order, wants, node, asked.site, is_own=is_own))
    except HeddleError as error:
        raise ConflictError(f"{error}.") from None


async def files(desk: Desk, node: str, attempt: str, uid: int, label: str) -> dict[str, Any]:
    """The names, sizes and modes of what a data set consists of. A single file has no name there,
    and `name` is that of the file.

    :raises DeskError: likewise
    """
    stock, asked = stock_of(desk), await _allowed(desk, node, attempt, uid)
    try:
        root = await desk.read(lambda: _root(stock, asked, label))
        found = await desk.read(lambda: listed(root))
    except (HeddleError, CopyError) as error:
        raise ConflictError(f"{error}.") from None
    except OSError as error:
        raise ConflictError(f"{label} cannot be read: {error.strerror}.") from None
    is_file = [each[0] for each in found] == [""]
    return {"name": os.path.basename(root) if is_file else "", "files": found}


async def piece(
    desk: Desk, node: str, attempt: str, uid: int, what: str, path: str, offset: int
) -> bytes:
    """Of a snapshot, or of a file of a data set; empty at the end.

    :raises DeskError: likewise
    """
    stock, asked = stock_of(desk), await _allowed(desk, node, attempt, uid)
    try:
        return await desk.read(lambda: _read(_file(stock, asked, what, path), offset))
    except HeddleError as error:
        raise ConflictError(f"{error}.") from None
    except OSError as error:
        raise ConflictError(f"{what} cannot be read: {error.strerror}.") from None


async def _allowed(desk: Desk, node: str, attempt: str, uid: int) -> MemberInputs:
    """The same answer whatever is wrong: a node learns nothing of others."""

    def look(core: Core) -> tuple[str, Order, str] | None:
        found, row = core.order_of(attempt), core.pool.rows.get(node)
        return None if found is None or row is None else (*found, row.site)

    found = await desk.ask(look)
    if found is not None:
        name, order, site = found
        engine = desk.loop.engines.get(name)
        is_there = any(place.node == node for place in order.places)
        if is_there and isinstance(engine, RemoteEngine) and engine.uid_of(order.tenant) == uid:
            return MemberInputs(order, node, site, uid == os.geteuid())
    raise MissingError(f"no attempt {attempt} of user {uid} runs on {node}.")


def _root(stock: Stock, asked: MemberInputs, label: str) -> str:
    if label not in asked.order.data:
        raise CannotEquipError(f"{asked.order.attempt} uses no data {label!r}")
    return stock.path_of(asked.order, label, asked.node, is_own=asked.is_own)


def _file(stock: Stock, asked: MemberInputs, what: str, path: str) -> str:
    """A file of a folder is one that `listed` would name: links to folders lead anywhere."""
    if what == SNAPSHOT:
        if asked.order.snapshot is None:
            raise CannotEquipError(f"{asked.order.attempt} has no snapshot")
        return stock.snapshots.path(
            asked.order.tenant, asked.order.snapshot.removeprefix("sha256:")
        )
    root = os.path.realpath(_root(stock, asked, what))
    folder, name = os.path.split(os.path.normpath(os.path.join(root, path)))
    if path and (os.path.realpath(folder) != folder or not f"{folder}/".startswith(f"{root}/")):
        raise CannotEquipError(f"{path!r} leads out of {what}")
    return os.path.join(folder, name) if path else root


def _read(path: str, offset: int) -> bytes:
    with open(path, "rb") as file:
        file.seek(offset)
        return file.read(PIECE)
