"""Builds exhume._exhume: the functions and structures of libexhume's headers, for cffi.

The declarations are those of the installed headers (pkg-config exhume), so that nothing here
names a member or a parameter; the C compiler fills in sizes, offsets and numbers.
"""

import os
import re
import shlex
import subprocess
import sysconfig
import tempfile
from pathlib import Path
from typing import Iterator, List, Set, Tuple

from cffi import FFI

HEADER = "#include <exhume/advanced.h>\n"

# Functions that the library calls back. Structures are passed as they are in the headers.
CALLBACKS = """
extern "Python" bool exhume_companion(void *, const char *, size_t, struct exh_bytes *);
extern "Python" void exhume_audio(void *, const struct exh_audio_write *);
extern "Python" void exhume_trace(void *, const struct exh_event *);
extern "Python" enum exh_status exhume_sci_file(void *, size_t, struct exh_arena *,
						 struct exh_bytes *, struct exh_error *);
extern "Python" bool exhume_sci_read(void *, unsigned, unsigned, struct exh_bytes *);
extern "Python" bool exhume_zv_read(void *, const char *, struct exh_bytes *);
extern "Python" void exhume_zv_release(void *, struct exh_bytes);
extern "Python" void exhume_zv_problem(void *, const struct exh_zv_problem *);
extern "Python" enum exh_status exhume_zfs_read(void *, size_t, void *, size_t,
						struct exh_error *);
"""


def pkg_config(option: str) -> List[str]:
    """What pkg-config says of the library."""
    command = shlex.split(os.environ.get("PKG_CONFIG", "pkg-config")) + [option, "exhume"]
    try:
        return shlex.split(subprocess.check_output(command, text=True))
    except FileNotFoundError:
        raise SystemExit("pkg-config is not installed") from None
    except subprocess.CalledProcessError:
        raise SystemExit(
            "libexhume is not installed, or PKG_CONFIG_PATH does not name the folder of exhume.pc"
        ) from None


def preprocess(cflags: List[str]) -> Tuple[str, str]:
    """The headers without comments and macros, and the lines that define macros."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    with tempfile.TemporaryDirectory() as folder:
        # cffi knows these types.
        for name in "stdbool.h", "stddef.h", "stdint.h":
            Path(folder, name).write_text("")
        Path(folder, "all.c").write_text(HEADER)
        command = compiler[:1] + ["-E", "-P", "-nostdinc", "-U__GNUC__", "-I" + folder]
        command += [flag for flag in cflags if flag.startswith(("-I", "-D"))]
        if not any(flag.startswith("-I") for flag in cflags):
            command += ["-I/usr/local/include", "-I/usr/include"]
        source = Path(folder, "all.c")
        text = subprocess.check_output(command + [str(source)], text=True)
        macros = subprocess.check_output(command + ["-dM", str(source)], text=True)
    return text, macros


def end_of_block(text: str, start: int) -> int:
    """The place after the bracket that closes the one at start."""
    depth = 0
    for i in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return i + 1
    raise SystemExit("a header has a bracket that is not closed")


def blocks(text: str, pattern: str, replace) -> str:
    """Replaces each match of pattern, which ends with a bracket, and the bracket's block."""
    out, at = [], 0
    for match in iter(lambda: re.compile(pattern).search(text, at), None):
        end = end_of_block(text, match.end() - 1)
        out += [text[at : match.start()], replace(match, text[match.end() : end - 1])]
        at = end
    return "".join(out) + text[at:]


def enumeration(match, body: str) -> str:
    """The compiler knows the numbers."""
    names = re.findall(r"(?:^|,)\s*(EXH_\w+)", body)
    return match.group(0) + ", ".join(names) + ", ... }"


def structure(match, body: str) -> str:
    """The compiler knows the places, and members that are not listed here."""
    # Structures without a name can't be open ended: they stay unlisted.
    body = blocks(body, r"struct\s*\{", lambda match, body: "@")
    body = re.sub(r"@[^;]*;", "", body)
    return match.group(0) + blocks(body, r"struct (\w+)\s*\{", structure) + " ...; }"


def declarations(text: str, macros: str) -> str:
    """The headers in the form that cffi reads."""
    text = blocks(text, r"enum(?: \w+)?\s*\{", enumeration)
    text = blocks(text, r"struct (\w+)\s*\{", structure)
    text = blocks(text, r"static inline ([^{};]*)\{", lambda match, body: match.group(1) + ";")
    # Sizes of arrays: of parameters they mean nothing, else the compiler knows them.
    text = re.sub(r"\[[^]]*\](?=[^;{}()]*\)\s*;)|\[[^]]*\](?=,[^;{}]*\)\s*;)", "[]", text)
    text = re.sub(r"\[[^]]+\]", "[...]", text)
    numbers = []
    for name, value in re.findall(r"^#define (EXH_\w+) (.+)$", macros, re.M):
        kind = "double" if re.fullmatch(r"\d+\.\d+", value) else None
        if kind:
            numbers.append(f"static const {kind} {name};")
        elif re.match(r"[-(\d]|U?INT\d+_", value):
            numbers.append(f"#define {name} ...")
    return without_uncalled(text) + "\n".join(numbers) + "\n"


def called() -> Set[str]:
    """The functions that the package calls: the others would double the time of building it."""
    sources = Path(__file__).resolve().parent.joinpath("src", "exhume").glob("*.py")
    return {name for path in sources for name in re.findall(r"\blib\.(exh_\w+)", path.read_text())}


def statements(text: str) -> Iterator[str]:
    """The declarations one by one, each with its semicolon."""
    start = depth = 0
    for match in re.finditer(r"[{};]", text):
        depth += {"{": 1, "}": -1, ";": 0}[match.group()]
        if match.group() == ";" and depth == 0:
            yield text[start : match.end()]
            start = match.end()


def without_uncalled(text: str) -> str:
    """The declarations without prototypes of functions that are not called."""
    names, kept = called(), []
    declared: Set[str] = set()
    for statement in statements(text):
        prototype = re.match(r"(?!\s*typedef)[^({]*?\b(exh_\w+)\s*\(", statement)
        if not prototype or prototype.group(1) in names:
            kept.append(statement)
        declared.update(prototype.groups() if prototype else [])
    missing = sorted(names - declared)
    if missing:
        raise SystemExit("this library is another one: it has no " + ", ".join(missing))
    return "".join(kept) + "\n"


def version() -> str:
    """The library's, which the package has, too."""
    return pkg_config("--modversion")[0]


def make() -> FFI:
    cflags = pkg_config("--cflags")
    text, macros = preprocess(cflags)
    ffi = FFI()
    ffi.cdef(declarations(text, macros) + CALLBACKS)
    ffi.set_source(
        "exhume._exhume",
        HEADER,
        # All of it is calls: there is nothing to optimise, and that took most of the time.
        extra_compile_args=cflags + ["-O0", "-g0"],
        extra_link_args=pkg_config("--libs"),
    )
    return ffi


ffi = make()
