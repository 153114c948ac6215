# SPDX-License-Identifier: MIT
"""Puts the Swift snippets of the pages and of the documentation comments into the code that surrounds them.

The files of Tests/Pages hold what the pages leave out: fixtures, stand-ins and expectations. In them, an expression
or a declaration stands for a snippet, which is written only on its page:

    #snippet("Create effects")            the snippet below a heading of the page with the name of the file
    #snippet("Create effects", 2)         the second snippet below this heading, of which the beginning is enough
    #snippet("Create effects", 2...4)     the second to the fourth one
    #snippet("Effects.md", "Overview")    one of another page
    #snippet("Store+Scope.swift", 2)      the second one in the documentation comments of a source file

It may have code before and after it, such as `private`. A snippet that begins with a dot continues the line above it.
What a snippet declares in the body of a function counts as used. If a line of a snippet prints, and ends with the
output as a comment, the printed text is compared with the comment. In the name of a file, `+` and what follows it don't
belong to the page.

A snippet without a place in these files is a fault, unless another snippet contains its text.

Usage: snippets.py FOLDER    writes the files to compile to FOLDER. They name the lines of the pages.
"""

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

FILES = Path("Tests/Pages")
PARTS = ["", "Boundary", "Insight", "Navigation", "Observation", "Persistence", "TestSupport", "Testing"]
MODULES = ["Foundation", "Observation", "Testing"] + [f"Runnel{part}" for part in PARTS]
IMPORTS = "; ".join(f"import {module}" for module in MODULES)
MARKER = re.compile(r'(?!\s*//)(.*)#snippet\((?:"([\w+]+\.md)", )?"(.+)"(?:, (\d+)(?:\.\.\.(\d+))?)?\)(.*)')
TYPE = re.compile(r"\b(actor|class|enum|extension|protocol|struct) |\bsome (View|Scene)\b")
PRINT = re.compile(r"( *print\(.+)\)  // (.+)$")


@dataclass
class Snippet:
    path: Path
    number: int  # of its first line
    lines: list[str]
    is_used: bool = False

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.lines).split())

    @property
    def names(self) -> str:
        """The constants and variables that it declares, with commas between them, unless it returns."""
        indent = min(len(line) - len(line.lstrip()) for line in self.lines if line.strip())
        lines = [line[indent:] for line in self.lines]
        found = [match[1] for line in lines if (match := re.match(r"(?:let|var) \(?((?!_)[\w, ]+)\b", line))]
        return "" if any(line.startswith("return ") for line in lines) else ", ".join(found)


def snippets(path: Path, found: dict[tuple[str, str, int], Snippet]) -> None:
    """Adds the snippets of a page or a source file, with what a marker says of each."""
    lines = path.read_text(encoding="utf-8").split("\n")
    heading, opened, count = path.name, None, {}
    if path.suffix == ".swift":
        lines = [line.strip().removeprefix("///") if line.strip().startswith("///") else "" for line in lines]
    for number, line in enumerate(lines, start=1):
        if opened is None:
            if line.strip() == "```swift":
                opened = number + 1
            elif path.suffix == ".md" and (match := re.match(r"#+ (.+)$", line)):
                heading = match[1]
        elif line.strip() == "```":
            count[heading] = count.get(heading, 0) + 1
            found[path.name, heading, count[heading]] = Snippet(path, opened, lines[opened - 1 : number - 1])
            opened = None


def location(path: Path, number: int) -> str:
    return f'#sourceLocation(file: "{path}", line: {number})'


def is_in_body(marker: str, lines: list[str]) -> bool:
    """Returns whether a marker that follows lines is in the body of a function or a closure."""
    indent = len(marker) - len(marker.lstrip())
    outer = [line for line in lines if line.strip() and not re.match(f" {{{indent}}}| *#", line)]
    opening = marker if "{ #" in marker else "".join(outer[-1:])
    return opening != "" and not TYPE.search(opening)


def expanded(path: Path, found: dict[tuple[str, str, int], Snippet], faults: list[str]) -> str:
    """Returns the text of a file with the snippets in the place of the markers."""
    text = path.read_text(encoding="utf-8")
    result = ["" if "import Runnel\n" in text else IMPORTS, location(path, 1)]
    all_lines = text.split("\n")
    for number, line in enumerate(all_lines, start=1):
        if not (match := MARKER.match(line)):
            result.append(line)
            continue
        before, page, heading, first, last, after = match.groups()
        name = page or (heading if heading.endswith(".swift") else f"{path.stem.split('+')[0]}.md")
        first, last = int(first or 1), int(last or first or 1)
        for rank in range(first, last + 1):
            places = {key for key in found if key[0] == name and key[1].startswith(heading) and key[2] == rank}
            if len(places) > 1:
                places &= {(name, heading, rank)}
            if not places:
                faults.append(f"{path}:{number}: error: there is no such snippet in {name}")
                continue
            snippet = found[places.pop()]
            snippet.is_used = True
            start, beginning = [location(snippet.path, snippet.number)], before if rank == first else ""
            if snippet.words.startswith(".") and not before.strip():
                # No location may come between it and a snippet above.
                if result[-1].startswith("#sourceLocation"):
                    result.pop()
                    start = []
                beginning = result.pop()
            result += start
            lines = [PRINT.sub(r'\1, shows: #"\2"#)', text) for text in snippet.lines]
            if snippet.names and is_in_body(line, all_lines[: number - 1]):
                lines.append(f"_ = ({snippet.names})")
            if after and rank == last:
                lines.append(after)
            result.append(beginning + "\n".join(lines))
            result.append(location(path, number + 1))
    return "\n".join(result)


def main(folder: Path) -> None:
    found: dict[tuple[str, str, int], Snippet] = {}
    for path in [Path("README.md"), *sorted(Path("Sources").rglob("*.md")), *sorted(Path("Sources").rglob("*.swift"))]:
        if path.suffix == ".md" or ".docc" not in str(path):
            snippets(path, found)
    faults: list[str] = []
    texts = {path: expanded(path, found, faults) for path in sorted(FILES.rglob("*.swift"))}
    used = "\n".join(snippet.words for snippet in found.values() if snippet.is_used)
    for snippet in found.values():
        if not snippet.is_used and snippet.words not in used:
            faults.append(f"{snippet.path}:{snippet.number}: error: no file of {FILES} compiles this snippet")
    # The compiler warns of two files with one name. A file that keeps its date isn't compiled again.
    targets = {folder / path.relative_to(FILES).with_suffix(".page.swift"): text for path, text in texts.items()}
    for path in set(folder.rglob("*.swift")) - set(targets):
        path.unlink()
    for path, text in targets.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    outputs = {str(path): {"object": f"{path}.o", "swift-dependencies": f"{path}.swiftdeps"} for path in targets}
    outputs[""] = {"swift-dependencies": f"{folder}/module.swiftdeps"}
    (folder / "outputs.json").write_text(json.dumps(outputs), encoding="utf-8")
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
