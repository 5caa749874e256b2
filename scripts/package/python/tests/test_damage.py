"""Damaged files are errors that say so, or are read as far as they go: nothing else happens."""

import random

import pytest

import exhume
from exhume import keen, opl2, sci0, zvision


def look(thing):
    """Uses all that was read."""
    if isinstance(thing, sci0.View):
        return [cel.pixels for loop in thing.loops for cel in loop.cels]
    if isinstance(thing, sci0.Pic):
        return [thing.pixels, list(thing.steps())]
    if isinstance(thing, sci0.Sound):
        return [thing.events, thing.render("speaker", longest=0.1)]
    if isinstance(thing, zvision.Rlf):
        return [frame for frame, _ in zip(thing.frames(), range(20))]
    if isinstance(thing, (zvision.Tga, zvision.Cursor)):
        return thing.pixels
    if isinstance(thing, zvision.Script):
        return [thing.root, thing.text, thing.check()]
    if isinstance(thing, zvision.Lever):
        return [thing.positions, thing.check(), thing.hand().wait(100)]
    if isinstance(thing, (keen.Imf, opl2.Log)):
        return thing.render(longest=0.1)
    if isinstance(thing, keen.Effect):
        return thing.data
    return thing


READERS = {
    "sci_view_read": sci0.View,
    "sci_pic": sci0.Pic,
    "sci_font_glyphs": sci0.Font,
    "sci_cursor_read": sci0.Cursor,
    "sci_adlib_bank": sci0.InstrumentBank,
    "sci_sound_read": sci0.Sound,
    "sci_text_read": sci0.read_text,
    "zvision_rlf": zvision.Rlf,
    "zvision_tga": zvision.Tga,
    "zvision_zv_cursor": zvision.Cursor,
    "zvision_zv_script": zvision.Script,
    "zvision_lever": zvision.Lever,
    "zvision_zv_text": zvision.read_text,
    "keen_imf": keen.Imf,
    "chip_opl2_log": opl2.Log,
}


def survive(read, content):
    try:
        look(read(content))
        return True
    except exhume.Error as error:
        assert error.what and error.status != "unknown"
        return False


@pytest.mark.parametrize("name", READERS)
def test_what_crashed_once(exhume_source, name):
    paths = sorted((exhume_source / "testdata" / "fuzz" / name).iterdir())
    assert paths
    for path in paths:
        survive(READERS[name], path.read_bytes())


def test_states_that_crashed_once(archives, exhume_source):
    fuzz = exhume_source / "testdata" / "fuzz"
    for engine, folder in (
        (keen.Engine(archives / "dreams"), "engine_keen_dreams_dreams_save"),
        (sci0.Engine(archives / "lodge"), "engine_sci_stage_save"),
        (zvision.Engine(archives / "beacon"), "engine_zvision_zv_save"),
    ):
        engine.step()
        for path in sorted((fuzz / folder).iterdir()):
            survive(engine.restore, path.read_bytes())
            engine.step()
        good = engine.save()
        for size in range(0, len(good), max(1, len(good) // 20)):
            assert not survive(engine.restore, good[:size])
        chance = random.Random(2)
        for _ in range(20):
            changed = bytearray(good)
            changed[chance.randrange(len(good))] ^= 1 << chance.randrange(8)
            survive(engine.restore, changed)
            engine.step()


@pytest.mark.parametrize("folder", ["dreams", "burrow", "digger", "sci0", "shaft"])
def test_games_whose_files_are_cut(archives, folder, tmp_path):
    for path in (archives / folder).iterdir():
        content = path.read_bytes()
        (tmp_path / path.name).write_bytes(content)
    for path in sorted(tmp_path.iterdir()):
        whole = path.read_bytes()
        for part in 3, 2:
            path.write_bytes(whole[: len(whole) // part])
            survive(opened, tmp_path)
        path.write_bytes(whole)
    assert survive(opened, tmp_path)


def opened(folder):
    """Everything in a game, whichever it is."""
    if list(folder.glob("*.ZFS")):
        return [len(content) for content in zvision.Files(folder).values()]
    if not list(folder.glob("RESOURCE.*")):
        game = keen.Game(folder)
        return [game.graphics.sprites[0].pixels, len(game.levels), game.audio.adlib]
    game = sci0.Game(folder)
    game.scripts
    if game.numbers("vocab"):
        game.parser.parse("look at the shaft")
    return [game.resource(kind, n) for kind in sci0.TYPES for n in game.numbers(kind)]


def samples(archives):
    burrow = sci0.Game(archives / "burrow")
    shaft = zvision.Files(archives / "shaft")
    scenes = archives / "zvision"
    yield sci0.View, burrow.resource("view", 0).bytes()
    yield sci0.Pic, burrow.resource("pic", 1).bytes()
    yield sci0.Font, burrow.resource("font", 0).bytes()
    yield sci0.Sound, burrow.resource("sound", 0).bytes()
    yield sci0.read_text, burrow.resource("text", 0).bytes()
    yield zvision.Rlf, (scenes / "SWING.RLF").read_bytes()
    yield zvision.Tga, (scenes / "FLAT.TGA").read_bytes()
    yield zvision.Cursor, (scenes / "00IDLEA.ZCR").read_bytes()
    yield zvision.Script, shaft["mole.scr"].bytes()
    yield zvision.Lever, shaft["door.lev"].bytes()
    yield keen.Imf, (archives / "audiot" / "MOLE.WLF").read_bytes()
    yield opl2.Log, (archives / "opl2" / "notes.opl2log").read_bytes()


def test_bytes_that_are_changed_or_cut(archives):
    chance, counts = random.Random(1), [0, 0]
    for read, content in samples(archives):
        assert survive(read, content)
        for _ in range(30):
            changed = bytearray(content)
            for _ in range(chance.randrange(4)):
                changed[chance.randrange(min(len(content), 400))] = chance.randrange(256)
            del changed[chance.randrange(1, len(content) + 1) :]
            counts[survive(read, changed)] += 1
    # Both happen, so both were tried.
    assert min(counts) > 20
