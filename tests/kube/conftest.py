"""One cluster for all tests of this folder, with one node that has Heddle on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.components import install
from tests.conftest import missing
from tests.kube.cluster import KubeCluster, KubeError
from tests.kube.engines import JobCluster
from tests.kube.images import CONTROL, NODE, ImageError, Images
from tests.kube.node import CLASSES, KubeNode, slices
from tests.kube.parts import PartsError, get
from tests.world import eventually


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KubeCluster]:
    try:
        parts = get()
    except (PartsError, OSError) as error:
        missing(str(error), "tests/kube/parts.py says what it needs")
    made = KubeCluster(tmp_path_factory.mktemp("kube"), parts)
    try:
        try:
            made.start()
        except (KubeError, OSError) as error:  # no right to what a node needs
            missing(f"no cluster comes up here: {error}", "run the tests as root")
        yield made
    finally:
        made.stop()


@pytest.fixture(scope="session")
def node(cluster: KubeCluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[KubeNode]:
    made = KubeNode(cluster, tmp_path_factory.mktemp("node"))
    made.load_image()
    cluster.apply(*CLASSES)
    made.start_agent()
    made.start_driver()
    try:
        assert eventually(lambda: bool(slices(cluster)), 30), made.log("dra")
        yield made
    finally:
        made.stop()


@pytest.fixture(scope="session")
def jobs(cluster: KubeCluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[JobCluster]:
    """The cluster, for an engine in this process."""
    made = JobCluster(cluster, tmp_path_factory.mktemp("jobs"))
    yield made
    made.passage.close()


@pytest.fixture
def bare(cluster: KubeCluster, node: KubeNode) -> Iterator[KubeCluster]:
    """Without the agent and the driver that run as processes; they are back afterwards."""
    node.kill("dra")
    node.kill("agent")
    cluster.kubectl("delete", "resourceslices,deviceclass", "--all")
    yield cluster
    cluster.apply(*CLASSES)  # an installation's are called the same
    node.start_agent()
    node.start_driver()


@pytest.fixture(scope="session")
def images(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Images]:
    made = Images(tmp_path_factory.mktemp("images"))
    try:
        try:
            made.make_base()
        except ImageError as error:
            missing(str(error), install("podman"))
        made.make_wheel()
        yield made
    finally:
        made.remove()


@pytest.fixture(scope="session")
def node_image(images: Images) -> str:
    images.build("node", NODE)
    return NODE


@pytest.fixture(scope="session")
def control_image(images: Images) -> str:
    images.build("control", CONTROL)
    return CONTROL
