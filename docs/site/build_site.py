#!/usr/bin/env python3
"""Builds the site: the manual's Markdown pages, the reference of the public headers, and a search over both.

A page that is shown in place of a picture is named by a comment before it: <!-- live FILE.html -->. GitHub shows the
picture.
"""

import argparse
import html
import json
import pathlib
import shutil
import string
import subprocess

from doxygen import LAYERS
from live import write_live_pages
from manual import Renderer, links, site_path
from page import element, relative
from reference import Reference

HERE = pathlib.Path(__file__).parent
ASSETS = ("site.css", "site.js", "logo.svg")
SOURCES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "models/README.md", "docs/*.md", "docs/decisions/*.md")


class Site:
    def __init__(self, root, version, xml, include, live_pages):
        self.root, self.version = root, version
        sources = sorted(str(file.relative_to(root)) for pattern in SOURCES for file in root.glob(pattern))
        titles = {site_path(source): (root / source).read_text(encoding="utf-8").splitlines()[0].lstrip("# ")
                  for source in sources}
        self.reference = Reference(xml, include, titles)
        renderers = [Renderer(root, source, self.reference, live_pages) for source in sources]
        pages = [renderer.page() for renderer in renderers] + self.reference.pages()
        self.pages = {page.path: page for page in pages}
        self.files = set().union(*(renderer.files for renderer in renderers))
        self.groups = {}  # (text, path) of each page by group, in the order of docs/index.md
        for heading, text, path in links(root, "docs/index.md"):
            self.groups.setdefault(heading, []).append((text, path))

    def navigation(self, page):
        """Returns the list of all pages that stands beside a page."""
        def item(text, path):
            current = {"aria-current": "page"} if path == page.path else {}
            return f"<li>{element('a', text, href=relative(page.path, path), **current)}</li>\n"

        def folded(title, entries):
            is_open = " open" if page.path in (path for _, path in entries) else ""
            items = "".join(item(*entry) for entry in entries)
            return f"<details{is_open}><summary>{title}</summary><ul>\n{items}</ul></details>"

        result = ""
        for title, entries in self.groups.items():
            items = "".join(item(text, path) for text, path in entries)
            result += f"<h2>{title}</h2>\n<ul>\n{items}</ul>\n"
        layers = item("All headers", "reference/index.html") + item("Names, A to Z", "reference/names.html")
        for layer in LAYERS:
            headers = [(header.name, header.path) for header in self.reference.headers if header.layer == layer]
            layers += f"<li>{folded(layer, headers)}</li>\n"
        return f"{result}<h2>Reference</h2>\n<ul>\n{layers}</ul>\n"

    def contents(self, page):
        """Returns the list of a page's sections."""
        deepest = 2 if page.path.startswith("reference/") else 3
        items = [f'<li class="level{section.level}"><a href="#{section.anchor}">{html.escape(section.title)}</a></li>\n'
                 for section in page.sections if 2 <= section.level <= deepest]
        return f"<h2>On this page</h2>\n<ul>\n{''.join(items)}</ul>\n" if len(items) > 1 else ""

    def neighbors(self, page):
        """Returns links to the pages before and after a page of the manual."""
        order = [path for entries in self.groups.values() for _, path in entries]
        if page.path not in order:
            return ""
        number = order.index(page.path)
        around = {"previous": order[number - 1 : number], "next": order[number + 1 : number + 2]}
        return "".join(element("a", html.escape(self.pages[path].title), href=relative(page.path, path), class_=kind)
                       for kind, paths in around.items() for path in paths)

    def search_index(self):
        """Returns [path and anchor, title of the page, title of the section, text] for each section of each page."""
        return [[page.path + ("#" + section.anchor if section.anchor else ""), page.title, section.title,
                 " ".join(section.text.split())] for page in self.pages.values() for section in page.sections]

    def write(self, output):
        template = string.Template((HERE / "page.html").read_text(encoding="utf-8"))
        for page in self.pages.values():
            title = page.title if page.path == "index.html" else f"{page.title} - sat3d"
            write_text(output / page.path, template.substitute(
                root="../" * page.path.count("/"), title=html.escape(title), summary=html.escape(page.summary),
                version=self.version, body=page.body, pages=self.navigation(page), contents=self.contents(page),
                neighbors=self.neighbors(page)))
        for file in self.files:
            copy(self.root / file, output / file)
        for name in ASSETS:
            copy(HERE / name, output / "site" / name)
        index = json.dumps(self.search_index(), ensure_ascii=False, separators=(",", ":"))
        write_text(output / "site" / "search_index.js", f"setSearchIndex({index});\n")


def write_text(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def copy(source, file):
    file.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, file)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    folder = {"required": True, "type": pathlib.Path, "metavar": "FOLDER"}
    parser.add_argument("--doxygen", required=True, metavar="PROGRAM")
    parser.add_argument("--doxyfile", required=True, metavar="FILE")
    parser.add_argument("--xml", **folder, help="where the Doxyfile writes")
    parser.add_argument("--include", **folder, nargs="+", help="public headers")
    parser.add_argument("--sat3d", required=True, metavar="PROGRAM", help="the command line, which draws live pages")
    parser.add_argument("--three-arena", metavar="PROGRAM", help="the scene of the three.js page; left out without it")
    parser.add_argument("--samples", metavar="FILE", help="the page of the samples; left out without it")
    parser.add_argument("--version", required=True)
    parser.add_argument("--output", **folder, help="is emptied first")
    arguments = parser.parse_args()

    root = HERE.parents[1]
    shutil.rmtree(arguments.xml, ignore_errors=True)
    shutil.rmtree(arguments.output, ignore_errors=True)
    subprocess.run([arguments.doxygen, arguments.doxyfile], check=True)
    live_pages = write_live_pages(root, arguments.output / "live", arguments.sat3d, arguments.three_arena,
                                  arguments.samples)
    site = Site(root, arguments.version, arguments.xml, arguments.include, live_pages)
    site.write(arguments.output)
    print(f"{len(site.pages)} pages: {arguments.output / 'index.html'}")


if __name__ == "__main__":
    main()
