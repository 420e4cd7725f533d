#!/usr/bin/env python3
"""Checks the manual: quotes, links, paths of files, and the table of rooms.

A block of C++, C, Python or CMake must follow a comment that names the quoted file,

    <!-- quotes examples/shortest_push.cpp -->

and must occur in that file word for word (the file may indent the whole block). A block with a main function or with
cmake_minimum_required must be the whole file, but for a comment at its top: readers copy it. Of a table that follows such a comment,
the code in the last column must occur in the file, whatever its white space. Only files that the tests build may be
quoted. A path in backticks below source/, include/, tests/ or tools/ must exist; its extension may be missing. The
table of rooms in docs/architecture.md must equal ROOMS of check_layers.py. No line of code is
longer than the site can show.

usage: check_docs.py [ROOT]     prints one line per error, and exits with 1 if there is any
"""

import re
import sys
import textwrap

from check_layers import ROOMS, run

LONGEST_LINE = 110  # of code: docs/site/site.css leaves room for it
QUOTED_LANGUAGES = ("cpp", "cmake", "c", "python")
BUILT_BY_TESTS = ("examples/", "tests/")

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
QUOTES = re.compile(r"<!-- quotes (\S+) -->\n$")
QUOTING_TABLE = re.compile(r"^<!-- quotes (\S+) -->\n((?:\|.*\n)+)", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)]*))?\)")
PATH = re.compile(r"`((?:source|include|tests|tools)/[\w./-]+)`")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
ROOM = re.compile(r"^\| `(\w+)/([\w/]+)` \| ([^|]*) \|", re.MULTILINE)


def contains(text, block):
    """Returns whether the block's lines occur consecutively in the text, all indented by the same amount."""
    wanted = textwrap.dedent(block).splitlines()
    lines = text.splitlines()
    windows = (lines[i : i + len(wanted)] for i in range(len(lines) - len(wanted) + 1))
    return bool(wanted) and any(textwrap.dedent("\n".join(window)).splitlines() == wanted for window in windows)


def is_whole(text, block):
    """Returns whether a block with the frame of a program or of a CMake project is all of the file below its comment."""
    if not re.search(r"^int main\(|^cmake_minimum_required", block, re.MULTILINE):
        return True
    return re.sub(r"\A((//|#) .*\n|\n)*", "", text).strip() == block.strip()


def source_fault(root, name):
    """Returns why a file may not be quoted, or None."""
    if not name.startswith(BUILT_BY_TESTS):
        return f"{name} may not be quoted: the tests build only {' and '.join(BUILT_BY_TESTS)}"
    return None if (root / name).is_file() else f"the quoted file {name} does not exist"


def block_fault(root, language, block, before):
    """Returns the error of a code block that follows the text `before`, or None."""
    for line in block.splitlines():
        if len(line) > LONGEST_LINE:
            return f"a line of {len(line)} characters, and the site cuts those of more than {LONGEST_LINE}: {line.strip()[:30]}"
    if language not in QUOTED_LANGUAGES:
        return None
    quotes = QUOTES.search(before)
    if not quotes:
        return f"a {language} block must follow '<!-- quotes FILE -->'"
    name = quotes[1]
    if fault := source_fault(root, name):
        return fault
    text = (root / name).read_text(encoding="utf-8")
    if not contains(text, block):
        return f"the block does not occur in {name} word for word"
    return None if is_whole(text, block) else f"the program must be all of {name}, as a reader copies it"


def table_fault(root, name, table):
    """Returns the error of a table whose last column quotes a file, or None."""
    if fault := source_fault(root, name):
        return fault
    text = "".join((root / name).read_text(encoding="utf-8").split())
    for row in table.splitlines()[2:]:
        cell = re.split(r"(?<!\\)\|", row)[-2]
        for code in CODE.findall(cell.replace("\\|", "|")):
            if "".join(code.split()) not in text:
                return f"`{code}` does not occur in {name}"
    return None


def anchors(page):
    """Returns the anchors of a page's headings."""
    headings = HEADING.findall(BLOCK.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def link_fault(page, target, anchor):
    """Returns the error of a link, or None."""
    target = target or page.name
    if "://" in target:
        return None
    if not (page.parent / target).exists():
        return f"the link to {target} has no target"
    if anchor and anchor not in anchors(page.parent / target):
        return f"{target} has no heading #{anchor}"
    return None


def path_fault(root, path):
    """Returns the error of a path, or None."""
    exists = (root / path).exists() or any(root.glob(path + ".*"))
    return None if exists else f"the file {path} does not exist"


def room_faults(text):
    """Yields (line number, message) for every room whose row differs from ROOMS."""
    listed = {(row[1], row[2]): re.findall(r"`([^`]+)`", row[3]) for row in ROOM.finditer(text)}
    wanted = {(layer, room): [name or layer for name in names]  # "" is the layer's own folder
              for layer, rooms in ROOMS.items() for room, names in rooms.items() if room}
    for layer, room in sorted(listed.keys() | wanted.keys()):
        if listed.get((layer, room)) != wanted.get((layer, room)):
            yield 1, f"the row of {layer}/{room} differs from ROOMS in tools/check_layers.py"


def check_page(root, page):
    """Yields (line number, message) for every error of a page."""
    text = page.read_text(encoding="utf-8")
    prose = BLOCK.sub(lambda block: "\n" * block[0].count("\n"), text)
    faults = [(match, block_fault(root, match[1], match[2], text[: match.start()])) for match in BLOCK.finditer(text)]
    faults += [(match, table_fault(root, match[1], match[2])) for match in QUOTING_TABLE.finditer(text)]
    faults += [(match, link_fault(page, match[1], match[2])) for match in LINK.finditer(prose)]
    faults += [(match, path_fault(root, match[1])) for match in PATH.finditer(prose)]
    for match, fault in faults:
        if fault:
            yield match.string.count("\n", 0, match.start()) + 1, fault
    if page == root / "docs" / "architecture.md":
        yield from room_faults(text)


def check_manual(root):
    """Yields (page, line number, message) for every error of the manual."""
    for page in sorted([*root.glob("*.md"), *(root / "docs").rglob("*.md"), *(root / "models").rglob("*.md")]):
        for number, message in check_page(root, page):
            yield page, number, message


if __name__ == "__main__":
    sys.exit(run("docs", check_manual))
