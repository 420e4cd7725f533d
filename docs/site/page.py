"""What the site consists of: pages, their headings, and the links between them."""

import dataclasses
import html
import posixpath
import re


@dataclasses.dataclass
class Section:
    """The part of a page from one heading to the next: an entry of the contents and of the search."""

    level: int  # 1: the whole page
    anchor: str  # empty: the top of the page
    title: str
    text: str = ""  # without markup, for the search


@dataclasses.dataclass
class Page:
    path: str  # in the site, such as docs/verbs.html
    title: str
    body: str  # HTML
    sections: list[Section]
    summary: str = ""  # one sentence


def slug(heading):
    """Returns the anchor of a heading, as GitHub forms it. tools/check_docs.py checks links by the same rule."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def relative(from_page, to_path):
    """Returns the link from a page to a path of the site, which may end in #anchor."""
    path, hash_, anchor = to_path.partition("#")
    if path == from_page:
        return hash_ + anchor if anchor else posixpath.basename(path)
    return posixpath.relpath(path, posixpath.dirname(from_page) or ".") + hash_ + anchor


def element(tag, content, **attributes):
    """Returns an HTML element; an attribute class_ gives class."""
    given = "".join(f' {name.rstrip("_")}="{html.escape(str(value))}"' for name, value in attributes.items())
    return f"<{tag}{given}>{content}</{tag}>"
