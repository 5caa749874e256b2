"""Writes the sprites of a Keen game, or the views of an SCI0 game, as PNG files.

usage: extract_sprites.py GAME_FOLDER OUTPUT_FOLDER

It needs only numpy: a PNG file is a few lines with zlib.
"""

import struct
import sys
import zlib
from pathlib import Path

import numpy as np

import exhume
from exhume import keen, sci0


def write_png(path, rgba):
    """Writes an array of height by width by 4."""
    height, width, _ = rgba.shape
    # Each row has the number of its filter in front: 0, none.
    rows = np.zeros((height, 1 + 4 * width), np.uint8)
    rows[:, 1:] = rgba.reshape(height, -1)
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for name, data in (
            (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)),
            (b"IDAT", zlib.compress(rows.tobytes())),
            (b"IEND", b""),
        ):
            crc = zlib.crc32(name + data)
            file.write(struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc))


def keen_sprites(folder):
    """Names and pictures of a Keen game's sprites."""
    graphics = keen.Graphics.open(folder)
    for number, sprite in enumerate(graphics.sprites):
        if sprite.is_present:
            # Any colour is transparent if the mask keeps the background.
            pixels = np.minimum(sprite.pixels, keen.MASKED)
            yield f"{number:03}.png", exhume.rgba(pixels, graphics.palette, clear=keen.MASKED)


def sci0_cels(folder):
    """Names and pictures of the cels of an SCI0 game's views."""
    for number, view in sci0.Game(folder).views.items():
        for i, loop in enumerate(view.loops):
            for j, cel in enumerate(loop.cels):
                name = f"{number:03}-{i:02}-{j:02}.png"
                yield name, exhume.rgba(cel.pixels, exhume.ega_palette(), clear=cel.key)


def main(folder, output):
    is_sci0 = any(path.name.lower() == "resource.map" for path in Path(folder).iterdir())
    count = 0
    for name, rgba in sci0_cels(folder) if is_sci0 else keen_sprites(folder):
        if rgba.size:
            write_png(Path(output) / name, rgba)
            count += 1
    print(f"{count} pictures are in {output}")


if __name__ == "__main__":
    main(*sys.argv[1:])
