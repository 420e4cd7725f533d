#!/usr/bin/env python3
"""Feeds tools/check_docs.py small manuals, each with one fault, and expects that fault to be named."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_docs.py"
PROGRAM = "int main() {\n    push();\n    return 0;\n}\n"


def run(page, program=PROGRAM):
    """Exit code and output of the check on a manual of this page, beside one example."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {"docs/page.md": page, "examples/a.cpp": program, "source/a.cpp": program}.items():
            file = pathlib.Path(folder) / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)
        result = subprocess.run([sys.executable, CHECK, folder], capture_output=True, text=True)
        return result.returncode, result.stdout


def quotation(text, file="examples/a.cpp", language="cpp"):
    return f"Text.\n\n<!-- quotes {file} -->\n```{language}\n{text}```\n"


class CheckDocs(unittest.TestCase):
    def accepts(self, page):
        code, output = run(page)
        self.assertEqual(code, 0, output)

    def refuses(self, page, reason):
        code, output = run(page)
        self.assertEqual(code, 1, output)
        self.assertIn(reason, output)

    def test_accepts_quotations_whole_or_in_part(self):
        self.accepts(quotation(PROGRAM))
        self.accepts(quotation("push();\nreturn 0;\n"))

    def test_refuses_code_that_differs(self):
        self.refuses(quotation("pull();\n"), "docs/page.md:4: the block does not stand in examples/a.cpp")
        self.refuses(quotation("push();\n  return 0;\n"), "word for word")
        self.refuses(quotation(""), "word for word")

    def test_refuses_code_that_nobody_builds(self):
        self.refuses("```cpp\nint a;\n```\n", "must follow")
        self.refuses(quotation(PROGRAM, file="source/a.cpp"), "may not be quoted")
        self.refuses(quotation(PROGRAM, file="examples/b.cpp"), "there is no file")

    def test_leaves_other_blocks_alone(self):
        self.accepts("```\nA -> B\n```\n")
        self.accepts("```sh\nscripts/test.sh\n```\n")

    def test_refuses_dead_links(self):
        self.accepts("[a](page.md) [b](../examples/a.cpp) [c](https://example.org/x) [d](page.md#top)\n")
        self.refuses("[a](other.md)\n", "the link to other.md leads nowhere")
        self.refuses("[a](#top)\n", "name the page")


if __name__ == "__main__":
    unittest.main()
