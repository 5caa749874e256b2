"""Digs the assets out of classic PC games: the decoders and engines of libexhume.

The families are exhume.sci0, exhume.keen and exhume.zvision; exhume.opl2 is the chip that
plays their music. Pixels and samples are numpy arrays.
"""

from exhume._base import (
    ClosedError,
    Error,
    Note,
    cga_palette,
    ega_palette,
    rgb_of_15_bits,
    rgba,
    text_of,
)
from exhume._exhume import lib
from exhume._identify import Identity, identify

__version__ = text_of(lib.exh_version())

__all__ = [
    "ClosedError",
    "Error",
    "Identity",
    "Note",
    "cga_palette",
    "ega_palette",
    "identify",
    "rgb_of_15_bits",
    "rgba",
]
