import shutil

import numpy as np
import pytest
from conftest import read_png, read_wav

import exhume
from exhume import keen


@pytest.fixture(scope="module")
def dreams(archives):
    return keen.Game(archives / "dreams")


@pytest.mark.parametrize("folder, name", [("dreams", "DREAMS.EGA"), ("dreams-cga", "DREAMS.CGA")])
def test_pictures_are_those_of_egagrab(archives, run, tmp_path, folder, name):
    run("egagrab", "-q", "--no-sheets", "-o", tmp_path, archives / folder / name)
    graphics = keen.Graphics.open(archives / folder)
    assert graphics.video == name[-3:].lower()
    clear = len(graphics.palette)
    count = 0
    for kind in "pic", "picm", "sprite", "tile8", "tile8m", "tile16", "tile16m":
        files = {int(path.stem): path for path in (tmp_path / kind).glob("*.png")}
        bitmaps = graphics.bitmaps(kind)
        assert sorted(files) == [i for i, bitmap in enumerate(bitmaps) if bitmap.is_present]
        for number, path in files.items():
            mine, theirs = bitmaps[number].pixels, read_png(path)
            masked = mine & keen.MASKED
            assert ((masked == 0) == (theirs < clear)).all()
            assert (mine[masked == 0] == theirs[masked == 0]).all()
            count += 1
    assert count > 300
    with pytest.raises(exhume.Error):
        next(b for b in graphics.bitmaps("tile16") if not b.is_present).pixels


def test_a_bitmap_that_is_packed_is_its_chunk(dreams):
    for bitmap in dreams.graphics.bitmaps("tile16m"):
        if bitmap.is_present:
            chunk = dreams.graphics.chunk(bitmap.chunk)
            assert keen.pack_bitmap(bitmap.pixels, "ega", masked=True) == chunk.bytes()


def test_fonts(dreams):
    font = dreams.graphics.fonts[0]
    assert font.glyph(ord("A")).shape[0] == font.height
    assert font.glyph(ord("A")).max() == 1
    with pytest.raises(IndexError):
        font.glyph(256)


def test_levels_are_those_of_mapdump(archives, dreams, run, tmp_path):
    run("mapdump", "-q", "--format", "png", "-o", tmp_path, archives / "dreams" / "DREAMS.MAP")
    found = sorted(tmp_path.rglob("*.png"))
    drawn = {}
    for number, level in dreams.levels.items():
        drawn[number] = level.draw(dreams.graphics)
        assert level.background.shape == (level.height, level.width)
        assert not level.background.flags.writeable
    assert list(drawn) == [0, 1, 2, 15]
    for picture in map(read_png, found):
        assert any(picture.shape == d.shape and (picture == d).all() for d in drawn.values())
    assert len(found) == len(drawn)
    assert dreams.levels.tile_info


def test_a_game_without_its_tables_is_an_error(archives, tmp_path):
    shutil.copy(archives / "dreams" / "DREAMS.EGA", tmp_path)
    shutil.copy(archives / "dreams" / "DREAMS.MAP", tmp_path)
    shutil.copy(archives / "dreams" / "DREAMS.AUD", tmp_path)
    for opened in keen.Graphics, keen.Levels, keen.Audio:
        with pytest.raises(exhume.Error, match="beside it, nor a program"):
            opened.open(tmp_path)
    with pytest.raises(exhume.Error, match="no archive of graphics"):
        keen.Graphics.open(archives / "zvision")
    with pytest.raises(FileNotFoundError):
        keen.Graphics.open(tmp_path / "NONE.EGA")
    with pytest.raises(ValueError, match="no layout 'nonsense'"):
        keen.Graphics(b"", layout="nonsense")
    with pytest.raises(exhume.Error) as caught:
        keen.Graphics(b"archive", b"head", b"\0" * 20)
    assert caught.value.status == "truncated"


def test_effects_are_those_of_snd2wav(archives, dreams, run, tmp_path):
    archive = archives / "dreams" / "DREAMS.AUD"
    run("snd2wav", "-q", "--rate", "native", "--tail", 0, "-o", tmp_path, archive)
    audio = dreams.audio
    count = 0
    for ending, effects in ("pc", audio.speaker), ("adlib", audio.adlib):
        for number, effect in enumerate(effects):
            found = list(tmp_path.glob(f"{number:02}-*.{ending}.wav"))
            assert bool(found) == bool(effect)
            if found:
                theirs, mine = read_wav(found[0]), effect.render()
                assert len(mine) == len(theirs) and (mine == theirs).all()
                assert effect.name in found[0].name
                count += 1
    assert count > 30


@pytest.mark.parametrize("name, rate", [("DEEP.IMF", 560), ("MOLE.WLF", 700)])
def test_songs_are_those_of_imf2wav(archives, run, tmp_path, name, rate):
    song = archives / "audiot" / name
    run("imf2wav", "-q", "--rate", "native", "--tail", 0, "-o", tmp_path / "song.wav", song)
    mine, theirs = keen.Imf(song).render(rate), read_wav(tmp_path / "song.wav")
    assert len(mine) == len(theirs) > 100000
    assert (mine == theirs).all()


def test_logs_are_those_of_imf2wav(archives, run, tmp_path):
    from exhume import opl2

    for log in sorted((archives / "opl2").glob("*.opl2log")):
        run("imf2wav", "-q", "-f", "--rate", "native", "--tail", 0, "-o", tmp_path / "log.wav", log)
        mine, theirs = opl2.Log(log).render(), read_wav(tmp_path / "log.wav")
        assert len(mine) == len(theirs) > 0
        assert (mine == theirs).all()


def test_a_chip_plays_what_is_written_to_it(archives):
    from exhume import opl2

    log = opl2.Log(archives / "opl2" / "notes.opl2log")
    chip, pieces = opl2.Chip(), []
    for write in log:
        pieces.append(chip.render(write.position - chip.position))
        chip.write(write.register, write.value)
    pieces.append(chip.render(log.length - chip.position))
    assert (np.concatenate(pieces) == log.render()).all()
    with pytest.raises(ValueError, match="are bytes"):
        chip.write(256, 0)


def test_a_song_is_no_longer_than_it_may_be(archives):
    song = keen.Imf(archives / "audiot" / "DEEP.IMF")
    assert len(song.render(longest=0.5)) == 24858
    with pytest.raises(ValueError):
        song.render(rate=0)


def test_wrong_arrays_are_refused():
    with pytest.raises(TypeError, match="bitmap: expected an array of uint8, got float64"):
        keen.pack_bitmap(np.zeros((8, 8)))
    with pytest.raises(ValueError, match="multiple of 8"):
        keen.pack_bitmap(np.zeros((8, 7), np.uint8))
    with pytest.raises(exhume.Error):
        keen.pack_bitmap(np.full((8, 8), 200, np.uint8))
    with pytest.raises(ValueError, match="expected 2 dimensions, got 1"):
        keen.pack_bitmap(np.zeros(8, np.uint8))
    with pytest.raises(ValueError, match="no class 'nonsense'"):
        keen.Graphics.bitmaps(None, "nonsense")
