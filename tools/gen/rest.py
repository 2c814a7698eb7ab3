"""What the REST API takes and answers, as types for its client: from the routes themselves."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
HEAD = '''"""The REST API's bodies and answers. Made by tools/gen from its routes. Do not edit.

They are dictionaries as JSON has them, and nothing is checked when a program runs: a newer server
may add keys, and an older one leave some out.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict
'''
SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def render() -> dict[str, str]:
    """The generated file."""
    document = _document()
    schemas = document["components"]["schemas"]
    bodies = [
        operation["requestBody"]
        for operations in document["paths"].values()
        for operation in operations.values()
        if "requestBody" in operation
    ]
    sent = set(_below(bodies, schemas))
    classes = [
        _class(name, schema, is_sent=name in sent) for name, schema in sorted(schemas.items())
    ]
    return {"src/heddle/_gen/rest.py": "\n\n".join([HEAD, *classes])}


def _document() -> dict[str, Any]:
    sys.path.insert(0, str(ROOT / "src"))
    from fastapi import FastAPI

    from heddle.api import routes

    app = FastAPI()
    for name in routes.SEAM.names():
        app.router.routes += routes.SEAM.load(name).ROUTER.routes
    document = app.openapi()
    for unused in ("HTTPValidationError", "ValidationError"):
        document["components"]["schemas"].pop(unused, None)
    return document


def _below(part: Any, schemas: dict[str, Any]) -> Iterator[str]:
    """The schemas that this part names, and those that they name."""
    if isinstance(part, dict):
        if "$ref" in part:
            name = part["$ref"].rpartition("/")[2]
            yield name
            yield from _below(schemas[name], schemas)
        for each in part.values():
            yield from _below(each, schemas)
    elif isinstance(part, list):
        for each in part:
            yield from _below(each, schemas)


def _class(name: str, schema: dict[str, Any], *, is_sent: bool) -> str:
    """Who sends one may leave out what has a default; an answer has everything."""
    lines = [f"class {name}(TypedDict):"]
    if text := schema.get("description"):
        lines += [f'    """{text}"""', ""]
    required = schema.get("required", ())
    for field, about in schema["properties"].items():
        kind = _type(about)
        if is_sent and field not in required:
            kind = f"NotRequired[{kind}]"
        lines.append(f"    {field}: {kind}")
    return "\n".join(lines) + "\n"


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(_type(each) for each in schema["anyOf"])
    if "enum" in schema:
        return f"Literal[{', '.join(map(json.dumps, schema['enum']))}]"
    if schema.get("type") == "array":
        return f"list[{_type(schema.get('items', {}))}]"  # a pair has none: one type for each place
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"dict[str, {_type(values) if isinstance(values, dict) else 'Any'}]"
    return SIMPLE[schema["type"]] if "type" in schema else "Any"
