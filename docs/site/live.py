"""Pages that are shown in place of pictures: written by the command line, by the adapter of three.js, and by the samples."""

import base64
import json
import pathlib
import re
import shutil
import subprocess
import tempfile

# Arguments of the program sat3d, without -o and the file.
COMMANDS = {
    "inspect_tank.html": ("inspect", "models/tank.glb"),
    "tank_and_wall.html": ("explain", "models/tank.glb", "models/wall.obj", "--pose-b", "0.4 0 3.5 y 20"),
}
THREE_ARENA = "arena_three.html"
SAMPLES = "samples.html"
NAMES = {*COMMANDS, THREE_ARENA, SAMPLES}
# site.js makes the frame around a page of the command line as high as the page, so that nothing is cut.
TELLS_HEIGHT = """<script>
new ResizeObserver(() => parent.postMessage({ height: document.documentElement.offsetHeight }, '*')).observe(document.body);
</script>
"""


def write_live_pages(root, folder, sat3d, three_arena=None, samples=None):
    """Writes the pages into a folder, and returns their names.

    three_arena: the program that writes the scene of the three.js page, or None if three.js is not installed
    samples: the page of the samples, which the preset wasm builds, or None
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, arguments in COMMANDS.items():
        run = subprocess.run([sat3d, *arguments, "-o", folder / name], cwd=root, capture_output=True, text=True)
        if run.returncode != 0:
            raise RuntimeError(f"{' '.join(arguments)}: {run.stdout}{run.stderr}")
        with (folder / name).open("a", encoding="utf-8") as page:
            page.write(TELLS_HEIGHT)
    names = set(COMMANDS)
    if three_arena:
        page = three_page(root / "examples/adapters/three", three_arena)
        (folder / THREE_ARENA).write_text(page, encoding="utf-8")
        names.add(THREE_ARENA)
    if samples:
        shutil.copyfile(samples, folder / SAMPLES)
        names.add(SAMPLES)
    return names


def three_page(folder, program):
    """Returns the page of the three.js adapter with its scene and its modules inside: files may not load others."""
    with tempfile.TemporaryDirectory() as scratch:
        scene = pathlib.Path(scratch) / "arena.json"
        subprocess.run([program, scene], check=True)
        data = data_address("application/json", scene.read_text(encoding="utf-8"))
    build = folder / "node_modules/three/build"
    module, core, renderer = (file.read_text(encoding="utf-8") for file in (
        build / "three.module.js", build / "three.core.js", folder / "three_renderer.js"))
    imports = {"three": module.replace("'./three.core.js'", "'three-core'"), "three-core": core,
               "./three_renderer.js": renderer}
    addresses = {name: data_address("text/javascript", text) for name, text in imports.items()}
    import_map = json.dumps({"imports": addresses})
    page = (folder / "arena.html").read_text(encoding="utf-8").replace("'arena.json'", f"'{data}'")
    return re.sub(r'(<script type="importmap">).*(</script>)', lambda match: match[1] + import_map + match[2], page)


def data_address(kind, text):
    return f"data:{kind};base64,{base64.b64encode(text.encode()).decode()}"
