"""What jobs of this machine's control plane hold of its devices, as claims beside partitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.cli._output import complain
from heddle.client import where
from heddle.errors import HeddleError, NoServerError
from heddle.model.partition import COMPUTE, JOB, MEMORY, Claim
from heddle.model.record import ALIVE

if TYPE_CHECKING:
    from heddle._gen import rest
    from heddle.client.client import Client

TIMEOUT_S = 5.0
OTHERS = "of others"  #: those that this user does not see


def held() -> dict[str, list[Claim]]:
    """By device; nothing where no control plane runs here. One that does not say it is no reason
    to refuse: that is said, and nothing of it counts."""
    server = where.running()
    if server is None:
        return {}
    try:
        with where.connect(server, timeout_s=TIMEOUT_S) as client:
            here = [node for node in client.every_node() if node["engine"]]
            return {
                device["name"]: claims
                for node in here
                for device in node["devices"]
                if (claims := _claims(client, node, device))
            }
    except NoServerError:
        return {}
    except HeddleError as error:
        complain(HeddleError(f"what jobs hold is not known, and does not count here: {error}"))
        return {}


def _claims(client: Client, node: rest.NodeState, device: rest.DeviceState) -> list[Claim]:
    """Their owners as far as they are visible; the sums are right in any case."""
    size = device["memory_mib"]
    left = {
        COMPUTE: device["used_milli"],
        MEMORY: max(0, size - device["memory_free_mib"] - device["booked_mib"]),
    }
    found = []
    for job in node["jobs"] if any(left.values()) else ():
        takes = _takes(client.job(job), node["name"], device["name"], size)
        takes = {name: min(value, left[name]) for name, value in takes.items()}
        if any(takes.values()):
            left = {name: value - takes[name] for name, value in left.items()}
            found.append(Claim(job, takes, JOB, foreign=True))
    return [*found, *([Claim(OTHERS, left, JOB, foreign=True)] if any(left.values()) else [])]


def _takes(job: rest.WholeJob, node: str, device: str, size: int) -> dict[str, int]:
    takes = {COMPUTE: 0, MEMORY: 0}
    for attempt in job["attempts"]:
        for place in attempt["places"] if attempt["state"] in ALIVE else ():
            limits = place["device_mib"] or [0] * len(place["devices"])
            for (name, milli), mib in zip(place["devices"], limits, strict=True):
                if (place["lender"] or place["node"], name) == (node, device):
                    takes[COMPUTE] += milli
                    takes[MEMORY] += mib or milli * size // 1000
    return takes
