#!/usr/bin/env python3
"""Writes the corpus of tests/data/corpus: collision models that Blender exports, and for each model a file with the
facts that its import must give.

    apt-get install --no-install-recommends blender python3-numpy          (Debian 12: Blender 3.4.1)
    blender --background --factory-startup --python scripts/make_corpus.py -- tests/data/corpus [MODEL ...]
    python3 scripts/make_corpus.py tests/data/corpus           writes only the facts; does not need Blender
    python3 scripts/make_corpus.py tests/data/corpus --check   fails if a file of facts would change

The facts are computed from the definitions in scripts/corpus/ and never read from an exported file.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from corpus.facts import facts_text  # noqa: E402
from corpus.models import MODELS  # noqa: E402


def main():
    inside_blender = "bpy" in sys.modules
    arguments = sys.argv[sys.argv.index("--") + 1:] if inside_blender else sys.argv[1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument("models", metavar="MODEL", nargs="*", help="those that Blender exports; default: all")
    parser.add_argument("--check", action="store_true", help="write nothing, and fail if a file of facts would change")
    options = parser.parse_args(arguments)
    folder = options.folder
    facts = {folder / f"{model.name}.json": facts_text(model) for model in MODELS}
    if options.check:
        stale = [str(path) for path, text in facts.items() if not path.is_file() or path.read_text() != text]
        sys.exit(f"differ from the output of this script: {', '.join(stale)}" if stale else 0)
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in facts.items():
        path.write_text(text)
    if inside_blender:
        from corpus.blender_export import export
        for model in MODELS:
            if not options.models or model.name in options.models:
                export(model, folder)


if __name__ == "__main__":
    main()
