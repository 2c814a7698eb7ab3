"""Users: the roles that they have at tenants, and whether they may do anything at all."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from starlette.responses import RedirectResponse, Response

from heddle.desk.access import user_admin
from heddle.desk.access.user_admin import UserAsk, UserChange, UserState
from heddle.desk.access.users import ROLES
from heddle.desk.errors import ConflictError, DeskError, MissingError
from heddle.web.forms import Sent, read, refused
from heddle.web.site import Tab, WebSite
from heddle.web.visit import Visit


def add(site: WebSite) -> None:
    site.get("/users", _show, tab=Tab(70, "admin", also=("/tokens",)))
    site.post("/users", _make)
    site.get("/users/{user:path}", _one)
    for action, change in CHANGES.items():
        site.post(f"/users/{{user:path}}/{action}", _changer(change))
    site.post("/users/{user:path}/remove", _remove)


def _show(visit: Visit, sent: Sent | None = None) -> Response:
    visit.need("admin")
    sent = sent or Sent()
    return visit.page(
        "users.html",
        sent.status,
        users=user_admin.visible(visit.desk, visit.who),
        tenants=_tenants(visit),
        roles=ROLES,
        sent=sent,
    )


def _make(visit: Visit) -> Response:
    visit.need("admin")
    names = ("name", "home", "role", "full_name", "email")
    values = {name: visit.form.get(name, "").strip() for name in names}
    role, home = values["role"] or "member", values["home"]
    asked = {name: values[name] for name in names if name != "role"}
    try:
        made = visit.call(user_admin.make, read(UserAsk, {**asked, "roles": {home: role}}))
    except DeskError as error:
        return _show(visit, refused(values, error))
    return RedirectResponse(f"/users/{quote(made.id)}", 303)


def _one(visit: Visit, sent: Sent | None = None) -> Response:
    visit.need("admin")
    sent = sent or Sent()
    user, auth = _user(visit), visit.desk.auth
    tokens = [token for token in auth.tokens_of(user.id) if visit.who.sees(token.tenant)]
    return visit.page(
        "user.html",
        sent.status,
        user=user,
        tokens=[(token, auth.is_over(token)) for token in tokens],
        is_own=visit.who.sees(user.home),
        tenants=_tenants(visit),
        roles=ROLES,
        sent=sent,
    )


def _user(visit: Visit) -> UserState:
    """:raises MissingError: if it is not there, or not the reader's to see"""
    every = user_admin.visible(visit.desk, visit.who)
    found = next((user for user in every if user.id == visit.path("user")), None)
    if found is None:
        raise MissingError(visit.say("error.user", user=visit.path("user")))
    return found


def _role(visit: Visit) -> UserChange:
    """One more role, or another one at the same tenant; with none, it is taken away."""
    tenant, role = visit.form.get("tenant", ""), visit.form.get("role", "")
    roles = {each: has for each, has in _user(visit).roles.items() if each != tenant}
    return read(UserChange, {"roles": {**roles, tenant: role} if role else roles})


def _about(visit: Visit) -> UserChange:
    names = ("full_name", "email")
    return read(UserChange, {name: visit.form.get(name, "").strip() for name in names})


CHANGES: dict[str, Callable[[Visit], UserChange]] = {
    "role": _role,
    "about": _about,
    "disable": lambda visit: UserChange(disabled=True),
    "enable": lambda visit: UserChange(disabled=False),
}


def _changer(change: Callable[[Visit], UserChange]) -> Callable[[Visit], Response]:
    def answer(visit: Visit) -> Response:
        visit.need("admin")
        name = visit.path("user")
        try:
            visit.call(user_admin.change, name, change(visit))
        except MissingError:
            raise
        except DeskError as error:
            return _one(visit, refused(visit.form, error))
        return RedirectResponse(f"/users/{quote(name)}", 303)

    return answer


def _remove(visit: Visit) -> Response:
    visit.need("admin")
    try:
        visit.call(user_admin.remove, visit.path("user"))
    except ConflictError as error:
        return _one(visit, refused({}, error))
    return RedirectResponse("/users", 303)


def _tenants(visit: Visit) -> list[str]:
    """Where roles can be given; all that the reader rules comes last, as it is rarely wanted."""
    below = [each.path for each in visit.desk.tenants.below(visit.who.tenant)]
    own = visit.who.tenant
    return [*(each for each in below if each != own), own]
