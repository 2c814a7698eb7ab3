"""The native libraries of a driver that runs in a container, for the containers of others."""

from __future__ import annotations

from pathlib import Path

import pytest

from heddle.errors import UsageError
from heddle.kubernetes.libraries import published


def test_libraries_are_copied_once_and_stay_beside_those_of_another_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Path(published(str(tmp_path / "lib")))
    assert (first / "libheddle.so").stat().st_mode & 0o444 == 0o444
    assert published(str(tmp_path / "lib")) == str(first)
    other = tmp_path / "native"
    other.mkdir()
    (other / "libheddle.so").write_text("another")
    monkeypatch.setattr("heddle.native.DIRECTORY", str(other))
    assert Path(published(str(tmp_path / "lib"))) != first
    assert first.is_dir()
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="folder of the host"):
        published(str(tmp_path / "file" / "lib"))
