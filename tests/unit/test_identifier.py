"""Identifiers as texts: one for one thing, and every slip is found and placed."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle import cli
from heddle.model.identifiers import codes
from heddle.model.identifiers.identifier import Identifier, Resource, normalise, parse
from heddle.model.identifiers.rules import ALPHABET, RULES, IdentifierError, check_characters, word
from heddle.model.site import PLACES
from tests.soak import count

DOCS = Path(__file__).parents[2] / "docs" / "reference" / "identification.md"

#: Words of all shapes, and every structure the grammar knows.
words = st.from_regex("[A-Z0-9]{1,5}(_[A-Z0-9]{1,5})?", fullmatch=True)
maybe = st.none() | words


def amounts(edition: str, count: int | None) -> st.SearchStrategy[tuple[tuple[str, int], ...]]:
    units = [u for u, unit in codes.UNITS.items() if u != "CT" and unit.edition in (None, edition)]

    def build(chosen: dict[str, int]) -> tuple[tuple[str, int], ...]:
        first = () if count is None else (("CT", count),)
        limit = {"SH": 1000 * (count or 1)}
        rest = ((u, min(chosen[u], limit.get(u, chosen[u]))) for u in units if u in chosen)
        return (*first, *rest)

    numbers = st.integers(0, 10**15 - 1)
    return st.dictionaries(st.sampled_from(units), numbers, max_size=4).map(build)


@st.composite
def identifiers(draw: st.DrawFn) -> Identifier:
    edition = draw(st.sampled_from(list(codes.EDITIONS)))
    kinds = [kind for kind in codes.KINDS if kind != "NODE"]

    def resource(kind: str, count: int | None = None) -> Resource:
        return Resource(kind, draw(maybe), draw(maybe), draw(amounts(edition, count)))

    def identity(bases: dict[str, codes.Code]) -> str:
        number = draw(st.integers(0, 2**64 - 1))
        return f"{draw(st.sampled_from(list(bases)))}{number:016X}"

    is_node = draw(st.booleans())
    if is_node:
        counts = draw(st.lists(st.integers(1, 64), max_size=4))
        chips = [resource(draw(st.sampled_from(kinds)), count) for count in counts]
        resources = (resource("NODE"), *sorted(chips, key=lambda chip: chip.code))
    else:
        resources = (resource(draw(st.sampled_from(kinds))),)
    places = draw(st.tuples(maybe, maybe, maybe, maybe))
    is_whole = draw(st.booleans())
    return Identifier(
        edition=edition,
        registration=draw(st.from_regex("[A-Z0-9]{1,20}", fullmatch=True)),
        resources=resources,
        node=identity(codes.NODE_BASES),
        device=None if is_node else identity(codes.DEVICE_BASES),
        partition=None if is_node or is_whole else identity(codes.PARTITION_BASES),
        site=places if any(places) else (),
    )


def random_identifier(luck: random.Random) -> Identifier:
    """Without hypothesis, because ten thousand of its examples take too long."""

    def some_word(limit: int) -> str | None:
        letters = "".join(luck.choices(ALPHABET[:36], k=luck.randint(0, limit)))
        return letters or None

    def identity(bases: dict[str, codes.Code]) -> str:
        return f"{luck.choice(list(bases))}{luck.getrandbits(64):016X}"

    edition = luck.choice("TA")
    units = [u for u, unit in codes.UNITS.items() if unit.edition in (None, edition)]

    def resource(kind: str, *first: tuple[str, int]) -> Resource:
        rest = ((u, luck.randrange(1001)) for u in units if u != "CT" and luck.random() < 0.4)
        return Resource(kind, some_word(12), some_word(24), (*first, *rest))

    kinds = list(codes.KINDS)[1:]
    is_node = luck.random() < 0.4
    own = "NODE" if is_node else luck.choice(kinds)
    chip_kinds = luck.choices(kinds, k=luck.randint(0, 4)) if is_node else []
    chips = [resource(kind, ("CT", luck.randint(1, 99))) for kind in chip_kinds]
    site = tuple(some_word(12) for _ in PLACES)
    return Identifier(
        edition,
        some_word(20) or codes.UNREGISTERED,
        (resource(own), *sorted(chips, key=lambda chip: chip.code)),
        identity(codes.NODE_BASES),
        None if is_node else identity(codes.DEVICE_BASES),
        None if is_node or luck.random() < 0.5 else identity(codes.PARTITION_BASES),
        site if any(site) else (),
    )


@pytest.mark.soak
def test_random_identifiers_come_back_as_they_were() -> None:
    """parse(str(x)) is x, and no two of them share a text."""
    luck = random.Random(5)
    texts = set()
    number = count(1_000, 100_000)
    for _ in range(number):
        identifier = random_identifier(luck)
        text = str(identifier)
        assert parse(text) == identifier
        texts.add(text)
    assert len(texts) == number


@pytest.mark.slow
@given(identifiers())
def test_any_identifier_comes_back_as_it_was(identifier: Identifier) -> None:
    """Every structure of the grammar; its characters are safe in URLs and file names."""
    text = str(identifier)
    assert parse(text) == identifier
    assert str(parse(text)) == text
    assert set(text) <= set(ALPHABET)
    assert normalise(text) == (text, ())


@settings(max_examples=70)
@given(identifiers(), st.data())
def test_every_wrong_character_is_found_and_none_before_its_segment_is_blamed(
    identifier: Identifier, data: st.DataObject
) -> None:
    """The separators count, too; the rule that is cited exists."""
    text = str(identifier)
    at = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from(ALPHABET + "a é\n").filter(lambda c: c != text[at]))
    with pytest.raises(IdentifierError) as caught:
        parse(text[:at] + other + text[at + 1 :])
    segment = text.rfind("-", 0, at) + 1
    assert segment <= caught.value.position - 1 <= len(text)
    assert caught.value.rule in RULES
    if other not in ALPHABET:
        assert caught.value.position == at + 1


@settings(max_examples=70)
@given(identifiers(), st.data())
def test_every_swap_of_neighbours_is_found(identifier: Identifier, data: st.DataObject) -> None:
    """What MOD 37,36 does not promise."""
    text = str(identifier)
    at = data.draw(st.integers(0, len(text) - 2).filter(lambda i: text[i] != text[i + 1]))
    with pytest.raises(IdentifierError):
        parse(text[:at] + text[at + 1] + text[at] + text[at + 2 :])


@pytest.mark.slow
@settings(max_examples=70)
@given(identifiers(), st.data())
def test_what_is_cut_off_is_found(identifier: Identifier, data: st.DataObject) -> None:
    """A text that ends early is refused, at its end or before."""
    text = str(identifier)
    cut = text[: data.draw(st.integers(0, len(text) - 1))]
    with pytest.raises(IdentifierError) as caught:
        parse(cut)
    assert caught.value.position <= len(cut) + 1


@given(st.text(max_size=80))
def test_any_other_text_is_refused_and_never_crashes(text: str) -> None:
    """Whatever people paste."""
    for read in (parse, normalise):
        with pytest.raises(IdentifierError) as caught:
            read(text)
        assert 1 <= caught.value.position <= len(caught.value.text) + 1


def test_check_characters_are_those_of_the_standard() -> None:
    """ISO 7064's own example of MOD 1271-36."""
    assert check_characters("ISO79") == "3W"


GOOD = "HD1T-X0-GPU.NVIDIA.H200-989400F16.143771MI-M3F9A6C0E12B4D578.U0123456789ABCDEF-"
NODE = "HD1T-X0-NODE._._~CPU.AMD.A~GPU.AMD.B-9GI~2CT~1CT-M3F9A6C0E12B4D578-"


@pytest.mark.parametrize(
    ("old", "new", "rule", "where"),
    [
        ("HD1T", "HX1T", "prefix", "X1T"),
        ("HD1T", "HD2T", "version", "2T"),
        ("HD1T", "HD1B", "edition", "B-"),
        ("X0", "X_0", "registration", "_0"),
        ("X0", "X" * 21, "registration", "X-GPU"),
        ("GPU", "GPX", "kind", "GPX"),
        (".NVIDIA", "", "resource", "-989400"),
        ("H200", "H__200", "word", "__200"),
        ("H200", "H" * 25, "word", "H-9"),
        ("H200", "H200~GPU.AMD.MI300X", "chips", "GPU.AMD"),
        ("989400F16", "0989400F16", "amount", "989400F16"),
        ("989400F16", "98.5F16", "unit", ".5F16"),
        ("F16", "FLOPS", "unit", "FLOPS"),
        ("989400F16.143771MI", "143771MI.989400F16", "unit", "F16-"),
        ("HD1T", "HD1A", "unit edition", "F16."),
        ("989400F16", "8CT", "count", "8CT"),
        ("989400F16", "1001SH", "share", "1001SH"),
        ("143771MI", "143771MI~_", "specification", "~_"),
        ("M3F9A", "CN.DC1.R2~M3F9A", "site", "~M3F9A"),
        ("M3F9A", "_._._._~M3F9A", "site", "_._._._"),
        ("M3F9A", "X3F9A", "identity", "X3F9A"),
        ("ABCDEF", "ABCDE", "identity", "-"),
        (".U0123456789ABCDEF", "", "path", "-"),
        ("-U", "-", "length", ""),
    ],
)
def test_each_rule_is_cited_where_it_is_broken(old: str, new: str, rule: str, where: str) -> None:
    """The position is the first character that is wrong."""
    text = GOOD.replace(old, new)
    if rule == "length":
        text += "0" * 2000
    with pytest.raises(IdentifierError) as caught:
        parse(text + check_characters(text))
    error = caught.value
    assert error.rule == rule
    if where != "":
        assert text[error.position - 1 :].startswith(where)
    assert str(error).splitlines()[-1].endswith("^")


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("CPU.AMD.A~GPU.AMD.B", "GPU.AMD.B~CPU.AMD.A", "chips"),
        ("~1CT", "", "specification"),
        ("~1CT", "~0CT", "count"),
        ("~1CT", "~_", "amount"),
        ("~1CT", "~1MI", "count"),
        ("D578", "D578.U0123456789ABCDEF", "path"),
        ("-M3", "-X-M3", "identity"),
    ],
)
def test_a_node_has_its_own_rules(old: str, new: str, rule: str) -> None:
    """Chips in order, each with its number; nothing below the node in its path."""
    parse(NODE + check_characters(NODE))
    text = NODE.replace(old, new)
    with pytest.raises(IdentifierError) as caught:
        parse(text + check_characters(text))
    assert caught.value.rule == rule


def test_what_people_copy_is_read_and_they_are_told() -> None:
    """Lower case, line breaks, full-width letters, other dashes, brackets."""
    right = GOOD + check_characters(GOOD)
    meant = "<" + right.lower().replace("-", "\u2013", 1).replace("h200", "ｈ200\n ") + ">"
    text, changes = normalise(meant)
    assert text == right
    assert len(changes) == 5


def test_examples_in_the_documentation_are_right() -> None:
    """A reader who checks them finds no fault."""
    page = DOCS.read_text()
    found = re.findall(r"HD1[TA]-[0-9A-Z._~-]+-[0-9A-Z]{2}\b", page)
    assert len(found) > 3
    for text in found:
        parse(text)
    for name in (*RULES, *codes.UNITS, *codes.KINDS, *codes.PARTITION_BASES, *codes.NODE_BASES):
        assert f"`{name}`" in page


@given(st.text(max_size=40), st.text(max_size=40))
def test_names_become_words_that_tell_them_apart(one: str, other: str) -> None:
    """Long and foreign names are cut and marked."""
    first, second = word(one, 12), word(other, 12)
    for code in (first, second):
        assert code is None or (len(code) <= 12 and set(code) <= set(ALPHABET[:36] + "_"))
    if first == second and one != other:
        assert one.isascii()
        assert other.isascii()


def test_the_command_reads_and_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    """`heddle device id --check`, `--decode` and `--explain`."""
    right = GOOD + check_characters(GOOD)
    assert cli.main(["device", "id", "--check", right]) == 0
    assert cli.main(["device", "id", "--check", right.lower()]) == 2
    assert f"Meant: {right}" in capsys.readouterr().err
    assert cli.main(["device", "id", "--decode", right.lower(), "-o", "json"]) == 0
    captured = capsys.readouterr()
    assert '"F16": 989400' in captured.out
    assert "lower case" in captured.err
    assert cli.main(["device", "id", "--explain", right, "--language", "zh"]) == 0
    assert "英伟达" in capsys.readouterr().out
    assert cli.main(["device", "id", "--check", right.replace("H200", "H100")]) == 2
    assert f"at character {len(right) - 1}, check" in capsys.readouterr().err
