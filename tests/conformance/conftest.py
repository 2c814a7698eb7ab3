"""What the suites run on."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from heddle.store import open_store
from heddle.store.base import Store
from tests.postgres import Server

STORES = ("sqlite", "postgres")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


def maker(kind: str, folder: Path, request: pytest.FixtureRequest) -> Callable[[], str]:
    """Gives the address of an empty store of this kind, every time another."""
    if kind == "postgres":
        server: Server = request.getfixturevalue("postgres")
        return server.new_url
    numbers = itertools.count(1)
    return lambda: str(folder / f"store-{next(numbers)}.db")


@pytest.fixture(params=STORES)
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    return maker(request.param, tmp_path, request)


@pytest.fixture(params=STORES)
def other_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A second one, so that every kind meets every kind."""
    return maker(request.param, tmp_path / "other", request)()


@pytest.fixture
def url(new_url: Callable[[], str]) -> str:
    return new_url()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    made = open_store(url)
    yield made
    made.close()
