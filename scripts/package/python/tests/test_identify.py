import numpy as np
import pytest

import exhume


def test_all_samples_are_what_the_program_says(archives, run_json):
    files = sorted(path for path in archives.rglob("*") if path.is_file())
    said = {r["file"]: r for r in run_json("identify", "--json", *files, status=1)["results"]}
    assert len(said) == len(files) > 80
    for path in files:
        mine, theirs = exhume.identify(path), said[str(path)]
        if theirs["format"] is None:
            assert mine is None
            continue
        assert mine.name == theirs["format"]
        assert (mine.score, mine.title, mine.family) == (
            theirs["score"],
            theirs["title"],
            theirs["family"],
        )
        assert mine.facts == theirs["facts"]


def test_bytes_are_known_by_their_content(archives):
    content = (archives / "zvision" / "EVENING.RLF").read_bytes()
    for given in content, bytearray(content), memoryview(content), np.frombuffer(content, np.uint8):
        assert exhume.identify(given).name == "rlf"
    assert exhume.identify(b"nothing that is known") is None
    assert exhume.identify(b"") is None


def test_what_is_no_path_is_refused(tmp_path):
    with pytest.raises(TypeError, match="expected a path or bytes, got int"):
        exhume.identify(3)
    with pytest.raises(FileNotFoundError):
        exhume.identify(tmp_path / "none")
