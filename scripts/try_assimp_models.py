#!/usr/bin/env python3
"""Imports every model of a folder with `sat3d inspect`, each in its own process with limits on time and memory. Each
file must give a model or a clear error, never a crash or a hang.

    try_assimp_models.py SAT3D FOLDER [--seconds N] [--all]

Prints a table of the results by file extension, then the files that failed; --all prints every file with its message.
The exit code is 1 if a file crashed, hung, or gave an error without an explanation.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import signal
import subprocess
import sys

# Extensions of files that are not models.
NO_MODELS = {".txt", ".png", ".jpg", ".jpeg", ".tga", ".bmp", ".bin", ".mtl", ".md", ".glsl", ".vert", ".frag",
             ".material", ".zip", ".gz", ".license", ""}
MAX_KIBIBYTES = 4 << 20
BAD = ("crash", "hang", "no words")


def listed(folder):
    return sorted(path for path in folder.rglob("*")
                  if path.is_file() and path.suffix.lower() not in NO_MODELS)


def judged(tool, file, seconds):
    """Returns (verdict, message)."""
    try:
        run = subprocess.run(["bash", "-c", f'ulimit -v {MAX_KIBIBYTES}; exec "$@"', "sat3d",
                              tool, "inspect", str(file), "--json"],
                             capture_output=True, timeout=seconds, env=os.environ | {"NO_COLOR": "1"})
    except subprocess.TimeoutExpired:
        return "hang", f"took longer than {seconds} s"
    said = run.stderr.decode(errors="replace").strip()
    if run.returncode == 0:
        report = json.loads(run.stdout)
        return "model", f"{report['bodies']} bodies"
    if run.returncode < 0:
        return "crash", signal.Signals(-run.returncode).name
    if run.returncode != 3:
        return "crash", f"exit code {run.returncode}: {said}"
    # An error must name the file and explain the problem.
    words = re.sub(r"[^a-z ]", "", said.replace(str(file), "").lower()).split()
    if file.name not in said or len(words) < 4:
        return "no words", said
    return "error", said


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", metavar="SAT3D", help="the command line tool")
    parser.add_argument("folder", metavar="FOLDER", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=60, help="time limit for one file (default: 60)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="number of parallel processes (default: all cores)")
    parser.add_argument("--all", action="store_true", help="print every file")
    options = parser.parse_args()
    files = listed(options.folder)
    if not files:
        sys.exit(f"{options.folder}: no model files")
    with concurrent.futures.ThreadPoolExecutor(max_workers=options.jobs) as pool:
        verdicts = list(pool.map(lambda file: judged(options.tool, file, options.seconds), files))
    columns = ("model", "error") + BAD
    counts = collections.defaultdict(collections.Counter)
    for file, (verdict, _) in zip(files, verdicts):
        counts[file.suffix.lower()][verdict] += 1
        counts["all"][verdict] += 1
    print(f"{'extension':<12}" + "".join(f"{column:>9}" for column in columns))
    for extension in sorted(counts, key=lambda name: (name == "all", name)):
        print(f"{extension:<12}" + "".join(f"{counts[extension][column] or '-':>9}" for column in columns))
    for file, (verdict, said) in zip(files, verdicts):
        if options.all or verdict in BAD:
            print(f"{verdict}: {file.relative_to(options.folder)}: {said}")
    return 1 if any(verdict in BAD for verdict, _ in verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())
