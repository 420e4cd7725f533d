#!/usr/bin/env python3
"""Writes the page of the samples as one file: files that a browser opens may not load others."""

import argparse
import base64
import json
import pathlib
import re

HERE = pathlib.Path(__file__).parent


def data_address(kind, content):
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def page(three, module):
    """Returns the page with its style, its modules, three.js and the WebAssembly inside."""
    def own(name):
        return (HERE / name).read_text(encoding="utf-8")

    def library(name):
        return (three / name).read_text(encoding="utf-8")

    wasi = HERE.parents[2] / "bindings/javascript/wasi.mjs"
    # A module at a data address finds others by their names in the import map alone.
    scripts = {"three": library("three.module.js").replace("'./three.core.js'", "'three-core'"),
               "three-core": library("three.core.js"), "wasi": wasi.read_text(encoding="utf-8"),
               "./module.js": own("module.js").replace("'../../../bindings/javascript/wasi.mjs'", "'wasi'"),
               "./world_view.js": own("world_view.js")}
    imports = {name: data_address("text/javascript", text.encode()) for name, text in scripts.items()}
    script = own("page.js").replace("'samples.wasm'", f"'{data_address('application/wasm', module)}'")
    result = own("page.html").replace("/* page.css */", "\n" + own("page.css"))
    result = re.sub(r'(<script type="importmap">).*(</script>)',
                    lambda match: match[1] + json.dumps({"imports": imports}) + match[2], result)
    return result.replace('<script type="module" src="page.js"></script>', f'<script type="module">\n{script}</script>')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--three", required=True, type=pathlib.Path, metavar="FOLDER", help="the folder build of three.js")
    parser.add_argument("--module", required=True, type=pathlib.Path, metavar="FILE", help="samples.wasm")
    parser.add_argument("--output", required=True, type=pathlib.Path, metavar="FILE")
    arguments = parser.parse_args()
    arguments.output.write_text(page(arguments.three, arguments.module.read_bytes()), encoding="utf-8")


if __name__ == "__main__":
    main()
