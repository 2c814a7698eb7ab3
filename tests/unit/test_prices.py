"""Prices in the ledger: as they were when an attempt began, unknown where nobody says them."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from heddle.cli import main
from heddle.cluster.nodes import DeviceClass
from heddle.cluster.sites.atlas import Atlas, SiteFacts
from heddle.errors import HeddleError
from heddle.spec import sites_file
from tests.api_world import ApiWorld, served
from tests.core_world import ROWS, CoreWorld, one


def _prices(price: dict[str, int], currency: str = "EUR") -> Atlas:
    return Atlas({"fra": SiteFacts("fra", price=price)}, currency=currency)


def _charged(world: CoreWorld) -> list[tuple[int | None, str | None]]:
    used = [event.detail for event in world.events if event.kind == "usage"]
    return [(each.get("price_micro"), each.get("currency")) for each in used]


def test_an_attempt_costs_what_its_devices_cost_when_it_began() -> None:
    """Prices change with a new start of the control plane; what runs keeps the old one, also when
    it ends much later."""
    world = CoreWorld([replace(row, site="fra") for row in ROWS], atlas=_prices({"T4": 400}))
    world.submit(one("whole"), one("half", share="50%"))
    world.settle()
    world.atlas = _prices({"T4": 9000}, "CNY")
    world.core = world.new_core()
    assert [e.detail["price_micro"] for e in world.core.charges(world.now_ms)] == [400_000, 200_000]
    world.submit(one("new"))
    world.settle()
    world.now_ms += 3_600_000
    for attempt in list(world.runs):
        world.end(attempt, 0)
    world.until_quiet()
    assert _charged(world) == [(400_000, "EUR"), (200_000, "EUR"), (9_000_000, "CNY")]


@pytest.mark.parametrize(
    ("price", "spec", "micro"),
    [
        ({"T4": 400, "gpu": 900}, one(), 400_000),
        ({"gpu": 900}, one(), 900_000),
        ({"unit": 2000}, one(), 398_000),  # a T4 is worth 199 thousandths of the reference
        ({"unit": 2000, "cpu": 50}, one(devices="cpu:4"), 200_000),
        ({"T4": 0}, one(), 0),
        ({"T4": 400}, one(devices="cpu:4"), None),
        ({"H200": 400}, one(), None),
    ],
)
def test_a_price_is_of_the_model_the_kind_or_by_unit(
    price: dict[str, int], spec: dict[str, Any], micro: int | None
) -> None:
    """What has no price has none: it is not free."""
    world = CoreWorld([replace(row, site="fra") for row in ROWS], atlas=_prices(price))
    world.submit(spec)
    world.settle()
    world.end("j1.1", 0)
    world.until_quiet()
    assert _charged(world) == [(micro, None if micro is None else "EUR")]


def test_units_are_those_of_the_catalogue() -> None:
    """As in simulation: what a device is worth follows from its model."""
    h200 = DeviceClass("gpu", "H200", "nvidia", 144_000, 3)
    strange = DeviceClass("gpu", "of nobody", "nvidia", 1024, 3)
    rows = [
        replace(row, devices=(device,), called=(("cuda@0",),))
        for row, device in zip(ROWS, (h200, strange), strict=True)
    ]
    world = CoreWorld(rows)
    assert world.core.pool.cluster.capacity_amounts()["units"] == 2838 + 1000
    world.submit(one("a", devices="h200:1", share="50%"))
    world.settle()
    (charge,) = world.core.charges(world.now_ms)
    assert charge.detail["unit_milli"] == 1419


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('currency = "EUR"\n[site.fra]\nprice = { unit = 1.25, h200 = 3.9 }', ""),
        ('currency = "EU R"\n[site.fra]', "currency: 'EU R' is not a name"),
        ("[site.fra]\nprice = { units = 1.25 }", "'units' is not a known model or kind"),
        ("[site.fra]\nprice = { gpu = 999999999 }", "the price of an hour is from 0 to"),
        ("[site.fra]\nwatts = { unit = 300 }", "'unit' is not a known model or kind"),
    ],
)
def test_the_sites_file_says_prices(tmp_path: Path, text: str, wrong: str) -> None:
    path = tmp_path / "sites.toml"
    path.write_text(text)
    if wrong:
        with pytest.raises(HeddleError, match=wrong):
            sites_file.read(path)
        return
    atlas = sites_file.read(path)
    price_of = atlas.sites["fra"].price_of
    assert atlas.currency == "EUR"
    assert price_of(DeviceClass("gpu", "H200", "nvidia")) == 3900
    assert price_of(DeviceClass("gpu", "T4", "nvidia")) == 248  # 1.25 x 0.199, rounded down
    assert price_of(DeviceClass("gpu", "a model of nobody")) is None


def test_a_bill_is_the_same_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Table, JSON and CSV; without prices there are no columns for them."""
    world = ApiWorld(tmp_path, atlas=_prices({"T4": 3600}))
    with world as api, served(api) as (host, port):
        monkeypatch.setenv("HEDDLE_SERVER", f"http://{host}:{port}")
        monkeypatch.setenv("HEDDLE_TOKEN", api.admin)
        (paid,) = api.submit(one(share="50%"))
        api.until(paid, "running")
        api.ahead_ms += 1_000_000
        api.run_to_end(paid)
        (attempt,) = api.get(f"/v1/jobs/{paid}").json()["attempts"]
        assert attempt["worth"]["price_micro"] == 1_800_000
        ms = attempt["ended_ms"] - attempt["started_ms"]
        (unpaid,) = api.submit(one("cores", devices="cpu:1"))
        api.until(unpaid, "running")
        api.ahead_ms += 1000
        rows = api.get("/v1/usage?by=job").json()["rows"]
        assert [(row["costs_exact"], row["unpriced"]) for row in rows] == [
            ({"EUR": 1_800_000 * ms}, 0),
            ({}, 1),
        ]
        assert rows[0]["costs"] == {"EUR": ms // 2}  # half a thousandth for every second
        assert main(["account", "usage", "--by", "day,job"]) == 0
        heads, *lines = (line.split() for line in capsys.readouterr().out.splitlines())
        assert heads[-2:] == ["EUR", "NO-PRICE"]
        said = f"0.{ms // 2 // 100:04}"
        assert [line[-2:] for line in lines] == [[said, "-"], ["-", "1"], [said, "1"]]
        assert main(["account", "usage", "-o", "csv"]) == 0
        (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
        assert (row["cost_EUR"], row["unpriced"]) == (f"0.{ms // 2:06}", "1")
