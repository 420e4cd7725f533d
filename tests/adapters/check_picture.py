#!/usr/bin/env python3
"""Runs a program that draws a picture, and compares the picture with a reference.

usage: check_picture.py [--mean M] [--share S] [--save] REFERENCE.png OUTPUT.png PROGRAM ARGUMENT...

The program gets OUTPUT.png as its last argument. Exit code 77 of the program means that it cannot draw here, and is
passed on. The picture must not be blank. It may differ from the reference by M of 255 in the mean (default 2), and a
share S of its pixels by more than 16 (default 0.01). With --save, the picture becomes the reference.
"""

import argparse
import pathlib
import struct
import subprocess
import sys
import zlib


def read_png(path):
    """Returns width, height and the bytes of all pixels, three each."""
    data = pathlib.Path(path).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", f"{path} is no PNG file"
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + size]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + size : at + 12 + size])[0], f"{path} is damaged"
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and color in (2, 6), f"{path} has another format than RGB or RGBA with 8 bits"
        elif kind == b"IDAT":
            packed += body
        at += 12 + size
    step = 3 if color == 2 else 4
    rows, above = zlib.decompress(packed), bytes(step * width)
    pixels = bytearray()
    for y in range(height):
        start = y * (step * width + 1)
        above = unfiltered(rows[start], bytearray(rows[start + 1 : start + 1 + step * width]), above, step)
        for c in range(0, len(above), step) if step == 4 else ():
            pixels += above[c : c + 3]
        if step == 3:
            pixels += above
    return width, height, bytes(pixels)


def unfiltered(kind, row, above, step):
    """Undoes the filter of a row."""
    for i in range(len(row)) if kind else ():
        left = row[i - step] if i >= step else 0
        corner = above[i - step] if i >= step else 0
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = above[i]
        elif kind == 3:
            guess = (left + above[i]) // 2
        else:
            p = left + above[i] - corner
            guess = min((left, above[i], corner), key=lambda value: abs(p - value))
        row[i] = (row[i] + guess) & 255
    return bytes(row)


def write_png(path, width, height, pixels):
    """Writes a compressed PNG file."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    size = 3 * width
    rows = b"".join(b"\0" + pixels[at : at + size] for at in range(0, len(pixels), size))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    pathlib.Path(path).write_bytes(b"\x89PNG\r\n\x1a\n" + body)


def difference(first, second, far_apart=16):
    """Returns the mean difference of bytes, and the share of pixels that differ by more than far_apart."""
    apart = [abs(a - b) for a, b in zip(first, second)]
    far = sum(max(apart[i : i + 3]) > far_apart for i in range(0, len(apart), 3))
    return sum(apart) / len(apart), far / (len(apart) / 3)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mean", type=float, default=2.0)
    parser.add_argument("--share", type=float, default=0.01)
    parser.add_argument("--save", action="store_true")
    parser.add_argument("reference")
    parser.add_argument("output")
    parser.add_argument("program", nargs=argparse.REMAINDER)
    options = parser.parse_args()

    pathlib.Path(options.output).unlink(missing_ok=True)
    code = subprocess.run([*options.program, options.output], check=False).returncode
    if code != 0:
        print(f"{options.program[0]} ended with {code}")
        return code if code == 77 else 1
    width, height, pixels = read_png(options.output)
    if len(set(zip(pixels[::3], pixels[1::3], pixels[2::3]))) < 16:
        print("the picture is blank")
        return 1
    if options.save:
        write_png(options.reference, width, height, pixels)
        return 0
    if (width, height) != read_png(options.reference)[:2]:
        print("the picture has another size than the reference")
        return 1
    mean, share = difference(pixels, read_png(options.reference)[2])
    print(f"differs from {options.reference} by {mean:.3f} of 255, {100 * share:.2f} % of the pixels by more than 16")
    return 0 if mean <= options.mean and share <= options.share else 1


if __name__ == "__main__":
    sys.exit(main())
