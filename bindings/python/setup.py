"""Builds the libraries for C with CMake, and puts them and their header into the packages; and the modules of the single calls.

SAT3D_C_LIBRARY=FILE and SAT3D_C_DOUBLE_LIBRARY=FILE take libraries that are built already.
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
LIBRARIES = {"sat3d": "sat3d_c", "sat3d/double": "sat3d_c_double"}  # of each package: positions in float, in double


def build(folder, targets):
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DSAT3D_BUILD_C=ON"]
    options += [f"-DSAT3D_BUILD_{part}=OFF" for part in ("TESTS", "IMPORT", "EXAMPLES")]
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, *options], check=True)
    subprocess.run(["cmake", "--build", folder, "--target", *targets, "--config", "Release", "--parallel"], check=True)


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        given = {library: os.environ.get(f"{library.upper()}_LIBRARY") for library in LIBRARIES.values()}
        with tempfile.TemporaryDirectory() as folder:
            missing = [library for library, file in given.items() if not file]
            if missing:
                build(folder, missing)
            for package, library in LIBRARIES.items():
                self.copy_into(pathlib.Path(self.build_lib) / package, library, given[library], pathlib.Path(folder))

    @staticmethod
    def copy_into(package, library, given, folder):
        package.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "bindings/c/include/sat3d.h", package)
        names = (f"lib{library}.so", f"lib{library}.dylib", f"{library}.dll")
        file = pathlib.Path(given) if given else next(path for name in names for path in folder.rglob(name))
        shutil.copy(file, package / next(name for name in names if file.name.startswith(name)))


def calls(package, macros):
    return Extension(f"{package}._calls", ["sat3d/_calls.cpp"], language="c++", define_macros=macros,
                     include_dirs=[numpy.get_include(), str(ROOT / "bindings/c/include")],
                     extra_compile_args=["/std:c++20" if os.name == "nt" else "-std=c++20"])


setup(cmdclass={"build_py": BuildWithLibrary},
      ext_modules=[calls("sat3d", []), calls("sat3d.double", [("S3_DOUBLE", None)])])
