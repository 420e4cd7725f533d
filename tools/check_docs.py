#!/usr/bin/env python3
"""Checks the manual: code blocks are quotations of files that are built and run, and links lead somewhere.

A block of C++ or CMake must follow a comment that names the file it quotes,

    <!-- quotes examples/shortest_push.cpp -->

and stand in that file word for word (indented as a whole, if need be). Only files that the tests build may be quoted.

usage: check_docs.py [ROOT]     prints one line a fault, exits 1 when there is any
"""

import pathlib
import re
import sys
import textwrap

QUOTED_LANGUAGES = ("cpp", "cmake")
BUILT_BY_TESTS = ("examples/", "tests/")

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
QUOTES = re.compile(r"<!-- quotes (\S+) -->\n$")
LINK = re.compile(r"\]\(([^)#\s]*)(?:#[^)]*)?\)")


def contains(text, block):
    """Whether the lines of the block stand in the text one after the other, all indented by the same amount."""
    wanted = textwrap.dedent(block).splitlines()
    lines = text.splitlines()
    windows = (lines[i : i + len(wanted)] for i in range(len(lines) - len(wanted) + 1))
    return bool(wanted) and any(textwrap.dedent("\n".join(window)).splitlines() == wanted for window in windows)


def block_fault(root, language, block, before):
    """What is wrong with a code block that follows the text `before`, or None."""
    if language not in QUOTED_LANGUAGES:
        return None
    quotes = QUOTES.search(before)
    if not quotes:
        return f"a {language} block must follow '<!-- quotes FILE -->'"
    name = quotes[1]
    if not name.startswith(BUILT_BY_TESTS):
        return f"{name} may not be quoted: the tests build {' and '.join(BUILT_BY_TESTS)} only"
    if not (root / name).is_file():
        return f"there is no file {name} to quote"
    if not contains((root / name).read_text(encoding="utf-8"), block):
        return f"the block does not stand in {name} word for word"
    return None


def check_page(root, page):
    """(line number, message) of every fault of a page."""
    text = page.read_text(encoding="utf-8")
    for match in BLOCK.finditer(text):
        if fault := block_fault(root, match[1], match[2], text[: match.start()]):
            yield text.count("\n", 0, match.start()) + 1, fault
    for match in LINK.finditer(BLOCK.sub(lambda block: "\n" * block[0].count("\n"), text)):
        target, line = match[1], text.count("\n", 0, match.start()) + 1
        if not target:
            yield line, f"name the page before '#', as in {page.name}#section: Doxygen finds nothing shorter"
        elif "://" not in target and not (page.parent / target).exists():
            yield line, f"the link to {target} leads nowhere"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    pages = sorted([*root.glob("*.md"), *(root / "docs").rglob("*.md"), *(root / "models").rglob("*.md")])
    faults = [(page, number, message) for page in pages for number, message in check_page(root, page)]
    for page, number, message in faults:
        print(f"{page.relative_to(root)}:{number}: {message}")
    print(f"docs: {len(faults)} faults" if faults else f"docs: {len(pages)} pages in order")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
