"""Removes folders in which strangers wrote: however deep they are, and whatever may be entered."""

from __future__ import annotations

import os
import shutil
from collections import deque
from contextlib import suppress

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def remove(path: str) -> None:
    """What cannot be removed is left."""
    with suppress(RecursionError):
        shutil.rmtree(path, ignore_errors=True)
    if os.path.isdir(path) and not os.path.islink(path):
        with suppress(OSError):
            _flatten(path)
        shutil.rmtree(path, ignore_errors=True)


def _flatten(path: str) -> None:
    """Empties all folders below, one after the other: what is in them comes up to the first one, so
    that no way is ever longer than two names."""
    os.chmod(path, 0o700)
    root = os.open(path, _FOLDER)
    prefix, number = os.urandom(6).hex(), 0
    try:
        with os.scandir(root) as entries:
            left = deque(each.name for each in entries if each.is_dir(follow_symlinks=False))
        while left:
            name = left.popleft()
            with suppress(OSError):
                os.chmod(name, 0o700, dir_fd=root)
                for found in _emptied(os.open(name, _FOLDER, dir_fd=root)):
                    number += 1
                    up = f"{prefix}.{number}"
                    os.rename(f"{name}/{found}", up, src_dir_fd=root, dst_dir_fd=root)
                    left.append(up)
                os.rmdir(name, dir_fd=root)
    finally:
        os.close(root)


def _emptied(folder: int) -> list[str]:
    """Of its files; the names of its folders."""
    try:
        with os.scandir(folder) as entries:
            found = {each.name: each.is_dir(follow_symlinks=False) for each in entries}
        for name in (name for name, is_folder in found.items() if not is_folder):
            os.unlink(name, dir_fd=folder)
    finally:
        os.close(folder)
    return [name for name, is_folder in found.items() if is_folder]
