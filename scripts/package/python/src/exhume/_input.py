"""Input for engines, in the words of input scripts: exhume-input(5).

"20 R, 1 A" holds R for 20 frames and then A for one. Acts (wait, type, expect) are the
program's: here they are errors.
"""

from __future__ import annotations

from typing import Any, Dict, Iterator, Optional, Tuple, Union

from exhume._base import Bytes, Failure, Memory
from exhume._exhume import ffi, lib


class InputScript:
    """A script for the keys of one engine. Any number of engines may play it at once."""

    def __init__(self, text: Union[str, bytes], keys: Any, name: str = "input") -> None:
        span = Bytes(text.encode() if isinstance(text, str) else text, name)
        self._memory = memory = Memory(span, limit=1 << 28)
        self._keys = keys
        # Acts take as long as they need, which only a program that knows them can say.
        plain = memory.new("struct exh_input_keys *")
        plain.keys = keys.keys
        plain.count = keys.count
        given = ffi.new("struct exh_input_text *")
        c_name = ffi.new("char[]", name.encode())
        given.name = c_name
        given.bytes = span.value
        out = ffi.new("const struct exh_input **")
        failure = Failure(name)
        failure.check(
            lib.exh_input_read(given, plain, ffi.NULL, ffi.NULL, memory.arena, out, failure.struct)
        )
        self._input = out[0]

    @property
    def frame_count(self) -> Optional[int]:
        """None: it never ends."""
        count = int(lib.exh_input_length(self._input))
        return None if count == lib.EXH_INPUT_ENDLESS else count

    def is_for(self, keys: Any) -> bool:
        return bool(self._keys == keys)

    def frames(self) -> Iterator[Any]:
        """Each frame's struct exh_input_frame, which is the same one each time."""
        cursor = ffi.new("struct exh_input_cursor *")
        frame = ffi.new("struct exh_input_frame *")
        lib.exh_input_start(cursor)
        while lib.exh_input_next(self._input, cursor, frame):
            yield frame


class Words:
    """What is held in one frame, in words: "R A", "column 160 row 100 click"."""

    MOST = 1000  # different ones that are kept

    def __init__(self, keys: Any) -> None:
        self._keys = keys
        self._scripts: Dict[str, InputScript] = {}

    def frame(self, words: str) -> Tuple[InputScript, Any]:
        """The struct exh_input_frame, and the script that it borrows from."""
        script = self._scripts.get(words)
        if not script:
            if "," in words or "\n" in words or "{" in words or "#" in words:
                raise ValueError(f"{words!r} is more than the keys of one frame")
            if len(self._scripts) >= self.MOST:
                self._scripts.clear()
            script = self._scripts[words] = InputScript(f"1 {words or '-'}\n", self._keys, words)
        return script, next(script.frames())
