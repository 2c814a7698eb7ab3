"""An update of the DaemonSet, as it is installed: agent and driver in containers of an image, on a
real node."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.kube.cluster import KubeCluster
from tests.kube.images import Images
from tests.kube.installation import Installation
from tests.kube.node import LOAD, claim, phase, pod, slices
from tests.world import eventually

pytestmark = pytest.mark.kube
DAEMONS = "daemonset/heddle-node"


@pytest.fixture
def installed(bare: KubeCluster, images: Images, node_image: str) -> Iterator[Installation]:
    images.load(bare, node_image)
    made = Installation(bare, bare.nodes[0], "--without-webhook")
    yield made
    made.clean()


def test_an_update_of_the_daemon_set_does_not_disturb_pods(
    cluster: KubeCluster, installed: Installation
) -> None:
    """A pod that runs goes on with its share; and when all is removed, nothing is left."""
    installed.install()
    installed.wait(DAEMONS)
    assert eventually(lambda: bool(slices(cluster)), 60), installed.logs(DAEMONS)
    cluster.apply(claim("steady", 300, "256Mi"))
    cluster.apply(pod("steady", LOAD, "requests", "1", "1000", "0", "4", "600"))

    def used() -> int:
        return int(installed.programs().get("steady", {}).get("device_time_ns", 0))

    assert eventually(lambda: used() > 0, 90), installed.logs(DAEMONS)
    before = installed.programs()["steady"]
    assert before["share_milli"] == 300
    cluster.kubectl("rollout", "restart", DAEMONS, "-n", "heddle-system")
    installed.wait(DAEMONS)
    assert eventually(lambda: used() > 0, 60), installed.logs(DAEMONS)
    begun, after = used(), installed.programs()["steady"]
    assert (after["id"], after["share_milli"]) == (before["id"], 300)
    assert eventually(lambda: used() > begun, 30), installed.logs(DAEMONS)
    (status,) = cluster.objects("pod", "steady")[0]["status"]["containerStatuses"]
    assert (phase(cluster, "steady"), status["restartCount"]) == ("Running", 0)

    cluster.kubectl("delete", "pod,resourceclaim", "steady", "--wait=true")
    assert eventually(lambda: "steady" not in installed.programs(), 30)
    installed.remove()
    assert eventually(lambda: slices(cluster) == [], 120)
    assert installed.left() == []
