"""The REST API's bodies and answers. Made by tools/gen from its routes. Do not edit.

They are dictionaries as JSON has them, and nothing is checked when a program runs: a newer server
may add keys, and an older one leave some out.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class Accepted(TypedDict):
    """The jobs of a submission, of an array all its members; and its services."""

    jobs: list[JobAnswer]
    services: list[Standing]


class Asked(TypedDict):
    """The restrictions of a join token. The node may choose what is null."""

    seconds: NotRequired[int]
    uses: NotRequired[int]
    kind: NotRequired[Literal["cloud", "edge", "end"] | None]
    site: NotRequired[str | None]
    name: NotRequired[str | None]


class AttemptRecord(TypedDict):
    """One attempt to run a job, with a member for each place."""

    id: str
    job: str
    number: int
    engine: str
    alternative: int
    places: list[Place]
    state: str
    started_ms: int
    ended_ms: int | None
    exit_code: int | None
    why: str
    worth: dict[str, Any]
    millijoules: int | None


class AuditPage(TypedDict):
    """The newest first."""

    events: list[Event]
    next: int | None


class CandidateAnswer(TypedDict):
    """An alternative that was tried: how many nodes refused it, by reason."""

    alternative: int
    refusals: dict[str, int]
    quota: WhyWaits | None
    examples: dict[str, str]
    lent: bool
    unlent: WhyWaits | None


class DataList(TypedDict):
    data: list[DataVersion]


class DataSaid(TypedDict):
    """A version to register: with a `path` where it is, a `source`, or both."""

    name: str
    version: str
    kind: NotRequired[str]
    path: NotRequired[str | None]
    sites: NotRequired[list[str]]
    source: NotRequired[str | None]
    sha256: NotRequired[str | None]
    size: NotRequired[str | None]
    tenant: NotRequired[str | None]


class DataVersion(TypedDict):
    """One version of a data set or a model."""

    tenant: str
    name: str
    version: str
    kind: str
    made_ms: int
    by: str
    source: str | None
    sha256: str | None
    mib: int
    locations: list[Location]


class DeviceHealth(TypedDict):
    """One device, and the first reason that speaks against it."""

    device: str
    state: str
    text: str
    remedy: str


class DeviceState(TypedDict):
    """One device of a node, in thousandths."""

    name: str
    kind: str
    model: str
    vendor: str
    memory_mib: int
    level: int
    used_milli: int
    free_milli: int
    memory_free_mib: int
    booked_milli: int
    booked_mib: int
    booked_by: str
    mode: str


class DeviceTotals(TypedDict):
    """Devices of one model. Each is used (all of it), shared (a part of it) or free."""

    kind: str
    model: str
    vendor: str
    count: int
    used: int
    shared: int
    free: int
    free_milli: int
    cordoned: int
    registered: int


class Event(TypedDict):
    """Something that happened, for the audit and for followers."""

    at_ms: int
    kind: str
    subject: str
    what: str
    tenant: str
    actor: str
    detail: dict[str, Any]
    number: int


class EventPage(TypedDict):
    """The first first."""

    events: list[Event]
    last: int


class Execute(TypedDict):
    """A command, as a list of words; no shell is between. Or a signal, or input, and no command."""

    command: NotRequired[list[str]]
    member: NotRequired[int]
    terminal: NotRequired[TerminalSize | None]
    term: NotRequired[str]
    signal: NotRequired[int]
    input: NotRequired[bool]


class ExplainAnswer(TypedDict):
    """Why a job waits, runs where it does, or ended."""

    job: str
    state: str
    text: str
    why: WhyWaits | None
    candidates: list[CandidateAnswer]
    would_start: list[str]
    starts_ms: int | None
    in_front: int | None
    holders: list[HolderAnswer]
    more_holders: int
    kept_for: list[str]
    remedies: list[str]
    nodes: list[NodeAnswer]
    places: list[PlaceAnswer]
    attempts: list[AttemptRecord]
    equipped: list[str]
    speeds: list[SpeedAnswer]
    lent: str


class FileEntry(TypedDict):
    """What is there under one name."""

    name: str
    kind: str
    bytes: int
    mode: int
    sha256: str | None


class FileList(TypedDict):
    """Of a folder, what is in it, by name; of anything else, itself."""

    kind: str
    entries: list[FileEntry]
    next: str | None


class Health(TypedDict):
    status: str
    version: str
    since_ms: int


class HolderAnswer(TypedDict):
    """A job that has what another waits for. Of tenants that the caller does not see, only its id
and what it has."""

    job: str
    name: str
    tenant: str
    user: str
    places: list[Place]
    ends_ms: int | None


class Invitation(TypedDict):
    """What is known of a join token; what is None the node may choose."""

    id: str
    made_ms: int
    by: str
    expires_ms: int
    uses: int
    used: int
    kind: str | None
    site: str | None
    name: str | None


class JobAnswer(TypedDict):
    """A job, why it waits if it does, and where it runs if it does."""

    id: str
    name: str
    tenant: str
    user: str
    spec: dict[str, Any]
    state: str
    priority: int
    submitted_ms: int
    started_ms: int | None
    ended_ms: int | None
    attempts: int
    exit_code: int | None
    reason: dict[str, Any]
    not_before_ms: int
    why: WhyWaits | None
    places: list[Place]


class JobPage(TypedDict):
    """The newest first."""

    jobs: list[JobAnswer]
    next: str | None
    counts: dict[str, int]


class JoinTokens(TypedDict):
    """Those that still count, without their secrets; the first first."""

    tokens: list[Invitation]


class LimitSaid(TypedDict):
    """What the engine can hold jobs to here; where it cannot, the text has the remedy."""

    name: str
    enforced: bool
    text: str


class Location(TypedDict):
    """Where a version is: at a path of one node, or of all nodes of a site."""

    path: str
    node: str
    site: str
    mib: int
    since_ms: int
    cached: bool


class MadeJoinToken(TypedDict):
    """The only time that its text is shown."""

    token: str
    invitation: Invitation


class MatrixAnswer(TypedDict):
    """Sorted by tenant, workload and devices."""

    cells: list[MatrixCell]


class MatrixCell(TypedDict):
    """The rate of one workload of a tenant on the same devices, with its interval of 95 %."""

    tenant: str
    workload: str
    devices: str
    rate: float | None
    low: float | None
    high: float | None
    unit: str
    runs: int
    outliers: int
    confidence_milli: int
    why: str


class Mistake(TypedDict):
    """One thing that is wrong: in a field, or at a place of a text that was sent."""

    text: str
    field: str | None
    file: str | None
    line: int | None
    column: int | None


class NetworkPath(TypedDict):
    """What is known of the network to another node or site."""

    to: str
    bandwidth_mbytes_s: float | None
    latency_us: float | None
    source: str
    at: float | None


class NewToken(TypedDict):
    """With its whole text, which is never shown again."""

    id: str
    name: str
    tenant: str
    scope: str
    made_ms: int
    by: str
    expires_ms: int | None
    user: str
    token: str


class NodeAnswer(TypedDict):
    """What one node says to one alternative; no reason: it would fit."""

    node: str
    alternative: int
    why: WhyWaits | None


class NodePage(TypedDict):
    """By name."""

    nodes: list[NodeState]
    next: str | None


class NodePrograms(TypedDict):
    """What runs under Heddle on one node, as it said last."""

    node: str
    programs: list[dict[str, Any]]
    more: int
    age_ms: int
    breaches: list[dict[str, Any]] | None


class NodeState(TypedDict):
    """One node. A cordoned one takes no new work; what runs on it goes on. Where `engine` is null
nothing runs work there yet: it is registered, and managed."""

    name: str
    site: str
    cordoned: bool
    cpu_milli: int
    cpu_free_milli: int
    memory_mib: int
    memory_free_mib: int
    devices: list[DeviceState]
    jobs: list[str]
    stack: list[str]
    state: str
    kind: str | None
    engine: str | None
    version: str | None
    joined_ms: int | None
    beat_ms: int | None
    revision: int | None
    serves: Serving | None
    way: NetworkPath | None
    documents: dict[str, Any] | None


class Place(TypedDict):
    """What one member of an attempt was given."""

    node: str
    devices: list[list[Any]]
    cpu_milli: int
    memory_mib: int
    device_mib: list[int]
    lender: str


class PlaceAnswer(TypedDict):
    """Why a member runs where it does, as it would be chosen now."""

    node: str
    alternative: int
    score: float | None
    fitting: int
    runner_up: str | None
    runner_up_score: float | None


class PoolState(TypedDict):
    """All devices together, and the jobs that wait for them."""

    nodes: int
    cordoned: int
    running: int
    devices: list[DeviceTotals]
    waiting: dict[str, int]
    registered: dict[str, int]


class ProblemDetails(TypedDict):
    """The answer to a request that was refused."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[Mistake]


class ProgramSettings(TypedDict):
    """As of `heddle program set`."""

    priority: NotRequired[int | str | None]
    deadline: NotRequired[float | None]
    share: NotRequired[float | str | None]
    cap: NotRequired[float | str | None]
    weight: NotRequired[int | None]
    quantum: NotRequired[float | None]
    memory: NotRequired[int | None]


class QuotaSaid(TypedDict):
    """What a tenant may use, as in quota.toml: whole devices by kind, and `units`."""

    nominal: NotRequired[dict[str, int]]
    limit: NotRequired[dict[str, int]]
    weight: NotRequired[int]
    borrow: NotRequired[bool]
    lend: NotRequired[bool]


class Range(TypedDict):
    """Replicas: as many as the load needs."""

    least: int
    most: int


class ReplicaStanding(TypedDict):
    """One replica: `state` is its job's, or healthy, unhealthy or draining where it runs."""

    job: str
    state: str
    generation: int
    port: int
    in_flight: int
    why: str


class Scale(TypedDict):
    """Replicas: so many, or from the least to the most."""

    replicas: int | Range


class SecretAnswer(TypedDict):
    """What is known of a secret; never what it holds."""

    tenant: str
    name: str
    made_ms: int
    changed_ms: int
    by: str


class SecretList(TypedDict):
    secrets: list[SecretAnswer]


class ServiceList(TypedDict):
    services: list[Standing]


class Serving(TypedDict):
    """Where a node serves its devices to programs of other nodes (`heddle node agent --serve`)."""

    host: str
    port: int
    pin: str
    apis: list[str]


class SnapshotAnswer(TypedDict):
    snapshot: str
    tenant: str


class SpeedAnswer(TypedDict):
    """How fast an alternative is, in thousandths of the first one's, as runs have shown."""

    alternative: int
    rate_milli: int | None
    measured_milli: int | None
    declared_milli: int | None
    runs: int
    devices: str
    base: int
    base_runs: int
    base_devices: str
    text: str


class Standing(TypedDict):
    """A service, as it is now."""

    name: str
    tenant: str
    user: str
    state: str
    why: str
    address: str | None
    port: int
    generation: int
    wanted: int
    healthy: int
    least: int
    most: int
    replicas: list[ReplicaStanding]
    in_flight: int
    held: int
    p95_ms: float | None
    requests: dict[str, int]
    seconds: float
    made_ms: int
    changed_ms: int
    spec: dict[str, Any]


class Status(TypedDict):
    """What `heddle admin check` asks for."""

    version: str
    now_ms: int
    since_ms: int
    store: str
    store_bytes: int
    store_free_bytes: int | None
    last_write_ms: float
    engine: str
    limits: list[LimitSaid]
    certificate_ends_ms: int | None
    oldest_wait_ms: int | None
    nodes: dict[str, int]
    devices: list[DeviceHealth]


class TenantAsk(TypedDict):
    path: str


class TenantList(TypedDict):
    tenants: list[TenantState]


class TenantState(TypedDict):
    """With what it and those below use now: units, and thousandths of devices by kind."""

    path: str
    made_ms: int
    by: str
    quota: QuotaSaid | None
    used: dict[str, int] | None
    kind: Literal["organisation", "project"]


class TerminalSize(TypedDict):
    rows: int
    columns: int


class Token(TypedDict):
    """What is known of a token; not its secret."""

    id: str
    name: str
    tenant: str
    scope: str
    made_ms: int
    by: str
    expires_ms: int | None
    user: str


class TokenAsk(TypedDict):
    """A request for a token: user, tenant and scope."""

    name: str
    scope: NotRequired[Literal["read", "submit", "admin"] | None]
    tenant: NotRequired[str | None]
    expires_ms: NotRequired[int | None]


class TokenList(TypedDict):
    tokens: list[Token]


class UsageReport(TypedDict):
    """Of the part of every attempt that lies in this time."""

    from_ms: int
    to_ms: int
    now_ms: int
    rows: list[UsageRow]
    total: UsageRow


class UsageRow(TypedDict):
    """What was used by one tenant, user, job or model of device; what is not asked for is None.
Time of whole devices, cores and units; a half device for two seconds is one second of a
device. `_us` are exact, `_ms` the same rounded down."""

    tenant: str | None
    user: str | None
    job: str | None
    attempts: int
    device_ms: int
    cpu_ms: int
    unit_ms: int | None
    model: str | None
    running: int
    device_us: int
    cpu_us: int
    unit_us: int | None
    day: str | None
    costs: dict[str, int]
    costs_exact: dict[str, int]
    unpriced: int
    millijoules: int | None
    unmeasured: int


class UserAsk(TypedDict):
    """A new user. Without `roles` it is a member of its home."""

    name: str
    home: NotRequired[str | None]
    roles: NotRequired[dict[str, Literal["viewer", "member", "admin"]] | None]
    full_name: NotRequired[str]
    email: NotRequired[str]


class UserChange(TypedDict):
    """What is not given stays."""

    roles: NotRequired[dict[str, Literal["viewer", "member", "admin"]] | None]
    full_name: NotRequired[str | None]
    email: NotRequired[str | None]
    disabled: NotRequired[bool | None]


class UserList(TypedDict):
    users: list[UserState]


class UserState(TypedDict):
    """With the roles that are the caller's to see, and how many tokens it has there."""

    id: str
    name: str
    home: str
    roles: dict[str, str]
    full_name: str
    email: str
    disabled: bool
    made_ms: int
    by: str
    tokens: int


class Who(TypedDict):
    user: str
    user_id: str
    full_name: str
    email: str
    tenant: str
    scope: str
    roles: dict[str, str]
    expires_ms: int | None
    token: str
    isolated: bool


class WholeJob(TypedDict):
    """A job with its attempts instead of their number."""

    id: str
    name: str
    tenant: str
    user: str
    spec: dict[str, Any]
    state: str
    priority: int
    submitted_ms: int
    started_ms: int | None
    ended_ms: int | None
    attempts: list[AttemptRecord]
    exit_code: int | None
    reason: dict[str, Any]
    not_before_ms: int
    why: WhyWaits | None
    places: list[Place]


class WhyWaits(TypedDict):
    """The key reason of a job that waits."""

    code: str
    text: str
