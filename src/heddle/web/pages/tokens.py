"""Tokens: made, shown once, and revoked."""

from __future__ import annotations

from starlette.responses import RedirectResponse, Response

from heddle.desk.access import token_admin
from heddle.desk.access.token_admin import NewToken, TokenAsk
from heddle.desk.access.users import SCOPES
from heddle.desk.errors import ConflictError, DeskError
from heddle.web.forms import Sent, read, refused
from heddle.web.site import WebSite
from heddle.web.visit import Visit

DAYS = (1, 7, 30, 90, 365)
DAY_MS = 86_400_000
NEVER = "never"


def add(site: WebSite) -> None:
    site.get("/tokens", _show)
    site.post("/tokens", _make)
    site.post("/tokens/{token}/revoke", _revoke)


def _show(visit: Visit, sent: Sent | None = None, made: NewToken | None = None) -> Response:
    visit.need("admin")
    asked = {name: visit.query(name) for name in ("name", "tenant")}
    sent = sent or Sent({name: value for name, value in asked.items() if value})
    auth = visit.desk.auth
    tokens = token_admin.visible(visit.desk, visit.who)
    return visit.page(
        "tokens.html",
        sent.status,
        tokens=[(token, auth.is_over(token)) for token in reversed(tokens)],
        scopes=SCOPES,
        tenants=[each.path for each in visit.desk.tenants.below(visit.who.tenant)],
        users=sorted(u for u in auth.users if auth.users[u].is_seen_from(visit.who.tenant)),
        days=DAYS,
        never=NEVER,
        made=made,
        sent=sent,
    )


def _make(visit: Visit) -> Response:
    visit.need("admin")
    values = {name: visit.form.get(name, "").strip() for name in ("name", "tenant", "scope")}
    lasts = visit.form.get("lasts", "30")
    expires_ms = None
    if lasts != NEVER:
        days = int(lasts) if lasts in map(str, DAYS) else 30
        expires_ms = visit.site.loop.now_ms() + days * DAY_MS
    asked = {**values, "tenant": values["tenant"], "expires_ms": expires_ms}
    try:
        made = visit.call(token_admin.make, read(TokenAsk, asked))
    except DeskError as error:
        return _show(visit, refused({**values, "lasts": lasts}, error))
    return _show(visit, made=made)


def _revoke(visit: Visit) -> Response:
    visit.need("admin")
    try:
        visit.call(token_admin.revoke, visit.path("token"))
    except ConflictError as error:
        return _show(visit, refused({}, error))
    return RedirectResponse("/tokens", 303)
