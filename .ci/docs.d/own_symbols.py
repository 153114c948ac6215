# SPDX-License-Identifier: MIT
"""Keeps only the symbols of a symbol graph that a module declares itself.

A module that re-exports another one repeats all symbols of that one. Members that it adds to types of the other
module go to a graph of their own, as for a module that doesn't re-export.

Usage: own_symbols.py GRAPHS MODULE REEXPORTED
"""

import json
import sys
from pathlib import Path


def split(graph: dict, module: str) -> tuple[dict, dict]:
    """Returns the graph of the module's own types, and the graph of the members that it adds to others."""
    folder = f"/Sources/{module}/"
    declared = [one for one in graph["symbols"] if folder in one.get("location", {}).get("uri", "")]
    names = {one["pathComponents"][0] for one in declared if len(one["pathComponents"]) == 1}
    own = [one for one in declared if one["pathComponents"][0] in names]
    added = [one for one in declared if one["pathComponents"][0] not in names]

    def part(symbols: list[dict]) -> dict:
        known = {one["identifier"]["precise"] for one in symbols}
        links = [link for link in graph["relationships"] if link["source"] in known]
        return {**graph, "symbols": symbols, "relationships": links}

    return part(own), part(added)


def main(graphs: str, module: str, reexported: str) -> None:
    path = Path(graphs, f"{module}.symbols.json")
    own, added = split(json.loads(path.read_text(encoding="utf-8")), module)
    if not own["symbols"] and not added["symbols"]:
        sys.exit(f"{path}: {module} declares no symbol")
    path.write_text(json.dumps(own), encoding="utf-8")
    Path(graphs, f"{module}@{reexported}.symbols.json").write_text(json.dumps(added), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
