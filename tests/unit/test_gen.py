"""The generator: what is committed is what the facts say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import heddle._gen.soft_api
from heddle._gen import table as layout

ROOT = Path(__file__).resolve().parents[2]


def test_generated_files_are_up_to_date() -> None:
    """Regenerating changes nothing."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "gen"), "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


def test_regions_do_not_overlap_and_start_on_pages() -> None:
    """Each region has its own pages, so that one can be handed out read-only."""
    end = 0
    for offset, count, size in layout.REGIONS.values():
        assert offset % 4096 == 0
        assert offset >= end
        end = offset + count * size
    assert end <= layout.BYTES


def test_what_the_device_writes_has_a_cache_line_of_its_own() -> None:
    """The device's mark must not contend with the host's counters."""
    fields = layout.FIELDS["queue"]
    line = fields["completed"][0] // 64
    assert [name for name, (at, _) in fields.items() if at // 64 == line] == ["completed"]


def test_facts_name_every_function_of_the_header() -> None:
    """A function added to softxpu.h without a fact would bypass Heddle."""
    header = (ROOT / "native" / "soft" / "softxpu.h").read_text()
    version_script = (ROOT / "native" / "soft" / "softxpu.map").read_text()
    for name in heddle._gen.soft_api.FUNCTIONS:
        assert f"{name}(" in header
    declared = {
        word.split("(")[0].lstrip("*")
        for line in header.splitlines()
        if line.startswith(("sxResult sx", "const char *sx"))
        for word in line.split()
        if word.lstrip("*").startswith("sx") and "(" in word
    }
    assert declared == set(heddle._gen.soft_api.FUNCTIONS)
    assert "SOFTXPU_1" in version_script


def test_no_type_of_a_forwarded_function_is_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenCL has no enumerations: a list of 8-byte properties was once read as one of ints."""
    monkeypatch.syspath_prepend(str(ROOT / "tools" / "gen"))
    import declared
    import forwarded
    import remote

    facts = declared.load(ROOT / "facts" / "opencl.toml")
    assert remote.types(facts, forwarded.forwarded(facts))
    del facts["types"]["cl_queue_properties_khr"]
    with pytest.raises(ValueError, match="cl_queue_properties_khr"):
        remote.types(facts, forwarded.forwarded(facts))
