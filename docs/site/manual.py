"""Pages of the manual: Markdown to HTML."""

import html
import posixpath
import re

from markdown_it import MarkdownIt

from highlight import Code
from live import NAMES
from page import Page, Section, relative, slug

QUOTES = re.compile(r"<!-- quotes (\S+) -->")
LIVE = re.compile(r"<!-- live (\S+) -->")


def site_path(source):
    """Returns the path in the site of a Markdown file of the project: the same, but README.md is the folder's page."""
    folder, name = posixpath.split(source)
    return posixpath.join(folder, "index.html" if name == "README.md" else name.removesuffix(".md") + ".html")


def plain(inline):
    """Returns the text of an inline token without markup."""
    shown = ("text", "code_inline", "image")
    return "".join(child.content if child.type in shown else " " for child in inline.children)


class Renderer:
    """Renders one Markdown file."""

    def __init__(self, root, source, reference, live_pages):
        self.root = root
        self.source = source  # relative to the root
        self.path = site_path(source)
        self.live_pages = live_pages
        self.files = set()  # that the page shows or links, relative to the root
        self.sections = []
        self.summary = ""
        self.code = Code(self.path, reference.symbols_on(self.path))
        self.markdown = MarkdownIt("commonmark").enable("table")
        for name in ("code_inline", "fence", "code_block", "html_block", "image", "table_open", "table_close"):
            self.markdown.renderer.rules[name] = getattr(self, name)
        self.quoted = self.live = None

    def page(self):
        tokens = self.markdown.parse((self.root / self.source).read_text(encoding="utf-8"))
        for before, token, after in zip([None, *tokens], tokens, [*tokens[1:], None]):
            if token.type == "heading_open":
                self.begin_section(token, after)
            elif token.type == "inline":
                self.extend_section(before, token)
            elif token.type == "fence":
                self.sections[-1].text += token.content + "\n"
        body = self.markdown.renderer.render(tokens, self.markdown.options, {})
        return Page(self.path, self.sections[0].title, body, self.sections, self.summary)

    def begin_section(self, heading, inline):
        level = int(heading.tag[1])
        anchor = slug(inline.content) if level > 1 else ""
        if anchor:
            earlier = [section.anchor for section in self.sections if slug(section.title) == anchor]
            anchor += f"-{len(earlier)}" if earlier else ""
            heading.attrSet("id", anchor)
        self.sections.append(Section(level, anchor, plain(inline)))

    def extend_section(self, opening, inline):
        for child in inline.children:
            if child.type == "link_open":
                child.attrSet("href", self.target(child.attrGet("href")))
        if opening.type == "heading_open":
            return
        if opening.type == "paragraph_open" and not self.summary and inline.children[0].type != "image":
            self.summary = re.split(r"(?<=[.:?]) ", plain(inline))[0]
        self.sections[-1].text += plain(inline) + "\n"

    def target(self, link):
        """Returns a link of a Markdown file as a link of the site."""
        path, hash_, anchor = link.partition("#")
        if "://" in link or not path:
            return link
        file = posixpath.normpath(posixpath.join(posixpath.dirname(self.source), path))
        if file.endswith(".md"):
            return relative(self.path, site_path(file) + hash_ + anchor)
        self.files.add(file)
        return relative(self.path, file)

    # Rules of markdown-it: functions of tokens, index, options and environment.

    def code_inline(self, tokens, index, options, env):
        kinds = [token.type for token in tokens[:index]]
        is_in_link = kinds.count("link_open") > kinds.count("link_close")
        content = tokens[index].content
        return f"<code>{html.escape(content)}</code>" if is_in_link else self.code.inline(content)

    def fence(self, tokens, index, options, env):
        source, self.quoted = self.quoted, None
        return self.code.block(tokens[index].content, tokens[index].info.strip(), source)

    def code_block(self, tokens, index, options, env):
        return self.code.block(tokens[index].content, "")

    def html_block(self, tokens, index, options, env):
        """Comments say where a block of code is from, and which page is shown in place of a picture."""
        content = tokens[index].content
        if quotes := QUOTES.search(content):
            self.quoted = quotes[1]
        elif live := LIVE.search(content):
            self.live = live[1]
            if self.live not in NAMES:
                raise ValueError(f"{self.source}: there is no live page {self.live}, only {', '.join(sorted(NAMES))}")
        elif not content.lstrip().startswith("<!--"):
            raise ValueError(f"{self.source}: HTML other than comments: {content}")
        return ""

    def image(self, tokens, index, options, env):
        token = tokens[index]
        file = posixpath.normpath(posixpath.join(posixpath.dirname(self.source), token.attrs["src"]))
        self.files.add(file)
        alt, source = html.escape(token.content), relative(self.path, file)
        live, self.live = self.live, None
        if live in self.live_pages:
            link = relative(self.path, "live/" + live)
            shown = f'<iframe src="{link}" title="{alt}" loading="lazy"></iframe>'
            caption = f'{alt} <a href="{link}">Open it as a page</a>'
        else:
            shown = f'<a href="{source}"><img src="{source}" alt="{alt}" loading="lazy"></a>'
            caption = alt
        kind = "live" if live in self.live_pages else "picture"
        return f'<span class="{kind}">{shown}<span class="caption">{caption}</span></span>'

    def table_open(self, *_):
        self.quoted = None
        return '<div class="table" tabindex="0"><table>\n'

    def table_close(self, *_):
        return "</table></div>\n"


def links(root, source):
    """Yields (heading above, text, path in the site) of the links to pages in a Markdown file."""
    heading = None
    tokens = MarkdownIt("commonmark").enable("table").parse((root / source).read_text(encoding="utf-8"))
    for before, token in zip(tokens, tokens[1:]):
        if token.type != "inline":
            continue
        if before.type == "heading_open":
            heading = token.content
        for link, text in zip(token.children, token.children[1:]):
            if link.type == "link_open" and link.attrGet("href").endswith(".md"):
                file = posixpath.normpath(posixpath.join(posixpath.dirname(source), link.attrGet("href")))
                yield heading, text.content, site_path(file)
