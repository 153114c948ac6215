# SPDX-License-Identifier: MIT
"""Puts the catalogs of all modules into one, with a front page above the modules.

The front page lists the articles, and each module's page lists its symbols. Both come from Runnel.md, which has all
of it, because it is the front page where the module's documentation is built alone. The front page begins with what the
README begins with: the promise, an example, and how to install.

Usage: catalog.py SOURCES CATALOG MODULE...
"""

import re
import shutil
import sys
from pathlib import Path

FRONT = "Home"
MODULES_GROUP = "Other modules"


def groups(topics: str) -> list[tuple[str, str]]:
    """Returns the headings and the contents of the topic groups."""
    parts = re.split(r"^### (.+)\n", topics, flags=re.MULTILINE)
    return [(parts[i], parts[i + 1].strip("\n")) for i in range(1, len(parts), 2)]


def opening(readme: str) -> tuple[str, str, str]:
    """Returns the promise of the README, its first example, and the section about the installation."""
    promise = readme.split("\n\n")[1]
    example = re.search(r"```swift\n.*?```", readme, re.DOTALL)[0]
    install = re.search(r"## Install\n\n(.*?)\n\*\*", readme, re.DOTALL)[1]
    # A path of the repository is no link of the site.
    return promise, example, re.sub(r" \(\[[^\]]+\]\([^)]*\)\)", "", install)


def split(page: str, readme: str) -> tuple[str, str]:
    """Returns the front page and the page of the module, from the page that is both."""
    head, topics = page.split("\n## Topics\n")
    found = groups(topics)
    articles = [group for group in found if "- <doc:" in group[1]]
    modules = [group for group in found if group[0] == MODULES_GROUP]
    symbols = [group for group in found if group not in articles and group not in modules]
    if not articles or not symbols or len(modules) != 1:
        raise SystemExit(f"the topics need articles, symbols, and one group “{MODULES_GROUP}”")

    def text(of: list[tuple[str, str]]) -> str:
        return "\n".join(f"### {title}\n\n{content}\n" for title, content in of)

    title, rest = head.split("\n", 1)
    abstract = rest.strip().split("\n\n", 1)[0]
    metadata = '@Metadata {\n  @TechnologyRoot\n  @PageKind(article)\n  @TitleHeading("Documentation")\n}\n'
    reference = [("Reference", "- ``Runnel``\n" + modules[0][1])]
    # Above the modules, a symbol is written with its module.
    rest = re.sub(r"``(\w+)``", r"``Runnel/\1``", rest)
    promise, example, install = opening(readme)
    doors = rest.split("\n\n", 2)[2]
    front = (
        f"# Runnel\n\n{metadata}{promise}\n\n## Overview\n\n{example}\n\n{doors}\n## Install\n\n{install}\n"
        f"## Topics\n\n{text(articles + reference)}"
    )
    module = f"{title}\n\n{abstract}\n\n## Overview\n\n<doc:{FRONT}> lists the articles.\n\n## Topics\n\n{text(symbols)}"
    return front, module


def main(sources: str, catalog: str, *modules: str) -> None:
    target = Path(catalog)
    shutil.rmtree(target, ignore_errors=True)
    for module in modules:
        shutil.copytree(Path(sources, module, f"{module}.docc"), target / module)
    # DocC names a picture without its folder. Other readers of Markdown need the folder.
    for page in target.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        page.write_text(re.sub(r"\]\((?:[\w.]+/)+([\w~-]+\.(?:svg|png))\)", r"](\1)", text), encoding="utf-8")
    landing = target / "Runnel" / "Runnel.md"
    front, module = split(landing.read_text(encoding="utf-8"), Path("README.md").read_text(encoding="utf-8"))
    landing.write_text(module, encoding="utf-8")
    (target / f"{FRONT}.md").write_text(front, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
