"""The network between two nodes, as far as anybody knows it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from heddle.cluster.row import NodeRow
from heddle.cluster.sites.atlas import Atlas, SiteFacts
from heddle.cluster.sites.paths import path_between
from heddle.model.site import NetworkPath

NAMES = ("a", "b", "fra", "fra/x", "ber")
paths = st.lists(
    st.builds(
        NetworkPath,
        st.sampled_from(NAMES),
        st.none() | st.integers(1, 99),
        st.none() | st.integers(1, 99),
        st.sampled_from(["measured", "configured"]),
    ),
    max_size=4,
).map(tuple)
sites = st.sampled_from(["", "fra", "fra/x", "ber", "ber/y/2"])
atlases = st.builds(
    lambda one, other: Atlas(
        {"fra": SiteFacts("fra", ways=one), "ber": SiteFacts("ber", ways=other)}
    ),
    paths,
    paths,
)


def node(name: str, site: str = "", *ways: NetworkPath) -> NodeRow:
    return NodeRow(name, 0, 0, site=site, ways=ways)


@given(sites, sites, paths, paths, atlases)
def test_a_way_is_as_long_in_both_directions(
    one: str, other: str, ways: tuple[NetworkPath, ...], back: tuple[NetworkPath, ...], atlas: Atlas
) -> None:
    """And never guessed: it is one that somebody said, with a latency."""
    here, there = node("a", one, *ways), node("b", other, *back)
    found, reverse = path_between(here, there, atlas), path_between(there, here, atlas)
    assert path_between(here, here, atlas) is None
    if found is None or reverse is None:
        assert found is reverse
        return
    assert (found.to, reverse.to) == ("b", "a")
    said = (*ways, *back, *(w for s in atlas.sites.values() for w in s.ways))
    assert (found.source, found.latency_us) in {(w.source, w.latency_us) for w in said}
    assert (found.latency_us, found.source) == (reverse.latency_us, reverse.source)


def test_the_nearest_that_is_known_counts() -> None:
    atlas = Atlas({"fra": SiteFacts("fra", ways=(NetworkPath("ber", 10, 4000),))})
    here, there = node("a", "fra/1"), node("b", "ber")
    assert path_between(here, there, atlas) == NetworkPath("b", 10, 4000)
    measured = NetworkPath("ber", 20, 3000, "measured", 7.0)
    there_too = node("a", "fra/1", measured)
    assert path_between(there_too, there, atlas) == NetworkPath("b", 20, 3000, "measured", 7.0)
    direct = NetworkPath("a", None, 2000)
    assert path_between(there_too, node("b", "ber", direct), atlas) == NetworkPath("b", None, 2000)
    assert path_between(here, node("c"), atlas) is None
    assert path_between(node("a", "x", NetworkPath("b", 10)), node("b"), atlas) is None
