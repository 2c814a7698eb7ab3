"""Folders that jobs left: they go, however they were left."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from heddle.engine.local.files.copying import CopyError, size_of
from heddle.engine.local.files.reclamation import Reclaim
from heddle.engine.local.files.removal import remove

DEEP = 2500  #: more than Python goes, and more than a path can name


def deep(folder: Path, levels: int = DEEP) -> None:
    folder.mkdir(parents=True)
    handle = os.open(folder, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir("x", dir_fd=handle)
        os.close(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=handle))
        below = os.open("x", os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = below
    os.close(handle)


def test_a_deep_one_goes_and_keeps_no_other_from_going(tmp_path: Path) -> None:
    """Otherwise one job could see to it that nothing of anybody is ever removed."""
    deep(tmp_path / "j1.1" / "work")
    (tmp_path / "j2.1" / "work").mkdir(parents=True)
    for name, age in (("j1.1", 2000), ("j2.1", 1000)):
        os.utime(tmp_path / name, (time.time() - age, time.time() - age))
    Reclaim(str(tmp_path), keep_s=100).remove(short=False)
    assert os.listdir(tmp_path) == []


def test_what_may_not_be_entered_goes_too_and_links_lead_nowhere(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_text("x")
    folder = tmp_path / "work"
    deep(folder / "a")
    (folder / "a" / "link").symlink_to(outside)
    (folder / "link").symlink_to(outside)
    (folder / "closed" / "below").mkdir(parents=True)
    (folder / "closed").chmod(0)
    remove(str(folder))
    assert sorted(os.listdir(tmp_path)) == ["outside"]
    assert os.listdir(outside) == ["kept"]
    remove(str(folder))  # it is not there: nothing happens


def test_data_in_folders_too_deep_is_refused(tmp_path: Path) -> None:
    deep(tmp_path / "data", 300)
    with pytest.raises(CopyError, match="folders in folders"):
        size_of(str(tmp_path / "data"))
