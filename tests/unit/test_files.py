"""Files that are there as a whole or not at all, and keys that are made once."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from heddle.errors import ForeignError, HeddleError
from heddle.system import files


@pytest.mark.parametrize("durable", [True, False])
def test_a_file_is_replaced_and_its_owners_alone(tmp_path: Path, durable: bool) -> None:
    """Whoever may read the old one, only its owner may read the new one; nothing else is left."""
    path = tmp_path / "token"
    path.write_text("old")
    path.chmod(0o644)
    files.replace(str(path), b"new", durable=durable)
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_replaced_leaves_nothing(tmp_path: Path) -> None:
    """A folder is in the way: the file beside it goes again."""
    path = tmp_path / "token"
    path.mkdir()
    with pytest.raises(IsADirectoryError):
        files.replace(str(path), b"new")
    assert list(tmp_path.iterdir()) == [path]


def test_all_who_make_a_key_at_once_have_the_same(tmp_path: Path) -> None:
    """The first one counts for all, and afterwards."""
    path = tmp_path / "key"
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(lambda _: files.key(str(path)), range(32)))
    assert found == {files.key(str(path))}
    assert {len(each) for each in found} == {files.KEY_BYTES}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("inside", ["", "no key", "abcd"])
def test_a_file_that_holds_no_key_is_not_replaced(tmp_path: Path, inside: str) -> None:
    """What was sealed with the lost one would be lost for good."""
    path = tmp_path / "key"
    path.write_text(inside)
    with pytest.raises(HeddleError, match=str(path)):
        files.key(str(path))
    assert path.read_text() == inside


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o1777])
def test_a_folder_that_others_can_write_is_foreign(tmp_path: Path, mode: int) -> None:
    """The message says why, and what to do. A sticky one will do above what is trusted."""
    folder = tmp_path / "folder"
    folder.mkdir()
    files.check_folder(str(folder), "Move")
    files.check_folder(str(tmp_path / "nothing"), "Move")
    folder.chmod(mode)
    with pytest.raises(ForeignError, match=rf"folder is not used.*mode {mode:04o}.*Move\."):
        files.check_folder(str(folder), "Move")
    if mode & 0o1000:
        files.check_folder(str(folder), "Move", may_be_sticky=True)


def test_what_others_can_write_is_not_read(tmp_path: Path) -> None:
    """Nor what a link leads to, nor a pipe, which would stop whoever opens it."""
    mine = tmp_path / "mine"
    mine.write_text("mine")
    mine.chmod(0o644)
    assert files.read(str(mine), "") == b"mine"
    (tmp_path / "link").symlink_to(mine)
    os.mkfifo(tmp_path / "pipe", 0o600)
    mine.chmod(0o646)
    for name in ("mine", "link", "pipe"):
        with pytest.raises(ForeignError):
            files.read(str(tmp_path / name), "")
    with pytest.raises(FileNotFoundError):
        files.read(str(tmp_path / "nothing"), "")
