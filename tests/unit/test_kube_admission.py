"""What pods ask for in words, and what becomes of it."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.errors import HeddleError
from heddle.kubernetes.admission import CLAIM, MOST_ALTERNATIVES, USED
from heddle.kubernetes.admission.ask import DeniedError
from heddle.kubernetes.admission.line import WORDS, parse_line
from heddle.kubernetes.admission.patch import amendment, asks_of
from heddle.kubernetes.admission.review import answer
from heddle.kubernetes.admission.sweep import TOUCHED_S, UNUSED_S, needs_touch, unused
from heddle.kubernetes.admission.templates import PublishedDevice, depends_on_sizes, published
from heddle.kubernetes.claims import quantity

MIB = 1 << 20
KEY = "heddle.io/xpu"
H200 = PublishedDevice("cuda", "gpu", "nvidia", "H200", "GPU-1", "guaranteed", 143_771)
A100 = PublishedDevice("cuda", "gpu", "nvidia", "A100-80GB", "GPU-2", "guaranteed", 81_920)
SPARE = PublishedDevice("cuda", "gpu", "nvidia", "H200", "GPU-1", "best-effort", 143_771)
FPGA = PublishedDevice("opencl", "fpga", "amd", "U50", "f", "guaranteed", 0)
ALL = (H200, A100, SPARE, FPGA)


def pod(
    annotations: Mapping[str, str] | None = None, *limits: Mapping[str, Any], **spec: Any
) -> dict[str, Any]:
    """With as many containers as limits, at least one: c0, c1, ..."""
    containers = [
        {"name": f"c{n}", "resources": {"limits": dict(each), "requests": dict(each)}}
        for n, each in enumerate(limits or ({},))
    ]
    return {
        "metadata": {"name": "p", "annotations": dict(annotations or {})},
        "spec": {"containers": containers, **spec},
    }


def amended(asked: dict[str, Any], devices: Sequence[PublishedDevice] = ALL) -> Any:
    return amendment(asked, asks_of(asked), "lab", devices)


def applied(asked: dict[str, Any], patch: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(asked))
    for each in patch:
        assert each["op"] == "add"
        *path, last = each["path"].split("/")[1:]
        place: Any = made
        for step in path:
            place = place[int(step) if isinstance(place, list) else step]
        place[last] = each["value"]
    return made


def ways(asked: dict[str, Any], devices: Sequence[PublishedDevice] = ALL) -> list[Any]:
    """Share and MiB of all alternatives of the only request."""
    (request,) = amended(asked, devices).template["spec"]["spec"]["devices"]["requests"]
    found = request.get("firstAvailable") or [request["exactly"]]
    requests = [each["capacity"]["requests"] for each in found]
    return [(int(r["share"]), quantity(r.get("memory", "0")) // MIB) for r in requests]


def denial(asked: dict[str, Any]) -> str:
    with pytest.raises(DeniedError) as denied:
        asks_of(asked)
    said = str(denied.value)
    assert "\n" not in said
    return said


# The annotation.

shares = st.one_of(
    st.integers(1, 999).map(lambda n: (f"0.{n:03}", n)),
    st.integers(1, 100).map(lambda n: (f"{n}%", n * 10)),
)
memories = st.one_of(
    st.none(),
    st.integers(1, 1 << 20).map(lambda n: (f"{n}Mi", n)),
    st.integers(1, 1000).map(lambda n: (f"{n}Gi", n << 10)),
    st.integers(1, 1000).map(lambda n: (f"{n}GiB", n << 10)),
)


@given(st.sampled_from(("h200", "gpu", "nvidia/h200", "cuda", "any", "*")), shares, memories)
def test_a_line_means_what_it_says(
    device: str, share: tuple[str, int], memory: tuple[str, int] | None
) -> None:
    words = f",mem={memory[0]}" if memory else ""
    for line in (f"{device}:{share[0]}{words}", f" {device}:1{words} , share={share[0]} "):
        (((part,),)) = parse_line(line)
        assert part.device.share_milli == share[1]
        assert part.device.count == 1
        assert part.memory_mib == (memory[1] if memory else 0)
        assert not part.is_best_effort
        assert part.api == ("cuda" if device == "cuda" else "")


@pytest.mark.parametrize(
    ("line", "count", "share"),
    [("h200", 1, 1000), ("h200:2", 2, 1000), ("2", 2, 1000), ("0.3", 1, 300), ("any", 1, 1000),
     ("h200:2,share=30%", 2, 300), ("GPU-12345678-1234-1234-1234-123456789012:0.5", 1, 500)],
)  # fmt: skip
def test_a_count_is_whole_and_a_share_is_not(line: str, count: int, share: int) -> None:
    ((part,),) = parse_line(line)
    assert (part.device.count, part.device.share_milli) == (count, share)


@given(st.text(max_size=40) | st.lists(st.sampled_from(("h200", ":", "0.3", ",", *WORDS, "8Gi", "|",
       "+", "%", "910b", "2", "@", ">=", " "))).map("".join))  # fmt: skip
def test_any_line_is_understood_or_denied_with_an_example(line: str) -> None:
    asked = pod({KEY: line})
    said = ""
    try:
        assert asks_of(asked)
    except DeniedError as error:
        said = str(error)
    if said:
        assert said.startswith(f"annotation {KEY}: {json.dumps(line, ensure_ascii=False)}: ")
        assert said.endswith(f'{KEY}: "h200:0.3,mem=8Gi".')


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("h2000:0.3", "Did you mean 'h200'?"),
        ("h200:1.5", "'1.5' is out of range"),
        ("h200:0.3,memory=8Gi", "'memory=8Gi' is not understood"),
        ("h200:0.3,mem=8", "'8' is not an amount of device memory"),
        ("h200:0.3,share=0.2", "share is said twice"),
        ("h200@fra1", "nodeSelector"),
        ("cpu:4", "resources.requests"),
        ("soft@0", "write its UUID"),
        ("h200 | 910b + fpga", "not both"),
        ("h200 | h200", "twice"),
        ("33", "at most 32"),
        ("h200" + " " * 500, "longer than 500"),
        (" | ".join(f"gpu:0.{n}" for n in range(1, 10)), "Kubernetes takes 8"),
    ],
)
def test_a_denial_says_what_is_wrong(line: str, said: str) -> None:
    assert said in denial(pod({KEY: line}))


def test_named_containers_get_their_own_requests_of_one_claim() -> None:
    asked = pod({f"{KEY}.c1": "h200:0.3", f"{KEY}.c2": "a100:0.3"}, {}, {}, {})
    found = amended(asked)
    first, *others = applied(asked, found.patch)["spec"]["containers"]
    assert "claims" not in first["resources"]
    named = [each["resources"]["claims"] for each in others]
    assert named == [[{"name": CLAIM, "request": r}] for r in ("xpu", "xpu-2")]
    assert "no container 'c3'" in denial(pod({f"{KEY}.c3": "h200"}))
    assert "both for container 'c0'" in denial(pod({KEY: "h200", f"{KEY}.c0": "h200"}))
    assert "different parts" in denial(pod({KEY: "h200:0.3", f"{KEY}.c1": "h200:0.4"}, {}, {}))


# HAMi and KAI.


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ({"gpucores": "30", "gpumem": "3000"}, [(300, 3000)]),
        ({"gpucores": 30}, [(300, 0)]),  # HAMi gives the whole memory, too
        ({"gpumem": "40960"}, [(500, 40960), (285, 40960)]),
        ({"gpumem-percentage": "50"}, [(500, 40960), (500, 71885)]),
        ({"gpumem-percentage": "100"}, [(1000, 0)]),
        ({"gpucores": "0", "gpumem": "100000"}, [(696, 100000)]),  # one of both is large enough
    ],
)
def test_limits_of_hami(limits: dict[str, Any], expected: list[Any]) -> None:
    asked = {f"nvidia.com/{key}": value for key, value in limits.items()} | {"memory": "1Gi"}
    assert ways(pod({}, asked)) == expected
    found = amended(pod({}, {}, asked | {"nvidia.com/gpu": "2"}))
    (request,) = found.template["spec"]["spec"]["devices"]["requests"]
    assert all(
        each["count"] == 2 for each in request.get("firstAvailable", [request.get("exactly")])
    )
    plain, given = applied(pod({}, {}, asked), found.patch)["spec"]["containers"]
    assert given["resources"]["limits"] == given["resources"]["requests"] == {"memory": "1Gi"}
    assert given["resources"]["claims"] == [{"name": CLAIM}]
    assert plain["resources"] == {"limits": {}, "requests": {}}


def test_a_plain_gpu_is_taken_only_where_the_pod_says_so() -> None:
    gpu = {"nvidia.com/gpu": "2"}
    assert asks_of(pod({}, gpu)) == []
    assert ways(pod({"heddle.io/take": "true"}, gpu)) == [(1000, 0)]
    assert asks_of(pod({"heddle.io/take": "false"}, gpu | {"nvidia.com/gpumem": "1"})) == []
    assert asks_of(pod({"heddle.io/take": "false", "gpu-fraction": "0.5"})) == []
    assert 'heddle.io/take: "yes"' in denial(pod({"heddle.io/take": "yes"}, gpu))


def test_a_pod_that_names_the_scheduler_of_another_is_left_to_it() -> None:
    spec = {"schedulerName": "kai-scheduler"}
    assert asks_of(pod({"gpu-fraction": "0.5"}, **spec)) == []
    taken = pod({"gpu-fraction": "0.5", "heddle.io/take": "true"}, **spec)
    assert applied(taken, amended(taken).patch)["spec"]["schedulerName"] == "default-scheduler"
    own = pod({KEY: "h200:0.5"}, **spec)  # a scheduler that knows claims may be named
    assert applied(own, amended(own).patch)["spec"]["schedulerName"] == "kai-scheduler"


def test_annotations_of_kai() -> None:
    assert ways(pod({"gpu-fraction": "0.5"})) == [(500, 40960), (500, 71885)]
    assert ways(pod({"gpu-memory": "8192"})) == [(100, 8192), (57, 8192)]
    several = amended(pod({"gpu-fraction": "0.25", "gpu-fraction-num-devices": "2"}))
    devices = several.template["spec"]["spec"]["devices"]
    assert devices["constraints"] == [
        {"requests": ["xpu"], "distinctAttribute": "xpu.heddle.dev/uuid"}
    ]
    (ask,) = asks_of(pod({"gpu-fraction": "1", "gpu-fraction-container-name": "c1"}, {}, {}))
    assert ask.container.name == "c1"


@pytest.mark.parametrize(
    ("annotations", "limits", "said"),
    [
        ({}, {"nvidia.com/gpumem": "1", "nvidia.com/gpumem-percentage": "1"}, "contradict"),
        ({}, {"nvidia.com/gpucores": "101"}, "from 0 to 100"),
        ({}, {"nvidia.com/gpumem": "all"}, "nvidia.com/gpumem is 'all'"),
        ({"nvidia.com/use-gputype": "A100"}, {"nvidia.com/gpumem": "1"}, "use-gputype"),
        ({"gpu-fraction": "0.5", "gpu-memory": "1"}, {}, "contradict"),
        ({"gpu-fraction": "2"}, {}, 'gpu-fraction: "2"'),
        ({"gpu-memory": "8Gi"}, {}, 'gpu-memory: "8Gi"'),
        ({"gpu-fraction-num-devices": "2"}, {}, "says no part"),
        ({"gpu-fraction": "0.5", KEY: "h200"}, {}, "in two ways"),
        ({KEY: "h200"}, {"nvidia.com/gpumem": "1"}, "in two ways"),
        ({KEY: "h200"}, {"nvidia.com/gpu": "1"}, "a limit of nvidia.com/gpu beside"),
        ({KEY: "h200", "heddle.io/take": "false"}, {"nvidia.com/gpumem": "1"}, "beside"),
    ],
)
def test_contradictions_are_denied(
    annotations: dict[str, str], limits: dict[str, str], said: str
) -> None:
    assert said in denial(pod(annotations, limits))


# Any pod.

amounts = st.integers(0, 101).map(str) | st.sampled_from(("3000", "x", "1Ki"))
resources = ("gpu", "gpucores", "gpumem", "gpumem-percentage", "priority")
limits_ = st.dictionaries(
    st.sampled_from([f"nvidia.com/{r}" for r in resources] + ["cpu"]), amounts
)
notes = st.fixed_dictionaries(
    {},
    optional={
        KEY: st.sampled_from(("h200:0.3", "gpu:0.5,mem=8Gi", "any", "h200 | fpga", "h200 + fpga")),
        f"{KEY}.c1": st.sampled_from(("h200:0.3", "gpu:0.5,mem=8Gi", "nonsense")),
        "heddle.io/take": st.sampled_from(("true", "false", "perhaps")),
        "gpu-fraction": st.sampled_from(("0.5", "0.3333", "x")),
        "gpu-memory": amounts,
        "gpu-fraction-num-devices": amounts,
    },
)
sizes = st.lists(st.integers(0, 200_000), max_size=6)


@given(notes, st.lists(limits_, min_size=1, max_size=3), sizes)
def test_a_pod_is_left_or_denied_or_gets_one_claim(
    annotations: dict[str, str], limits: list[dict[str, str]], mib: list[int]
) -> None:
    asked = pod(annotations, *limits, resourceClaims=[{"name": "net"}])
    devices = [
        PublishedDevice("cuda", "gpu", "nvidia", "H200", str(n), "guaranteed", each)
        for n, each in enumerate(mib)
    ]
    try:
        asks = asks_of(asked)
        if not asks:
            return
        found = amendment(asked, asks, "lab", devices)
    except DeniedError:
        return
    template, made = found.template, applied(asked, found.patch)
    # 1. Once is enough, and the same asks are the same template.
    assert asks_of(made) == []
    assert amendment(asked, asks, "lab", list(reversed(devices))).template == template
    # 2. Nothing else of the pod has changed.
    name = template["metadata"]["name"]
    assert re.fullmatch(r"heddle-xpu-[0-9a-f]{16}", name)
    entry = {"name": CLAIM, "resourceClaimTemplateName": name}
    assert made["spec"]["resourceClaims"] == [{"name": "net"}, entry]
    asking = {ask.container.name for ask in asks}
    for before, after in zip(asked["spec"]["containers"], made["spec"]["containers"], strict=True):
        if before["name"] not in asking:
            assert before == after
        cores = [each["resources"]["limits"].get("cpu") for each in (before, after)]
        assert cores[0] == cores[1]
    # 3. It is something that Kubernetes takes, and of which the devices have enough.
    for request in template["spec"]["spec"]["devices"]["requests"]:
        alternatives = request.get("firstAvailable") or [request["exactly"]]
        assert len(alternatives) <= MOST_ALTERNATIVES
        for each in alternatives:
            assert 1 <= int(each["capacity"]["requests"]["share"]) <= 1000


@given(st.integers(1, 100), st.lists(st.integers(100, 200_000), min_size=1, max_size=8))
def test_as_many_equal_shares_as_a_device_has_fit_in_its_memory(n: int, mib: list[int]) -> None:
    devices = [
        PublishedDevice("cuda", "gpu", "nvidia", "H200", "u", "guaranteed", each) for each in mib
    ]
    found = ways(pod({KEY: f"gpu,share={1000 // n / 1000:.3f}"}), devices)
    if n > 1:
        assert len(found) == len(set(mib))
        for (share, memory), size in zip(found, sorted(set(mib)), strict=True):
            assert n * share <= 1000
            assert 0 < n * memory <= size


def test_layers_are_kept_apart() -> None:
    best = amended(pod({KEY: "h200:0.5,best-effort"})).template["spec"]["spec"]["devices"]
    (request,) = best["requests"]
    assert request["exactly"]["deviceClassName"] == "xpu-best-effort"
    assert ways(pod({KEY: "h200:0.5,best-effort"}), (A100, SPARE)) == [(500, 71885)]
    assert ways(pod({KEY: "h200:0.5"}), (A100, SPARE)) == [(500, 0)]  # the whole: none is there yet


def test_any_is_any_accelerator() -> None:
    cpu = PublishedDevice("opencl", "cpu", "intel", "Xeon", "", "guaranteed", 1000)
    assert ways(pod({KEY: "any:0.5"}), (cpu, A100)) == [(500, 40960)]
    assert ways(pod({KEY: "opencl:0.5"}), (cpu, A100)) == [(500, 500)]


def test_devices_are_read_from_slices() -> None:
    device = {
        "name": "d",
        "attributes": {"api": {"string": "soft"}, "kind": {"string": "gpu"}, "level": {"int": 3}},
        "capacity": {"memory": {"value": "2Gi"}},
    }
    ours = {"spec": {"driver": "xpu.heddle.dev", "devices": [device]}}
    other = {"spec": {"driver": "gpu.nvidia.com", "devices": [{"name": "x", "attributes": {}}]}}
    (found,) = published([other, ours])
    assert found == PublishedDevice("soft", "gpu", "", "", "", "guaranteed", 2048)


# The review.


class Ensured:
    """Templates that were made; `fails` is what the API server says to everything."""

    def __init__(self, fails: str = "") -> None:
        self.fails = fails
        self.made: list[str] = []

    def devices(self) -> Sequence[PublishedDevice]:
        return ALL

    def ensure(self, template: Mapping[str, Any]) -> None:
        if self.fails:
            raise HeddleError(self.fails)
        self.made.append(template["metadata"]["name"])


def review(asked: dict[str, Any], **request: Any) -> dict[str, Any]:
    own = {
        "uid": "u1", "operation": "CREATE", "kind": {"kind": "Pod"}, "namespace": "lab",
        "object": asked, **request,
    }  # fmt: skip
    return {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": own}


def test_a_review_is_answered_with_a_patch() -> None:
    cluster = Ensured()
    response = answer(review(pod({KEY: "h200:0.3"})), cluster)["response"]
    patch = json.loads(base64.b64decode(response["patch"]))
    (claim,) = applied(pod(), patch)["spec"]["resourceClaims"]
    assert [claim["resourceClaimTemplateName"]] == cluster.made
    assert (response["uid"], response["allowed"], response["patchType"]) == (
        "u1",
        True,
        "JSONPatch",
    )


def test_a_dry_run_makes_nothing() -> None:
    cluster = Ensured()
    response = answer(review(pod({KEY: "h200:0.3"}), dryRun=True), cluster)["response"]
    assert (response["allowed"], "patch" in response, cluster.made) == (True, True, [])


def test_a_failure_of_the_api_server_denies_only_who_asks() -> None:
    cluster = Ensured("the API server does not answer.")
    response = answer(review(pod({KEY: "h200:0.3"})), cluster)["response"]
    assert not response["allowed"]
    assert response["status"]["code"] == 503
    assert response["status"]["message"].startswith("the API server does not answer.")
    for other in (review(pod()), review(pod({KEY: "h200"}), operation="UPDATE")):
        assert answer(other, cluster)["response"] == {"uid": "u1", "allowed": True}


def test_sizes_are_asked_for_only_where_they_matter() -> None:
    assert depends_on_sizes(asks_of(pod({KEY: "h200:0.3"})))
    for line in ("h200:0.3,mem=8Gi", "h200", "h200,mem=8Gi"):
        assert not depends_on_sizes(asks_of(pod({KEY: line})))


# The sweep.

NOW_S = 1_790_000_000
times = st.integers(0, 2 * int(UNUSED_S))


def template(name: str, age_s: int, used_s: int | None) -> dict[str, Any]:
    def said(ago_s: int) -> str:
        return datetime.fromtimestamp(NOW_S - ago_s, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    notes = {} if used_s is None else {"annotations": {USED: said(used_s)}}
    return {
        "metadata": {"name": name, "namespace": "lab", "creationTimestamp": said(age_s), **notes}
    }


@given(st.lists(st.tuples(times, st.none() | times, st.booleans()), max_size=6))
def test_only_old_templates_that_no_pod_names_are_removed(
    found: list[tuple[int, int | None, bool]],
) -> None:
    templates = [template(str(n), age, used) for n, (age, used, _) in enumerate(found)]
    named = {("lab", str(n)) for n, (_, _, is_named) in enumerate(found) if is_named}
    removed = unused(templates, named, NOW_S)
    for n, (age, used, is_named) in enumerate(found):
        last = age if used is None else used
        assert (("lab", str(n)) in removed) == (last > UNUSED_S and not is_named)
        # What is not remembered at once is remembered soon enough.
        assert needs_touch(templates[n], NOW_S) == (last > TOUCHED_S)
    assert TOUCHED_S < UNUSED_S / 2
