# Module that cffi builds: its names are those of the C headers.
from typing import Any

ffi: Any
lib: Any
