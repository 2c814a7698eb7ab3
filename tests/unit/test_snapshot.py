"""Folders that jobs take along: packed the same everywhere, unpacked without any trust."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import socket
import subprocess
import tarfile
import tempfile
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import IO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.client.ignore import Ignore
from heddle.client.pack import listed, pack
from heddle.control.inputs.snapshots import (
    DEFAULT_BYTES,
    KEEP_S,
    FullError,
    Snapshots,
    WrongUploadError,
    limit,
)
from heddle.engine.local.files import unpacking
from heddle.engine.local.files.unpacking import UnpackError, examine, unpack
from heddle.errors import UsageError
from tests.components import install
from tests.conftest import missing
from tests.world import eventually

MOST = 1 << 20
names = st.text("abcdé .-_%", min_size=1, max_size=12).filter(lambda n: n.strip(".") != "")
trees = st.dictionaries(
    st.lists(names, min_size=1, max_size=3).map("/".join),
    st.tuples(st.binary(max_size=300), st.booleans()),
    max_size=8,
)


def make(root: Path, tree: Mapping[str, tuple[bytes, bool]]) -> dict[str, tuple[bytes, bool]]:
    """The files that could be made: a name may be a folder's already."""
    made = {}
    for name, (content, runs) in tree.items():
        path = root / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            continue
        path.chmod(0o755 if runs else 0o644)
        made[name] = (content, runs)
    return made


def files(root: Path) -> dict[str, tuple[bytes, bool]]:
    return {
        str(path.relative_to(root)): (path.read_bytes(), os.access(path, os.X_OK))
        for path in root.rglob("*")
        if path.is_file()
    }


def packed(folder: Path, into: Path) -> str:
    found = pack(str(folder), DEFAULT_BYTES)
    with found.file:
        into.write_bytes(found.file.read())
    return found.digest


@pytest.fixture
def out(tmp_path: Path) -> Path:
    made = tmp_path / "out"
    made.mkdir()
    return made


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(tree=trees)
def test_what_is_packed_comes_out_the_same(tree: Mapping[str, tuple[bytes, bool]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        one, two, back = (Path(folder) / name for name in ("one", "two", "back"))
        for each in (one, two, back):
            each.mkdir()
        made = make(one, tree)
        make(two, dict(reversed(list(made.items()))))
        for path in two.rglob("*"):
            os.utime(path, (1, 1))
        archive = Path(folder) / "archive"
        assert packed(one, archive) == packed(two, archive)
        unpack(str(archive), str(back), MOST)
        assert files(back) == made


def test_links_within_and_empty_folders_come_along(tmp_path: Path, out: Path) -> None:
    root = tmp_path / "in"
    (root / "empty").mkdir(parents=True)
    (root / "deep" / "er").mkdir(parents=True)
    (root / "deep" / "file").write_text("x")
    (root / "deep" / "er" / "link").symlink_to("../file")
    (root / "dangling").symlink_to("deep/nothing")
    packed(root, tmp_path / "archive")
    unpack(str(tmp_path / "archive"), str(out), MOST)
    assert (out / "empty").is_dir()
    assert os.readlink(out / "deep" / "er" / "link") == "../file"
    assert (out / "deep" / "er" / "link").read_text() == "x"
    assert os.readlink(out / "dangling") == "deep/nothing"


def test_what_cannot_be_taken_along_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not a folder"):
        pack(str(tmp_path / "nowhere"), MOST)
    link = tmp_path / "away"
    for target in ("/etc/passwd", "..", "../x"):
        link.symlink_to(target)
        with pytest.raises(UsageError, match=f"away -> {target}"):
            pack(str(tmp_path), MOST)
        link.unlink()
    with socket.socket(socket.AF_UNIX) as line:
        line.bind(str(tmp_path / "socket"))
        with pytest.raises(UsageError, match=r"neither files nor folders: socket"):
            pack(str(tmp_path), MOST)
    (tmp_path / "socket").unlink()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageError, match="pipe"):
        pack(str(tmp_path), MOST)


def test_what_is_too_large_is_named_with_the_largest(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "a").write_bytes(bytes(2 << 20))
    (tmp_path / "data" / "b").write_bytes(bytes(1 << 20))
    (tmp_path / "small").write_bytes(b"x")
    with pytest.raises(UsageError, match=r"3 MiB; at most 1 MiB are allowed.*data/ \(3 MiB\)"):
        pack(str(tmp_path), MOST)
    (tmp_path / ".heddleignore").write_text("data/\n")
    found = pack(str(tmp_path), MOST)
    found.file.close()
    assert found.files == 2


def git_init(folder: Path) -> None:
    if shutil.which("git") is None:
        missing("git is not installed", install("git"))
    subprocess.run(["git", "init", "-q", folder], check=True)


def test_what_git_ignores_stays_unless_a_file_says_otherwise(tmp_path: Path) -> None:
    git_init(tmp_path)
    (tmp_path / ".gitignore").write_text("*.log\nbuild/\n")
    (tmp_path / "build").mkdir()
    for name in ("a.py", "a.log", "build/x", "sub/b.py", "sub/b.log"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    assert listed(str(tmp_path)) == [".gitignore", "a.py", "sub", "sub/b.py"]
    git_init(tmp_path / "other")
    (tmp_path / "other" / "c.py").write_text("c")
    assert set(listed(str(tmp_path))) >= {"other", "other/c.py"}
    assert not any(".git/" in name for name in listed(str(tmp_path)))
    assert sorted(listed(str(tmp_path / "sub"))) == ["b.py"]
    (tmp_path / ".heddleignore").write_text("*.py\n")
    assert {"a.log", "build/x"} <= set(listed(str(tmp_path)))
    assert "a.py" not in listed(str(tmp_path))


@pytest.mark.parametrize(
    ("pattern", "name", "is_folder", "left_out"),
    [
        ("*.pt", "a.pt", False, True),
        ("*.pt", "deep/a.pt", False, True),
        ("*.pt", "a.pth", False, False),
        ("/data", "data", True, True),
        ("/data", "sub/data", True, False),
        ("data/", "data", False, False),
        ("data/", "sub/data", True, True),
        ("a/*/c", "a/b/c", False, True),
        ("a/*/c", "a/b/b/c", False, False),
        ("a/**/c", "a/b/b/c", False, True),
        ("a/**/c", "a/c", False, True),
        ("**/x", "y/x", False, True),
        ("file[0-9]", "file7", False, True),
        ("file[!0-9]", "file7", False, False),
        ("a?c", "a/c", False, False),
        (r"\#no", "#no", False, True),
        ("#no", "#no", False, False),
        ("a+(b)", "a+(b)", False, True),
        ("", "a", False, False),
    ],
)
def test_patterns_are_those_of_gitignore(
    tmp_path: Path, pattern: str, name: str, is_folder: bool, left_out: bool
) -> None:
    assert Ignore([pattern]).has(name, is_folder=is_folder) is left_out
    git_init(tmp_path)
    (tmp_path / ".gitignore").write_text(f"{pattern}\n")
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).mkdir() if is_folder else (tmp_path / name).touch()
    said = subprocess.run(["git", "-C", tmp_path, "check-ignore", "-q", name])
    assert (said.returncode == 0) is left_out


def test_the_last_pattern_counts() -> None:
    ignore = Ignore(["*.pt", "!keep.pt", "/keep.pt"])
    assert ignore.has("keep.pt", is_folder=False)
    assert not ignore.has("sub/keep.pt", is_folder=False)


def entry(name: str, kind: bytes = tarfile.REGTYPE, link: str = "", size: int = 0) -> bytes:
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.size = kind, link, size
    return info.tobuf(tarfile.GNU_FORMAT) + b"x" * size + b"\0" * (-size % 512)


def pax(records: bytes, kind: bytes = tarfile.XHDTYPE) -> bytes:
    """A header with more about the entry that follows."""
    info = tarfile.TarInfo("x")
    info.type, info.size = kind, len(records)
    return info.tobuf(tarfile.GNU_FORMAT) + records + b"\0" * (-len(records) % 512)


def long_name(name: str) -> bytes:
    """An empty file whose name does not fit into its own header."""
    info = tarfile.TarInfo(name)
    return info.tobuf(tarfile.GNU_FORMAT)


END = bytes(1024)
HOSTILE = {
    "out of it": entry("../evil") + END,
    "by the root": entry("/tmp/evil") + END,
    "in the middle": entry("a/../../evil") + END,
    "a device": entry("dev", tarfile.CHRTYPE) + END,
    "a pipe": entry("pipe", tarfile.FIFOTYPE) + END,
    "a hard link": entry("a") + entry("b", tarfile.LNKTYPE, "../../etc/passwd") + END,
    "a link away": entry("a", tarfile.SYMTYPE, "/etc") + END,
    "a link up": entry("a", tarfile.SYMTYPE, "..") + END,
    "links in turns": entry("d/e/p", tarfile.SYMTYPE, "../..")
    + entry("q", tarfile.SYMTYPE, "d/e/p/../..")
    + END,
    "through a link": entry("a", tarfile.SYMTYPE, "..") + entry("a/evil") + END,
    "through a link within": entry("d", tarfile.DIRTYPE)
    + entry("a", tarfile.SYMTYPE, "d")
    + entry("a/file", size=3)
    + END,
    "a file twice": entry("a") + entry("a") + END,
    "a file as a folder": entry("a") + entry("a/b") + END,
    "the folder itself": entry(".") + END,
    "too much": entry("a", size=MOST + 1) + END,
    "a header as large as memory": entry("x", tarfile.XHDTYPE, size=2 << 20) + entry("a") + END,
    "cut off": entry("a", size=5000)[:700],
    "no archive": b"hello" * 300,
    "a sparse file": entry("a", tarfile.GNUTYPE_SPARSE) + END,
    "very deep": long_name("/".join("a" * 1500)) + END,
    "rather deep": long_name("/".join("a" * 101)) + END,
    "a very long path": long_name("/".join(["a" * 200] * 6)) + END,
    "headers without end": pax(b"9 a=bcde\n") * 1200 + entry("a") + END,
    "headers of all without end": pax(b"9 a=bcde\n", tarfile.XGLTYPE) * 1200 + entry("a") + END,
    "long names without end": entry("x", tarfile.GNUTYPE_LONGNAME, size=2) * 1200
    + entry("a")
    + END,
    "large headers": pax(b"400000 a=" + b"b" * 399_990 + b"\n") + entry("a") + END,
    "links without end": b"".join(entry(f"l{n}", tarfile.SYMTYPE, f"l{n + 1}") for n in range(1500))
    + END,
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_archives_leave_nothing_outside(tmp_path: Path, out: Path, what: str) -> None:
    archive = tmp_path / "archive"
    archive.write_bytes(gzip.compress(HOSTILE[what]))
    # Since Python 3.13 a chain of links has no length that it could not follow.
    with suppress(UnpackError) if what == "links without end" else pytest.raises(UnpackError):
        unpack(str(archive), str(out), MOST)
    assert not Path("/tmp/evil").exists()
    assert {path.name for path in tmp_path.iterdir()} == {"archive", "out"}


def test_what_is_no_archive_or_too_many_entries_is_refused(
    tmp_path: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = tmp_path / "archive"
    archive.write_bytes(b"not even gzip")
    with pytest.raises(UnpackError):
        unpack(str(archive), str(out), MOST)
    archive.write_bytes(gzip.compress(HOSTILE["cut off"])[:-9])
    with pytest.raises(UnpackError):
        unpack(str(archive), str(out), MOST)
    monkeypatch.setattr(unpacking, "MOST_ENTRIES", 3)
    archive.write_bytes(gzip.compress(b"".join(entry(f"f{n}") for n in range(4)) + END))
    with pytest.raises(UnpackError, match="more than 3 entries"):
        unpack(str(archive), str(out), MOST)


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_an_archive_that_was_tampered_with_never_writes_outside(data: st.DataObject) -> None:
    """Bytes of a good archive are changed: it is unpacked within the folder, or refused."""
    good = bytearray(
        entry("a/b", size=600) + entry("link", tarfile.SYMTYPE, "a/b") + entry("c", size=9) + END
    )
    for at, value in data.draw(
        st.lists(st.tuples(st.integers(0, len(good) - 1), st.integers(0, 255)), max_size=12)
    ):
        good[at] = value
    with tempfile.TemporaryDirectory() as folder:
        archive, out = Path(folder) / "archive", Path(folder) / "out"
        out.mkdir()
        archive.write_bytes(gzip.compress(bytes(good), 0))
        with suppress(UnpackError):
            unpack(str(archive), str(out), MOST)
        assert {path.name for path in Path(folder).iterdir()} == {"archive", "out"}
        for path in out.rglob("*"):
            assert path.is_symlink() or path.is_file() or path.is_dir()


KINDS = st.sampled_from(
    [tarfile.REGTYPE, tarfile.DIRTYPE, tarfile.SYMTYPE, tarfile.XHDTYPE, tarfile.XGLTYPE,
     tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.GNUTYPE_SPARSE, b"?"]
)  # fmt: skip
RECORDS = st.sampled_from(
    [b"", b"9 a=bcde\n", b"11 path=a/b\n", b"15 path=../../x\n", b"19 size=999999999\n",
     b"30 GNU.sparse.map=0,1,2,3,4,5\n", b"-5 a=b\n", b"99999999999 a=b\n", b"a/" * 600]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(KINDS, st.sampled_from(["a", "a/b", "c", "l"]), RECORDS, st.integers(1, 90)),
        max_size=6,
    )
)
def test_any_order_of_headers_is_unpacked_within_the_folder_or_refused(
    headers: list[tuple[bytes, str, bytes, int]],
) -> None:
    raw = b""
    for kind, name, records, times in headers:
        info = tarfile.TarInfo(name)
        info.type, info.size, info.linkname = kind, len(records), "a"
        one = info.tobuf(tarfile.GNU_FORMAT) + records + b"\0" * (-len(records) % 512)
        raw += one * (times if kind not in (tarfile.REGTYPE, tarfile.SYMTYPE) else 1)
    with tempfile.TemporaryDirectory() as folder:
        archive, out = Path(folder) / "archive", Path(folder) / "out"
        out.mkdir()
        archive.write_bytes(gzip.compress(raw + END, 0))
        is_fine = True
        try:
            examine(str(archive), MOST)
        except UnpackError:
            is_fine = False
        try:
            unpack(str(archive), str(out), MOST)
            assert is_fine, "what is refused at first is never unpacked"
        except UnpackError:
            pass
        assert {path.name for path in Path(folder).iterdir()} == {"archive", "out"}


def test_it_can_be_stopped(tmp_path: Path, out: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a").write_bytes(b"x")
    packed(tmp_path / "in", tmp_path / "archive")
    with pytest.raises(UnpackError, match="stopped"):
        unpack(str(tmp_path / "archive"), str(out), MOST, lambda: True)


@pytest.fixture
def kept(tmp_path: Path) -> Snapshots:
    return Snapshots(str(tmp_path), MOST)


def put(kept: Snapshots, tenant: str, content: bytes, said: bytes | None = None) -> str:
    digest = hashlib.sha256(content if said is None else said).hexdigest()
    upload = kept.upload(tenant, digest)
    try:
        upload.write(content)
        upload.done()
    finally:
        upload.close()
    return digest


def test_a_tenant_has_its_own(kept: Snapshots, tmp_path: Path) -> None:
    digest = put(kept, "acme", b"one")
    assert kept.use("acme", digest)
    assert not kept.use("other", digest)
    assert not kept.use("acme/vision", digest)
    with pytest.raises(WrongUploadError, match="sha256"):
        put(kept, "acme", b"two", b"three")
    assert len(list((tmp_path / "snapshots").rglob("*"))) == 2  # its folder, and the one


def test_old_ones_go_unless_a_job_names_them(kept: Snapshots) -> None:
    one, two = put(kept, "acme", b"one"), put(kept, "acme", b"two")
    os.utime(kept.path("acme", one), (0, 0))
    os.utime(kept.path("acme", two), (0, 0))
    assert kept.sweep([("acme", one)], now_s=KEEP_S + 1) == 1
    assert kept.use("acme", one)
    assert not kept.use("acme", two)
    assert kept.sweep([]) == 0  # it was used just now


def test_a_tenant_cannot_fill_the_disk(kept: Snapshots, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heddle.control.inputs.snapshots.KEPT_TIMES", 1)
    put(kept, "acme", bytes(MOST))
    with pytest.raises(WrongUploadError, match="is not kept"):
        put(kept, "acme", b"more")
    put(kept, "other", b"more")


def test_uploads_at_the_same_time_share_what_a_tenant_may_have(
    kept: Snapshots, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each began when there was room for it; together there is not."""
    monkeypatch.setattr("heddle.control.inputs.snapshots.KEPT_TIMES", 2)
    uploads = [kept.upload("acme", f"{n}" * 64) for n in range(8)]
    taken = 0
    for upload in uploads:
        for _ in range(2):
            with suppress(FullError):
                upload.write(bytes(MOST // 2))
                taken += MOST // 2
    assert MOST <= taken <= 2 * MOST
    for upload in uploads:
        upload.close()
    assert not [path for path in (tmp_path / "snapshots").rglob("*") if path.is_file()]
    put(kept, "acme", bytes(MOST))  # what was given up counts no more


def test_threads_cannot_have_more_than_their_tenant_may(
    kept: Snapshots, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heddle.control.inputs.snapshots.KEPT_TIMES", 2)

    def one(n: int) -> None:
        with suppress(FullError):
            put(kept, "acme", bytes([n]) * (MOST // 4))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(one, range(24)))
    sizes = [path.stat().st_size for path in (tmp_path / "snapshots").rglob("*") if path.is_file()]
    assert MOST < sum(sizes) <= 2 * MOST


def test_one_that_ends_while_all_are_counted_is_no_fault(
    kept: Snapshots, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names that are listed may be gone when they are looked at."""
    put(kept, "acme", b"first")
    begun = kept.upload("acme", "0" * 64)
    ending = threading.Thread(target=begun.close)
    scan = os.scandir

    class Late:
        def __init__(self, path: str) -> None:
            self._entries = list(scan(path))
            ending.start()
            assert eventually(lambda: not os.path.exists(begun.part))

        def __enter__(self) -> list[os.DirEntry[str]]:
            return self._entries

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr("heddle.control.inputs.snapshots.os.scandir", Late)
    kept.upload("acme", "1" * 64).close()
    ending.join(timeout=10)
    assert not ending.is_alive()


def test_the_limit_is_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    assert limit() == DEFAULT_BYTES
    monkeypatch.setenv("HEDDLE_SNAPSHOT_LIMIT", "2GiB")
    assert limit() == 2 << 30
    monkeypatch.setenv("HEDDLE_SNAPSHOT_LIMIT", "2")
    with pytest.raises(UsageError, match="HEDDLE_SNAPSHOT_LIMIT"):
        limit()


def test_a_file_that_shrinks_while_it_is_packed_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"long content")
    add = tarfile.TarFile.addfile

    def cut(self: tarfile.TarFile, entry: tarfile.TarInfo, content: IO[bytes]) -> None:
        (tmp_path / "a").write_bytes(b"")
        add(self, entry, content)

    monkeypatch.setattr(tarfile.TarFile, "addfile", cut)
    with pytest.raises(UsageError, match="changed while it was packed"):
        pack(str(tmp_path), MOST)
