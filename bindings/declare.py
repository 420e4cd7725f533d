#!/usr/bin/env python3
"""Writes the declarations of sat3d.h for another language, from the header itself.

usage: python3 bindings/declare.py rust|csharp [plane] [double] > sat3d.rs    needs python3-pycparser
       python3 bindings/declare.py layout > layout.mjs                  where WebAssembly has the members of its structs

plane, double: of libsat3d_c_plane, libsat3d_c_double or libsat3d_c_plane_double.
"""

import pathlib
import re
import sys

from pycparser import c_ast, c_parser

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "python" / "sat3d"))
from _header import declarations as declarations_of  # noqa: E402

HEADER = HERE / "c" / "include" / "sat3d.h"
MACROS = {"plane": "S3_PLANE", "double": "S3_DOUBLE"}  # of the libraries besides the first one
# C, Rust, C#. A bool is a byte in C#, because its own has four in structures.
BASIC = {"void": ("c_void", "void"), "char": ("c_char", "byte"), "bool": ("bool", "byte"), "float": ("f32", "float"),
         "double": ("f64", "double"), "int32_t": ("i32", "int"), "uint8_t": ("u8", "byte"), "uint16_t": ("u16", "ushort"),
         "uint32_t": ("u32", "uint"), "int64_t": ("i64", "long"), "uint64_t": ("u64", "ulong"),
         "size_t": ("usize", "UIntPtr"), "uintptr_t": ("usize", "UIntPtr")}
NOTE = "Written by bindings/declare.py from sat3d.h, which has the comments."


def parsed(header, macros):
    """Returns the declarations of the header, in order."""
    text = declarations_of(header, macros)
    known = "".join(f"typedef int {name};" for name in BASIC if name not in ("void", "char", "float", "double"))
    return [node for node in c_parser.CParser().parse(known + text).ext if getattr(node, "name", None) not in BASIC]


class Language:
    """What differs: the forms of types and declarations."""
    library = "sat3d_c"  # to link

    def name(self, node):
        """Returns the C name of a plain type."""
        return node.type.names[0] if isinstance(node.type, c_ast.IdentifierType) else node.type.name

    def basic(self, name):
        return BASIC[name][self.column] if name in BASIC else name

    def type(self, node):
        if isinstance(node, (c_ast.PtrDecl, c_ast.ArrayDecl)):  # an array of a parameter is a pointer, too
            return self.pointer(self.type(node.type), "const" in getattr(node.type, "quals", []))
        return self.basic(self.name(node))

    def fields(self, struct):
        """Yields name, type and the number of elements, or None, of each member."""
        for member in struct.decls:
            array = member.type if isinstance(member.type, c_ast.ArrayDecl) else None
            yield member.name, self.type(array.type if array else member.type), int(array.dim.value) if array else None

    def constants(self, enum):
        for item in enum.values.enumerators:
            shift = isinstance(item.value, c_ast.BinaryOp)
            yield item.name, (int(item.value.left.value.rstrip("uU"), 0) << int(item.value.right.value, 0) if shift
                              else int(item.value.value.rstrip("uU"), 0))

    def declaration(self, node):
        if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl):
            parameters = [p for p in node.type.args.params if p.name]  # (void) has none
            return self.function(node.name, self.type(node.type.type), [(p.name, self.type(p.type)) for p in parameters])
        if isinstance(node, c_ast.Decl):  # an enumeration without a name
            return "".join(self.constant(name, "int32_t", value) for name, value in self.constants(node.type))
        kind = node.type.type
        if isinstance(kind, c_ast.FuncDecl):  # a pointer to a function
            return self.callback(node.name, self.type(kind.type),
                                 [(p.name, self.type(p.type)) for p in kind.args.params])
        if isinstance(kind, c_ast.Enum):
            return self.alias(node.name, "uint32_t") + "".join(self.constant(name, "uint32_t", value)
                                                               for name, value in self.constants(kind))
        if isinstance(kind, c_ast.Struct):
            return self.struct(node.name, list(self.fields(kind)) if kind.decls else None)
        return self.alias(node.name, kind.names[0])


class Rust(Language):
    column = 0

    def pointer(self, target, is_const):
        return f"*{'const' if is_const else 'mut'} {target}"

    def function(self, name, result, parameters):
        arguments = ", ".join(f"{name}: {kind}" for name, kind in parameters)
        return f"    pub fn {name}({arguments}){'' if result == 'c_void' else ' -> ' + result};\n"

    def callback(self, name, result, parameters):
        arguments = ", ".join(f"{name}: {kind}" for name, kind in parameters)
        return (f"pub type {name} = Option<unsafe extern \"C\" fn({arguments})"
                f"{'' if result == 'c_void' else ' -> ' + result}>;\n")

    def constant(self, name, kind, value):
        return f"pub const {name}: {self.basic(kind)} = {value:#x};\n"

    def alias(self, name, kind):
        return f"pub type {name} = {self.basic(kind)};\n"

    def struct(self, name, fields):
        if fields is None:
            return f"#[repr(C)]\npub struct {name} {{\n    _private: [u8; 0],\n}}\n"
        body = "".join(f"    pub {name}: {f'[{kind}; {count}]' if count else kind},\n" for name, kind, count in fields)
        return f"#[repr(C)]\n#[derive(Clone, Copy)]\npub struct {name} {{\n{body}}}\n"

    def file(self, types, functions):
        return (f"// {NOTE}\n#![allow(dead_code, non_camel_case_types)]\n\nuse std::os::raw::{{c_char, c_void}};\n\n"
                f"{types}\n#[link(name = \"{self.library}\")]\nextern \"C\" {{\n{functions}}}\n")


class CSharp(Language):
    column = 1
    aliases = {}

    def basic(self, name):
        return self.aliases.get(name) or super().basic(name)

    def pointer(self, target, is_const):
        return f"{target}*"

    def function(self, name, result, parameters):
        arguments = ", ".join(f"{kind} {name if name != 'object' else '@object'}" for name, kind in parameters)
        return f"    [DllImport(\"{self.library}\")]\n    public static extern {result} {name}({arguments});\n"

    def callback(self, name, result, parameters):
        """Marshal.GetFunctionPointerForDelegate() makes the address of one of these."""
        arguments = ", ".join(f"{kind} {name}" for name, kind in parameters)
        self.aliases[name] = "IntPtr"
        return (f"    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]\n"
                f"    public delegate {result} {name}({arguments});\n")

    def constant(self, name, kind, value):
        return f"    public const {self.basic(kind)} {name} = {value:#x};\n"

    def alias(self, name, kind):
        self.aliases[name] = self.basic(kind)
        return ""

    def struct(self, name, fields):
        body = ""
        for field, kind, count in fields or []:
            field = "@" + field if field in ("object", "base", "event") else field
            is_plain = kind in ("float", "double", "uint", "byte", "int", "ulong")
            if count and is_plain:
                body += f"        public fixed {kind} {field}[{count}];\n"
            else:  # other arrays are members one by one
                names = [field] if not count else [f"{field}{k}" for k in range(count)]
                body += f"        public {kind} {', '.join(names)};\n"
        return f"    [StructLayout(LayoutKind.Sequential)]\n    public struct {name} {{\n{body}    }}\n"

    def file(self, types, functions):
        return (f"// {NOTE}\nusing System;\nusing System.Runtime.InteropServices;\n\npublic static unsafe class Sat3d {{\n"
                f"{types}\n{functions}}}\n")


class Layout(Language):
    """Sizes and places of structs in WebAssembly with 32-bit addresses, for JavaScript."""
    column = 0
    sizes = {"bool": 1, "u8": 1, "u16": 2, "u32": 4, "i32": 4, "f32": 4, "address": 4, "u64": 8, "i64": 8, "f64": 8}

    def __init__(self):
        self.aliases, self.structs = {}, {}  # of structs: size, alignment

    def basic(self, name):
        if name in BASIC:
            return {"usize": "u32", "c_char": "u8"}.get(BASIC[name][0], BASIC[name][0])
        return self.aliases.get(name, name)

    def pointer(self, target, is_const):
        return "address"

    def function(self, name, result, parameters):
        return ""

    def callback(self, name, result, parameters):
        return self.alias(name, "address")

    def constant(self, name, kind, value):
        return ""

    def alias(self, name, kind):
        self.aliases[name] = self.basic(kind)
        return ""

    def struct(self, name, fields):
        if fields is None:
            return ""
        at, largest, members = 0, 1, []
        for field, kind, count in fields:
            size, alignment = self.structs.get(kind) or (self.sizes[kind],) * 2
            at = (at + alignment - 1) // alignment * alignment
            camel = re.sub(r"_(.)", lambda match: match[1].upper(), field)
            members.append(f"['{camel}', {at}, '{kind}'" + (f", {count}]" if count else "]"))
            at, largest = at + size * (count or 1), max(largest, alignment)
        size = (at + largest - 1) // largest * largest
        self.structs[name] = (size, largest)
        return f"    {name}: {{size: {size}, members: [{', '.join(members)}]}},\n"

    def file(self, types, functions):
        return f"// {NOTE}\n// Members: name, place in bytes, kind, and the length of an array.\nexport const LAYOUT = {{\n{types}}};\n"


def declarations(language, variants):
    nodes = parsed(HEADER.read_text(encoding="utf-8"), [MACROS[variant] for variant in variants])
    language.library += "".join("_" + variant for variant in variants)
    is_function = [isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl) for node in nodes]
    types = "".join(language.declaration(node) for node, is_one in zip(nodes, is_function) if not is_one)
    functions = "".join(language.declaration(node) for node, is_one in zip(nodes, is_function) if is_one)
    return language.file(types, functions)


if __name__ == "__main__":
    languages = {"rust": Rust, "csharp": CSharp, "layout": Layout}
    if len(sys.argv) < 2 or sys.argv[1] not in languages or sys.argv[2:] not in ([], ["plane"], ["double"], ["plane", "double"]):
        sys.exit(__doc__)
    sys.stdout.write(declarations(languages[sys.argv[1]](), sys.argv[2:]))
