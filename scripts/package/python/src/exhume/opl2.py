"""The YM3812 (OPL2), and files of writes to it (.opl2log, DRO, VGM)."""

from __future__ import annotations

from typing import Any, List, NamedTuple, Union

import numpy as np

from exhume._base import (
    Input,
    Note,
    Samples,
    Span,
    Turn,
    decoded,
    frozen,
    pointer,
)
from exhume._exhume import ffi, lib

RATE = int(lib.EXH_OPL2_RATE)  # samples a second
ALL_CHANNELS = int(lib.EXH_OPL2_ALL_CHANNELS)
LONGEST = 3600.0  # seconds: damaged delays may add up to days


class Write(NamedTuple):
    """A value that is written to a register, before the sample at position."""

    position: int
    register: int
    value: int


def clipped(sums: Any) -> Samples:
    """Sums of channels as samples of 16 bits."""
    samples: Samples = np.clip(sums, -32768, 32767).astype(np.int16)
    return frozen(samples)


def length_within(length: int, longest: float) -> int:
    return int(min(length, int(longest * RATE)))


def render(source: Any, length: int, channels: int = ALL_CHANNELS, spaced: bool = True) -> Samples:
    """length samples of a chip that a struct exh_opl2_source writes to.

    spaced: as the chip's port takes writes from players. Those of logs are spaced already.
    """
    spacing = ffi.new("struct exh_opl2_spacing *")
    spacing.source = source
    player = ffi.new("struct exh_opl2_player *")
    lib.exh_opl2_player_start(player, lib.exh_opl2_space(spacing) if spaced else source)
    sums = np.empty(length, np.int32)
    lib.exh_opl2_player_mix(player, channels, pointer(sums, "int32_t *"), length)
    return clipped(sums)


class Chip:
    """A YM3812: registers in, samples out, RATE a second."""

    def __init__(self) -> None:
        self._turn = Turn()
        self._chip = ffi.new("struct exh_opl2 *")
        lib.exh_opl2_reset(self._chip)

    def write(self, register: int, value: int) -> None:
        """Before the next sample. Registers that do not exist do nothing."""
        if not 0 <= register <= 255 or not 0 <= value <= 255:
            raise ValueError(f"register and value are bytes, not {register} and {value}")
        with self._turn:
            lib.exh_opl2_write(self._chip, register, value)

    def render(self, count: int) -> Samples:
        """The next count samples."""
        samples = np.empty(count, np.int16)
        with self._turn:
            lib.exh_opl2_render(self._chip, pointer(samples, "int16_t *"), count)
        return samples

    @property
    def is_silent(self) -> bool:
        """Nothing is heard, and nothing will be before the next write."""
        with self._turn:
            return bool(lib.exh_opl2_is_silent(self._chip))

    @property
    def position(self) -> int:
        """Samples that were made."""
        return int(self._chip.position)


class Log:
    """A file of writes: the text form .opl2log, DRO 0.1 and 2.0 of DOSBox, or VGM."""

    def __init__(self, source: Union[Input, Span]) -> None:
        _, memory, self._log = decoded(source, "struct exh_opl2_log *", lib.exh_opl2_log_read)
        self._memory = memory
        self.notes: List[Note] = memory.notes
        kinds = ["opl2log", "dro1", "dro2", "vgm"]
        self.kind: str = kinds[self._log.kind]
        self.length: int = int(self._log.length)  # samples
        self.loops: bool = bool(self._log.loops)

    def __len__(self) -> int:
        return int(self._log.write_count)

    def __getitem__(self, index: int) -> Write:
        if not -len(self) <= index < len(self):
            raise IndexError(f"the log has {len(self)} writes")
        write = self._log.writes[index % len(self)]
        return Write(int(write.position), int(write.reg), int(write.value))

    def render(
        self, passes: int = 1, channels: int = ALL_CHANNELS, longest: float = LONGEST
    ) -> Samples:
        """Its samples, played so many times, at most so many seconds of them."""
        cursor = ffi.new("struct exh_opl2_log_cursor *")
        cursor.log = self._log
        cursor.pass_count = passes
        length = length_within(lib.exh_opl2_log_length(self._log, passes), longest)
        return render(lib.exh_opl2_log_play(cursor), length, channels, spaced=False)


__all__ = ["ALL_CHANNELS", "Chip", "LONGEST", "Log", "RATE", "Write"]
