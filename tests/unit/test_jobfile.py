"""Job files: what they mean, and that everything wrong in them is said at once, with its place."""

from __future__ import annotations

import builtins
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.cli import main
from heddle.errors import MissingExtraError, UsageError
from heddle.model.job import Alternative, Conditions, DataAsk, DeviceAsk, Job
from heddle.spec import alternatives, job_file
from heddle.spec.document import FileError, SourceText
from heddle.spec.job_text import as_text, normal
from heddle.spec.json_reader import read_json

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples" / "jobs").iterdir())
H200 = DeviceAsk(1, "gpu", "nvidia", ("H200",))
SMALL = "id: a\ndevices: gpu:1\ncommand: ./x\n"


def job(text: str) -> Job:
    (found,) = job_file.parse(text)
    return found


def problems(text: str, **options: Any) -> list[tuple[int, int, str]]:
    with pytest.raises(FileError) as caught:
        job_file.parse(text, **options)
    return [(p.line, p.column, p.message) for p in caught.value.problems]


def test_a_short_job_has_the_usual_values() -> None:
    """What is not said is the model's default; the workload is the job's name."""
    way = Alternative((DeviceAsk(1, "gpu"),), command=("./x",))
    assert job(SMALL) == Job("a", "default", (way,), workload="a")


def test_every_field_of_the_model_can_be_said() -> None:
    """In human units."""
    text = """
id: train
tenant: acme/vision
workload: resnet50
lane: nightly
shape: elastic
members: 4
least: 2
most: 8
alternatives:
  - devices: h200:1@fra1
    share: 25%
    command: python train.py --name "a b"
    image: repo/train:1
    environment: {DEBUG: yes, PORT: 1:30}
  - devices: cpu:32
    command: [./train, "on", 012]
    rate: 5%
cpu: 1.5
memory: 20GiB
priority: low
preemptible: false
deadline: 2h
expected: 1h30m
conditions:
  level: 2
  stack: [cuda>=12.4, nccl]
  joined: rack
  sites: fra1
  nodes: [gpu-7, gpu-8]
  data: [{name: set, sites: [fra1, ham2], size: 1TiB}]
  bandwidth: 10Gbit/s
  latency: 500us
  volume: 2TiB
  price: 3.90
  power: 0.7kW
"""
    (found,) = job_file.parse(text, submitted_s=1000)
    quarter = DeviceAsk(1, "gpu", "nvidia", ("H200",), share_milli=250)
    environment = {"DEBUG": "yes", "PORT": "1:30"}  # as written: YAML's own ideas do not count
    assert found == Job(
        "train",
        "acme/vision",
        (
            Alternative(
                (quarter,),
                "fra1",
                ("python", "train.py", "--name", "a b"),
                "repo/train:1",
                environment,
            ),
            Alternative((DeviceAsk(32, "cpu"),), None, ("./train", "on", "012"), rate_milli=50),
        ),
        shape="elastic",
        members=4,
        least=2,
        most=8,
        cpu_milli=1500,
        memory_mib=20480,
        priority=-100,
        preemptible=False,
        deadline_s=1000 + 7200,
        submitted_s=1000,
        expected_s=5400,
        conditions=Conditions(
            2,
            ("cuda>=12.4", "nccl"),
            "rack",
            ("fra1",),
            (DataAsk("set", ("fra1", "ham2"), 1 << 20),),
            1250,
            500,
            2 << 20,
            3900,
            700,
            ("gpu-7", "gpu-8"),
        ),
        lane="nightly",
        workload="resnet50",
    )


def test_the_short_form_is_one_start_for_all_alternatives() -> None:
    """A share is of accelerators; cores are whole."""
    found = job('id: a\ndevices: "h200:1 | cpu:4"\nshare: 50%\nimage: i\n')
    assert [a.asks[0].share_milli for a in found.alternatives] == [500, 1000]
    assert {a.image for a in found.alternatives} == {"i"}


def test_an_alternative_adds_to_the_environment_and_replaces_the_command() -> None:
    """The job's own is the usual."""
    found = job(
        "id: a\ncommand: ./x\nenvironment: {A: 1, B: 2}\n"
        "alternatives:\n- devices: gpu\n- {devices: npu, command: ./y, environment: {B: 3}}\n"
    )
    first, second = found.alternatives
    assert (first.command, first.environment) == (("./x",), {"A": "1", "B": "2"})
    assert (second.command, second.environment) == (("./y",), {"A": "1", "B": "3"})


def test_several_jobs_are_a_list_or_documents() -> None:
    """In the order of the file."""
    listed = "- {id: a, devices: 1, image: i}\n- {id: b, devices: 1, image: i}\n"
    found = job_file.parse(listed + "---\n" + SMALL.replace("a\n", "c\n", 1))
    assert [each.id for each in found] == ["a", "b", "c"]


def test_all_errors_of_a_file_are_reported_at_once_in_its_order() -> None:
    """Each with line, column, what is allowed, and what was probably meant."""
    text = """\
id: a b
name: x
shape: gnag
devices: "h200:1 | h20O:2"
comand: ./x
command: ./x | tee y
cpu: 500x
memory: 20GB
memory: 1GiB
priority: 256
preemptible: maybe
deadline: 2026-12-01T08:00:00
share: 101%
conditions:
  level: 4
  stack: CUDA 12
  joined: nvlnk
  sites: []
  latency: 2
"""
    expected = [
        (1, 5, "not a name"),
        (2, 1, "Did you mean 'id'"),
        (3, 8, "Did you mean 'gang'"),
        (4, 20, "Did you mean 'h200'"),
        (5, 1, "Did you mean 'command'"),
        (6, 10, "needs a shell"),
        (7, 6, "500m"),
        (8, 9, "Did you mean '20GiB'"),
        (9, 1, "twice; the first is in line 8"),
        (10, 11, "-255 to 255"),
        (11, 14, "true or false"),
        (12, 11, "with its zone"),
        (13, 8, "out of range"),
        (15, 10, "from 0 to 3"),
        (16, 10, "cuda>=12.4"),
        (17, 11, "Did you mean 'nvlink'"),
        (18, 10, "the list is empty"),
        (19, 12, "names no `data`"),
        (19, 12, "as in 2ms"),
    ]
    found = problems(text)
    assert [(line, column) for line, column, _ in found] == [(a, b) for a, b, _ in expected]
    for (_, _, message), (_, _, rule) in zip(found, expected, strict=True):
        assert rule in message


@pytest.mark.parametrize(
    ("lines", "place", "rule"),
    [
        ("shape: elastic\nleast: 9\nmost: 8", (5, 8), "least: 9 is more than most, 8"),
        ("shape: elastic\nleast: 2", (4, 8), "says its `most`"),
        ("shape: elastic\nleast: 2\nmost: 4\nmembers: 5", (7, 10), "not from least, 2"),
        ("shape: gang\nmembers: 0", (5, 10), "from 1 to"),
        ("shape: gang", (4, 8), "needs `members`"),
        ("members: 2", (4, 10), "a single job has 1"),
        ("least: 2", (4, 8), "only an elastic job"),
        ("shape: service\nexpected: 1h", (5, 11), "does not end"),
        ("share: -5%", (4, 8), "not a share"),
        ("memory: -1GiB", (4, 9), "not an amount"),
        ("memory:", (4, 8), "this is nothing"),
        ("memory: [1GiB]", (4, 9), "this is a list"),
        ("conditions: {joined: rack}", (4, 13), "has no gang"),
        ("conditions: {latency: 1ms}", (4, 23), "names no `data`"),
        ("conditions: fast", (4, 13), "is a mapping"),
        ("conditions: {data: [{name: a}]}", (4, 21), "`sites` is missing"),
        ("conditions: {data: []}", (4, 20), "an empty list"),
        ("conditions: {sites: [a, a]}", (4, 25), "twice"),
        ("environment: {1A: x}", (4, 15), "variable name"),
        ("environment: {A: }", (4, 17), "this is nothing"),
        ("environment: {A: 1, A: 2}", (4, 21), "twice"),
        ("alternatives: [{devices: gpu}]", (2, 10), "leave one of them out"),
    ],
)
def test_impossible_combinations_are_refused_with_the_rule(
    lines: str, place: tuple[int, int], rule: str
) -> None:
    """Nothing is scheduled by guess."""
    (line, column, message), *_ = problems(SMALL + lines + "\n")
    assert (line, column) == place
    assert rule in message


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", "no job in this file"),
        ("# only a comment\n", "no job in this file"),
        ("[]\n", "no job in this file"),
        ("just text\n", "a job is a mapping"),
        ("id: a\ncommand: x\n", "what it runs on"),
        ("devices: gpu\ncommand: x\n", "has no `id`"),
        ("id: a\ndevices: gpu\n", "what to run"),
        ("id: a\ndevices: cpu:4\nshare: 50%\ncommand: x\n", "no accelerator to share"),
        ("id: a\ndevices: cpu:4\ncap: 50%\ncommand: x\n", "no accelerator to share"),
        ("id: a\ndevices: cpu:4\ndevice_memory: 8GiB\ncommand: x\n", "the node's is `memory`"),
        ("id: a\ndevices: gpu\ndevice_memory: 0GiB\ncommand: x\n", "from 1MiB"),
        ("id: a\ndevices: gpu\nshare: 50%\ncap: 25%\ncommand: x\n", "share of 25% or less"),
        ("id: a\ndevices: gpu\nvram: 8GiB\ncommand: x\n", "Did you mean 'device_memory'?"),
        ("id: a\ndevices: gpu\ncommand: []\n", "the list is empty"),
        ("id: a\ndevices: gpu\ncommand: ''\n", "the command is empty"),
        ("id: a\ndevices: gpu\ncommand: A=1 ./x\n", "`environment`"),
        ("id: a\ndevices: gpu\ncommand: ./x 'y\n", "not closed"),
        ("id: a\ndevices: gpu\ncommand: |\n  ./x\n  ./y\n", "needs a shell"),
        ("id: a\ndevices: gpu\ncommand: cat ~/x\n", "needs a shell"),
        ("id: a\ndevices: gpu@ham\nimage: i\nconditions: {sites: fra}\n", "rules it out"),
        ("id: a\nimage: i\nalternatives: [{devices: gpu, rate: 2}]\n", "it has 1"),
        ("id: a\nimage: i\nalternatives: [{devices: gpu | npu}]\n", "without `|`"),
        ("id: a\nimage: i\nalternatives: [{devices: gpu}, {devices: gpu:1}]\n", "before it"),
        ("id: a\nimage: i\nalternatives: [gpu]\n", "an alternative is a mapping"),
        ("id: a\nimage: i\nalternatives: gpu\n", "a list is expected"),
        (SMALL + "---\n" + SMALL, "another job"),
        ("id: a\n devices: b\n", "not YAML"),
        ("a: [1\n", "not YAML"),
        ("a: \x00", "not YAML"),
        ("id: !!python/name:os.system a\n" + SMALL[6:], "the tag"),
        ("id: !mine a\n" + SMALL[6:], "the tag '!mine'"),
        ("id: &a [*a]\n", "contains itself"),
        ("id: " + "[" * 100 + "]" * 100, "nested deeper"),
        ("id: " + "[" * 1500 + "]" * 1500, "nested deeper"),
        ("? [a]\n: b\n", "a key of a job is text"),
    ],
)
def test_files_that_say_too_little_or_nonsense_are_refused(text: str, rule: str) -> None:
    """With the rule that was broken."""
    assert any(rule in message for _, _, message in problems(text))


def test_a_wrong_shape_does_not_cause_other_errors() -> None:
    """What only follows from an error is not reported."""
    assert len(problems(SMALL + "shape: elastik\nleast: 1\nmost: 4\n")) == 1


def test_anchors_that_would_explode_are_harmless() -> None:
    """Each value is looked at once, however often an alias names it."""
    lines = ["a0: &a0 [x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 25)]
    (found,) = problems("\n".join(lines))
    assert "aliases repeat this 9 times" in found[2]


JSON = '{"id": "a", "devices": "gpu:1",\n "command": ["x", 1, "\\u00e9"], "preemptible": false}'


def test_json_means_the_same_and_needs_no_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """And for YAML the missing package is named."""
    real = builtins.__import__

    def without_yaml(name: str, *rest: Any, **more: Any) -> Any:
        if name == "yaml":
            raise ModuleNotFoundError(name, name=name)  # as Python does
        return real(name, *rest, **more)

    with_package = job_file.parse(JSON)
    monkeypatch.setattr(builtins, "__import__", without_yaml)
    (found,) = job_file.parse(JSON, is_json=True)
    assert found == with_package[0]
    assert found.alternatives[0].command == ("x", "1", "é")
    with pytest.raises(MissingExtraError, match=r"heddle-xpu\[cluster\]"):
        job_file.parse(SMALL)


@pytest.mark.parametrize(
    ("text", "place", "rule"),
    [
        ('{"id": "a",\n "devices": "gpx:1", "command": "x"}', (2, 14), "Did you mean 'gpu'"),
        ('{"id": "a",\n "devices": "1", "image": "i", "id": "b"}', (2, 32), "twice"),
        ('{"id": "a",\n "devices" 1}', (2, 12), "`:` is expected"),
        ('{"id": "a"\n "devices": 1}', (2, 2), "`,` is expected"),
        ('{"id": "a",}', (1, 12), "a value is expected"),
        ('{"id": tru}', (1, 8), "a value is expected"),
        ('{"id": "a"} x', (1, 13), "the end of the file"),
        ('{"id": "\\x"}', (1, 8), "escape"),
        ('{1: "a"}', (1, 3), "double quotes"),
        ("", (1, 1), "a value is expected"),
        ("[" * 5000, (1, 32), "nested deeper"),
    ],
)
def test_errors_in_json_have_their_place(text: str, place: tuple[int, int], rule: str) -> None:
    """Of the syntax as well as of the fields, without PyYAML."""
    (line, column, message), *_ = problems(text, is_json=True)
    assert rule in message
    assert (line, column) == place


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(values, st.sampled_from([None, 2]))
def test_any_json_can_be_read(value: Any, indent: int | None) -> None:
    """Structure and text are those that were written."""

    def again(node: Any) -> Any:
        if node.items is not None:
            return [again(each) for each in node.items]
        if node.entries is not None:
            return {key.text: again(each) for key, each in node.entries}
        return node.text if node.quoted else json.loads(node.text)

    assert again(read_json(SourceText("x", json.dumps(value, indent=indent)))) == value


@given(st.text('{}[]":,\\ ae1\n', max_size=30))
def test_no_text_breaks_the_reading_of_json(text: str) -> None:
    """It is read as the json module does, or refused."""
    try:
        json.loads(text)
    except ValueError:
        with pytest.raises(FileError):
            read_json(SourceText("x", text))
    else:
        read_json(SourceText("x", text))


names = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,12}", fullmatch=True)
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
variables = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,5}", fullmatch=True)
environments = st.dictionaries(variables, texts, max_size=2)
asks = st.sampled_from(
    [DeviceAsk(1), DeviceAsk(4, "gpu"), H200, DeviceAsk(2, "npu", memory_mib=1 << 14)]
)


@st.composite
def ways(draw: st.DrawFn, ask: DeviceAsk, rate: int | None) -> Alternative:
    command = (draw(texts.filter(bool)), *draw(st.lists(texts, max_size=2)))
    share = draw(st.integers(1, 1000))
    mine = DeviceAsk(ask.count, ask.kind, ask.vendor, ask.models, ask.memory_mib, share)
    together = (mine, DeviceAsk(8, "cpu")) if draw(st.booleans()) else (mine,)
    image = draw(st.none() | names)
    site, environment = draw(st.none() | names), draw(environments)
    cap = draw(st.just(0) | st.integers(share, 1000)) if share < 1000 else 0
    quota = draw(st.just(0) | st.integers(1, 1 << 20))
    return Alternative(together, site, command, image, environment, rate, cap, quota)


@st.composite
def jobs(draw: st.DrawFn) -> Job:
    shape = draw(st.sampled_from(["single", "gang", "elastic", "array", "service"]))
    least, members, most = sorted(draw(st.tuples(*[st.integers(1, 1000)] * 3)))
    chosen = draw(st.lists(asks, min_size=1, max_size=3, unique=True))
    seconds = st.none() | st.integers(31_536_000, 10**10)
    ends = shape != "service"
    sites = st.lists(names, min_size=1, max_size=2, unique=True).map(tuple)
    data = st.builds(DataAsk, names, sites, st.integers(0, 10**6))
    name = draw(names)
    return Job(
        name,
        draw(st.lists(names, min_size=1, max_size=3).map("/".join)),
        tuple(draw(ways(ask, 700 * n if n else None)) for n, ask in enumerate(chosen)),
        shape,
        1 if shape == "single" else members,
        least if shape == "elastic" else 1,
        most if shape == "elastic" else 1,
        draw(st.integers(0, 10**6)),
        draw(st.integers(0, 10**6)),
        draw(st.integers(-255, 255)),
        draw(st.booleans()),
        draw(seconds) if ends else None,
        0,
        draw(st.none() | st.integers(0, 10**6)) if ends else None,
        Conditions(
            draw(st.integers(0, 3)),
            draw(st.sampled_from([(), ("rocm",), ("cuda>=12.4", "nccl")])),
            draw(st.sampled_from([None, "nvlink"])),
            (),
            tuple(draw(st.lists(data, max_size=2, unique_by=lambda each: each.name))),
            nodes=draw(st.just(()) | sites),
        ),
        draw(names),
        workload=draw(st.just(name) | names),
    )


@settings(max_examples=50)
@given(jobs())
def test_what_is_printed_reads_back_as_the_same_job(asked: Job) -> None:
    """The normal form is a job file, as YAML and as JSON."""
    assert job_file.parse(as_text(asked)) == [asked]
    assert job_file.parse(json.dumps(normal(asked)), is_json=True) == [asked]


(PLAIN,) = job_file.parse("{id: a, devices: gpu:1, command: x}")


@settings(max_examples=300)
@given(st.lists(st.text('a#-:|"\\ \t\n\u2028', max_size=12), max_size=3), st.text("b \n\t"))
def test_a_script_of_several_lines_reads_back_as_the_same(words: list[str], value: str) -> None:
    way = Alternative(PLAIN.alternatives[0].asks, None, ("x", *words), None, {"A": value})
    asked = replace(PLAIN, alternatives=(way,))
    assert job_file.parse(as_text(asked)) == [asked]


def test_a_script_is_printed_as_people_write_it() -> None:
    script = "import os\n\nif os.name:\n    print(1)\n"
    way = replace(PLAIN.alternatives[0], command=("python3", "-c", script))
    said = as_text(replace(PLAIN, alternatives=(way,)))
    lines = ["  - |", "    import os", "    ", "    if os.name:", "        print(1)"]
    assert "\n".join(["command:", "  - python3", '  - "-c"', *lines, ""]) in said


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: str(path.name))
def test_the_examples_are_right(path: Path) -> None:
    """And their normal form means the same."""
    found = job_file.read(path)
    assert job_file.parse("---\n".join(map(as_text, found))) == found


def test_the_page_of_job_files_is_right() -> None:
    """Its examples can be read, and it names every field and every word."""
    page = (ROOT / "docs" / "reference" / "jobs.md").read_text()
    blocks = re.findall(r"```(yaml|json)\n(.*?)```", page, re.DOTALL)
    assert len(blocks) > 5
    for kind, text in blocks:
        assert job_file.parse(text, "docs/reference/jobs.md", is_json=kind == "json")
    fields = {*job_file.JOB, *alternatives.ALTERNATIVE, *job_file.CONDITIONS, *job_file.DATA}
    assert [field for field in sorted(fields) if f"`{field}`" not in page] == []


def test_validate_prints_the_normal_form(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """For people as a job file, for programs with the model's integers."""
    path = tmp_path / "job.yaml"
    path.write_text(SMALL + "memory: 1GiB\n")
    assert main(["job", "validate", str(path), "--tenant", "acme"]) == 0
    assert job_file.parse(capsys.readouterr().out) == job_file.read(path, tenant="acme")
    assert main(["job", "validate", str(path), "-o", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["errors"] == []
    assert found["jobs"][0]["memory_mib"] == 1024
    assert found["jobs"][0]["alternatives"][0]["asks"][0]["kind"] == "gpu"


def test_validate_reports_every_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also one that is not there; the exit code says that something is wrong."""
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text(SMALL)
    bad.write_text(SMALL + "colour: red\n")
    files = [str(good), str(bad), str(tmp_path / "none.yaml")]
    assert main(["job", "validate", *files]) == 2
    out, err = capsys.readouterr()
    assert "id: a" in out
    assert f"{bad}:4:1: 'colour' is not a key of a job" in err
    assert "none.yaml" in err
    assert "2 errors" in err
    assert main(["job", "validate", *files, "-o", "json"]) == 2
    errors = json.loads(capsys.readouterr().out)["errors"]
    assert [(each["line"], each["column"]) for each in errors] == [(4, 1), (1, 1)]


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    """With what to do about it."""
    path = tmp_path / "job.yaml"
    path.write_bytes(b"id: \xff\n")
    with pytest.raises(UsageError, match="Save it as UTF-8"):
        job_file.read(path)
