# SPDX-License-Identifier: MIT
"""Keeps only the symbols of a symbol graph that a module declares itself.

A module that re-exports another one repeats all symbols of that one.

Usage: own_symbols.py GRAPH MODULE
"""

import json
import sys

path, module = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    graph = json.load(file)
folder = f"/Sources/{module}/"
graph["symbols"] = [
    symbol
    for symbol in graph["symbols"]
    if folder in symbol.get("location", {}).get("uri", "")
]
if not graph["symbols"]:
    sys.exit(f"{path}: no symbol is declared in {folder}")
own = {symbol["identifier"]["precise"] for symbol in graph["symbols"]}
graph["relationships"] = [link for link in graph["relationships"] if link["source"] in own]
with open(path, "w", encoding="utf-8") as file:
    json.dump(graph, file)
