"""Files are recognised by their content."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, Optional, Union

from exhume._base import Bytes, FilePath, Folder, Input, called_back, file_name, text_of
from exhume._exhume import ffi, lib

TABLE_LIMIT = 256 << 10
HEAD_SIZE = 16 << 20  # bytes of a file that are looked at, if it is larger than ...
WHOLE_SIZE = 256 << 20  # ... this


@dataclass(frozen=True)
class Identity:
    """What a file is. score counts bits of evidence: a magic number of 8 bytes is 64."""

    name: str  # name of the format, as the program's options have it
    title: str
    family: str  # "keen", "sci0", "zvision", "opl2", "dos"
    score: int
    facts: Dict[str, Union[int, str]] = field(default_factory=dict)


class _Surroundings:
    """The files beside the one that is identified."""

    def __init__(self, path: Path) -> None:
        self.extension = path.suffix
        try:
            self.folder: Optional[Folder] = Folder(path.parent)
        except OSError:
            self.folder = None
        self.last: Optional[Bytes] = None  # until the next call

    def companion(self, stem: str, index: int) -> Optional[Bytes]:
        found = self.folder.with_stem(stem, self.extension) if self.folder else []
        if index >= len(found) or found[index].stat().st_size > TABLE_LIMIT:
            return None
        self.last = Bytes(found[index])
        return self.last


@called_back
def exhume_companion(context: Any, stem: Any, index: int, out: Any) -> bool:
    try:
        found = ffi.from_handle(context).companion(text_of(stem), index)
    except OSError:
        return False
    if not found:
        return False
    out[0] = found.value
    return True


def _head(path: FilePath) -> Bytes:
    size = os.stat(path).st_size
    with open(path, "rb") as file:
        return Bytes(file.read() if size <= WHOLE_SIZE else file.read(HEAD_SIZE))


def identify(source: Input, name: Optional[str] = None) -> Optional[Identity]:
    """What a file is, by its content, then by the tables beside it, last by its name; or None.

    source is a path, or bytes; name is the file's name if bytes are given.
    """
    handle = None
    if isinstance(source, (str, os.PathLike)):
        content = _head(source)
        size = os.stat(source).st_size
        handle = ffi.new_handle(_Surroundings(Path(file_name(source))))
        name = os.path.basename(file_name(source))
    else:
        content = Bytes(source)
        size = len(content)
    probe = ffi.new("struct exh_probe *")
    c_name = ffi.new("char[]", os.fsencode(name)) if name else ffi.NULL
    probe.name = c_name
    probe.data = content.value
    probe.file_size = size
    if handle:
        probe.companion = lib.exhume_companion
        probe.context = handle
    score = ffi.new("unsigned *")
    found = lib.exh_identify(probe, score)
    if not found:
        return None
    facts = ffi.new("struct exh_facts *")
    if found.describe:
        found.describe(probe, facts)
    return Identity(
        text_of(found.name),
        text_of(found.title),
        text_of(found.family),
        int(score[0]),
        _facts(facts),
    )


def _facts(facts: Any) -> Dict[str, Union[int, str]]:
    return {
        text_of(fact.key): int(fact.number) if fact.is_number else text_of(fact.text)
        for fact in (facts.items[i] for i in range(facts.count))
    }
