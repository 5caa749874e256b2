import numpy as np
import pytest
from conftest import read_png, read_wav

import exhume
from exhume import keen, sci0, zvision

WALK = "20 N, 30 R, 14 RA, 36 R\n"


def played(engine, script):
    """All pictures and samples."""
    frames, samples = [], []
    for frame in engine.play(script):
        frames.append(frame)
        samples.append(engine.samples)
    return np.array(frames), np.concatenate(samples)


def theirs(run, tmp_path, command, script, dtype, shape, *options):
    """The same, of the program."""
    (tmp_path / "script.in").write_text(script)
    options = [*options, "--input", tmp_path / "script.in", "--wav", tmp_path / "sound.wav"]
    run(command, "-q", "--format", "raw", "-o", tmp_path / "frames", *options)
    frames = np.frombuffer((tmp_path / "frames").read_bytes(), dtype).reshape(-1, *shape)
    return frames, read_wav(tmp_path / "sound.wav")


def check_same(mine, other):
    for one, two in zip(mine, other):
        assert one.shape == two.shape
        assert (one == two).all()


@pytest.mark.parametrize("device", ["adlib", "speaker"])
def test_keen_plays_as_keen_run(archives, run, tmp_path, device):
    folder = archives / "dreams"
    options = ["--map", 1, "--device", device, folder]
    other = theirs(run, tmp_path, "keen-run", WALK, np.uint8, (200, 320), *options)
    engine = keen.Engine(folder, level=1, device=device)
    check_same(played(engine, WALK), other)
    assert engine.state["frame"] == 99
    assert engine.state["playstate"] == "playing"
    assert engine.palette.shape == (16, 4)


def test_sci0_plays_as_sci_run(archives, run, tmp_path):
    script = "30 N, 1 column 200 row 150 click, 100 N\n"
    folder = archives / "lodge"
    other = theirs(run, tmp_path, "sci-run", script, np.uint8, (200, 320), folder)
    engine = sci0.Engine(folder)
    check_same(played(engine, script), other)
    assert engine.state["room"] == 1 and engine.fault is None
    assert engine.plane("priority").max() < 16


def test_zvision_plays_as_zv_run(archives, exhume_source, run, tmp_path):
    script = (exhume_source / "testdata" / "scripts" / "beacon.in").read_text()
    folder = archives / "beacon"
    (tmp_path / "script.in").write_text(script)
    (tmp_path / "frames").mkdir()
    options = ["--input", tmp_path / "script.in", "--wav", tmp_path / "sound.wav", "--every", 97]
    run("zv-run", "-q", *options, "--format", "png", "-o", tmp_path / "frames", folder)
    theirs = sorted((tmp_path / "frames").glob("*.png"))
    engine = zvision.Engine(folder)
    pictures, samples = [], []
    for number, frame in enumerate(engine.play(script)):
        samples.append(engine.samples)
        if number % 97 == 0:
            pictures.append(exhume.rgb_of_15_bits(frame))
    assert engine.has_ended and engine.state["end_name"] == "quit"
    assert len(pictures) == len(theirs) >= 4
    for mine, path in zip(pictures, theirs):
        assert (mine == read_png(path)).all()
    assert (np.concatenate(samples) == read_wav(tmp_path / "sound.wav")).all()


def engines(archives):
    yield keen.Engine(archives / "dreams", trace=True), "R A"
    yield sci0.Engine(archives / "lodge"), "column 20 row 20"
    yield zvision.Engine(archives / "beacon"), "column 454 row 335"


def test_a_saved_state_goes_on_as_the_engine_did(archives):
    for engine, words in engines(archives):
        for _ in range(5):
            assert engine.step(words)
        saved, before = engine.save(), engine.hash
        frames = [engine.step(words) and engine.frame.copy() for _ in range(5)]
        assert engine.hash != before
        engine.restore(saved)
        assert engine.hash == before
        for frame in frames:
            engine.step(words)
            assert (engine.frame == frame).all()
        with pytest.raises(exhume.Error):
            engine.restore(b"no state")
        after = engine.hash
        assert engine.step() in (True, False)
        assert engine.hash != after


def test_words_that_an_engine_does_not_know_are_refused(archives):
    for engine, _ in engines(archives):
        with pytest.raises(exhume.Error, match="frobnicate"):
            engine.step("frobnicate")
        with pytest.raises(ValueError, match="more than the keys of one frame"):
            engine.step("N, 3 N")
        with pytest.raises(exhume.Error, match="type"):
            next(engine.play('type "look" enter\n'))
    script = keen.Engine(archives / "dreams").script("3 R\n")
    assert script.frame_count == 3
    assert len(list(keen.Engine(archives / "dreams").play(script))) == 3
    with pytest.raises(ValueError, match="for another engine"):
        next(engine.play(script))


def test_events_say_what_happened(archives):
    engine = keen.Engine(archives / "dreams", trace=True)
    engine.step()
    assert engine.events and engine.events[0].frame == 0


def test_what_a_game_can_not_begin_with(archives):
    with pytest.raises(exhume.Error):
        keen.Engine(archives / "dreams", level=77)
    with pytest.raises(TypeError, match="nonsense"):
        keen.Engine(archives / "dreams", nonsense=1)
    with pytest.raises(ValueError, match="no device"):
        keen.Engine(archives / "dreams", device="tandy")
    with pytest.raises(exhume.Error):
        sci0.Engine(archives / "burrow")
    with pytest.raises(exhume.Error):
        zvision.Engine(archives / "beacon", place="!!!!")
    with pytest.raises(ValueError, match="four letters"):
        zvision.Engine(archives / "beacon", place="garyx")


def test_a_machine_runs_scripts(archives):
    vm = sci0.Vm(archives / "digger")
    vm.start()
    assert vm.run(100) == "runs" and vm.steps == 100 and vm.backtrace
    vm.set_variable(3, 77)
    assert vm.variable(3) == 77 and vm.fault is None
    with pytest.raises(IndexError):
        vm.variable(60000)
    engine = sci0.Engine(archives / "lodge")
    engine.step()
    engine.set_variable(15, 9)
    assert engine.variable(15) == 9
    engine.enter_room(2)
    for _ in range(10):
        engine.step()
    assert engine.state["room"] == 2
    beacon = zvision.Engine(archives / "beacon")
    beacon.step()
    beacon.set_key(5, 3)
    assert beacon.key(5) == 3 and beacon.key(-1) == 0
