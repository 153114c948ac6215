# SPDX-License-Identifier: MIT
"""Completes the site that DocC has made, and checks its links.

It places each module below the front page, so the navigator covers the whole site. It writes the index of the search,
a page at the root that leads to the front page, the titles and summaries of the pages where a reader without JavaScript
finds them, and each article as Markdown, which llms.txt lists.

Usage: site_tools.py SITE BASE CATALOG
"""

import html
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from graphs import read, write

FRONT = "doc://runnel/documentation/Home"
FRONT_PATH = "/documentation/home"
# The kinds of a tutorial and of the list of tutorials.
TUTORIALS = ("project", "overview")
PLACE = ("file", "fileID", "filePath", "line", "column")


def nodes(value: object) -> Iterator[dict]:
    """Returns all objects in a part of a page."""
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from nodes(part)


def plain(node: object, references: dict) -> str:
    """Returns the text of a part of a page, with single spaces."""
    match node:
        case {"type": "text", "text": text} | {"type": "codeVoice", "code": text}:
            return " ".join(text.split())
        case {"type": "codeListing", "code": lines}:
            return " ".join(" ".join(lines).split())
        case {"type": "reference"}:
            return references.get(node["identifier"], {}).get("title", "")
        case {"type": "image"}:
            return ""
    parts = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    return " ".join(filter(None, (plain(part, references) for part in parts)))


def is_inherited(path: str, page: dict) -> bool:
    """Returns whether a page is one of a member that a type inherits, or a list of such members.

    The protocol has the page of the member, or the member belongs to another module, such as `View.toolbar`.
    """
    return "::SYNTHESIZED::" in page["metadata"].get("externalID", "") or path.endswith("-implementations")


def summary(page: dict) -> str:
    return plain(page.get("abstract", []), page.get("references", {}))


def sections(path: str, page: dict) -> list[dict]:
    """Returns what the search finds of a page: the page itself, and each of its sections."""
    references = page.get("references", {})
    title, kind = page["metadata"]["title"], page["metadata"].get("roleHeading", "")
    if page["kind"] in TUTORIALS:
        return [{"p": path, "t": title, "k": "Tutorial", "x": tutorial(page, references)}]
    parts = [part for part in page.get("primaryContentSections", []) if part["kind"] == "content"]
    content = [block for part in parts for block in part["content"]]
    found = [{"p": path, "t": title, "k": kind, "x": summary(page)}]
    if page["kind"] == "symbol":
        found[0]["x"] = f"{found[0]['x']} {plain(content, references)}".strip()[:600]
        return found
    # The summary of an article counts more than its text.
    found[0]["a"] = found[0]["x"]
    for block in content:
        if block.get("type") == "heading" and block["text"] != "Overview":
            found.append({"p": f"{path}#{block['anchor']}", "t": title, "h": block["text"], "k": kind, "x": ""})
        elif block.get("type") != "heading":
            found[-1]["x"] = f"{found[-1]['x']} {plain(block, references)}".strip()
    return found


def tutorial(page: dict, references: dict) -> str:
    """Returns the text of a tutorial, or of the list of tutorials.

    The search has one entry for it, because the sections of a tutorial would displace the pages about its subjects.
    """
    text = []
    for section in page["sections"]:
        text.append(plain(section.get("content", []), references))
        for chapter in section.get("chapters", []):
            text += [chapter["name"], plain(chapter["content"], references)]
        for task in section.get("tasks", []):
            text += [task["title"], plain([task["contentSection"], task["stepsSection"]], references)]
    return " ".join(filter(None, text))


def add_vocabulary(index: list[dict]) -> None:
    """Adds the words of words.txt, which people type, to the sections whose text doesn't contain them."""
    lines = Path(__file__).with_name("words.txt").read_text(encoding="utf-8").splitlines()
    rest = dict(line.split(": ", 1) for line in lines)
    for section in index:
        if words := rest.pop(section["p"].rsplit("/", 1)[1], None):
            section["w"] = words
    if rest:
        sys.exit("words.txt has words for sections that don't exist:\n" + "\n".join(rest))


def put_below_front(page: dict, front: dict) -> None:
    """Adds the front page at the beginning of the path of a symbol or a module."""
    hierarchy = page.get("hierarchy", {})
    if "paths" not in hierarchy or page["identifier"]["url"] == FRONT or page["kind"] in TUTORIALS:
        return
    paths = {(FRONT, *(one for one in path if one != FRONT)): None for path in hierarchy["paths"]}
    # An article of the front page is also a child of its module, in a second path.
    hierarchy["paths"] = sorted(paths, key=len)
    page["references"].setdefault(FRONT, front)


def leave_out_places(page: dict) -> None:
    """Leaves out the parameters with the place of a call, which graphs.py has left out of the declarations."""
    for section in page.get("primaryContentSections", []):
        if section["kind"] == "parameters":
            section["parameters"] = [one for one in section["parameters"] if one["name"] not in PLACE]
    if "primaryContentSections" in page:
        page["primaryContentSections"] = [one for one in page["primaryContentSections"] if one.get("parameters") != []]


def join_navigator(index: dict) -> None:
    """Makes the navigator the same on all pages.

    On the pages of a node that is marked as a module, DocC shows only the part of the navigator below that node.
    """
    for roots in index["interfaceLanguages"].values():
        if len(roots) != 1:
            sys.exit(f"not below the front page: {[root['title'] for root in roots]}")
        for node in nodes(roots[0]["children"]):
            if node.get("type") == "module":
                node["type"] = "collection"


def broken_links(site: Path, contents: dict[str, dict]) -> set[str]:
    """Returns the links and the pictures that lead nowhere."""
    anchors = {
        path.lower(): {node["anchor"].lower() for node in nodes(page) if isinstance(node.get("anchor"), str)}
        for path, page in contents.items()
    }
    broken = set()
    for path, page in contents.items():
        # The chapters of the tutorials have no pages, and nothing links to them.
        chapters = {module["reference"] for module in page.get("hierarchy", {}).get("modules") or []}
        for identifier, reference in page.get("references", {}).items():
            if identifier in chapters:
                continue
            for url in (variant.get("url", "") for variant in reference.get("variants", [])):
                if url.startswith("/") and not (site / url.lstrip("/")).exists():
                    broken.add(f"{path}: {url}")
            target, _, anchor = reference.get("url", "").lower().partition("#")
            if target.startswith("/") and (target not in anchors or anchor and anchor not in anchors[target]):
                broken.add(f"{path}: {reference['url']}")
    return broken


def write_head(file: Path, page: dict) -> None:
    """Writes the title and the summary of a page into its file, which DocC fills from a script."""
    title = html.escape(page["metadata"]["title"])
    head = f'<title>{title} | Runnel</title><meta name="description" content="{html.escape(summary(page))}">'
    text, count = re.subn(r"<title>.*?</title>", lambda _: head, file.read_text(encoding="utf-8"))
    if count != 1:
        raise SystemExit(f"{file} has {count} titles")
    file.write_text(text, encoding="utf-8")


def write_markdown(root: Path, base: str, catalog: Path, contents: dict[str, dict]) -> None:
    """Writes the articles as Markdown beside their pages, and their list with summaries."""
    articles = {
        path.rsplit("/", 1)[1]: (path, page) for path, page in contents.items() if page["kind"] == "article"
    }

    def link(match: re.Match) -> str:
        name, anchor = match[1].rsplit("/", 1)[-1], match[2] or ""
        path, page = articles.get(name.lower(), (None, None))
        return f"[{page['metadata']['title']}]({base}{path}.md{anchor})" if page else name

    lines = ["# Runnel", "", f"> {summary(contents[FRONT_PATH])}", ""]
    for file in sorted(catalog.rglob("*.md")):
        path, page = articles.get(file.stem.lower(), (None, None))
        if not page:
            continue
        text = re.sub(r"<doc:([\w/]+)(#[^>]+)?>", link, file.read_text(encoding="utf-8"))
        text = re.sub(r"``([^`]+)``", lambda match: f"`{match[1].rsplit('/', 1)[-1]}`", text)
        (root / f"{path.lstrip('/')}.md").write_text(text, encoding="utf-8")
        lines.append(f"- [{page['metadata']['title']}]({base}{path}.md): {summary(page)}")
    (root / "llms.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(site: str, base: str, catalog: str) -> None:
    root = Path(site)
    data = root / "data"
    contents = {f"/{file.relative_to(data).with_suffix('')}": read(file) for file in sorted(data.rglob("*.json"))}
    front = contents[FRONT_PATH]
    reference = {
        "type": "topic",
        "kind": "article",
        "role": "collection",
        "identifier": FRONT,
        "title": front["metadata"]["title"],
        "abstract": front["abstract"],
        "url": FRONT_PATH,
    }
    index = []
    for path, page in contents.items():
        leave_out_places(page)
        put_below_front(page, reference)
        write(data / f"{path.lstrip('/')}.json", page)
        file = root / path.lstrip("/") / "index.html"
        if file.exists():
            write_head(file, page)
        if path.startswith(("/documentation/", "/tutorials/")) and not is_inherited(path, page):
            index += sections(path, page)
    add_vocabulary(index)
    write(root / "search/index.json", index)
    navigator = read(root / "index/index.json")
    join_navigator(navigator)
    write(root / "index/index.json", navigator)
    target = f"{base}{FRONT_PATH}/"
    (root / "index.html").write_text(
        f'<!doctype html><meta charset="utf-8"><title>Runnel</title><link rel="icon" href="{base}/favicon.ico">'
        f'<meta http-equiv="refresh" content="0; url={target}"><a href="{target}">Runnel</a>\n',
        encoding="utf-8",
    )
    write_markdown(root, base, Path(catalog), contents)
    if broken := broken_links(root, contents):
        sys.exit("links that lead nowhere:\n" + "\n".join(sorted(broken)))
    print(f"{len(contents)} pages, {len(index)} sections in the search, every link leads to a page")


if __name__ == "__main__":
    main(*sys.argv[1:])
