"""Builds the library for C with CMake, and puts it and its header into the package; and the module of the single calls.

SAT3D_C_LIBRARY=FILE takes a library that is built already.
"""

import os
import pathlib
import shutil
import subprocess
import tempfile

import numpy
from setuptools import Extension, setup
from setuptools.command.build_py import build_py

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
NAMES = ("libsat3d_c.so", "libsat3d_c.dylib", "sat3d_c.dll")


def built_library(folder):
    """Returns the library, after building it in the folder."""
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DSAT3D_BUILD_C=ON"]
    options += [f"-DSAT3D_BUILD_{part}=OFF" for part in ("TESTS", "IMPORT", "EXAMPLES")]
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, *options], check=True)
    subprocess.run(["cmake", "--build", folder, "--target", "sat3d_c", "--config", "Release", "--parallel"], check=True)
    return next(path for name in NAMES for path in pathlib.Path(folder).rglob(name))


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        package = pathlib.Path(self.build_lib) / "sat3d"
        package.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "bindings/c/include/sat3d.h", package)
        with tempfile.TemporaryDirectory() as folder:
            given = os.environ.get("SAT3D_C_LIBRARY")
            library = pathlib.Path(given) if given else built_library(folder)
            name = next(name for name in NAMES if library.name.startswith(name))
            shutil.copy(library, package / name)


CALLS = Extension("sat3d._calls", ["sat3d/_calls.cpp"], language="c++",
                  include_dirs=[numpy.get_include(), str(ROOT / "bindings/c/include")],
                  extra_compile_args=["/std:c++20" if os.name == "nt" else "-std=c++20"])

setup(cmdclass={"build_py": BuildWithLibrary}, ext_modules=[CALLS])
