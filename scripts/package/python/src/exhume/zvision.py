"""ZVision, the engine of Zork Nemesis and Zork: Grand Inquisitor.

Pixels have 16 bits: red in bits 14 to 10, green in 9 to 5, blue in 4 to 0. exhume.rgb_of_15_bits
makes red, green and blue of them. Panoramas are stored with rows and columns swapped, which no
file says: pixels.T swaps them back.
"""

from __future__ import annotations

import functools
import os
from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from exhume._base import (
    Bytes,
    Closing,
    Error,
    Failure,
    FilePath,
    Folder,
    Input,
    Memory,
    Note,
    Pixels15,
    Samples,
    Span,
    Turn,
    Writer,
    called_back,
    copy_bytes,
    decoded,
    file_name,
    frozen,
    lazy,
    notes_of,
    pointer,
    rgb_of_15_bits,
    span_of,
    taken,
    text_of,
)
from exhume._engine import Engine as _Engine
from exhume._engine import Event, InputScript, plain
from exhume._exhume import ffi, lib

GAMES = {"nemesis": int(lib.EXH_ZV_NEMESIS), "zgi": int(lib.EXH_ZV_ZGI)}

Source = Union[Input, Span]


def _game(name: str) -> int:
    if name not in GAMES:
        raise ValueError(f"no game {name!r}: nemesis or zgi")
    return GAMES[name]


def _picture(array: Pixels15) -> Any:
    """A struct exh_zv_picture of an array, which must outlive it."""
    struct = ffi.new("struct exh_zv_picture *")
    struct.height, struct.width = array.shape
    struct.pixels = pointer(array, "uint16_t *")
    return struct


#
# Pictures.
#


class Tga:
    """A picture: .tga, which is TGZ or Truevision's format."""

    def __init__(self, source: Source) -> None:
        span = span_of(source)
        self._memory = memory = Memory(span)
        self._struct = memory.new("struct exh_zv_tga *")
        failure = Failure(span.name)
        failure.check(
            lib.exh_zv_tga_open(span.value, self._struct, memory.notes_struct, failure.struct)
        )
        self.path = span.name
        self.is_packed: bool = self._struct.kind == lib.EXH_ZV_TGZ
        self.width: int = int(self._struct.width)
        self.height: int = int(self._struct.height)

    @lazy
    def _decoded(self) -> Tuple[Pixels15, List[Note]]:
        memory = Memory()
        pixels = np.empty((self.height, self.width), np.uint16)
        failure = Failure(self.path)
        failure.check(
            lib.exh_zv_tga_decode(
                self._struct,
                pointer(pixels, "uint16_t *"),
                pixels.size,
                ffi.NULL,
                memory.notes_struct,
                failure.struct,
            )
        )
        return frozen(pixels), self._memory.notes + memory.notes

    @property
    def pixels(self) -> Pixels15:
        """Height by width, as stored."""
        return self._decoded[0]

    @property
    def notes(self) -> List[Note]:
        """What is wrong with it, pixels included."""
        return self._decoded[1]


def _pack(function: Any, pixels: Any, what: str) -> bytes:
    array = taken(pixels, np.uint16, 2, what)
    out = Writer()
    failure = Failure()
    failure.check(function(_picture(array), out.struct, failure.struct))
    return out.bytes()


def pack_tgz(pixels: Any) -> bytes:
    """A packed picture of pixels of 16 bits, height by width."""
    return _pack(lib.exh_zv_tgz_write, pixels, "TGZ")


def pack_tga(pixels: Any) -> bytes:
    """A plain TGA of pixels of 16 bits, height by width."""
    return _pack(lib.exh_zv_tga_write, pixels, "TGA")


class Cursor:
    """A mouse pointer: .zcr. Pixels of value 0 are transparent."""

    def __init__(self, source: Source) -> None:
        span = span_of(source)
        memory = Memory(span)
        struct = memory.new("struct exh_zv_cursor *")
        failure = Failure(span.name)
        failure.check(
            lib.exh_zv_cursor_open(span.value, struct, memory.notes_struct, failure.struct)
        )
        pixels = np.empty((struct.height, struct.width), np.uint16)
        failure.check(
            lib.exh_zv_cursor_decode(
                struct,
                pointer(pixels, "uint16_t *"),
                pixels.size,
                memory.notes_struct,
                failure.struct,
            )
        )
        self.hot_spot: Tuple[int, int] = (int(struct.hot_x), int(struct.hot_y))
        self.pixels: Pixels15 = frozen(pixels)
        self.notes: List[Note] = memory.notes


def pack_cursor(pixels: Any, hot_spot: Tuple[int, int] = (0, 0)) -> bytes:
    """A pointer of pixels of 16 bits, height by width; 0 is transparent."""
    array = taken(pixels, np.uint16, 2, "cursor")
    if max(array.shape) > 0xFFFF:
        raise ValueError(f"cursor: a side of {max(array.shape)} pixels is too long")
    struct = ffi.new("struct exh_zv_cursor *")
    struct.height, struct.width = array.shape
    struct.hot_x, struct.hot_y = hot_spot
    out = Writer()
    failure = Failure()
    failure.check(
        lib.exh_zv_cursor_write(struct, pointer(array, "uint16_t *"), out.struct, failure.struct)
    )
    return out.bytes()


#
# Animations.
#


class Rlf:
    """An animation: .rlf."""

    def __init__(self, source: Source) -> None:
        self._span = span = span_of(source)
        memory = Memory(span)
        self._struct = struct = ffi.new("struct exh_zv_rlf *")
        failure = Failure(span.name)
        failure.check(lib.exh_zv_rlf_open(span.value, struct, memory.notes_struct, failure.struct))
        self.width: int = int(struct.width)
        self.height: int = int(struct.height)
        self.frame_count: int = int(struct.frame_count)  # as declared
        self.milliseconds: int = int(lib.exh_zv_rlf_milliseconds(struct))  # duration of a frame
        self.notes: List[Note] = memory.notes

    def __len__(self) -> int:
        return self.frame_count

    def frames(self) -> Iterator[Pixels15]:
        """All frames, height by width. What is wrong with one that is shown goes to notes."""
        pixels = np.zeros((self.height, self.width), np.uint16)
        record = ffi.new("struct exh_zv_rlf_record *")
        rest, data = ffi.new("struct exh_bytes *"), ffi.new("struct exh_bytes *")
        failure = Failure(self._span.name)
        offset = int(lib.EXH_ZV_RLF_HEADER_SIZE)
        for number in range(self.frame_count):
            if offset >= len(self._span):
                self.notes.append(Note(True, len(self._span), f"{number} of {len(self)} frames"))
                return
            lib.exh_bytes_slice(self._span.value, offset, len(self._span) - offset, rest)
            failure.check(lib.exh_zv_rlf_record(rest[0], record, failure.struct))
            size = min(int(record.size), int(rest.size))
            start = min(int(record.data_offset), size)
            lib.exh_bytes_slice(rest[0], start, size - start, data)
            if lib.exh_zv_rlf_apply(
                record.kind, data[0], pointer(pixels, "uint16_t *"), pixels.size, failure.struct
            ):
                text = f"frame {number}: {text_of(failure.struct.text)}"
                self.notes.append(Note(True, int(failure.struct.offset), text))
            yield frozen(pixels.copy())
            offset += int(record.size)


def pack_rlf(frames: Sequence[Any], milliseconds: int = 100, key_every: int = 0) -> bytes:
    """An animation of frames of 16 bits, height by width. The first one is a key frame, and
    each key_every-th (0: no other one)."""
    arrays = [taken(frame, np.uint16, 2, f"frame {i}") for i, frame in enumerate(frames)]
    if not arrays:
        raise ValueError("an animation has at least one frame")
    for i, array in enumerate(arrays):
        if array.shape != arrays[0].shape:
            raise ValueError(f"frame {i}: {array.shape}, and the first one is {arrays[0].shape}")
    header = ffi.new("struct exh_zv_rlf *")
    header.frame_count = len(arrays)
    header.height, header.width = arrays[0].shape
    header.tenths = 10 * milliseconds
    body = Writer()
    before = ffi.cast("uint16_t *", ffi.NULL)
    for i, array in enumerate(arrays):
        is_key = i == 0 or (key_every and i % key_every == 0)
        kind = lib.EXH_ZV_RLF_SIMPLE if is_key else lib.EXH_ZV_RLF_MASKED
        pixels = pointer(array, "uint16_t *")
        lib.exh_zv_rlf_write_record(kind, before, pixels, array.size, body.struct)
        before = pixels
    records = body.bytes()
    head = Writer()
    lib.exh_zv_rlf_write_header(header, len(records) + lib.EXH_ZV_RLF_HEADER_SIZE, head.struct)
    return head.bytes() + records


#
# Sounds.
#

_ADPCM = ffi.new("struct exh_zork_adpcm *")
lib.exh_zork_adpcm_start(_ADPCM)

PACKINGS = {
    "adpcm": int(lib.EXH_ZV_ADPCM),
    "pcm8": int(lib.EXH_ZV_PCM_8),
    "pcm16": int(lib.EXH_ZV_PCM_16),
}


class Sound:
    """A sound without a header: .raw, .src, .ifp. A letter of its name says how it is stored."""

    def __init__(
        self,
        source: Source,
        name: Optional[str] = None,
        game: Optional[str] = None,
        rate: Optional[int] = None,
        channels: Optional[int] = None,
        packing: Optional[str] = None,
    ) -> None:
        """name: the file's, if bytes are given. game: "nemesis" or "zgi", whose letter counts.
        rate, channels (1 or 2) and packing count more than the name."""
        self._span = span = span_of(source, name)
        kind = self._by_name(os.fsencode(name or span.base_name), game)
        if not kind and (rate is None or channels is None or packing is None):
            raise Error(
                "its name is that of no sound: give rate, channels and packing",
                span.name,
                status="unsupported",
            )
        if packing is not None and packing not in PACKINGS:
            raise ValueError(f"no packing {packing!r}: " + ", ".join(PACKINGS))
        if channels not in (None, 1, 2):
            raise ValueError(f"channels are 1 or 2, not {channels}")
        self.rate: int = rate or int(kind.rate_hz)
        self.channels: int = channels or int(kind.channel_count)
        names = {number: name for name, number in PACKINGS.items()}
        self.packing: str = packing or names[int(kind.packing)]

    def _by_name(self, name: bytes, game: Optional[str]) -> Any:
        if game is not None:
            kind = ffi.new("struct exh_zv_sound *")
            return kind if lib.exh_zv_sound_by_name(name, _game(game), kind) else None
        guess = ffi.new("struct exh_zv_sound_guess *")
        found = lib.exh_zv_sound_guess(_ADPCM, name, self._span.value, ffi.NULL, guess)
        return guess.sound if found else None

    def _shaped(self, samples: NDArray[np.int16]) -> Samples:
        whole = samples[: samples.size // self.channels * self.channels]
        return whole.reshape(-1, self.channels) if self.channels > 1 else whole

    @lazy
    def samples(self) -> Samples:
        """Samples of 16 bits; of a stereo sound n by 2. Those that are stored so are a view."""
        data = self._span.array
        if self.packing == "pcm16":
            return self._shaped(data[: data.size // 2 * 2].view("<i2"))
        if self.packing == "pcm8":
            return frozen(self._shaped(((data ^ 0x80).astype(np.uint16) << 8).view(np.int16)))
        count = data.size // self.channels * self.channels
        samples = np.empty(count, np.int16)
        states = ffi.new("struct exh_zork_adpcm_state[2]")
        lib.exh_zork_adpcm_decode(
            _ADPCM,
            states,
            self.channels,
            self._span.struct.data,
            count,
            pointer(samples, "int16_t *"),
        )
        return frozen(self._shaped(samples))


def pack_adpcm(samples: Any, best: bool = False) -> bytes:
    """A sound's bytes of samples of 16 bits, n, or n by 2 for stereo.

    best: with the least error that a search finds, which takes seconds for a million samples.
    """
    given = np.asarray(samples)
    array = taken(given, np.int16, 2 if given.ndim == 2 else 1, "sound")
    channels = array.shape[1] if array.ndim == 2 else 1
    if channels not in (1, 2):
        raise ValueError(f"sound: expected one or two channels, got {channels}")
    out = np.empty(array.size, np.uint8)
    wave, packed = pointer(array, "int16_t *"), pointer(out, "uint8_t *")
    if best:
        failure = Failure()
        failure.check(
            lib.exh_zork_adpcm_search(_ADPCM, channels, wave, array.size, packed, failure.struct)
        )
    else:
        states = ffi.new("struct exh_zork_adpcm_state[2]")
        lib.exh_zork_adpcm_encode(_ADPCM, states, channels, wave, array.size, packed)
    return out.tobytes()


#
# Panoramas.
#

KINDS = {
    "flat": int(lib.EXH_ZV_FLAT),
    "pana": int(lib.EXH_ZV_PANA),
    "tilt": int(lib.EXH_ZV_TILT),
}


class Panorama:
    """What the player sees of a picture that is wider or higher than the window."""

    def __init__(
        self,
        pixels: Any,
        kind: str = "pana",
        game: str = "nemesis",
        angle: Optional[float] = None,
        linscale: Optional[float] = None,
        window: Optional[Tuple[int, int]] = None,
    ) -> None:
        """pixels: the picture, height by width, the right way round. kind: "flat", "pana" (goes
        round) or "tilt". angle, linscale: as in the room's script, else the engine's own.
        window: width and height, else the game's."""
        if kind not in KINDS:
            raise ValueError(f"no kind {kind!r}: " + ", ".join(KINDS))
        self._pixels = taken(pixels, np.uint16, 2, "panorama")
        if not self._pixels.size:
            raise ValueError("panorama: the picture has no pixels")
        self._picture = _picture(self._pixels)
        options = ffi.new("struct exh_zv_pano_options *")
        lib.exh_zv_pano_defaults(KINDS[kind], options)
        if angle is not None:
            options.angle = angle
        if linscale is not None:
            options.linscale = linscale
        width, height = ffi.new("size_t *"), ffi.new("size_t *")
        lib.exh_zv_pano_window(_game(game), width, height)
        if window:
            width[0], height[0] = window
        self._memory = memory = Memory()
        self._pano = memory.new("struct exh_zv_pano *")
        failure = Failure()
        failure.check(
            lib.exh_zv_pano_make(
                self._pano, options, width[0], height[0], memory.arena, failure.struct
            )
        )
        self.width: int = int(width[0])
        self.height: int = int(height[0])

    def clamp(self, location: int) -> int:
        """The location that the engine makes of this one."""
        return int(lib.exh_zv_pano_clamp(self._pano, self._picture, location))

    def render(self, location: int) -> Pixels15:
        """The window; location is the picture's column (tilt: row) on its centre line."""
        window = np.empty((self.height, self.width), np.uint16)
        lib.exh_zv_pano_render(self._pano, self._picture, location, pointer(window, "uint16_t *"))
        return window


#
# Levers.
#


class LeverPosition(NamedTuple):
    """A state of a lever, and where it is grabbed."""

    number: int
    x: int
    y: int
    directions: Tuple[Tuple[int, int], ...]  # (to, angle in degrees)
    paths: Tuple[int, ...]  # positions that it returns by


class Finding(NamedTuple):
    """What is wrong with a lever or a script."""

    kind: str
    line: int
    column: int
    text: str


class Lever:
    """A .lev file: how a lever of an animation is moved with the mouse."""

    def __init__(self, source: Source) -> None:
        span = span_of(source)
        self._memory = memory = Memory(span)
        self._struct = struct = memory.new("struct exh_zv_lever *")
        failure = Failure(span.name)
        failure.check(
            lib.exh_zv_lever_read(
                span.value, memory.arena, struct, memory.notes_struct, failure.struct
            )
        )
        self.notes: List[Note] = memory.notes
        self.filename: str = copy_bytes(struct.filename).decode("latin-1")
        self.frames: int = int(lib.exh_zv_lever_frames(struct))
        self.start: int = int(lib.exh_zv_lever_number(struct, lib.EXH_ZV_LEVER_START_POS))
        self.is_mirrored: bool = bool(lib.exh_zv_lever_is_mirrored(struct))

    @lazy
    def positions(self) -> List[LeverPosition]:
        return [
            self._position(self._struct.positions[i]) for i in range(self._struct.position_count)
        ]

    @staticmethod
    def _position(struct: Any) -> LeverPosition:
        directions = struct.directions
        return LeverPosition(
            int(struct.number),
            int(struct.x),
            int(struct.y),
            tuple(
                (int(directions[i].to), int(directions[i].angle))
                for i in range(struct.direction_count)
            ),
            tuple(int(struct.paths[i].to) for i in range(struct.path_count)),
        )

    def check(self) -> List[Finding]:
        """What is wrong with it."""
        memory = Memory(self._memory)
        known = ffi.new("struct exh_zv_lever_known *")
        first = ffi.new("const struct exh_zv_lever_finding **")
        failure = Failure()
        failure.check(
            lib.exh_zv_lever_check(self._struct, known, memory.arena, first, failure.struct)
        )
        found, next_one = [], first[0]
        while next_one:
            found.append(
                Finding(
                    text_of(lib.exh_zv_lever_check_name(next_one.check)),
                    int(next_one.place.line),
                    int(next_one.place.column),
                    text_of(next_one.text),
                )
            )
            next_one = next_one.next
        return found

    def hand(self, position: Optional[int] = None) -> "Hand":
        """A hand that drags it, as the engine has it."""
        return Hand(self, self.start if position is None else position)


class Hand:
    """Drags a lever: down, move, up; then time passes."""

    def __init__(self, lever: Lever, position: int) -> None:
        self._lever = lever
        self._turn = Turn()
        self._motion = ffi.new("struct exh_zv_lever_motion *")
        lib.exh_zv_lever_start(self._motion, lever._struct, position)

    @property
    def position(self) -> int:
        return int(self._motion.position)

    @property
    def frame(self) -> int:
        """Of the animation, that is shown."""
        return int(self._motion.frame)

    def down(self, x: int, y: int) -> bool:
        """True: that grabs the lever."""
        with self._turn:
            return bool(lib.exh_zv_lever_down(self._motion, x, y))

    def move(self, x: int, y: int) -> bool:
        """True: another frame is shown."""
        with self._turn:
            return bool(lib.exh_zv_lever_move(self._motion, x, y))

    def up(self) -> None:
        with self._turn:
            lib.exh_zv_lever_up(self._motion)

    def wait(self, milliseconds: int) -> List[int]:
        """The frames that are shown meanwhile."""
        left = ffi.new("uint32_t *", milliseconds)
        shown = []
        with self._turn:
            while lib.exh_zv_lever_tick(self._motion, left):
                shown.append(int(self._motion.frame))
        return shown


#
# Scripts and texts.
#

NODE_KINDS = [
    "file",
    "puzzle",
    "control",
    "criteria",
    "results",
    "flags",
    "unknown",
    "criterion",
    "result",
    "flag",
    "parameter",
    "comment",
    "unread",
]


@dataclass
class Node:
    """A part of a script: a block, with its children, or a line."""

    kind: str  # "puzzle", "control", "criterion", "result" ...
    key: int
    line: int
    text: str
    name: str  # a result's action, a control's type
    arguments: str
    children: List["Node"] = field(default_factory=list)


@called_back
def exhume_zv_problem(context: Any, problem: Any) -> None:
    ffi.from_handle(context).append(
        Finding(
            text_of(lib.exh_zv_problem_name(problem.kind)),
            int(problem.line),
            int(problem.column),
            text_of(problem.text),
        )
    )


class Script:
    """A .scr file: the puzzles and controls of a place."""

    def __init__(self, source: Source) -> None:
        _, memory, self._struct = decoded(source, "struct exh_zv_script *", lib.exh_zv_script_parse)
        self._memory = memory
        self.notes: List[Note] = memory.notes

    def _words(self, span: Any) -> str:
        return copy_bytes(lib.exh_zv_script_text(self._struct, span)).decode("latin-1")

    @lazy
    def root(self) -> Node:
        """The tree of the file's lines."""
        made: Dict[int, Node] = {}
        node = ffi.addressof(self._struct, "root")
        root = None
        while node:
            mine = Node(
                NODE_KINDS[node.kind],
                int(node.key),
                int(node.line),
                self._words(node.text),
                self._words(node.name),
                self._words(node.args),
            )
            made[int(ffi.cast("uintptr_t", node))] = mine
            if node.parent:
                made[int(ffi.cast("uintptr_t", node.parent))].children.append(mine)
            root = root or mine
            node = lib.exh_zv_script_next(node)
        assert root
        return root

    @property
    def puzzles(self) -> List[Node]:
        return [node for node in self.root.children if node.kind == "puzzle"]

    @property
    def controls(self) -> List[Node]:
        return [node for node in self.root.children if node.kind == "control"]

    @lazy
    def text(self) -> str:
        """The script in its canonical form, which parses to the same tree."""
        out = Writer()
        lib.exh_zv_script_print(self._struct, out.struct)
        return out.bytes().decode("latin-1")

    def check(self) -> List[Finding]:
        """What is wrong with it."""
        found: List[Finding] = []
        handle = ffi.new_handle(found)
        if not lib.exh_zv_script_problems(self._struct, lib.exhume_zv_problem, handle):
            raise MemoryError("no memory for the script's problems")
        return found


def read_text(source: Source) -> List[str]:
    """The lines of a text (.txt, .str), tags included."""
    span = span_of(source)
    memory = Memory(span)
    text = ffi.new("struct exh_zv_text *")
    failure = Failure(span.name)
    failure.check(
        lib.exh_zv_text_read(
            span.value,
            lib.EXH_ZV_ENCODING_AUTO,
            memory.arena,
            text,
            memory.notes_struct,
            failure.struct,
        )
    )
    return [text_of(text.lines[i].text) for i in range(text.line_count)]


#
# Archives and games.
#


class _File:
    """An archive's file, which is read piece by piece."""

    def __init__(self, path: FilePath) -> None:
        self.name = file_name(path)
        self.descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
        self.turn = Turn()
        try:
            self.size = os.fstat(self.descriptor).st_size
        except OSError:
            self.close()
            raise

    def read(self, offset: int, size: int) -> bytes:
        with self.turn:
            if self.descriptor < 0:
                raise ValueError("the archive is closed")
            return os.pread(self.descriptor, size, offset)

    def close(self) -> None:
        with self.turn:
            if self.descriptor >= 0:
                os.close(self.descriptor)
            self.descriptor = -1

    __del__ = close


@called_back
def exhume_zfs_read(context: Any, offset: int, out: Any, size: int, err: Any) -> int:
    try:
        content = ffi.from_handle(context).read(offset, size)
    except (OSError, ValueError, MemoryError) as error:
        return int(lib.exh_fail(err, lib.EXH_IO, offset, str(error).encode().replace(b"%", b"%%")))
    if len(content) < size:
        return int(lib.exh_fail(err, lib.EXH_TRUNCATED, offset, b"the file ends here"))
    ffi.memmove(out, content, size)
    return 0


class Member(NamedTuple):
    """A file in an archive."""

    name: str
    size: int
    offset: int
    there: int  # bytes of it that the archive has


class Zfs(Closing, Mapping[str, Span]):
    """A ZFS archive: a mapping of names, in any case, to the bytes of files."""

    def __init__(self, path: FilePath) -> None:
        self._file = _File(path)
        self.path = self._file.name
        memory = Memory()
        source = ffi.new("struct exh_source *")
        handle = ffi.new_handle(self._file)
        source.size = self._file.size
        source.read = lib.exhume_zfs_read
        source.context = handle
        self._struct = memory.new("struct exh_zv_zfs *")
        failure = Failure(self.path)
        try:
            failure.check(
                lib.exh_zv_zfs_open(
                    source, memory.arena, self._struct, memory.notes_struct, failure.struct
                )
            )
        except Error:
            self._file.close()
            raise
        self._memory = memory
        self.notes: List[Note] = memory.notes
        self.is_encrypted: bool = bool(lib.exh_zv_zfs_is_encrypted(self._struct.key))
        self.members: List[Member] = [
            self._member(self._struct.members[i]) for i in range(self._struct.member_count)
        ]
        self._by_lower: Dict[str, Member] = {}
        for member in self.members:
            self._by_lower.setdefault(member.name.lower(), member)

    @staticmethod
    def _member(struct: Any) -> Member:
        text = ffi.new("char[]", lib.EXH_ZV_ZFS_TEXT_SIZE)
        lib.exh_zv_zfs_name_to_utf8(struct.name, text)
        return Member(text_of(text), int(struct.size), int(struct.offset), int(struct.there))

    def __getitem__(self, name: str) -> Span:
        self._check_open()
        member = self._by_lower.get(name.lower())
        if not member:
            raise KeyError(name)
        if member.there < member.size:
            text = f"{member.name}: {member.there} of {member.size} bytes are there"
            raise Error(text, self.path, member.offset, "truncated")
        content = self._file.read(member.offset, member.size)
        if len(content) < member.size:
            raise Error(f"{member.name}: the file was cut", self.path, member.offset, "truncated")
        array = np.frombuffer(bytearray(content), np.uint8)
        plain_bytes = pointer(array, "uint8_t *")
        if array.size:
            lib.exh_zv_zfs_crypt(
                self._struct.key, lib.EXH_ZV_ZFS_TAIL_BYTES, array.size, 0, plain_bytes, array.size
            )
        return Span(array, plain_bytes, array.size, member.name)

    def __iter__(self) -> Iterator[str]:
        return (member.name for member in self._by_lower.values())

    def __len__(self) -> int:
        return len(self._by_lower)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.lower() in self._by_lower

    def close(self) -> None:
        """Closes the file. What was read from it stays."""
        super().close()
        self._file.close()


def pack_zfs(members: Mapping[str, bytes], key: bytes = b"\0\0\0\0") -> bytes:
    """An archive of files. key: 4 bytes that theirs are XORed with."""
    if len(key) != lib.EXH_ZV_ZFS_KEY_SIZE:
        raise ValueError(f"a key has {lib.EXH_ZV_ZFS_KEY_SIZE} bytes, not {len(key)}")
    entries = ffi.new("struct exh_zv_zfs_member[]", len(members))
    failure = Failure()
    for i, (name, content) in enumerate(members.items()):
        failure.check(lib.exh_zv_zfs_name_from_utf8(name.encode(), entries[i].name, failure.struct))
        entries[i].size = len(content)
        entries[i].id = i
    struct = ffi.new("struct exh_zv_zfs *")
    struct.per_block = lib.EXH_ZV_ZFS_PER_BLOCK
    struct.key = key
    struct.members = entries
    struct.member_count = len(members)
    size = ffi.new("size_t *")
    failure.check(lib.exh_zv_zfs_plan(struct, size, failure.struct))
    out = np.zeros(size[0], np.uint8)
    _put(out, 0, _written(lib.exh_zv_zfs_write_header, struct))
    for block in range(struct.block_count):
        at = int(lib.exh_zv_zfs_block_offset(struct, block))
        _put(out, at, _written(lib.exh_zv_zfs_write_block, struct, block))
    for i, content in enumerate(members.values()):
        array = np.frombuffer(bytearray(content), np.uint8)
        if array.size:
            packed = pointer(array, "uint8_t *")
            lib.exh_zv_zfs_crypt(
                struct.key, lib.EXH_ZV_ZFS_TAIL_BYTES, array.size, 0, packed, array.size
            )
        out[entries[i].offset : entries[i].offset + array.size] = array
    return out.tobytes()


def _written(function: Any, *arguments: Any) -> bytes:
    out = Writer()
    function(*arguments, out.struct)
    return out.bytes()


def _put(out: NDArray[np.uint8], at: int, content: bytes) -> None:
    out[at : at + len(content)] = np.frombuffer(content, np.uint8)


LEAST_SIZE = 10  # bytes of a file that hides others of its name


class Files(Closing, Mapping[str, Span]):
    """The files of a game: those of its folder, then those of the archives in it."""

    def __init__(self, path: FilePath) -> None:
        self.path = file_name(path)
        self._folder = Folder(path)
        self._archives = [Zfs(found) for found in self._folder.named([".zfs"], [])]
        self._loose = {
            name.lower(): self._folder.path / name
            for name in self._folder
            if not name.lower().endswith(".zfs")
        }
        self._names = {name: None for name in self._loose}
        for archive in self._archives:
            self._names.update({name.lower(): None for name in archive})

    def __getitem__(self, name: str) -> Span:
        self._check_open()
        found: Optional[Span] = None
        loose = self._loose.get(name.lower())
        if loose:
            found = Bytes(loose)
        for archive in self._archives:
            if (not found or len(found) < LEAST_SIZE) and name in archive:
                inside = archive[name]
                found = inside if not found or len(inside) >= LEAST_SIZE else found
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._names))

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.lower() in self._names

    def guess_game(self) -> str:
        """ "nemesis" or "zgi", by the names of its files."""
        votes = ffi.new("struct exh_zv_sound_votes *")
        for name in self:
            if name.startswith("nemesis."):
                return "nemesis"
            if name.startswith("inquis."):
                return "zgi"
            if name.endswith((".raw", ".src", ".ifp")):
                lib.exh_zv_sound_vote(name.encode("utf-8", "surrogateescape"), votes)
        return "zgi" if votes.zgi > votes.nemesis else "nemesis"

    def close(self) -> None:
        super().close()
        for archive in self._archives:
            archive.close()


class _Lender:
    """Gives files to the library, and keeps them until they come back."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self.lent: Dict[int, List[Span]] = {}

    def read(self, name: str) -> Span:
        span = self.files[name]
        if not len(span):
            span = Bytes(b"")
        self.lent.setdefault(int(ffi.cast("uintptr_t", span.struct.data)), []).append(span)
        return span

    def release(self, address: int) -> None:
        spans = self.lent.get(address)
        if spans:
            spans.pop()
        if not spans:
            self.lent.pop(address, None)


@called_back
def exhume_zv_read(context: Any, name: Any, out: Any) -> bool:
    try:
        out[0] = ffi.from_handle(context).read(text_of(name)).value
    except (KeyError, Error, OSError, ValueError):
        return False
    return True


@called_back
def exhume_zv_release(context: Any, content: Any) -> None:
    ffi.from_handle(context).release(int(ffi.cast("uintptr_t", content.data)))


def _free_world(files: Any, handle: Any, world: Any) -> None:
    """Files are given back, so what they are given back to lives until then."""
    lib.exh_zv_world_free(world)


def _free_engine(world: Any, engine: Any) -> None:
    lib.exh_zv_engine_free(engine)


class Engine(_Engine):
    """A game's rooms and puzzles, played offline in ticks of 33 ms."""

    WIDTH = int(lib.EXH_ZV_SCREEN_WIDTH)
    HEIGHT = int(lib.EXH_ZV_SCREEN_HEIGHT)
    TICK_MS = int(lib.EXH_ZV_TICK_MS)
    RATE = int(lib.EXH_ZV_MIXER_RATE)  # samples per second; they are n by 2

    def __init__(
        self,
        path: FilePath,
        game: Optional[str] = None,
        place: str = "",
        offset: int = 0,
        seed: int = 0,
        sound: bool = True,
        trace: bool = False,
    ) -> None:
        """path: the game's folder. game: "nemesis" or "zgi"; None: by its files. place: where it
        begins, four letters."""
        self._files = Files(path)
        which = _game(self._files.guess_game() if game is None else game)
        handle = ffi.new_handle(_Lender(self._files))
        files = ffi.new("struct exh_zv_files *")
        files.read = lib.exhume_zv_read
        files.release = lib.exhume_zv_release
        files.context = handle
        world = lib.exh_zv_world_new(files, which)
        if not world:
            raise MemoryError("no memory for the game's world")
        self._world = ffi.gc(world, functools.partial(_free_world, files, handle))
        engine = lib.exh_zv_engine_new()
        if not engine:
            raise MemoryError("no memory for the engine")
        self._engine = ffi.gc(engine, functools.partial(_free_engine, self._world))
        begin = ffi.new("struct exh_zv_start *")
        if len(place.encode()) > 4:
            raise ValueError(f"a place has four letters, {place!r} has not")
        begin.place = place.encode()
        begin.offset = offset
        begin.seed = seed
        failure = Failure(self._files.path)
        failure.check(lib.exh_zv_engine_start(self._engine, self._world, begin, failure.struct))
        self._devices = ffi.new("struct exh_zv_devices *")
        lib.exh_zv_devices_start(self._devices)
        self._input = ffi.new("struct exh_zv_input *")
        self._mixer: Any = None
        if sound:
            mixer = lib.exh_zv_mixer_new()
            if not mixer:
                raise MemoryError("no memory for the mixer")
            self._mixer = ffi.gc(mixer, lib.exh_zv_mixer_free)
        super().__init__(lib.exh_zv_input_keys(), sound, trace)

    def _press(self, frame: Any) -> None:
        self._input[0] = lib.exh_zv_devices_input(self._devices, frame)

    def _step(self) -> bool:
        return bool(lib.exh_zv_engine_step(self._engine, self._input, self._host))

    def _frame_state(self) -> Any:
        state = ffi.new("struct exh_zv_engine_state *")
        lib.exh_zv_engine_state(self._engine, state)
        return state

    def _tick(self) -> int:
        return int(self._frame_state().tick)

    def _picture(self) -> Pixels15:
        pixels = np.empty((self.HEIGHT, self.WIDTH), np.uint16)
        lib.exh_zv_engine_picture(self._engine, pointer(pixels, "uint16_t *"))
        return pixels

    def _silence(self) -> Samples:
        return frozen(np.zeros((0, 2), np.int16))

    def _made_samples(self) -> Samples:
        sums = np.empty((lib.EXH_ZV_MIXER_FRAMES, 2), np.int32)
        failed = ffi.new("bool *")
        count = lib.exh_zv_mixer_tick(self._mixer, self._engine, pointer(sums, "int32_t *"), failed)
        if failed[0]:
            raise MemoryError("no memory for the sounds of a tick")
        samples: Samples = np.clip(sums[:count], -32768, 32767).astype(np.int16)
        return frozen(samples)

    def _state(self) -> Dict[str, Any]:
        return plain(self._frame_state()[0])

    def _hash(self) -> int:
        return int(lib.exh_zv_engine_hash(self._engine))

    def _save(self, out: Writer) -> None:
        lib.exh_zv_engine_save(self._engine, out.struct)

    def _restore(self, saved: bytes, failure: Failure) -> None:
        span = Bytes(saved)
        failure.check(lib.exh_zv_engine_load(self._engine, self._world, span.value, failure.struct))

    @property
    def notes(self) -> List[Note]:
        """What was wrong with the game's files so far."""
        with self._turn:
            return notes_of(lib.exh_zv_world_notes(self._world))

    def key(self, number: int) -> int:
        """The value of a state key; 0 of one that the game lacks."""
        with self._turn:
            self._check_open()
            return int(lib.exh_zv_engine_key(self._engine, number))

    def set_key(self, number: int, value: int) -> None:
        """As if a script set it."""
        with self._turn:
            self._check_open()
            lib.exh_zv_engine_set_key(self._engine, number, value)

    def go(self, place: str, offset: int = 0) -> None:
        """To another place, as if a script sent the player; it is there two ticks later."""
        failure = Failure()
        with self._turn:
            self._check_open()
            failure.check(
                lib.exh_zv_engine_go(self._engine, place.encode(), offset, failure.struct)
            )

    def close(self) -> None:
        super().close()
        self._files.close()


__all__ = [
    "Cursor",
    "Engine",
    "Event",
    "Files",
    "Finding",
    "Hand",
    "InputScript",
    "Lever",
    "LeverPosition",
    "Member",
    "Node",
    "Panorama",
    "Rlf",
    "Script",
    "Sound",
    "Tga",
    "Zfs",
    "pack_adpcm",
    "pack_cursor",
    "pack_rlf",
    "pack_tga",
    "pack_tgz",
    "pack_zfs",
    "read_text",
    "rgb_of_15_bits",
]
