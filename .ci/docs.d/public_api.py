# SPDX-License-Identifier: MIT
"""Lists the public API of each module from its symbol graphs, or compares it with a listing.

A line begins with a type, and has its declaration and its short members. More of them follow on indented lines, and then
each other member on a line. What belongs to no type is listed like members of the module.

Usage: public_api.py GRAPHS LISTINGS [--update]
"""

import difflib
import json
import sys
from itertools import groupby
from pathlib import Path

TYPES = {"swift.struct", "swift.class", "swift.enum", "swift.protocol"}
SHORT = 80
WIDTH = 400
SEPARATOR = " · "
# The parameters for the place of a call are written as their names.
PLACES = {
    "fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column":
        "fileID, filePath, line, column",
    "file: StaticString = #fileID, line: UInt = #line": "file, line",
}  # fmt: skip


def listing(module: str, graphs: list[dict]) -> list[str]:
    """Returns the lines of a module."""
    found: set[tuple[str, bool, str, str]] = set()
    for symbol in (symbol for graph in graphs for symbol in graph["symbols"]):
        # Members that a type has through a protocol are listed with the protocol.
        if symbol["accessLevel"] not in ("public", "open") or "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
            continue
        path = symbol["pathComponents"]
        is_member = symbol["kind"]["identifier"] not in TYPES
        owner = ".".join(path[:-1] if is_member else path) or module
        declaration = " ".join("".join(part["spelling"] for part in symbol["declarationFragments"]).split())
        for place, names in PLACES.items():
            declaration = declaration.replace(place, names)
        found.add((owner, is_member, path[-1], declaration))
    lines = []
    for owner, entries in groupby(sorted(found), key=lambda entry: entry[0]):
        shared, separate = [f"{owner}:"], []
        for _, is_member, _, declaration in entries:
            if is_member and len(declaration) > SHORT:
                separate.append(f"  {declaration}")
            elif len(shared[-1]) + len(declaration) > WIDTH:
                shared.append(f"  {declaration}")
            else:
                shared[-1] += (" " if shared[-1].endswith(":") else SEPARATOR) + declaration
        lines += shared + separate
    return lines


def declarations(lines: list[str]) -> list[str]:
    """Returns the declarations of a listing, each with its type."""
    found, owner = [], ""
    for line in lines:
        if not line.startswith("  "):
            owner, _, line = line.partition(":")
        found += [f"{owner}: {text}" for text in line.strip().split(SEPARATOR) if text]
    return found


def main(graphs: str, listings: str, is_update: bool) -> None:
    is_same = True
    for folder in sorted(path for path in Path(graphs).iterdir() if path.is_dir()):
        files = folder.glob("*.symbols.json")
        sources = listing(folder.name, [json.loads(file.read_text(encoding="utf-8")) for file in files])
        file = Path(listings, f"{folder.name}.txt")
        if is_update:
            file.write_text("\n".join(sources) + "\n", encoding="utf-8")
        listed = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        before, after = declarations(listed), declarations(sources)
        difference = difflib.unified_diff(before, after, str(file), "the sources", n=0, lineterm="")
        print("\n".join(difference) or f"{folder.name}: {len(after)} symbols, as listed")
        is_same = is_same and listed == sources
    if not is_same:
        sys.exit("The public API differs from its listing. If that is intended: .ci/api --update")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], "--update" in sys.argv[3:])
