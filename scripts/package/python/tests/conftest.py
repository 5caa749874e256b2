"""Where the samples and the program are. The program says what is right."""

import json
import os
import struct
import subprocess
import wave
import zlib
from pathlib import Path

import numpy as np
import pytest

SOURCE = Path(os.environ.get("EXHUME_SOURCE", Path(__file__).resolve().parents[4]))


@pytest.fixture(scope="session")
def archives():
    return SOURCE / "testdata" / "archives"


@pytest.fixture(scope="session")
def exhume_source():
    return SOURCE


@pytest.fixture(scope="session")
def run():
    """Runs a subcommand of the program, and returns what it prints."""
    program = os.environ.get("EXHUME")
    if not program:
        pytest.skip("EXHUME does not name the program")

    # Libraries that a sanitized library needs are of no use to the program, which has its own.
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}

    def run(*arguments, status=0):
        command = [program, *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, env=environment)
        assert done.returncode == status, done.stderr.decode()
        return done.stdout

    return run


@pytest.fixture(scope="session")
def run_json(run):
    return lambda *arguments, **options: json.loads(run(*arguments, **options))


@pytest.fixture(scope="session")
def real_data():
    """The folder of real games' samples, or None."""
    folder = Path(os.environ.get("EXHUME_DATA", SOURCE.parent / "shared" / "data"))
    return folder if folder.is_dir() else None


def unfilter(rows, count, size, step):
    """PNG's rows without their filters."""
    before = np.zeros(size, np.uint8)
    for y in range(count):
        kind = rows[y * (size + 1)]
        row = np.frombuffer(rows, np.uint8, size, y * (size + 1) + 1)
        if kind == 1:
            row = np.cumsum(row.reshape(-1, step), axis=0, dtype=np.uint8).ravel()
        elif kind == 2:
            row = row + before
        elif kind:
            row = np.array(
                unfilter_by_neighbours(row.tolist(), before.tolist(), kind, step), np.uint8
            )
        before = row
        yield row.tobytes()


def unfilter_by_neighbours(row, before, kind, step):
    for x in range(len(row)):
        left, up = row[x - step] if x >= step else 0, before[x]
        corner = before[x - step] if x >= step else 0
        if kind == 3:
            row[x] = row[x] + (left + up) // 2 & 255
            continue
        from_left, from_up = abs(up - corner), abs(left - corner)
        from_corner = abs(left + up - 2 * corner)
        if from_left <= from_up and from_left <= from_corner:
            row[x] = row[x] + left & 255
        else:
            row[x] = row[x] + (up if from_up <= from_corner else corner) & 255
    return row


def read_png(path):
    """The indices of a picture with a palette, or red, green and blue."""
    content, at, packed = Path(path).read_bytes(), 8, b""
    while at < len(content):
        size, name = struct.unpack_from(">I4s", content, at)
        data = content[at + 8 : at + 8 + size]
        if name == b"IHDR":
            width, height, bits, color = struct.unpack(">IIBB", data[:10])
        if name == b"IDAT":
            packed += data
        at += size + 12
    channels = {0: 1, 2: 3, 3: 1, 6: 4}[color]
    size = (width * channels * bits + 7) // 8
    step = max(1, channels * bits // 8)
    rows = b"".join(unfilter(zlib.decompress(packed), height, size, step))
    array = np.frombuffer(rows, np.uint8).reshape(height, size)
    if bits < 8:
        split = np.unpackbits(array, axis=1).reshape(height, -1, bits)
        array = split @ (1 << np.arange(bits)[::-1])
    array = array[:, : width * channels].astype(np.uint8)
    return array if channels == 1 else array.reshape(height, width, channels)


def read_wav(path):
    """Samples, n or n by 2."""
    with wave.open(str(path)) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
        return samples.reshape(-1, 2) if file.getnchannels() == 2 else samples
