# SPDX-License-Identifier: MIT
"""Tests of catalog.py and site_tools.py."""

import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

import catalog
import site_tools as site

PAGE = """# ``Runnel``

One state.

## Overview

A ``Store``.

## Topics

### Start

- <doc:GettingStarted>

### The store

- ``Store``

### Other modules

- ``RunnelTesting``
"""


class CatalogTests(unittest.TestCase):
    def test_the_front_page_lists_articles_and_modules_and_the_module_lists_symbols(self) -> None:
        front, module = catalog.split(PAGE)
        self.assertIn("@TechnologyRoot", front)
        self.assertIn("One state.\n\n## Overview\n\nA ``Runnel/Store``.", front)
        self.assertTrue(front.index("- <doc:GettingStarted>") < front.index("- ``Runnel``\n- ``RunnelTesting``"))
        self.assertNotIn("``Store``", front)
        self.assertIn("One state.", module)
        self.assertIn("### The store\n\n- ``Store``", module)
        self.assertNotIn("GettingStarted", module)
        self.assertNotIn("RunnelTesting", module)

    def test_a_page_without_articles_is_refused(self) -> None:
        with self.assertRaises(SystemExit):
            catalog.split(PAGE.replace("<doc:GettingStarted>", "``Action``"))


class SiteTests(unittest.TestCase):
    def links(self, contents: dict, files: tuple = ()) -> list[str]:
        with TemporaryDirectory() as folder:
            for file in files:
                Path(folder, file).parent.mkdir(parents=True, exist_ok=True)
                Path(folder, file).touch()
            return site.broken_links(Path(folder), contents)

    def page(self, *urls: str) -> dict:
        return {"references": {url: {"type": "topic", "url": url} for url in urls}}

    def test_a_link_to_a_page_that_does_not_exist_is_broken(self) -> None:
        self.assertEqual(self.links({"/a": self.page("/b"), "/b": self.page("/A")}), [])
        self.assertEqual(self.links({"/a": self.page("/c")}), ["/a: /c"])

    def test_a_link_to_a_heading_that_does_not_exist_is_broken(self) -> None:
        heading = {"primaryContentSections": [{"content": [{"type": "heading", "anchor": "One"}]}]}
        self.assertEqual(self.links({"/a": self.page("/b#one"), "/b": heading}), [])
        self.assertEqual(self.links({"/a": self.page("/b#two"), "/b": heading}), ["/a: /b#two"])

    def test_a_picture_without_a_file_is_broken(self) -> None:
        picture = {"type": "image", "variants": [{"url": "/images/runnel/a.svg"}]}
        contents = {"/a": {"references": {"a": picture}}}
        self.assertEqual(self.links(contents, ("images/runnel/a.svg",)), [])
        self.assertEqual(self.links(contents), ["/a: /images/runnel/a.svg"])

    def test_the_front_page_is_the_first_of_each_path_once(self) -> None:
        page = {
            "identifier": {"url": "doc://runnel/x"},
            "references": {},
            "hierarchy": {"paths": [["doc://runnel/m"], [site.FRONT, "doc://runnel/m"]]},
        }
        self.assertTrue(site.put_below_front(page, {}))
        self.assertEqual(page["hierarchy"]["paths"], [[site.FRONT, "doc://runnel/m"]])
        self.assertFalse(site.put_below_front(page, {}))

    def test_modules_are_ordinary_parts_of_the_navigator(self) -> None:
        module = {"title": "M", "type": "module", "children": [{"title": "S", "type": "struct"}]}
        index = {"interfaceLanguages": {"swift": [{"title": "Runnel", "type": "article", "children": [module]}]}}
        site.join_navigator(index)
        self.assertEqual(module["type"], "collection")
        self.assertEqual(module["children"][0]["type"], "struct")

    def test_a_page_outside_the_front_page_is_refused(self) -> None:
        with self.assertRaises(SystemExit):
            site.join_navigator({"interfaceLanguages": {"swift": [{"title": "A"}, {"title": "B"}]}})

    def test_the_search_finds_each_section_of_an_article(self) -> None:
        content = [
            {"type": "paragraph", "inlineContent": [{"type": "text", "text": "First"}]},
            {"type": "heading", "anchor": "Two", "text": "Two", "level": 2},
            {"type": "codeListing", "code": ["let a = 1"]},
        ]
        page = {
            "kind": "article",
            "metadata": {"title": "A", "roleHeading": "Article"},
            "abstract": [{"type": "text", "text": "Short."}],
            "primaryContentSections": [{"kind": "content", "content": content}],
        }
        found = site.sections("/a", page)
        self.assertEqual([(one["p"], one["x"]) for one in found], [("/a", "Short. First"), ("/a#Two", "let a = 1")])

    def test_the_search_finds_a_tutorial_as_a_whole(self) -> None:
        def text(words: str) -> list[dict]:
            return [{"type": "paragraph", "inlineContent": [{"type": "text", "text": words}]}]

        task = {
            "title": "One", "anchor": "One", "contentSection": [{"content": text("Begin.")}],
            "stepsSection": [{"type": "step", "content": text("Add a file.")}],
        }  # fmt: skip
        page = {
            "kind": "project",
            "metadata": {"title": "A"},
            "sections": [{"kind": "hero", "content": text("Short.")}, {"kind": "tasks", "tasks": [task]}],
        }
        found = site.sections("/tutorials/a", page)
        self.assertEqual([(one["p"], one["x"]) for one in found], [("/tutorials/a", "Short. One Begin. Add a file.")])

    def test_a_chapter_of_the_tutorials_needs_no_page(self) -> None:
        page = self.page("/tutorials/tutorials/chapter") | {
            "hierarchy": {"modules": [{"reference": "/tutorials/tutorials/chapter"}]}
        }
        self.assertEqual(self.links({"/tutorials/a": page}), [])


if __name__ == "__main__":
    unittest.main(verbosity=0)
