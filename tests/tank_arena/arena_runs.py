#!/usr/bin/env python3
"""Runs the tank arena as a user does, and checks what it prints and draws.

usage: arena_runs.py headless|pictures|window FOLDER [WRAPPER...] PROGRAM

Exit code 77: the program cannot draw here.
"""

import json
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "adapters"))
from check_picture import difference, read_png, write_png  # noqa: E402

SCENE = ["--tanks", "8", "--props", "60", "--seed", "5"]
CONTACT = (255, 60, 40)  # DebugColors::contact
REFERENCE = pathlib.Path(__file__).parent / "window.png"  # a quarter of the window's width and height


def run(program, *arguments):
    result = subprocess.run([*program, *arguments], capture_output=True, text=True, check=False)
    if result.returncode == 77:
        print(result.stderr)
        sys.exit(77)
    assert result.returncode == 0, f"{arguments}: exit code {result.returncode}\n{result.stdout}{result.stderr}"
    assert "Sanitizer" not in result.stderr, result.stderr
    return result.stdout


def picture(path, size):
    """Reads a picture, and checks that it is not blank."""
    width, height, pixels = read_png(path)
    assert (width, height) == size, f"{path} has {width} x {height} pixels"
    colors = len(set(zip(pixels[::3], pixels[1::3], pixels[2::3])))
    assert colors > 500, f"{path} has {colors} colors only"
    return pixels


def contact_pixels(pixels):
    return sum(abs(r - CONTACT[0]) + abs(g - CONTACT[1]) + abs(b - CONTACT[2]) < 40
               for r, g, b in zip(pixels[::3], pixels[1::3], pixels[2::3]))


def headless(program, folder):
    """Two processes with the same seed end in the same hash; another seed gives another."""
    def play(*arguments):
        return json.loads(run(program, "--headless", "--json", "--seconds", "4", *arguments))

    first, second, other = play(*SCENE), play(*SCENE), play(*SCENE[:4], "--seed", "6")
    assert first["steps"] == 240 and first["contacts"] > 1000 and first["shells"] > 0, first
    assert first["hash"] == second["hash"], (first, second)
    assert first["hash"] != other["hash"]
    assert 0 < first["mean_load"] <= first["worst_load"], first
    text = run(program, "--headless", "--seconds", "1", *SCENE)
    assert re.search(r"^hash +[0-9a-f]{16}$", text, re.MULTILINE), text
    wrong = subprocess.run([*program, "--tanks", "none"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2 and "--tanks needs a number" in wrong.stderr, wrong


def pictures(program, folder):
    """Screenshot, frames of a video, and contact sheet, off screen."""
    still, layers, sheet, frames = folder / "still.png", folder / "layers.png", folder / "sheet.png", folder / "frames"
    for old in frames.glob("*.png"):
        old.unlink()
    # The director cuts when it is asked for a picture, so both runs ask for the same ones.
    play = ("--headless", "--seconds", "4", *SCENE, "--contact-sheet", sheet)
    run(program, *play, "--screenshot", still)
    pixels = picture(still, (1280, 720))
    picture(sheet, (4 * 324 + 4, 3 * 184 + 4))
    run(program, *play, "--screenshot", layers, "--layers", "Contacts")
    with_layers = picture(layers, (1280, 720))
    assert contact_pixels(pixels) == 0 and contact_pixels(with_layers) > 50, "contacts in the picture"
    assert difference(pixels, with_layers)[1] < 0.3, "the same moment, but for the layer"
    run(program, "--headless", "--seconds", "0.4", *SCENE, "--video-frames", frames)
    names = sorted(path.name for path in frames.iterdir())
    assert names == [f"frame_{i:05}.png" for i in range(12)], names
    first, last = picture(frames / names[0], (640, 360)), picture(frames / names[-1], (640, 360))
    assert difference(first, last)[1] > 0.005, "the film stands still"


def window(program, folder):
    """The window opens, its frames differ, the overlay shows contacts, OpenGL reports no error."""
    def shot(name, frames, *arguments):
        path = folder / f"window_{name}.png"
        text = run(program, *SCENE, "--frames", str(frames), "--screenshot", path, *arguments)
        assert "OpenGL error: 0\n" in text, text
        return picture(path, (1280, 720))

    early, late, layers = shot("early", 2), shot("late", 40), shot("layers", 40, "--layers", "Contacts")
    assert difference(early, late)[1] > 0.005, "the frames are equal"
    assert contact_pixels(late) == 0 and contact_pixels(layers) > 50, "contacts in the window"
    small = halved(halved(early, 1280, 720), 640, 360)  # it forgives what drivers round differently
    if not REFERENCE.exists():
        write_png(REFERENCE, 320, 180, small)
        sys.exit(f"{REFERENCE} was missing and is written anew: look at it")
    mean, share = difference(small, read_png(REFERENCE)[2])
    print(f"differs from {REFERENCE} by {mean:.3f} of 255, {100 * share:.2f} % of the pixels by more than 16")
    assert mean < 2.0 and share < 0.01


def halved(pixels, width, height):
    """Returns the means of two by two pixels."""
    result, step = bytearray(), 3 * width
    for y in range(0, height, 2):
        for x in range(0, step, 6):
            for at in range(y * step + x, y * step + x + 3):
                result.append((pixels[at] + pixels[at + 3] + pixels[at + step] + pixels[at + step + 3]) // 4)
    return bytes(result)


def main():
    what, folder, *program = sys.argv[1:]
    {"headless": headless, "pictures": pictures, "window": window}[what](program, pathlib.Path(folder))


if __name__ == "__main__":
    main()
