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
from pathlib import Path

import tutorial

ROOT = Path.cwd()
CATALOG = ROOT / "Sources/Runnel/Runnel.docc/Tutorials"
RESOURCES = CATALOG / "Resources"
WORK = ROOT / ".build/tutorials"
DEPENDENCY = '.package(url: "<the URL of this repository>", branch: "main")'
CHECKOUT = f'.package(name: "Runnel", path: "{ROOT}")'
STAND_INS = ROOT / ".build/stand-ins"
# The options of .ci/environment.bash for the packages that the checks write, a line each.
OPTIONS = os.environ["WRITTEN"].splitlines()
MODULES = Path(OPTIONS[OPTIONS.index("--scratch-path") + 1]) / "debug/Modules"


class Failure(Exception):
    """The output of a command that fails, or the difference from what the tutorial shows."""

    # The command ended by a signal, and says nothing about the step.
    is_killed = False


def is_view(text: str) -> bool:
    return "import SwiftUI" in text


def run(arguments: list[str | Path], folder: Path = ROOT) -> None:
    """Runs a command, and fails with its output."""
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


def wrapper() -> Path:
    """Returns a folder with a `swift` for the terminal sessions, which adds the options."""
    folder = WORK / "bin"
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "swift"
    program.write_text(
        f'#!/bin/sh\nsubcommand=$1\nshift\nexec {shutil.which("swift")} "$subcommand" {shlex.join(OPTIONS)} "$@"\n'
    )
    program.chmod(0o755)
    return folder


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

    def __init__(self, name: str, bin_folder: Path) -> None:
        self.folder = WORK / name
        self.views = WORK / f"{name}-views"
        self.modules = WORK / f"{name}-modules"
        # The folders of the targets that SwiftPM has built with the current manifest.
        self.built: set[Path] = set()
        self.environment = os.environ | {"PATH": f"{bin_folder}:{os.environ['PATH']}"}
        for folder in (self.folder, self.views, self.modules):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)

    def take(self, step: tutorial.Step) -> None:
        """Does what a step describes."""
        text = (RESOURCES / step.file).read_text(encoding="utf-8")
        if step.name == tutorial.TERMINAL:
            for command in tutorial.commands(text):
                self.execute(command)
            return
        if DEPENDENCY in text:
            print(f"      {DEPENDENCY}\n      is replaced with {CHECKOUT}")
            text = text.replace(DEPENDENCY, CHECKOUT)
        if is_view(text):
            text, count = re.subn(r'^#Preview(?:\(".*"\))? \{$', self.preview, text, flags=re.MULTILINE)
            if count:
                print(f"      {count} of #Preview replaced with functions")
        path = (self.views if is_view(text) else self.folder) / step.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        if path.name == "Package.swift":
            self.built = set()
        if step.builds:
            self.build(is_view(text))
        else:
            try:
                self.build(is_view(text))
            except Failure as failure:
                if failure.is_killed:
                    raise
                return
            raise Failure("the step states that the package doesn't build, but it does")

    def preview(self, match: re.Match) -> str:
        return f"@MainActor @ViewBuilder func preview{match.start()}() -> some View {{"

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
        stand_ins = ["-I", STAND_INS / "all", "-I", STAND_INS / "base"]
        for views in self.views.glob("Sources/*"):
            model = self.folder / "Sources" / views.name
            files = [*model.glob("*.swift"), *views.glob("*.swift")]
            check(self.modules, views.name, files, "-swift-version", "6", *stand_ins)
        for app in self.views.glob("*App"):
            files = list(app.glob("*.swift"))
            check(self.modules, app.name, files, "-swift-version", "6", *stand_ins)
            check(self.modules, app.name, files, "-swift-version", "5", "-default-isolation", "MainActor", *stand_ins)

    def test(self) -> None:
        if any(self.folder.glob("Tests/*/*.swift")):
            swift(self.folder, "test")

    def execute(self, command: tutorial.Command) -> None:
        file = WORK / "folder"
        done = subprocess.run(
            ["bash", "-c", f"{command.line}\nstatus=$?\npwd >{shlex.quote(str(file))}\nexit $status"],
            cwd=self.folder, env=self.environment, text=True, capture_output=True,
        )  # fmt: skip
        if done.returncode != 0:
            raise Failure(f"$ {command.line}\nends with status {done.returncode}:\n{done.stdout}{done.stderr}")
        if not tutorial.is_shown(done.stdout, command.output):
            shown = "\n".join(command.output)
            raise Failure(f"$ {command.line}\nshown:\n{shown}\nprinted:\n{done.stdout}")
        self.folder = Path(file.read_text().strip())


def follow(page: Path, bin_folder: Path) -> set[str]:
    """Follows a tutorial, and returns the files that it shows."""
    print(f"-- {page.stem}", flush=True)
    steps = tutorial.steps(page.read_text(encoding="utf-8"))
    reader = Reader(page.stem, bin_folder)
    for index, step in enumerate(steps):
        start = time.monotonic()
        try:
            reader.take(step)
            is_last = step is steps[-1] or steps[index + 1].section != step.section
            if is_last and "$ swift test" not in (RESOURCES / step.file).read_text(encoding="utf-8"):
                reader.test()
        except Failure as failure:
            # Where the steps are printed.
            print(f"{page.name}: {step}:\n{failure}", flush=True)
            sys.exit(1)
        print(f"{time.monotonic() - start:4.0f} s {step}", flush=True)
    return {step.file for step in steps}


def main(word: str = "") -> None:
    bin_folder = wrapper()
    pages = [page for page in sorted(CATALOG.glob("*.tutorial")) if page.stem != "Tutorials" and word in page.stem]
    if not pages:
        sys.exit("there is no such tutorial")
    used: set[str] = set()
    for page in pages:
        used |= follow(page, bin_folder)
    if not word and (left := tutorial.unused(RESOURCES, used)):
        sys.exit(f"no step shows: {', '.join(left)}")
    print("each step of the tutorials builds, and prints what it shows")


if __name__ == "__main__":
    main(*sys.argv[1:])
