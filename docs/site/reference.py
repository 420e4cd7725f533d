"""Pages of the reference: one per public header."""

import html
import re
import textwrap
import xml.etree.ElementTree as ElementTree

from doxygen import LAYERS, read_headers
from highlight import Code
from page import Page, Section, element, relative

MANUAL_PAGE = re.compile(r"\bdocs/([\w/]+)\.md\b")
LISTS = {"itemizedlist": "ul", "orderedlist": "ol"}
GROUPS = ("sect1", "sect2", "briefdescription", "detaileddescription", "parameterdescription")
MARKUP = {"emphasis": "em", "bold": "strong"}
CHARACTERS = {"ndash": "–", "mdash": "—", "sp": " "}
LABELS = {"return": "Returns", "note": "Note", "see": "See", "pre": "Requires", "warning": "Warning"}
CONTENTS = "reference/index.html"
NAMES = "reference/names.html"


class Reference:
    def __init__(self, xml_folder, include_folders, manual_titles):
        self.headers = read_headers(xml_folder, include_folders)
        self.manual_titles = manual_titles  # by path in the site
        self.targets = {}  # paths in the site, by id of Doxygen
        self.symbols = {}  # the same by name
        self.planar_symbols = {}  # of the plane, which has many names in common with space
        for header in self.headers:
            symbols = self.planar_symbols if header.layer == "planar" else self.symbols
            self.targets[header.xml.get("id")] = symbols[header.include] = header.path
            self.add_targets(header, header.entries, [""], symbols)

    def symbols_on(self, page_path):
        """Returns what names mean on a page: on pages about the plane those of the plane come first."""
        if "planar" in page_path:
            return self.symbols | self.planar_symbols
        return self.planar_symbols | self.symbols

    def add_targets(self, header, entries, scopes, symbols):
        """Adds entries by all their names: World::update is BasicWorld::update and DWorld::update, too."""
        for entry in entries:
            target = f"{header.path}#{entry.anchor}"
            self.targets |= dict.fromkeys(entry.ids, target)
            names = [scope + name for scope in scopes for name in (entry.own_name, *entry.also)]
            for name in names:
                symbols.setdefault(name, target)
            self.add_targets(header, entry.members, [name + "::" for name in names], symbols)

    def pages(self):
        return [self.contents(), self.names(), *(self.page(header) for header in self.headers)]

    def contents(self):
        text = Text(self, CONTENTS)
        body, sections = "<h1>Reference</h1>\n", [Section(1, "", "Reference")]
        for layer in ("", *LAYERS):
            if layer:
                body += element("h2", layer, id=layer) + "\n"
                sections.append(Section(2, layer, layer))
            rows = ""
            for header in self.headers:
                if header.layer == layer:
                    link = element("a", f"<code>{header.name}</code>", href=relative(CONTENTS, header.path))
                    rows += f"<tr><td>{link}</td><td>{text.inline(header.xml.find('briefdescription'))}</td></tr>\n"
            body += f'<div class="table"><table><tbody>\n{rows}</tbody></table></div>\n'
        return Page(CONTENTS, "Reference", body, sections, "The public headers, by layer.")

    def names(self):
        """Returns the page of all types, functions and constants of the namespace, as users write them, by letter."""
        known = {(name, target) for symbols in (self.symbols, self.planar_symbols) for name, target in symbols.items()
                 if "::" not in name and "/" not in name}
        letters = {}
        for name, target in sorted(known, key=lambda one: (one[0].lower(), one)):
            letters.setdefault(name[0].upper(), []).append((name, target))
        body, sections = "<h1>Names, A to Z</h1>\n", [Section(1, "", "Names, A to Z")]
        for letter, entries in letters.items():
            body += element("h2", letter, id=letter.lower()) + "\n"
            sections.append(Section(2, letter.lower(), letter))
            rows = ""
            for name, target in entries:
                link = element("a", f"<code>{html.escape(name)}</code>", href=relative(NAMES, target))
                header = html.escape(target.partition("#")[0].removeprefix("reference/").removesuffix(".html"))
                rows += f"<tr><td>{link}</td><td>{header}</td></tr>\n"
            body += f'<div class="table"><table><tbody>\n{rows}</tbody></table></div>\n'
        return Page(NAMES, "Names, A to Z", body, sections, "All types and functions, by name.")

    def page(self, header):
        text = Text(self, header.path)
        summary = "".join(header.xml.find("briefdescription").itertext()).strip()
        sections = [Section(1, "", header.name, f"{header.include} {summary}")]
        body = f"<h1>{header.name}</h1>\n" + text.code.block(f"#include <{header.include}>", "cpp")
        body += text.description(header.xml)
        for entry in header.entries:
            heading = element("h2", html.escape(entry.title), id=entry.anchor)
            body += element("section", heading + self.entry(entry, text, 2, sections), class_="entry") + "\n"
        return Page(header.path, header.name, body, sections, summary)

    def entry(self, entry, text, level, sections):
        """Renders a declaration, its comment, and its members."""
        sections.append(Section(level, entry.anchor, entry.title, entry.words()))
        body = text.code.block("\n".join(entry.declarations), "cpp", defines=(entry.own_name, *entry.also))
        body += element("div", text.description(entry.xml), class_="text")
        if entry.kind == "enum":
            return body + element("dl", "".join(self.value(value, text) for value in entry.members), class_="values")
        for member in entry.members:
            kinds = "member field" if member.kind == "variable" else "member"
            body += element("div", self.entry(member, text, 3, sections), class_=kinds, id=member.anchor) + "\n"
        return body

    def value(self, value, text):
        code = f"<code>{html.escape(value.declarations[0])}</code>"
        return element("dt", code, id=value.anchor) + element("dd", text.description(value.xml))


class Text:
    """Renders the comments on one page."""

    def __init__(self, reference, page_path):
        self.reference = reference
        self.page_path = page_path
        self.code = Code(page_path, reference.symbols_on(page_path))

    def description(self, xml):
        return self.blocks(xml.find("briefdescription")) + self.blocks(xml.find("detaileddescription"))

    def inline(self, xml):
        """Renders text and the elements in it, without blocks."""
        return self.words(xml.text) + "".join(self.inline_element(child) + self.words(child.tail) for child in xml)

    def inline_element(self, xml):
        if xml.tag == "computeroutput":
            return self.code.inline("".join(xml.itertext()))
        if xml.tag in MARKUP:
            return element(MARKUP[xml.tag], self.inline(xml))
        if xml.tag == "ref":
            target = self.reference.targets.get(xml.get("refid"))
            words = self.inline(xml)
            return element("a", words, href=relative(self.page_path, target)) if target else words
        if xml.tag == "ulink":
            return element("a", self.inline(xml), href=xml.get("url"))
        if xml.tag in ("para", "linebreak", "anchor"):
            return self.inline(xml) + " "
        if xml.tag in CHARACTERS:
            return CHARACTERS[xml.tag]
        raise ValueError(f"{self.page_path}: a comment has an element without rule: {xml.tag}")

    def words(self, text):
        """Renders plain text; names of manual pages become links."""
        def link(match):
            path = f"docs/{match[1]}.html"
            title = self.reference.manual_titles.get(path)
            return element("a", title, href=relative(self.page_path, path)) if title else match[0]

        return MANUAL_PAGE.sub(link, html.escape(text or "", quote=False))

    def blocks(self, xml):
        """Renders paragraphs, lists, code and tables."""
        if xml.tag == "para":
            return self.paragraph(xml)
        if xml.tag == "title":
            return f"<p><strong>{self.inline(xml)}</strong></p>\n"
        inner = "".join(self.blocks(child) for child in xml)
        if xml.tag in LISTS:
            return element(LISTS[xml.tag], inner)
        if xml.tag == "listitem":
            return element("li", inner)
        if xml.tag in GROUPS:
            return inner
        raise ValueError(f"{self.page_path}: a comment has a block without rule: {xml.tag}")

    def paragraph(self, xml):
        """Renders a paragraph, which Doxygen lets contain lists, code and tables."""
        result, words = "", ElementTree.Element("words")
        words.text = xml.text
        for child in [*xml, None]:
            block = self.block(child) if child is not None else ""
            if block is None:
                words.append(child)
                continue
            text = self.inline(words).strip()
            result += (f"<p>{text}</p>\n" if text else "") + block
            words = ElementTree.Element("words")
            words.text = child.tail if child is not None else ""
        return result

    def block(self, xml):
        """Renders an element that ends a paragraph; None for all others."""
        if xml.tag in ("verbatim", "programlisting"):
            text = "\n".join(code_text(line) for line in xml.findall("codeline")) or xml.text
            return self.code.block(textwrap.dedent(text), "cpp")
        if xml.tag in LISTS:
            return self.blocks(xml)
        if xml.tag == "table":
            return self.table(xml)
        if xml.tag == "parameterlist":
            return "".join(self.parameter(item) for item in xml)
        if xml.tag == "simplesect":
            content = "".join(self.blocks(child) for child in xml if child.tag != "title")
            return term(html.escape(xml.findtext("title") or LABELS[xml.get("kind")]), content)
        return None

    def parameter(self, item):
        names = ", ".join("".join(name.itertext()) for name in item.iter("parametername"))
        return term(f"<code>{html.escape(names)}</code>", self.blocks(item.find("parameterdescription")))

    def table(self, xml):
        rows = ""
        for row in xml.findall("row"):
            cells = (element("th" if cell.get("thead") == "yes" else "td", self.inline(cell)) for cell in row)
            rows += element("tr", "".join(cells)) + "\n"
        return f'<div class="table" tabindex="0"><table>{rows}</table></div>\n'


def term(label, content):
    return element("dl", element("dt", label) + element("dd", content), class_="term") + "\n"


def code_text(xml):
    """Returns the text of a line of code, in which Doxygen writes spaces as elements."""
    inner = "".join(code_text(child) + (child.tail or "") for child in xml)
    return (" " if xml.tag == "sp" else xml.text or "") + inner
