#!/usr/bin/env python3
"""Checks that every file of the library includes only what its layer may see.

    core -> math -> planar -> geometry -> shapes -> narrowphase -> broadphase -> world -> response
                                            import                          (up to shapes)
                                            debug                           (up to response)

usage: check_layers.py [ROOT]     prints one line a fault, exits 1 when there is any
"""

import pathlib
import re
import sys

CHAIN = ["core", "math", "planar", "geometry", "shapes", "narrowphase", "broadphase", "world", "response"]
ALLOWED = {layer: CHAIN[: i + 1] for i, layer in enumerate(CHAIN)}
ALLOWED["import"] = CHAIN[: CHAIN.index("shapes") + 1] + ["import"]
ALLOWED["debug"] = CHAIN + ["debug"]

# Third-party headers and the only places under source/ that may see them; GLM is free everywhere.
PRIVATE_LIBRARIES = {"assimp": ["import"], "nlohmann": ["import"], "hwy": CHAIN}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# A quaternion from four scalars reads its arguments in another order under newer GLM's GLM_FORCE_QUAT_CTOR_XYZW.
SCALAR_QUATERNION = re.compile(r"\bd?quat[({](?:[^(){},]+,){3}[^(){},]+[)}]")


def includes(text):
    """(line number, is quoted, path) of every include."""
    for number, line in enumerate(text.splitlines(), 1):
        if match := INCLUDE.match(line):
            yield number, match[1] == '"', match[2]


def layer_of(path, own_layer, quoted):
    """Layer that an included path belongs to, or None where it is no file of the library."""
    parts = path.split("/")
    if parts[0] == "sat3d" and not quoted:
        return parts[1] if len(parts) > 2 else None
    if quoted:
        return parts[0] if parts[0] in ALLOWED else own_layer
    return None


def include_fault(path, quoted, layer, public):
    """What is wrong with one include in a file of that layer, or None."""
    if path == "sat3d/sat3d.hpp":
        return "the umbrella header is for users: include what the file uses"
    if public and quoted:
        return f'a public header may not include the private header "{path}"'
    target = layer_of(path, layer, quoted)
    if target is not None:
        if target not in ALLOWED:
            return f"there is no layer '{target}'"
        if target not in ALLOWED[layer]:
            return f"{layer} may not see {target} ({path}): only {', '.join(ALLOWED[layer])}"
        return None
    library, slash, rest = path.partition("/")
    if library == "glm":
        return "GLM's gtx extensions are experimental: not in this library" if rest.startswith("gtx/") else None
    if library in PRIVATE_LIBRARIES and not public:
        places = PRIVATE_LIBRARIES[library]
        return None if layer in places else f"<{path}> may be seen by source/{{{','.join(places)}}} only"
    if slash and public:
        return f"public headers need GLM and the standard library alone, not <{path}>"
    return None


def text_faults(text, header):
    """(line number, message) of every fault that is not in an include."""
    if header and "#pragma once" not in text:
        yield 1, "the header lacks #pragma once"
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("//")[0]
        if re.search(r"\bnamespace sat3d\b(?!::inline SAT3D_ABI\b)", code) and "using" not in code:
            yield number, "open namespace sat3d::inline SAT3D_ABI, or a GLM mismatch would link in silence"
        if header and re.search(r"\busing namespace\b", code):
            yield number, "a header may not say 'using namespace'"
        if SCALAR_QUATERNION.search(code):
            yield number, "build quaternions as quat(w, vec3(x, y, z)): GLM's macros reorder four scalars"


def check_file(file, layer, public):
    text = file.read_text(encoding="utf-8")
    for number, quoted, path in includes(text):
        if fault := include_fault(path, quoted, layer, public):
            yield number, fault
    # Files ending in -inl.hpp are read once for every instruction set, by a guard of their own (Highway's custom).
    yield from text_faults(text, header=".hpp" in file.suffixes and not file.stem.endswith("-inl"))


def umbrella_faults(public):
    """(line number, message): the umbrella shows every public header of the chain, and nothing else."""
    shown = {path for _, _, path in includes((public / "sat3d.hpp").read_text(encoding="utf-8"))}
    headers = (file.relative_to(public.parent).as_posix() for file in public.rglob("*.hpp*"))
    wanted = {name.removesuffix(".in") for name in headers if name.split("/")[1] in CHAIN}
    for path in sorted(wanted - shown):
        yield 1, f"the umbrella lacks <{path}>"
    for path in sorted(shown - wanted):
        yield 1, f"the umbrella shows <{path}>, which is no public header of {' '.join(CHAIN)}"


def check_tree(root):
    """(file, line number, message) of every fault under include/sat3d and source."""
    umbrella = root / "include" / "sat3d" / "sat3d.hpp"
    for number, message in umbrella_faults(umbrella.parent):
        yield umbrella, number, message
    for base, public in ((root / "include" / "sat3d", True), (root / "source", False)):
        for file in sorted(base.rglob("*")):
            if not {".hpp", ".cpp"} & set(file.suffixes):
                continue
            parts = file.relative_to(base).parts
            if file == umbrella:
                continue
            if len(parts) < 2 or parts[0] not in ALLOWED:
                yield file, 1, f"lies in no layer's folder: {', '.join(ALLOWED)}"
                continue
            for number, message in check_file(file, parts[0], public):
                yield file, number, message


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    faults = list(check_tree(root))
    for file, number, message in faults:
        print(f"{file.relative_to(root)}:{number}: {message}")
    print(f"layers: {len(faults)} faults" if faults else "layers: in order")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
