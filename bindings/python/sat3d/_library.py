"""The library for C: its declarations come from sat3d.h, its errors become exceptions."""

import os
import pathlib

import cffi

from ._header import declarations

#: The package is installed twice: sat3d has positions in float, sat3d.double has them in double.
IS_DOUBLE = __package__.endswith(".double")

_HERE = pathlib.Path(__file__).resolve().parent
_LIBRARY = "sat3d_c_double" if IS_DOUBLE else "sat3d_c"
_NAMES = (f"lib{_LIBRARY}.so", f"lib{_LIBRARY}.dylib", f"{_LIBRARY}.dll")
_VARIABLE = f"{_LIBRARY.upper()}_LIBRARY"
_ABI_MAJOR = 0x8002 if IS_DOUBLE else 2


def _open():
    ffi = cffi.FFI()
    ffi.cdef(declarations((_HERE / "sat3d.h").read_text(encoding="utf-8"), ("S3_DOUBLE",) if IS_DOUBLE else ()))
    given = os.environ.get(_VARIABLE)
    library = given or next((str(_HERE / name) for name in _NAMES if (_HERE / name).exists()), None)
    if library is None:
        raise ImportError(f"{__package__}: the package has no library; name one by {_VARIABLE}")
    lib = ffi.dlopen(library)
    if lib.s3_abi_version() >> 16 != _ABI_MAJOR:
        raise ImportError(f"{__package__}: {library} has another interface than this package")
    return ffi, lib


ffi, lib = _open()


class Sat3dError(ValueError):
    """Bad input. `status` is the number, `name` such as "S3_BAD_NUMBER", the text says what is wrong."""

    def __init__(self, status):
        super().__init__(ffi.string(lib.s3_last_error()).decode(errors="replace"))
        self.status = status
        self.name = ffi.string(lib.s3_status_name(status)).decode()


def check(status):
    if status != 0:
        raise Sat3dError(status)
