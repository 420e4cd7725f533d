#!/usr/bin/env python3
"""Runs tools/check_site.py on small sites with one error each, and expects its message."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_site.py"
FRAME = '<iframe src="live/tank.html" title="A tank"></iframe>'


def run(body, **files):
    """Returns exit code and output of the check on a site of the page index.html, another page, and a live page."""
    site = {"index.html": f"<h2 id='top'>T</h2>{FRAME}{body}", "docs/a.html": "<p id='x y'>", "live/tank.html": "",
            "docs/picture.svg": ""}
    site |= {name.replace("__", "/").replace("_html", ".html"): text for name, text in files.items()}
    with tempfile.TemporaryDirectory() as folder:
        pages = [name for name in site if name.endswith(".html") and not name.startswith("live/")]
        index = [[name, "Page", "Page", "text"] for name in pages if name != "missing.html"]
        site["site/search_index.js"] = f"setSearchIndex({json.dumps(index)});\n"
        for name, text in site.items():
            file = pathlib.Path(folder) / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)
        result = subprocess.run([sys.executable, CHECK, folder], capture_output=True, text=True)
        return result.returncode, result.stdout


class CheckSite(unittest.TestCase):
    def accepts(self, body, **files):
        code, output = run(body, **files)
        self.assertEqual(code, 0, output)

    def refuses(self, body, reason, **files):
        code, output = run(body, **files)
        self.assertEqual(code, 1, output)
        self.assertIn(reason, output)

    def test_accepts_links_pictures_and_frames(self):
        self.accepts('<a href="docs/a.html#x%20y">a</a> <a href="#top">b</a> <a href="https://example.org/#z">c</a>')
        self.accepts('<img src="docs/picture.svg" alt="A picture">')

    def test_refuses_dead_links(self):
        self.refuses('<a href="docs/b.html">b</a>', "index.html: the link to docs/b.html has no target")
        self.refuses('<a href="docs">b</a>', "the link to docs has no target")
        self.refuses('<a href="docs/a.html#z">b</a>', "docs/a.html#z has no such anchor")
        self.refuses('<a href="#bottom">b</a>', "#bottom has no such anchor")
        self.refuses('<img src="picture.svg" alt="A">', "the link to picture.svg has no target")
        self.refuses('<script src="a.js"></script>', "the link to a.js has no target")

    def test_refuses_links_in_links(self):
        self.refuses('<a href="#top"><code><a href="docs/a.html">b</a></code></a>', "a link to docs/a.html stands in another")

    def test_refuses_what_is_loaded_from_elsewhere(self):
        self.refuses('<img src="https://example.org/a.png" alt="A">', "img loads https://example.org/a.png")
        self.refuses('<link rel="stylesheet" href="//example.org/a.css">', "link loads //example.org/a.css")

    def test_refuses_pictures_and_frames_without_text(self):
        self.refuses('<img src="docs/picture.svg">', "img docs/picture.svg has no alt")
        self.refuses('<img src="docs/picture.svg" alt="">', "img docs/picture.svg has no alt")
        self.refuses('<iframe src="live/tank.html"></iframe>', "iframe live/tank.html has no title")

    def test_refuses_equal_ids(self):
        self.refuses('<h2 id="top">Again</h2>', "two elements have the id top")

    def test_refuses_live_pages_that_no_page_shows(self):
        self.refuses("", "live/wall.html: is shown by no page", live__wall_html="")

    def test_refuses_pages_that_the_search_does_not_find(self):
        self.refuses("", "missing.html: is not in the index of the search", missing_html="")


if __name__ == "__main__":
    unittest.main()
