"""What a submission asks to be equipped with, looked up: all of it is there, or it is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from heddle.control.inputs import datasets, vault
from heddle.control.inputs.provision import Stock
from heddle.desk.desk import Desk
from heddle.desk.errors import ConflictError, InvalidError, Mistake
from heddle.desk.jobs.submission import Submission
from heddle.errors import UsageError
from heddle.model.job import Job
from heddle.spec.equipment import FILE, is_digest
from heddle.spec.job_text import normal

UPLOAD = (
    "is a folder of the submitter, and none was uploaded. `heddle submit` packs and "
    "sends it; others PUT it to /v1/snapshots first"
)


def stock_of(desk: Desk) -> Stock:
    """:raises DeskError: if this server has none"""
    if not isinstance(desk.loop.equip, Stock):
        raise ConflictError("this server keeps no snapshots, secrets or data.")
    return desk.loop.equip


async def equipped(desk: Desk, found: Submission) -> Submission:
    """The jobs with the versions of their data, for tenants that the caller may submit for.

    :raises DeskError: if a snapshot, a secret or a data set is not there
    """
    if not any(job.snapshot or job.secrets or job.data for job in found.jobs):
        return found
    stock = stock_of(desk)
    jobs = await desk.read(lambda: [*_equipped(stock, found.jobs, found.snapshots)])
    pairs = zip(found.jobs, jobs, found.specs, strict=True)
    specs = [spec if job == before else normal(job) for before, job, spec in pairs]
    return replace(found, jobs=jobs, specs=specs)


def _equipped(stock: Stock, jobs: Sequence[Job], sent: Mapping[str, str]) -> Iterable[Job]:
    versions = datasets.every(stock.store) if any(job.data for job in jobs) else []
    for job in jobs:
        for said in job.secrets.values():
            name = said.removeprefix(FILE)
            if vault.find(stock.store, job.tenant, name) is None:
                remedy = f"`heddle account secret set {name} --tenant {job.tenant}` sets it"
                raise _wrong(job, "secrets", f"{job.tenant} has no secret {name!r}. {remedy}")
        try:
            yield replace(datasets.resolve(job, versions), snapshot=_snapshot(stock, job, sent))
        except UsageError as error:
            raise _wrong(job, "data", str(error).removeprefix("data: ").rstrip(".")) from None


def _snapshot(stock: Stock, job: Job, sent: Mapping[str, str]) -> str | None:
    if job.snapshot is None:
        return None
    found = sent.get(job.snapshot, job.snapshot)
    if not is_digest(found):
        raise _wrong(job, "snapshot", f"{job.snapshot!r} {UPLOAD}")
    if not stock.snapshots.use(job.tenant, found.removeprefix("sha256:")):
        raise _wrong(job, "snapshot", f"{job.tenant} has no {found}. Upload it first")
    return found


def _wrong(job: Job, field: str, rule: str) -> InvalidError:
    text = f"{field}: {rule}."
    return InvalidError(f"{job.id}: {text}", [Mistake(text, field)])
