"""What the three engines share: input, steps, frames, sound and states.

An engine keeps no files and no time of its own: the same input gives the same frames and
samples on every machine.
"""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Union

import numpy as np
from numpy.typing import NDArray

from exhume._base import (
    Closing,
    Failure,
    Palette,
    Samples,
    Turn,
    Writer,
    called_back,
    frozen,
    pointer,
    text_of,
)
from exhume._exhume import ffi, lib
from exhume._input import InputScript, Words


class Event(NamedTuple):
    """What happened in a step, by the engine's own account."""

    frame: int
    tick: int
    name: str
    fields: Dict[str, Union[int, str]]


class Outputs:
    """What an engine gave in a step."""

    def __init__(self) -> None:
        self.card: Optional[SoundCard] = None
        self.events: Optional[List[Event]] = None


@called_back
def exhume_audio(context: Any, write: Any) -> None:
    ffi.from_handle(context).card.take(write)


@called_back
def exhume_trace(context: Any, event: Any) -> None:
    fields: Dict[str, Union[int, str]] = {}
    for i in range(event.count):
        field = event.fields[i]
        fields[text_of(field.key)] = text_of(field.text) if field.text else int(field.number)
    ffi.from_handle(context).events.append(
        Event(int(event.frame), int(event.tick), text_of(event.name), fields)
    )


class SoundCard:
    """Turns an engine's writes to sound devices into samples, exhume.opl2.RATE a second."""

    def __init__(self, clocks: int) -> None:
        self._player = ffi.new("struct exh_audio_player *")
        self._track = ffi.gc(ffi.new("struct exh_audio_track *"), lib.exh_audio_track_free)
        self._next = ffi.new("size_t *")
        self._clocks = clocks
        self.restart(0)

    def restart(self, service: int) -> None:
        """Silence, from that service on."""
        lib.exh_audio_track_start(self._track, service)
        self._next[0] = 0
        lib.exh_audio_start(self._player, self._clocks)

    def take(self, write: Any) -> None:
        """A write of the step."""
        lib.exh_audio_track_take(self._track, write)

    def play(self, end: int) -> Samples:
        """The samples up to a service."""
        player, track = self._player, self._track
        if track.failed:
            raise MemoryError("no memory for what the engine writes to its sound devices")
        length = lib.exh_audio_length(player, end - track.first_service)
        samples = np.empty(max(0, int(length - player.position)), np.int16)
        lib.exh_audio_track_render(
            track, self._next, player, pointer(samples, "int16_t *"), samples.size
        )
        lib.exh_audio_track_forget(track, self._next)
        return frozen(samples)


def plain(struct: Any) -> Dict[str, Any]:
    """The members of a structure as a dictionary."""
    found: Dict[str, Any] = {}
    for name, field in ffi.typeof(struct).fields:
        value = getattr(struct, name)
        if field.type.kind in ("primitive", "enum"):
            found[name] = value
        elif field.type.kind == "array" and field.type.item.cname == "char":
            found[name] = text_of(value)
        elif field.type.kind == "array" and field.type.item.kind == "primitive":
            found[name] = tuple(value)
        elif field.type.cname == "char *":
            found[name] = text_of(value)
        elif field.type.kind == "struct":
            found[name] = plain(value)
    return found


class Engine(Closing):
    """A game that is played offline: input in, frames and samples out."""

    _service_clocks = 0  # clocks of the PC's timer; 0: the engine makes samples itself
    _services_a_tick = 1

    def __init__(self, keys: Any, has_sound: bool, is_traced: bool) -> None:
        self._turn = Turn()
        self._words = Words(keys)
        self._keys = keys
        self._outputs = Outputs()
        self._handle = ffi.new_handle(self._outputs)
        self._host = ffi.new("struct exh_host *")
        self._host.context = self._handle
        self._has_sound = has_sound
        self._card: Optional[SoundCard] = None
        if has_sound and self._service_clocks:
            self._host.audio = lib.exhume_audio
            self._card = self._outputs.card = SoundCard(self._service_clocks)
        if is_traced:
            self._host.trace = lib.exhume_trace
        self._is_traced = is_traced
        self._samples: Samples = self._silence()
        self._has_ended = False

    # Methods that each engine overrides.

    def _press(self, frame: Any) -> None:
        raise NotImplementedError

    def _step(self) -> bool:
        raise NotImplementedError

    def _tick(self) -> int:
        raise NotImplementedError

    def _picture(self) -> NDArray[Any]:
        raise NotImplementedError

    def _save(self, out: Writer) -> None:
        raise NotImplementedError

    def _restore(self, saved: bytes, failure: Failure) -> None:
        raise NotImplementedError

    def _state(self) -> Dict[str, Any]:
        raise NotImplementedError

    def _hash(self) -> int:
        raise NotImplementedError

    def _silence(self) -> Samples:
        return frozen(np.zeros(0, np.int16))

    def _made_samples(self) -> Samples:
        assert self._card
        return self._card.play(self._services_a_tick * self._tick())

    # Methods that all engines share.

    def _advance(self, frame: Any) -> bool:
        """A step, in this engine's turn."""
        self._check_open()
        self._outputs.events = []
        if self._has_ended:
            self._samples = self._silence()
            return False
        self._press(frame)
        self._has_ended = not self._step()
        if self._has_sound:
            self._samples = self._made_samples()
        return not self._has_ended

    def step(self, words: str = "") -> bool:
        """Makes a frame, while these keys are held: the words of exhume-input(5), such as "R A"
        or "column 160 row 100 click". False: the game is over."""
        with self._turn:
            script, frame = self._words.frame(words)
            return self._advance(frame)

    def script(self, text: Union[str, bytes]) -> InputScript:
        """An input script for engines of this kind, which may be played any number of times."""
        return InputScript(text, self._keys)

    def play(self, script: Union[str, bytes, InputScript]) -> Iterator[NDArray[Any]]:
        """Makes all frames of an input script, and gives the picture after each."""
        if not isinstance(script, InputScript):
            script = self.script(script)
        if not script.is_for(self._keys):
            raise ValueError("the script is for another engine, whose keys are others")
        for frame in script.frames():
            with self._turn:
                goes_on = self._advance(frame)
                picture = self._picture()
            yield picture
            if not goes_on:
                return

    @property
    def has_ended(self) -> bool:
        return self._has_ended

    @property
    def frame(self) -> NDArray[Any]:
        """What is on the monitor, height by width."""
        with self._turn:
            self._check_open()
            return self._picture()

    @property
    def samples(self) -> Samples:
        """The sound of the last step."""
        return self._samples

    @property
    def events(self) -> List[Event]:
        """What happened in the last step. Only if the engine was made with trace=True."""
        return list(self._outputs.events or [])

    @property
    def state(self) -> Dict[str, Any]:
        """Numbers that say how the game stands, by the names of the library's structure."""
        with self._turn:
            self._check_open()
            return self._state()

    @property
    def hash(self) -> int:
        """CRC-32 of all that the rest of the game depends on."""
        with self._turn:
            self._check_open()
            return self._hash()

    def save(self) -> bytes:
        """The whole state between two steps."""
        with self._turn:
            self._check_open()
            out = Writer()
            self._save(out)
            return out.bytes()

    def restore(self, saved: bytes) -> None:
        """Goes on from a state of the same game."""
        with self._turn:
            self._check_open()
            self._restore(bytes(saved), Failure())
            self._has_ended = False
            self._samples = self._silence()
            if self._card:
                self._card.restart(self._services_a_tick * self._tick())

    def close(self) -> None:
        with self._turn:
            super().close()


__all__ = ["Engine", "Event", "InputScript", "Palette"]
