"""What is asked for a program by its environment: our own names, and those of others.

The variables of XSched and HAMi also work. The command line wins
over our own names, and those win over the others.
"""

from __future__ import annotations

from heddle.errors import UsageError
from heddle.model.memory import memory_text, parse_memory
from heddle.model.part import parse_part
from heddle.model.priority import parse_priority

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def _percent(text: str) -> int:
    return parse_part(f"{text}%", "a percentage")


def _level(text: str) -> int:
    if text not in ("0", "1", "2", "3"):
        raise UsageError("a level is 1, 2 or 3; 0 is what the device can")
    return int(text)


def _microseconds(text: str) -> int:
    if not text.isdigit():
        raise UsageError("give microseconds")
    return int(text)


def _milliseconds(text: str) -> int:
    try:
        return round(max(0.0, float(text)) * 1000)
    except ValueError:
        raise UsageError("give milliseconds") from None


def _task_priority(text: str) -> int:
    """HAMi: 0 is high, 1 is low."""
    return -100 if text == "1" else 0


def _switch(text: str) -> int:
    known = {"1": 1, "true": 1, "on": 1, "0": 0, "false": 0, "off": 0}
    if text.lower() not in known:
        raise UsageError("give 1 or 0")
    return known[text.lower()]


def hami_bytes(text: str) -> int:
    """HAMi: bytes, or a number with k, m or g behind it, which are powers of 1024."""
    size = {"k": 1 << 10, "m": 1 << 20, "g": 1 << 30}.get(text[-1:].lower(), 1)
    number = text[:-1] if size > 1 else text
    if not number.isdigit():
        raise UsageError("give bytes, or a number with k, m or g")
    return int(number) * size


#: Variable, what of a plan it stands for, and how it is read; the first that is set counts.
VARIABLES: tuple[tuple[str, str, Callable[[str], int]], ...] = (
    ("HEDDLE_PRIORITY", "rank", parse_priority),
    ("HEDDLE_SHARE", "share_milli", lambda text: parse_part(text, "share")),
    ("HEDDLE_CAP", "cap_milli", lambda text: parse_part(text, "cap")),
    ("HEDDLE_DEADLINE_MS", "deadline_us", _milliseconds),
    ("HEDDLE_QUANTUM_MS", "quantum_us", _milliseconds),
    ("HEDDLE_LEVEL", "level_limit", _level),
    ("HEDDLE_MEM", "memory_limit", parse_memory),
    ("HEDDLE_SWAP", "may_move", _switch),
    ("XSCHED_AUTO_XQUEUE_PRIORITY", "rank", parse_priority),
    ("XSCHED_AUTO_XQUEUE_UTILIZATION", "share_milli", _percent),
    ("XSCHED_AUTO_XQUEUE_DEADLINE", "deadline_us", _microseconds),
    ("XSCHED_AUTO_XQUEUE_TIMESLICE", "quantum_us", _microseconds),
    ("XSCHED_AUTO_XQUEUE_LEVEL", "level_limit", _level),
    ("CUDA_TASK_PRIORITY", "rank", _task_priority),
    ("CUDA_DEVICE_SM_LIMIT", "cap_milli", _percent),
    ("CUDA_DEVICE_MEMORY_LIMIT", "memory_limit", hami_bytes),
    ("CUDA_OVERSUBSCRIBE", "may_move", _switch),
)
#: HAMi: the limit of one device, by its number.
OF_ONE_DEVICE = "CUDA_DEVICE_MEMORY_LIMIT_"


def asked_by(environment: Mapping[str, str], note: Callable[[str], None]) -> dict[str, int]:
    """Fields of a plan; invalid values are reported and ignored: the program must run."""
    found: dict[str, int] = {}
    for name, field, read in VARIABLES:
        text = environment.get(name, "")
        if not text or field in found:
            continue
        try:
            found[field] = read(text)
        except UsageError as error:
            note(f"{name}={text} is ignored: {error}")
    if "memory_limit" not in found and (limit := _least_of_each(environment, note)):
        found["memory_limit"] = limit
    return found


def _least_of_each(environment: Mapping[str, str], note: Callable[[str], None]) -> int:
    """Our limit is the same for each device: where HAMi's differ, the least holds."""
    limits: set[int] = set()
    for name, text in environment.items():
        if not name.startswith(OF_ONE_DEVICE) or not text:
            continue
        try:
            limits.add(hami_bytes(text))
        except UsageError as error:
            note(f"{name}={text} is ignored: {error}")
    least = min(limits - {0}, default=0)
    if len(limits) > 1:
        note(f"{OF_ONE_DEVICE}*: the limits differ; {memory_text(least)} holds for each device")
    return least
