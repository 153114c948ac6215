# SPDX-License-Identifier: MIT
"""Follows the tutorials step by step in empty folders.

A step shows a file or a terminal session. A file is written to the path that the step names, and then the package
must build without warnings, unless the step states that it doesn't yet. SwiftPM builds it when the manifest is new, or a
target has its first file; otherwise the compiler alone does, in a third of the time. The tests must pass at the end of
each section. The commands of a session are executed, and must print the shown output.

The files are those that a reader types, with two exceptions:

  - The package depends on this checkout in place of the repository.
  - SwiftUI is not available here. Files that import it are type-checked with the rest of their module against the
    stand-ins in .ci/stand-ins, which have no macros: `#Preview` is replaced with a function. A file outside the
    package belongs to an app, and is type-checked with the settings of a new Xcode project.

Usage: follow.py [WORD]
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path.cwd()
CATALOG = ROOT / "Sources/Runnel/Runnel.docc/Tutorials"
RESOURCES = CATALOG / "Resources"
WORK = ROOT / ".build/tutorials"
DEPENDENCY = '.package(url: "<the URL of this repository>", branch: "main")'
CHECKOUT = f'.package(name: "Runnel", path: "{ROOT}")'
STAND_INS = ["-I", ROOT / ".build/stand-ins/all", "-I", ROOT / ".build/stand-ins/base"]
# The options of .ci/environment.bash for the packages that the checks write, a line each.
OPTIONS = os.environ["WRITTEN"].splitlines()
SCRATCH = Path(OPTIONS[OPTIONS.index("--scratch-path") + 1])
MODULES = SCRATCH / Path(os.environ["PRODUCTS"]).parent.name / "debug/Modules"

# A step with these words changes one of two files that compile only together.
UNFINISHED = "doesn’t build until"
# The name of a step that shows commands and their output.
TERMINAL = "Terminal"
PART = re.compile(r"^ *@Section\(.*\{$|^(?P<indent> *)@Step \{\n(?P<text>(?:.*\n)*?)(?P=indent)\}$", re.MULTILINE)
CODE = re.compile(r'^ *@Code\(name: "(.*)", file: ([\w.-]+)(?:, previousFile: ([\w.-]+))?\)$', re.MULTILINE)


class Failure(Exception):
    """The output of a command that fails, or the difference from what the tutorial shows."""

    # The command ended by a signal, and says nothing about the step.
    is_killed = False


@dataclass
class Step:
    section: int
    number: int
    name: str  # the path that the reader sees
    file: str  # the file of Resources
    builds: bool

    @property
    def text(self) -> str:
        return (RESOURCES / self.file).read_text(encoding="utf-8")

    def __str__(self) -> str:
        return f"{self.section}.{self.number} {self.name} ({self.file})"


def steps(text: str) -> list[Step]:
    """Returns the steps of a tutorial.

    Each must have exactly one `@Code`. From the second file of a name on, it must name the previous one, because
    otherwise DocC marks the changes only if it belongs to the previous step.
    """
    found: list[Step] = []
    section, number = 0, 0
    shown: dict[str, str] = {}  # the newest file of each name
    for part in PART.finditer(text):
        if part["text"] is None:
            section, number = section + 1, 0
            continue
        number += 1
        code = CODE.search(part["text"])
        if not code or part["text"].count("@Code") != 1:
            sys.exit(f"step {section}.{number} needs one line @Code(name: …, file: …)")
        name, file, previous = code.groups()
        if name != TERMINAL and previous != shown.get(name):
            sys.exit(f"step {section}.{number}: the previous file of {name} is {shown.get(name)}")
        shown[name] = file
        found.append(Step(section, number, name, file, UNFINISHED not in " ".join(part["text"].split())))
    if not text.count("@Step {") == text.count("@Code") == len(found):
        sys.exit("not all of @Step and @Code are read")
    return found


def run(arguments: list[str | Path], folder: Path = ROOT) -> None:
    """Runs a command, and fails with its output if it fails or warns."""
    done = subprocess.run(arguments, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    # SwiftPM warns of a target without sources, which come with the next step.
    warnings = re.findall(r"^(?:.*: )?warning: .*", done.stdout, re.MULTILINE)
    if done.returncode != 0 or any(": Source files for target " not in warning for warning in warnings):
        command = shlex.join(map(str, arguments))
        failure = Failure(f"in {folder}:\n$ {command}\nends with status {done.returncode}:\n{done.stdout}")
        failure.is_killed = done.returncode < 0
        raise failure


def swift(folder: Path, subcommand: str, *arguments: str) -> None:
    run(["swift", subcommand, *OPTIONS, *arguments], folder)


def check(folder: Path, module: str, sources: list[Path], *options: str | Path) -> None:
    """Type-checks a module, and keeps it in a folder for the modules that import it."""
    folder.mkdir(exist_ok=True)
    run([
        "swiftc", "-emit-sil", "-o", folder / "output.sil", "-wmo", "-parse-as-library", "-warnings-as-errors",
        "-module-name", module, "-I", folder, *options,
        "-no-emit-module-separately-wmo", "-emit-module", "-emit-module-path", folder / f"{module}.swiftmodule", *sources,
    ])  # fmt: skip


class Reader:
    """A reader of one tutorial, with an empty folder."""

    def __init__(self, name: str) -> None:
        self.folder = WORK / name
        self.views = WORK / f"{name}-views"
        self.modules = WORK / f"{name}-modules"
        # The folders of the targets that SwiftPM has built with the current manifest.
        self.built: set[Path] = set()
        for folder in (self.folder, self.views, self.modules):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
        # A `swift` for the terminal sessions, which adds the options.
        program = self.modules / "bin" / "swift"
        program.parent.mkdir()
        program.write_text(
            f'#!/bin/sh\nsubcommand=$1\nshift\nexec {shutil.which("swift")} "$subcommand" {shlex.join(OPTIONS)} "$@"\n'
        )
        program.chmod(0o755)
        self.environment = os.environ | {"PATH": f"{program.parent}:{os.environ['PATH']}"}

    def take(self, step: Step) -> None:
        """Does what a step describes."""
        text = step.text
        if step.name == TERMINAL:
            self.follow(text)
            return
        if DEPENDENCY in text:
            print(f"      {DEPENDENCY}\n      is replaced with {CHECKOUT}")
            text = text.replace(DEPENDENCY, CHECKOUT)
        is_view = "import SwiftUI" in text
        if is_view:
            text, count = re.subn(
                r'^#Preview(?:\(".*"\))? \{$',
                lambda match: f"@MainActor @ViewBuilder func preview{match.start()}() -> some View {{",
                text, flags=re.MULTILINE,
            )  # fmt: skip
            if count:
                print(f"      {count} of #Preview replaced with functions")
        path = (self.views if is_view else self.folder) / step.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        if path.name == "Package.swift":
            self.built = set()
        try:
            self.build(is_view)
        except Failure as failure:
            if step.builds or failure.is_killed:
                raise
        else:
            if not step.builds:
                raise Failure("the step states that the package doesn't build, but it does")

    def build(self, only_views: bool) -> None:
        folders = [*self.folder.glob("Sources/*"), *self.folder.glob("Tests/*")]
        sources = {folder: files for folder in folders if (files := list(folder.glob("*.swift")))}
        if not only_views and (not sources or self.built != sources.keys()):
            has_tests = any(folder.parent.name == "Tests" for folder in sources)
            swift(self.folder, "build", *(["--build-tests"] if has_tests else []))
            self.built = set(sources)
        elif not only_views:
            # The settings of SwiftPM.
            options = ["-swift-version", "6", "-enable-testing", "-DDEBUG", "-I", MODULES]
            for folder, files in sources.items():
                check(self.modules / "package", folder.name, files, *options)
        for views in self.views.glob("Sources/*"):
            files = [*(self.folder / "Sources" / views.name).glob("*.swift"), *views.glob("*.swift")]
            check(self.modules, views.name, files, "-swift-version", "6", *STAND_INS)
        for app in self.views.glob("*App"):
            for options in (["6"], ["5", "-default-isolation", "MainActor"]):
                check(self.modules, app.name, list(app.glob("*.swift")), "-swift-version", *options, *STAND_INS)

    def test(self) -> None:
        if any(self.folder.glob("Tests/*/*.swift")):
            swift(self.folder, "test")

    def follow(self, session: str) -> None:
        """Executes the commands of a session, which begin with `$`, and compares their output with the lines after each.

        A `…` stands for any text, and a line `…` for any number of lines.
        """
        if not session.startswith("$ "):
            sys.exit(f"a terminal session begins with “$ ”, and not with: {session}")
        for part in re.split(r"^\$ ", session.rstrip("\n") + "\n", flags=re.MULTILINE)[1:]:
            line, *shown = part.removesuffix("\n").split("\n")
            file = WORK / "folder"
            done = subprocess.run(
                ["bash", "-c", f"{line}\nstatus=$?\npwd >{shlex.quote(str(file))}\nexit $status"],
                cwd=self.folder, env=self.environment, text=True, capture_output=True,
            )  # fmt: skip
            if done.returncode != 0:
                raise Failure(f"$ {line}\nends with status {done.returncode}:\n{done.stdout}{done.stderr}")
            pattern = "".join(
                r"(?:[^\n]*\n)*?" if text.strip() == "…" else ".*".join(map(re.escape, text.split("…"))) + r"\n"
                for text in shown
            )
            if not re.fullmatch(pattern, done.stdout):
                raise Failure(f"$ {line}\nshown:\n" + "\n".join(shown) + f"\nprinted:\n{done.stdout}")
            self.folder = Path(file.read_text().strip())


def follow(page: Path) -> set[str]:
    """Follows a tutorial, and returns the files that it shows."""
    print(f"-- {page.stem}", flush=True)
    found = steps(page.read_text(encoding="utf-8"))
    reader = Reader(page.stem)
    for step, following in zip(found, [*found[1:], None]):
        start = time.monotonic()
        try:
            reader.take(step)
            is_last = following is None or following.section != step.section
            if is_last and "$ swift test" not in step.text:
                reader.test()
        except Failure as failure:
            # Where the steps are printed.
            print(f"{page.name}: {step}:\n{failure}", flush=True)
            sys.exit(1)
        print(f"{time.monotonic() - start:4.0f} s {step}", flush=True)
    return {step.file for step in found}


def main(word: str = "") -> None:
    pages = [page for page in sorted(CATALOG.glob("*.tutorial")) if page.stem != "Tutorials" and word in page.stem]
    if not pages:
        sys.exit("there is no such tutorial")
    used = {file for page in pages for file in follow(page)}
    left = {file.name for file in RESOURCES.iterdir() if file.suffix in (".swift", ".txt")} - used
    if left and not word:
        sys.exit(f"no step shows: {', '.join(sorted(left))}")
    print("each step of the tutorials builds, and prints what it shows")


if __name__ == "__main__":
    main(*sys.argv[1:])
