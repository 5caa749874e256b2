import shutil

import numpy as np
import pytest
from conftest import read_png, read_wav

import exhume
from exhume import sci0


@pytest.fixture(scope="module")
def burrow(archives):
    return sci0.Game(archives / "burrow")


@pytest.fixture(scope="module")
def digger(archives):
    return sci0.Game(archives / "digger")


@pytest.fixture(scope="module")
def shaft(archives):
    return sci0.Game(archives / "sci0")


def test_cels_are_those_of_view2png(archives, burrow, run, tmp_path):
    run("view2png", "-q", "-o", tmp_path, archives / "burrow")
    count = 0
    for number, view in burrow.views.items():
        for i, loop in enumerate(view.loops):
            for j, cel in enumerate(loop.cels):
                path = tmp_path / f"view.{number:03}" / f"{i:02}-{j:02}.png"
                if not path.exists():
                    # Loops with the cels of an earlier one are not written again.
                    assert loop.source != i or not cel.pixels.size
                    continue
                theirs = read_png(path)
                mine = cel.pixels
                assert mine.shape == theirs.shape == (cel.height, cel.width)
                # Its transparent colour has an index of its own.
                assert ((mine == cel.key) == (theirs > 15)).all() or (mine == theirs).all()
                assert (mine[mine != cel.key] == theirs[mine != cel.key]).all()
                count += 1
    assert count > 20


def test_a_view_that_is_packed_reads_the_same(burrow):
    view = burrow.views[0]
    loops = [loop.cels for loop in view.loops if not loop.is_mirrored]
    again = sci0.View(sci0.pack_view(loops))
    for loop, cels in zip(again.loops, loops):
        for mine, theirs in zip(loop.cels, cels):
            assert (mine.pixels == theirs.pixels).all()
            assert (mine.key, mine.dx, mine.dy) == (theirs.key, theirs.dx, theirs.dy)


def test_maps_of_pics_are_those_of_pic2png(archives, burrow, run, tmp_path):
    pic = burrow.pics[1]
    run(
        "pic2png", "-q", "--screens", "visual,priority,control", "-o", tmp_path, archives / "burrow"
    )
    found = {path.stem: path for path in tmp_path.rglob("*.png")}
    for name, mine in ("priority", pic.priority), ("control", pic.control), ("visual", pic.pixels):
        path = next(path for stem, path in found.items() if name in stem or len(found) == 1)
        assert (read_png(path) == mine).all(), name
    assert [step.kind for step in pic.steps()][-1] == "end"


def test_fonts_cursors_and_texts(burrow):
    font = burrow.fonts[0]
    assert font.glyphs[ord("A")].max() == 1
    assert burrow.texts[0][0]
    cursor = burrow.cursors[0]
    assert cursor.pixels.shape == (16, 16)
    packed = sci0.pack_cursor(cursor.pixels, (0, 0))
    assert (sci0.Cursor(packed).pixels == cursor.pixels).all()
    assert sci0.read_text(sci0.pack_text(["a", "b \u00e9"])) == ["a", "b \u00e9"]


@pytest.mark.parametrize("device", ["adlib", "tandy", "speaker"])
def test_sounds_are_those_of_sci_snd2wav(archives, burrow, run, tmp_path, device):
    options = ["-q", "--rate", "native", "--tail", 0, "--device", device, "--number", "0-1"]
    run("sci-snd2wav", *options, "-o", tmp_path, archives / "burrow")
    for number in 0, 1:
        theirs = read_wav(tmp_path / f"sound.{number:03}.wav")
        mine = burrow.sounds[number].render(device)
        assert len(mine) == len(theirs) > 1000
        assert (mine == theirs).all()


@pytest.mark.parametrize("device", ["adlib", "tandy"])
def test_sounds_that_name_no_voices_are_those_of_sci_snd2wav(burrow, run, tmp_path, device):
    content = bytearray(burrow.resource("sound", 0).bytes())
    # Each of the 16 channels has voices and devices; the last of them controls.
    content[1:31:2] = bytes(15)
    content[2:32:2] = bytes([0x14]) * 15
    content[33:] = bytes.fromhex("00903c400091404000924340009348400099304078fc")
    (tmp_path / "sound.000").write_bytes(b"\x84\0" + content)
    (tmp_path / "patch.003").write_bytes(b"\x89\0" + burrow.resource("patch", 3).bytes())
    options = ["-q", "--rate", "native", "--tail", 0, "--device", device]
    run("sci-snd2wav", *options, "-o", tmp_path, tmp_path)
    theirs = read_wav(tmp_path / "sound.000.wav")
    mine = sci0.Game(tmp_path).sounds[0].render(device)
    assert len(mine) == len(theirs) > 1000 and theirs.any()
    assert (mine == theirs).all()


def test_a_digital_sample_is_a_view(burrow):
    sound = burrow.sounds[2]
    assert sound.sample_rate and sound.sample.size
    assert not sound.sample.flags.owndata and not sound.sample.flags.writeable


def test_the_parser_agrees_with_parse_tree(archives, shaft, run_json):
    lines = ["look at the shaft", "look up", "frobnicate", "the", "look at shaft"]
    results = run_json("parse-tree", "--json", archives / "sci0", *lines)
    for line, theirs in zip(lines, results["results"][0]["sentences"]):
        mine = shaft.parser.parse(line)
        assert mine.status in ("ok", "unknown", "syntax")
        assert mine.status == theirs["status"]
        assert mine.tree == theirs.get("tree", "")
        assert [token.text for token in mine.tokens] == [t["text"] for t in theirs["tokens"]]


def test_said_specs_match_as_in_the_game(shaft):
    parser = shaft.parser
    sentence = parser.parse("look at the shaft")
    assert sentence.said("look/shaft")
    assert not sentence.said("look/mole")
    spec = parser.said("look[/shaft]")
    assert parser.said(spec.code).text == spec.text == "look[/shaft]"
    with pytest.raises(exhume.Error, match="frobnicate"):
        parser.said("frobnicate")


def test_scripts_assemble_to_the_same_bytes(digger, archives, run):
    program = digger.scripts
    assert len(program) == 11
    for number, script in program.items():
        text = script.disassemble()
        assert program.assemble(text) == digger.resource("script", number).bytes()
    assert program[0].objects[0].name == "digger"
    with pytest.raises(exhume.Error):
        program.assemble(".code\n\tnonsense\n")
    with pytest.raises(KeyError):
        program[777]


def test_resources_are_those_of_sci_unpack(archives, digger, run, tmp_path):
    run("sci-unpack", "-q", "--bare", "-o", tmp_path, archives / "digger")
    count = 0
    for kind in sci0.TYPES:
        for number in digger.numbers(kind):
            theirs = (tmp_path / f"{kind}.{number:03}").read_bytes()
            assert digger.resource(kind, number).bytes() == theirs
            count += 1
    assert count > 20


def test_what_a_game_lacks(burrow, tmp_path, archives):
    assert 0 in burrow.views and 555 not in burrow.views
    with pytest.raises(KeyError):
        burrow.views[555]
    with pytest.raises(ValueError, match="no type of resource 'nonsense'"):
        burrow.numbers("nonsense")
    with pytest.raises(exhume.Error, match="neither RESOURCE.MAP nor a patch file"):
        sci0.Game(tmp_path)
    shutil.copy(archives / "burrow" / "RESOURCE.MAP", tmp_path)
    with pytest.raises(exhume.Error, match="RESOURCE.00"):
        sci0.Game(tmp_path).views[0]


@pytest.fixture
def copy(archives, tmp_path):
    """A game's files, to be changed."""
    for path in (archives / "digger").iterdir():
        shutil.copyfile(path, tmp_path / path.name.lower())
    return tmp_path


def test_patch_files_count_before_volumes(copy):
    (copy / "View.001").write_bytes(b"\x80\0first")
    (copy / "view.001").write_bytes(b"\x80\0second")
    (copy / "text.700").write_bytes(b"\x83\2??new")
    (copy / "pic.001").write_bytes(b"\x80\0a view")
    game = sci0.Game(copy)
    view = game.resource("view", 1)
    assert (view.bytes(), view.name) == (b"first", str(copy / "View.001"))
    assert game.resource("text", 700).bytes() == b"new"
    assert 700 in game.numbers("text") and game.numbers("view") == [0, 1, 2]
    assert [note.text for note in game.notes] == [
        f"{copy / 'view.001'}: ignored: {copy / 'View.001'} counts"
    ]
    with pytest.raises(exhume.Error, match=r"expected 1 \(pic\)") as caught:
        game.resource("pic", 1)
    assert (caught.value.file, caught.value.offset) == (str(copy / "pic.001"), 0)


def test_a_volume_that_is_missing_or_goes_away(copy):
    game = sci0.Game(copy)
    assert game.views[0].loops and not game.notes
    (copy / "resource.002").unlink()
    with pytest.raises(FileNotFoundError, match="resource.002"):
        game.resource("script", 0)
    assert game.parser.parse("look").status == "ok"
    assert any(note.is_damage and "script 0" in note.text for note in game.scripts.notes)
    game = sci0.Game(copy)
    with pytest.raises(exhume.Error, match="no file RESOURCE.002") as caught:
        game.resource("script", 0)
    assert caught.value.file == str(copy / "resource.map")
    assert caught.value.offset is not None


def test_a_game_without_vocabularies(copy):
    for path in copy.glob("resource.*"):
        path.unlink()
    (copy / "view.000").write_bytes(b"\x80\0?")
    game = sci0.Game(copy)
    assert game.numbers("view") == [0] and not game.numbers("vocab")
    with pytest.raises(exhume.Error, match="no words: vocab 0 is missing"):
        game.parser
    assert len(game.scripts) == 0


def test_damage_is_noted_and_the_rest_is_read(burrow):
    content = bytearray(burrow.resource("view", 0).bytes())
    view = sci0.View(content[: len(content) // 2])
    notes = view.notes + [n for loop in view.loops for cel in loop.cels for n in cel.notes]
    assert any(note.is_damage for note in notes)
    with pytest.raises(exhume.Error) as caught:
        sci0.View(content[:3])
    assert caught.value.status == "truncated"


def test_wrong_arrays_are_refused():
    with pytest.raises(TypeError, match="loop 0: cel 0: expected an array of uint8, got int64"):
        sci0.pack_view([[sci0.CelSource(np.zeros((2, 2), np.int64), 0)]])
    with pytest.raises(ValueError, match="expected 2 dimensions, got 3"):
        sci0.pack_view([[sci0.CelSource(np.zeros((2, 2, 3), np.uint8), 0)]])
    with pytest.raises(ValueError, match="colours are 0 to 15, not 16"):
        sci0.pack_view([[sci0.CelSource(np.full((2, 2), 16, np.uint8), 0)]])
    with pytest.raises(exhume.Error):
        sci0.pack_view([[sci0.CelSource(np.zeros((2, 2), np.uint8), 16)]])
    with pytest.raises(ValueError, match="expected 16 by 16 pixels"):
        sci0.pack_cursor(np.zeros((8, 8), np.uint8))
    with pytest.raises(ValueError, match="no device 'mt32'"):
        sci0.Sound(b"\0" * 100).render("mt32")
