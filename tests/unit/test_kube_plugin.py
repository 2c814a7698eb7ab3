"""The driver's sockets as a kubelet uses them: real gRPC, over real unix sockets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

grpc = pytest.importorskip("grpc")

from heddle._gen import kubelet_pb2 as wire  # noqa: E402
from heddle.errors import HeddleError, UsageError  # noqa: E402
from heddle.kubernetes import DRIVER  # noqa: E402
from heddle.kubernetes.claims import GivenClaim, GivenDevice, GivenPod  # noqa: E402
from heddle.kubernetes.health import OfferedHealth  # noqa: E402
from heddle.kubernetes.plugin import HEALTH, SERVICES, Plugin  # noqa: E402

POD = GivenPod("u", "p")
GIVEN = GivenDevice("gpu/second", "n1", "soft-gpu", "s-1", 300, 1 << 30)


class Preparing:
    """Remembers; a claim called `broken` cannot be prepared."""

    def __init__(self) -> None:
        self.prepared: list[str] = []

    def prepare(self, claim: GivenClaim) -> dict[str, list[str]]:
        if claim.name == "broken":
            raise HeddleError("no agent answers")
        self.prepared.append(claim.uid)
        return {"soft-gpu": [f"heddle.dev/claim-{claim.uid}=soft-gpu"]}

    def unprepare(self, uid: str) -> None:
        self.prepared.remove(uid)


class Kubelet:
    """Calls as it does."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.preparing, self.told = Preparing(), list[tuple[bool, str]]()
        self.plugin = Plugin(
            self.preparing,
            lambda namespace, name, uid: GivenClaim(
                namespace, name, uid, (GIVEN,), (GivenPod("u", "p"),)
            ),
            lambda is_so, error: self.told.append((is_so, error)),
            lambda: [
                OfferedHealth("n1", "soft-gpu", ""),
                OfferedHealth("n1/cuda-0", "cuda-0-3g-71gb-4", "no agent"),
            ],
            str(folder),
        )

    def call(self, socket: str, method: str, request: Any, answer: Any) -> Any:
        with grpc.insecure_channel(f"unix://{socket}") as channel:
            ask = channel.unary_unary(
                method, lambda each: each.SerializeToString(), answer.FromString
            )
            return ask(request, timeout=10)

    def info(self) -> Any:
        socket = str(self.folder / "plugins_registry" / f"{DRIVER}-reg.sock")
        return self.call(
            socket, "/pluginregistration.Registration/GetInfo", wire.InfoRequest(), wire.PluginInfo
        )


@pytest.fixture
def kubelet() -> Iterator[Kubelet]:
    with TemporaryDirectory() as folder:  # paths of sockets are short
        (Path(folder) / "plugins_registry").mkdir()
        found = Kubelet(Path(folder))
        found.plugin.start()
        yield found
        found.plugin.stop()


def test_it_registers_itself(kubelet: Kubelet) -> None:
    info = kubelet.info()
    assert (info.type, info.name) == ("DRAPlugin", DRIVER)
    assert list(info.supported_versions) == ["v1.DRAPlugin", "v1beta1.DRAPlugin", HEALTH]
    socket = str(kubelet.folder / "plugins_registry" / f"{DRIVER}-reg.sock")
    status = wire.RegistrationStatus(plugin_registered=True)
    method = "/pluginregistration.Registration/NotifyRegistrationStatus"
    kubelet.call(socket, method, status, wire.RegistrationStatusResponse)
    assert kubelet.told == [(True, "")]


@pytest.mark.parametrize("service", SERVICES.values())
def test_claims_are_prepared_and_taken_back(kubelet: Kubelet, service: str) -> None:
    """Each by itself: one that fails says why, and the others are there."""
    socket = kubelet.info().endpoint
    claims = [wire.Claim(namespace="lab", name=name, uid=f"u-{name}") for name in ("one", "broken")]
    answer = kubelet.call(
        socket,
        f"/{service}/NodePrepareResources",
        wire.NodePrepareResourcesRequest(claims=claims),
        wire.NodePrepareResourcesResponse,
    )
    (device,) = answer.claims["u-one"].devices
    assert list(device.cdi_device_ids) == ["heddle.dev/claim-u-one=soft-gpu"]
    assert (device.pool_name, device.device_name, device.share_id) == ("n1", "soft-gpu", "s-1")
    assert list(device.request_names) == ["gpu"]  # containers name it so
    assert answer.claims["u-broken"].error == "no agent answers"
    assert kubelet.preparing.prepared == ["u-one"]
    answer = kubelet.call(
        socket,
        f"/{service}/NodeUnprepareResources",
        wire.NodeUnprepareResourcesRequest(claims=claims[:1]),
        wire.NodeUnprepareResourcesResponse,
    )
    assert answer.claims["u-one"].error == ""
    assert kubelet.preparing.prepared == []


def test_it_tells_how_devices_are(kubelet: Kubelet) -> None:
    with grpc.insecure_channel(f"unix://{kubelet.info().endpoint}") as channel:
        ask = channel.unary_stream(
            f"/{HEALTH}/NodeWatchResources",
            lambda each: each.SerializeToString(),
            wire.NodeWatchResourcesResponse.FromString,
        )
        first = next(iter(ask(wire.NodeWatchResourcesRequest(), timeout=10)))
    said = {
        (each.device.pool_name, each.device.device_name): (each.health, each.message)
        for each in first.devices
    }
    assert said == {
        ("n1", "soft-gpu"): (wire.HEALTHY, ""),
        ("n1/cuda-0", "cuda-0-3g-71gb-4"): (wire.UNHEALTHY, "no agent"),
    }


def test_one_that_was_killed_leaves_nothing_in_the_way(kubelet: Kubelet) -> None:
    """Its sockets are still there."""
    other = Kubelet(kubelet.folder)
    other.plugin.start()
    assert other.info().name == DRIVER
    other.plugin.stop()


def test_a_machine_without_a_kubelet_is_told_what_to_do(tmp_path: Path) -> None:
    plugin = Kubelet(tmp_path).plugin
    with pytest.raises(UsageError, match="--kubelet"):
        plugin.start()
    plugin.stop()
