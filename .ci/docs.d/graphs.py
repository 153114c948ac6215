# SPDX-License-Identifier: MIT
"""Prepares the symbol graphs that the compiler has written.

Usage:
  graphs.py split GRAPHS FOLDER...    puts those of each module into a folder of its own
  graphs.py shorten GRAPHS FOLDER     copies those of the site, without the places of calls
"""

import json
import re
import shutil
import sys
from pathlib import Path

# These re-export Runnel, whose symbols have their own pages.
REEXPORTING = ("RunnelUDF", "RunnelUDF24")
# The others have no public API.
PRIVATE = ("RunnelPlugin", "RunnelShrinking", "RunnelText")
# RunnelUDF24 has the same pages as RunnelUDF.
WITHOUT_PAGES = "RunnelUDF24"

PLACE = r"(?:file|fileID|filePath|line|column): (?:StaticString|UInt)(?: = #\w+)?"
PLACES = re.compile(rf"(?<=\(){PLACE}(?:,\s*{PLACE})*(?:,\s*)?|,\s*{PLACE}")
NAMED = re.compile(r"(?:file:|fileID:filePath:)line:(?:column:)?")


def read(file: Path) -> dict:
    return json.loads(file.read_text(encoding="utf-8"))


def write(file: Path, value: object) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def own_symbols(graph: dict, module: str) -> tuple[dict, dict]:
    """Returns the graph of a module's own types, and the graph of the members that it adds to others.

    A module that re-exports another one repeats all symbols of that one.
    """
    folder = f"/Sources/{module}/"
    declared = [one for one in graph["symbols"] if folder in one.get("location", {}).get("uri", "")]
    # The members of a type alias belong to a type of the other module.
    tops = [one for one in declared if len(one["pathComponents"]) == 1]
    names = {one["pathComponents"][0] for one in tops if one["kind"]["identifier"] != "swift.typealias"}

    def part(is_own: bool) -> dict:
        symbols = [one for one in declared if is_own == (len(path := one["pathComponents"]) == 1 or path[0] in names)]
        known = {one["identifier"]["precise"] for one in symbols}
        links = [link for link in graph["relationships"] if link["source"] in known]
        return {**graph, "symbols": symbols, "relationships": links}

    return part(True), part(False)


def split(graphs: str, *folders: str) -> None:
    shutil.rmtree(graphs, ignore_errors=True)
    for module in sorted(path.name for path in Path("Sources").iterdir() if path.name not in PRIVATE):
        files = [file for folder in folders for file in Path(folder).glob(f"{module}[.@]*symbols.json")]
        target = Path(graphs, module)
        target.mkdir(parents=True)
        if module in REEXPORTING:
            [file] = [file for file in files if file.name == f"{module}.symbols.json"]
            own, added = own_symbols(read(file), module)
            if not own["symbols"] and not added["symbols"]:
                sys.exit(f"{module} declares no symbol")
            write(target / file.name, own)
            write(target / f"{module}@Runnel.symbols.json", added)
        elif not files:
            sys.exit(f"{module} has no symbol graph")
        else:
            for file in files:
                shutil.copy(file, target)


def shortened(fragments: list[dict]) -> list[dict]:
    """Returns the parts of a declaration without the parameters for the place of a call."""
    text = "".join(part["spelling"] for part in fragments)
    text = PLACES.sub(lambda match: "\0" * len(match[0]), text)
    rest, position = [], 0
    for part in fragments:
        end = position + len(part["spelling"])
        if spelling := text[position:end].replace("\0", ""):
            rest.append({**part, "spelling": spelling})
        position = end
    return rest


def shorten(graphs: str, folder: str) -> None:
    """Leaves the place of a call out of what the site shows of a function, which every other one has: file and line.

    The paths of the symbols stay, so links in the sources are spelled as the compiler spells the functions.
    """
    shutil.rmtree(folder, ignore_errors=True)
    Path(folder).mkdir(parents=True)
    count = 0
    for file in Path(graphs).glob("*/*.json"):
        if file.parent.name == WITHOUT_PAGES:
            continue
        graph = read(file)
        for symbol in graph["symbols"]:
            fragments = symbol["declarationFragments"]
            symbol["declarationFragments"] = shortened(fragments)
            if symbol["declarationFragments"] != fragments:
                count += 1
                names = symbol["names"]
                names["title"] = NAMED.sub("", names["title"])
                names["subHeading"] = shortened(names["subHeading"])
        write(Path(folder, file.name), graph)
    if not count:
        sys.exit(f"no function of {graphs} takes the place of its call")


if __name__ == "__main__":
    {"split": split, "shorten": shorten}[sys.argv[1]](*sys.argv[2:])
