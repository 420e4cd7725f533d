#!/usr/bin/env python3
"""Checks that every file of the library includes only what its layer and its room may see.

    core -> math -> planar -> geometry -> shapes -> narrowphase -> broadphase -> world -> response
                                            import                          (up to shapes)
                                            debug                           (up to response)

A room is a folder of one topic inside source/<layer>. ROOMS lists the rooms of a layer from the bottom up, and for
each the rooms above it in that list that it may include.

usage: check_layers.py [ROOT]     prints one line per fault, exits 1 if there is any
"""

import pathlib
import re
import sys

CHAIN = ["core", "math", "planar", "geometry", "shapes", "narrowphase", "broadphase", "world", "response"]
ALLOWED = {layer: CHAIN[: i + 1] for i, layer in enumerate(CHAIN)}
ALLOWED["import"] = CHAIN[: CHAIN.index("shapes") + 1] + ["import"]
ALLOWED["debug"] = CHAIN + ["debug"]

# layer -> room -> the rooms of the same layer that it may include. "" is the layer's own folder. A layer that is not
# listed has no rooms. A room includes only rooms listed before it, so there are no cycles.
ROOMS = {
    "geometry": {
        "primitives": [],
        "hull_builder": ["primitives"],
        "hull_measures": ["primitives", "hull_builder"],
        "decomposition": ["primitives", "hull_measures"],
    },
    "shapes": {
        "basic": [],
        "convex_hull": ["basic"],
        "mesh": ["basic"],
        "baked": ["convex_hull"],
        "model": [],
    },
    "narrowphase": {
        "pair": [],
        "kernels/simd": ["pair"],
        "kernels/box": ["kernels/simd"],
        "kernels/hull": ["pair", "kernels/simd", "kernels/box"],
        "convex": ["kernels/hull"],
        "sat": ["convex"],
        "distance": ["convex", "sat"],
        "reference": ["pair"],
        "composite": ["pair", "convex"],
        "separation": ["pair", "kernels/hull", "convex", "sat", "distance", "reference", "composite"],
        "manifold": ["pair", "convex", "distance", "composite", "separation"],
        "ray": ["kernels/hull", "convex", "composite"],
        "sweep": ["pair", "convex", "distance", "composite", "separation", "ray"],
    },
    "debug": {
        "html": [],
        "geometry": [],
        "explain": ["html"],
        "model": ["html"],
    },
}

# A folder with more files is no longer one topic.
MOST_FILES = 20
CROWDED = ["source/import", "tests/import"]  # until they have rooms

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


def room_of(path):
    """Room of a private file, from its path under source/: "kernels/simd" of narrowphase/kernels/simd/x.hpp."""
    return "/".join(path.split("/")[1:-1])


def room_fault(path, file):
    """What is wrong with a private file's include of another file of the same layer, or None."""
    rooms = ROOMS.get(file.split("/")[0], {})
    own, target = room_of(file), room_of(path)
    if own not in rooms or target == own or target in rooms[own]:
        return None
    return f"{own} may not see {target} ({path}): only {', '.join(rooms[own]) or 'itself'}"


def include_fault(path, quoted, layer, public, file=""):
    """What is wrong with one include in a file of that layer, or None. file: its path under source/ or include/sat3d/"""
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
        return room_fault(path, file) if quoted and target == layer else None
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


def check_file(file, relative, public):
    """relative: the file's path under source/ or include/sat3d/"""
    text = file.read_text(encoding="utf-8")
    for number, quoted, path in includes(text):
        if fault := include_fault(path, quoted, relative.split("/")[0], public, relative):
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


def table_faults():
    """What is wrong with ROOMS itself: each room may only name rooms listed before it."""
    for layer, rooms in ROOMS.items():
        seen = set()
        for room, allowed in rooms.items():
            for other in allowed:
                if other not in seen:
                    yield f"{layer}: room '{room}' names '{other}', which is not listed before it"
            seen.add(room)


def folder_faults(root):
    """(folder, message): folders outside the rooms of their layer, and folders with too many files."""
    for top in ("source", "include/sat3d", "tests"):
        for folder in sorted(path for path in (root / top).rglob("*") if path.is_dir()):
            layer, _, room = folder.relative_to(root / top).as_posix().partition("/")
            if layer not in ALLOWED:
                continue
            files = [file for file in folder.iterdir() if {".hpp", ".cpp"} & set(file.suffixes)]
            if len(files) > MOST_FILES and folder.relative_to(root).as_posix() not in CROWDED:
                yield folder, f"holds {len(files)} files: give it rooms (at most {MOST_FILES} files each)"
            if files and layer in ROOMS and room not in ROOMS[layer] and top == "source":
                yield folder, f"is no room of {layer}: {', '.join(filter(None, ROOMS[layer]))}"
            if files and top == "tests" and room and room not in ROOMS.get(layer, {}):
                yield folder, f"mirrors no room of source/{layer}"


def check_tree(root):
    """(file, line number, message) of every fault under include/sat3d, source and tests."""
    for message in table_faults():
        yield root / "tools" / "check_layers.py", 1, message
    for folder, message in folder_faults(root):
        yield folder, 1, message
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
            for number, message in check_file(file, "/".join(parts), public):
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
