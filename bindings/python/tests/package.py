"""The package under test: SAT3D_PACKAGE names sat3d, which it is without, or sat3d.double."""

import importlib
import os

sat3d = importlib.import_module(os.environ.get("SAT3D_PACKAGE", "sat3d"))
