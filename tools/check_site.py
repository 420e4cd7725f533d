#!/usr/bin/env python3
"""Checks the built site: links, anchors, pictures, live pages, and the search.

- Each link, picture, script and style sheet leads to a file of the site, and each anchor to an element. Nothing is
  loaded from elsewhere.
- Each picture has a text for those who do not see it, and each frame a title and a page.
- Every page is in the index of the search.

usage: check_site.py FOLDER     prints one line per error, and exits with 1 if there is any
"""

import html.parser
import json
import pathlib
import sys
import urllib.parse

LOADED = {"img": "src", "script": "src", "iframe": "src", "link": "href"}
NEEDED = {"img": "alt", "iframe": "title"}


class PageParser(html.parser.HTMLParser):
    """Collects the ids of a page, its links, and what it lacks."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.faults = set(), [], []
        self.is_in_link = False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if "id" in given:
            if given["id"] in self.ids:
                self.faults.append(f"two elements have the id {given['id']}")
            self.ids.add(given["id"])
        if tag == "a":
            if self.is_in_link:
                self.faults.append(f"a link to {given.get('href')} stands in another link")
            self.is_in_link = True
        link = given.get("href") if tag == "a" else given.get(LOADED.get(tag))
        if link is not None:
            self.links.append((tag, link))
        needed = NEEDED.get(tag)
        if needed and not given.get(needed) and not (tag == "img" and link.endswith("logo.svg")):
            self.faults.append(f"{tag} {link} has no {needed}")

    def handle_endtag(self, tag):
        self.is_in_link = self.is_in_link and tag != "a"


def link_fault(folder, pages, page, tag, link):
    """Returns the error of a link of a page, or None."""
    address = urllib.parse.urlsplit(link)
    if address.scheme or address.netloc:
        return None if tag == "a" else f"{tag} loads {link} from elsewhere"
    file = (page.parent / urllib.parse.unquote(address.path)).resolve() if address.path else page
    if not file.is_file():
        return f"the link to {link} has no target"
    anchor = urllib.parse.unquote(address.fragment)
    if anchor and (file not in pages or anchor not in pages[file].ids):
        return f"{link} has no such anchor"
    return None


def check_site(folder):
    """Yields (page, message) for every error of the site."""
    files = [file for file in sorted(folder.rglob("*.html")) if folder / "live" not in file.parents]
    pages = {file: PageParser(file.read_text(encoding="utf-8")) for file in files}
    for page, parser in pages.items():
        for message in parser.faults:
            yield page, message
        for tag, link in parser.links:
            if fault := link_fault(folder, pages, page, tag, link):
                yield page, fault
    index = folder / "site" / "search_index.js"
    sections = json.loads(index.read_text(encoding="utf-8").removeprefix("setSearchIndex(").removesuffix(");\n"))
    for missing in sorted(set(pages) - {folder / section[0].partition("#")[0] for section in sections}):
        yield missing, "is not in the index of the search"
    framed = {(page.parent / link).resolve() for page, parser in pages.items()
              for tag, link in parser.links if tag == "iframe"}
    for live in sorted(set((folder / "live").glob("*.html")) - framed):
        yield live, "is shown by no page"


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    faults = list(check_site(folder))
    for page, message in faults:
        print(f"{page.relative_to(folder)}: {message}")
    print(f"site: {len(faults) or 'no'} errors")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
