"""Lists the public API of each module from its symbol graphs, or compares it with a listing.

public_api.py GRAPHS LISTINGS [--update]
"""

import difflib
import json
import pathlib
import sys

FUNCTIONS = {"func", "func.op", "init", "method", "type.method", "subscript", "type.subscript"}


def declaration(symbol):
    text = "".join(part["spelling"] for part in symbol["declarationFragments"])
    return " ".join(text.split())


def entries(graph):
    """The public symbols of one graph, as (path, declaration, kind)."""
    for symbol in graph["symbols"]:
        if symbol["accessLevel"] not in ("public", "open"):
            continue
        # Members that a type has through a protocol are listed with the protocol.
        if "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
            continue
        kind = symbol["kind"]["identifier"].removeprefix("swift.")
        yield ".".join(symbol["pathComponents"]), declaration(symbol), kind


def listing(graphs):
    """The lines of one module: the number of functions, and then a line for each symbol."""
    found = sorted({entry for graph in graphs for entry in entries(graph)})
    count = sum(kind in FUNCTIONS for _, _, kind in found)
    lines = [f"{len(found)} symbols, {count} of them functions"]
    return lines + [f"{path}: {text}" for path, text, _ in found]


def main(graphs, listings, update):
    isSame = True
    for folder in sorted(path for path in pathlib.Path(graphs).iterdir() if path.is_dir()):
        files = sorted(folder.glob("*.symbols.json"))
        lines = listing([json.loads(file.read_text()) for file in files])
        file = pathlib.Path(listings) / f"{folder.name}.txt"
        if update:
            file.parent.mkdir(exist_ok=True)
            file.write_text("\n".join(lines) + "\n")
            continue
        known = file.read_text().splitlines() if file.exists() else []
        difference = list(
            difflib.unified_diff(known, lines, str(file), "the sources", n=0, lineterm="")
        )
        isSame = isSame and not difference
        print("\n".join(difference) if difference else f"{folder.name}: {lines[0]}, as listed")
    if not isSame:
        sys.exit("The public API differs from its listing. If that is intended: .ci/api --update")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], "--update" in sys.argv[3:])
