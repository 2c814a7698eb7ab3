"""Signing in with a token, and out."""

from __future__ import annotations

from starlette.responses import JSONResponse, RedirectResponse, Response

from heddle.web.session import LINK_LASTS_S
from heddle.web.site import WebSite, is_from_elsewhere, sign_in, within
from heddle.web.visit import Visit, cookie, is_tls


def add(site: WebSite) -> None:
    site.get("/signin", _show, is_open=True)
    site.post("/signin", _enter, is_open=True)
    site.post("/signin/link", _link, is_open=True)
    site.post("/signout", _leave)


def follow_link(visit: Visit) -> Response:
    """`/?token=`: signed in, at the same address without it. Not from another site: it would sign
    people in as another user, without their knowing."""
    if is_from_elsewhere(visit.request):
        return visit.page("signin.html", 403, next="/", text=visit.say("signin.elsewhere"))
    word = visit.site.sessions.follow_link(visit.query("token"))
    if word is None:
        return visit.page("signin.html", 403, next="/", text=visit.say("signin.link"))
    return sign_in(visit.page("bounce.html", to="/"), visit.request, word)


def _show(visit: Visit) -> Response:
    return visit.page("signin.html", next=within(visit.query("next")), text="")


def _enter(visit: Visit) -> Response:
    token = visit.form.get("token", "").strip()
    to = within(visit.form.get("next", ""))
    word = visit.site.sessions.sign_in(token)
    if word is None:
        return visit.page("signin.html", 403, next=to, text=visit.say("signin.wrong"))
    return sign_in(RedirectResponse(to, 303), visit.request, word)


def _link(visit: Visit) -> Response:
    """For programs, with `Authorization: Bearer`: an address that signs in once."""
    kind, _, token = visit.request.headers.get("authorization", "").partition(" ")
    sessions = visit.site.sessions
    word = sessions.link(token.strip()) if kind.lower() == "bearer" else None
    if word is None:
        return Response("a token is needed", 401, media_type="text/plain")
    return JSONResponse({"path": f"/?token={word}", "lasts_s": LINK_LASTS_S})


def _leave(visit: Visit) -> Response:
    visit.site.sessions.sign_out(visit.word or "")
    response = RedirectResponse("/signin", 303)
    name, secure = cookie(visit.request), is_tls(visit.request)
    response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="strict")
    return response
