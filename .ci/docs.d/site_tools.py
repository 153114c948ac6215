# SPDX-License-Identifier: MIT
"""Completes the site that DocC has made, and checks its links.

It places each module below the front page, so the navigator covers the whole site. It writes the index of the search,
a page at the root that leads to the front page, the titles and summaries of the pages where a reader without JavaScript
finds them, and each article as Markdown, which llms.txt lists.

Usage: site_tools.py SITE BASE CATALOG
"""

import html
import json
import re
import sys
from pathlib import Path

FRONT = "doc://runnel/documentation/Home"
FRONT_PATH = "documentation/home"
# The kinds of a tutorial and of the list of tutorials.
TUTORIALS = ("project", "overview")
PLACE = ("file", "fileID", "filePath", "line", "column")


def pages(site: Path) -> dict[str, dict]:
    """Returns the contents of all pages by their paths."""
    data = site / "data"
    return {
        f"/{file.relative_to(data).with_suffix('')}": json.loads(file.read_text(encoding="utf-8"))
        for file in sorted(data.rglob("*.json"))
    }


def plain(node: object, references: dict) -> str:
    """Returns the text of a part of a page."""
    if isinstance(node, list):
        return " ".join(filter(None, (plain(item, references) for item in node)))
    if not isinstance(node, dict):
        return ""
    match node.get("type"):
        case "text":
            return node["text"]
        case "codeVoice":
            return node["code"]
        case "codeListing":
            return " ".join(node["code"])
        case "reference":
            return references.get(node["identifier"], {}).get("title", "")
        case "image":
            return ""
    return " ".join(filter(None, (plain(value, references) for value in node.values() if isinstance(value, (list, dict)))))


def is_inherited(path: str, page: dict) -> bool:
    """Returns whether a page is one of a member that a type inherits, or a list of such members.

    The protocol has the page of the member, or the member belongs to another module, such as `View.toolbar`.
    """
    identifier = page.get("metadata", {}).get("externalID", "")
    return "::SYNTHESIZED::" in identifier or path.endswith("-implementations")


def sections(path: str, page: dict) -> list[dict]:
    """Returns what the search finds of a page: the page itself, and each of its sections."""
    references = page.get("references", {})
    title = page.get("metadata", {}).get("title", "")
    kind = page.get("metadata", {}).get("roleHeading", "")
    if page.get("kind") in TUTORIALS:
        return [tutorial(path, page)]
    found = [{"p": path, "t": title, "k": kind, "x": plain(page.get("abstract", []), references)}]
    content = [
        block
        for section in page.get("primaryContentSections", [])
        if section.get("kind") == "content"
        for block in section["content"]
    ]
    if page.get("kind") == "symbol":
        found[0]["x"] += " " + plain(content, references)
        found[0]["x"] = re.sub(r"\s+", " ", found[0]["x"]).strip()[:600]
        return found
    # The summary of an article counts more than its text.
    found[0]["a"] = found[0]["x"]
    for block in content:
        if block.get("type") == "heading" and block["text"] != "Overview":
            found.append({"p": f"{path}#{block['anchor']}", "t": title, "h": block["text"], "k": kind, "x": ""})
        elif block.get("type") != "heading":
            found[-1]["x"] += " " + plain(block, references)
    for section in found:
        section["x"] = re.sub(r"\s+", " ", section["x"]).strip()
    return found


def vocabulary() -> dict[str, str]:
    """Returns words that people type, by the page or the section whose text doesn't contain them."""
    lines = Path(__file__).with_name("words.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines)


def add_vocabulary(index: list[dict]) -> None:
    """Adds these words to the sections in the search."""
    rest = vocabulary()
    for section in index:
        path, _, anchor = section["p"].partition("#")
        page = path.rsplit("/", 1)[1]
        if words := rest.pop(f"{page}#{anchor}" if anchor else page, None):
            section["w"] = words
    if rest:
        sys.exit("words.txt has words for sections that don't exist:\n" + "\n".join(rest))


def tutorial(path: str, page: dict) -> dict:
    """Returns what the search finds of a tutorial, or of the list of tutorials.

    It is one entry, because the sections of a tutorial would displace the pages about its subjects.
    """
    references = page.get("references", {})
    text = []
    for section in page.get("sections", []):
        text.append(plain(section.get("content", []), references))
        for chapter in section.get("chapters", []):
            text += [chapter["name"], plain(chapter["content"], references)]
        for task in section.get("tasks", []):
            text += [task["title"], plain([task["contentSection"], task["stepsSection"]], references)]
    title = page.get("metadata", {}).get("title", "")
    return {"p": path, "t": title, "k": "Tutorial", "x": re.sub(r"\s+", " ", " ".join(text)).strip()}


def put_below_front(page: dict, front: dict) -> bool:
    """Adds the front page at the beginning of the path of a symbol or a module."""
    hierarchy = page.get("hierarchy", {})
    if "paths" not in hierarchy or page["identifier"]["url"] == FRONT or page.get("kind") in TUTORIALS:
        return False
    changed = False
    for path in hierarchy["paths"]:
        if path[:1] != [FRONT]:
            path.insert(0, FRONT)
            changed = True
    unique = []
    for path in hierarchy["paths"]:
        if path not in unique:
            unique.append(path)
    # An article of the front page is also a child of its module, in a second path.
    hierarchy["paths"] = sorted(unique, key=len)
    if changed:
        page["references"].setdefault(FRONT, front)
    return changed


def leave_out_places(page: dict) -> bool:
    """Leaves out the parameters with the place of a call, which call_sites.py has left out of the declarations."""
    changed = False
    for section in page.get("primaryContentSections", []):
        if section.get("kind") != "parameters":
            continue
        rest = [one for one in section["parameters"] if one["name"] not in PLACE]
        changed = changed or len(rest) < len(section["parameters"])
        section["parameters"] = rest
    if changed:
        page["primaryContentSections"] = [one for one in page["primaryContentSections"] if one.get("parameters") != []]
    return changed


def join_navigator(index: dict) -> None:
    """Makes the navigator the same on all pages.

    On the pages of a node that is marked as a module, DocC shows only the part of the navigator below that node.
    """

    def visit(node: dict) -> None:
        for child in node.get("children", []):
            if child.get("type") == "module":
                child["type"] = "collection"
            visit(child)

    for roots in index["interfaceLanguages"].values():
        if len(roots) != 1:
            raise SystemExit(f"not below the front page: {[root['title'] for root in roots]}")
        visit(roots[0])


def anchors(page: dict) -> set[str]:
    """Returns the anchors of the headings of a page."""
    found = set()

    def visit(node: object) -> None:
        if isinstance(node, dict):
            if "anchor" in node and isinstance(node["anchor"], str):
                found.add(node["anchor"].lower())
            for value in node.values():
                visit(value)
        elif isinstance(node, list):
            for value in node:
                visit(value)

    visit(page)
    return found


def broken_links(site: Path, contents: dict[str, dict]) -> list[str]:
    """Returns the links and the pictures that lead nowhere."""
    known = {path.lower(): anchors(page) for path, page in contents.items()}
    broken = []
    for path, page in contents.items():
        # The chapters of the tutorials have no pages, and nothing links to them.
        chapters = {module["reference"] for module in page.get("hierarchy", {}).get("modules") or []}
        for identifier, reference in page.get("references", {}).items():
            if identifier in chapters:
                continue
            for variant in reference.get("variants", []):
                url = variant.get("url", "")
                if url.startswith("/") and not (site / url.lstrip("/")).exists():
                    broken.append(f"{path}: {url}")
            url = reference.get("url", "")
            if not url.startswith("/"):
                continue
            target, _, anchor = url.partition("#")
            if target.lower() not in known:
                broken.append(f"{path}: {url}")
            elif anchor and anchor.lower() not in known[target.lower()]:
                broken.append(f"{path}: {url}")
    return sorted(set(broken))


def summary(page: dict) -> str:
    return re.sub(r"\s+", " ", plain(page.get("abstract", []), page.get("references", {}))).strip()


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
        path.rsplit("/", 1)[1]: (path, page) for path, page in contents.items() if page.get("kind") == "article"
    }

    def link(match: re.Match) -> str:
        name, anchor = match[1].rsplit("/", 1)[-1], match[2] or ""
        path, page = articles.get(name.lower(), (None, None))
        return f"[{page['metadata']['title']}]({base}{path}.md{anchor})" if page else name

    lines = ["# Runnel", "", f"> {summary(contents['/' + FRONT_PATH])}", ""]
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
    contents = pages(root)
    front = contents["/" + FRONT_PATH]
    reference = {
        "type": "topic",
        "kind": "article",
        "role": "collection",
        "identifier": FRONT,
        "title": front["metadata"]["title"],
        "abstract": front["abstract"],
        "url": "/" + FRONT_PATH,
    }
    index = []
    for path, page in contents.items():
        is_shortened = leave_out_places(page)
        if put_below_front(page, reference) or is_shortened:
            (root / "data" / (path.lstrip("/") + ".json")).write_text(
                json.dumps(page, ensure_ascii=False, separators=(",", ":")), encoding="utf-8"
            )
        file = root / path.lstrip("/") / "index.html"
        if file.exists():
            write_head(file, page)
        if path.startswith(("/documentation/", "/tutorials/")) and not is_inherited(path, page):
            index += sections(path, page)
    add_vocabulary(index)
    navigator = root / "index" / "index.json"
    entries = json.loads(navigator.read_text(encoding="utf-8"))
    join_navigator(entries)
    navigator.write_text(json.dumps(entries, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    (root / "search").mkdir(exist_ok=True)
    (root / "search" / "index.json").write_text(
        json.dumps(index, ensure_ascii=False, separators=(",", ":")), encoding="utf-8"
    )
    target = f"{base}/{FRONT_PATH}/"
    (root / "index.html").write_text(
        f'<!doctype html><meta charset="utf-8"><title>Runnel</title><link rel="icon" href="{base}/favicon.ico">'
        f'<meta http-equiv="refresh" content="0; url={target}"><a href="{target}">Runnel</a>\n',
        encoding="utf-8",
    )
    write_markdown(root, base, Path(catalog), contents)
    broken = broken_links(root, contents)
    if broken:
        sys.exit("links that lead nowhere:\n" + "\n".join(broken))
    print(f"{len(contents)} pages, {len(index)} sections in the search, every link leads to a page")


if __name__ == "__main__":
    main(*sys.argv[1:])
