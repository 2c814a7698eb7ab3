"""Device requests: one grammar, one canonical text, and errors that point at the column."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle._gen.hardware import MODELS
from heddle.errors import UsageError
from heddle.model import request
from heddle.model.catalogue import ASKABLE, meanings, spelling, word_for
from heddle.model.job import Alternative, DeviceAsk
from heddle.model.quantity import BANDWIDTH, CORES, DURATION, LATENCY, MEMORY, RATE, SHARE, Quantity
from heddle.model.request import APIS, RequestError

ASKED = sorted({(f["vendor"], f["name"]) for f in MODELS.values() if f["kind"] in ASKABLE})


def only(text: str) -> DeviceAsk:
    (alternative,) = request.parse(text)
    (ask,) = alternative.asks
    return ask


@pytest.mark.parametrize(
    ("text", "ask"),
    [
        ("2", DeviceAsk(2)),
        ("npu:1", DeviceAsk(1, "npu")),
        ("NPU", DeviceAsk(1, "npu")),
        ("h200:2", DeviceAsk(2, "gpu", "nvidia", ("H200",))),
        ("nvidia/H200", DeviceAsk(1, "gpu", "nvidia", ("H200",))),
        ("a100", DeviceAsk(1, "gpu", "nvidia", ("A100-40GB", "A100-80GB"))),
        ("a100-80gb:4", DeviceAsk(4, "gpu", "nvidia", ("A100-80GB",))),
        ("rtx4090", DeviceAsk(1, "gpu", "nvidia", ("RTX-4090",))),
        ("ascend910b:2", DeviceAsk(2, "npu", "huawei", ("910B",))),
        ("huawei/910", DeviceAsk(1, "npu", "huawei", ("910",))),
        ("edge-tpu", DeviceAsk(1, "tpu", "google", ("Edge TPU",))),
        ("amd/gpu:8", DeviceAsk(8, "gpu", "amd")),
        ("nvidia/b999:3", DeviceAsk(3, None, "nvidia", ("b999",))),
        (">=40GiB:1", DeviceAsk(1, memory_mib=40960)),
        ("gpu>=40GiB:2", DeviceAsk(2, "gpu", memory_mib=40960)),
        ("cpu:32", DeviceAsk(32, "cpu")),
        ("cuda@0", DeviceAsk(1, device="cuda@0")),
        ("soft@gpu", DeviceAsk(1, device="soft@gpu")),
        (
            "GPU-8f0e2a64-5d5c-4b8e-9c6e-0123456789ab",
            DeviceAsk(1, device="GPU-8f0e2a64-5d5c-4b8e-9c6e-0123456789ab"),
        ),
    ],
)
def test_each_form_of_the_grammar_has_one_meaning(text: str, ask: DeviceAsk) -> None:
    """By count, kind, model, family, vendor, memory, API and UUID."""
    assert only(text) == ask


def test_alternatives_keep_their_order_and_hold_what_is_needed_together() -> None:
    """`|` binds less than `+`."""
    first, second, third = request.parse("h200:1 | gpu:1 + fpga:1+cpu:8|cpu:32")
    assert [ask.kind for ask in first.asks] == ["gpu"]
    assert [(ask.kind, ask.count) for ask in second.asks] == [("gpu", 1), ("fpga", 1), ("cpu", 8)]
    assert third.asks == (DeviceAsk(32, "cpu"),)


@pytest.mark.parametrize("api", APIS)
def test_an_api_before_the_at_is_a_device_and_anything_else_a_site(api: str) -> None:
    """The two meanings of @ cannot be confused."""
    assert only(f"{api}@1").device == f"{api}@1"
    (alternative,) = request.parse("gpu@" + api)
    assert (alternative.site, alternative.asks[0].device) == (api, None)


def test_a_site_is_said_once_for_what_is_needed_together() -> None:
    """All is on one node, so it is at one site."""
    (alternative,) = request.parse("gpu:1@fra1 + cpu:8")
    assert alternative.site == "fra1"
    assert request.format([alternative]) == "gpu:1@fra1 + cpu:8@fra1"


@pytest.mark.parametrize(
    ("text", "column", "rule"),
    [
        ("", 1, "a device is missing"),
        ("gpu:1 | ", 9, "a device is missing"),
        ("gpu:1 + ", 9, "a device is missing"),
        ("h200:1 | h20O:2", 10, "Did you mean 'h200'"),
        ("gpuu", 1, "Did you mean 'gpu'"),
        ("nvida/h100", 1, "Did you mean 'nvidia'"),
        ("nvidia:2", 1, "write nvidia/gpu"),
        ("amd/h200", 5, "made by nvidia"),
        ("0.5", 1, "--share"),
        ("h200:0.5", 6, "--share"),
        ("h200:25%", 6, "--share"),
        ("cpu:0.5", 5, "`cpu` in the job file"),
        ("h200:0", 6, "whole number of devices"),
        ("h200:" + "9" * 5000, 6, "whole number of devices"),
        ("h200:-1", 6, "whole number of devices"),
        ("nvidia/2", 8, "then :count"),
        ("cuda", 1, "cuda@0"),
        ("cuda@0:2", 7, "has no count"),
        ("cuda@", 6, "an index or a name"),
        ("gpu@", 5, "not a valid site name"),
        ("gpu@a + cpu:2@b", 9, "on one node"),
        ("gpu 2", 4, "no spaces"),
        ("memory:2", 1, "not handed out"),
        ("gpu>=40GB", 6, "Did you mean '40GiB'"),
        ("gpu>=0GiB", 6, "leave it out"),
        ("cpu>=4GiB", 6, "a cpu has no memory"),
        ("gpu>40GiB", 1, "the form is"),
        ("gpu:1:2", 1, "the form is"),
        ("gpu | gpu:1", 7, "the same as an alternative"),
        ("gpu:1 + gpu:2", 9, "asked for already"),
    ],
)
def test_what_makes_no_sense_is_refused_at_its_column(text: str, column: int, rule: str) -> None:
    """With the rule, and a caret under the place."""
    with pytest.raises(RequestError) as caught:
        request.parse(text)
    assert caught.value.column == column
    assert rule in caught.value.rule
    *_, shown, caret = str(caught.value).split("\n")
    assert (shown, caret.index("^")) == ("  " + text, column + 1)


def test_every_model_can_be_asked_for_by_its_name() -> None:
    """No two are called so alike that the vendor does not tell them apart."""
    for vendor, name in ASKED:
        if spelling(name) in ASKABLE:
            continue  # NVIDIA's OFA is the kind and the only model of it
        assert only(f"{vendor}/{spelling(name)}:1").models == (name,), name
        if len(meanings(spelling(name))) == 1:
            assert only(f"{spelling(name)}:1").vendor == vendor


def described() -> st.SearchStrategy[str]:
    words = st.one_of(
        st.sampled_from(ASKABLE),
        st.sampled_from([f"{vendor}/{spelling(name)}" for vendor, name in ASKED]),
        st.sampled_from(["a100", "nvidia/rtx", "h20", "amd/gpu", "nvidia/b999", "intel/cpu"]),
    )
    memory = st.integers(1, 10**6).map(lambda mib: f">={mib}MiB")
    count = st.integers(1, request.MOST).map(lambda n: f":{n}")
    nothing = st.just("")
    with_memory = st.tuples(
        words.filter(lambda word: not word.endswith("cpu")), memory, count | nothing
    ).map("".join)
    bare = st.tuples(words, count | nothing).map("".join)
    numbers = st.integers(1, request.MOST).map(str)
    return bare | with_memory | numbers | st.tuples(memory, count | nothing).map("".join)


def requests() -> st.SearchStrategy[str]:
    one = described() | st.sampled_from(["cuda@0", "soft@npu", "opencl@1"])
    together = st.lists(one, min_size=1, max_size=3).map(" + ".join)
    at_a_site = st.tuples(described(), st.sampled_from(["fra1", "edge.7"])).map("@".join)
    return st.lists(together | at_a_site, min_size=1, max_size=4).map("|".join)


@given(requests())
def test_the_canonical_text_means_the_same(text: str) -> None:
    """And is its own canonical text."""
    try:
        meant = request.parse(text)
    except RequestError as error:  # the parts are right; only together they may say a thing twice
        assert "already" in error.rule or "the same" in error.rule  # noqa: PT017
        return
    canonical = request.format(meant)
    assert request.parse(canonical) == meant
    assert request.format(request.parse(canonical)) == canonical


@given(st.text("h20gpucda:@|+/>=.%GiB -910\n\t", max_size=40))
def test_no_text_is_answered_with_anything_but_a_meaning_or_a_column(text: str) -> None:
    """Never a traceback."""
    try:
        assert request.parse(text)
    except RequestError as error:
        assert 1 <= error.column <= len(text) + 1  # noqa: PT017


def test_what_no_request_can_say_is_not_written() -> None:
    """Rather than something that means more."""
    mixed = DeviceAsk(1, "gpu", "nvidia", ("H200", "T4"))
    assert word_for(mixed.models, "nvidia") is None
    for ask in (mixed, DeviceAsk(1, vendor="nvidia")):
        with pytest.raises(UsageError, match="several alternatives"):
            request.format([Alternative((ask,))])


QUANTITIES = [MEMORY, CORES, DURATION, LATENCY, BANDWIDTH, SHARE, RATE]


@given(st.sampled_from(QUANTITIES), st.data())
def test_amounts_are_written_so_that_they_read_the_same(
    kind: Quantity, data: st.DataObject
) -> None:
    """Exactly, in whatever unit."""
    value = data.draw(st.integers(kind.least, kind.most))
    assert kind.parse(kind.format(value)) == value


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (MEMORY, "1.5GiB", 1536),
        (MEMORY, "20 GiB", 20480),
        (CORES, "500m", 500),
        (CORES, "4 cores", 4000),
        (CORES, "0.25", 250),
        (DURATION, "1h30m", 5400),
        (LATENCY, "2ms", 2000),
        (BANDWIDTH, "10Gbit/s", 1250),
        (SHARE, "12.5%", 125),
        (SHARE, "0.3", 300),
    ],
)
def test_amounts_have_units(kind: Quantity, text: str, value: int) -> None:
    """As people write them."""
    assert kind.parse(text) == value


@pytest.mark.parametrize(
    ("kind", "text", "rule"),
    [
        (MEMORY, "20GB", "Did you mean '20GiB'"),
        (MEMORY, "20", "GiB"),
        (MEMORY, "0.1MiB", "too fine"),
        (MEMORY, "-1GiB", "as in 20GiB"),
        (CORES, "0.0001", "too fine"),
        (DURATION, "90", "as in 30m"),
        (DURATION, "1h30", "as in 30m"),
        (SHARE, "150%", "out of range"),
        (SHARE, "0", "out of range"),
        (LATENCY, "1ms1us", "as in 2ms"),
    ],
)
def test_amounts_are_never_rounded_or_guessed(kind: Quantity, text: str, rule: str) -> None:
    """The message says what is allowed."""
    with pytest.raises(UsageError, match=rule):
        kind.parse(text)
