"""Quotas: limits hold, guarantees can be had, and what is borrowed is given back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from heddle.cluster.quota import CLUSTER, Give, Quota, Quotas, Usage, path
from heddle.model.reason import Reason
from heddle.spec import quota_file
from heddle.spec.document import FileError

ROOT = Path(__file__).parents[2]
NAMES = ("gpu", "units")
TENANTS = ["a", "a/x", "a/x/u", "a/y", "b", "b/z", "c"]  # c and some users are in no file
Amounts = dict[str, int]


@st.composite
def trees(draw: st.DrawFn) -> Quotas:
    """Quotas that agree with each other."""
    capacity = {name: draw(st.integers(0, 40)) for name in NAMES}
    tenants: dict[str, Quota] = {}
    left: dict[str, Amounts] = {CLUSTER: dict(capacity)}
    for tenant in TENANTS[:-1]:
        above = left[path(tenant)[1]]
        nominal = {name: draw(st.integers(0, above[name])) for name in NAMES}
        for name in NAMES:
            above[name] -= nominal[name]
        left[tenant] = dict(nominal)
        limit = {
            name: nominal[name] + draw(st.integers(0, 20))
            for name in draw(st.sets(st.sampled_from(NAMES)))
        }
        tenants[tenant] = Quota(
            nominal, limit, draw(st.integers(1, 3)), draw(st.booleans()), draw(st.booleans())
        )
    return Quotas(capacity, tenants)


wishes = st.fixed_dictionaries({}, optional={name: st.integers(0, 12) for name in NAMES})
steps = st.lists(st.tuples(st.sampled_from([*TENANTS, "a/new/user"]), wishes), max_size=25)


def fill(
    quotas: Quotas, wanted: list[tuple[str, Amounts]]
) -> tuple[Usage, list[tuple[str, Amounts]]]:
    """Usage after all that was allowed has started."""
    usage, running = Usage(quotas), []
    for tenant, amounts in wanted:
        if usage.may_start(tenant, amounts) is None:
            usage.start(tenant, amounts)
            running.append((tenant, amounts))
    return usage, running


def taken(usage: Usage, tenant: str, name: str) -> int:
    """What it and those below it use, and what those keep for themselves although it is idle."""
    below = [each for each in (*TENANTS, "a/new", "a/new/user") if path(each)[1] == tenant]
    found = usage.used(tenant).get(name, 0)
    for each in below:
        quota, part = usage.quotas.tenants.get(each, Quota()), taken(usage, each, name)
        held = part if quota.lend else max(part, quota.nominal.get(name, 0))
        found += held - usage.used(each).get(name, 0)
    return found


def within_limits(usage: Usage) -> bool:
    capacity = usage.quotas.capacity
    if any(usage.used().get(name, 0) > capacity[name] for name in NAMES):
        return False
    for tenant, quota in usage.quotas.tenants.items():
        used = usage.used(tenant)
        for name in NAMES:
            if used.get(name, 0) > quota.limit.get(name, 10**9):
                return False
            if not quota.borrow and used.get(name, 0) > quota.nominal.get(name, 0):
                return False
    return True


@settings(max_examples=50)
@given(trees(), steps, st.data())
def test_no_sequence_of_starts_and_ends_exceeds_a_limit(
    quotas: Quotas, wanted: list[tuple[str, Amounts]], data: st.DataObject
) -> None:
    """Neither a tenant's, nor one above it, nor the capacity."""
    usage = Usage(quotas)
    running: list[tuple[str, Amounts]] = []
    for tenant, amounts in wanted:
        if data.draw(st.booleans()) and running:
            usage.end(*running.pop(data.draw(st.integers(0, len(running) - 1))))
        elif usage.may_start(tenant, amounts) is None:
            usage.start(tenant, amounts)
            running.append((tenant, amounts))
        assert within_limits(usage)


@settings(max_examples=50)
@given(trees(), steps, st.sampled_from(TENANTS[:-1]), st.data())
def test_a_guarantee_can_always_be_had(
    quotas: Quotas, wanted: list[tuple[str, Amounts]], tenant: str, data: st.DataObject
) -> None:
    """Whatever was borrowed before: what others give back is enough, and nobody starves."""
    usage, _ = fill(quotas, wanted)
    nominal, used = quotas.tenants[tenant].nominal, usage.used(tenant)
    below = [t for t in quotas.tenants if t.startswith(tenant + "/")]
    assume(all(quotas.tenants[t].lend for t in below))  # what those keep is theirs
    amounts = {
        name: data.draw(st.integers(0, nominal[name] - used.get(name, 0)))
        for name in NAMES
        if nominal[name] > used.get(name, 0)
    }
    gives = usage.reclaim(tenant, amounts)
    assert isinstance(gives, tuple)
    for give in gives:
        usage.end(give.tenant, give.amounts)
    assert usage.may_start(tenant, amounts) is None


@settings(max_examples=50)
@example(
    Quotas(
        {"gpu": 12},
        {"a": Quota({"gpu": 12}), "a/x": Quota({"gpu": 1}), "a/y": Quota({"gpu": 1}, lend=False)},
    ),
    [("a", {"gpu": 11})],
    "a/x",
    {"gpu": 1},
)
@given(trees(), steps, st.sampled_from(TENANTS), wishes)
def test_only_what_is_over_a_guarantee_is_given_back(
    quotas: Quotas, wanted: list[tuple[str, Amounts]], tenant: str, amounts: Amounts
) -> None:
    """Nobody falls below its own guarantee, nobody gives what it has not, and it is enough."""
    usage, _ = fill(quotas, wanted)
    gives = usage.reclaim(tenant, amounts)
    if isinstance(gives, Reason):
        assert usage.may_start(tenant, amounts) is not None
        return
    assert (usage.may_start(tenant, amounts) is None) == (gives == ())
    after = usage.copy()
    for give in gives:
        after.end(give.tenant, give.amounts)
        assert all(amount > 0 for amount in give.amounts.values())
    assert after.may_start(tenant, amounts) is None
    started = after.copy()
    started.start(tenant, amounts)
    for each, quota in quotas.tenants.items():
        for name in NAMES:
            lost = usage.used(each).get(name, 0) - after.used(each).get(name, 0)
            assert after.used(each).get(name, 0) >= 0
            if lost:
                assert taken(started, each, name) >= quota.nominal.get(name, 0)


@settings(max_examples=50)
@given(trees(), steps, st.sampled_from(TENANTS), wishes)
def test_the_same_usage_gives_the_same_answer(
    quotas: Quotas, wanted: list[tuple[str, Amounts]], tenant: str, amounts: Amounts
) -> None:
    """In whatever order the jobs came; and asking changes nothing."""
    usage, running = fill(quotas, wanted)
    other = Usage(quotas)
    for job in reversed(running):
        other.start(*job)
    answers = [
        (
            each.reclaim(tenant, amounts),
            each.may_start(tenant, amounts),
            sorted(TENANTS, key=each.fair_key),
            each.used(),
        )
        for each in (usage, other, usage, usage.copy())
    ]
    assert all(answer == answers[0] for answer in answers)


@settings(max_examples=50)
@given(trees(), steps)
def test_ending_everything_leaves_nothing(
    quotas: Quotas, wanted: list[tuple[str, Amounts]]
) -> None:
    """Usage is kept incrementally without drifting."""
    usage, running = fill(quotas, wanted)
    for job in running:
        usage.end(*job)
    assert usage.used() == {}
    for tenant in TENANTS:
        for name in NAMES:
            big = {name: quotas.capacity[name] + 1}
            before, after = Usage(quotas).may_start(tenant, big), usage.may_start(tenant, big)
            assert before == after


TWO = Quotas(
    {"gpu": 10_000},
    {"a": Quota({"gpu": 6000}), "b": Quota({"gpu": 4000}), "b/x": Quota(limit={"gpu": 9000})},
)


def test_idle_guarantees_are_borrowed_and_given_back() -> None:
    """The one most over its share first, no more than is needed."""
    usage = Usage(TWO)
    usage.start("b/x", {"gpu": 6000})
    usage.start("c", {"gpu": 3000})
    assert usage.may_start("a", {"gpu": 1000}) is None
    reason = usage.may_start("a", {"gpu": 2000})
    assert reason is not None
    assert (reason.code, reason.tenant) == ("quota", "all")
    # c is 3 over its guarantee of nothing, b is 2 over its 4.
    assert usage.reclaim("a", {"gpu": 2000}) == (Give("c", {"gpu": 1000}),)
    assert usage.reclaim("a", {"gpu": 6000}) == (
        Give("c", {"gpu": 3000}),
        Give("b/x", {"gpu": 2000}),
    )
    assert isinstance(usage.reclaim("a", {"gpu": 7000}), Reason)
    assert isinstance(usage.reclaim("c", {"gpu": 2000}), Reason)


def test_a_user_of_a_team_has_the_guarantee_of_the_team() -> None:
    """Also one that no file names."""
    usage = Usage(TWO)
    usage.start("c", {"gpu": 10_000})
    assert usage.reclaim("a/new", {"gpu": 6000}) == (Give("c", {"gpu": 6000}),)
    limited = usage.reclaim("b/x", {"gpu": 9500})
    assert isinstance(limited, Reason)


def test_reasons_say_who_has_used_how_much_of_what() -> None:
    """Devices as people count them."""
    usage = Usage(TWO)
    usage.start("b/x", {"gpu": 8500})
    reason = usage.may_start("b/x", {"gpu": 1000})
    assert reason is not None
    assert "tenant b/x uses 8.5 of 9 gpu" in reason.text
    assert reason.why == "limit of b/x"


def test_what_is_not_lent_starts_at_once() -> None:
    """Others find it taken although it is idle."""
    usage = Usage(Quotas({"gpu": 10}, {"a": Quota({"gpu": 6}, lend=False)}))
    assert usage.may_start("b", {"gpu": 5}) is not None
    usage.start("b", {"gpu": 4})
    assert usage.may_start("a", {"gpu": 6}) is None


def test_what_the_capacity_does_not_name_is_not_counted() -> None:
    """A file about GPUs says nothing about FPGAs."""
    usage = Usage(TWO)
    assert usage.may_start("a", {"fpga": 10**9}) is None
    usage.start("a", {"fpga": 5})
    assert usage.used("a") == {}


def test_fair_order_is_by_dominant_share_and_weight_from_the_top() -> None:
    """Organisations are compared before their teams."""
    quotas = Quotas({"gpu": 100, "cpu": 1000}, {"a": Quota(weight=2)})
    usage = Usage(quotas)
    usage.start("a/x", {"gpu": 40})
    usage.start("b/y", {"cpu": 300})
    usage.start("a/z", {"cpu": 10})
    assert usage.dominant_share("a") == 200_000
    assert usage.dominant_share("b") == 300_000
    assert sorted(["b/y", "a/x", "a/z"], key=usage.fair_key) == ["a/z", "a/x", "b/y"]


def test_the_example_and_the_page_can_be_read() -> None:
    """Devices become thousandths, units stay."""
    quotas = quota_file.read(ROOT / "examples" / "quota.toml")
    assert quotas.capacity["gpu"] == 48_000
    assert quotas.tenants["acme"].nominal["units"] == 40_000
    assert quotas.tenants["clinic"] == Quota(
        {"units": 8000, "gpu": 8000, "npu": 8000}, borrow=False, lend=False
    )
    page = (ROOT / "docs" / "reference" / "jobs.md").read_text()
    for text in re.findall(r"```toml\n(.*?)```", page, re.DOTALL):
        assert quota_file.parse(text).tenants
    assert quota_file.parse(quota_file.__doc__.partition("\n\n")[2]).tenants


def test_all_errors_of_a_quota_file_are_reported_with_their_lines() -> None:
    """And what was probably meant."""
    text = """\
[capacity]
gpu = 32

[tenant.a]
nominal = { gpus = 16 }
wieght = 2
borrow = "no"
weight = 0

[tenant."a/b"]
limit = { gpu = 1.5 }

[tenant."x y"]

[tenant.a.c]
nominal = { gpu = 1 }
"""
    with pytest.raises(FileError) as caught:
        quota_file.parse(text)
    found = [(p.line, p.message) for p in caught.value.problems]
    expected = [
        (5, "Did you mean 'gpu'"),
        (6, "Did you mean 'weight'"),
        (7, "true or false"),
        (8, "from 1 to"),
        (11, "whole number"),
        (13, "not a tenant"),
    ]
    for line, rule in expected:
        assert any(at == line and rule in message for at, message in found), (line, found)
    assert any('[tenant."a/c"]' in message for _, message in found)


@pytest.mark.parametrize(
    ("text", "line", "rule"),
    [
        ("[tenant.a]\nnominal = {gpu = 9}\n", 1, "those below the cluster are guaranteed 9 gpu"),
        ('[tenant."a/b"]\nnominal = {gpu = 1}\n', 1, "a itself is 0 gpu"),
        ("[tenant.a]\nnominal = {gpu = 4}\nlimit = {gpu = 3}\n", 5, "the limit is less"),
        ("[tenant.a]\nnominal = {npu = 1}\n", 3, "npu is not in [capacity]"),
        ("[tenant.a]\nborrow = false\n", 4, "0 means none"),
        ("[tenant.a]\nweight = \n", 4, "not TOML"),
    ],
)
def test_quotas_that_do_not_agree_are_refused(text: str, line: int, rule: str) -> None:
    """A guarantee has something behind it."""
    with pytest.raises(FileError) as caught:
        quota_file.parse("[capacity]\ngpu = 8\n" + text)
    assert any(p.line == line and rule in p.message for p in caught.value.problems), caught.value


def test_a_file_without_capacity_is_refused() -> None:
    """There is nothing to share."""
    with pytest.raises(FileError, match=r"no \[capacity\]"):
        quota_file.parse("")


@settings(max_examples=30)
@given(trees())
def test_every_agreeing_tree_can_be_written_and_read(quotas: Quotas) -> None:
    """The file says all that the tree holds."""

    def table(amounts: Amounts) -> str:
        return "{" + ", ".join(f"{name} = {n}" for name, n in amounts.items()) + "}"

    lines = ["[capacity]", *(f"{name} = {n}" for name, n in quotas.capacity.items())]
    for tenant, quota in quotas.tenants.items():
        lines += [
            f'[tenant."{tenant}"]',
            f"nominal = {table(dict(quota.nominal))}",
            f"limit = {table(dict(quota.limit))}",
            f"weight = {quota.weight}",
            f"borrow = {str(quota.borrow).lower()}",
            f"lend = {str(quota.lend).lower()}",
        ]

    def milli(amounts: Amounts) -> Amounts:
        return {name: n if name == "units" else n * 1000 for name, n in amounts.items()}

    read = quota_file.parse("\n".join(lines))
    assert read.capacity == milli(dict(quotas.capacity))
    for tenant, quota in quotas.tenants.items():
        assert read.tenants[tenant].nominal == milli(dict(quota.nominal))
        assert read.tenants[tenant].limit == milli(dict(quota.limit))
        assert read.tenants[tenant].borrow == quota.borrow
