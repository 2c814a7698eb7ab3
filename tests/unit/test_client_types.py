"""The client's types are those of the routes that it asks: nothing checks them when it runs."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

import pytest

from heddle.client.client import Client
from heddle.client.wire import Answer
from tests.api_world import ApiWorld

#: Enough of every answer that a method looks into.
EMPTY: dict[str, Any] = {
    "jobs": [],
    "nodes": [],
    "events": [],
    "services": [],
    "entries": [],
    "next": None,
}
GIVEN = {"file": BytesIO(), "size": 0, "value": b"", "specs": [], "spec": {"id": "a"}}
ROUTES = {
    name: method
    for name, method in inspect.getmembers(Client, inspect.isfunction)
    if not name.startswith("_") and "rest." in str(inspect.signature(method).return_annotation)
}


class FakeWire:
    """Remembers what was asked."""

    def ask(self, method: str, path: str, *_: object, **__: object) -> FakeWire:
        self.asked = (method.lower(), path.partition("?")[0])
        return self

    def upload(self, path: str, *_: object) -> FakeWire:
        return self.ask("PUT", path)

    def json(self) -> Any:
        return EMPTY


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    with ApiWorld(tmp_path_factory.mktemp("api")) as made:
        yield made.ask("GET", "/v1/openapi.json").json()


def test_most_methods_have_types() -> None:
    assert len(ROUTES) > 40


@pytest.mark.parametrize("name", ROUTES)
def test_an_answer_has_the_type_of_its_route(name: str, document: dict[str, Any]) -> None:
    client, wire = Client("http://127.0.0.1:1"), FakeWire()
    client.wire = wire  # type: ignore[assignment]
    answer = ROUTES[name](client, *_arguments(ROUTES[name]))
    if isinstance(answer, Iterator):
        list(answer)
    method, path = wire.asked
    operation = next(
        found[method]
        for known, found in document["paths"].items()
        if re.fullmatch(re.sub(r"{\w+}", "[^/]+", known), path) and method in found
    )
    (says,) = {
        each["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for code, each in operation["responses"].items()
        if code.startswith("2")
    }
    has = document["components"]["schemas"][says]["properties"].values()
    parts = {str(each["items"].get("$ref")).rpartition("/")[2] for each in has if "items" in each}
    told = str(inspect.signature(ROUTES[name]).return_annotation)
    kind = told.rstrip("]").rpartition("rest.")[2]
    assert kind in parts if "[" in told else kind == says


def _arguments(method: Callable[..., Any]) -> list[Any]:
    """Something for each that must be given."""
    needed = [
        each
        for each in list(inspect.signature(method).parameters.values())[1:]
        if each.default is each.empty and each.kind is each.POSITIONAL_OR_KEYWORD
    ]
    return [GIVEN.get(each.name, "a") for each in needed]


def test_keys_that_a_newer_server_adds_are_kept() -> None:
    assert Answer(200, b'{"status": "ok", "newer": 1}').json() == {"status": "ok", "newer": 1}
