"""What all families share: errors, notes, bytes that go in, and memory that comes out.

Memory: what the library allocates lies in a Memory, which is freed when nothing refers to it
any more. Arrays refer to theirs, and so do the objects that were read from it: closing an
object never takes anything from under another one.
"""

from __future__ import annotations

import functools
import os
import threading
from pathlib import Path
from typing import (
    Any,
    Callable,
    Dict,
    Generic,
    Iterator,
    List,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    Type,
    TypeVar,
    Union,
)

import numpy as np
from numpy.typing import NDArray

from exhume._exhume import ffi, lib

Pixels = NDArray[np.uint8]
Pixels15 = NDArray[np.uint16]
Samples = NDArray[np.int16]
Palette = NDArray[np.uint8]
FilePath = Union[str, "os.PathLike[str]"]
Content = Union[bytes, bytearray, memoryview, NDArray[Any]]
Input = Union[FilePath, Content]

MEMORY_LIMIT = 1 << 30  # bytes of what one file becomes
NO_OFFSET = int(lib.EXH_NO_OFFSET)


def _check_sizes() -> None:
    """A newer library's structures may be larger, and it would write past the end of ours."""
    for name in ffi.list_types()[1]:
        size = lib.exh_sizeof(name.encode())
        if size and size != ffi.sizeof("struct " + name):
            found = text_of(lib.exh_version())
            raise ImportError(f"this package was not built for libexhume {found}: build it again")


class Error(Exception):
    """Why something could not be read or written.

    file is its path, or None if it was given as bytes; offset is a place in it, or None; what
    says in words what is wrong there; status is "truncated", "invalid", "unsupported", "limit"
    or "no memory".
    """

    def __init__(
        self,
        what: str,
        file: Optional[str] = None,
        offset: Optional[int] = None,
        status: str = "invalid",
    ) -> None:
        super().__init__(what, file, offset, status)
        self.what = what
        self.file = file
        self.offset = offset
        self.status = status

    def __str__(self) -> str:
        place = [self.file] if self.file else []
        if self.offset is not None:
            place.append(f"0x{self.offset:X}")
        return ":".join(place) + ": " + self.what if place else self.what


class ClosedError(ValueError):
    """The object was closed."""


class Note(NamedTuple):
    """What was wrong with a file that could still be read."""

    is_damage: bool  # something is lost; else it is a warning
    offset: Optional[int]
    text: str


def text_of(pointer: Any) -> str:
    """A C string."""
    return str(ffi.string(pointer).decode("utf-8", "replace")) if pointer else ""


_check_sizes()


def offset_of(offset: int) -> Optional[int]:
    return None if offset == NO_OFFSET else int(offset)


class Failure:
    """Takes the library's account of a failure, and raises it."""

    def __init__(self, file: Optional[str] = None) -> None:
        self.file = file
        self.struct = ffi.new("struct exh_error *")

    def check(self, status: int) -> None:
        if status:
            err = self.struct
            raise Error(
                text_of(err.text),
                self.file,
                offset_of(err.offset),
                text_of(lib.exh_status_name(status)),
            )


def file_name(path: FilePath) -> str:
    return os.fsdecode(os.fspath(path))


class Span:
    """Bytes for the library, inside of something that owns them. They never change."""

    def __init__(
        self, owner: Any, pointer: Any, size: int, name: Optional[str] = None, base: int = 0
    ) -> None:
        self.owner = owner
        self.name = name
        self.struct = ffi.new("struct exh_bytes *")
        self.struct.data = ffi.cast("const uint8_t *", pointer)
        self.struct.size = size
        self.struct.base = base

    @property
    def value(self) -> Any:
        """The struct exh_bytes. It borrows from this object, which must outlive it."""
        return self.struct[0]

    def __len__(self) -> int:
        return int(self.struct.size)

    @property
    def base_name(self) -> str:
        return os.path.basename(self.name or "")

    @property
    def array(self) -> Pixels:
        return view_bytes(self, self.struct)

    def bytes(self) -> bytes:
        return copy_bytes(self.struct)


class Bytes(Span):
    """A file's bytes, or some that were given."""

    def __init__(self, source: "Input", name: Optional[str] = None) -> None:
        if isinstance(source, (str, os.PathLike)):
            name = file_name(source)
            data = Path(source).read_bytes()
        elif isinstance(source, (bytes, bytearray, memoryview, np.ndarray)):
            # A copy of what could be changed meanwhile.
            data = source if isinstance(source, bytes) else bytes(source)
        else:
            raise TypeError(f"expected a path or bytes, got {type(source).__name__}")
        held = ffi.from_buffer(data)
        super().__init__(held, held, len(data), name)


def span_of(source: Union["Input", Span], name: Optional[str] = None) -> Span:
    return source if isinstance(source, Span) else Bytes(source, name)


class Memory:
    """An arena, and what the things in it borrow from."""

    def __init__(self, *borrowed: Any, limit: int = MEMORY_LIMIT) -> None:
        self.borrowed: List[Any] = list(borrowed)
        self.arena = ffi.gc(ffi.new("struct exh_arena *"), lib.exh_arena_free)
        self.arena.limit = limit
        self.notes_struct = ffi.new("struct exh_notes *")
        self.notes_struct.arena = self.arena

    def keep(self, thing: Any) -> Any:
        """thing lives as long as the memory."""
        self.borrowed.append(thing)
        return thing

    def new(self, kind: str, *init: Any) -> Any:
        """A structure that lives as long as the memory."""
        return self.keep(ffi.new(kind, *init))

    @property
    def notes(self) -> List[Note]:
        return notes_of(self.notes_struct)


def decoded(source: Union["Input", Span], kind: str, decode: Any) -> Tuple[Span, Memory, Any]:
    """A structure that decode makes of source, with the memory that it lives in."""
    span = span_of(source)
    memory = Memory(span)
    struct = memory.new(kind)
    failure = Failure(span.name)
    failure.check(decode(span.value, memory.arena, struct, memory.notes_struct, failure.struct))
    return span, memory, struct


def notes_of(notes: Any) -> List[Note]:
    """A struct exh_notes as a list."""
    found = []
    note = notes.first
    while note:
        found.append(
            Note(note.severity == lib.EXH_DAMAGE, offset_of(note.offset), text_of(note.text))
        )
        note = note.next
    return found


def _let_go(owner: Any, pointer: Any) -> None:
    """The end of an array: owner lived until now, because this function refers to it."""


def view(owner: Any, pointer: Any, shape: Tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """An array of memory that belongs to owner, without a copy. It can only be read."""
    size = int(np.prod(shape, dtype=np.int64)) * np.dtype(dtype).itemsize
    if not size or not pointer:
        return frozen(np.zeros(shape, dtype))
    held = ffi.gc(ffi.cast("char *", pointer), functools.partial(_let_go, owner))
    buffer = memoryview(ffi.buffer(held, size)).toreadonly()
    return np.frombuffer(buffer, dtype).reshape(shape)


def view_bytes(owner: Any, value: Any) -> Pixels:
    """An array of a struct exh_bytes, without a copy."""
    return view(owner, value.data, (value.size,), np.uint8)


def copy_bytes(value: Any) -> bytes:
    return bytes(ffi.buffer(value.data, value.size)) if value.size else b""


# Something to point to where an array has no elements: functions of C take no NULL then.
_NO_ELEMENTS = ffi.new("uint64_t *")


def pointer(array: NDArray[Any], kind: str) -> Any:
    """An array's first element. It must be contiguous, and outlive the pointer."""
    if not array.size:
        return ffi.cast(kind, _NO_ELEMENTS)
    return ffi.from_buffer(kind[:-2] + "[]", array, require_writable=array.flags.writeable)


def taken(array: Any, dtype: Any, dimensions: int, what: str) -> NDArray[Any]:
    """A copy of an array for the library, which is of this type and has so many dimensions."""
    given = np.asarray(array)
    wanted = np.dtype(dtype)
    if given.dtype != wanted:
        raise TypeError(f"{what}: expected an array of {wanted}, got {given.dtype}")
    if given.ndim != dimensions:
        raise ValueError(f"{what}: expected {dimensions} dimensions, got {given.ndim}")
    return np.array(given, order="C", copy=True)


class Writer:
    """A buffer that the library appends to."""

    def __init__(self, limit: int = MEMORY_LIMIT) -> None:
        self.struct = ffi.gc(ffi.new("struct exh_writer *"), lib.exh_writer_free)
        self.struct.limit = limit

    def bytes(self) -> bytes:
        if self.struct.failed:
            raise MemoryError("the output exceeds its limit")
        return bytes(ffi.buffer(self.struct.data, self.struct.size)) if self.struct.size else b""

    def text(self) -> str:
        return self.bytes().decode("utf-8", "replace")


def palette_of(palette: Any) -> Palette:
    """A struct exh_palette as rows of red, green, blue and alpha."""
    colors = np.frombuffer(ffi.buffer(palette.colors), np.uint8).reshape(-1, 4)
    return frozen(colors[: palette.count].copy())


def ega_palette() -> Palette:
    """The 16 colours of the EGA: rows of red, green, blue and alpha."""
    palette = ffi.new("struct exh_palette *")
    lib.exh_palette_ega(palette)
    return palette_of(palette)


def cga_palette(number: int = 1, intense: bool = True) -> Palette:
    """The four colours of CGA's mode 4: palette 0 (green, red) or 1 (cyan, magenta)."""
    if number not in (0, 1):
        raise ValueError(f"CGA has palettes 0 and 1, not {number}")
    palette = ffi.new("struct exh_palette *")
    lib.exh_palette_cga(palette, number, intense)
    return palette_of(palette)


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """The same array, which can only be read from now on."""
    array.flags.writeable = False
    return array


def rgba(pixels: Any, palette: Any, clear: Optional[int] = None) -> Pixels:
    """Indexed pixels as an array of height by width by 4; clear is the transparent index."""
    colors = np.asarray(palette, np.uint8)
    full = np.zeros((256, 4), np.uint8)
    full[: len(colors), : colors.shape[1]] = colors
    if colors.shape[1] == 3:
        full[: len(colors), 3] = 255
    if clear is not None:
        full[clear] = 0
    colored: Pixels = full[np.asarray(pixels)]
    return colored


def rgb_of_15_bits(pixels: Any) -> Pixels:
    """Pixels of 15 bits (ZVision's) as an array of height by width by 3."""
    given = np.asarray(pixels)
    if given.dtype != np.uint16:
        raise TypeError(f"pixels: expected an array of uint16, got {given.dtype}")
    channels = np.stack([given >> 10 & 31, given >> 5 & 31, given & 31], axis=-1)
    rgb: Pixels = (channels << 3 | channels >> 2).astype(np.uint8)
    return rgb


class Closing:
    """Something that can be closed, by hand or at the end of a with block.

    What was read from it before stays, and is freed when nothing refers to it.
    """

    _closed = False

    def close(self) -> None:
        self._closed = True

    @property
    def closed(self) -> bool:
        return self._closed

    def _check_open(self) -> None:
        if self._closed:
            raise ClosedError(f"this {type(self).__name__} is closed")

    def __enter__(self) -> Any:
        self._check_open()
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Any
    ) -> None:
        self.close()


T = TypeVar("T")
Function = TypeVar("Function", bound=Callable[..., Any])


def called_back(function: Function) -> Function:
    """For what the library calls: build_ffi.py declares it under the same name."""
    ffi.def_extern()(function)
    return function


class lazy(Generic[T]):
    """A property that is made when it is first asked for. Threads may make it twice."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self.make = make
        self.name = make.__name__
        self.__doc__ = make.__doc__

    def __get__(self, thing: Any, kind: Any = None) -> T:
        if thing is None:
            return self  # type: ignore[return-value]
        made: T = thing.__dict__.setdefault(self.name, self.make(thing))
        return made


class Turn:
    """One thread at a time; what is in its turn can't begin another one.

    Engines and chips change when they are used, and the library does not hold Python's lock.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()

    def __enter__(self) -> None:
        self.lock.acquire()

    def __exit__(self, *ignored: Any) -> None:
        self.lock.release()


class Folder:
    """The files of a folder, found in upper or lower case."""

    def __init__(self, path: FilePath) -> None:
        self.path = Path(path)
        entries = [entry for entry in os.scandir(self.path) if entry.is_file()]
        self.names = sorted(
            (entry.name for entry in entries), key=lambda name: (name.lower(), name)
        )
        self.by_lower: Dict[str, str] = {}
        for name in self.names:
            self.by_lower.setdefault(name.lower(), name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def find(self, name: str) -> Optional[Path]:
        found = self.by_lower.get(name.lower())
        return self.path / found if found else None

    def with_stem(self, stem: str, extension: str = "") -> List[Path]:
        """Files of this stem with any extension or none; first those with extension."""
        found = [
            name
            for name in self.names
            if name.lower() == stem.lower() or name.lower().startswith(stem.lower() + ".")
        ]
        found.sort(key=lambda name: os.path.splitext(name)[1].lower() != extension.lower())
        return [self.path / name for name in found]

    def named(self, endings: Sequence[str], stems: Sequence[str]) -> List[Path]:
        """Files that end so, or have one of these stems."""
        return [
            self.path / name
            for name in self.names
            if any(name.lower().endswith(ending) for ending in endings)
            or any(name.lower() == stem or name.lower().startswith(stem + ".") for stem in stems)
        ]
