"""One more of each kind, from a package that somebody else installed: found and used, with nothing
of Heddle's changed."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from heddle import cli, engine, policy, store
from heddle.inventory.probes import probes
from tests.api_world import ApiWorld
from tests.dashboard import browser, plane

#: Adds a module, under an entry point of that group.
Install = Callable[[str, str, str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    folder = tmp_path / "site"
    about = folder / "mill-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: mill\nVersion: 1.0\n")
    monkeypatch.syspath_prepend(str(folder))

    def add(group: str, name: str, text: str) -> None:
        (folder / f"mill_{name}.py").write_text(textwrap.dedent(text))
        with open(about / "entry_points.txt", "a") as file:
            file.write(f"[{group}]\n{name} = mill_{name}\n")

    return add


def test_a_command(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    install(
        "heddle.cli",
        "weave",
        """
        "Weaves."
        HELP = "weave something"
        GROUP = "Administration"
        def configure(parser): parser.add_argument("what")
        def run(options): print("weaving", options.what); return 0
        """,
    )
    assert cli.main(["weave", "cloth"]) == 0
    assert "weaving cloth" in capsys.readouterr().out


def test_a_benchmark(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    install(
        "heddle.research.bench",
        "looms",
        """
        "Looms."
        from heddle.harness.report import Bar, Report
        HELP = "looms a second"
        def configure(parser): pass
        def measure(options, say):
            return Report("looms", [], [Bar("looms", 1, 2.0, at_least=True)], {})
        """,
    )
    assert cli.main(["bench", "looms"]) == 0
    assert "looms" in capsys.readouterr().out


def test_a_policy(install: Install) -> None:
    install("heddle.policy", "weft", "from heddle.policy.fair import *")
    assert "weft" in policy.names()
    assert policy.find("weft").HELP.startswith("fair")


def test_a_store(install: Install, tmp_path: Path) -> None:
    install(
        "heddle.store",
        "reel",
        """
        from heddle.store.sqlite import SqliteStore
        SCHEMES, FORM = ("reel",), "reel:///path"
        def STORE(url, schema=None):
            return SqliteStore(url.replace("reel", "sqlite"), schema=schema)
        """,
    )
    opened = store.open_store(f"reel:///{tmp_path}/reel.db")
    try:
        assert opened.last_number("job") == 0
    finally:
        opened.close()


def test_a_probe(install: Install) -> None:
    before = len(probes())
    install("heddle.inventory.probes", "spindle", "from heddle.inventory.probes.other import PROBE")
    assert len(probes()) == before + 1


def test_an_engine(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    install("heddle.engine", "shuttle", "from heddle.engine.fake import ENGINE, WORDS")
    monkeypatch.setenv("HEDDLE_ENGINE", "shuttle")
    assert [each.name for each in engine.open_all("")] == ["fake"]
    monkeypatch.setenv("HEDDLE_ENGINE", "shutle")
    with pytest.raises(Exception, match="shuttle"):
        engine.open_all("")


def test_a_page_with_its_place_in_the_navigation(install: Install, tmp_path: Path) -> None:
    install(
        "heddle.web.pages",
        "cloth",
        """
        from starlette.responses import PlainTextResponse
        from heddle.web.site import Tab
        def add(site): site.get("/cloth", lambda visit: PlainTextResponse("woven"), tab=Tab(25))
        """,
    )
    with plane(tmp_path / "plane") as made:
        client = browser(made, "admin")
        assert client.get("/cloth").text == "woven"
        page = client.get("/nodes").text
    places = [page.index(f'href="{path}"') for path in ("/nodes", "/cloth", "/jobs")]
    assert places == sorted(places)
    assert ">Cloth</a>" in page


def test_routes(install: Install, tmp_path: Path) -> None:
    install(
        "heddle.api.routes",
        "cloths",
        """
        from heddle.api.parameters import Reader, router
        ROUTER = router("/v1/cloths")
        @ROUTER.get("", summary="All cloths")
        async def cloths(caller: Reader) -> list[str]: return [caller.who]
        """,
    )
    with ApiWorld(tmp_path) as world:
        assert world.ask("GET", "/v1/cloths").status_code == 200
        assert world.client.get("/v1/cloths").status_code == 401
