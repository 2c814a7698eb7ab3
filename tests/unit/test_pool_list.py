"""One list of all devices: what the control plane knows, with what this machine knows itself."""

from __future__ import annotations

from typing import Any

import pytest

from heddle.cli.device import _pool_list
from heddle.cli.device.pool import from_here, print_entries
from heddle.model.partition import COMPUTE, MEMORY, Claim
from heddle.model.pool import Tally
from heddle.model.site import NetworkPath, Site
from heddle.virt.pool import PoolDevice


def node(name: str, *devices: dict[str, Any], **more: Any) -> Any:
    said = {"name": name, "site": "", "cordoned": False, "state": "ready", "engine": "local"}
    return {**said, "way": None, "devices": list(devices), **more}


def device(name: str = "cuda@0", **more: Any) -> dict[str, Any]:
    said = {"name": name, "kind": "gpu", "model": "H200", "memory_mib": 1024, "mode": "pooled"}
    return {**said, "free_milli": 700, "memory_free_mib": 512, "booked_by": "", **more}


def local(
    name: str = "cuda@0", *, uuid: str = "", free: int = 400, mib: int = 600, **more: Any
) -> PoolDevice:
    counters = {
        COMPUTE: Tally(1000, 0, 0, 1000, 0, 0, 0, free, 0),
        MEMORY: Tally(1024, 0, 0, 1024, 0, 0, 0, mib, 0),
    }
    said = {"mode": "pooled", "cordoned": False, "claims": (), **more}
    return PoolDevice(
        name, uuid, "H200", said["mode"], said["cordoned"], 1000, counters, said["claims"]
    )


SITE = Site(ways=(NetworkPath("far", 10, 900, "measured"), NetworkPath("ber", None, 5000)))
WAY = {"latency_us": 70.0, "bandwidth_mbytes_s": 1200.0, "source": "configured"}


def entries(*nodes: Any, own: tuple[PoolDevice, ...] = ()) -> list[_pool_list.PoolEntry]:
    known = _pool_list.of_nodes(nodes, "here", SITE)
    return _pool_list.ordered(_pool_list.with_local(known, "here", own))


def test_the_nearest_come_first_and_unknown_ones_last() -> None:
    """What was measured from here is believed before what the control plane says."""
    found = entries(
        node("dark", device()),
        node("near", device(), way=WAY),
        node("far", device(), way=WAY),
        node("town", device(), site="de/ber/1"),
        node("here", device()),
    )
    assert [(e.node, e.round_trip_us, e.source) for e in found] == [
        ("here", 0.0, None),
        ("near", 70.0, "configured"),
        ("far", 900, "measured"),
        ("town", 5000, "configured"),
        ("dark", None, None),
    ]
    assert [from_here(e) for e in found] == [
        "here",
        "70 us round trip, configured",
        "900 us round trip, measured",
        "5 ms round trip, configured",
        "not reachable for remoting",
    ]
    assert [e.is_reachable for e in found] == [True, True, True, True, False]


def test_of_this_machine_the_less_that_is_free_counts() -> None:
    """Programs that were started by hand are its own knowledge, jobs that of the control plane."""
    (one, other) = entries(
        node("here", device(), device("cuda@1", free_milli=100)),
        own=(local(), local("cuda@1", cordoned=True)),
    )
    assert (one.free_milli, one.free_mib, one.state) == (400, 512, "ready")
    assert (other.free_milli, other.state) == (100, "cordoned")
    (one,) = entries(node("here", device("mig@1")), own=(local(),))
    assert one.device == "mig@1", "of a divided card its parts are listed"
    (away,) = entries(node("there", device()), own=())
    assert away.free_milli == 700, "of other nodes this machine knows nothing"


def test_without_a_control_plane_it_is_this_machine_alone() -> None:
    part = Claim("a", {COMPUTE: 300})
    (one, other) = entries(own=(local(claims=(part,)), local("cuda@1", mode="foreign")))
    assert (one.node, one.mode, one.booked_by, one.is_local) == ("here", "partitioned", "a", True)
    assert (other.mode, other.engine) == ("foreign", None)
    (card,) = entries(own=(local(uuid="GPU-1"), local("opencl@0", uuid="GPU-1")))
    assert card.device == "cuda@0", "one that two APIs know is one"


def test_nothing_is_free_on_a_node_that_is_lost() -> None:
    lost, drained = entries(node("a", device(), state="lost"), node("b", device(), cordoned=True))
    assert (lost.free_milli, lost.free_mib, lost.state) == (0, 0, "lost")
    assert (drained.free_milli, drained.state) == (700, "drained")


def test_the_table_has_a_line_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    print_entries(entries(node("a", device(mode="foreign"), state="late"), node("here", device())),
                  wide=True)  # fmt: skip
    head, first, second, last = capsys.readouterr().out.splitlines()
    assert head.split() == [
        "NODE", "DEVICE", "MODEL", "MODE", "FREE", "MEMORY", "FREE", "FROM", "HERE", "BANDWIDTH",
        "SERVED", "AT", "ENGINE", "BOOKED",
    ]  # fmt: skip
    assert "gpu H200  pooled         70 %  512MiB of 1GiB  here" in first
    assert "foreign, late" in second
    assert last == "2 devices on 2 nodes, 1.4 free"


def test_what_is_served_says_where() -> None:
    """Only over an API that its node forwards, and while the node is there."""
    serves = {"host": "10.0.0.7", "port": 7879, "pin": "0" * 64, "apis": ["cuda"]}
    found = entries(
        node("a", device(), device("hip@0"), serves=serves),
        node("b", device(), serves={**serves, "host": "fd00::7"}),
        node("c", device(), serves=serves, state="lost"),
        node("d", device()),
    )
    assert {(e.node, e.device): e.served_at for e in found} == {
        ("a", "cuda@0"): "10.0.0.7:7879",
        ("a", "hip@0"): "",
        ("b", "cuda@0"): "[fd00::7]:7879",
        ("c", "cuda@0"): "",
        ("d", "cuda@0"): "",
    }
