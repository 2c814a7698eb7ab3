"""The OpenAPI document: FastAPI's, with our errors and the token in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fastapi import FastAPI

from heddle.api.problem import MEDIA_TYPE, ProblemDetails

REFUSED = {"$ref": f"#/components/schemas/{ProblemDetails.__name__}"}
#: Of a route that takes bytes as they are.
BYTES_SENT: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "minLength": 1}}},
    }
}
TOKEN = {"type": "http", "scheme": "bearer", "description": "hd_ID_SECRET"}


def describe(app: FastAPI, public: Iterable[str]) -> None:
    """Every refusal is a problem, also where FastAPI would have another form for it."""
    made = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            _mend(made(), frozenset(public))
        assert app.openapi_schema is not None
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _mend(document: dict[str, Any], public: frozenset[str]) -> None:
    for path, operations in document["paths"].items():
        for operation in operations.values():
            operation["responses"]["default"]["content"] = {MEDIA_TYPE: {"schema": REFUSED}}
            operation["responses"].pop("422", None)
            if path in public:
                operation["security"] = []
    for unused in ("HTTPValidationError", "ValidationError"):
        document["components"]["schemas"].pop(unused, None)
    document["components"]["securitySchemes"] = {"token": TOKEN}
    document["security"] = [{"token": []}]
