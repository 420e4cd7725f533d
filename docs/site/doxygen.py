"""The public headers with their declarations, from the XML of Doxygen, in the order of each header."""

import collections
import dataclasses
import pathlib
import re
import textwrap
import xml.etree.ElementTree as ElementTree

LAYERS = ("core", "math", "planar", "geometry", "shapes", "narrowphase", "broadphase", "world", "response", "import",
          "debug")
EXPORT_MACRO = re.compile(r"\bSAT3D_(?:\w+_)?API ")
COMMENT = re.compile(r"//.*")
BEFORE_DECLARATION = re.compile(r"^\s*//|[;{}:]\s*(//.*)?$|^\s*$|^#")
INITIALIZER_LIST = re.compile(r"(?<=\)) :(?!:)|\n\s+: ")
ALIAS = re.compile(r"using \w+ =\s+(\w+)<")


@dataclasses.dataclass
class Entry:
    """A declaration: a type, a function, an alias, a constant, or a member of a type."""

    kind: str  # of Doxygen: class, struct, function, typedef, enum, variable, friend, enumvalue
    ids: list[str]  # of Doxygen
    name: str  # without namespace sat3d: World::update
    line: int
    declarations: list[str]
    xml: ElementTree.Element
    members: list["Entry"] = dataclasses.field(default_factory=list)
    anchor: str = ""
    title: str = ""
    also: list[str] = dataclasses.field(default_factory=list)  # other names, without scope: DWorld and BasicWorld

    @property
    def own_name(self):
        return self.name.rpartition("::")[2]

    def words(self):
        """Returns the comment without markup."""
        return " ".join(spoken(self.xml.find(part)) for part in ("briefdescription", "detaileddescription")).strip()


def spoken(xml):
    """Returns the text of an element, with the blanks and line ends that Doxygen writes as elements."""
    if xml.tag == "sp":
        return " "
    inner = "".join(spoken(child) + (child.tail or "") for child in xml)
    return (xml.text or "") + inner + ("\n" if xml.tag in ("codeline", "para", "linebreak") else "")


@dataclasses.dataclass
class Header:
    include: str  # sat3d/world/world.hpp
    xml: ElementTree.Element
    entries: list[Entry] = dataclasses.field(default_factory=list)

    @property
    def name(self):
        return self.include.rpartition("/")[2]

    @property
    def path(self):
        return "reference/" + self.include.removeprefix("sat3d/").replace(".hpp", ".html")

    @property
    def layer(self):
        parts = self.include.split("/")
        return parts[1] if len(parts) > 2 else ""


def read_headers(xml_folder, include_folders):
    """Returns the headers: the one for users first, then those of the layers, from low to high."""
    headers = Reader(pathlib.Path(xml_folder), include_folders).headers
    order = ("", *LAYERS)
    return sorted(headers.values(), key=lambda header: (order.index(header.layer), header.include))


def include_of(xml):
    """Returns how the header with a declaration is included."""
    file = xml.find("location").get("file")
    return file[file.index("sat3d/") :]


def declaration(lines, line, kind):
    """Returns the declaration that has its name in a line of a header (numbered from 1), without its body."""
    begin = line - 1
    while begin > 0 and not BEFORE_DECLARATION.search(lines[begin - 1]):
        begin -= 1
    text = "\n".join(COMMENT.sub("", one).rstrip() for one in lines[begin : begin + 40])
    depth = 0
    for end, character in enumerate(text):
        if depth == 0 and (character == ";" or kind != "variable" and character == "{" or
                           kind == "function" and INITIALIZER_LIST.match(text, end)):
            return EXPORT_MACRO.sub("", textwrap.dedent(text[:end]).strip()) + ";"
        depth += (character in "({[") - (character in ")}]")
    raise ValueError(f"no end of the declaration in line {line}: {text}")


def under_aliases(entries):
    """Gives each template the name that users write: BasicWorld becomes World. Its aliases stand before it."""
    templates = {entry.name: entry for entry in entries if entry.kind in ("class", "struct")}
    aliases, others = {}, []
    for entry in entries:
        alias = ALIAS.match(entry.declarations[0])
        if alias and alias[1] in templates:
            aliases.setdefault(alias[1], []).append(entry)
        else:
            others.append(entry)
    for name, found in aliases.items():
        template = templates[name]
        found.sort(key=lambda one: one.line)
        rename(template, name, found[0].name)
        template.also += [alias.name for alias in found[1:]] + [name]
        template.ids += [one for alias in found for one in alias.ids]
        template.declarations[:0] = [commented(alias) for alias in found] + [""]
    return others


def commented(alias):
    return (f"// {alias.words()}\n" if alias.words() else "") + alias.declarations[0]


def rename(entry, before, after):
    entry.name = after + entry.name.removeprefix(before)
    for member in entry.members:
        rename(member, before, after)


def grouped(entries):
    """Sorts entries by line. Undocumented overloads, aliases and further variables of a declaration join the entry before."""
    result = []
    for entry in sorted(entries, key=lambda one: one.line):
        if entry.kind != "enum":
            entry.members = grouped(entry.members)
        before = result[-1] if result else None
        is_more = before and before.kind == entry.kind and not entry.words()
        is_in_declaration = is_more and before.declarations[-1] == entry.declarations[0]  # float x, y;
        if is_in_declaration or is_more and (before.name == entry.name or entry.kind == "typedef"):
            before.declarations += [] if is_in_declaration else entry.declarations
            before.also += [entry.own_name] if entry.name != before.name else []
            before.ids += entry.ids
        else:
            result.append(entry)
    return result


def set_anchors(entries, used):
    """Gives each entry of a page an anchor: its name, with a number from the second on."""
    for entry in entries:
        name = re.sub(r"[^\w:]", lambda character: f"{ord(character[0]):x}", entry.name)
        used[name] = used.get(name, 0) + 1
        entry.anchor = name if used[name] == 1 else f"{name}-{used[name]}"
        set_anchors(entry.members, used)


def tell_overloads_apart(entries):
    """Adds the names of the parameters to the titles of functions that have the same name."""
    count = collections.Counter(entry.name for entry in entries)
    for entry in entries:
        entry.title = entry.name
        if count[entry.name] > 1 and entry.kind == "function":
            parameters = [name.text for name in entry.xml.findall("param/declname")]
            entry.title += f"({', '.join(parameters)})"
        tell_overloads_apart(entry.members)


class Reader:
    def __init__(self, xml_folder, include_folders):
        self.xml_folder = xml_folder
        self.headers = {}  # by include
        self.lines = {}  # of the headers
        compounds = [self.parse(f"{item.get('refid')}.xml").find("compounddef") for item in self.parse("index.xml")
                     if item.get("kind") != "dir"]
        for compound in compounds:
            if compound.get("kind") == "file":
                include = include_of(compound)
                file = next(folder / include for folder in include_folders if (folder / include).exists())
                self.headers[include] = Header(include, compound)
                self.lines[include] = file.read_text(encoding="utf-8").splitlines()
        self.add_entries(compounds)
        for header in self.headers.values():
            header.entries = grouped(under_aliases(header.entries))
            set_anchors(header.entries, {})
            tell_overloads_apart(header.entries)

    def parse(self, name):
        return ElementTree.parse(self.xml_folder / name).getroot()

    def add_entries(self, compounds):
        types = {}  # (include, entry) by name
        for compound in compounds:
            name = compound.findtext("compoundname")
            if compound.get("kind") in ("class", "struct", "union") and name.startswith("sat3d::"):
                types[name] = include_of(compound), self.type_entry(compound)
            elif name == "sat3d":
                for member in compound.iter("memberdef"):
                    self.headers[include_of(member)].entries.append(self.entry(member, ""))
        for name, (include, entry) in types.items():
            outer = types.get(name.rpartition("::")[0])
            (outer[1].members if outer else self.headers[include].entries).append(entry)

    def entry(self, member, scope):
        kind, line = member.get("kind"), int(member.find("location").get("line"))
        text = declaration(self.lines[include_of(member)], line, kind)
        entry = Entry(kind, [member.get("id")], scope + member.findtext("name"), line, [text], member)
        for value in member.findall("enumvalue"):
            text = " ".join(filter(None, (value.findtext("name"), value.findtext("initializer"))))
            name = f"{entry.name}::{value.findtext('name')}"
            entry.members.append(Entry("enumvalue", [value.get("id")], name, 0, [text], value))
        return entry

    def type_entry(self, compound):
        line = int(compound.find("location").get("line"))
        name = compound.findtext("compoundname").removeprefix("sat3d::")
        text = declaration(self.lines[include_of(compound)], line, "type")
        members = [self.entry(member, name + "::") for member in compound.iter("memberdef")
                   if member.get("prot") == "public"]
        return Entry(compound.get("kind"), [compound.get("id")], name, line, [text], compound, members)
