"""Several sites: which one gets a job, and what becomes of it when one falls silent."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.cluster import placing
from heddle.cluster.conditions.network import NOTHING
from heddle.cluster.nodes import DeviceClass, NodeRow, Nodes
from heddle.cluster.placer import Placer
from heddle.cluster.running import Cluster
from heddle.cluster.sites import explain
from heddle.cluster.sites.atlas import Atlas, Charter, SiteFacts, SiteRoom, Summary, Wishes
from heddle.cluster.sites.federation import Federation
from heddle.cluster.sites.messages import (
    Award,
    Instruction,
    Settle,
    SiteAnswer,
    SiteOffer,
    SiteReport,
)
from heddle.cluster.sites.score import Prospect, SiteKnowledge, favoured, prospects
from heddle.cluster.sites.summary import summarise
from heddle.errors import UsageError
from heddle.model.job import Alternative, Conditions, DataAsk, DeviceAsk, Job
from heddle.model.reason import Reason
from heddle.model.site import NetworkPath
from heddle.sim.cluster.truth import Arrival, JobOutcome
from heddle.sim.sites import report
from heddle.sim.sites import scenario_file as scenario_file
from heddle.sim.sites.simulation import SiteOutage, Sites, SiteSimulation
from heddle.spec import sites_file
from heddle.spec.document import FileError
from tests.clusters import gpus, job, node

ROOT = Path(__file__).parents[2]
GPU = DeviceClass("gpu", "H200", "nvidia", 144384)
NPU = DeviceClass("npu", "910B", "huawei", 65536)
NPUS = Alternative((DeviceAsk(1, "npu"),), rate_milli=500)


def cluster_of(*rows: NodeRow, known: Atlas = NOTHING) -> Cluster:
    nodes = Nodes.from_rows(rows, known)
    return Cluster(Placer(nodes.copy(), placing.find(placing.DEFAULT, nodes, {})), nodes)


def summary(device: DeviceClass, total: int, free: int, left_s: int = 0, at_s: int = 0) -> Summary:
    room = SiteRoom(
        device,
        total * 1000,
        free * 1000,
        min(total, 8) * 1000,
        min(free, 8) * 1000,
        (total - free) * left_s,
    )
    cores = SiteRoom(DeviceClass("cpu"), 10**6, 10**6, 10**5, 10**5)
    return Summary(at_s, (cores, room), score=10 * free // total)


def atlas(*sites: SiteFacts, **more: object) -> Atlas:
    return replace(Atlas({site.name: site for site in sites}), **more)  # type: ignore[arg-type]


def rank(
    asked: Job,
    sites: Atlas,
    summaries: dict[str, Summary],
    wishes: Wishes | None = None,
    *,
    now_s: int = 0,
    heard_s: dict[str, int] | None = None,
) -> list[Prospect]:
    seen = SiteKnowledge(summaries, heard_s or dict.fromkeys(summaries, now_s), {})
    return prospects(asked, wishes or Wishes(), sites, seen, now_s, lambda *_: None)


def codes(found: list[Prospect]) -> dict[str, str]:
    return {each.site: each.reason.code if each.reason else "" for each in found}


def test_a_busy_site_loses_to_a_slower_kind_elsewhere() -> None:
    """Half as fast at once is sooner than at full speed after a wait."""
    asked = job("x", gpus(), NPUS, expected_s=3600)
    sites = atlas(SiteFacts("gpu"), SiteFacts("npu"))
    summaries = {"gpu": summary(GPU, 8, 0, left_s=7200), "npu": summary(NPU, 8, 8)}
    first, second = rank(asked, sites, summaries)
    assert (first.site, first.alternative) == ("npu", 1)
    assert first.figures is not None
    assert second.figures is not None
    assert (first.figures.done_s, second.figures.done_s) == (7200, 7200 + 3600)
    idle = summaries | {"gpu": summary(GPU, 8, 8)}
    assert rank(asked, sites, idle)[0].site == "gpu"


def test_the_weights_are_the_jobs() -> None:
    asked = job("x", gpus(), expected_s=3600)
    near = SiteFacts("near", price={"gpu": 4000}, watts={"gpu": 700}, grams_kwh=400)
    cheap = SiteFacts("cheap", price={"gpu": 1000}, watts={"gpu": 700}, grams_kwh=500)
    green = SiteFacts("green", price={"gpu": 3900}, watts={"gpu": 700}, grams_kwh=20)
    summaries = {
        "near": summary(GPU, 8, 8),
        "cheap": summary(GPU, 8, 0, 3600),
        "green": summary(GPU, 8, 0, 3000),
    }
    sites = atlas(near, cheap, green)
    best = {w: rank(asked, sites, summaries, Wishes(w))[0] for w in ("cheap", "green")}
    assert {w: each.site for w, each in best.items()} == {"cheap": "cheap", "green": "green"}
    assert best["cheap"].figures is not None
    assert best["cheap"].figures.cost_milli == 1000
    assert best["cheap"].figures.co2_mg == 700 * 500
    near = replace(near, price={"gpu": 1500}, grams_kwh=40)
    assert rank(asked, atlas(near, cheap, green), summaries, Wishes("soon"))[0].site == "near"


def test_each_refusal_has_its_reason() -> None:
    data = DataAsk("scans", ("de",), 1024)
    conditions = Conditions(data=(data,), latency_us=5000, bandwidth_mbytes_s=100)
    asked = job("x", gpus(2), expected_s=3600, conditions=conditions, deadline_s=7200)

    def to_de(mbytes_s: float = 1000, us: float = 1000) -> tuple[NetworkPath, ...]:
        return (NetworkPath("de", mbytes_s, us),)

    sites = atlas(
        SiteFacts("de", country="DE", price={"gpu": 1000}, ways=to_de()),
        SiteFacts("copy", country="DE", data=("scans",)),
        SiteFacts("mute", country="DE"),
        SiteFacts("abroad", country="US", ways=to_de()),
        SiteFacts("far", country="DE", ways=to_de(us=20000)),
        SiteFacts("thin", country="DE", ways=to_de(mbytes_s=10)),
        SiteFacts("island", country="DE"),
        SiteFacts("edge", country="DE", tier="edge", ways=to_de()),
        SiteFacts("other", country="DE", ways=to_de()),
        SiteFacts("small", country="DE", ways=to_de()),
        SiteFacts("late", country="DE", ways=to_de()),
        SiteFacts("dear", country="DE", ways=to_de(), price={"gpu": 9000}),
        SiteFacts("unpriced", country="DE", ways=to_de()),
        bounds={"health": ("DE", "FI")},
        classes={"scans": "health"},
    )
    summaries = dict.fromkeys(sites.sites, summary(GPU, 8, 8)) | {
        "other": summary(NPU, 8, 8),
        "small": summary(GPU, 1, 1),
        "late": summary(GPU, 8, 0, left_s=7000),
    }
    heard = dict.fromkeys(summaries, 1000) | {"mute": 0}
    wishes = Wishes(budget_milli=2000, tiers=("cloud",))
    found = rank(asked, sites, summaries, wishes, now_s=1000, heard_s=heard)
    assert codes(found) == {
        "de": "",
        "mute": "silent",
        "abroad": "sovereignty",
        "far": "network",
        "thin": "network",
        "island": "data",
        "copy": "unmeasured",
        "edge": "tier",
        "other": "kind",
        "small": "too-few",
        "late": "deadline",
        "dear": "budget",
        "unpriced": "budget",
    }
    said = {each.site: each.reason.text for each in found if each.reason}
    assert said["abroad"] == "scans must stay in DE or FI, and it is in US"
    assert said["far"] == "20ms to its data, it needs 5ms"
    assert said["dear"] == "it would cost 18.01, and the job may cost 2.00"
    assert found[0].site == "de"


def test_what_was_measured_is_believed_first() -> None:
    sites = atlas(
        SiteFacts("a", ways=(NetworkPath("b", 1000, 10),)),
        SiteFacts("b", ways=(NetworkPath("a", 100, 90, "measured"),)),
    )
    way = sites.way("a", "b")
    assert way is not None
    assert way.bandwidth_mbytes_s == 100


def test_a_favourite_is_displaced_only_by_something_clearly_better() -> None:
    ranked = [Prospect("new", 0, None, 1000), Prospect("old", 0, None, 1090)]
    assert favoured(ranked, "old", 100)[0].site == "old"
    assert favoured(ranked, "old", 50)[0].site == "new"
    assert favoured(ranked, None, 100)[0].site == "new"


def test_of_equals_the_smaller_name() -> None:
    sites = atlas(SiteFacts("b"), SiteFacts("a"), SiteFacts("c"))
    summaries = dict.fromkeys("abc", summary(GPU, 8, 4))
    assert [each.site for each in rank(job("x"), sites, summaries)] == ["a", "b", "c"]


class Talk:
    """A federation with sites of which the test says what they say."""

    def __init__(self, names: str, free: int = 4, **charter: int) -> None:
        sites = [SiteFacts(name, price={"gpu": 1000 + 100 * n}) for n, name in enumerate(names)]
        lanes = {"either": Wishes(when_silent="restart")}
        self.federation = Federation(atlas(*sites, charter=Charter(**charter), lanes=lanes))
        self.now_s, self.free = 0, free
        for name in names:
            self.report(name)

    def report(self, site: str, awards: int = 99, **copies: tuple[int, str]) -> list[Instruction]:
        what = summary(GPU, 4, self.free, 600, self.now_s)
        return self.federation.heard(SiteReport(site, what, copies, awards), self.now_s)

    def submit(self, lane: str = "default") -> list[Instruction]:
        return self.federation.submit(job("x", expected_s=600, lane=lane), self.now_s)

    def answer(
        self, site: str, no: str = "", starts_s: int | None = None, attempt: int = 1
    ) -> list[Instruction]:
        reason = Reason("devices", 0, 1) if no else None
        said = SiteAnswer(site, "x", attempt, reason, starts_s)
        return self.federation.answered(said, self.now_s)

    def wait(self, seconds: int, *heard: str) -> list[Instruction]:
        self.now_s += seconds
        sent = [each for site in heard for each in self.report(site)]
        return sent + self.federation.tick(self.now_s)


def to(sent: list[Instruction], kind: type[object]) -> list[str]:
    return [each.site for each in sent if isinstance(each, kind)]


def test_the_best_site_is_asked_first_and_the_next_when_it_declines() -> None:
    talk = Talk("abc")
    assert to(talk.submit(), SiteOffer) == ["a"]
    assert to(talk.answer("a", "no"), SiteOffer) == ["b"]
    assert to(talk.wait(30, "a", "b", "c"), SiteOffer) == ["c"]
    assert to(talk.answer("c"), Award) == ["c"]
    refused = talk.federation.tickets["x"].refused
    assert {site: reason.code for site, (_, reason) in refused.items()} == {
        "a": "declined",
        "b": "unanswered",
    }


def test_the_best_and_not_the_first_to_answer() -> None:
    talk = Talk("abc", offers=2)
    assert to(talk.submit(), SiteOffer) == ["a", "b"]
    assert talk.answer("b") == []
    assert to(talk.answer("a"), Award) == ["a"]
    talk = Talk("abc", offers=2)
    talk.submit()
    talk.answer("b")
    assert to(talk.answer("a", "no"), Award) == ["b"]
    assert talk.answer("a") == []


def test_a_site_that_starts_later_than_was_thought_is_compared_anew() -> None:
    talk = Talk("ab")
    talk.submit()
    assert to(talk.answer("a", "no", starts_s=60), SiteOffer) == ["a"]
    assert to(talk.answer("a", "no", starts_s=6000), SiteOffer) == ["b"]


def test_who_declined_is_not_asked_again_at_once() -> None:
    talk = Talk("a", again_s=300)
    talk.submit()
    talk.answer("a", "no")
    assert [to(talk.wait(100, "a"), SiteOffer) for _ in range(3)] == [[], [], ["a"]]
    talk.answer("a", "no")
    assert "a: it declined: 0 of 1 devices" in explain.as_text(talk.federation, "x")[0]


def test_what_was_promised_since_a_summary_counts() -> None:
    """Five jobs at once do not all go to the site with one free device."""
    talk = Talk("ab", free=1)
    sent = [
        each for n in range(3) for each in talk.federation.submit(job(f"x{n}", expected_s=600), 0)
    ]
    assert to(sent, SiteOffer) == ["a", "b", "a"]


def test_a_silent_site_keeps_its_work_and_gets_no_more() -> None:
    talk = Talk("ab")
    talk.submit()
    talk.answer("a")
    talk.wait(60, "b")
    talk.report("a", x=(1, "running"))
    assert not talk.wait(200, "b")
    assert list(talk.federation.tickets["x"].copies) == ["a"]
    assert to(talk.federation.submit(job("y"), talk.now_s), SiteOffer) == ["b"]
    sent = talk.report("a", x=(1, "finished"))
    assert sent == [Settle("a", "x", 1, counts=True)]
    assert talk.report("a", x=(1, "finished")) == sent  # the word was lost on its way


@pytest.mark.parametrize(
    ("here", "there", "kept"),
    [
        ("finished", "running", "a"),
        ("running", "running", "a"),
        ("running", "waiting", "a"),
        ("waiting", "running", "b"),
        ("running", "finished", "b"),
    ],
)
def test_of_two_copies_exactly_one_is_kept(here: str, there: str, kept: str) -> None:
    """Finished before running before waiting; of equals the first."""
    talk = Talk("ab")
    talk.submit("either")
    talk.answer("a")
    talk.report("a", x=(1, "running"))
    assert to(talk.wait(200, "b"), SiteOffer) == ["b"]
    assert to(talk.answer("b", attempt=2), Award) == ["b"]
    talk.report("b", x=(2, there))
    sent = talk.report("a", x=(1, here))
    dropped = {each.site for each in sent if isinstance(each, Settle) and not each.counts}
    assert dropped == {"a", "b"} - {kept}
    ticket = talk.federation.tickets["x"]
    assert [*ticket.copies, *([ticket.done.site] if ticket.done else [])] == [kept]


def test_an_award_that_was_lost_is_sent_again_and_a_lost_job_goes_elsewhere() -> None:
    talk = Talk("ab")
    talk.submit()
    (award,) = talk.answer("a")
    assert isinstance(award, Award)
    assert talk.report("a", awards=award.number - 1) == [award]
    assert to(talk.report("a", awards=award.number), SiteOffer) == ["b"]


def test_an_award_that_never_arrived_is_not_sent_again_when_another_has_the_job() -> None:
    talk = Talk("ab")
    talk.submit("either")
    (award,) = talk.answer("a")
    assert isinstance(award, Award)
    talk.wait(200, "b")
    talk.answer("b", attempt=2)
    assert talk.report("a", awards=award.number - 1) == []
    assert list(talk.federation.tickets["x"].copies) == ["b"]
    assert talk.report("a", x=(1, "waiting")) == [Settle("a", "x", 1, counts=False)]


def site_of(
    *rows: tuple[str, tuple[DeviceClass, ...]], own: int = 0, site: str = "", known: Atlas = NOTHING
) -> SiteSimulation:
    cluster = cluster_of(*(node(name, *devices, site=site) for name, devices in rows), known=known)
    arrivals = [Arrival(job(f"own{n}", expected_s=900), 900) for n in range(own)]
    return SiteSimulation(cluster, arrivals)


def street(latency_us: int, own: int) -> Sites:
    """A camera's pictures are at the edge; the cloud is 5 ms away."""
    data = DataAsk("pictures", ("edge",))
    conditions = Conditions(data=(data,), latency_us=latency_us)
    asked = job("watch", expected_s=600, submitted_s=60, conditions=conditions, lane="camera")
    sites = atlas(
        SiteFacts("camera", tier="end", ways=(NetworkPath("edge", 10, 500),)),
        SiteFacts(
            "edge",
            tier="edge",
            price={"gpu": 2000},
            ways=(NetworkPath("cloud", 1000, 5000), NetworkPath("edge", 1000, 200)),
        ),
        SiteFacts("cloud", price={"gpu": 1000}),
        lanes={"camera": Wishes("near")},
    )
    clusters = {
        "camera": site_of(("c", ()), site="camera", known=sites),
        "edge": site_of(("e", (GPU,)), own=own, site="edge", known=sites),
        "cloud": site_of(("d", (GPU, GPU)), site="cloud", known=sites),
    }
    return Sites(sites, clusters, [asked]).run(120)


def test_edge_unless_it_is_full_then_the_cloud_if_that_is_near_enough() -> None:
    def where(world: Sites) -> dict[str, str]:
        copies = world.federation.tickets["watch"].copies
        return {copy.site: copy.state for copy in copies.values()}

    assert where(street(2000, own=0)) == {"edge": "running"}
    assert where(street(10000, own=0)) == {"edge": "running"}
    assert where(street(10000, own=1)) == {"cloud": "running"}
    world = street(2000, own=1)
    assert where(world) == {"edge": "waiting"}
    said = "\n".join(explain.as_text(world.federation, "watch"))
    assert "cloud   no: 5ms to its data, it needs 2ms" in said
    assert "camera  no: it has no gpu" in said


def test_a_summary_is_total_and_available() -> None:
    cluster = cluster_of(node("a", GPU, GPU), node("b", GPU))
    simulation = SiteSimulation(
        cluster, [Arrival(job(f"j{n}", expected_s=100), 100) for n in "1234"]
    )
    simulation.run(0)
    found = summarise(cluster, simulation.simulation.waiting, 40)
    cores, room = found.rooms
    assert (room.total_milli, room.free_milli, room.on_one_milli) == (3000, 0, 2000)
    assert (room.work_s, room.waiting_milli, room.waiting_s) == (3 * 60, 1000, 100)
    assert (cores.total_milli, cores.free_milli) == (32000, 29000)
    assert (found.running, found.waiting, found.score) == (3, 1, 0)


def test_an_offer_changes_nothing_at_the_site() -> None:
    """Not even an elastic job that would grow, or the line."""
    elastic = job("e", shape="elastic", members=3, least=1, most=3, resumes=True)
    site = SiteSimulation(
        cluster_of(node("a", GPU, GPU, GPU)),
        [Arrival(elastic, 900), Arrival(job("own"), 900), Arrival(job("next", gpus(3)), 900)],
    )
    site.run(0)
    site.cluster.end("own")  # a device is free, and no cycle has seen it
    before = site.cluster.nodes.free.copy(), dict(site.cluster.running)
    for asked in (gpus(1), gpus(2), gpus(4)):
        site.answer(SiteOffer("a", job("x", asked), 1, 10), 0)
        assert (site.cluster.nodes.free == before[0]).all()
        assert site.cluster.running == before[1]
        assert [each.id for each in site.simulation.waiting] == ["next"]


def test_what_can_run_nowhere_is_said_and_ends_the_simulation() -> None:
    asked = job("x", gpus(9), submitted_s=60)
    clusters = {"a": site_of(("n", (GPU,)), own=1)}
    world = Sites(atlas(SiteFacts("a")), clusters, [asked]).run(10**6)
    assert world.now_s < 2000
    said = explain.as_data(world.federation, "x")
    assert (said["state"], said["waits"]["sites"][0]["reason"]["code"]) == ("unplaced", "too-few")


class Noting(SiteSimulation):
    """Writes down every copy that really runs to its end."""

    def __init__(self, cluster: Cluster) -> None:
        super().__init__(cluster)
        self._ended: dict[int, JobOutcome] = {}

    def run(self, until_s: float) -> None:
        super().run(until_s)
        for told in self.simulation.outcome.jobs.values():
            if told.end_s is not None:
                self._ended[id(told)] = told

    @property
    def ended(self) -> list[str]:
        return [told.job.id for told in self._ended.values()]


class Checked(Sites):
    """Looks after every moment whether a job has two copies that can be heard of."""

    def _at(self, now_s: int) -> None:
        super()._at(now_s)
        for ticket in self.federation.tickets.values():
            heard = [s for s in ticket.copies if self.federation.reaches(s, now_s)]
            assert len(heard) <= 1
            assert ticket.wishes.when_silent == "restart" or len(ticket.copies) <= 1
            holding = [name for name, site in self.sites.items() if ticket.job.id in site.copies]
            if ticket.wishes.when_silent == "wait" and not self.anything_lost:
                assert len(holding) <= 1

    @property
    def anything_lost(self) -> bool:
        return bool(self._lost)


#: Most are about when the first jobs are offered and awarded, which is when messages matter.
moments = st.one_of(st.integers(20, 60), st.integers(0, 900))
some_cuts = st.lists(
    st.tuples(st.sampled_from("abc"), moments, st.integers(5, 900), st.booleans()), max_size=5
)
some_jobs = st.lists(
    st.tuples(st.integers(0, 60), st.integers(10, 500), st.booleans(), st.booleans()),
    min_size=1,
    max_size=6,
)


@settings(max_examples=15, deadline=None)
@given(some_jobs, some_cuts, st.integers(1, 3))
def test_every_job_is_done_once(
    rows: list[tuple[int, int, bool, bool]],
    gone: list[tuple[str, int, int, bool]],
    offers: int,
) -> None:
    """Whatever is cut off and when: never zero times, never twice unless it may be restarted."""

    def world() -> Checked:
        charter = Charter(silent_s=60, offers=offers, offer_s=20, again_s=60)
        sites = atlas(
            *(SiteFacts(name) for name in "abc"),
            charter=charter,
            lanes={"either": Wishes(when_silent="restart")},
        )
        jobs = [
            job(
                f"j{n}",
                expected_s=seconds if says else None,
                submitted_s=at,
                lane="either" if restart else "default",
            )
            for n, (at, seconds, says, restart) in enumerate(rows)
        ]
        seconds = {f"j{n}": float(row[1]) for n, row in enumerate(rows)}
        clusters = {name: Noting(cluster_of(node(name, GPU))) for name in "abc"}
        cuts = [SiteOutage(site, at, at + span, loses) for site, at, span, loses in gone]
        made = Checked(sites, clusters, jobs, cuts, seconds=seconds, heartbeat_s=20, message_s=5)
        made.run(40_000)
        return made

    found = world()
    tickets = found.federation.tickets
    assert all(ticket.done for ticket in tickets.values())
    ended = Counter(
        name for site in found.sites.values() if isinstance(site, Noting) for name in site.ended
    )
    for name, ticket in tickets.items():
        assert ended[name] >= 1
        if ticket.wishes.when_silent == "wait":
            assert ended[name] == 1
    assert found.federation.story == world().federation.story


EXAMPLE = argparse.Namespace(
    file=ROOT / "examples/sites/sites.toml", job=ROOT / "examples/sites/job.yaml"
)


def test_the_story() -> None:
    found = report.run_story(EXAMPLE)
    segment, sweep = found["jobs"]
    assert (segment["state"], segment["site"]) == ("finished", "hel")
    (decision,) = segment["decisions"]
    hel, fra, vir = decision["sites"]
    assert [hel["alternative"], fra["alternative"]] == ["huawei/910b:2", "nvidia/h200:1"]
    assert fra["wait_s"] > 3 * 3600 > hel["wait_s"] == 0
    assert vir["reason"]["code"] == "sovereignty"
    assert [each["site"] for each in sweep["decisions"]] == ["hel", "fra"]
    assert sweep["site"] == "hel"
    what = [each["what"] for each in found["story"]]
    assert what.index("silent") < what.index("back") < what.index("finished")
    told = report.text(found)
    assert "scans must stay in DE or FI, and it is in US" in told
    assert "another copy of sweep is kept, the one at fra is dropped" in told
    assert json.loads(json.dumps(found)) == found
    nothing = argparse.Namespace(file=None, job=None)
    assert report.run_story(nothing) == found
    for mine, theirs in ((report.STORY, EXAMPLE.file), (report.JOBS, EXAMPLE.job)):
        assert mine.read_text() == theirs.read_text()


def problems(tmp_path: Path, text: str) -> list[tuple[int, int, str]]:
    file = tmp_path / "sites.toml"
    file.write_text(text)
    with pytest.raises(FileError) as caught:
        scenario_file.read(file)
    return [(p.line, p.column, p.message) for p in caught.value.problems]


def test_everything_wrong_in_a_file_is_said_at_once(tmp_path: Path) -> None:
    found = problems(
        tmp_path,
        """\
[site.a]
teir = "edge"
price = { h20000 = 3, cpu = "much" }
[[site.a.link]]
to = "b"
latency = "9 parsecs"
[lane.x]
prefer = "soonest"
[rule.health]
[simulation]
cut = [{ site = "c", at = "2h", until = "1h" }]
""",
    )
    assert [(line, column) for line, column, _ in found] == [
        (2, 1), (3, 11), (3, 23), (5, 1), (6, 1), (8, 1), (9, 2), (10, 2), (11, 10), (11, 33),
    ]  # fmt: skip
    said = "\n".join(message for *_, message in found)
    for word in ("Did you mean 'tier'", "h20000", "no [site.b]", "'soon'", "stays_in", "no nodes"):
        assert word in said
    assert problems(tmp_path, "[site")[0][2].startswith("not TOML")
    with pytest.raises(UsageError, match="cannot read"):
        sites_file.read(tmp_path / "none.toml")
    with pytest.raises(UsageError, match="--job"):
        report.run_story(argparse.Namespace(file=EXAMPLE.file, job=None))


def test_a_file_says_what_it_says() -> None:
    found = sites_file.read(EXAMPLE.file)
    assert found.sites["hel"].price == {"910B": 1300, "cpu": 30}
    assert found.sites["hel"].watts["910B"] == 350
    assert found.wishes("either") == Wishes("soon", "restart")
    assert found.wishes("default") == Wishes()
    assert found.bounds["health"] == ("DE", "FI")
    assert found.charter.silent_s == 120
