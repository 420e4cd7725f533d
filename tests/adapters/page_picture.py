#!/usr/bin/env python3
"""Takes a picture of examples/adapters/three/arena.html in Chromium.

usage: page_picture.py CHROMIUM PAGE_FOLDER PROGRAM OUTPUT.png

PROGRAM writes the scene to the file that is its argument. The folder contains the page, and three.js as npm installs it.
Exit code 77: the browser does not start here.
"""

import functools
import http.server
import os
import pathlib
import subprocess
import sys
import tempfile
import threading


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the folder, and arena.json from the program's output."""

    def __init__(self, *arguments, scene, **options):
        self.scene = scene
        super().__init__(*arguments, **options)

    def translate_path(self, path):
        return self.scene if path == "/arena.json" else super().translate_path(path)

    def log_message(self, *arguments):
        pass


def main():
    chromium, folder, program, output = sys.argv[1:]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        scene = os.path.join(scratch, "arena.json")
        subprocess.run([program, scene], check=True)
        handler = functools.partial(Handler, directory=folder, scene=scene)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        options = ["--headless=new", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--hide-scrollbars",
                   f"--user-data-dir={scratch}/profile", "--window-size=640,360", "--virtual-time-budget=15000"]
        if os.geteuid() == 0:
            options.append("--no-sandbox")
        page = f"http://127.0.0.1:{server.server_address[1]}/arena.html"
        try:
            run = subprocess.run([chromium, *options, f"--screenshot={output}", page], check=False, timeout=90,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        finally:
            server.shutdown()
        if run.returncode != 0 or not pathlib.Path(output).is_file():
            print("the browser takes no pictures here")
            return 77
    return 0


if __name__ == "__main__":
    sys.exit(main())
