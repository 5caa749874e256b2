"""SCI0, the interpreter of Sierra's games from 1988 to 1990.

A Game is a folder with RESOURCE.MAP or patch files in it. Views, pics, fonts and so on can
also be read alone, from a resource's bytes.
"""

from __future__ import annotations

import functools
import os
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import (
    Any,
    Dict,
    Generic,
    Iterator,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
)
from typing import TypeVar, Union

import numpy as np

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
    Turn,
    Writer,
    called_back,
    copy_bytes,
    decoded,
    ega_palette,
    file_name,
    frozen,
    lazy,
    notes_of,
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
from exhume.opl2 import LONGEST, RATE, clipped, length_within, render

TYPES: List[str] = [text_of(lib.exh_sci_type_name(i)) for i in range(lib.EXH_SCI_TYPES)]
MOST_PIXELS = 1 << 24  # pixels of a cel

Source = Union[Input, Span]


def _text(value: Any) -> str:
    """A struct exh_bytes of the game's characters."""
    return copy_bytes(value).decode("cp437")


def _coded(text: Union[str, bytes]) -> bytes:
    return text.encode("cp437") if isinstance(text, str) else text


#
# Views.
#


class Cel:
    """A picture of a loop."""

    def __init__(self, memory: Memory, struct: Any, is_mirrored: bool, name: Optional[str]) -> None:
        self._memory = memory
        self._struct = struct
        self._name = name
        self.is_mirrored = is_mirrored
        self.width: int = int(struct.width)
        self.height: int = int(struct.height)
        # From the object's place to the cel's middle column and bottom.
        self.dx: int = -int(struct.dx) if is_mirrored else int(struct.dx)
        self.dy: int = int(struct.dy)
        self.key: int = int(struct.key)  # the colour that is not drawn

    @lazy
    def _decoded(self) -> Tuple[Pixels, List[Note]]:
        count = self.width * self.height
        if count > MOST_PIXELS:
            raise Error(
                f"a cel of {self.width} by {self.height} pixels", self._name, status="limit"
            )
        pixels = np.empty((self.height, self.width), np.uint8)
        memory = Memory()
        failure = Failure(self._name)
        failure.check(
            lib.exh_sci_cel_decode(
                self._struct,
                pointer(pixels, "uint8_t *"),
                count,
                ffi.NULL,
                memory.notes_struct,
                failure.struct,
            )
        )
        if self.is_mirrored and count:
            lib.exh_sci_cel_flip(pointer(pixels, "uint8_t *"), self.width, self.height)
        return frozen(pixels), memory.notes

    @property
    def pixels(self) -> Pixels:
        """Colours 0 to 15, height by width, as the game draws them."""
        return self._decoded[0]

    @property
    def notes(self) -> List[Note]:
        """What is wrong with its pixels."""
        return self._decoded[1]


class Loop:
    """Cels that are shown one after the other."""

    def __init__(self, memory: Memory, struct: Any, name: Optional[str]) -> None:
        self.is_mirrored: bool = bool(struct.is_mirrored)
        # The first loop with the same cels: itself, or one before it.
        self.source: int = int(struct.source)
        self.cels: List[Cel] = [
            Cel(memory, ffi.addressof(struct.cels[i]), self.is_mirrored, name)
            for i in range(struct.cel_count)
        ]


class View:
    """Pictures of things that move, in loops of cels."""

    def __init__(self, source: Source) -> None:
        span, memory, struct = decoded(source, "struct exh_sci_view *", lib.exh_sci_view_open)
        self.notes: List[Note] = memory.notes
        self.loops: List[Loop] = [
            Loop(memory, ffi.addressof(struct.loops[i]), span.name)
            for i in range(struct.loop_count)
        ]


class CelSource(NamedTuple):
    """A cel to be packed: pixels are colours 0 to 15, height by width, as they are drawn."""

    pixels: Any
    key: int
    dx: int = 0
    dy: int = 0


def pack_view(loops: Sequence[Sequence[Union[CelSource, Cel]]]) -> bytes:
    """A view's resource of loops of cels. Each loop has cels of its own."""
    keep: List[Any] = []
    loop_sources = ffi.new("struct exh_sci_loop_source[]", len(loops))
    for i, loop in enumerate(loops):
        cels = ffi.new("struct exh_sci_cel_source[]", len(loop))
        keep.append(cels)
        for j, cel in enumerate(loop):
            pixels = taken(cel.pixels, np.uint8, 2, f"loop {i}: cel {j}")
            height, width = pixels.shape
            if height > 0xFFFF or width > 0xFFFF:
                raise ValueError(f"loop {i}: cel {j}: {width} by {height} pixels are too many")
            if pixels.size and pixels.max() > 15:
                raise ValueError(f"loop {i}: cel {j}: colours are 0 to 15, not {pixels.max()}")
            rle = Writer()
            lib.exh_sci_cel_encode(pointer(pixels, "const uint8_t *"), pixels.size, rle.struct)
            span = Bytes(rle.bytes())
            keep.append(span)
            cels[j] = {
                "width": width,
                "height": height,
                "dx": cel.dx,
                "dy": cel.dy,
                "key": cel.key,
                "rle": span.value,
            }
        loop_sources[i].source = i
        loop_sources[i].cels = cels
        loop_sources[i].cel_count = len(loop)
    view_source = ffi.new("struct exh_sci_view_source *")
    view_source.loops = loop_sources
    view_source.loop_count = len(loops)
    out = Writer()
    failure = Failure()
    failure.check(lib.exh_sci_view_write(view_source, out.struct, failure.struct))
    return out.bytes()


#
# Pics.
#


@dataclass(frozen=True)
class PicStep:
    """What one step of a drawing program does; see exhume/advanced/sci_pic.h."""

    kind: str  # "line", "fill", "pattern", "cel", "visual" ...
    offset: int
    number: int
    is_on: bool
    x: int
    y: int
    from_x: int
    from_y: int


class Pic:
    """A drawing program, and what it draws: three maps of 320 by 190."""

    WIDTH = int(lib.EXH_SCI_PIC_WIDTH)
    HEIGHT = int(lib.EXH_SCI_PIC_HEIGHT)

    def __init__(self, source: Source, palette: int = 0, over: Optional["Pic"] = None) -> None:
        """palette: DrawPic's, 0 to 3. over: the pic that this one is drawn over."""
        if not 0 <= palette < lib.EXH_SCI_PIC_PALETTES:
            raise ValueError(f"a pic has palettes 0 to 3, not {palette}")
        self._span = span = span_of(source)
        memory = Memory(span)
        self._canvas = canvas = ffi.new("struct exh_sci_pic_canvas *")
        if over:
            canvas[0] = over._canvas[0]
            lib.exh_sci_pic_pen(canvas, palette)
        else:
            lib.exh_sci_pic_clear(canvas, palette)
        failure = Failure(span.name)
        failure.check(
            lib.exh_sci_pic_draw(span.value, canvas, memory.notes_struct, failure.struct)
        )
        self.notes: List[Note] = memory.notes

    def _map(self, name: str) -> Pixels:
        return view(self._canvas, getattr(self._canvas, name), (self.HEIGHT, self.WIDTH), np.uint8)

    @property
    def visual(self) -> Pixels:
        """Colour bytes: both nibbles are colours, which are shown in turn."""
        return self._map("visual")

    @property
    def priority(self) -> Pixels:
        """0 to 15: what is in front of what."""
        return self._map("priority")

    @property
    def control(self) -> Pixels:
        """0 to 15: where what happens."""
        return self._map("control")

    @lazy
    def pixels(self) -> Pixels:
        """The visual map in EGA colours 0 to 15, dithered as the interpreter shows it."""
        pixels = np.empty((self.HEIGHT, self.WIDTH), np.uint8)
        lib.exh_sci_pic_dither(self._canvas, lib.EXH_SCI_PIC_EGA, pointer(pixels, "uint8_t *"))
        return frozen(pixels)

    def steps(self) -> Iterator[PicStep]:
        """The program, step by step, to its end or to what can't be read."""
        reader = ffi.new("struct exh_sci_pic_reader *")
        setattr(reader, "in", self._span.value)
        step = ffi.new("struct exh_sci_pic_step *")
        failure = Failure(self._span.name)
        while True:
            failure.check(lib.exh_sci_pic_next(reader, step, failure.struct))
            kind = text_of(lib.exh_sci_pic_kind_name(step.kind))
            yield PicStep(
                kind,
                int(step.offset),
                int(step.number),
                bool(step.is_on),
                int(step.x),
                int(step.y),
                int(step.from_x),
                int(step.from_y),
            )
            if step.kind == lib.EXH_SCI_PIC_END:
                return


#
# Fonts, cursors, texts.
#


class Font:
    """A font: glyphs by code, height by width; 1 is drawn, 0 is not."""

    def __init__(self, source: Source) -> None:
        _, memory, struct = decoded(source, "struct exh_sci_font *", lib.exh_sci_font_read)
        self.notes: List[Note] = memory.notes
        self.line_height: int = int(struct.line_height)
        self.glyphs: List[Pixels] = []
        for i in range(struct.glyph_count):
            glyph = struct.glyphs[i]
            pixels = np.zeros((glyph.height, glyph.width), np.uint8)
            if pixels.size:
                lib.exh_sci_glyph_decode(ffi.addressof(glyph), pointer(pixels, "uint8_t *"))
            self.glyphs.append(frozen(pixels))


class Cursor:
    """A mouse cursor. Pixels: 0 black, 1 white, 2 transparent, 3 both."""

    CLEAR = int(lib.EXH_SCI_CURSOR_CLEAR)

    def __init__(self, source: Source) -> None:
        span = span_of(source)
        memory = Memory(span)
        self._struct = struct = ffi.new("struct exh_sci_cursor *")
        failure = Failure(span.name)
        failure.check(
            lib.exh_sci_cursor_read(span.value, struct, memory.notes_struct, failure.struct)
        )
        self.notes: List[Note] = memory.notes
        self.hot_spot: Tuple[int, int] = (int(struct.hot_x), int(struct.hot_y))

    @property
    def pixels(self) -> Pixels:
        side = lib.EXH_SCI_CURSOR_SIDE
        return view(self._struct, self._struct.pixels, (side, side), np.uint8)


def pack_cursor(pixels: Any, hot_spot: Tuple[int, int] = (0, 0)) -> bytes:
    """A cursor's resource: pixels as Cursor has them, 16 by 16."""
    array = taken(pixels, np.uint8, 2, "cursor")
    side = lib.EXH_SCI_CURSOR_SIDE
    if array.shape != (side, side):
        raise ValueError(f"cursor: expected {side} by {side} pixels, got {array.shape}")
    if array.max() > 3:
        raise ValueError(f"cursor: pixels are 0 to 3, not {array.max()}")
    struct = ffi.new("struct exh_sci_cursor *")
    struct.x, struct.y = hot_spot
    ffi.memmove(struct.pixels, pointer(array, "uint8_t *"), array.size)
    out = Writer()
    lib.exh_sci_cursor_write(struct, out.struct)
    return out.bytes()


def read_text(source: Source) -> List[str]:
    """The strings of a text resource, by number."""
    span, memory, struct = decoded(source, "struct exh_sci_text *", lib.exh_sci_text_read)
    return [_text(struct.strings[i]) for i in range(struct.count)]


def pack_text(strings: Sequence[str]) -> bytes:
    """A text resource of strings."""
    spans = [Bytes(_coded(string)) for string in strings]
    values = ffi.new("struct exh_bytes[]", len(spans))
    for i, span in enumerate(spans):
        values[i] = span.value
    struct = ffi.new("struct exh_sci_text *")
    struct.strings = values
    struct.count = len(spans)
    struct.is_ended = True
    out = Writer()
    failure = Failure()
    failure.check(lib.exh_sci_text_write(struct, out.struct, failure.struct))
    return out.bytes()


#
# Vocabularies, the parser, Said specs.
#


class Word(NamedTuple):
    """A word of the vocabulary: bits of its classes, and the group of its synonyms."""

    text: str
    class_mask: int
    group: int


class Token(NamedTuple):
    """A word of a line, as the parser took it."""

    text: str
    class_mask: int
    group: int
    is_known: bool


SENTENCE_STATUS = ["empty", "ok", "unknown", "syntax"]


class Sentence:
    """A line that was parsed.

    status: "ok"; "empty"; "unknown": some words are not in the vocabulary; "syntax": it fits no
    rule of the grammar.
    """

    def __init__(self, parser: "Parser", line: str) -> None:
        self._parser = parser
        self._struct = struct = ffi.new("struct exh_sci_sentence *")
        options = ffi.new("struct exh_sci_parse_options *")
        span = Bytes(_coded(line))
        self.line = line
        self.status: str = SENTENCE_STATUS[
            lib.exh_sci_parse(parser._parser, options, span.value, struct)
        ]
        self.tokens: List[Token] = [self._token(i) for i in range(struct.token_count)]

    def _token(self, i: int) -> Token:
        token = self._struct.tokens[i]
        return Token(
            _text(lib.exh_sci_token_text(self._struct, i)),
            int(token.class_mask),
            int(token.group),
            token.lookup.way != lib.EXH_SCI_UNKNOWN,
        )

    @lazy
    def tree(self) -> str:
        """The tree as the interpreter's: "(141 13f ...)"; empty unless status is "ok"."""
        out = Writer()
        if self.status == "ok":
            lib.exh_sci_tree_print(ffi.addressof(self._struct, "tree"), out.struct)
        return out.text()

    def said(self, spec: Union[str, bytes, "Said"]) -> bool:
        """Does Said() with this spec match the line?"""
        said = spec if isinstance(spec, Said) else Said(spec, self._parser)
        return said.matches(self)


class Parser:
    """How a game reads what the player types: words, suffix rules and the grammar."""

    def __init__(self, words: Source, grammar: Source, suffixes: Optional[Source] = None) -> None:
        spans = [span_of(words), span_of(grammar)]
        self._memory = memory = Memory(*spans)
        self._words = memory.new("struct exh_sci_words *")
        rules = memory.new("struct exh_sci_suffixes *")
        records = memory.new("struct exh_sci_grammar *")
        self._lexicon = memory.new("struct exh_sci_lexicon *")
        self._parser = memory.new("struct exh_sci_parser *")
        arena, notes = memory.arena, memory.notes_struct
        failure = Failure(spans[0].name)
        failure.check(
            lib.exh_sci_words_read(spans[0].value, arena, self._words, notes, failure.struct)
        )
        if suffixes is not None:
            span = memory.keep(span_of(suffixes))
            failure = Failure(span.name)
            failure.check(
                lib.exh_sci_suffixes_read(span.value, arena, rules, notes, failure.struct)
            )
        failure = Failure(spans[1].name)
        failure.check(
            lib.exh_sci_grammar_read(spans[1].value, arena, records, notes, failure.struct)
        )
        failure.check(
            lib.exh_sci_lexicon_open(self._words, rules, arena, self._lexicon, failure.struct)
        )
        failure.check(
            lib.exh_sci_parser_open(self._lexicon, records, arena, self._parser, failure.struct)
        )
        self.notes: List[Note] = memory.notes

    @classmethod
    def _of(cls, game: "_Store") -> "Parser":
        """That of a game's vocabularies."""
        parser = cls.__new__(cls)
        parser._memory = memory = Memory(game)
        out = ffi.new("const struct exh_sci_game_parser **")
        failure = Failure(game.path)
        game.check(
            lib.exh_sci_game_parser_open(
                game.struct, memory.arena, out, memory.notes_struct, failure.struct
            ),
            failure,
        )
        parser._words = ffi.addressof(out[0], "words")
        parser._lexicon = ffi.addressof(out[0], "lexicon")
        parser._parser = ffi.addressof(out[0], "parser")
        parser.notes = memory.notes
        return parser

    @lazy
    def words(self) -> List[Word]:
        """All words, in the order of the file."""
        items = self._words.items
        return [
            Word(_text(items[i].text), int(items[i].class_mask), int(items[i].group))
            for i in range(self._words.count)
        ]

    def parse(self, line: str) -> Sentence:
        """What the game makes of a line. Threads may share a parser."""
        return Sentence(self, line)

    def said(self, spec: Union[str, bytes]) -> "Said":
        """A spec, as text ("look[/door]") or as the bytes of a script."""
        return Said(spec, self)


class Said:
    """What a script's Said() compares a sentence with."""

    def __init__(self, spec: Union[str, bytes], parser: Parser) -> None:
        self._parser = parser
        self.code: bytes = _compiled(spec, parser) if isinstance(spec, str) else bytes(spec)
        span = Bytes(self.code)
        self._memory = memory = Memory()
        nodes = ffi.new("struct exh_sci_node[]", lib.EXH_SCI_TREE_NODES)
        tree = ffi.new("struct exh_sci_tree *")
        tree.nodes = nodes
        tree.capacity = lib.EXH_SCI_TREE_NODES
        failure = Failure()
        failure.check(
            lib.exh_sci_said_tree(span.value, tree, ffi.NULL, memory.notes_struct, failure.struct)
        )
        self._said = memory.new("struct exh_sci_said *")
        failure.check(lib.exh_sci_said_prepare(tree, memory.arena, self._said, failure.struct))
        self.notes: List[Note] = memory.notes

    @lazy
    def text(self) -> str:
        """The spec in words."""
        out = Writer()
        span = Bytes(self.code)
        failure = Failure()
        failure.check(
            lib.exh_sci_said_decompile(
                span.value, self._parser._lexicon, out.struct, failure.struct
            )
        )
        return out.bytes().decode("cp437")

    def matches(self, sentence: Sentence) -> bool:
        """As Sierra's interpreter has it."""
        given = ffi.new("struct exh_sci_said_input *")
        lib.exh_sci_said_input_set(given, ffi.addressof(sentence._struct, "tree"))
        return bool(lib.exh_sci_said_match(self._said, given) != lib.EXH_SCI_SAID_NO)


def _compiled(spec: str, parser: Parser) -> bytes:
    out = Writer()
    span = Bytes(_coded(spec))
    failure = Failure()
    failure.check(
        lib.exh_sci_said_compile(
            span.value, parser._lexicon, lib.EXH_SCI_SAID_STRICT, out.struct, failure.struct
        )
    )
    return out.bytes()


#
# Sounds.
#


class SoundEvent(NamedTuple):
    """An event of a sound, tick/60 s from its start."""

    tick: int
    status: int
    data: Tuple[int, int]


class InstrumentBank:
    """Patch 3: the instruments of AdLib."""

    def __init__(self, source: Source) -> None:
        span = span_of(source)
        memory = Memory(span)
        self._struct = ffi.new("struct exh_sci_adlib_bank *")
        failure = Failure(span.name)
        failure.check(
            lib.exh_sci_adlib_bank_read(
                span.value, self._struct, memory.notes_struct, failure.struct
            )
        )
        self.notes: List[Note] = memory.notes

    def __len__(self) -> int:
        return int(self._struct.count)


class Sound:
    """Music or an effect: events, and maybe a digital sample."""

    TICKS_A_SECOND = int(lib.EXH_SCI_TICKS_A_SECOND)

    def __init__(self, source: Source, bank: Optional[InstrumentBank] = None) -> None:
        """bank: that of the game, which AdLib needs."""
        span = span_of(source)
        self._memory = memory = Memory(span)
        self._struct = struct = memory.new("struct exh_sci_sound *")
        self._bank = bank
        failure = Failure(span.name)
        failure.check(
            lib.exh_sci_sound_read(
                span.value, memory.arena, struct, memory.notes_struct, failure.struct
            )
        )
        self.notes: List[Note] = memory.notes
        self.ticks: int = int(struct.ticks)
        self.sample_rate: int = int(struct.sample_rate_hz)  # 0: no digital sample

    @lazy
    def events(self) -> List[SoundEvent]:
        events = self._struct.events
        return [
            SoundEvent(
                int(events[i].tick),
                int(events[i].status),
                (int(events[i].data[0]), int(events[i].data[1])),
            )
            for i in range(self._struct.event_count)
        ]

    @property
    def sample(self) -> Pixels:
        """The digital sample, unsigned 8 bits; empty if there is none."""
        return view_bytes(self._memory, self._struct.sample)

    def channels(self, device: str) -> int:
        """Channels that "adlib", "tandy" or "speaker" plays, as bits; bit 0 is channel 0."""
        return int(lib.exh_sci_sound_channels(self._struct, _device(device)))

    def render(
        self,
        device: str = "adlib",
        passes: int = 1,
        channels: Optional[int] = None,
        longest: float = LONGEST,
    ) -> Samples:
        """Its samples on "adlib", "tandy" or "speaker", exhume.opl2.RATE a second, up to the
        end of the last of so many passes. channels: those that are heard, as bits."""
        bits = self.channels(device) if channels is None else channels
        ticks = lib.exh_sci_sound_ticks(self._struct, passes)
        length = length_within(lib.exh_sci_sound_position(ticks), longest)
        if device == "adlib":
            return self._on_adlib(passes, bits, length)
        if device == "tandy":
            return self._on_tandy(passes, bits, length)
        return self._on_speaker(passes, bits, length)

    def _deal(self, device: str, voices: Any) -> None:
        """Notes take voices as they come where the sound names none."""
        if lib.exh_sci_sound_lacks_voices(self._struct, _device(device)):
            lib.exh_sci_sound_open_voices(self._struct, _device(device), voices)

    def _on_adlib(self, passes: int, channels: int, length: int) -> Samples:
        if not self._bank:
            raise ValueError("AdLib needs the game's instruments: give a bank, patch 3")
        player = ffi.new("struct exh_sci_adlib_player *")
        lib.exh_sci_adlib_play(player, self._struct, self._bank._struct, passes, channels)
        self._deal("adlib", ffi.addressof(player.driver, "voices"))
        return render(lib.exh_sci_adlib_source(player), length)

    def _on_tandy(self, passes: int, channels: int, length: int) -> Samples:
        driver = ffi.new("struct exh_sci_tandy_player *")
        player = ffi.new("struct exh_psg_player *")
        lib.exh_sci_tandy_play(driver, self._struct, passes, channels)
        self._deal("tandy", ffi.addressof(driver.driver, "voices"))
        lib.exh_psg_player_start(player, lib.exh_sci_tandy_source(driver))
        sums = np.empty(length, np.int32)
        lib.exh_psg_player_mix(player, lib.EXH_PSG_ALL_CHANNELS, pointer(sums, "int32_t *"), length)
        return clipped(sums)

    def _on_speaker(self, passes: int, channels: int, length: int) -> Samples:
        player = ffi.new("struct exh_sci_speaker_player *")
        samples = np.empty(length, np.int16)
        lib.exh_sci_speaker_play(player, self._struct, passes, channels)
        lib.exh_sci_speaker_render(player, pointer(samples, "int16_t *"), length)
        return frozen(samples)


def _device(name: str) -> int:
    devices = {
        "adlib": lib.EXH_SCI_ADLIB,
        "tandy": lib.EXH_SCI_TANDY,
        "speaker": lib.EXH_SCI_SPEAKER,
    }
    if name not in devices:
        raise ValueError(f"no device {name!r}: adlib, tandy or speaker")
    return int(devices[name])


#
# Scripts.
#


class ScriptObject(NamedTuple):
    """An object or class of a script."""

    name: str
    is_class: bool
    address: int
    properties: Tuple[int, ...]
    methods: Tuple[str, ...]  # names of selectors


class Script:
    """A script of a program."""

    def __init__(self, program: "Program", struct: Any) -> None:
        self._program: Program = program
        self._struct = struct
        self.number: int = int(struct.number)
        self.notes: List[Note] = notes_of(ffi.addressof(struct, "notes"))

    @lazy
    def objects(self) -> List[ScriptObject]:
        code = self._struct.code
        return [self._object(code.objects[i]) for i in range(code.object_count)]

    def _object(self, struct: Any) -> ScriptObject:
        return ScriptObject(
            _text(struct.name),
            bool(struct.is_class),
            int(struct.address),
            tuple(int(struct.properties[i]) for i in range(struct.property_count)),
            tuple(
                self._program.selector(int(struct.methods[i].selector))
                for i in range(struct.method_count)
            ),
        )

    @lazy
    def strings(self) -> List[str]:
        script = self._struct.code.script
        return [_text(script.strings[i]) for i in range(script.string_count)]

    @lazy
    def saids(self) -> List[bytes]:
        """Its Said specs, as bytes."""
        script = self._struct.code.script
        return [copy_bytes(script.saids[i]) for i in range(script.said_count)]

    def disassemble(self, comments: bool = True) -> str:
        """The script as text, of which assemble() makes the same bytes."""
        options = ffi.new("struct exh_sci_disasm_options *")
        options.is_plain = not comments
        options.selector = -1
        out = Writer()
        failure = Failure()
        failure.check(
            lib.exh_sci_disassemble(
                self._program._naming, self._struct, options, out.struct, failure.struct
            )
        )
        return out.text()


class Program(Mapping[int, Script]):
    """All scripts of a game, by number."""

    def __init__(self, game: "_Store") -> None:
        self._memory = memory = Memory(game)
        self._struct = memory.new("struct exh_sci_program *")
        self._naming: Any = memory.new("struct exh_sci_naming *")
        failure = Failure(game.path)
        game.check(
            lib.exh_sci_game_program_open(
                game.struct, memory.arena, self._struct, memory.notes_struct, failure.struct
            ),
            failure,
        )
        failure.check(
            lib.exh_sci_naming_open(self._struct, memory.arena, self._naming, failure.struct)
        )
        self.notes: List[Note] = memory.notes

    def _find(self, number: int) -> Any:
        found = lib.exh_sci_program_script(self._struct, number) if number >= 0 else None
        return found or None

    def __getitem__(self, number: int) -> Script:
        found = self._find(number)
        if not found:
            raise KeyError(number)
        if not found.is_open:
            raise Error(text_of(found.error.text), f"script {number}", None)
        return Script(self, found)

    def __iter__(self) -> Iterator[int]:
        return (int(self._struct.scripts[i].number) for i in range(self._struct.script_count))

    def __len__(self) -> int:
        return int(self._struct.script_count)

    def selector(self, number: int) -> str:
        """The name of a selector; its number if it has none."""
        return _text(lib.exh_sci_program_selector(self._struct, number)) or str(number)

    def kernel(self, number: int) -> str:
        """The name of a kernel function; its number if it has none."""
        return _text(lib.exh_sci_program_kernel(self._struct, number)) or str(number)

    def assemble(self, text: str) -> bytes:
        """A script's bytes of its text."""
        span = Bytes(text.encode())
        place = ffi.new("struct exh_sci_asm_place *")
        out = Writer()
        failure = Failure()
        status = lib.exh_sci_assemble(span.value, self._naming, out.struct, place, failure.struct)
        if status:
            failure.file = f"line {place.line}" if place.line else None
            failure.check(status)
        return out.bytes()


#
# Games.
#


class Resource(Span):
    """A resource's bytes, unpacked."""

    def __init__(self, span: Span, kind: str, number: int, notes: List[Note], name: str) -> None:
        super().__init__(span, span.value.data, len(span), name, int(span.value.base))
        self.type = kind
        self.number = number
        self.notes = notes


Made = TypeVar("Made")


class _Files:
    """The files of a game's folder, read when the library asks for them."""

    def __init__(self, path: FilePath) -> None:
        folder = Path(path)
        if folder.name.lower() == "resource.map" and not folder.is_dir():
            folder = folder.parent
        self.paths = [folder / name for name in Folder(folder)]
        self.kept: Dict[int, Bytes] = {}
        self.failures = threading.local()

    def read(self, i: int, arena: Any) -> Any:
        """Volumes stay: several resources lie in each."""
        path = self.paths[i]
        if lib.exh_sci_volume_number(os.fsencode(path.name)) < 0:
            span = Bytes(path)
            copy = lib.exh_memdup(arena, span.value)
            if not copy.data:
                raise MemoryError(f"no memory for {path}")
            return copy
        # If two threads read it at once, both get the same bytes.
        kept = self.kept.get(i) or self.kept.setdefault(i, Bytes(path))
        return kept.value


@called_back
def exhume_sci_file(context: Any, i: int, arena: Any, out: Any, err: Any) -> int:
    files = ffi.from_handle(context)
    try:
        out[0] = files.read(i, arena)
    except (OSError, MemoryError) as error:
        files.failures.last = error
        text = str(error).encode().replace(b"%", b"%%")
        return int(lib.exh_fail(err, lib.EXH_IO, lib.EXH_NO_OFFSET, text))
    return 0


class _Store:
    """Where a game's resources are. Engines and programs go on with it when a Game is closed."""

    def __init__(self, path: FilePath) -> None:
        self.path = file_name(path)
        self.files = _Files(path)
        handle = ffi.new_handle(self.files)
        self._memory = memory = Memory(self.files, handle)
        names = [os.fsencode(path.name) for path in self.files.paths]
        items = memory.new("struct exh_sci_game_file[]", len(names))
        for i, name in enumerate(names):
            items[i].name = memory.new("char[]", name)
        files = memory.new("struct exh_sci_game_files *")
        files.items, files.count = items, len(names)
        files.read, files.context = lib.exhume_sci_file, handle
        self.struct = struct = memory.new("struct exh_sci_game *")
        failure = Failure(self.path)
        status = lib.exh_sci_game_open(
            files, memory.arena, struct, memory.notes_struct, failure.struct
        )
        if struct.map_file != lib.EXH_SCI_NO_FILE:
            failure.file = self.file(struct.map_file)
        self.check(status, failure)
        self.notes: List[Note] = self._double_notes() + memory.notes
        self._numbers: Dict[int, List[int]] = {}
        for i in range(struct.used_count):
            self._numbers.setdefault(int(struct.used[i].type), []).append(
                int(struct.used[i].number)
            )

    def check(self, status: int, failure: Failure) -> None:
        """Raises what a function of the library failed with, or what it met in a file."""
        met = self.files.failures.__dict__.pop("last", None)
        if status and met:
            raise met
        failure.check(status)

    def _double_notes(self) -> List[Note]:
        """Of files such as View.001 and view.001, only one of which counts."""
        doubles = [self.struct.doubles[i] for i in range(self.struct.double_count)]
        return [
            Note(
                False, None, f"{self.file(it.ignored)}: ignored: {self.file(it.counts)} counts"
            )
            for it in doubles
        ]

    def file(self, i: int) -> str:
        return str(self.files.paths[i])

    def numbers(self, kind: str) -> List[int]:
        return list(self._numbers.get(_type_number(kind), ()))

    def resource(self, kind: str, number: int) -> Resource:
        struct = self.struct
        found = 0 <= number <= 0xFFFF and lib.exh_sci_game_find(struct, _type_number(kind), number)
        if not found:
            raise KeyError(f"the game has no {kind} {number}")
        has_file = found.file != lib.EXH_SCI_NO_FILE
        name = self.file(found.file if has_file else struct.map_file)
        memory = Memory(self.files)
        out = ffi.new("struct exh_bytes *")
        failure = Failure(name)
        self.check(
            lib.exh_sci_game_unpack(
                struct, found, memory.arena, True, out, memory.notes_struct, failure.struct
            ),
            failure,
        )
        span = Span(memory, out.data, out.size, base=out.base)
        return Resource(span, kind, number, memory.notes, name)


class Assets(Mapping[int, Made], Generic[Made]):
    """All resources of one type, by number, each read when it is asked for."""

    def __init__(self, game: "_Store", kind: str, make: Any) -> None:
        self._game = game
        self._kind = kind
        self._make = make

    def __getitem__(self, number: int) -> Made:
        made: Made = self._make(self._game.resource(self._kind, number))
        return made

    def __iter__(self) -> Iterator[int]:
        return iter(self._game.numbers(self._kind))

    def __len__(self) -> int:
        return len(self._game.numbers(self._kind))

    def __contains__(self, number: object) -> bool:
        return number in self._game.numbers(self._kind)


class Game(Closing):
    """A game: the resources of RESOURCE.MAP and its volumes, and patch files that override them.

    path is its folder, or RESOURCE.MAP in it.
    """

    def __init__(self, path: FilePath) -> None:
        self._store = _Store(path)
        self.path = self._store.path
        self.notes: List[Note] = self._store.notes

    @property
    def _open(self) -> _Store:
        self._check_open()
        return self._store

    def numbers(self, kind: str) -> List[int]:
        """The numbers of all resources of a type: "view", "pic", "script" and so on."""
        return self._open.numbers(kind)

    def resource(self, kind: str, number: int) -> Resource:
        """A resource, unpacked. KeyError: the game has none of this number."""
        return self._open.resource(kind, number)

    @property
    def views(self) -> Assets[View]:
        return Assets(self._open, "view", View)

    @property
    def pics(self) -> Assets[Pic]:
        return Assets(self._open, "pic", Pic)

    @property
    def fonts(self) -> Assets[Font]:
        return Assets(self._open, "font", Font)

    @property
    def cursors(self) -> Assets[Cursor]:
        return Assets(self._open, "cursor", Cursor)

    @property
    def texts(self) -> Assets[List[str]]:
        return Assets(self._open, "text", read_text)

    @property
    def sounds(self) -> Assets[Sound]:
        bank = self.instruments
        return Assets(self._open, "sound", lambda resource: Sound(resource, bank))

    @property
    def instruments(self) -> Optional[InstrumentBank]:
        """AdLib's: patch 3."""
        store = self._open
        return InstrumentBank(store.resource("patch", 3)) if 3 in store.numbers("patch") else None

    @lazy
    def _program(self) -> Program:
        return Program(self._open)

    @property
    def scripts(self) -> Program:
        """All scripts, and what they share."""
        self._check_open()
        return self._program

    @property
    def parser(self) -> Parser:
        """How the game reads what the player types."""
        self._check_open()
        return self._parser

    @lazy
    def _parser(self) -> Parser:
        return Parser._of(self._open)


def _type_number(kind: str) -> int:
    if kind not in TYPES:
        raise ValueError(f"no type of resource {kind!r}: " + ", ".join(TYPES))
    return TYPES.index(kind)


#
# The engine.
#


class _Lender:
    """Gives resources to an engine, which has them as long as it lives."""

    def __init__(self, store: _Store) -> None:
        self.store = store
        self.lent: Dict[Tuple[int, int], Resource] = {}

    def read(self, kind: int, number: int) -> Resource:
        if (kind, number) not in self.lent:
            self.lent[kind, number] = self.store.resource(TYPES[kind], number)
        return self.lent[kind, number]


@called_back
def exhume_sci_read(context: Any, kind: int, number: int, out: Any) -> bool:
    try:
        out[0] = ffi.from_handle(context).read(kind, number).value
    except (KeyError, IndexError, Error, OSError):
        return False
    return True


class ShownText(NamedTuple):
    """A text on the screen: left, top, width and height in pixels."""

    kind: str  # "text", "button" or "field"
    text: str
    place: Tuple[int, int, int, int]


class Engine(_Engine):
    """A game that is played offline, in steps of up to 6 ticks of 1/60 s."""

    WIDTH = int(lib.EXH_SCI_SCREEN_WIDTH)
    HEIGHT = int(lib.EXH_SCI_SCREEN_HEIGHT)
    TICKS_A_SECOND = int(lib.EXH_SCI_TICKS)

    _service_clocks = 19886  # 1/60 s

    def __init__(
        self,
        game: Union[Game, FilePath],
        seed: int = 0,
        is_lenient: bool = True,
        sound: bool = True,
        trace: bool = False,
    ) -> None:
        """seed: of the game's chance. is_lenient: go on after faults that are not fatal."""
        if not isinstance(game, Game):
            game = Game(game)
        self._program = program = game.scripts
        lender = _Lender(game._open)
        handle = ffi.new_handle(lender)
        resources = ffi.new("struct exh_sci_resources *")
        resources.read = lib.exhume_sci_read
        resources.context = handle
        begin = ffi.new("struct exh_sci_start *")
        begin.seed = seed
        begin.is_lenient = is_lenient
        out = ffi.new("struct exh_sci_engine **")
        failure = Failure(game.path)
        failure.check(
            lib.exh_sci_engine_new(program._struct, resources, begin, out, failure.struct)
        )
        held = (program, handle, resources)
        self._engine = ffi.gc(out[0], functools.partial(_free_engine, held))
        self._devices = ffi.new("struct exh_sci_devices *")
        lib.exh_sci_devices_start(self._devices)
        super().__init__(lib.exh_sci_input_keys(), sound, trace)

    def _press(self, frame: Any) -> None:
        lib.exh_sci_devices_press(self._devices, frame, self._engine)

    def _step(self) -> bool:
        return bool(lib.exh_sci_engine_step(self._engine, self._host))

    def _engine_state(self) -> Any:
        state = ffi.new("struct exh_sci_engine_state *")
        lib.exh_sci_engine_state(self._engine, state)
        return state

    def _tick(self) -> int:
        return int(self._engine_state().tick)

    def _picture(self) -> Pixels:
        return self._plane(lib.EXH_SCI_PLANE_SHOWN)

    def _plane(self, plane: int) -> Pixels:
        # A copy: the next step changes the engine's own.
        pixels = np.empty((self.HEIGHT, self.WIDTH), np.uint8)
        shown = lib.exh_sci_engine_plane(self._engine, plane)
        ffi.memmove(pointer(pixels, "uint8_t *"), shown, pixels.size)
        return pixels

    def plane(self, name: str) -> Pixels:
        """ "shown", or the maps that it comes from: "visual", "priority", "control"."""
        planes = ["shown", "visual", "priority", "control"]
        if name not in planes:
            raise ValueError(f"no plane {name!r}: " + ", ".join(planes))
        with self._turn:
            self._check_open()
            return self._plane(planes.index(name))

    @property
    def palette(self) -> Palette:
        return ega_palette()

    @property
    def texts(self) -> List[ShownText]:
        """Texts that are on the screen, in the order in which they came."""
        kinds = ["text", "button", "field"]
        struct = ffi.new("struct exh_sci_shown_text *")
        found: List[ShownText] = []
        with self._turn:
            self._check_open()
            while lib.exh_sci_engine_text(self._engine, len(found), struct):
                rect = struct.rect
                found.append(
                    ShownText(
                        kinds[struct.kind],
                        ffi.string(struct.text).decode("cp437"),
                        (int(rect.x), int(rect.y), int(rect.width), int(rect.height)),
                    )
                )
        return found

    def variable(self, number: int) -> Optional[int]:
        """A global variable of the game, if it is an integer; else None."""
        with self._turn:
            self._check_open()
            return _variable(lib.exh_sci_engine_vm(self._engine), number)

    def set_variable(self, number: int, value: int) -> None:
        with self._turn:
            self._check_open()
            _set_variable(lib.exh_sci_engine_vm(self._engine), number, value)

    def enter_room(self, room: int) -> None:
        """In the next step the game is sent on to another room."""
        with self._turn:
            self._check_open()
            lib.exh_sci_engine_enter_room(self._engine, room)

    @property
    def notes(self) -> List[Note]:
        """Faults of the game's scripts that were passed."""
        with self._turn:
            self._check_open()
            return notes_of(lib.exh_sci_engine_faults(self._engine))

    @property
    def fault(self) -> Optional[str]:
        """Why the game stopped, if a fault did that."""
        text = ffi.new("const char **")
        with self._turn:
            self._check_open()
            vm = lib.exh_sci_engine_vm(self._engine)
            return text_of(text[0]) if lib.exh_sci_vm_fault(vm, text) else None

    def _state(self) -> Dict[str, Any]:
        return plain(self._engine_state()[0])

    def _hash(self) -> int:
        return int(lib.exh_sci_engine_hash(self._engine))

    def _save(self, out: Writer) -> None:
        if not lib.exh_sci_engine_save(self._engine, out.struct):
            raise Error("a fault has stopped the game: there is no state to go on from")

    def _restore(self, saved: bytes, failure: Failure) -> None:
        span = Bytes(saved)
        failure.check(lib.exh_sci_engine_load(self._engine, span.value, failure.struct))


class Vm:
    """The scripts of a game without screen, sound and files: what needs them gives 0."""

    STATES = ["runs", "waits", "ended", "faulted", "paused"]

    def __init__(
        self, game: Union[Game, FilePath], seed: int = 1, is_lenient: bool = False
    ) -> None:
        if not isinstance(game, Game):
            game = Game(game)
        self._program = program = game.scripts
        self._options = options = ffi.new("struct exh_sci_vm_options *")
        options.seed = seed
        options.is_lenient = is_lenient
        self._turn = Turn()
        out = ffi.new("struct exh_sci_vm **")
        host = ffi.new("struct exh_sci_host *")
        failure = Failure(game.path)
        failure.check(lib.exh_sci_vm_new(program._struct, options, host, out, failure.struct))
        self._vm = ffi.gc(out[0], functools.partial(_free_vm, program))

    def start(self) -> None:
        """Sends play to the game's object."""
        with self._turn:
            lib.exh_sci_vm_start(self._vm)

    def call(self, script: int, export: int, *arguments: int) -> None:
        """Calls an export of a script, which then runs."""
        with self._turn:
            lib.exh_sci_vm_call(self._vm, script, export, list(arguments), len(arguments))

    def run(self, steps: int) -> str:
        """Runs at most so many instructions: "runs", "waits", "ended" or "faulted"."""
        with self._turn:
            return self.STATES[int(lib.exh_sci_vm_run(self._vm, steps))]

    @property
    def steps(self) -> int:
        """Instructions that have run."""
        with self._turn:
            return int(lib.exh_sci_vm_steps(self._vm))

    @property
    def fault(self) -> Optional[str]:
        """The fault that stopped it: its name and what was wrong."""
        text = ffi.new("const char **")
        with self._turn:
            fault = lib.exh_sci_vm_fault(self._vm, text)
            return (
                f"{text_of(lib.exh_sci_fault_name(fault))}: {text_of(text[0])}" if fault else None
            )

    @property
    def result(self) -> int:
        """The accumulator, if it is an integer."""
        with self._turn:
            return int(lib.exh_sci_vm_accumulator(self._vm).offset)

    def variable(self, number: int) -> Optional[int]:
        """A global variable, if it is an integer; else None."""
        with self._turn:
            return _variable(self._vm, number)

    def set_variable(self, number: int, value: int) -> None:
        with self._turn:
            _set_variable(self._vm, number, value)

    @property
    def backtrace(self) -> str:
        """Registers, and a line for each call that is under way."""
        out = Writer()
        with self._turn:
            lib.exh_sci_vm_backtrace(self._vm, out.struct)
        return out.bytes().decode("cp437")


def _variable(vm: Any, number: int) -> Optional[int]:
    reg = ffi.new("struct exh_sci_reg *")
    if not lib.exh_sci_vm_global(vm, number, reg):
        raise IndexError(f"the game has no variable {number}")
    return None if reg.segment else int(reg.offset)


def _set_variable(vm: Any, number: int, value: int) -> None:
    reg = ffi.new("struct exh_sci_reg *")
    reg.offset = value & 0xFFFF
    if not lib.exh_sci_vm_set_global(vm, number, reg[0]):
        raise IndexError(f"the game has no variable {number}")


def _free_vm(program: Any, vm: Any) -> None:
    """The program that a machine borrows lives until it is freed."""
    lib.exh_sci_vm_free(vm)


def _free_engine(held: Any, engine: Any) -> None:
    """What the engine borrows lives until it is freed."""
    lib.exh_sci_engine_free(engine)


__all__ = [
    "Cel",
    "CelSource",
    "Cursor",
    "Engine",
    "Event",
    "Font",
    "Game",
    "InputScript",
    "InstrumentBank",
    "Loop",
    "Parser",
    "Pic",
    "PicStep",
    "Program",
    "RATE",
    "Resource",
    "Said",
    "Script",
    "Sentence",
    "ShownText",
    "Sound",
    "SoundEvent",
    "TYPES",
    "View",
    "Vm",
    "Word",
    "pack_cursor",
    "pack_text",
    "pack_view",
    "read_text",
]
