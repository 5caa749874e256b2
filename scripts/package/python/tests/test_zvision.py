import numpy as np
import pytest
from conftest import read_png, read_wav

import exhume
from exhume import zvision


@pytest.fixture(scope="module")
def scenes(archives):
    return archives / "zvision"


def test_frames_are_those_of_rlf2png(scenes, run, tmp_path):
    for name in "EVENING.RLF", "SWING.RLF":
        run("rlf2png", "-q", "--format", "png", "-o", tmp_path / name, scenes / name)
        rlf = zvision.Rlf(scenes / name)
        files = sorted((tmp_path / name).rglob("*.png"))
        frames = list(rlf.frames())
        assert len(files) == len(frames) == len(rlf) >= 8
        for frame, file in zip(frames, files):
            mine, theirs = exhume.rgb_of_15_bits(frame), read_png(file)
            if theirs.ndim == 3:
                assert (mine == theirs[:, :, :3]).all()
            else:
                # A palette: equal indices are equal colours.
                colors = mine.reshape(-1, 3)
                for index in np.unique(theirs):
                    assert len(np.unique(colors[theirs.ravel() == index], axis=0)) == 1


def test_an_animation_that_is_packed_is_the_same_file(scenes):
    rlf = zvision.Rlf(scenes / "EVENING.RLF")
    packed = zvision.pack_rlf(list(rlf.frames()), rlf.milliseconds, key_every=8)
    assert packed == (scenes / "EVENING.RLF").read_bytes()


def test_a_cut_animation_gives_what_is_there(scenes):
    content = (scenes / "EVENING.RLF").read_bytes()
    rlf, frames = zvision.Rlf(content[:3000]), []
    try:
        for frame in rlf.frames():
            frames.append(frame)
    except exhume.Error as error:
        assert error.offset is not None
    else:
        assert rlf.notes
    assert 0 < len(frames) < len(rlf)


def test_pictures_are_those_of_tgz2png(scenes, run, tmp_path):
    for name in "FLAT.TGA", "PLAIN.TGA":
        run(
            "tgz2png",
            "-q",
            "-f",
            "--transpose",
            "no",
            "-o",
            tmp_path / "picture.png",
            scenes / name,
        )
        tga = zvision.Tga(scenes / name)
        mine, theirs = exhume.rgb_of_15_bits(tga.pixels), read_png(tmp_path / "picture.png")
        assert mine.shape == theirs.shape and (mine == theirs).all()
        pack = zvision.pack_tgz if tga.is_packed else zvision.pack_tga
        assert (zvision.Tga(pack(tga.pixels)).pixels == tga.pixels).all()
    assert (
        zvision.pack_tgz(zvision.Tga(scenes / "HILLS.TGA").pixels)
        == (scenes / "HILLS.TGA").read_bytes()
    )


def test_a_panorama_is_that_of_pano2png(scenes, run, tmp_path):
    hills = scenes / "HILLS.TGA"
    run("pano2png", "-q", "--game", "nemesis", "--pos", 100, "-o", tmp_path / "p.png", hills)
    pano = zvision.Panorama(zvision.Tga(hills).pixels.T)
    assert (exhume.rgb_of_15_bits(pano.render(100)) == read_png(tmp_path / "p.png")).all()
    assert pano.clamp(-1) == zvision.Tga(hills).height - 1
    with pytest.raises(exhume.Error):
        zvision.Panorama(np.zeros((4, 4), np.uint16), angle=float("nan"))


def test_a_cursor_packs_to_the_same_file(scenes):
    cursor = zvision.Cursor(scenes / "00IDLEA.ZCR")
    packed = zvision.pack_cursor(cursor.pixels, cursor.hot_spot)
    assert packed == (scenes / "00IDLEA.ZCR").read_bytes()


def test_members_are_those_of_zfs_unpack(archives, run, tmp_path):
    for name in "SCENES.ZFS", "SCRIPTS.ZFS":
        path = archives / "shaft" / name
        run("zfs-unpack", "-q", "-o", tmp_path / name, path)
        with zvision.Zfs(path) as zfs:
            for member in zfs:
                assert zfs[member].bytes() == (tmp_path / name / member).read_bytes()
            assert len(zfs) > 3
            kept = zfs[next(iter(zfs))].array
        with pytest.raises(exhume.ClosedError):
            zfs["door.lev"]
        assert kept.size
    with pytest.raises(exhume.Error, match="PLAIN.TGA"):
        zvision.Zfs(archives / "zvision" / "PLAIN.TGA")


@pytest.mark.parametrize("key", [b"\0\0\0\0", b"abcd"])
def test_an_archive_that_is_packed_reads_the_same(tmp_path, key):
    members = {"a.txt": b"mole", "empty": b"", "long.bin": bytes(range(256)) * 9}
    members.update({f"f{i}": bytes([i]) for i in range(150)})
    (tmp_path / "x.zfs").write_bytes(zvision.pack_zfs(members, key))
    with zvision.Zfs(tmp_path / "x.zfs") as zfs:
        assert {name: content.bytes() for name, content in zfs.items()} == members
        assert zfs.is_encrypted == (key != b"\0\0\0\0")
        assert zfs["A.TXT"].bytes() == b"mole" and "none" not in zfs
    with pytest.raises(ValueError, match="a key has 4 bytes"):
        zvision.pack_zfs(members, b"abc")


def test_sounds_are_those_of_raw2wav(archives, run, tmp_path):
    files = zvision.Files(archives / "shaft")
    sound = zvision.Sound(files["hum000g.raw"])
    (tmp_path / "hum000g.raw").write_bytes(files["hum000g.raw"].bytes())
    run("raw2wav", "-q", "-o", tmp_path / "hum.wav", tmp_path / "hum000g.raw")
    assert (sound.samples == read_wav(tmp_path / "hum.wav")).all()
    # Bytes of the search come back.
    assert zvision.pack_adpcm(sound.samples, best=True) is not None
    again = zvision.Sound(zvision.pack_adpcm(sound.samples, True), "hum000g.raw")
    assert (again.samples == sound.samples).all()


def test_samples_that_are_stored_so_are_a_view():
    samples = np.arange(-500, 500, dtype="<i2")
    options = {"rate": 22050, "packing": "pcm16"}
    mono = zvision.Sound(samples.tobytes(), channels=1, **options).samples
    assert (mono == samples).all() and not mono.flags.owndata and not mono.flags.writeable
    stereo = zvision.Sound(samples.tobytes() + b"x", channels=2, **options).samples
    assert (stereo == samples.reshape(-1, 2)).all()
    with pytest.raises(exhume.Error, match="give rate, channels and packing"):
        zvision.Sound(b"1234")


def test_levers_scripts_and_texts(archives):
    files = zvision.Files(archives / "shaft")
    lever = zvision.Lever(files["door.lev"])
    assert lever.frames == 4 and lever.positions[0].directions == ((1, 90),)
    assert lever.check() == []
    hand = lever.hand()
    first = lever.positions[0]
    assert not hand.move(first.x, first.y)
    assert hand.down(first.x, first.y)
    assert hand.move(first.x, first.y - 10) and hand.position == 1
    hand.up()
    assert hand.wait(1000)
    script = zvision.Script(files["mole.scr"])
    assert [len(script.puzzles), len(script.controls)] == [1, 2]
    assert script.puzzles[0].children[0].kind == "criteria"
    assert zvision.Script(script.text.encode("latin-1")).text == script.text
    assert zvision.Script(b"puzzle:1 {\nresults {\naction:nonsense(1)\n}\n}\n").check()
    assert len(zvision.read_text(files["talk.txt"])) > 1


def test_wrong_arrays_are_refused():
    with pytest.raises(TypeError, match="TGZ: expected an array of uint16, got uint8"):
        zvision.pack_tgz(np.zeros((4, 4), np.uint8))
    with pytest.raises(ValueError, match="TGA: expected 2 dimensions, got 3"):
        zvision.pack_tga(np.zeros((4, 4, 3), np.uint16))
    with pytest.raises(ValueError, match="the first one is"):
        zvision.pack_rlf([np.zeros((4, 4), np.uint16), np.zeros((4, 5), np.uint16)])
    with pytest.raises(ValueError, match="at least one frame"):
        zvision.pack_rlf([])
    with pytest.raises(TypeError, match="sound: expected an array of int16"):
        zvision.pack_adpcm([0.5, 1.0])
    with pytest.raises(ValueError, match="one or two channels, got 3"):
        zvision.pack_adpcm(np.zeros((5, 3), np.int16))
    for empty in np.zeros((0, 4), np.uint16), np.zeros((4, 0), np.uint16):
        with pytest.raises(exhume.Error):
            zvision.pack_tgz(empty)
    with pytest.raises(TypeError, match="expected an array of uint16"):
        exhume.rgb_of_15_bits(np.zeros((2, 2), np.uint8))
