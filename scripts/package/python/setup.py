"""What pyproject.toml can't say: the module that cffi builds, and the library's version."""

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).resolve().parent))
from build_ffi import version  # noqa: E402

setup(cffi_modules=["build_ffi.py:ffi"], version=version())
