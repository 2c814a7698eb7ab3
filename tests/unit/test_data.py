"""The register of data sets, and the cache of a node: fetched once, never removed while used."""

from __future__ import annotations

import hashlib
import http.server
import json
import multiprocessing
import os
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.control.inputs.cache_sync import relocated
from heddle.control.inputs.datasets import DataVersion, Location, of_thing, resolve, usable
from heddle.control.inputs.provision import Stock, cache_limit
from heddle.engine.base import Order
from heddle.engine.local.files.copying import CopyError, size_of
from heddle.engine.local.files.data_cache import Cache, CacheEntry, FetchRequest, every, read
from heddle.errors import UsageError
from heddle.model.job import Job
from heddle.model.reason import Reason
from heddle.model.record import Place
from heddle.spec.equipment import data_set, data_variable
from heddle.spec.job_file import parse
from heddle.spec.job_text import as_text
from heddle.store import open_store
from tests.world import eventually

MIB = 1 << 20


def job(*data: str, tenant: str = "acme/vision", **more: object) -> Job:
    said = {"id": "a", "devices": "cpu:1", "command": "true", "tenant": tenant, **more}
    (made,) = parse(json.dumps({**said, "data": list(data)} if data else said), is_json=True)
    return made


def version(
    name: str, number: str, made_ms: int = 0, tenant: str = "", **more: object
) -> DataVersion:
    return replace(DataVersion(tenant, name, number, "data", made_ms, "ann"), **more)  # type: ignore[arg-type]


def at(*sites: str) -> tuple[Location, ...]:
    return tuple(Location("/srv/x", "", site) for site in sites)


# The register


def test_a_version_reads_back_from_what_is_kept() -> None:
    made = version("a", "v1", source="/x", locations=(Location("/srv", "one", "fra1", 3, 4),))
    assert of_thing(json.loads(json.dumps(made.thing().value))) == made


def test_latest_is_the_newest_and_is_written_down() -> None:
    known = [version("a", "v2", 2), version("a", "v10", 3), version("a", "v1", 9, "other")]
    assert resolve(job("a"), known).data == ("a@v10",)
    assert resolve(job("a@latest"), known).data == ("a@v10",)
    assert resolve(job("a@v2"), known).data == ("a@v2",)
    known.append(version("a", "mine", 1, "acme"))
    assert resolve(job("a"), known).data == ("a@mine",)  # the nearest tenant's


@pytest.mark.parametrize(
    ("asked", "said"),
    [("b", "no 'b' is registered"), ("a@v9", "no version 'v9'; it has v1"), ("c", "no 'c'")],
)
def test_what_is_not_there_is_said(asked: str, said: str) -> None:
    known = [version("a", "v1"), version("c", "v1", tenant="other")]
    with pytest.raises(UsageError, match=said):
        resolve(job(asked), known)


def test_placement_knows_where_data_is() -> None:
    """From the register, unless the job says it itself; and as a job file can say it."""
    known = [
        version("a", "v1", locations=at("fra1", "ham2"), mib=700, source="/x"),
        version("b", "v1", locations=at("fra1"), mib=5),
        version("c", "v1", source="https://example.com/c"),
    ]
    found = resolve(job("a", "b", "c"), known)
    asks = [(each.name, each.sites, each.mib) for each in found.conditions.data]
    assert asks == [("b", ("fra1",), 5)]  # a is copied from its source to wherever the job runs
    assert found.conditions.sites == ("fra1",)  # b cannot be copied
    assert parse(as_text(found)) == [found]
    said = {"data": [{"name": "a", "sites": ["x"]}]}
    assert resolve(job("a", conditions=said), known).conditions.data[0].sites == ("x",)


def test_a_job_that_may_not_run_where_its_data_is_is_refused() -> None:
    known = [version("b", "v1", locations=at("fra1"))]
    for more in ({"conditions": {"sites": ["ham2"]}}, {"devices": "cpu:1@ham2"}):
        with pytest.raises(UsageError, match=r"only at fra1.*ham2"):
            resolve(job("b", **more), known)
    kept = resolve(job("b", conditions={"sites": ["fra1", "ham2"]}), known)
    assert kept.conditions.sites == ("fra1",)
    local = version("b", "v1", locations=(*at("fra1"), Location("/x", "one")))
    assert resolve(job("b"), [local]).conditions.sites == ()


@given(st.sets(st.sampled_from(["", "acme", "acme/vision", "acme/vision/x", "other"])))
def test_a_tenant_uses_its_own_and_those_above(tenants: set[str]) -> None:
    known = [version("a", "v1", tenant=tenant) for tenant in sorted(tenants)]
    mine = [each.tenant for each in usable(known, "acme/vision")]
    assert mine == [t for t in ("acme/vision", "acme", "") if t in tenants]


def test_names_and_their_variables() -> None:
    assert data_set("imagenet") == "imagenet@latest"
    assert data_set("imagenet@v3.1+b") == "imagenet@v3.1+b"
    assert data_variable("imagenet-1k.b") == "HEDDLE_DATA_IMAGENET_1K_B"
    for wrong in ("a@", "@v1", "a b", "a@v 1", "a@b@c"):
        with pytest.raises(UsageError):
            data_set(wrong)
    with pytest.raises(UsageError, match="HEDDLE_DATA_A_B"):
        job("a-b", "a.b")


labels = st.from_regex(r"[a-z][a-z0-9]{0,5}@[a-z0-9][a-z0-9.+-]{0,5}", fullmatch=True)


@given(
    st.none() | st.from_regex(r"sha256:[0-9a-f]{64}", fullmatch=True) | st.sampled_from([".", "a"]),
    st.dictionaries(
        st.from_regex(r"[A-Z]_[A-Z0-9_]{0,5}", fullmatch=True),
        st.from_regex(r"(file:)?[a-z0-9][a-z0-9_.-]{0,8}", fullmatch=True),
        max_size=3,
    ),
    st.lists(labels, max_size=3, unique_by=lambda each: each.partition("@")[0]),
)
def test_what_a_job_is_equipped_with_reads_back(
    snapshot: str | None, secrets: dict[str, str], data: list[str]
) -> None:
    made = replace(job(), snapshot=snapshot, secrets=secrets, data=tuple(data))
    assert parse(as_text(made)) == [made]


# What an order is equipped with


def test_data_on_the_node_is_used_there_and_the_rest_is_fetched(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "store.db"))
    here, gone = tmp_path / "here", tmp_path / "gone"
    here.mkdir()
    store.write(
        [
            version("here", "v1", locations=(Location(str(here), "one"),)).thing(),
            version("site", "v1", locations=(Location(str(here), "", "fra1"),)).thing(),
            version("far", "v1", locations=(Location(str(here), "two"),)).thing(),
            version("lost", "v1", locations=(Location(str(gone), "one"),)).thing(),
            version("web", "v1", source="https://example.com/x", mib=7).thing(),
        ]
    )
    stock = Stock(str(tmp_path), store, "one", "fra1", cache_bytes=9)
    plain = Order("j1.1", ("true",), (Place("one"),), {"A": "1"}, tenant="acme")
    found = stock(replace(plain, data=("here@v1", "site@v1", "web@v1")))
    assert isinstance(found, Order)
    assert found.environment == {
        "A": "1", "HEDDLE_DATA_HERE": str(here), "HEDDLE_DATA_SITE": str(here),
    }  # fmt: skip
    (fetch,) = found.equipment.fetches
    assert (fetch.variable, fetch.label, fetch.mib) == ("HEDDLE_DATA_WEB", "web@v1", 7)
    assert (found.equipment.cache, found.equipment.cache_bytes) == (stock.cache, 9)
    for label, said in (("far@v1", "on two"), ("lost@v1", "Put it back"), ("x@v1", "no longer")):
        refused = stock(replace(plain, data=(label,)))
        assert isinstance(refused, Reason)
        assert said in refused.text
    store.close()


def test_what_is_cached_becomes_a_location_and_goes_with_it() -> None:
    made = version("a", "v1", source="/x")
    kept = CacheEntry(made.key, "/cache/a/data", 3 * MIB + 1, 5, 0.0)
    (now,) = relocated([made], [kept], "one", "fra1")
    assert now.locations == (Location("/cache/a/data", "one", "fra1", 4, 5, cached=True),)
    assert (now.mib, now.sites) == (4, ("fra1",))
    assert relocated([now], [kept], "one", "fra1") == []
    assert relocated([now], [], "two", "") == []
    (gone,) = relocated([now], [], "one", "fra1")
    assert gone.locations == ()


def test_the_limit_of_the_cache_is_a_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cache_limit(str(tmp_path)) > 0
    monkeypatch.setenv("HEDDLE_CACHE_LIMIT", "3GiB")
    assert cache_limit(str(tmp_path)) == 3 << 30
    monkeypatch.setenv("HEDDLE_CACHE_LIMIT", "much")
    with pytest.raises(UsageError, match="HEDDLE_CACHE_LIMIT"):
        cache_limit(str(tmp_path))


# The cache


def put(path: Path, mib: int = 1) -> str:
    path.mkdir(parents=True)
    (path / "sub").mkdir()
    (path / "sub" / "file").write_bytes(b"x" * (mib * MIB))
    return str(path)


def wanted(key: str, source: str, **more: object) -> FetchRequest:
    return replace(FetchRequest(key, f"{key}@v1", source), **more)  # type: ignore[arg-type]


def fetch(folder: str, most: int, each: FetchRequest) -> str:
    return Cache(folder, most).use(each)


def use(folder: str, most: int, each: FetchRequest) -> str:
    """In a process of its own: what is used is let go when it ends."""
    with multiprocessing.get_context("fork").Pool(1) as pool:
        found = pool.apply(fetch, (folder, most, each))
        pool.close()
        pool.join()
    return found


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(tmp_path / "cache")


def test_it_is_fetched_once_and_then_found(tmp_path: Path, folder: str) -> None:
    source = put(tmp_path / "source")
    said: list[str] = []
    where = Cache(folder, 9 * MIB, said.append).use(wanted("a", source))
    assert (Path(where) / "sub" / "file").stat().st_size == MIB
    assert "fetches a@v1 (1 MiB)" in said[0]
    (tmp_path / "source" / "sub" / "file").unlink()
    assert use(folder, 9 * MIB, wanted("a", source)) == where
    (kept,) = every(folder)
    assert (kept.key, kept.path, kept.bytes) == ("a", where, MIB)
    assert sorted(os.listdir(folder)) == ["a", "locks"]


def test_what_was_not_used_for_longest_goes_and_never_what_is_used(
    tmp_path: Path, folder: str
) -> None:
    sources = {name: put(tmp_path / name) for name in "abcd"}
    most = 2 * MIB + MIB // 2
    use(folder, most, wanted("a", sources["a"]))
    use(folder, most, wanted("b", sources["b"]))
    os.utime(os.path.join(folder, "b", "kept.json"), (1, 1))
    use(folder, most, wanted("c", sources["c"]))
    assert {each.key for each in every(folder)} == {"a", "c"}
    os.utime(os.path.join(folder, "a", "kept.json"), (1, 1))
    held = Cache(folder, most)
    assert held.use(wanted("a", sources["a"]))  # from now on by this process
    os.utime(os.path.join(folder, "a", "kept.json"), (1, 1))
    use(folder, most, wanted("d", sources["d"]))
    assert {each.key for each in every(folder)} == {"a", "d"}
    assert held.use(wanted("d", sources["d"]))
    with pytest.raises(CopyError, match="leaves no room"):
        use(folder, most, wanted("b", sources["b"]))
    with pytest.raises(CopyError, match="may have 2 MiB"):
        use(folder, most, wanted("big", put(tmp_path / "big", 3)))


def test_what_nobody_knew_the_size_of_has_no_more_room_than_others(
    tmp_path: Path, folder: str
) -> None:
    """Several at a time would otherwise have the whole cache each."""
    held = Cache(folder, 8 * MIB)
    held.use(wanted("six", put(tmp_path / "six", 6)))
    with pytest.raises(CopyError, match="what attempts use leaves no room"):
        use(folder, 8 * MIB, wanted("zero", "/dev/zero"))
    assert not os.path.exists(os.path.join(folder, "zero.part"))


def test_what_a_killed_one_left_goes(tmp_path: Path, folder: str) -> None:
    source = put(tmp_path / "source")
    os.makedirs(os.path.join(folder, "dead.part", "data"))
    Path(folder, "dead.part", "reserved.json").write_text('{"bytes": 99999999}')
    use(folder, 2 * MIB, wanted("a", source))
    assert sorted(os.listdir(folder)) == ["a", "locks"]


def test_many_at_once_fetch_it_once(tmp_path: Path, folder: str) -> None:
    source = put(tmp_path / "source", 3)
    with multiprocessing.get_context("fork").Pool(6) as pool:
        asks = [pool.apply_async(fetch, (folder, 9 * MIB, wanted("a", source))) for _ in "123456"]
        assert len({each.get(20) for each in asks}) == 1
    assert [each.bytes for each in every(folder)] == [3 * MIB]


def test_who_waits_for_another_can_be_stopped(tmp_path: Path, folder: str) -> None:
    import fcntl

    os.makedirs(os.path.join(folder, "locks"))
    lock = os.open(os.path.join(folder, "locks", "a"), os.O_RDWR | os.O_CREAT)
    fcntl.flock(lock, fcntl.LOCK_EX)
    asked = threading.Event()
    said: list[str] = []
    failed: list[str] = []

    def wait() -> None:
        try:
            Cache(folder, MIB, said.append, asked.is_set).use(wanted("a", str(tmp_path)))
        except CopyError as error:
            failed.append(str(error))

    thread = threading.Thread(target=wait)
    thread.start()
    assert eventually(lambda: bool(said))
    asked.set()
    thread.join(10)
    os.close(lock)
    assert failed == ["it was stopped"]


def test_a_fetch_that_fails_leaves_nothing(tmp_path: Path, folder: str) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"content")
    right = hashlib.sha256(b"content").hexdigest()
    for each, said in (
        (wanted("a", str(tmp_path / "nowhere")), "No such file"),
        (wanted("a", f"file://{file}", sha256="0" * 64), "its sha256 is"),
        (wanted("a", put(tmp_path / "dir"), sha256=right), "is a folder"),
        (wanted("a", "http://127.0.0.1:1/x"), "refused"),
    ):
        with pytest.raises(CopyError, match=said):
            use(folder, 9 * MIB, each)
        assert every(folder) == []
        assert [name for name in os.listdir(folder) if name != "locks"] == []
    where = use(folder, 9 * MIB, wanted("a", f"file://{file}", sha256=right))
    assert Path(where).read_bytes() == b"content"
    assert os.path.basename(where) == "file"
    stopped = Cache(folder, 9 * MIB, stopped=lambda: True)
    with pytest.raises(CopyError, match="stopped"):
        stopped.use(wanted("b", str(file)))
    (tmp_path / "dir" / "link").symlink_to("sub")
    with pytest.raises(CopyError, match="link to a folder"):
        use(folder, 9 * MIB, wanted("c", str(tmp_path / "dir")))


class _Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path.startswith("/missing"):
            self.send_error(404)
            return
        self.send_response(200)
        short = self.path.startswith("/short")
        self.send_header("Content-Length", "100" if short else "4")
        self.end_headers()
        self.wfile.write(b"data")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def web() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_it_comes_from_a_web_server_whole_or_not(folder: str, web: str) -> None:
    where = use(folder, MIB, wanted("a", f"{web}/deep/model.bin?sig=1"))
    assert (os.path.basename(where), Path(where).read_bytes()) == ("model.bin", b"data")
    for path in ("missing", "short"):
        with pytest.raises(CopyError, match=r"Not Found|404|4 of 100|IncompleteRead"):
            use(folder, MIB, wanted(path, f"{web}/{path}"))
        assert read(folder, path) is None
    with pytest.raises(CopyError, match="HEDDLE_CACHE_LIMIT"):
        use(folder, 2, wanted("tiny", f"{web}/x"))
    assert size_of(f"{web}/x") == 0


def test_the_key_tells_versions_apart() -> None:
    keys = {
        version("a", "v1").key, version("a", "v2").key, version("a", "v1", 7).key,
        version("a", "v1", tenant="acme").key, version("a", "v1", source="/x").key,
    }  # fmt: skip
    assert len(keys) == 5
