"""`heddle sim cluster --sites`: conditions of jobs in simulation, with the file of `heddle up`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from heddle.cli import main

TRACE = """
[[nodes]]
name = "far"
devices = "h200:2"
cores = 8
memory = "64GiB"
site = "eu/fra"

[[nodes]]
name = "near"
devices = "h200:2"
cores = 8
memory = "64GiB"
site = "eu/ber"

[[jobs]]
file = "jobs.json"
seconds = 600
"""


def simulate(
    folder: Path, capsys: pytest.CaptureFixture[str], sites: str, *more: str, **conditions: str
) -> tuple[int, str, str]:
    jobs = [
        {"id": f"j{n}", "devices": "h200:1", "command": ["x"], "conditions": conditions}
        for n in range(4)
    ]
    (folder / "jobs.json").write_text(json.dumps(jobs))
    (folder / "own.toml").write_text(TRACE)
    (folder / "sites.toml").write_text(sites)
    words = ["--trace", str(folder / "own.toml"), "--sites", str(folder / "sites.toml"), *more]
    code = main(["sim", "cluster", *words])
    said = capsys.readouterr()
    return code, said.out, said.err


def lasted(out: str) -> float:
    (run,) = json.loads(out)["runs"]
    return float(run["end_s"] - run["begin_s"])


def test_a_price_keeps_jobs_away(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Four jobs, two devices that are not too dear: they run two at a time."""
    sites = "[site.fra]\nprice = { h200 = 9 }\n[site.ber]\nprice = { h200 = 2 }"
    code, out, _ = simulate(tmp_path, capsys, sites, "-o", "json", price="4")
    assert (code, json.loads(out)["setup"]["sites"]) == (0, str(tmp_path / "sites.toml"))
    assert lasted(out) == 1200
    _, out, _ = simulate(tmp_path, capsys, sites, "-o", "json")
    assert lasted(out) == 600


def test_a_power_budget_keeps_devices_idle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of an H200, 700 W: one at a time in each place."""
    sites = '[site.fra]\npower = "1kW"\n[site.ber]\nnode_power = "700W"'
    _, out, _ = simulate(tmp_path, capsys, sites, "-o", "json")
    assert lasted(out) == 1200
    code, out, _ = simulate(tmp_path, capsys, sites, "--until", "0.1", "--explain", "j3")
    assert code == 0
    assert "power budget" in out


@pytest.mark.parametrize(
    ("sites", "more", "said"),
    [
        ("[site.rome]", (), "no node is at a site of the file: they are at eu/ber, eu/fra"),
        ("[site.ber]\nprices = 3", (), "'prices' is not a key"),
        ("[site.ber]", ("--nodes", "1"), "Leave --nodes out"),
    ],
)
def test_a_file_that_does_not_go_with_the_trace_is_refused(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    sites: str,
    more: tuple[str, ...],
    said: str,
) -> None:
    code, _, err = simulate(tmp_path, capsys, sites, *more)
    assert code == 2
    assert said in err
