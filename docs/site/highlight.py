"""Code as HTML: colors by Pygments, and links from the names of the library to their reference."""

import html
import re

from pygments import lex
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, String

from page import relative

# Colors of site.css. C++ needs few: what is not listed has the color of text.
CLASSES = ((Comment.Preproc, "cp"), (Comment.PreprocFile, "s"), (Comment, "c"), (Keyword, "k"), (String, "s"),
           (Number, "m"))
LEXERS = {"": "text", "c": "c", "cpp": "cpp", "cmake": "cmake", "sh": "bash", "js": "javascript", "python": "python"}
QUALIFIED = re.compile(r"sat3d::(\w+(?:::\w+)*)")
OTHER_SCOPE = re.compile(r"(?:(?<!sat3d)::|\.|->)$")


class Code:
    """Renders code of one page.

    symbols: names of the library and their paths in the site. A name without a scope is a type, a function or a
    constant of namespace sat3d; names of members have the scope of their class.
    """

    def __init__(self, page_path, symbols):
        self.page_path = page_path
        self.symbols = symbols

    def link(self, name, text):
        """Returns text as a link to the reference of a name, or only the text if there is none."""
        target = self.symbols.get(name)
        if target is None or target.partition("#")[0] == self.page_path and not target.partition("#")[2]:
            return text
        return f'<a href="{relative(self.page_path, target)}">{text}</a>'

    def inline(self, text):
        """Renders code in a sentence: `penetration`, `World::update()`, `sat3d::Box{.halfExtents = size}`."""
        name = re.sub(r"\(.*\)$|<.*>$", "", text, flags=re.DOTALL).removeprefix("sat3d::")
        escaped = html.escape(text)
        if name in self.symbols:
            return f"<code>{self.link(name, escaped)}</code>"
        linked = QUALIFIED.sub(lambda match: self.link(match[1], match[0]), escaped)
        return f"<code>{linked}</code>"

    def highlighted(self, text, language, defines=()):
        """Renders lines of code without the element around them."""
        done = ""
        parts = []
        for kind, value in lex(text, get_lexer_by_name(LEXERS[language], stripnl=False)):
            rendered = html.escape(value, quote=False)
            if kind in Name and language == "cpp" and value not in defines and not OTHER_SCOPE.search(done):
                rendered = self.link(value, rendered)
            css = next((css for token, css in CLASSES if kind in token), None)
            parts.append(f'<span class="{css}">{rendered}</span>' if css and value.strip() else rendered)
            done = (done + value)[-16:]
        return "".join(parts)

    def block(self, text, language, source=None, defines=()):
        """Renders a block of code.

        source: the file that it is quoted from; defines: the names that it declares, which need no link
        """
        caption = f"<figcaption>{html.escape(source)}</figcaption>" if source else ""
        code = self.highlighted(text.rstrip("\n"), language, defines)
        return f'<figure class="code">{caption}<pre tabindex="0"><code>{code}</code></pre></figure>\n'
