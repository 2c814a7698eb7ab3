"""Commands that are executed beside the members of running jobs."""

from __future__ import annotations

from dataclasses import dataclass, field

from fastapi import Response
from starlette.requests import Request
from starlette.responses import StreamingResponse

from heddle.api.parameters import AtDesk, Submitter, router
from heddle.api.problem import ProblemError
from heddle.api.routes.terminals import BYTES, JSON, SENT, SHOWN, size_of_body
from heddle.desk.errors import InvalidError
from heddle.desk.jobs.executions import input_frame, job_of
from heddle.model.wire.execution import ExecutionRequest, check
from heddle.model.wire.terminal import size_frame
from heddle.store.base import Event

ROUTER = router("/v1/jobs")


@dataclass(frozen=True, slots=True)
class TerminalSize:
    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class Execute:
    """A command, as a list of words; no shell is between. Or a signal, or input, and no command."""

    command: list[str] = field(default_factory=list)
    member: int = 0  #: of a gang
    terminal: TerminalSize | None = None  #: without one: pipes
    term: str = ""  #: what kind of terminal it is: TERM
    signal: int = 0  #: for the member itself, by its number: SIGINT is 2
    input: bool = False  #: what is sent is for the member itself to read


@ROUTER.post("/{job_id}/exec", response_class=Response, responses=SHOWN)
async def execute(
    request: Request, job_id: str, asked: Execute, desk: AtDesk, caller: Submitter
) -> Response:
    """Executes it beside a member of a job that runs: in its folder, with its environment, devices,
    limits and isolation. The answer is what it writes, as it comes, and its exit code, in frames
    (docs/reference/api.md); the header Heddle-Exec is its number, for input. It ends with the
    answer, and with the job. Only for the job's own user and administrators."""
    record = job_of(desk, job_id, caller)
    size = (asked.terminal.rows, asked.terminal.columns) if asked.terminal else None
    try:
        wanted = check(
            ExecutionRequest(
                tuple(asked.command), asked.member, size, asked.term, asked.signal, asked.input
            )
        )
    except ValueError as error:
        raise InvalidError(f"{error}.") from None
    desk.check_streams(caller)

    async def goes_on() -> bool:
        return desk.auth.counts(caller) and not await request.is_disconnected()

    what = "signalled" if asked.signal else "fed" if asked.input else "executed"
    note = Event(desk.now_ms(), "job", record.id, what, record.tenant, caller.who, {})
    await desk.ask(lambda core: core.keep(note))  # before: where it is not kept, nothing runs
    number = await desk.executions.begin(desk, record, wanted, caller)
    pieces = desk.executions.output(desk, record, number, goes_on)
    await anext(pieces)  # what is wrong is said before the answer begins

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Heddle-Exec": number}
    return StreamingResponse(desk.flow(caller, pieces), 200, headers, BYTES)


@ROUTER.post("/{job_id}/exec/{number}", status_code=204, openapi_extra=SENT)
async def tell(request: Request, job_id: str, number: str, desk: AtDesk, caller: Submitter) -> None:
    """Bytes are input for the command, none of them its end; JSON, `{"rows": 24, "columns": 80}`,
    is the new size of its terminal. 409: it takes no input now, and this was not taken."""
    desk.job(job_id, caller)
    body = await request.body()
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == BYTES:
        said = input_frame(body)
    elif kind == JSON:
        said = size_frame(*size_of_body(body))
    else:
        rule = f"send input as {BYTES}, or a size as {JSON}, not {kind or 'nothing'!r}."
        raise ProblemError(415, rule)
    await desk.executions.tell(job_id, number, caller, said)
