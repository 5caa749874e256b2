"""Commander Keen in Keen Dreams, and Keen 4 to 6.

Graphics, Levels and Audio are archives, each opened by its file, or by the folder that it is in:
the tables beside it are found in upper or lower case. Game is all of them, and the
engine of Keen Dreams.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import (
    Any,
    Callable,
    Dict,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    TypeVar,
    Union,
)

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
    Palette,
    Pixels,
    Samples,
    Span,
    Writer,
    cga_palette,
    copy_bytes,
    ega_palette,
    frozen,
    lazy,
    palette_of,
    pointer,
    span_of,
    taken,
    text_of,
    view,
    view_bytes,
)
from exhume._engine import Engine as _Engine
from exhume._engine import Event, InputScript, plain
from exhume._exhume import ffi, lib
from exhume.opl2 import LONGEST, length_within, render

MASKED = int(lib.EXH_KEEN_MASKED)  # set in a pixel where the mask keeps the background
CLASSES: List[str] = [text_of(lib.exh_keen_class_name(i)) for i in range(lib.EXH_KEEN_CLASS_COUNT)]
PLANES: List[str] = [text_of(lib.exh_keen_plane_name(i)) for i in range(lib.EXH_KEEN_PLANE_COUNT)]
LAYOUTS: List[str] = []

Source = Union[Input, Span]


def _layouts() -> List[Any]:
    count = ffi.new("size_t *")
    first = lib.exh_keen_layouts(count)
    return [first + i for i in range(count[0])]


LAYOUTS.extend(text_of(layout.name) for layout in _layouts())


def _class(name: str) -> int:
    if name not in CLASSES:
        raise ValueError(f"no class {name!r}: " + ", ".join(CLASSES))
    return CLASSES.index(name)


def _archive_in(path: FilePath, endings: Sequence[str], stems: Sequence[str], what: str) -> Path:
    """The archive at path, or the only one of its kind in that folder."""
    place = Path(path)
    if not place.is_dir():
        return place
    found = [p for p in Folder(place).named(endings, stems) if p.name.lower() != "resource.map"]
    if not found:
        raise Error(f"no archive of {what} ({', '.join(stems)}, *{endings[0]}) in it", str(place))
    return found[0]


def _beside(archive: Path, stem: str) -> List[Path]:
    return Folder(archive.parent).with_stem(stem, archive.suffix)


def _programs(archive: Path) -> List[Path]:
    """The programs beside an archive, which may have its tables."""
    return Folder(archive.parent).named([".exe"], [])


Table = Optional[Source]


def _files(memory: Memory, layout: Optional[str], **spans: Optional[Span]) -> Any:
    """A struct exh_keen_files. What it borrows lives as long as memory."""
    files = memory.new("struct exh_keen_files *")
    for name, span in spans.items():
        if span is not None:
            setattr(files, name, memory.keep(span).value)
    if layout is not None:
        files.layout = lib.exh_keen_layout_find(layout.encode())
        if not files.layout:
            raise ValueError(f"no layout {layout!r}: " + ", ".join(LAYOUTS))
    return files


def _opened(
    open_files: Any, kind: str, path: Optional[str], layout: Optional[str], **spans: Optional[Span]
) -> Tuple[Memory, Any]:
    """A structure that open_files makes of a game's files, with the memory that it lives in."""
    memory = Memory()
    struct = memory.new(kind)
    files = _files(memory, layout, **spans)
    failure = Failure(path)
    failure.check(open_files(files, memory.arena, struct, memory.notes_struct, failure.struct))
    return memory, struct


Opened = TypeVar("Opened")


def _first(ways: Sequence[Callable[[], Opened]], error: Error) -> Opened:
    """What the first way gives that does not fail; else the last failure, or error."""
    for way in ways:
        try:
            return way()
        except Error as failed:
            error = failed
    raise error


def _only(paths: List[Path]) -> Optional[Path]:
    return paths[0] if paths else None


def _span(source: Table) -> Optional[Span]:
    return None if source is None else span_of(source)


#
# Graphics.
#


class Bitmap:
    """A picture, a sprite or a tile."""

    def __init__(self, graphics: "Graphics", chunk: int, part: int, table: Any) -> None:
        self._graphics = graphics
        self.chunk = chunk
        self._part = part
        struct = graphics._struct.chunks[chunk]
        self.is_present: bool = struct.place.state == lib.EXH_KEEN_PRESENT
        self.is_damaged: bool = bool(struct.damaged)
        # For sprites, in 1/16 pixel: offset of the top left from the actor's place; and left, top,
        # right and bottom of the hit box.
        self.origin_units: Tuple[int, ...] = tuple(table.origin_units) if table else (0, 0)
        self.hitbox_units: Tuple[int, ...] = tuple(table.hitbox_units) if table else (0, 0, 0, 0)

    @lazy
    def pixels(self) -> Pixels:
        """Height by width: the colour in bits 0 to 3, and MASKED where nothing is drawn."""
        bitmap = ffi.new("struct exh_keen_bitmap *")
        failure = Failure(self._graphics.path)
        failure.check(
            lib.exh_keen_bitmap_open(
                self._graphics._struct, self.chunk, self._part, bitmap, failure.struct
            )
        )
        pixels = np.empty((bitmap.height, bitmap.width), np.uint8)
        lib.exh_keen_bitmap_decode(bitmap, pointer(pixels, "uint8_t *"))
        return frozen(pixels)


class Font:
    """A proportional font, of one bit a pixel."""

    def __init__(self, graphics: "Graphics", chunk: int, is_masked: bool) -> None:
        span = graphics.chunk(chunk)
        self._memory = memory = Memory(span)
        self._struct = memory.new("struct exh_keen_font *")
        failure = Failure(graphics.path)
        failure.check(
            lib.exh_keen_font_open(
                span.value, is_masked, self._struct, memory.notes_struct, failure.struct
            )
        )
        self.is_masked = is_masked
        self.height: int = int(self._struct.height)
        self.notes: List[Note] = memory.notes

    def glyph(self, code: int) -> Pixels:
        """Height by width: 0 or 1, and MASKED where a mask keeps the background."""
        if not 0 <= code <= 255:
            raise IndexError(f"a font has the codes 0 to 255, not {code}")
        pixels = np.empty((self.height, self._struct.glyphs[code].width), np.uint8)
        if pixels.size:
            lib.exh_keen_glyph_decode(self._struct, code, pointer(pixels, "uint8_t *"))
        return frozen(pixels)


class Graphics:
    """EGAGRAPH or CGAGRAPH: pictures, sprites, tiles, fonts."""

    def __init__(
        self,
        archive: Source,
        head: Table = None,
        dictionary: Table = None,
        program: Table = None,
        layout: Optional[str] = None,
    ) -> None:
        """program: the game's, for tables that are not given. layout: one of LAYOUTS; None: that
        of the head, or the one that fits best."""
        span = span_of(archive)
        self.path: Optional[str] = span.name
        memory, self._struct = _opened(
            lib.exh_keen_files_graphics,
            "struct exh_keen_graphics *",
            self.path,
            layout,
            graphics=span,
            graphics_head=_span(head),
            graphics_dict=_span(dictionary),
            program=_span(program),
        )
        self._memory = memory
        known = self._struct.layout
        self.layout: Optional[str] = text_of(known.name) if known.chunk_count else None
        self.notes: List[Note] = memory.notes

    @classmethod
    def open(cls, path: FilePath, layout: Optional[str] = None) -> "Graphics":
        """An archive, or the one in a folder, with its EGAHEAD and EGADICT (CGAHEAD, CGADICT), or
        those in the game's program."""
        folder = Path(path)
        if folder.is_dir() and not Folder(folder).named([".ega"], ["egagraph"]):
            archive = _archive_in(path, [".cga"], ["cgagraph"], "graphics")
        else:
            archive = _archive_in(path, [".ega"], ["egagraph"], "graphics")
        content = Bytes(archive)
        stems = ["egahead", "cgahead"]
        if "cga" in archive.name.lower():
            stems.reverse()
        heads = [Bytes(p) for stem in stems for p in _beside(archive, stem)]
        heads.sort(key=lambda head: not lib.exh_keen_head_ends_at(head.value, len(content)))
        for head in heads:
            ending = Path(head.base_name).suffix.lower()
            found = _beside(archive, head.base_name[:3].lower() + "dict")
            found.sort(key=lambda p: p.suffix.lower() != ending)
            if found:
                return cls(content, head, found[0], layout=layout)
        return _first(
            [functools.partial(cls, content, None, None, p, layout) for p in _programs(archive)],
            Error(f"neither {stems[0]} and a dictionary beside it, nor a program", str(archive)),
        )

    @property
    def video(self) -> str:
        """ "ega" or "cga"."""
        return "cga" if self._struct.layout.video == lib.EXH_KEEN_CGA else "ega"

    @property
    def palette(self) -> Palette:
        return cga_palette() if self.video == "cga" else ega_palette()

    @property
    def chunk_count(self) -> int:
        return int(self._struct.chunk_count)

    def chunk(self, number: int) -> Span:
        """A chunk's bytes, expanded; empty if it is absent or lost. Its array is a view."""
        if not 0 <= number < self.chunk_count:
            raise IndexError(f"the archive has chunks 0 to {self.chunk_count - 1}, not {number}")
        expanded = self._struct.chunks[number].expanded
        return Span(self._memory, expanded.data, expanded.size, self.path, int(expanded.base))

    def _chunks(self, name: str) -> range:
        span = self._struct.layout.spans[_class(name)]
        return range(span.first, min(span.first + span.count, self.chunk_count))

    def _table(self, name: str) -> Tuple[Any, int]:
        struct = self._struct
        tables = {
            "pic": (struct.pics, struct.pic_count),
            "picm": (struct.picms, struct.picm_count),
            "sprite": (struct.sprites, struct.sprite_count),
        }
        return tables.get(name, (None, 0))

    def bitmaps(self, name: str) -> List[Bitmap]:
        """All of a class: "pic", "picm", "sprite", "tile8", "tile16m" and so on, by number.

        The pixels of one that is not present raise Error.
        """
        if not lib.exh_keen_class_is_bitmap(_class(name)):
            raise ValueError(f"there are no bitmaps in chunks of class {name!r}")
        entries, count = self._table(name)
        found = []
        for i, chunk in enumerate(self._chunks(name)):
            # The small tiles are all in one chunk; what is absent keeps its place.
            is_shared = name in ("tile8", "tile8m")
            parts = int(lib.exh_keen_bitmap_count(self._struct, chunk)) if is_shared else 1
            entry = entries[i] if i < count else None
            found += [Bitmap(self, chunk, part, entry) for part in range(parts)]
        return found

    @property
    def pics(self) -> List[Bitmap]:
        return self.bitmaps("pic")

    @property
    def sprites(self) -> List[Bitmap]:
        return self.bitmaps("sprite")

    @property
    def fonts(self) -> List[Font]:
        return [
            Font(self, chunk, name == "fontm")
            for name in ("font", "fontm")
            for chunk in self._chunks(name)
        ]


def pack_bitmap(pixels: Any, video: str = "ega", masked: bool = False) -> bytes:
    """A chunk of pixels as Bitmap has them. Error: a pixel that the video mode can't show."""
    array = taken(pixels, np.uint8, 2, "bitmap")
    if video not in ("ega", "cga"):
        raise ValueError(f"video is ega or cga, not {video!r}")
    mode = lib.EXH_KEEN_CGA if video == "cga" else lib.EXH_KEEN_EGA
    unit = int(lib.exh_keen_pixels_per_byte(mode))
    if not array.size or array.shape[1] % unit:
        raise ValueError(
            f"bitmap: expected a width that is a multiple of {unit}, got {array.shape}"
        )
    image = ffi.new("struct exh_image *")
    image.height, image.width = array.shape
    image.pixels = pointer(array, "uint8_t *")
    out = Writer()
    failure = Failure()
    failure.check(lib.exh_keen_bitmap_encode(image, mode, masked, out.struct, failure.struct))
    return out.bytes()


#
# Levels.
#


class TileInfo:
    """Which tiles are animated, and what stops Keen."""

    def __init__(self, memory: Memory, struct: Any) -> None:
        self._memory = memory
        self._struct = struct

    def next_tile(self, tile: int, foreground: bool = False) -> Optional[Tuple[int, int]]:
        """The tile that is shown after this one, and ticks of 1/70 s before that; None: none is."""
        after, ticks = ffi.new("size_t *"), ffi.new("unsigned *")
        if not lib.exh_keen_tile_next(self._struct, foreground, tile, after, ticks):
            return None
        return int(after[0]), int(ticks[0])


class Level:
    """Three planes of cells, of 16 by 16 pixels each."""

    def __init__(self, levels: "Levels", struct: Any) -> None:
        self._memory = levels._memory
        self._struct = struct
        self._info = levels._info
        self.number: int = int(struct.number)
        name = ffi.new("char[]", lib.EXH_KEEN_MAP_NAME_SIZE + 1)
        lib.exh_keen_map_name(struct, name)
        self.name: str = str(ffi.string(name).decode("cp437"))
        self.width: int = int(struct.width)
        self.height: int = int(struct.height)

    def plane(self, name: str) -> NDArray[np.uint16]:
        """ "background", "foreground" or "info": cells, height by width. It is a view."""
        if name not in PLANES:
            raise ValueError(f"no plane {name!r}: " + ", ".join(PLANES))
        cells = self._struct.planes[PLANES.index(name)].cells
        return view(self._memory, cells, (self.height, self.width), np.uint16)

    @property
    def background(self) -> NDArray[np.uint16]:
        """Numbers of tile16."""
        return self.plane("background")

    @property
    def foreground(self) -> NDArray[np.uint16]:
        """Numbers of tile16m; 0: none."""
        return self.plane("foreground")

    @property
    def info(self) -> NDArray[np.uint16]:
        """What is where."""
        return self.plane("info")

    def draw(self, graphics: Graphics, foreground: bool = True) -> Pixels:
        """The level as the game shows it, without what moves."""
        memory = Memory(graphics)
        tiles = []
        failure = Failure(graphics.path)
        for name in ("tile16", "tile16m"):
            opened = memory.new("struct exh_keen_tiles *")
            failure.check(
                lib.exh_keen_tiles_open(
                    graphics._struct, _class(name), memory.arena, opened, failure.struct
                )
            )
            tiles.append(opened)
        pixels = np.empty((16 * self.height, 16 * self.width), np.uint8)
        area = ffi.new("struct exh_keen_map_area *")
        area.columns, area.rows = self.width, self.height
        image = ffi.new("struct exh_image *")
        image.height, image.width = pixels.shape
        image.pixels = pointer(pixels, "uint8_t *")
        lib.exh_keen_map_draw(
            self._struct, tiles[0], tiles[1] if foreground else ffi.NULL, area, image
        )
        return frozen(pixels)


class Levels(Mapping[int, Level]):
    """KDREAMS.MAP or GAMEMAPS: the levels of a game, by number."""

    def __init__(
        self,
        archive: Source,
        head: Table = None,
        dictionary: Table = None,
        tile_info: Table = None,
        program: Table = None,
    ) -> None:
        """dictionary: of Keen Dreams alone. tile_info: if it is not after the head. program: the
        game's, for tables that are not given."""
        span = span_of(archive)
        self.path: Optional[str] = span.name
        memory, opened = _opened(
            lib.exh_keen_files_levels,
            "struct exh_keen_levels *",
            self.path,
            None,
            levels=span,
            level_head=_span(head),
            level_dict=_span(dictionary),
            tile_info=_span(tile_info),
            program=_span(program),
        )
        self._memory = memory
        self._struct = ffi.addressof(opened, "maps")
        self._info = ffi.addressof(opened, "tile_info")
        self.notes: List[Note] = memory.notes

    @classmethod
    def open(cls, path: FilePath) -> "Levels":
        """An archive, or the one in a folder, with its MAPHEAD (and MAPDICT, TILEINFO), or those
        in the game's program."""
        archive = _archive_in(path, [".map"], ["gamemaps", "maptemp"], "levels")
        content = Bytes(archive)
        dictionary, info = _beside(archive, "mapdict"), _beside(archive, "tileinfo")
        own = functools.partial(cls, content, dictionary=_only(dictionary), tile_info=_only(info))
        ways = [functools.partial(own, head=head) for head in _beside(archive, "maphead")]
        ways += [functools.partial(own, program=program) for program in _programs(archive)]
        return _first(ways, Error("neither maphead beside it, nor a program", str(archive)))

    @property
    def tile_info(self) -> Optional[TileInfo]:
        """None: the game's release is not known, or has none."""
        return TileInfo(self._memory, self._info) if self._info.background_count else None

    def __getitem__(self, number: int) -> Level:
        for i in range(self._struct.count):
            item = self._struct.items + i
            if item.number == number and not item.lost:
                return Level(self, item)
        raise KeyError(number)

    def __iter__(self) -> Iterator[int]:
        items = self._struct.items
        return (int(items[i].number) for i in range(self._struct.count) if not items[i].lost)

    def __len__(self) -> int:
        return sum(1 for _ in self)


#
# Sounds and music.
#


class Effect:
    """A sound for the PC's speaker or for AdLib."""

    TICK_RATE = lib.EXH_OPL2_RATE * lib.EXH_PIT_CLOCKS_PER_SAMPLE / lib.EXH_KEEN_EFFECT_CLOCKS

    def __init__(self, source: Source, is_adlib: bool, name: Optional[str] = None) -> None:
        span = span_of(source)
        self._memory = memory = Memory(span)
        self._struct = memory.new("struct exh_keen_effect *")
        failure = Failure(span.name)
        failure.check(
            lib.exh_keen_effect_open(
                span.value, is_adlib, self._struct, memory.notes_struct, failure.struct
            )
        )
        self.is_adlib = is_adlib
        self.name = name
        self.priority: int = int(self._struct.priority)
        self.notes: List[Note] = memory.notes

    @property
    def data(self) -> Pixels:
        """A byte a tick, of about 140 a second. It is a view."""
        return view_bytes(self._memory, self._struct.data)

    def render(self) -> Samples:
        """Its samples, exhume.opl2.RATE a second."""
        length = int(lib.exh_keen_effect_length(self._struct))
        if self.is_adlib:
            cursor = ffi.new("struct exh_keen_effect_cursor *")
            cursor.effect = self._struct
            return render(lib.exh_keen_effect_play(cursor), length)
        speaker = ffi.new("struct exh_keen_speaker_cursor *")
        speaker.effect = self._struct
        samples = np.empty(length, np.int16)
        lib.exh_keen_speaker_render(
            speaker, lib.EXH_PIT_CLOCKS_PER_SAMPLE, True, pointer(samples, "int16_t *"), length
        )
        return frozen(samples)


class Imf:
    """Music: writes to the OPL2, in ticks as fast as the game runs its timer."""

    def __init__(self, source: Source) -> None:
        span = span_of(source)
        self._memory = memory = Memory(span)
        self._struct = memory.new("struct exh_keen_imf *")
        failure = Failure(span.name)
        failure.check(
            lib.exh_keen_imf_open(span.value, self._struct, memory.notes_struct, failure.struct)
        )
        tags = self._struct.tags
        self.type: int = int(self._struct.type)
        self.title: str = copy_bytes(tags.title).decode("cp437")
        self.composer: str = copy_bytes(tags.composer).decode("cp437")
        self.remarks: str = copy_bytes(tags.remarks).decode("cp437")
        self.ticks: int = int(self._struct.ticks)
        self.notes: List[Note] = memory.notes

    def __len__(self) -> int:
        return int(self._struct.record_count)

    def __getitem__(self, index: int) -> Tuple[int, int, int]:
        """A record: register, value, and ticks before the next one."""
        if not -len(self) <= index < len(self):
            raise IndexError(f"the song has {len(self)} records")
        record = lib.exh_keen_imf_record(self._struct, index % len(self))
        return int(record.reg), int(record.value), int(record.delay)

    def render(self, rate: int = 560, passes: int = 1, longest: float = LONGEST) -> Samples:
        """Its samples, exhume.opl2.RATE a second, up to the end of the last delay.

        rate: ticks a second: 560 in Keen, 700 in Wolfenstein 3-D, 280 in Duke Nukem II.
        """
        if not 1 <= rate < 1 << 32 or passes < 1:
            raise ValueError(f"rate and passes are at least 1, not {rate} and {passes}")
        cursor = ffi.new("struct exh_keen_imf_cursor *")
        cursor.imf = self._struct
        cursor.rate.numerator, cursor.rate.denominator = rate, 1
        cursor.pass_count = passes
        ticks = lib.exh_keen_imf_ticks(self._struct, passes)
        length = length_within(lib.exh_keen_imf_position(cursor.rate, ticks), longest)
        return render(lib.exh_keen_imf_play(cursor), length)


KINDS: List[str] = ["speaker", "adlib", "digital", "music"]


class Audio:
    """KDREAMS.AUD, AUDIO or AUDIOT: effects and music."""

    def __init__(
        self,
        archive: Source,
        head: Table = None,
        dictionary: Table = None,
        program: Table = None,
    ) -> None:
        """program: the game's, for tables that are not given. Without it and a dictionary: the
        archive is not compressed."""
        span = span_of(archive)
        self.path: Optional[str] = span.name
        memory, self._struct = _opened(
            lib.exh_keen_files_sounds,
            "struct exh_keen_audio *",
            self.path,
            None,
            sounds=span,
            sound_head=_span(head),
            sound_dict=_span(dictionary),
            program=_span(program),
        )
        self._memory = memory
        self.notes: List[Note] = memory.notes

    @classmethod
    def open(cls, path: FilePath) -> "Audio":
        """An archive, or the one in a folder, with its AUDIOHHD or AUDIOHED (and AUDIODCT), or
        those in the game's program."""
        archive = _archive_in(path, [".aud"], ["audio", "audiot"], "sounds")
        content = Bytes(archive)
        dictionaries: List[Optional[Path]] = [*_beside(archive, "audiodct"), None]
        heads = _beside(archive, "audiohhd") + _beside(archive, "audiohed")
        ways = [
            functools.partial(cls, content, head, dictionary)
            for dictionary in dictionaries
            for head in heads
        ]
        ways += [functools.partial(cls, content, None, None, p) for p in _programs(archive)]
        error = Error("neither audiohhd or audiohed beside it, nor a program", str(archive))
        return _first(ways, error)

    def __len__(self) -> int:
        return int(self._struct.chunk_count)

    def kind(self, chunk: int) -> str:
        """ "speaker", "adlib", "digital" or "music"."""
        self._check(chunk)
        return KINDS[int(lib.exh_keen_audio_kind(self._struct, chunk))]

    def _check(self, chunk: int) -> None:
        if not 0 <= chunk < len(self):
            raise IndexError(f"the archive has chunks 0 to {len(self) - 1}, not {chunk}")

    def chunk(self, number: int) -> Span:
        """A chunk's bytes, expanded; empty if there are none."""
        self._check(number)
        memory = Memory(self._memory)
        out = ffi.new("struct exh_bytes *")
        failure = Failure(self.path)
        failure.check(
            lib.exh_keen_audio_chunk(
                self._struct, number, memory.arena, out, memory.notes_struct, failure.struct
            )
        )
        return Span(memory, out.data, out.size, self.path, int(out.base))

    def name(self, chunk: int) -> Optional[str]:
        """What the game's makers called it, or None."""
        count = int(self._struct.sound_count)
        if self.kind(chunk) == "music":
            found = lib.exh_keen_audio_song_name(self._struct, chunk - 3 * count)
        else:
            found = lib.exh_keen_audio_name(self._struct, chunk % count) if count else None
        return text_of(found) if found else None

    def _all(self, kind: str) -> Iterator[Tuple[int, Span]]:
        for number in range(len(self)):
            if self.kind(number) == kind:
                yield number, self.chunk(number)

    @property
    def speaker(self) -> List[Optional[Effect]]:
        """Effects for the PC's speaker; None for those that are empty."""
        return [
            Effect(chunk, False, self.name(number)) if len(chunk) else None
            for number, chunk in self._all("speaker")
        ]

    @property
    def adlib(self) -> List[Optional[Effect]]:
        """Effects for AdLib; None for those that are empty."""
        return [
            Effect(chunk, True, self.name(number)) if len(chunk) else None
            for number, chunk in self._all("adlib")
        ]

    @property
    def music(self) -> List[Optional[Imf]]:
        """Songs; None for those that are empty."""
        return [Imf(chunk) if len(chunk) else None for _, chunk in self._all("music")]


#
# The game.
#


class Game(Closing):
    """All archives of a folder. close() forgets those that were opened."""

    def __init__(self, path: FilePath) -> None:
        self.path = Path(path)
        if not self.path.is_dir():
            raise Error("not a folder, expected the folder of a game", str(path))

    @lazy
    def _graphics(self) -> Graphics:
        return Graphics.open(self.path)

    @lazy
    def _levels(self) -> Levels:
        return Levels.open(self.path)

    @lazy
    def _audio(self) -> Optional[Audio]:
        if not Folder(self.path).named([".aud"], ["audio", "audiot"]):
            return None
        return Audio.open(self.path)

    @property
    def graphics(self) -> Graphics:
        self._check_open()
        return self._graphics

    @property
    def levels(self) -> Levels:
        self._check_open()
        return self._levels

    @property
    def audio(self) -> Optional[Audio]:
        """None: the folder has no archive of sounds."""
        self._check_open()
        return self._audio

    def close(self) -> None:
        super().close()
        for name in ("_graphics", "_levels", "_audio"):
            self.__dict__.pop(name, None)


DEVICES = {
    "none": lib.EXH_AUDIO_NONE,
    "speaker": lib.EXH_AUDIO_SPEAKER,
    "adlib": lib.EXH_AUDIO_ADLIB,
}


class Engine(_Engine):
    """Keen Dreams, played offline: 35 frames a second, of 2 ticks each."""

    WIDTH = int(lib.EXH_EGA_WIDTH)
    HEIGHT = int(lib.EXH_EGA_HEIGHT)
    TICKS_A_SECOND = 70

    _service_clocks = int(lib.EXH_KEEN_EFFECT_CLOCKS)
    _services_a_tick = 2

    def __init__(
        self,
        game: Union[Game, FilePath],
        level: int = 1,
        device: str = "speaker",
        sound: bool = True,
        trace: bool = False,
        **start: int,
    ) -> None:
        """device: "speaker", "adlib" or "none". start: how the game begins, by the names of struct
        exh_keen_start: whole_game, god, flowers, bombs, lives, keys, difficulty (1 to 3),
        score, random."""
        if not isinstance(game, Game):
            game = Game(game)
        if device not in DEVICES:
            raise ValueError(f"no device {device!r}: " + ", ".join(DEVICES))
        parts = ffi.new("struct exh_keen_parts *")
        graphics, levels, audio = game.graphics, game.levels, game.audio
        parts.graphics = graphics._struct
        parts.maps = levels._struct
        parts.tile_info = levels._info
        parts.audio = audio._struct if audio else ffi.NULL
        self._memory = memory = Memory(graphics, levels, audio, parts)
        failure = Failure(str(game.path))
        failure.check(
            lib.exh_keen_game_check(ffi.addressof(graphics._struct.layout), failure.struct)
        )
        opened = ffi.new("const struct exh_keen_game **")
        failure.check(
            lib.exh_keen_game_open(parts, memory.arena, opened, memory.notes_struct, failure.struct)
        )
        self._game = opened[0]
        self._engine = lib.exh_keen_engine_new(memory.arena)
        if not self._engine:
            raise MemoryError("no memory for the engine")
        self._devices = ffi.new("struct exh_keen_devices *")
        lib.exh_keen_devices_start(self._devices, ffi.NULL)
        self._controls = ffi.new("struct exh_keen_controls *")
        begin = ffi.new("struct exh_keen_start *")
        lib.exh_keen_start_default(begin)
        begin.map = level
        begin.device = DEVICES[device]
        for name, value in start.items():
            if name not in dict(ffi.typeof(begin[0]).fields):
                raise TypeError(f"a game has no {name!r} to begin with")
            setattr(begin, name, value)
        failure.check(
            lib.exh_keen_engine_start(
                self._engine, self._game, begin, memory.notes_struct, failure.struct
            )
        )
        self.notes: List[Note] = memory.notes
        super().__init__(lib.exh_keen_input_keys(), sound, trace)

    def _press(self, frame: Any) -> None:
        self._controls[0] = lib.exh_keen_devices_controls(self._devices, frame)

    def _step(self) -> bool:
        return bool(lib.exh_keen_engine_step(self._engine, self._controls, self._host))

    def _frame_state(self) -> Any:
        state = ffi.new("struct exh_keen_frame_state *")
        lib.exh_keen_engine_state(self._engine, state)
        return state

    def _tick(self) -> int:
        return int(self._frame_state().tick)

    def _picture(self) -> Pixels:
        pixels = np.empty((self.HEIGHT, self.WIDTH), np.uint8)
        lib.exh_keen_engine_picture(self._engine, pointer(pixels, "uint8_t *"))
        return pixels

    @property
    def palette(self) -> Palette:
        """The colours of the frame, which fade."""
        palette = ffi.new("struct exh_palette *")
        with self._turn:
            self._check_open()
            lib.exh_keen_engine_palette(self._engine, palette)
        return palette_of(palette)

    def _state(self) -> Dict[str, Any]:
        state = plain(self._frame_state()[0])
        state["playstate"] = text_of(lib.exh_keen_playstate_name(state["playstate"]))
        return state

    def _hash(self) -> int:
        return int(lib.exh_keen_engine_hash(self._engine))

    def _save(self, out: Writer) -> None:
        lib.exh_keen_engine_save(self._engine, out.struct)

    def _restore(self, saved: bytes, failure: Failure) -> None:
        span = Bytes(saved)
        # A failure leaves an engine that is not started: go back to what was.
        before = Writer()
        self._save(before)
        kept = Bytes(before.bytes())
        status = lib.exh_keen_engine_load(self._engine, self._game, span.value, failure.struct)
        if status:
            lib.exh_keen_engine_load(self._engine, self._game, kept.value, ffi.NULL)
            failure.check(status)


__all__ = [
    "Audio",
    "Bitmap",
    "CLASSES",
    "Effect",
    "Engine",
    "Event",
    "Font",
    "Game",
    "Graphics",
    "Imf",
    "InputScript",
    "LAYOUTS",
    "Level",
    "Levels",
    "MASKED",
    "PLANES",
    "TileInfo",
    "pack_bitmap",
]
