"""The OpenAPI document is true: whatever it allows, the server answers as it says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.api_world import ApiWorld, one

pytestmark = pytest.mark.slow
EXAMPLES = 15  #: of each route and mode
CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiWorld]:
    with ApiWorld(tmp_path_factory.mktemp("api")) as made:
        made.tenant("acme")
        made.submit(one("a"), one("b"), one("c", shape="array", members=2))
        yield made


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: str(mode.value))
def test_every_answer_is_as_the_document_says(api: ApiWorld, mode: GenerationMode) -> None:
    headers = {"Authorization": f"Bearer {api.admin}"}
    document = schemathesis.openapi.from_asgi("/v1/openapi.json", api.app, headers=headers)
    tried = set()
    for found in document.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        tried.add(operation.label)

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: schemathesis.Case[Any]) -> None:
            case.call_and_validate(headers=headers, checks=CHECKS)

        with suppress(Unsatisfiable):  # nothing can be wrong with a route that takes nothing
            ask()
    assert len(tried) > 20
