"""What all tests share: a table and a soft XPU of their own, and where the built programs are."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest
from hypothesis import settings

from tests.host import MOST_STOLEN, stolen_s
from tests.soak import IS_LONG
from tests.world import BUILT, World

# A run that was started in the background inherits these ignored, and hands them down to programs
# that are to be interrupted.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)

# How long an example takes says more about the machine than about the code.
settings.register_profile("heddle", deadline=None)
settings.register_profile("soak", deadline=None, max_examples=1000)
settings.register_profile("quick", deadline=None, max_examples=25)  # of `make check`
settings.load_profile("soak" if IS_LONG else "heddle")

if TYPE_CHECKING:
    from tests.ray_cluster import RayCluster

BEGUN: pytest.StashKey[tuple[float, float]] = pytest.StashKey()
MUST_HAVE_ALL = os.environ.get("HEDDLE_MISSING") == "fail"  #: read before a world hides it


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    made = World()
    for name in [name for name in os.environ if name.startswith(("HEDDLE_", "SOFTXPU_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HEDDLE_TABLE", str(made.table))
    monkeypatch.setenv("HEDDLE_STATE", str(made.state))
    monkeypatch.setenv("SOFTXPU_SEGMENT", made.segment.name)
    yield made
    made.remove()


@pytest.fixture
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder of the test's own."""
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path))
    return tmp_path


MISSING = "missing: "  #: how the reason of such a skip begins


def missing(reason: str, remedy: str) -> NoReturn:
    """Skips for want of a component, saying what installs it; fails with HEDDLE_MISSING=fail."""
    text = f"{MISSING}{reason}; fix: {remedy}"
    if MUST_HAVE_ALL:
        pytest.fail(text)
    pytest.skip(text)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Names once more, at the end, what would let the skipped tests run."""
    reasons = [
        report.longrepr[2].partition(MISSING)[2]
        for report in terminalreporter.stats.get("skipped", [])
        if isinstance(report.longrepr, tuple) and MISSING in report.longrepr[2]
    ]
    if reasons:
        terminalreporter.section("missing components")
    for reason, count in Counter(reasons).most_common():
        terminalreporter.write_line(f"{count} skipped: {reason}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that measures time has no verdict where the host took too much of it."""
    report: pytest.TestReport = yield
    if call.when == "setup":
        item.stash[BEGUN] = (time.monotonic(), stolen_s())
    if not (report.failed and call.when == "call" and item.get_closest_marker("alone")):
        return report
    began, before = item.stash[BEGUN]
    part = (stolen_s() - before) / (time.monotonic() - began)
    if part > MOST_STOLEN:
        said = f"no verdict: the host took {part:.0%} of the time; it failed with {report.longrepr}"
        report.outcome, report.longrepr = "skipped", (str(item.path), 0, said)
    return report


@pytest.fixture(scope="session")
def ray() -> Iterator[RayCluster]:
    """One for all tests of this process."""
    from tests.ray_cluster import RayCluster  # which needs `missing`

    cluster = RayCluster()
    yield cluster
    cluster.stop()


@pytest.fixture(scope="session")
def conformance_programs() -> Path:
    folder = BUILT / "conformance"
    if not folder.is_dir():
        missing("the conformance programs are not built", "make native")
    return folder


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for name in ("ray", "slurm"):
            if name in getattr(item, "fixturenames", ()):  # it starts one
                item.add_marker(name)
