"""The library for C: its declarations come from sat3d.h, its errors become exceptions."""

import os
import pathlib

import cffi

from ._header import declarations

_HERE = pathlib.Path(__file__).resolve().parent
_NAMES = ("libsat3d_c.so", "libsat3d_c.dylib", "sat3d_c.dll")


def _open():
    ffi = cffi.FFI()
    ffi.cdef(declarations((_HERE / "sat3d.h").read_text(encoding="utf-8")))
    given = os.environ.get("SAT3D_C_LIBRARY")
    library = given or next((str(_HERE / name) for name in _NAMES if (_HERE / name).exists()), None)
    if library is None:
        raise ImportError("sat3d: the package has no library; name one by SAT3D_C_LIBRARY")
    lib = ffi.dlopen(library)
    if lib.s3_abi_version() >> 16 != 1:
        raise ImportError(f"sat3d: {library} has another interface than this package")
    return ffi, lib


ffi, lib = _open()


class Sat3dError(ValueError):
    """Bad input. `status` is the number, `name` such as "S3_BAD_NUMBER", the text says what is wrong."""

    def __init__(self, status):
        super().__init__(ffi.string(lib.s3_last_error()).decode())
        self.status = status
        self.name = ffi.string(lib.s3_status_name(status)).decode()


def check(status):
    if status != 0:
        raise Sat3dError(status)
