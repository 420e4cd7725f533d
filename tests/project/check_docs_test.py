#!/usr/bin/env python3
"""Runs tools/check_docs.py on small manuals with one error each, and expects its message."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_docs.py"
sys.path.insert(0, str(CHECK.parent))
from check_layers import ROOMS  # noqa: E402

PROGRAM = "int main() {\n    push();\n    return 0;\n}\n"


def run(page, name="page", program=PROGRAM):
    """Returns exit code and output of the check on a manual with this page and one example."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {f"docs/{name}.md": page, "examples/a.cpp": program, "source/a.cpp": program}.items():
            file = pathlib.Path(folder) / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)
        result = subprocess.run([sys.executable, CHECK, folder], capture_output=True, text=True)
        return result.returncode, result.stdout


def quotation(text, file="examples/a.cpp", language="cpp"):
    return f"Text.\n\n<!-- quotes {file} -->\n```{language}\n{text}```\n"


class CheckDocs(unittest.TestCase):
    def accepts(self, page, name="page"):
        code, output = run(page, name)
        self.assertEqual(code, 0, output)

    def refuses(self, page, reason, name="page"):
        code, output = run(page, name)
        self.assertEqual(code, 1, output)
        self.assertIn(reason, output)

    def test_accepts_complete_and_partial_quotes(self):
        self.accepts(quotation(PROGRAM))
        self.accepts(quotation("push();\nreturn 0;\n"))

    def test_refuses_programs_that_are_not_whole(self):
        whole = "#include <a>\n\n" + PROGRAM
        for comment in ("", "// What it does,\n// and why.\n\n"):
            self.assertEqual(run(quotation(whole), program=comment + whole)[0], 0)
        code, output = run(quotation(PROGRAM), program=whole)
        self.assertEqual(code, 1)
        self.assertIn("docs/page.md:4: the program must be all of examples/a.cpp", output)
        project = "cmake_minimum_required(VERSION 3.25)\n"
        code, output = run(quotation(project, language="cmake"), program=project + "project(a)\n")
        self.assertIn("must be all of", output)

    def test_refuses_code_that_differs(self):
        self.refuses(quotation("pull();\n"), "docs/page.md:4: the block does not occur in examples/a.cpp")
        self.refuses(quotation("push();\n  return 0;\n"), "word for word")
        self.refuses(quotation(""), "word for word")

    def test_refuses_code_that_is_not_built(self):
        self.refuses("```cpp\nint a;\n```\n", "must follow")
        self.refuses(quotation(PROGRAM, file="source/a.cpp"), "may not be quoted")
        self.refuses(quotation(PROGRAM, file="examples/b.cpp"), "examples/b.cpp does not exist")

    def test_checks_the_last_column_of_quoting_tables(self):
        table = "<!-- quotes examples/a.cpp -->\n| theirs | ours |\n|---|---|\n| `pull()` | `push();  return 0` |\n"
        self.accepts(table)
        self.accepts(table.replace("pull", "a \\| b"))
        self.refuses(table.replace("return 0", "return 1"), "docs/page.md:1: `push();  return 1` does not occur")
        self.refuses(table.replace("examples/a", "examples/b"), "examples/b.cpp does not exist")
        self.accepts(table.replace("<!-- quotes examples/a.cpp -->", "").replace("push", "shove"))

    def test_ignores_other_blocks(self):
        self.accepts("```\nA -> B\n```\n")
        self.accepts("```sh\nscripts/test.sh\n```\n")

    def test_refuses_lines_that_the_site_cuts(self):
        self.accepts("```\n" + "a" * 110 + "\n```\n")
        self.refuses("```\n" + "a" * 111 + "\n```\n", "docs/page.md:1: a line of 111 characters")

    def test_refuses_dead_links(self):
        self.accepts("[a](page.md) [b](../examples/a.cpp) [c](https://example.org/x)\n")
        self.accepts("[d](page.md#the-top-of-it)\n\n## The top, of it\n")
        self.refuses("[a](other.md)\n", "the link to other.md has no target")
        self.accepts("[d](#the-top-of-it)\n\n## The top, of it\n")
        self.refuses("[a](#top)\n", "docs/page.md:1: page.md has no heading #top")
        self.refuses("# The page\n\n[a](page.md#top)\n", "docs/page.md:3: page.md has no heading #top")

    def test_refuses_paths_of_missing_files(self):
        self.accepts("`source/a.cpp` `source/a` `source/<layer>` `sourced/b`\n")
        self.refuses("Text.\n`source/b.cpp`\n", "docs/page.md:2: the file source/b.cpp does not exist")

    def test_refuses_a_table_of_rooms_that_differs(self):
        rows = [f"| `{layer}/{room}` | {' '.join(f'`{name or layer}`' for name in names) or '-'} | files |\n"
                for layer, rooms in ROOMS.items() for room, names in rooms.items() if room]
        self.accepts("".join(rows), "architecture")
        first = rows[0].split("`")[1]
        self.refuses("".join(rows[1:]), f"the row of {first} differs", "architecture")
        self.refuses("".join(rows).replace("| `pair` |", "| - |", 1), "differs from ROOMS", "architecture")


if __name__ == "__main__":
    unittest.main()
