"""The figures of the control plane in Prometheus' text format. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate

from heddle.desk.capacity import PoolState
from heddle.desk.counts import BOUNDS, Counts
from heddle.model.record import JOB_STATES

Labels = Mapping[str, str]
Value = tuple[Labels, float]


def text_of(
    pool: PoolState,
    jobs: Mapping[str, int],
    last_event: int,
    counts: Counts,
    followers: int,
    since_ms: int,
) -> str:
    lines: list[str] = []
    for name, kind, what, values in (
        ("heddle_start_time_seconds", "gauge", "when the server was started, since 1970",
         [({}, since_ms / 1000)]),
        ("heddle_jobs", "gauge", "jobs in the store, by state",
         [({"state": state}, jobs.get(state, 0)) for state in JOB_STATES]),
        ("heddle_jobs_waiting", "gauge", "jobs that wait, by the code of their key reason",
         [({"reason": code}, count) for code, count in sorted(pool.waiting.items())]),
        ("heddle_nodes", "gauge", "nodes", [({}, pool.nodes)]),
        ("heddle_nodes_cordoned", "gauge", "nodes that take no new work", [({}, pool.cordoned)]),
        ("heddle_devices", "gauge", "devices, by how much of each is used", _devices(pool)),
        ("heddle_devices_present", "gauge", "devices, all together",
         [(_model(each.kind, each.model, each.vendor), each.count) for each in pool.devices]),
        ("heddle_devices_free_ratio", "gauge", "the free part of all devices of a model",
         _free(pool)),
        ("heddle_events_total", "counter", "events in the store", [({}, last_event)]),
        ("heddle_followers", "gauge", "streams of events that are open", [({}, followers)]),
        ("heddle_requests_total", "counter", "requests, by method, route and status",
         _requests(counts)),
    ):  # fmt: skip
        lines += metric(name, kind, what, values)
    lines += _histogram("heddle_request_seconds", "time until the answer began", counts)
    return "\n".join(lines) + "\n"


def _devices(pool: PoolState) -> Iterator[Value]:
    for each in pool.devices:
        for state, count in (("used", each.used), ("shared", each.shared), ("free", each.free)):
            yield {**_model(each.kind, each.model, each.vendor), "state": state}, count


def _free(pool: PoolState) -> Iterator[Value]:
    for each in pool.devices:
        if not each.count:  # all are on registered nodes, which no engine reaches
            continue
        labels = _model(each.kind, each.model, each.vendor)
        yield labels, each.free_milli / (1000 * each.count)


def _model(kind: str, model: str, vendor: str) -> dict[str, str]:
    return {"kind": kind, "model": model, "vendor": vendor}


def _requests(counts: Counts) -> Iterator[Value]:
    for (method, route, status), count in sorted(counts.requests.items()):
        yield {"method": method, "route": route, "status": str(status)}, count


def metric(name: str, kind: str, what: str, values: Iterable[Value]) -> Iterator[str]:
    """One metric with all its values."""
    yield f"# HELP {name} {what}"
    yield f"# TYPE {name} {kind}"
    for labels, value in values:
        yield f"{name}{_labels(labels)} {value:.15g}"


def _histogram(name: str, what: str, counts: Counts) -> Iterator[str]:
    yield f"# HELP {name} {what}"
    yield f"# TYPE {name} histogram"
    ends = [f"{bound:g}" for bound in BOUNDS] + ["+Inf"]
    for end, count in zip(ends, accumulate(counts.times), strict=True):
        yield f'{name}_bucket{{le="{end}"}} {count}'
    yield f"{name}_sum {counts.seconds:.6f}"
    yield f"{name}_count {sum(counts.times)}"


def _labels(labels: Labels) -> str:
    inner = ",".join(f'{name}="{_safe(value)}"' for name, value in labels.items())
    return f"{{{inner}}}" if inner else ""


def _safe(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
