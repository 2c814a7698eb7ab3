"""The OpenAPI document of all routes."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse

from heddle.api.parameters import Reader, router

ROUTER = router()


@ROUTER.get("/v1/openapi.json", include_in_schema=False)
async def openapi(request: Request, _: Reader) -> JSONResponse:
    return JSONResponse(request.app.openapi())
