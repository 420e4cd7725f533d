#!/usr/bin/env python3
"""Writes the results of a run of scripts/benchmark.sh into the tables of docs/lab_book.md.

    scripts/performance_tables.py                                   build/release/*.json into docs/lab_book.md
    scripts/performance_tables.py --results FOLDER --page FILE      other inputs and outputs

The first row identifies a table, and the first cell of a row its results. Cells without a result in the run stay
unchanged and are listed. The text around the tables names the machine; people must keep it true.
"""
import argparse
import json
import math
import pathlib
import re
import sys

EXIT_UNKNOWN = 3


def ratio(value):
    """Returns a ratio with two digits, as in the tables."""
    value = float(f"{value:.1e}")
    return f"{value:.0f}" if value >= 10 else f"{value:.{max(1, 1 - math.floor(math.log10(value)))}f}"


def error(value):
    return f"{value:.1e}"


def accuracy_of(judged, column, queries):
    """Returns a cell of a table of errors. `queries` follows the number of false answers."""
    if not judged:
        raise KeyError(column)
    if column == "false hits / misses":
        return " / ".join(f"{sum(each[key] for each in judged):.0f}" for key in ("falseHits", "falseMisses")) + queries
    if column == "error, worst":
        return error(max(each["worst"] for each in judged))
    weights = [each.get("judged", 1) for each in judged]
    return error(sum(each["mean"] * weight for each, weight in zip(judged, weights)) / sum(weights))


class Hulls:
    """Results of narrowphase_benchmark."""

    WORKLOADS = 8  # the sums of the page need all of them
    CONTENDERS = {
        "`penetration`": "sat3d", "`collide`": "sat3d manifold",
        "`overlaps`": "sat3d overlaps", "projection SAT, in double": "projection SAT",
        "Bullet box against box": "Bullet box-box", "ODE box against box": "ODE box-box",
        "Bullet dispatcher": "Bullet dispatcher", "Bullet dispatcher, clipping": "Bullet clipping",
        "Box3D": "Box3D manifold", "Jolt": "Jolt manifold", "Jolt, defaults": "Jolt defaults",
        "Bullet GJK+EPA": "Bullet GJK+EPA", "FCL": "FCL", "libccd GJK+EPA": "libccd GJK+EPA",
    }

    def __init__(self, figures):
        self.sections = {}
        self.workloads = {workload["name"]: workload for workload in figures["workloads"]}
        for workload in figures["workloads"]:
            for section in workload["sections"]:
                self.sections[section["mode"], workload["name"]] = section

    @staticmethod
    def named(entries, name):
        return next((entry for entry in entries if entry["name"] == name), None)

    def times_faster(self, mode, row, column):
        hit = self.named(self.sections[mode, column]["hits"], self.CONTENDERS[row])
        return ratio(hit["timesFaster"]) if hit else "-"

    def times_of_collide(self, row, column):
        """Returns a contender's time divided by that of `collide`. The row is its name and a list, or *overlapping*."""
        contender, regime = row.rsplit(", ", 1)
        theirs, ours = self.CONTENDERS[contender], "sat3d manifold"
        if not any(self.named(section["hits"], theirs) for section in self.sections.values()):
            raise KeyError(contender)
        section = self.sections["cold", column]
        entries = section["hits"] if regime == "overlapping" else self.named(section["lists"], regime)["contenders"]
        entry = self.named(entries, theirs)
        return ratio(self.named(entries, ours)["timesFaster"] / entry["timesFaster"]) if entry else "-"

    def nanoseconds(self, row, column):
        """Returns a cell. The row names a contender, a mode and a list; without a contender, it is `penetration`."""
        *name, mode, regime = row.strip("*").split(", ")
        contender = self.CONTENDERS[", ".join(name)] if name else "sat3d"
        entries = self.named(self.sections[mode, column]["lists"], regime.split()[0])["contenders"]
        entry = self.named(entries, contender)
        return f"{entry['ns']:.0f}" if entry else "-"

    def bytes(self, row, column):
        workload = self.workloads[column]
        if row == "vertices":
            least, most = workload["leastVertices"], workload["mostVertices"]
            return f"{least}" if least == most else f"{least} to {most}"
        return f"{workload[{'all': 'bytesPerHull', 'of it read by the kernels': 'kernelBytesPerHull'}[row]]:.0f}"

    def accuracy(self, row, column):
        judged = [
            entry["accuracy"] for (mode, _), section in self.sections.items() if mode == "cold"
            for regime in section["lists"] for entry in regime["contenders"]
            if entry["name"] == self.CONTENDERS[row] and "accuracy" in entry
        ]
        if len(self.workloads) < self.WORKLOADS or not judged:
            raise KeyError(row)
        total = {key: sum(each[key] for each in judged) for key in ("falsePositives", "falseNegatives", "notMinimal", "pushes")}
        if column == "false hits / misses":
            return f"{total['falsePositives']} / {total['falseNegatives']}"
        if column == "depth error, worst":
            return error(max(each["worstDepthError"] for each in judged))
        if column == "mean":
            return error(sum(each["meanDepthError"] * each["pushes"] for each in judged) / total["pushes"])
        return f"{total['notMinimal']} of {total['pushes']}"


class Verbs:
    """Results of verbs_benchmark."""

    WORKLOADS = 7

    def __init__(self, figures):
        self.entries = {}
        for section in figures["sections"]:
            for entry in section["contenders"]:
                self.entries[section["verb"], section["workload"], section["list"], entry["name"]] = entry

    def figure(self, verb, row, column):
        words = row.split(", ")
        contender = words[0]
        regime = words[-1] if words[-1] in ("far", "near") else next(
            key[2] for key in self.entries if key[0] == verb)
        entry = self.entries[verb, column, regime, contender]
        return f"{entry['ns']:.0f}" if contender == "sat3d" else ratio(entry["timesSlower"])

    def accuracy(self, row, column):
        verb, contender = row.split(", ")
        judged = [entry["accuracy"] for key, entry in self.entries.items() if key[0] == verb and key[3] == contender]
        if len({key[1] for key in self.entries}) < self.WORKLOADS:
            raise KeyError(row)
        return accuracy_of(judged, column, f" of {sum(each['judged'] for each in judged)}" if contender == "sat3d" else "")


class Shapes:
    """Results of shape_pairs_benchmark, by verb/shapes/contender."""

    QUERIES = 1000  # queries of each benchmark

    def __init__(self, figures):
        self.entries = {tuple(entry["name"].split("/")): entry for entry in figures["benchmarks"]}

    def figure(self, verb, row, column):
        shapes, contender = column.replace(", ", "_"), re.split("[, ]", row)[0]
        time = self.entries[verb, shapes, contender]["cpu_time"]
        ours = self.entries[verb, shapes, "sat3d"]["cpu_time"]
        return f"{time:.0f}" if contender == "sat3d" else ratio(time / ours)

    def accuracy(self, row, column):
        verb, contender = re.match(r"(\w+), (\w+)", row).groups()
        judged = [entry for key, entry in self.entries.items() if key[0] == verb and key[2] == contender]
        return accuracy_of(judged, column, f" of {self.QUERIES * len(judged)}" if contender == "sat3d" else "")


class Surfaces:
    """Results of surfaces_benchmark, by verb/body/contender, in microseconds."""

    ROWS = {
        "`collide`": ("contacts", "sat3d"), "Bullet, contacts": ("contacts", "Bullet"), "`raycast`": ("ray", "sat3d"),
        "Bullet, ray": ("ray", "Bullet"), "`sweep`, linear, 2 m": ("sweep", "sat3d"),
        "Bullet, convex sweep": ("sweep", "Bullet"), "`sweep`, rotating by a radian": ("turning", "sat3d"),
    }

    def __init__(self, figures):
        self.times = {entry["name"]: entry["cpu_time"] * 1e-3 for entry in figures["benchmarks"]}

    def figure(self, row, column):
        verb, contender = self.ROWS[row]
        body, surface = column.split(", ")
        if surface == "height field" and contender == "Bullet":
            return ""
        kind = "_field" if surface == "height field" else ""
        return ratio(self.times[f"{verb}/{ {'box': 'box', 'hull': 'hull24'}[body]}/{contender}{kind}"])


class BroadPhase:
    """Results of broadphase_benchmark, by workload/case/contender. With repetitions, medians."""

    def __init__(self, figures):
        self.times = {}
        for entry in figures["benchmarks"]:
            if entry.get("aggregate_name", "median") == "median":
                self.times[entry["run_name"]] = entry["cpu_time"]

    def figure(self, row, column):
        contender, _, workload = row.partition(", ")
        case = f"{workload}/{column.replace(',', '')}"
        time, ours = (self.times[f"{case}/{name}"] for name in (contender, "sat3d"))
        return ratio(time) if contender == "sat3d" else ratio(time / ours)


def figures_for(table, hulls, verbs, shapes, surfaces, broad_phase=None):
    """Returns a function of (row, column) that fills a table's cells, or None for a table of another benchmark."""
    header, rows = table
    first, columns = header[0], header[1:]
    of_hulls = "box_box" in columns
    if hulls and first in ("cold", "warm"):
        return lambda row, column: hulls.times_faster(first, row, column)
    if hulls and first == "times `collide`, cold":
        return hulls.times_of_collide
    if hulls and of_hulls and not first:
        return hulls.bytes if rows[0] == "vertices" else hulls.nanoseconds
    if hulls and "depth error, worst" in columns:
        return hulls.accuracy
    if verbs and of_hulls and first in ("distance", "ray", "sweep"):
        return lambda row, column: verbs.figure(first, row, column)
    if verbs and "error, worst" in columns and rows[0].startswith("distance"):
        return verbs.accuracy
    if shapes and not of_hulls and first in ("penetration", "distance", "sweep", "ray"):
        return lambda row, column: shapes.figure(first, row, column)
    if shapes and "error, worst" in columns and rows[0].startswith("penetration"):
        return shapes.accuracy
    if surfaces and "box, mesh" in columns:
        return surfaces.figure
    if broad_phase and first in ("us per step", "ns per ray"):
        return broad_phase.figure
    return None


def cells_of(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []


def plain(cell):
    return cell.replace("**", "")


def fill(lines, *figures):
    """Returns the new lines, and a list of the cells without a result."""
    result, missing = list(lines), []
    start = 0
    while start < len(lines):
        header = cells_of(lines[start])
        end = start + 1
        while header and end < len(lines) and lines[end].startswith("|"):
            end += 1
        if end - start > 2:
            rows = [plain(cells_of(line)[0]) for line in lines[start + 2:end]]
            figure = figures_for((header, rows), *figures)
            for number in range(start + 2, end) if figure else ():
                cells = cells_of(lines[number])
                for i in range(1, len(cells)):
                    try:
                        text = figure(plain(cells[0]), header[i])
                    except (LookupError, StopIteration):
                        missing.append(f"{plain(cells[0])}, {header[i]}")
                        continue
                    cells[i] = re.sub(r"^(\**).*?(\**)$", lambda bold: bold[1] + text + bold[2], cells[i])
                result[number] = "| " + " | ".join(cells) + " |"
        start = end
    return result, missing


def read(folder, name, kind):
    path = folder / f"{name}.json"
    try:
        return kind(json.loads(path.read_text()))
    except FileNotFoundError:
        print(f"no file {path}: its tables stay unchanged", file=sys.stderr)
    except (ValueError, LookupError, TypeError, AttributeError) as problem:
        print(f"{path} is not a result of scripts/benchmark.sh ({problem!r}): its tables stay unchanged", file=sys.stderr)
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=pathlib.Path, default="build/release", metavar="FOLDER")
    parser.add_argument("--page", type=pathlib.Path, default="docs/lab_book.md", metavar="FILE")
    options = parser.parse_args()
    runs = {"narrowphase": Hulls, "verbs": Verbs, "shape_pairs": Shapes, "surfaces": Surfaces, "broadphase": BroadPhase}
    figures = [read(options.results, name, kind) for name, kind in runs.items()]
    if not any(figures):
        parser.error(f"no results in {options.results}: run scripts/benchmark.sh first")
    if not options.page.is_file():
        parser.error(f"no page {options.page}")
    lines, missing = fill(options.page.read_text().splitlines(), *figures)
    options.page.write_text("\n".join(lines) + "\n")
    for cell in missing:
        print(f"no result for {cell}", file=sys.stderr)
    return EXIT_UNKNOWN if missing else 0


if __name__ == "__main__":
    sys.exit(main())
