"""The examples do what they say."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import read_png, read_wav

import exhume
from exhume import keen, sci0

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def example(name, *arguments):
    command = [sys.executable, EXAMPLES / name, *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_sprites_are_extracted(archives, tmp_path):
    assert "297 pictures" in example("extract_sprites.py", archives / "dreams", tmp_path / "keen")
    sprite = keen.Graphics.open(archives / "dreams").sprites[5]
    pixels = np.minimum(sprite.pixels, keen.MASKED)
    expected = exhume.rgba(pixels, exhume.ega_palette(), clear=keen.MASKED)
    assert (read_png(tmp_path / "keen" / "005.png") == expected).all()
    example("extract_sprites.py", archives / "burrow", tmp_path / "sci0")
    cel = sci0.Game(archives / "burrow").views[0].loops[1].cels[0]
    theirs = read_png(tmp_path / "sci0" / "000-01-00.png")
    assert ((theirs[..., 3] == 0) == (cel.pixels == cel.key)).all()


def test_a_song_is_rendered(archives, tmp_path):
    said = example("imf_to_wav.py", archives / "audiot" / "DEEP.IMF", tmp_path / "deep.wav")
    assert "writes" in said
    samples = keen.Imf(archives / "audiot" / "DEEP.IMF").render()
    assert (read_wav(tmp_path / "deep.wav") == samples).all()


@pytest.mark.parametrize(
    "family, folder, line", [("keen", "dreams", "frame: 99"), ("zvision", "beacon", "place: gary")]
)
def test_a_game_is_played(archives, family, folder, line):
    said = example("play.py", family, archives / folder)
    assert said.startswith("100 frames") and line in said
