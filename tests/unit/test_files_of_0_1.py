"""Files as people of 0.1 have them: job files, quotas, sites and clusters, with the same meaning.

tests/recorded/0.1/jobs has the job files of its examples and manuals, and some with every field;
jobs.json is what `heddle validate -o json` of 0.1 said of each.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from heddle import cli
from heddle.model.job import WHOLE
from heddle.sim import traces
from heddle.sim.sites import scenario_file
from heddle.sim.traces.base import Ask
from heddle.spec import quota_file
from tests.recorded import FOLDER, differences

OLD = FOLDER / "0.1"
FILES = OLD / "jobs"
SAID: dict[str, Any] = json.loads((OLD / "jobs.json").read_text("utf-8"))


def test_every_file_is_tried() -> None:
    assert set(SAID) == {path.name for path in FILES.iterdir()}


@pytest.mark.parametrize("name", SAID)
def test_a_job_file_means_what_it_meant(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Errors have their places; their sentences may be others."""
    monkeypatch.chdir(FILES)
    code = cli.main(["job", "validate", name, "-o", "json"])
    said = json.loads(capsys.readouterr().out)
    found = differences(SAID[name]["said"], said, free={"message"}, exact=True)
    assert not found, "\n".join(found)
    assert code == SAID[name]["exit_code"]


def test_a_quota_file_is_read() -> None:
    quotas = quota_file.read(OLD / "quota.toml")
    assert quotas.tenants["acme/research"].limit["gpu"] == 40 * WHOLE


def test_a_file_of_sites_is_read() -> None:
    found = scenario_file.read(OLD / "sites.toml")
    assert set(found.atlas.sites) == {"fra", "hel", "vir"}


def test_a_file_of_a_cluster_is_read() -> None:
    """With the job files that it names."""
    found = traces.load(str(OLD / "cluster.toml"), Ask())
    assert {each.job.id for each in found.arrivals} >= {"notebook-0", "notebook-1"}
