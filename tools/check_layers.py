#!/usr/bin/env python3
"""Checks that every file of the library includes only files that its layer and its room may include.

    core -> math -> geometry -> shapes -> planar -> narrowphase -> broadphase -> world -> response
                                            import                          (up to shapes)
                                            debug                           (up to response)

A room is a folder of one topic inside source/<layer>. ROOMS lists the rooms of a layer from the bottom up, and for
each room the earlier rooms that it may include.

usage: check_layers.py [ROOT]     prints one line per error, and exits with 1 if there is any
"""

import pathlib
import re
import sys

CHAIN = ["core", "math", "geometry", "shapes", "planar", "narrowphase", "broadphase", "world", "response"]
ALLOWED = {layer: CHAIN[: i + 1] for i, layer in enumerate(CHAIN)}
ALLOWED["import"] = CHAIN[: CHAIN.index("shapes") + 1] + ["import"]
ALLOWED["debug"] = CHAIN + ["debug"]

# layer -> room -> the rooms of the same layer that it may include. "" is the layer's own folder. A layer that is not
# listed has no rooms. A room includes only rooms listed before it, so there are no cycles.
ROOMS = {
    "core": {
        "files": [],
        "simd": [],
        "parallel": [],
        "": ["simd"],
    },
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
    "planar": {
        "polygon": [],
        "shapes": ["polygon"],
        "ray": ["polygon", "shapes"],
        "contact": ["polygon", "shapes", "ray"],
        "motion": ["polygon", "shapes", "ray", "contact"],
    },
    "narrowphase": {
        "pair": [],
        "kernels/simd": ["pair"],
        "kernels/box": ["pair", "kernels/simd"],
        "kernels/hull": ["pair", "kernels/simd", "kernels/box"],
        "kernels/manifold": ["pair", "kernels/simd", "kernels/box", "kernels/hull"],
        "kernels/round": ["pair", "kernels/simd", "kernels/hull"],
        "kernels/triangles": ["kernels/simd"],
        "convex": ["pair", "kernels/hull"],
        "sat": ["convex"],
        "distance": ["convex", "sat"],
        "composite": ["pair", "kernels/triangles", "convex"],
        "reference": ["pair", "convex", "composite"],
        "separation": ["pair", "kernels/box", "kernels/hull", "kernels/round", "convex", "sat", "distance", "reference",
                       "composite"],
        "manifold": ["pair", "kernels/hull", "kernels/manifold", "kernels/round", "convex", "distance", "composite",
                     "separation"],
        "ray": ["pair", "kernels/hull", "convex", "composite"],
        "sweep/closed_forms": ["pair", "convex", "sat", "distance", "ray"],
        "sweep": ["pair", "kernels/triangles", "convex", "sat", "distance", "composite", "separation", "ray",
                  "sweep/closed_forms"],
        "surface/contact": ["pair", "kernels/triangles", "convex", "distance", "composite", "separation", "manifold"],
        "surface/push": ["pair", "convex", "distance", "composite", "surface/contact"],
        "surface": ["pair", "kernels/triangles", "convex", "composite", "separation", "manifold", "sweep",
                    "surface/contact", "surface/push"],
    },
    "world": {
        "objects": [],
        "contacts": ["objects"],
        "": ["objects", "contacts"],
        "queries": ["objects", ""],
    },
    "response": {
        "motion": [],
        "solver/rows": ["motion"],
        "solver/joints": ["solver/rows"],
        "solver/wheels": ["solver/rows"],
        "solver/problem": ["solver/rows", "solver/joints", "solver/wheels", "motion"],
        "solver/impacts": ["solver/rows", "solver/problem"],
        "solver": ["solver/rows", "solver/joints", "solver/wheels", "solver/problem", "solver/impacts", "motion"],
        "body": ["motion"],
        "events": ["motion"],
        "contacts": ["motion", "body"],
        "records": [],
        "joints": ["solver/joints", "motion", "records"],
        "vehicle": ["solver/wheels", "motion", "records"],
        "dynamics": ["solver/joints", "solver/wheels", "solver", "motion", "body", "events", "contacts", "joints",
                     "vehicle"],
        "dynamics/joints": ["solver/joints", "motion", "contacts", "joints", "dynamics"],
        "dynamics/vehicles": ["solver/wheels", "motion", "body", "contacts", "vehicle", "dynamics"],
        "mover": [],
    },
    "import": {
        "files": [],
        "scene": [],
        "names": ["scene"],
        "mesh": ["scene"],
        "fitting": ["mesh"],
        "report": ["names", "mesh", "fitting"],
        "bodies": ["scene", "names", "mesh", "fitting", "report"],
        "model": ["files", "scene", "names", "mesh", "bodies", "report"],
        "validation": ["files"],
        "assimp": ["files", "scene"],
        "numbered": ["files", "scene", "names", "validation"],
        "gltf/document": ["files", "validation"],
        "gltf/extras": ["files", "scene", "gltf/document"],
        "gltf": ["files", "scene", "validation", "gltf/document", "gltf/extras"],
        "worker": ["files"],
        "": ["files", "model", "validation", "assimp", "numbered", "gltf/document", "gltf/extras", "gltf", "worker"],
    },
    "debug": {
        "html": [],
        "geometry": [],
        "drawing": ["geometry"],
        "retained": ["drawing"],
        "explain": ["html", "geometry"],
        "model": ["html"],
    },
}

# A folder with more lines has more than one topic. Half of the rooms have fewer than 850, nine of ten 2,000 or fewer.
MAX_LINES = 4000

# Third-party headers, and the layers under source/ that may include them. GLM is allowed everywhere.
PRIVATE_LIBRARIES = {"assimp": ["import"], "nlohmann": ["import"], "hwy": CHAIN}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# In newer GLM, GLM_FORCE_QUAT_CTOR_XYZW changes the argument order of a quaternion from four scalars.
SCALAR_QUATERNION = re.compile(r"\bd?quat[({](?:[^(){},]+,){3}[^(){},]+[)}]")


def includes(text):
    """Yields (line number, is quoted, path) for every include."""
    for number, line in enumerate(text.splitlines(), 1):
        if match := INCLUDE.match(line):
            yield number, match[1] == '"', match[2]


def layer_of(path, own_layer, quoted):
    """Returns the layer of an included path, or None if it is not a file of the library."""
    parts = path.split("/")
    if quoted:
        return parts[0] if parts[0] in ALLOWED else own_layer
    return parts[1] if parts[0] == "sat3d" and len(parts) > 2 else None


def room_of(path):
    """Returns the room of a path under source/: "kernels/simd" for narrowphase/kernels/simd/x.hpp."""
    return "/".join(path.split("/")[1:-1])


def room_fault(path, file):
    """Returns the error of a private file's include of another file of the same layer, or None."""
    rooms = ROOMS.get(file.split("/")[0], {})
    own, target = room_of(file), room_of(path)
    if own not in rooms or target == own or target in rooms[own]:
        return None
    return f"{own} may not include {target} ({path}): only {', '.join(rooms[own]) or 'itself'}"


def include_fault(path, quoted, layer, public, file=""):
    """Returns the error of one include in a file of that layer, or None. file: path under source/ or include/sat3d/"""
    if path == "sat3d/sat3d.hpp":
        return "the umbrella header is for users: include the headers that the file uses"
    if public and quoted:
        return f'a public header may not include the private header "{path}"'
    target = layer_of(path, layer, quoted)
    if target is not None:
        if target not in ALLOWED:
            return f"there is no layer '{target}'"
        if target not in ALLOWED[layer]:
            return f"{layer} may not include {target} ({path}): only {', '.join(ALLOWED[layer])}"
        return room_fault(path, file) if quoted and target == layer else None
    library, slash, rest = path.partition("/")
    if library == "glm":
        return "GLM's gtx extensions are experimental and not allowed" if rest.startswith("gtx/") else None
    if library in PRIVATE_LIBRARIES and not public:
        places = PRIVATE_LIBRARIES[library]
        return None if layer in places else f"<{path}> may be included only in source/{{{','.join(places)}}}"
    if slash and public:
        return f"public headers may include only GLM and the standard library, not <{path}>"
    return None


def text_faults(text, header):
    """Yields (line number, message) for every error that is not in an include."""
    if header and "#pragma once" not in text:
        yield 1, "the header lacks #pragma once"
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("//")[0]
        if re.search(r"\bnamespace sat3d\b(?!::SAT3D_ABI\b)", code) and "using" not in code:
            yield number, "open namespace sat3d::SAT3D_ABI; otherwise a GLM mismatch links silently"
        if header and re.search(r"\busing namespace\b", code):
            yield number, "a header may not contain 'using namespace'"
        if SCALAR_QUATERNION.search(code):
            yield number, "build quaternions as quat(w, vec3(x, y, z)): GLM's macros reorder four scalars"


def check_file(file, relative, public):
    """Yields (line number, message) for every error of a file. relative: its path under source/ or include/sat3d/"""
    text = file.read_text(encoding="utf-8")
    for number, quoted, path in includes(text):
        if fault := include_fault(path, quoted, relative.split("/")[0], public, relative):
            yield number, fault
    # Files ending in -inl.hpp are included once per instruction set and have Highway's own include guards.
    yield from text_faults(text, header=".hpp" in file.suffixes and not file.stem.endswith("-inl"))


def umbrella_faults(public):
    """Yields errors of the umbrella header: it must include every public header of the chain, and no other file."""
    shown = {path for _, _, path in includes((public / "sat3d.hpp").read_text(encoding="utf-8"))}
    headers = (file.relative_to(public.parent).as_posix() for file in public.rglob("*.hpp*"))
    wanted = {name.removesuffix(".in") for name in headers if name.split("/")[1] in CHAIN}
    for path in sorted(wanted - shown):
        yield 1, f"the umbrella header does not include <{path}>"
    for path in sorted(shown - wanted):
        yield 1, f"the umbrella header includes <{path}>, which is not a public header of {' '.join(CHAIN)}"


# A private header hides its names by itself. `detail` marks the names that a public header has to show.
DETAIL = re.compile(r"^(inline )?namespace (\w+::)*detail\b", re.MULTILINE)


def detail_faults(root):
    """Yields (file, 1, message) for sources that open the namespace detail."""
    for file in sorted((root / "source").rglob("*.?pp")):
        if DETAIL.search(file.read_text(encoding="utf-8")):
            yield file, 1, "opens the namespace detail, which is for names that public headers show: use sat3d"


# In joined sources, functions of an anonymous namespace see its constants before those of headers.
CONSTANT = re.compile(r"^(inline )?constexpr [\w:<>, ]+?\s(k[A-Z]\w*)(?:\[[^\]]*\])?\s*[={]", re.MULTILINE)


def constant_faults(root):
    """Yields (file, line number, message) for constants of sources that have the name of one in a header of their layer."""
    for layer in ALLOWED:
        shared, own = set(), []
        for file in sorted((root / "source" / layer).rglob("*.?pp")):
            text = file.read_text(encoding="utf-8")
            for match in CONSTANT.finditer(text):
                if match[1]:
                    shared.add(match[2])
                elif file.suffix == ".cpp":
                    own.append((file, text.count("\n", 0, match.start()) + 1, match[2]))
        for file, number, name in own:
            if name in shared:
                yield file, number, f"{name} has the name of a constant in a header of {layer}: joined sources would mix them up"


def table_faults():
    """Yields errors of ROOMS: each room may only name rooms listed before it."""
    for layer, rooms in ROOMS.items():
        seen = set()
        for room, allowed in rooms.items():
            for other in allowed:
                if other not in seen:
                    yield f"{layer}: room '{room}' names '{other}', which is not listed before it"
            seen.add(room)


def folder_faults(root):
    """Yields (folder, message) for folders that are not rooms of their layer, and for folders with too many lines."""
    for top in ("source", "include/sat3d", "tests", "tools", "benchmarks", "examples"):
        for folder in sorted(path for path in (root / top).rglob("*") if path.is_dir()):
            files = [file for file in folder.iterdir() if {".hpp", ".cpp"} & set(file.suffixes)]
            lines = sum(file.read_text(encoding="utf-8").count("\n") for file in files)
            if lines > MAX_LINES:
                yield folder, f"contains {lines} lines: split it into rooms (at most {MAX_LINES} lines each)"
            layer, _, room = folder.relative_to(root / top).as_posix().partition("/")
            if layer not in ALLOWED:
                continue
            if files and layer in ROOMS and room not in ROOMS[layer] and top == "source":
                yield folder, f"is not a room of {layer}: {', '.join(filter(None, ROOMS[layer]))}"
            if files and top == "tests" and room and room not in ROOMS.get(layer, {}):
                yield folder, f"does not mirror a room of source/{layer}"


def mirror_faults(root):
    """Yields (file, 1, message) for tests that have the name of a source file and lie in another room."""
    for layer in ROOMS:
        rooms = {}
        for file in (root / "source" / layer).rglob("*.?pp"):
            rooms.setdefault(file.stem.removesuffix("-inl"), set()).add(room_of(file.relative_to(root / "source").as_posix()))
        for file in sorted((root / "tests" / layer).rglob("*_test.cpp")):
            name, room = file.stem.removesuffix("_test"), room_of(file.relative_to(root / "tests").as_posix())
            if room not in rooms.get(name, {room}):
                yield file, 1, f"tests {name} of source/{layer}/{sorted(rooms[name])[0]}: move it to that room"


def check_tree(root):
    """Yields (file, line number, message) for every error under include/sat3d, source and tests."""
    for message in table_faults():
        yield root / "tools" / "check_layers.py", 1, message
    for folder, message in folder_faults(root):
        yield folder, 1, message
    yield from mirror_faults(root)
    yield from detail_faults(root)
    yield from constant_faults(root)
    umbrella = root / "include" / "sat3d" / "sat3d.hpp"
    for number, message in umbrella_faults(umbrella.parent):
        yield umbrella, number, message
    for base, public in ((root / "include" / "sat3d", True), (root / "source", False)):
        for file in sorted(base.rglob("*")):
            if file == umbrella or not {".hpp", ".cpp"} & set(file.suffixes):
                continue
            parts = file.relative_to(base).parts
            if len(parts) < 2 or parts[0] not in ALLOWED:
                yield file, 1, f"is not in the folder of a layer: {', '.join(ALLOWED)}"
                continue
            for number, message in check_file(file, "/".join(parts), public):
                yield file, number, message


def run(name, check):
    """Prints the errors (file, line number, message) of a check of ROOT. Returns the exit code."""
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    faults = list(check(root))
    for file, number, message in faults:
        print(f"{file.relative_to(root)}:{number}: {message}")
    print(f"{name}: {len(faults) or 'no'} errors")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(run("layers", check_tree))
