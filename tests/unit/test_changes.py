"""What a job has changed of its folder: found by comparing, and brought back safely."""

from __future__ import annotations

import hashlib
import io
import os
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.client.changes import FoundFile, bring_back, changed, is_own
from heddle.client.pack import SentFile, pack, sent_files

NAMES = st.sampled_from(["a", "b", "c", ".git", ".heddle"])
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)
#: Content, and whether it can be executed.
FILES = st.dictionaries(PATHS, st.tuples(st.binary(max_size=3), st.booleans()), max_size=6)


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def sent_of(files: dict[str, tuple[bytes, bool]]) -> dict[str, SentFile]:
    return {path: SentFile(len(d), digest(d), x) for path, (d, x) in files.items()}


def found_of(files: dict[str, tuple[bytes, bool]]) -> list[FoundFile]:
    return [
        FoundFile(path, "file", len(d), 0o755 if x else 0o640, digest(d))
        for path, (d, x) in files.items()
    ]


@given(FILES, FILES)
def test_exactly_what_differs_is_changed(
    before: dict[str, tuple[bytes, bool]], after: dict[str, tuple[bytes, bool]]
) -> None:
    """And nothing of git's or ours, wherever it is."""
    found = [each.path for each in changed(sent_of(before), found_of(after))]
    assert set(found) == {
        path for path in after if after[path] != before.get(path) and not is_own(path)
    }
    assert not list(changed(sent_of(after), found_of(after)))


def test_a_file_whose_digest_is_not_known_has_changed() -> None:
    """It is larger than all that were sent."""
    sent = {"a": SentFile(3, digest(b"abc"), False)}
    assert list(changed(sent, [FoundFile("a", "file", 3, 0o644)]))


def test_folders_and_links_count_where_they_are_new() -> None:
    sent = {"in/a": SentFile(0, digest(b""), False), "old": SentFile(0, "", False)}
    found = [FoundFile(path, kind, 0, 0o755) for path, kind in
             (("in", "folder"), ("new", "folder"), ("old", "link"), ("young", "link"))]  # fmt: skip
    assert [each.path for each in changed(sent, found)] == ["new", "young"]


def test_what_was_sent_is_told_from_the_archive(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "run").write_bytes(b"x")
    (tmp_path / "in" / "run").chmod(0o700)
    (tmp_path / "link").symlink_to("in")
    with (packed := pack(str(tmp_path), 1 << 20)).file:
        found = sent_files(packed)
        assert packed.file.tell() == 0
    assert found == {
        "in/run": SentFile(1, digest(b"x"), True),
        "link": SentFile(0, "", False),
    }


class Lying:
    """A server that names what is not below the folder."""

    def __init__(self, *names: str) -> None:
        self._names = names

    def job_files(self, job: str, path: str, *, digests: int) -> dict[str, Any]:
        one = {"kind": "file", "bytes": 1, "mode": 0o777, "sha256": None}
        return {"entries": [] if path else [{**one, "name": name} for name in self._names]}

    def read_job_file(self, job: str, path: str) -> Any:
        raise AssertionError(f"{path} is asked for")


def test_no_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    names = ("../x", "a/../../x", "\0")
    client: Any = Lying(*names)
    returned = bring_back(client, "j1", str(tmp_path / "here"), {}, 0)
    assert sorted(returned.refused) == sorted(names)
    assert not returned.written
    assert os.listdir(tmp_path) == ["here"]
    assert os.listdir(tmp_path / "here") == []


class Honest(Lying):
    """One whose file can be read."""

    def read_job_file(self, job: str, path: str) -> Any:
        return io.BytesIO(b"x")


@pytest.mark.parametrize(("before", "after"), [(0o600, 0o700), (0o640, 0o750), (0o755, 0o755)])
def test_a_file_of_ours_stays_ours(tmp_path: Path, before: int, after: int) -> None:
    """What others could not read, they cannot read when it comes back (there it has 0777)."""
    (tmp_path / "key").write_text("")
    (tmp_path / "key").chmod(before)
    client: Any = Honest("key")
    sent = {"key": SentFile(0, digest(b""), bool(before & 0o100))}
    assert bring_back(client, "j1", str(tmp_path), sent, time.time_ns()).written == ["key"]
    assert (tmp_path / "key").read_text() == "x"
    assert (tmp_path / "key").stat().st_mode & 0o777 == after
