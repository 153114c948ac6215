# SPDX-License-Identifier: MIT
"""Reads the steps of a DocC tutorial, and compares the output of a command with the output that a tutorial shows."""

import re
from dataclasses import dataclass, field
from pathlib import Path

# A step with these words changes one of two files that compile only together.
UNFINISHED = "doesn’t build until"
# The name of a step that shows commands and their output.
TERMINAL = "Terminal"


@dataclass
class Step:
    section: int
    number: int
    title: str  # of the section
    text: str = ""
    name: str = ""  # the path that the reader sees
    file: str = ""  # the file of Resources
    previous: str = ""  # the file of which DocC shows the changes

    def __str__(self) -> str:
        return f"{self.section}.{self.number} {self.name} ({self.file})"

    @property
    def builds(self) -> bool:
        return UNFINISHED not in " ".join(self.text.split())


@dataclass
class Command:
    line: str
    output: list[str] = field(default_factory=list)


def steps(text: str) -> list[Step]:
    """Returns the steps of a tutorial.

    Each must have exactly one `@Code`. From the second file of a name on, it must name the previous one, because
    otherwise DocC marks the changes only if it belongs to the previous step.
    """
    found: list[Step] = []
    section = 0
    title = ""
    indent = None  # of the current step
    shown: dict[str, str] = {}  # the newest file of each name
    for number, line in enumerate(text.split("\n"), start=1):
        stripped = line.strip()
        if match := re.match(r'@Section\(title: "(.*)"\) \{$', stripped):
            section += 1
            title = match[1]
        elif stripped == "@Step {":
            indent = len(line) - len(line.lstrip())
            last = found[-1] if found else None
            count = last.number + 1 if last and last.section == section else 1
            found.append(Step(section, count, title))
        elif match := re.match(r'@Code\(name: "(.*)", file: ([\w.-]+)(?:, previousFile: ([\w.-]+))?\)$', stripped):
            if indent is None or found[-1].file:
                raise SystemExit(f"line {number}: a @Code that is not the only one of a step")
            found[-1].name, found[-1].file, found[-1].previous = match[1], match[2], match[3] or ""
            expected = shown.get(match[1], "") if match[1] != TERMINAL else ""
            if found[-1].previous != expected:
                raise SystemExit(f"line {number}: the previous file of {match[1]} is {expected or 'none'}")
            shown[match[1]] = match[2]
        elif stripped == "}" and indent == len(line) - len(line.lstrip()):
            if not found[-1].file:
                raise SystemExit(f"line {number}: a step without @Code")
            indent = None
        elif stripped.startswith("@Code"):
            raise SystemExit(f"line {number}: expected @Code(name: \"…\", file: …) in one line")
        elif indent is not None:
            found[-1].text += line + "\n"
    return found


def commands(session: str) -> list[Command]:
    """Returns the commands of a terminal session, which begin with `$`, and the lines after each."""
    found: list[Command] = []
    for line in session.rstrip("\n").split("\n"):
        if line.startswith("$ "):
            found.append(Command(line[2:]))
        elif found:
            found[-1].output.append(line)
        else:
            raise SystemExit(f"a terminal session begins with “$ ”, and not with: {line}")
    return found


def is_shown(output: str, shown: list[str]) -> bool:
    """Returns whether the output is the shown one, where `…` is any text, and a line `…` is any number of lines."""
    pattern = "".join(
        r"(?:[^\n]*\n)*?" if line.strip() == "…" else ".*".join(map(re.escape, line.split("…"))) + r"\n" for line in shown
    )
    return re.fullmatch(pattern, output) is not None


def unused(resources: Path, used: set[str]) -> list[str]:
    """Returns the code and the sessions that no step shows."""
    return sorted(file.name for file in resources.iterdir() if file.suffix in (".swift", ".txt") and file.name not in used)
