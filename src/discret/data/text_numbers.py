"""Numbers for the texts of a column at hand, read where they lie: each text is looked at once.

polars shows its columns through Arrow's C stream interface, which is stable and documented
(https://arrow.apache.org/docs/format/CStreamInterface.html): structs of pointers, which are read
here as they are and handed back at the end.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    byref,
    c_char_p,
    c_int,
    c_int64,
    c_void_p,
    py_object,
    pythonapi,
)  # fmt: skip
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.maths import texts
from discret.maths.arrays import Ints

if TYPE_CHECKING:
    from discret.maths.kernels import Number

VIEWS = b"vu"  # what Arrow calls texts that are laid out as views
STREAM = b"arrow_array_stream"
FIRST, LAST = 2**10, 2**16 - 1  # values for which there is room at first, and at last
WORTH = 2**19  # texts that a process numbers elsewhere before it compiles what does so here
READ, SIZED = 2, 3  # buffers before those with texts; and all others, where there is none

Codes = NDArray[np.uint16]
Rows = NDArray[np.uint32]
_MET = [0]
_CAPSULE = pythonapi.PyCapsule_GetPointer
_CAPSULE.restype, _CAPSULE.argtypes = c_void_p, [py_object, c_char_p]


class _Schema(Structure):
    _fields_: ClassVar[list[tuple[str, Any]]] = [
        *(("format", c_char_p), ("name", c_char_p), ("metadata", c_char_p), ("flags", c_int64)),
        *(("n_children", c_int64), ("children", c_void_p), ("dictionary", c_void_p)),
        *(("release", CFUNCTYPE(None, c_void_p)), ("private", c_void_p)),
    ]


class _Array(Structure):
    _fields_: ClassVar[list[tuple[str, Any]]] = [
        *(("length", c_int64), ("null_count", c_int64), ("offset", c_int64)),
        *(("n_buffers", c_int64), ("n_children", c_int64), ("buffers", POINTER(c_void_p))),
        *(("children", c_void_p), ("dictionary", c_void_p)),
        *(("release", CFUNCTYPE(None, c_void_p)), ("private", c_void_p)),
    ]


class _Stream(Structure):
    _fields_: ClassVar[list[tuple[str, Any]]] = [
        ("get_schema", CFUNCTYPE(c_int, c_void_p, POINTER(_Schema))),
        ("get_next", CFUNCTYPE(c_int, c_void_p, POINTER(_Array))),
        *(("get_last_error", c_void_p), ("release", c_void_p), ("private", c_void_p)),
    ]


def at_hand() -> bool:
    """Whether texts are to be numbered here: what does so was loaded, and is worth compiling."""
    return _MET[0] >= WORTH and "numba" in sys.modules and sys.byteorder == "little"


def met(texts: int) -> None:
    """Note that so many texts were numbered elsewhere: a process that has many soon has more."""
    _MET[0] += texts


def numbered_in_place(values: pl.Series) -> tuple[pl.Series, Codes] | None:
    """Return the distinct texts of a column, sorted, and the number of each text, from 1.

    A missing one has the number 0. Nothing is returned where there are more than 65,535, or where
    the column is laid out otherwise.

    Examples
    --------
    >>> distinct, codes = numbered_in_place(pl.Series(["b", None, "a", "b"]))
    >>> distinct.to_list(), codes.tolist()
    (['a', 'b'], [2, 0, 1, 2])
    """
    with _parts(values) as parts:
        found = None if parts is None else _numbered(parts, FIRST) or _numbered(parts, LAST)
    if found is None:
        return None
    rows, codes = found
    distinct = values[pl.Series(rows)]
    order, known = _sorted(distinct)
    number = np.zeros(len(rows) + 1, dtype=np.uint16)
    number[order + 1] = np.arange(1, len(rows) + 1)
    texts.apart.renumber(codes, number)
    return known, codes


def _sorted(distinct: pl.Series) -> tuple[Ints, pl.Series]:
    """Return the order of texts, and the texts in this order."""
    if len(distinct) > FIRST:
        places = distinct.arg_sort()
        return places.cast(pl.Int64).to_numpy(), distinct[places]
    every = distinct.to_list()
    order = sorted(range(len(every)), key=every.__getitem__)
    known = pl.Series(distinct.name, [every[place] for place in order], dtype=pl.String)
    return np.array(order, dtype=np.int64), known


@contextmanager
def _parts(values: pl.Series) -> Iterator[list[_Array] | None]:
    """Hand over the parts of a column as they lie in memory; they are given back at the end."""
    capsule = values.__arrow_c_stream__()  # ends with the last name that it has
    address = _CAPSULE(capsule, STREAM)
    stream, parts = _Stream.from_address(address), list[_Array]()
    try:
        yield parts if _laid_out(stream, address) and _taken(stream, address, parts) else None
    finally:
        for part in parts:
            part.release(byref(part))


def _laid_out(stream: _Stream, address: int) -> bool:
    """Whether texts are laid out as views."""
    schema = _Schema()
    if stream.get_schema(address, byref(schema)):
        return False
    views = schema.format == VIEWS
    schema.release(byref(schema))
    return bool(views)


def _taken(stream: _Stream, address: int, parts: list[_Array]) -> bool:
    """Take the parts of a column, one after the other, up to the one that is no more."""
    while True:
        part = _Array()
        if stream.get_next(address, byref(part)):
            return False
        if not part.release:
            return True
        parts.append(part)


def _numbered(parts: Sequence[_Array], room: int) -> tuple[Rows, Codes] | None:
    """Return a row of each text, and the number of all; nothing where there are more than room."""
    buffers = [_buffers(part) for part in parts]
    words, base = _window([span for spans in buffers for span in spans])
    bits = (2 * room).bit_length()
    slot, held = np.full(1 << bits, -1, dtype=np.int32), np.empty((room, 4), dtype=np.uint64)
    rows = np.empty(room, dtype=np.uint32)  # as polars counts them
    codes = np.empty(sum(part.length for part in parts), dtype=np.uint16)
    values: Number = 0
    begun = 0
    for part, spans in zip(parts, buffers, strict=True):
        if not part.length:
            continue
        starts = np.array([place - base for place, _ in spans], dtype=np.int64)
        views = _words(part.buffers[1] + 16 * part.offset, 16 * part.length)
        values = texts.apart.number_texts(
            views, part.length, starts, words, _known(part), part.offset,
            slot, bits, held, rows, values, begun, codes,
        )  # fmt: skip
        if values < 0:
            return None
        begun += part.length
    return rows[:values], codes


def _known(part: _Array) -> NDArray[np.uint8]:
    """Return a bit for each text of a part that tells whether it is there; nothing if all are."""
    if not part.null_count or not part.buffers[0]:
        return _ALL_KNOWN
    return _seen(part.buffers[0], (-(-(part.offset + part.length) // 8),), "|u1")


def _buffers(part: _Array) -> list[tuple[int, int]]:
    """Return where each buffer of texts begins, and its bytes: the last buffer says so."""
    number = part.n_buffers - SIZED
    if not number:
        return []
    sizes = _seen(part.buffers[part.n_buffers - 1], (number,), "<i8").tolist()
    places = [part.buffers[READ + place] or 0 for place in range(number)]
    return list(zip(places, sizes, strict=True))


def _window(spans: Sequence[tuple[int, int]]) -> tuple[NDArray[np.uint64], int]:
    """Return the words from where the first texts begin to where the last ones end, and where.

    Nothing is read but what views point to.
    """
    some = [(place, place + size) for place, size in spans if size > _WORD]
    if not some:
        return _NO_WORDS, 0
    base, end = min(place for place, _ in some), max(end for _, end in some)
    return _words(base, end - base), base


def _words(address: int, size: int) -> NDArray[np.uint64]:
    """See so many bytes, more than 8, as the 8 that begin at each of them."""
    return _seen(address, (size - _WORD + 1,), "<u8", strides=(1,))


class _Seen:
    """What numpy asks of memory that it is to see as an array."""

    def __init__(self, **told: Any) -> None:
        self.__array_interface__ = told


def _seen(
    address: int, shape: tuple[int, ...], kind: str, strides: tuple[int, ...] | None = None
) -> NDArray[Any]:
    """See memory as an array, which must not outlive it; nobody may write there."""
    told = {"data": (address, True), "shape": shape, "typestr": kind, "version": 3}
    return np.asarray(_Seen(**told, strides=strides))


_WORD = 8
_BYTES = np.zeros(16, dtype=np.uint8)
_NO_WORDS = _words(_BYTES.ctypes.data, len(_BYTES))
_ALL_KNOWN = _seen(_BYTES.ctypes.data, (0,), "|u1")
