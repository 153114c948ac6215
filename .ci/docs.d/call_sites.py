# SPDX-License-Identifier: MIT
"""Leaves the place of a call out of what the site shows of a function, which every other one has: file and line.

The paths of the symbols stay, so links in the sources are spelled as the compiler spells the functions.

Usage: call_sites.py GRAPHS
"""

import json
import re
import sys
from pathlib import Path

PLACE = r"(?:file|fileID|filePath|line|column): (?:StaticString|UInt)(?: = #\w+)?"
DECLARED = re.compile(rf",\s*{PLACE}|(?<=\(){PLACE}(?:,\s*)?")
NAMED = re.compile(r"(?:file:|fileID:filePath:)line:(?:column:)?")


def shorten(fragments: list[dict]) -> list[dict]:
    """Returns the parts of a declaration without these parameters."""
    # Once more for those that have become the first one.
    while match := DECLARED.search("".join(part["spelling"] for part in fragments)):
        rest, position = [], 0
        for part in fragments:
            spelling = part["spelling"]
            before = spelling[: max(0, match.start() - position)]
            after = spelling[max(0, match.end() - position) :]
            if match.start() >= position + len(spelling) or match.end() <= position:
                rest.append(part)
            elif before or after:
                rest.append({**part, "spelling": before + after})
            position += len(spelling)
        fragments = rest
    return fragments


def main(graphs: str) -> None:
    count = 0
    for file in Path(graphs).glob("*.json"):
        graph = json.loads(file.read_text(encoding="utf-8"))
        for symbol in graph["symbols"]:
            fragments = symbol["declarationFragments"]
            symbol["declarationFragments"] = shorten(fragments)
            if symbol["declarationFragments"] == fragments:
                continue
            count += 1
            names = symbol["names"]
            names["title"] = NAMED.sub("", names["title"])
            names["subHeading"] = shorten(names["subHeading"])
        file.write_text(json.dumps(graph), encoding="utf-8")
    if not count:
        sys.exit(f"no function of {graphs} takes the place of its call")


if __name__ == "__main__":
    main(*sys.argv[1:])
