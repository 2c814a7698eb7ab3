"""Services: replicas, load, and the reason if something is wrong."""

from __future__ import annotations

from collections import deque
from typing import Any
from urllib.parse import urlencode

from starlette.responses import RedirectResponse, Response

from heddle.control.services.status import Standing
from heddle.desk import service_admin
from heddle.desk.errors import DeskError
from heddle.desk.service_admin import Scale
from heddle.spec.service_section import MOST_REPLICAS
from heddle.store.base import Event, Store
from heddle.web.forms import Sent, read, refused
from heddle.web.job_view import spec_text
from heddle.web.live import Told
from heddle.web.render import word
from heddle.web.service_view import ServiceRates, errors_of
from heddle.web.site import Tab, WebSite
from heddle.web.visit import Visit

EVENTS = 20
SOUGHT = 100_000  #: events among which the last ones of a service are sought


def add(site: WebSite) -> None:
    pages = ServicePages()
    site.get("/services", pages.show, tab=Tab(40))
    site.get("/live/services", pages.live)
    site.get("/services/{name}", pages.one)
    site.get("/live/services/{name}", pages.live_one)
    site.post("/services/{name}/scale", pages.scale)
    site.post("/services/{name}/delete", pages.delete)


class ServicePages:
    def __init__(self) -> None:
        self._rates = ServiceRates()

    def show(self, visit: Visit) -> Response:
        return visit.page("services.html", **self._values(visit))

    def live(self, visit: Visit) -> Response:
        def render() -> Told:
            yield "services", visit.fill("parts/services.html", **self._values(visit))

        return visit.follow(render)

    def _values(self, visit: Visit) -> dict[str, Any]:
        found = visit.call(service_admin.visible)
        rates = self._rates.per_second(found)
        return {"services": [(s, rates[s.tenant, s.name], errors_of(s)) for s in found]}

    def one(self, visit: Visit, sent: Sent | None = None) -> Response:
        sent = sent or Sent()
        return visit.page("service.html", sent.status, sent=sent, **self._one_values(visit))

    def live_one(self, visit: Visit) -> Response:
        _found(visit)

        def render() -> Told:
            values = self._one_values(visit)
            yield "service", visit.fill("parts/service.html", **values)
            service: Standing = values["service"]
            state = visit.say(f"service_state.{service.state}")
            said = {"name": service.name, "state": state, "healthy": service.healthy}
            yield "said", visit.say("service.said", **said)

        return visit.follow(render)

    def _one_values(self, visit: Visit) -> dict[str, Any]:
        service = _found(visit)
        rates = self._rates.per_second(visit.call(service_admin.visible))
        return {
            "service": service,
            "rate": rates.get((service.tenant, service.name)),
            "errors": errors_of(service),
            "events": _history(visit.site.loop.store, service),
            "most": MOST_REPLICAS,
            "spec": spec_text(service.spec, service.tenant),
            "query": urlencode({"tenant": service.tenant}),
        }

    def scale(self, visit: Visit) -> Response:
        visit.need("submit")
        service = _found(visit)
        values = {name: visit.form.get(name, "").strip() for name in ("least", "most")}
        asked = {name: int(text) if text.isdecimal() else text for name, text in values.items()}
        same = asked["least"] == asked["most"]
        try:
            sent = read(Scale, {"replicas": asked["least"] if same else asked})
            visit.call(service_admin.scale, service.name, sent, tenant=service.tenant)
        except DeskError as error:
            return self.one(visit, refused(values, error))
        return _to(service)

    def delete(self, visit: Visit) -> Response:
        visit.need("submit")
        service = _found(visit)
        visit.call(service_admin.delete, service.name, tenant=service.tenant)
        return _to(service)


def _found(visit: Visit) -> Standing:
    """:raises DeskError: if it is not there, or not the reader's to see"""
    return visit.call(service_admin.one, visit.path("name"), tenant=visit.query("tenant") or None)


def _history(store: Store, service: Standing) -> list[Event]:
    """The last events first; not those of one of the same name that was there before."""
    after = max(0, store.last_number("event") - SOUGHT)
    last: deque[Event] = deque(maxlen=EVENTS)
    key = f"{service.tenant}:{service.name}"
    while events := store.events(after, kind="service", subject=key):
        last.extend(each for each in events if each.at_ms >= service.made_ms)
        after = events[-1].number
    return list(reversed(last))


def _to(service: Standing) -> Response:
    query = urlencode({"tenant": service.tenant})
    return RedirectResponse(f"/services/{word(service.name)}?{query}", 303)
