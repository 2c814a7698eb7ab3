"""Several clusters: what is known of each site, and by which rules work goes to one of them.

A site says what it has in total and what is available (`Summary`), how old that is, and nothing of
its insides: its nodes and jobs are its own business.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from heddle.cluster.row import DeviceClass
from heddle.metering.models import model_units
from heddle.metering.units import REFERENCE_UNITS
from heddle.model.site import NetworkPath

UNIT = "unit"  #: in a list of prices: of a device-hour of what is worth one unit, the reference
TIERS = ("cloud", "edge", "end")
CURRENCY = "money"  #: where nobody says which
#: How much completion, price, energy and the latency to its data weigh.
PREFERENCES: Mapping[str, tuple[int, int, int, int]] = {
    "soon": (8, 1, 1, 0),
    "cheap": (1, 8, 1, 0),
    "green": (1, 1, 8, 0),
    "near": (4, 1, 1, 4),
    "balanced": (4, 3, 3, 0),
}
#: What becomes of a job whose site falls silent: it is left to the site, or started elsewhere too.
WHEN_SILENT = ("wait", "restart")


@dataclass(frozen=True, slots=True)
class SiteFacts:
    """What a site's operator has written down."""

    name: str
    tier: str = "cloud"
    country: str = ""
    region: str = ""
    #: By model, by kind where the model is not there, or of a `UNIT` where neither is: thousandths
    #: of the currency a device-hour.
    price: Mapping[str, int] = field(default_factory=dict)
    watts: Mapping[str, int] = field(default_factory=dict)  #: of one device, likewise
    grams_kwh: int | None = None  #: CO2 for a kilowatt hour; None: not known
    data: tuple[str, ...] = ()  #: data sets that are there
    ways: tuple[NetworkPath, ...] = ()  #: the network to other sites, configured or measured
    power: int | None = None  #: watts that the devices of all its nodes may draw; None: any
    node_power: int | None = None  #: and those of each node

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(word for word in (self.name, self.country, self.region) if word)

    def price_of(self, device: DeviceClass) -> int | None:
        """For an hour, in thousandths of the currency; None: nobody says it."""
        said = self.price.get(device.model, self.price.get(device.kind))
        worth = model_units().get(device.model)
        if said is not None or UNIT not in self.price or worth is None:
            return said
        return self.price[UNIT] * worth // REFERENCE_UNITS


@dataclass(frozen=True, slots=True)
class SiteRoom:
    """Devices of one class at a site; cores are the class `cpu`. Thousandths."""

    device: DeviceClass
    total_milli: int
    free_milli: int
    on_one_milli: int  #: the most on one node
    free_on_one_milli: int  #: the most that is free on one node, in whole devices
    work_s: int = 0  #: device-seconds that what runs still takes, as it says
    waiting_milli: int = 0  #: asked for by jobs that wait there
    waiting_s: int = 0  #: device-seconds that those will take, as they say


@dataclass(frozen=True, slots=True)
class Summary:
    """What a site publishes: total and available, and when that was so."""

    at_s: int
    rooms: tuple[SiteRoom, ...] = ()
    waiting: int = 0  #: jobs
    running: int = 0
    score: int = 0  #: 0 to 10, higher is better, as the third layer of IETF CATS has it
    stacks: tuple[tuple[str, ...], ...] = ()  #: what is installed, by kind of node


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a job wants of the choice between sites. Its lane says it."""

    prefer: str = "balanced"  #: one of PREFERENCES
    when_silent: str = "wait"  #: one of WHEN_SILENT
    budget_milli: int | None = None  #: thousandths of the currency, for the whole job
    tiers: tuple[str, ...] = ()  #: only these; empty: any


@dataclass(frozen=True, slots=True)
class Charter:
    """How the sites deal with each other."""

    silent_s: int = 120  #: not heard of for longer than this: no new work goes there
    offers: int = 1  #: to so many sites at a time, for one job
    offer_s: int = 30  #: an offer without an answer is over then
    again_s: int = 300  #: a site that declined is not asked again for the same job before this
    margin_milli: int = 100  #: another site must be better by this to displace the favourite
    slack_s: int = 60  #: by which a start may be later than was thought when the offer was made


@dataclass(frozen=True, slots=True)
class Atlas:
    """All that is configured: the sites, and the rules between them."""

    sites: Mapping[str, SiteFacts]
    charter: Charter = Charter()
    bounds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  #: class of data: stays in
    classes: Mapping[str, str] = field(default_factory=dict)  #: class of a data set
    lanes: Mapping[str, Wishes] = field(default_factory=dict)
    currency: str = CURRENCY  #: of all prices

    def wishes(self, lane: str) -> Wishes:
        return self.lanes.get(lane, Wishes())

    def holders(self, data: str, said: Iterable[str]) -> list[str]:
        """Where a data set is, by the job and by the sites."""
        held = {name for name, site in self.sites.items() if data in site.data}
        return sorted(held | set(said))

    def way(self, here: str, there: str) -> NetworkPath | None:
        """The network between two sites, in either direction: a measurement is believed first; of
        two that are alike the lower bandwidth and the higher latency."""
        known = [
            way
            for one, other in ((here, there), (there, here))
            for way in (self.sites[one].ways if one in self.sites else ())
            if way.to == other
        ]
        best = [way for way in known if way.source == "measured"] or known
        if not best:
            return None
        speeds = [each for way in best if (each := way.bandwidth_mbytes_s) is not None]
        delays = [each for way in best if (each := way.latency_us) is not None]
        return NetworkPath(
            there, min(speeds, default=None), max(delays, default=None), best[0].source, best[0].at
        )

    def nearest(self, here: str, holders: Iterable[str]) -> NetworkPath | None:
        """The widest way to one of them; of equals the one of least latency, then the first."""
        ways = [way for there in holders if (way := self.way(here, there))]
        return min(
            ways,
            key=lambda way: (-(way.bandwidth_mbytes_s or 0), way.latency_us or 0),
            default=None,
        )
