"""What the control plane hands to a node for an attempt, and what it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from heddle.control.inputs.datasets import DataVersion, Location
from heddle.control.inputs.provision import CannotEquipError, Stock
from heddle.engine.base import Order
from heddle.engine.local.files.data_cache import Cache, FetchRequest, every
from heddle.model.record import Place
from heddle.model.wire.handover import Handout, plain_handout, read_handout
from heddle.store import open_store

WANTS = ("snapshot", "secrets", "data")


def version(name: str, tenant: str = "acme", **more: object) -> DataVersion:
    return DataVersion(tenant, name, "v1", "data", 1, "me", **more)  # type: ignore[arg-type]


def test_a_node_copies_what_it_does_not_have(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    path = str(tmp_path / "here")
    store = open_store(str(tmp_path / "store.db"))
    store.write(
        [
            version("there", locations=(Location("/srv/there", "n1"),)).thing(),
            version("site", locations=(Location("/srv/site", "", "fra1"),)).thing(),
            version("web", source="https://example.com/x", mib=7).thing(),
            version("ours", source=path).thing(),
            version("all", tenant="", locations=(Location(path, "control"),)).thing(),
            version("two", locations=(Location(path, "n2"),)).thing(),
        ]
    )
    stock = Stock(str(tmp_path), store, "control", cache_bytes=9)

    def handed(*labels: str, is_own: bool = True) -> Handout:
        data = tuple(f"{each}@v1" for each in labels)
        order = Order("j1.1", ("true",), (Place("n1"),), tenant="acme", data=data)
        given = stock.handout(order, WANTS, "n1", "fra1", is_own=is_own)
        assert read_handout(plain_handout(given)) == given
        return given

    given = handed("there", "site", "web", "ours", "all")
    assert given.paths == {"HEDDLE_DATA_THERE": "/srv/there", "HEDDLE_DATA_SITE": "/srv/site"}
    sources = {each.label: each.source for each in given.copies}
    assert sources == {"web@v1": "https://example.com/x", "ours@v1": None, "all@v1": None}

    # A tenant can name any path: for jobs of another user the control plane does not read it.
    assert handed("all", is_own=False).copies
    with pytest.raises(CannotEquipError, match="does not copy for users"):
        handed("ours", is_own=False)
    with pytest.raises(CannotEquipError, match="is on n2 and not on n1"):
        handed("two")
    store.close()


def test_a_cache_that_lets_go_has_room_again(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 600)
    (tmp_path / "b").write_bytes(b"x" * 600)
    cache = Cache(str(tmp_path / "cache"), 1000)
    cache.use(FetchRequest("a", "a@v1", str(tmp_path / "a")))
    with pytest.raises(Exception, match="what attempts use leaves no room"):
        Cache(str(tmp_path / "cache"), 1000).use(FetchRequest("b", "b@v1", str(tmp_path / "b")))
    cache.release()
    other = Cache(str(tmp_path / "cache"), 1000)
    other.use(FetchRequest("b", "b@v1", str(tmp_path / "b")))
    assert [each.key for each in every(str(tmp_path / "cache"))] == ["b"]
    other.discard("b")
    assert every(str(tmp_path / "cache")) == []
