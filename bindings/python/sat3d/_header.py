"""Reads sat3d.h: what a C compiler sees of it with some macros."""

import re


def declarations(header, macros=()):
    """Returns the declarations of a header without comments, directives and S3_API.

    macros: those that are defined, such as S3_DOUBLE or S3_PLANE.
    """
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    lines, taken = [], []  # of each open #if: whether this branch is read, and whether any was before it
    for line in text.splitlines():
        directive = re.match(r"#(ifdef|ifndef|if|elif|else|endif)\b(.*)", line)
        if directive is None:
            if not line.startswith("#") and all(is_read for is_read, _ in taken):
                lines.append(line.replace("S3_API ", ""))
            continue
        kind, condition = directive.groups()
        holds = all(name in macros for name in re.findall(r"[A-Za-z_]\w+", condition.replace("defined", "")))
        if kind in ("ifdef", "ifndef", "if"):
            taken.append((holds != (kind == "ifndef"), False))
        elif kind == "endif":
            taken.pop()
        else:
            before = any(taken.pop())
            taken.append((not before and (kind == "else" or holds), before))
    return "\n".join(lines)
