# SPDX-License-Identifier: MIT
"""Keeps the direction of the core's layers, and reports how the files are laid out.

    public folders  ->  Engine  ->  Support

Refused are:
  - a type of Engine named in Support;
  - a public generic type of the public folders (such as `Store`) named in Engine or Support.

The types are those that the sources declare at the top level. Nested types are left out: code outside
their type names that type, too. Members (`.Store`), comments, strings, and names that the file or
Support itself declares don't count.

Reported, but not refused: files that neither declare nor extend the type of their name, and the
longest file.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

import swift_source

DECLARATION = re.compile(
    r"(?P<modifiers>(?:(?:@\w+(?:\([^)]*\))?|public|open|package|internal|fileprivate|private|final|indirect|"
    r"nonisolated(?:\(unsafe\))?|distributed)\s+)*)"
    r"\b(?P<kind>struct|class|enum|protocol|actor|typealias)\s+(?P<name>[A-Z]\w*)\s*(?P<generic><)?"
)
PARAMETERS = re.compile(
    r"\b(?:func\s+(?:\w+|[^\s\w(<]+)|init[?!]?|subscript|(?:struct|class|enum|protocol|actor|typealias)\s+\w+)"
    r"\s*<([^<>()]*)>"
)
ALIAS = re.compile(r"^(?:public |package )?typealias (\w+)(?:<[^=]*>)? = (\w+)<", re.MULTILINE)
ASSOCIATED = re.compile(r"\bassociatedtype\s+(\w+)")


@dataclass
class Declaration:
    name: str
    is_public_generic: bool
    is_private: bool


@dataclass
class Source:
    path: Path
    code: str

    def __init__(self, path):
        self.path = path
        self.code = swift_source.code(path.read_text())

    def top_level(self):
        """Returns the types declared outside of other types, extensions and functions."""
        depths = _depths(self.code)
        for match in DECLARATION.finditer(self.code):
            if depths[match.start("kind")] > 0 or self.code[match.start("kind") - 1] == ".":
                continue
            modifiers = match["modifiers"].split()
            yield Declaration(
                match["name"],
                # A protocol with a primary associated type is a constraint, and not a generic type.
                is_public_generic=bool(match["generic"])
                and match["kind"] != "protocol"
                and ("public" in modifiers or "open" in modifiers),
                is_private="private" in modifiers or "fileprivate" in modifiers,
            )

    def own_names(self):
        """Returns the names that mean something of this file: nested types and generic parameters."""
        names = {match["name"] for match in DECLARATION.finditer(self.code)}
        names.update(ASSOCIATED.findall(self.code))
        for parameters in PARAMETERS.findall(self.code):
            names.update(re.findall(r"(?:^|,)\s*(?:each\s+)?(\w+)", parameters))
        return names

    def uses(self, names):
        """Returns line and name for each use of one of the names as a type."""
        names = sorted(names - self.own_names())
        if not names:
            return
        pattern = re.compile(r"(?:\bRunnel\.|(?<![\w.]))(" + "|".join(names) + r")(?!\w)")
        for match in pattern.finditer(self.code):
            yield self.code.count("\n", 0, match.start()) + 1, match.group(1)


def _depths(code):
    """Returns the depth of braces at each offset."""
    depth, depths = 0, []
    for character in code:
        if character == "}":
            depth -= 1
        depths.append(depth)
        if character == "{":
            depth += 1
    return depths


def swift_files(folder):
    """Returns the Swift files of a folder. Those of a catalog are shown by tutorials, and belong to no module."""
    return [path for path in sorted(folder.rglob("*.swift")) if ".docc/" not in path.as_posix()]


def sources(folder):
    return [Source(path) for path in swift_files(folder)]


def check(core):
    """Returns the findings in the core as lines of text."""
    missing = [name for name in ("Engine", "Support") if not (core / name).is_dir()]
    if missing:
        return [f"{core / name}: missing. The core consists of public folders, Engine and Support." for name in missing]
    engine = sources(core / "Engine")
    support = sources(core / "Support")
    below = {source.path for source in engine + support}
    api = [source for source in sources(core) if source.path not in below]
    for name, layer in (("Engine", engine), ("Support", support)):
        if not layer:
            return [f"{core / name}: has no Swift files. The core consists of public folders, Engine and Support."]

    supported = {declaration.name for source in support for declaration in source.top_level()}
    of_engine = {
        declaration.name
        for source in engine
        for declaration in source.top_level()
        if not declaration.is_private
    } - supported
    generic = {
        declaration.name
        for source in api
        for declaration in source.top_level()
        if declaration.is_public_generic
    }
    findings = []
    for source in support:
        for line, name in source.uses(of_engine):
            findings.append(f"{source.path}:{line}: Support names {name}, a type of Engine")
    for layer, files in (("Engine", engine), ("Support", support)):
        for source in files:
            for line, name in source.uses(generic - of_engine - supported):
                findings.append(f"{source.path}:{line}: {layer} names {name}, a public generic type")
    return findings


def misnamed(folder):
    """Returns the files that neither declare nor extend the type of their name.

    The name can be that of an alias: `Store+Scope.swift` extends `StoreOf`.
    """
    all_sources = sources(folder)
    aliases = {}
    for source in all_sources:
        aliases.update(ALIAS.findall(source.code))
    files = []
    for source in all_sources:
        stem = source.path.stem.split("+")[0]
        name = "(?:" + "|".join(re.escape(name) for name in (stem, aliases.get(stem)) if name) + ")"
        declared = rf"\b(?:struct|class|enum|protocol|actor|typealias|extension)\s+(?:\w+\.)*{name}\b"
        if not re.search(declared, source.code):
            files.append(source.path)
    return files


def main(arguments):
    folder = Path("Sources")
    findings = check(folder / "Runnel")
    print("\n".join(findings) or "the layers keep their direction")
    files = misnamed(folder)
    for path in files:
        print(f"warning: {path}: no type of this name")
    lengths = [(len(path.read_text().splitlines()), path) for path in swift_files(folder)]
    print(f"{len(files)} of {len(lengths)} files have no type of their name")
    if lengths:
        lines, path = max(lengths, key=lambda pair: pair[0])
        print(f"the longest file has {lines} lines: {path}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
