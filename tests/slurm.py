"""A Slurm of our own, where one can be had."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from heddle.research.bench._plane.own_slurm import (
    PATH,
    POLL_S,
    PROGRAMS,
    SAVE_S,
    Hosts,
    NoSlurmError,
    OwnSlurm,
    SlurmSite,
    usual_site,
)
from tests.components import install
from tests.conftest import missing

__all__ = ["POLL_S", "SAVE_S", "SlurmServer", "SlurmSite", "slurm", "usual_site"]


class SlurmServer(OwnSlurm):
    """Skips the test where there is none."""

    def __init__(
        self, site: Callable[[Path], SlurmSite] = usual_site, hosts: Hosts | None = None
    ) -> None:
        if not all(shutil.which(program, path=PATH) for program in PROGRAMS):
            missing("there is no Slurm", install("slurm"))
        try:
            super().__init__(site, hosts)
        except NoSlurmError as error:
            pytest.skip(str(error))


@pytest.fixture(scope="session")
def slurm() -> Iterator[SlurmServer]:
    """One for all tests of this process."""
    server = SlurmServer()
    yield server
    server.stop()
