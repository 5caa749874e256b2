"""Nothing that is closed, freed or used by several threads at once takes memory from the rest."""

import gc
import pickle
import sys
import threading

import numpy as np
import pytest

import exhume
from exhume import _base, keen, opl2, sci0, zvision


def test_arrays_outlive_what_they_were_read_from(archives):
    def made():
        with keen.Game(archives / "dreams") as game:
            level = game.levels[1]
            yield level.background
            yield game.graphics.chunk(3).array
            yield next(e for e in game.audio.adlib if e).data
        with sci0.Game(archives / "burrow") as burrow:
            yield burrow.pics[1].visual
            yield burrow.sounds[2].sample
            yield burrow.resource("view", 0).array
            yield burrow.views[0].loops[0].cels[0].pixels
            yield burrow.cursors[0].pixels
        with zvision.Zfs(archives / "shaft" / "SCENES.ZFS") as zfs:
            yield zfs["shaft.tga"].array

    arrays = [(array, array.copy()) for array in made()]
    gc.collect()
    # Memory that was freed would be used again.
    filler = [np.full(size, 0x55, np.uint8) for size in range(1, 65536, 997)]
    for array, before in arrays:
        assert array.size and (array == before).all()
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
    assert filler


def test_closed_objects_raise_and_their_children_do_not(archives):
    game = sci0.Game(archives / "digger")
    scripts, views, parser = game.scripts, game.views, game.parser
    engine = sci0.Engine(game)
    game.close()
    game.close()
    for used in (
        lambda: game.views,
        lambda: game.scripts,
        lambda: game.parser,
        lambda: game.numbers("view"),
        lambda: game.resource("view", 0),
        lambda: game.__enter__(),
    ):
        with pytest.raises(exhume.ClosedError, match="this Game is closed"):
            used()
    assert scripts[0].disassemble() and views[0].loops and parser.parse("look").tokens
    assert engine.step()

    dreams = keen.Game(archives / "dreams")
    keen_engine = keen.Engine(dreams)
    graphics = dreams.graphics
    dreams.close()
    with pytest.raises(exhume.ClosedError):
        dreams.graphics
    assert graphics.sprites[0].pixels.size and keen_engine.step("R")


def test_closed_engines_raise(archives):
    for engine in (
        keen.Engine(archives / "dreams"),
        sci0.Engine(archives / "lodge"),
        zvision.Engine(archives / "beacon"),
    ):
        with engine:
            engine.step()
            frame, samples = engine.frame, engine.samples
        for used in (
            lambda: engine.step(),
            lambda: engine.frame,
            lambda: engine.state,
            lambda: engine.save(),
            lambda: engine.hash,
            lambda: engine.restore(b""),
            lambda: next(engine.play("1 N\n")),
        ):
            with pytest.raises(exhume.ClosedError, match="this Engine is closed"):
                used()
        assert frame.size and samples is not None


def test_engines_are_freed_in_any_order(archives):
    engines = [zvision.Engine(archives / "beacon") for _ in range(3)]
    engines += [sci0.Engine(archives / "lodge") for _ in range(3)]
    for engine in engines:
        engine.step()
    while engines:
        engines.pop(len(engines) // 2)
        gc.collect()
    assert zvision.Engine(archives / "beacon").step()


def decoded(archives):
    """What threads decode, as bytes."""
    game = sci0.Game(archives / "burrow")
    graphics = keen.Graphics.open(archives / "dreams")
    out = [cel.pixels for view in game.views.values() for loop in view.loops for cel in loop.cels]
    out += [game.pics[1].pixels, game.pics[1].control, game.sounds[0].render(longest=2)]
    out += [bitmap.pixels for bitmap in graphics.sprites if bitmap.is_present]
    out += list(zvision.Rlf(archives / "zvision" / "EVENING.RLF").frames())
    out += [zvision.Tga(archives / "zvision" / "FLAT.TGA").pixels]
    out += [keen.Imf(archives / "audiot" / "DEEP.IMF").render(longest=2)]
    return b"".join(np.ascontiguousarray(array).tobytes() for array in out)


def in_threads(count, function):
    results, errors = [None] * count, []

    def work(i):
        try:
            results[i] = function()
        except BaseException as error:  # raised in a thread, to be seen
            errors.append(error)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(count)]
    # Threads that take turns often meet in more places.
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.setswitchinterval(before)
    assert not errors
    return results


def test_eight_threads_decode_the_same(archives):
    alone = decoded(archives)
    assert len(alone) > 100000
    assert all(result == alone for result in in_threads(8, lambda: decoded(archives)))


def test_threads_share_what_was_read(archives):
    game, dreams = sci0.Game(archives / "digger"), keen.Graphics.open(archives / "dreams")
    views, parser = game.views, game.parser

    def used():
        out = [bitmap.pixels.tobytes() for bitmap in dreams.sprites if bitmap.is_present]
        out += [cel.pixels.tobytes() for loop in views[0].loops for cel in loop.cels]
        out.append(parser.parse("look at the shaft").tree)
        out.append(game.scripts[0].disassemble())
        return out

    results = in_threads(8, used)
    assert all(result == results[0] for result in results)


def test_threads_open_a_program_at_once(archives):
    alone = sci0.Game(archives / "digger").scripts[0].disassemble()
    for _ in range(30):
        game = sci0.Game(archives / "digger")
        found = in_threads(8, lambda: game.scripts[0].disassemble())
        assert all(text == alone for text in found)


def test_threads_take_turns_with_an_engine_and_a_chip(archives):
    engine, chip = keen.Engine(archives / "dreams"), opl2.Chip()
    in_threads(8, lambda: [engine.step("R") and engine.frame for _ in range(10)])
    assert engine.state["frame"] == 79
    in_threads(8, lambda: [chip.write(0x20, 1) or chip.render(100) for _ in range(10)])
    assert chip.position == 8000
    engine.step()
    closing = threading.Thread(target=engine.close)
    closing.start()
    closing.join()
    with pytest.raises(exhume.ClosedError):
        engine.step()


def test_bytes_that_change_later_were_copied(archives):
    content = bytearray((archives / "zvision" / "EVENING.RLF").read_bytes())
    rlf = zvision.Rlf(content)
    content[180:] = b"\xff" * (len(content) - 180)
    right = list(zvision.Rlf(archives / "zvision" / "EVENING.RLF").frames())
    for one, two in zip(rlf.frames(), right):
        assert (one == two).all()


def test_errors_say_file_offset_and_what(archives, tmp_path):
    (tmp_path / "bad.rlf").write_bytes(b"FELR" + b"\0" * 20)
    with pytest.raises(exhume.Error) as caught:
        zvision.Rlf(tmp_path / "bad.rlf")
    error = caught.value
    assert error.file == str(tmp_path / "bad.rlf") and error.offset is not None
    assert error.status in ("truncated", "invalid")
    assert str(error) == f"{error.file}:0x{error.offset:X}: {error.what}"
    again = pickle.loads(pickle.dumps(error))
    assert (again.what, again.file, again.offset, again.status) == error.args
    with pytest.raises(exhume.Error) as caught:
        zvision.Rlf(b"nothing")
    assert caught.value.file is None


class Larger:
    """A library whose structures are larger than when the package was built."""

    def __getattr__(self, name):
        return getattr(exhume._exhume.lib, name)

    def exh_sizeof(self, name):
        return exhume._exhume.lib.exh_sizeof(name) + (name == b"exh_opl2")


def test_a_library_with_other_structures_is_refused(monkeypatch):
    _base._check_sizes()
    monkeypatch.setattr(_base, "lib", Larger())
    with pytest.raises(ImportError, match="build it again"):
        _base._check_sizes()
