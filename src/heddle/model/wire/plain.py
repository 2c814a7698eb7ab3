"""Records as JSON and back, by the types of their fields; and packed, to be sent. Pure."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
LARGEST = 32 << 20  #: bytes of a packed value's JSON: more would be a trap


def pack(value: Any) -> str:
    """JSON, compressed, in letters that JSON leaves as they are."""
    return base64.b64encode(zlib.compress(json.dumps(value).encode())).decode("ascii")


def unpack(text: str) -> bytes:
    """The JSON of a packed value.

    :raises ValueError: if it is none, or too large
    """
    packed = zlib.decompressobj()
    try:
        data = packed.decompress(base64.b64decode(text, validate=True), LARGEST)
    except zlib.error as error:
        raise ValueError(f"not a packed value: {error}") from None
    if not packed.eof:
        raise ValueError("a packed value is too large, or its end is missing")
    return data


def plain(value: Any) -> Any:
    """What JSON has: records by the names of their fields, tuples of names (which come by the
    thousand) as lists."""
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value


def read(kind: type[T], said: Any) -> T:
    """The record again. What is missing is as the record has it by default, and what is unknown is
    left out: the other side may be of another version.

    :raises ValueError: if it is no such record
    """
    try:
        make: Callable[[Any], T] = _reader(kind)  # type: ignore[arg-type]  # types can be hashed
        return make(said)
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"not a {kind.__name__}: {error}") from None


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    origin, of = get_origin(kind), get_args(kind)
    if is_dataclass(kind):
        return _record_reader(kind)
    if hasattr(kind, "_fields"):
        return _tuple_reader(kind)
    if origin in (Union, UnionType):
        return _reader_of_either([_reader(each) for each in of if each is not NoneType])
    if origin is tuple and of[1:] != (...,):
        every = [_reader(each) for each in of]
        return lambda said: tuple(make(each) for make, each in zip(every, said, strict=True))
    if origin in (list, tuple, Sequence):
        each, into = _reader(of[0]), list if origin is list else tuple
        return lambda said: into(each(one) for one in said)
    if origin in (dict, Mapping):
        key, value = _key_reader(of[0]), _reader(of[1])
        return lambda said: {key(name): value(one) for name, one in said.items()}
    return _plain_reader(kind)


def _record_reader(kind: Any) -> Callable[[Any], Any]:
    hints = get_type_hints(kind)
    makers = {field.name: _reader(hints[field.name]) for field in fields(kind)}
    return lambda said: kind(**{k: makers[k](each) for k, each in said.items() if k in makers})


def _tuple_reader(kind: Any) -> Callable[[Any], Any]:
    makers = [_reader(each) for each in get_type_hints(kind).values()]
    return lambda said: kind(*(make(each) for make, each in zip(makers, said, strict=True)))


def _reader_of_either(makers: list[Callable[[Any], Any]]) -> Callable[[Any], Any]:
    (make,) = makers  # a value or none
    return lambda said: None if said is None else make(said)


def _key_reader(kind: Any) -> Callable[[str], Any]:
    """JSON has texts only."""
    return int if kind is int else str


def _plain_reader(kind: Any) -> Callable[[Any], Any]:
    allowed = {float: (float, int), Any: (object,)}.get(kind, (kind,))

    def read_plain(said: Any) -> Any:
        # True is an int to Python, and to no record.
        if not isinstance(said, allowed) or (isinstance(said, bool) and bool not in allowed):
            raise TypeError(f"{said!r:.60} is not of {getattr(kind, '__name__', kind)}")
        return said

    return read_plain
