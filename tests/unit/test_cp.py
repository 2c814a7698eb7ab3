"""`heddle job cp`: files of a job, out and in, and nothing that is not the job's."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from heddle.client import where
from heddle.engine.local.files import beneath
from heddle.errors import UsageError
from tests.api_world import one
from tests.cli_world import CliWorld, cli_world


@pytest.fixture
def cli(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[CliWorld]:
    (tmp_path / "api").mkdir()
    with cli_world(tmp_path / "api", monkeypatch, capsys) as made:
        yield made


@pytest.fixture
def work(cli: CliWorld, tmp_path: Path) -> Path:
    """The folder of j1, which runs."""
    cli.api.tenant("acme")
    cli.api.submit(one(), token=cli.api.token("ann", "acme"))
    cli.api.until("j1", "running")
    made = tmp_path / "work"
    (made / "out" / "deep").mkdir(parents=True)
    (made / "out" / "deep" / "file").write_bytes(b"\0content")
    (made / "run.sh").write_text("#!/bin/sh\n")
    (made / "run.sh").chmod(0o755)
    (tmp_path / "secret").write_text("secret")
    (made / "link").symlink_to(tmp_path / "secret")
    (made / "away").symlink_to(tmp_path)
    os.mkfifo(made / "pipe")
    cli.api.engine.works["j1.1"] = str(made)
    return made


def test_out_of_a_job(cli: CliWorld, work: Path, tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    cli.ok("job", "cp", "j1:run.sh", str(here))
    assert os.access(here / "run.sh", os.X_OK)
    cli.ok("job", "cp", "j1:out", str(here / "copy"))
    assert (here / "copy" / "deep" / "file").read_bytes() == b"\0content"
    cli.ok("job", "cp", "j1:out/deep/file", str(here / "other"))
    assert (here / "other").read_bytes() == b"\0content"
    code, _, err = cli.heddle("job", "cp", "j1:", str(here / "all"))
    assert code == 1
    assert "link is left out" in err
    assert "pipe is left out" in err
    assert not (here / "all" / "link").exists()
    assert (here / "all" / "run.sh").exists()
    cli.api.run_to_end("j1")
    cli.ok("job", "cp", "j1:run.sh", str(here / "later"))


@pytest.mark.parametrize(
    "path", ["../secret", "/etc/passwd", "out/../../secret", "link", "away/secret", "pipe", "none"]
)
def test_no_way_leads_out(cli: CliWorld, work: Path, tmp_path: Path, path: str) -> None:
    for asked in (f"/v1/jobs/j1/files/content?path={path}", f"/v1/jobs/j1/files?path={path}/x"):
        assert cli.api.get(asked).status_code == 422
    before = sorted(tmp_path.rglob("*"))
    if path not in ("link", "pipe", "none"):
        sent = cli.api.ask("PUT", f"/v1/jobs/j1/files/content?path={path}", content=b"x")
        assert sent.status_code == 422
    assert sorted(tmp_path.rglob("*")) == before
    assert (tmp_path / "secret").read_text() == "secret"


def test_into_a_job(cli: CliWorld, work: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "a").write_text("a" * (3 << 20))
    (tmp_path / "new" / "a").chmod(0o700)
    cli.ok("job", "cp", str(tmp_path / "new"), "j1:")
    assert (work / "new" / "a").stat().st_size == 3 << 20
    assert os.access(work / "new" / "a", os.X_OK)
    cli.ok("job", "cp", str(tmp_path / "new" / "a"), "j1:link")
    assert (tmp_path / "secret").read_text() == "secret", "the link was replaced, not followed"
    assert cli.heddle("job", "cp", str(tmp_path / "new" / "a"), "j1:out")[0] == 2
    assert not [name for name in os.listdir(work) if name.startswith(".heddle-")]
    assert cli.heddle("job", "cp", str(tmp_path / "nothing"), "j1:x")[0] == 2
    assert cli.heddle("job", "cp", "a", "b")[0] == 2
    cli.api.run_to_end("j1")
    code, _, err = cli.heddle("job", "cp", str(tmp_path / "new" / "a"), "j1:b")
    assert (code, "while it runs" in err) == (2, True)


def test_the_folder_of_one_that_is_over_can_be_removed(cli: CliWorld, work: Path) -> None:
    """By its user, and only then: links in it lead nowhere, and its events say so."""
    ann = cli.api.token("ann2", "acme")
    assert cli.api.ask("DELETE", "/v1/jobs/j1/files", ann).status_code == 403
    assert cli.api.ask("DELETE", "/v1/jobs/j1/files").status_code == 409
    assert (work / "run.sh").exists()
    cli.api.run_to_end("j1")
    assert cli.api.ask("DELETE", "/v1/jobs/j1/files").status_code == 204
    assert not work.exists()
    assert (work.parent / "secret").exists()
    events = cli.api.get("/v1/events").json()["events"]
    assert any(each["what"] == "emptied" for each in events)


def test_others_may_not(cli: CliWorld, work: Path) -> None:
    cli.api.tenant("other")
    for tenant, status in (("acme", 403), ("other", 404)):
        eve = cli.api.token("eve", tenant)
        assert cli.api.get("/v1/jobs/j1/files", eve).status_code == status
        assert cli.api.get("/v1/jobs/j1/files/content?path=run.sh", eve).status_code == status
        put = cli.api.ask("PUT", "/v1/jobs/j1/files/content?path=x", eve, content=b"x")
        assert put.status_code == status


def test_a_folder_of_somebody_is_read_while_the_job_could(cli: CliWorld, tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "file").write_text("x")
    folder = str(tmp_path / "shared")
    (job,) = cli.api.submit(one(folder=folder))
    (isolated,) = cli.api.submit(one(folder=folder, isolated=True))
    cli.api.until(job, "running")
    assert cli.api.get(f"/v1/jobs/{job}/files/content?path=file").text == "x"
    assert cli.api.get(f"/v1/jobs/{isolated}/files/content?path=file").status_code == 409
    cli.api.run_to_end(job)
    assert cli.api.get(f"/v1/jobs/{job}/files/content?path=file").status_code == 409


def test_a_folder_that_becomes_a_link_is_not_entered(tmp_path: Path) -> None:
    (tmp_path / "root" / "a").mkdir(parents=True)
    with beneath.folder(str(tmp_path / "root"), ["a"]):
        os.rename(tmp_path / "root" / "a", tmp_path / "root" / "b")
        os.symlink("/", tmp_path / "root" / "a")
    with pytest.raises(UsageError, match="not followed"):
        beneath.entries(str(tmp_path / "root"), "a/etc")


def test_a_large_folder_is_told_in_pieces(
    cli: CliWorld, work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beneath, "MOST", 2)
    (work / "many").mkdir()
    for name in "edcba":
        (work / "many" / name).write_text(name)
    first = cli.api.get("/v1/jobs/j1/files?path=many").json()
    assert [each["name"] for each in first["entries"]] == ["a", "b"]
    assert first["next"] == "b"
    cli.ok("job", "cp", "j1:many", str(tmp_path / "many"))
    assert sorted(os.listdir(tmp_path / "many")) == list("abcde")


def test_a_name_that_is_no_text_is_left_out(cli: CliWorld, work: Path, tmp_path: Path) -> None:
    (work / "odd").mkdir()
    Path(os.fsdecode(os.fsencode(work / "odd") + b"/\xff")).write_text("x")
    (work / "odd" / "plain").write_text("x")
    code, _, complaint = cli.heddle("job", "cp", "j1:odd", str(tmp_path / "odd"))
    assert (code, os.listdir(tmp_path / "odd")) == (1, ["plain"])
    assert "\\xff is left out" in complaint


def test_digests_are_of_files_that_are_small_enough(
    cli: CliWorld, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never of what a link leads to; what takes too long is told the next time."""
    expected = {"run.sh": hashlib.sha256(b"#!/bin/sh\n").hexdigest()}

    def told(query: str) -> dict[str, str]:
        found = cli.api.get(f"/v1/jobs/j1/files?{query}").json()["entries"]
        return {each["name"]: each["sha256"] for each in found if each["sha256"]}

    assert told("") == told("digests=9") == {}
    assert told("digests=10") == told("digests=999999999999") == expected
    assert cli.api.get("/v1/jobs/j1/files?digests=-2").status_code == 422
    monkeypatch.setattr(beneath, "LONGEST_S", -1.0)
    first = beneath.entries(str(work), "", digest_bytes=10)
    assert ([each.name for each in first.entries], first.next) == (["away"], "away")
    with where.find() as client:
        assert len(client.job_files("j1", digests=10)["entries"]) == len(os.listdir(work))


def test_what_goes_meanwhile_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_text("")
    (tmp_path / "b").write_text("")
    told = beneath._entry

    def entry(name: str, here: int, _: int) -> beneath.FileEntry:
        os.unlink(tmp_path / "b") if name == "b" else None
        return told(name, here)

    monkeypatch.setattr(beneath, "_entry", entry)
    assert [each.name for each in beneath.entries(str(tmp_path), "").entries] == ["a"]
