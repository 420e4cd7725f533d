#!/usr/bin/env python3
"""Checks that templates of the public headers are exported for every type: GCC hides an instantiation whose type is hidden, unless
the instantiation itself says SAT3D_API. Only a program that links the shared library would notice.

usage: python3 exported_templates_test.py ROOT
"""

import pathlib
import re
import sys

DECLARED = re.compile(r"template\s*<[^;{]*?>\s*(?:\[\[nodiscard\]\]\s*)?SAT3D_(?:DEBUG_|IMPORT_)?API\s[^;{(]*?(\w+)\(")
INSTANCE = re.compile(r"^\s*template (?!<)(?!class|struct)([^;(]*?)\b(\w+)\(", re.MULTILINE)


def main(root):
    names = {name for header in (root / "include").rglob("*.hpp") for name in DECLARED.findall(header.read_text(encoding="utf-8"))}
    faults = [f"{source.relative_to(root)}: template {name}() is instantiated without SAT3D_API"
              for source in sorted((root / "source").rglob("*.cpp"))
              for before, name in INSTANCE.findall(source.read_text(encoding="utf-8"))
              if name in names and "API" not in before]
    print("\n".join(faults) or f"{len(names)} templates are exported")
    return 1 if faults or len(names) < 20 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
