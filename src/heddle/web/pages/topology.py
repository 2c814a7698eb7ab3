"""How a node hangs together, as a picture and in words."""

from __future__ import annotations

import threading
import time

from markupsafe import Markup
from starlette.responses import Response

from heddle.desk.errors import MissingError
from heddle.inventory.machine import look
from heddle.inventory.site import load_site
from heddle.inventory.topology_picture import draw
from heddle.inventory.topology_text import lines
from heddle.model.topology import Topology
from heddle.web.pool_view import PoolSnapshot
from heddle.web.site import WebSite
from heddle.web.visit import Visit

KEPT_S = 60.0


def add(site: WebSite) -> None:
    site.get("/nodes/{name}/topology", TopologyPage().show)


class TopologyPage:
    """Of the machine that the server runs on; others do not tell theirs yet."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._looked_at = float("-inf")
        self._found: tuple[str, str, list[str]] = ("", "", [])

    def show(self, visit: Visit) -> Response:
        name = visit.path("name")
        if name not in visit.site.ask(PoolSnapshot.take).rows:
            raise MissingError(visit.say("error.node", node=name))
        machine, picture, words = self._look()
        is_this = name == machine
        return visit.page(
            "topology.html",
            node=name,
            picture=Markup(picture) if is_this else "",  # drawn by us, all names escaped
            words=words if is_this else [],
        )

    def _look(self) -> tuple[str, str, list[str]]:
        with self._mutex:
            if time.monotonic() - self._looked_at > KEPT_S:
                topology = Topology(look())
                tree = topology.tree()
                picture = draw(topology, load_site())
                self._found = topology.machine.name, picture, list(lines(tree))
                self._looked_at = time.monotonic()
            return self._found
