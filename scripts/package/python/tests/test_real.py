"""Real games, where they are found: EXHUME_DATA names their folder."""

import hashlib
import json

import numpy as np
import pytest
from conftest import read_png, read_wav

import exhume
from exhume import keen, opl2, sci0, zvision


@pytest.fixture(scope="module")
def data(real_data):
    if not real_data:
        pytest.skip("no real data")
    return real_data


def part(data, *names):
    path = data.joinpath(*names)
    if not path.exists():
        pytest.skip("no real data")
    return path


def test_the_chip_is_exact(data):
    items = json.loads(part(data, "opl2", "manifest.json").read_text())
    items = items.get("items", items)
    count = 0
    for log in sorted((data / "opl2").glob("*.opl2log")):
        samples = opl2.Log(log).render()
        first = np.frombuffer((data / "opl2" / f"{log.stem}.first2000.s16").read_bytes(), "<i2")
        assert (samples[: len(first)] == first).all()
        entry = next((i for i in items if isinstance(i, dict) and i.get("name") == log.stem), None)
        if entry and entry["samples"] == len(samples):
            assert hashlib.sha256(samples.tobytes()).hexdigest() == entry["sha256"]
        count += 1
    assert count


def test_an_effect_is_exact(data):
    effect = keen.Effect(part(data, "opl2", "fx_demo.alsnd"), is_adlib=True)
    first = np.frombuffer((data / "opl2" / "fx_demo.first2000.s16").read_bytes(), "<i2")
    assert (effect.render()[: len(first)] == first).all()


@pytest.mark.parametrize(
    "folder, name", [("keen-dreams-1.13", "KDREAMS.EGA"), ("keen4-1.4", "EGAGRAPH.CK4")]
)
def test_pictures_of_keen(data, run, tmp_path, folder, name):
    archive = part(data, folder, name)
    graphics = keen.Graphics.open(archive)
    options = ["--only", "pic", "--only", "sprite:0-40", "--no-sheets"]
    run("egagrab", "-q", *options, "-o", tmp_path, archive)
    count = 0
    for kind in "pic", "sprite":
        for path in (tmp_path / kind).glob("*.png"):
            mine, theirs = graphics.bitmaps(kind)[int(path.stem)].pixels, read_png(path)
            drawn = mine < keen.MASKED
            assert (mine[drawn] == theirs[drawn]).all()
            count += 1
    assert count > 20


def test_keen_dreams_is_played(data, run, tmp_path):
    folder = part(data, "keen-dreams-1.13")
    script = "20 N, 30 R, 14 RA, 36 R\n"
    (tmp_path / "script.in").write_text(script)
    options = ["--map", 1, "--input", tmp_path / "script.in", "--wav", tmp_path / "sound.wav"]
    run("keen-run", "-q", *options, "--format", "raw", "-o", tmp_path / "frames", folder)
    engine = keen.Engine(folder)
    frames, sound = [], []
    for frame in engine.play(script):
        frames.append(frame)
        sound.append(engine.samples)
    theirs = np.frombuffer((tmp_path / "frames").read_bytes(), np.uint8)
    assert (np.array(frames).ravel() == theirs).all()
    assert (np.concatenate(sound) == read_wav(tmp_path / "sound.wav")).all()


def test_games_of_sci0(data):
    count = 0
    for folder in sorted(part(data, "sci0").iterdir()):
        if not folder.is_dir():
            continue
        game = sci0.Game(folder)
        for pic in list(game.pics.values())[:5]:
            assert pic.pixels.shape == (190, 320)
        for view in list(game.views.values())[:20]:
            assert all(cel.pixels.max(initial=0) < 16 for loop in view.loops for cel in loop.cels)
        for number, script in list(game.scripts.items())[:10]:
            packed = game.scripts.assemble(script.disassemble())
            assert packed == game.resource("script", number).bytes()
        count += len(game.numbers("pic")) + len(game.numbers("view"))
    assert count


def test_files_of_zvision(data, run, tmp_path):
    for path in sorted(part(data, "zvision", "rlf").glob("*.rlf")):
        rlf = zvision.Rlf(path)
        assert len(list(rlf.frames())) == len(rlf)
    for path in sorted((data / "zvision" / "tgz").glob("*.tga")):
        if zvision.Tga(path).pixels.size > 200000:
            continue  # the tests' reader of PNG is slow
        run("tgz2png", "-q", "-f", "--transpose", "no", "-o", tmp_path / "p.png", path)
        theirs = read_png(tmp_path / "p.png")
        if theirs.ndim == 3:
            assert (exhume.rgb_of_15_bits(zvision.Tga(path).pixels) == theirs).all()
    for game in "nemesis", "zgi":
        for path in sorted((data / "zvision" / "audio" / game).iterdir()):
            run("raw2wav", "-q", "-f", "--game", game, "-o", tmp_path / "s.wav", path)
            mine, theirs = zvision.Sound(path, game=game).samples, read_wav(tmp_path / "s.wav")
            assert mine.shape == theirs.shape and (mine == theirs).all()
    for path in sorted((data / "zvision" / "zfs").glob("*.zfs")):
        with zvision.Zfs(path) as zfs:
            assert sum(len(content) for content in zfs.values())
