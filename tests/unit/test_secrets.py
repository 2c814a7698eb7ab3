"""Secrets: sealed where they are kept, given to members alone, and masked in what those write."""

from __future__ import annotations

import json
import os
import re
import threading
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.control.inputs import vault
from heddle.control.inputs.provision import Stock
from heddle.control.inputs.vault import SealedError, Vault
from heddle.engine.base import Order
from heddle.engine.local.files.mask import LEAST, MASK, Mask, parts
from heddle.errors import HeddleError, UsageError
from heddle.model.reason import Reason
from heddle.model.record import Place
from heddle.spec.job_file import parse
from heddle.store import open_store
from heddle.store.base import Gone, Store, Thing

CANARY = b"canary-3f9a-value"


def seal(folder: Path, tenant: str, name: str, value: bytes = CANARY) -> Thing:
    return Vault(str(folder)).seal(tenant, name, value, "ann", 2, 1)


@given(value=st.binary(min_size=1, max_size=300))
def test_what_is_sealed_opens_with_the_key_alone(
    value: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("vault")
    thing = seal(folder, "acme", "a", value)
    assert Vault(str(folder)).open("acme", "a", thing.value) == value
    if len(value) >= LEAST:
        assert value not in json.dumps(thing.value).encode()
    for tenant, name in (("acme", "b"), ("other", "a"), ("acme/a", "")):
        with pytest.raises(SealedError, match="was changed"):
            Vault(str(folder)).open(tenant, name, thing.value)


def test_the_key_is_its_owners_alone_and_another_opens_nothing(tmp_path: Path) -> None:
    thing = seal(tmp_path, "acme", "a")
    key = tmp_path / "secrets.key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secrets.key"]
    key.unlink()
    with pytest.raises(SealedError, match=r"is gone.*heddle account secret set a --tenant acme"):
        Vault(str(tmp_path)).open("acme", "a", thing.value)
    seal(tmp_path, "acme", "b")
    with pytest.raises(SealedError, match="another key"):
        Vault(str(tmp_path)).open("acme", "a", thing.value)
    key.write_text("nonsense")
    with pytest.raises(HeddleError, match="cannot be used"):
        Vault(str(tmp_path)).open("acme", "a", thing.value)


def test_two_who_are_first_at_once_have_one_key(tmp_path: Path) -> None:
    things: list[Thing] = []
    threads = [
        threading.Thread(target=lambda n=n: things.append(seal(tmp_path, "acme", f"s{n}")))
        for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({thing.value["key"] for thing in things}) == 1
    for thing in things:
        assert Vault(str(tmp_path)).open(*vault.split(thing.id), thing.value) == CANARY


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(str(tmp_path / "store.db"))


def order(**more: object) -> Order:
    made = Order("j1.1", ("true",), (Place("one"),), tenant="acme/vision")
    return replace(made, **more)  # type: ignore[arg-type]


def test_a_job_gets_those_of_its_tenant_and_above(tmp_path: Path, store: Store) -> None:
    stock = Stock(str(tmp_path), store, "one")
    store.write([seal(tmp_path, "acme", "up"), seal(tmp_path, "acme/vision", "own", b"mine")])
    store.write([seal(tmp_path, "other", "theirs"), seal(tmp_path, "acme/vision/ann", "below")])
    found = stock(order(secrets={"A": "up", "B": "own", "C": "file:up"}))
    assert isinstance(found, Order)
    assert found.equipment.private == {"A": CANARY, "B": b"mine"}
    assert found.equipment.files == {"C": CANARY}
    assert CANARY.decode() not in repr(found)
    assert found.environment == {}
    for name in ("theirs", "below", "nothing"):
        refused = stock(order(secrets={"A": name}))
        assert isinstance(refused, Reason)
        assert f"heddle account secret set {name} --tenant acme/vision" in refused.text
    store.write([seal(tmp_path, "acme/vision", "up", b"nearer")])
    found = stock(order(secrets={"A": "up"}))
    assert isinstance(found, Order)
    assert found.equipment.private == {"A": b"nearer"}
    store.write([Gone(vault.KIND, "acme/vision/up")])
    found = stock(order(secrets={"A": "up"}))
    assert isinstance(found, Order)
    assert found.equipment.private == {"A": CANARY}
    store.close()


def test_what_no_variable_can_hold_can_be_a_file(tmp_path: Path, store: Store) -> None:
    stock = Stock(str(tmp_path), store)
    store.write([seal(tmp_path, "acme", "key", b"a\0b")])
    refused = stock(order(secrets={"A": "key"}))
    assert isinstance(refused, Reason)
    assert "A: file:key" in refused.text
    found = stock(order(secrets={"A": "file:key"}))
    assert isinstance(found, Order)
    assert found.equipment.files == {"A": b"a\0b"}
    os.unlink(tmp_path / "secrets.key")
    refused = stock(order(secrets={"A": "file:key"}))
    assert isinstance(refused, Reason)
    assert "is gone" in refused.text
    store.close()


def test_an_order_without_any_is_as_it_was(tmp_path: Path, store: Store) -> None:
    plain = order()
    assert Stock(str(tmp_path), store)(plain) is plain
    store.close()


@pytest.mark.parametrize(
    ("secrets", "said"),
    [
        ("hf", "a mapping of variable: name"),
        ({"A-B": "x"}, "not a variable name"),
        ({"A": "../x"}, "is not a name"),
        ({"A": "file:"}, "is not a name"),
        ({"HEDDLE_JOB": "x"}, "set by Heddle itself"),
        ({"RANK": "x"}, "set by Heddle itself"),
        ({"PLAIN": "x"}, "PLAIN is in `environment` as well"),
        ({"A": ["x"]}, "one value is expected"),
    ],
)
def test_a_job_file_that_names_secrets_wrongly_is_refused(secrets: object, said: str) -> None:
    job = {"id": "a", "devices": "cpu:1", "command": "true", "environment": {"PLAIN": "1"}}
    with pytest.raises(UsageError, match=re.escape(said)):
        parse(json.dumps({**job, "secrets": secrets}), is_json=True)


texts = st.text("abAB\n", min_size=LEAST, max_size=14).map(str.encode)
streams = st.lists(
    st.one_of(texts, st.text("abAB\n ", max_size=20).map(str.encode)), max_size=8
)  # fmt: skip


def cut(data: bytes, at: list[int]) -> list[bytes]:
    places = sorted({0, len(data), *(each % (len(data) + 1) for each in at)})
    return [data[i:j] for i, j in pairwise(places)]


@given(
    values=st.lists(texts, min_size=1, max_size=4),
    around=streams,
    at=st.lists(st.integers(0, 1000), max_size=12),
    data=st.data(),
)
def test_secrets_are_masked_however_they_come(
    values: list[bytes], around: list[bytes], at: list[int], data: st.DataObject
) -> None:
    """In whatever pieces a stream comes, what goes out is what would come of the whole."""
    inner = [data.draw(st.sampled_from(values)) for _ in around]
    stream = b"".join(a + b for a, b in zip(around, inner, strict=True))
    mask = Mask(values)
    out = b"".join([*(mask.feed(piece) for piece in cut(stream, at)), mask.end()])
    for part in parts(values):
        assert part not in out
    wanted = parts(values)
    whole = re.sub(b"|".join(map(re.escape, wanted)), MASK, stream) if wanted else stream
    assert out == whole


@given(stream=st.binary(max_size=400), at=st.lists(st.integers(0, 400), max_size=9))
def test_what_has_no_secret_is_left_as_it_is(stream: bytes, at: list[int]) -> None:
    mask = Mask([b"not-in-there-at-all"])
    assert b"".join([*(mask.feed(p) for p in cut(stream, at)), mask.end()]) == stream


def test_short_ones_and_what_is_certain_are_not_kept_back() -> None:
    assert parts([b"short", b"a line of it\nshort\n\nanother line"]) == [
        b"a line of it\nshort\n\nanother line", b"a line of it", b"another line",
    ]  # fmt: skip
    mask = Mask([b"secret-value"])
    assert mask.feed(b"hello s") == b"hello "
    assert mask.feed(b"o\n") == b"so\n"
    assert mask.feed(b"x secret-value y") == b"x *** y"
    assert mask.feed(b"secret-val") == b""
    assert mask.end() == b"secret-val"
