#!/usr/bin/env python3
"""Draws a small picture of each sample, and compares them with the golden ones, docs/images/samples.png.

usage: python3 sheet_test.py OUTPUT.png PROGRAM
docs/make_images.sh renews them. They are of half a second: later, another last bit of a step is another picture of a heap.

OpenGL rounds as each driver likes, so the pictures are not compared by their bits. In each of them, colors may differ by
1.5 of 255 in the mean, and 1 % of the pixels by more than 24. Exit code 77: the program cannot draw here.
"""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "docs" / "images" / "samples.png"
sys.path.insert(0, str(ROOT / "tests" / "adapters"))
from check_picture import difference, read_png  # noqa: E402

WIDTH, HEIGHT, COLUMNS = 160, 90, 8
MEAN, FAR, SHARE = 1.5, 24, 0.01


def cells(path, count):
    """Yields the pictures of a sheet."""
    width, _, pixels = read_png(path)
    assert width == WIDTH * COLUMNS, f"{path} is {width} pixels wide"
    for i in range(count):
        left, top = i % COLUMNS * WIDTH, i // COLUMNS * HEIGHT
        yield b"".join(pixels[3 * (y * width + left) : 3 * (y * width + left + WIDTH)] for y in range(top, top + HEIGHT))


def main():
    output, program = sys.argv[1:]
    code = subprocess.run([program, "--steps", "30", "--sheet", output], check=False, stdout=subprocess.DEVNULL).returncode
    if code != 0:
        return code
    listed = subprocess.run([program, "--list"], check=True, capture_output=True, encoding="utf-8").stdout.splitlines()
    names = [line.strip().split("  ")[0] for line in listed if line.startswith("  ")]
    wrong = 0
    for name, drawn, golden in zip(names, cells(output, len(names)), cells(GOLDEN, len(names)), strict=True):
        mean, share = difference(drawn, golden, FAR)
        if mean > MEAN or share > SHARE:
            print(f"{name}: differs by {mean:.2f} of 255 in the mean, {100 * share:.1f} % of the pixels by more than {FAR}")
            wrong += 1
    print(f"{len(names) - wrong} of {len(names)} pictures are as in {GOLDEN}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
