# SPDX-License-Identifier: MIT
"""Puts the catalogs of all modules into one, with a front page above the modules.

The front page lists the articles, and each module's page lists its symbols. Both come from Runnel.md, which has all
of it, because it is the front page where the module's documentation is built alone. The front page begins with what the
README begins with: the promise, an example, and how to install.

Usage: catalog.py CATALOG
"""

import re
import shutil
import sys
from pathlib import Path

from graphs import WITHOUT_PAGES

FRONT = "Home"
MODULES_GROUP = "Other modules"
METADATA = '@Metadata {\n  @TechnologyRoot\n  @PageKind(article)\n  @TitleHeading("Documentation")\n}\n'


def split(page: str, readme: str) -> tuple[str, str]:
    """Returns the front page and the page of the module, from the page that is both."""
    head, topics = page.split("\n## Topics\n")
    _, *parts = re.split(r"^### (.+)\n", topics, flags=re.MULTILINE)
    groups = {title: content.strip("\n") for title, content in zip(parts[::2], parts[1::2])}
    modules = groups.pop(MODULES_GROUP, "")
    articles = {title: content for title, content in groups.items() if "- <doc:" in content}
    symbols = {title: content for title, content in groups.items() if title not in articles}
    if not articles or not symbols or not modules:
        sys.exit(f"the topics need articles, symbols, and a group “{MODULES_GROUP}”")

    def listing(of: dict[str, str]) -> str:
        return "\n".join(f"### {title}\n\n{content}\n" for title, content in of.items())

    title, abstract, _, doors = head.split("\n\n", 3)
    # Above the modules, a symbol is written with its module.
    doors = re.sub(r"``(\w+)``", r"``Runnel/\1``", doors)
    promise = readme.split("\n\n")[1]
    example = re.search(r"```swift\n.*?```", readme, re.DOTALL)[0]
    # A path of the repository is no link of the site.
    install = re.search(r"## Install\n\n(.*?)\n\*\*", readme, re.DOTALL)[1]
    install = re.sub(r" \(\[[^\]]+\]\([^)]*\)\)", "", install)
    reference = {"Reference": f"- ``Runnel``\n{modules}"}
    front = (
        f"# Runnel\n\n{METADATA}{promise}\n\n## Overview\n\n{example}\n\n{doors}\n## Install\n\n{install}\n"
        f"## Topics\n\n{listing(articles | reference)}"
    )
    module = f"{title}\n\n{abstract}\n\n## Overview\n\n<doc:{FRONT}> lists the articles.\n\n## Topics\n\n{listing(symbols)}"
    return front, module


def main(catalog: str) -> None:
    target = Path(catalog)
    shutil.rmtree(target, ignore_errors=True)
    for one in Path("Sources").glob("*/*.docc"):
        if one.stem != WITHOUT_PAGES:
            shutil.copytree(one, target / one.stem)
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
