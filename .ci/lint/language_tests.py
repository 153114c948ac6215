# SPDX-License-Identifier: MIT
"""Shows that each class of word is found, and that code is not."""

import subprocess
import tempfile
import unittest
from pathlib import Path

import language


def words(findings):
    return [" ".join(finding.word.split()).lower() for finding in findings]


class Words(unittest.TestCase):
    def test_each_class_of_word_is_found(self):
        for number, examples in {
            1: ["who", "whoever", "whom", "nobody", "somebody's", "anyone", "no one", "He", "his", "him"],
            2: ["tells", "told", "say", "said", "hears", "speaks", "know", "knows", "asked", "wants", "looks"],
            12: [
                "cancelled", "labelled", "initialise", "amortised", "synchronisation", "behaviour",
                "neighbouring", "colours", "centre", "honour", "favourite", "licence", "catalogue", "analyse",
                "grey", "anew", "also if", "for ever", "as ever", "mended", "let go of", "lets it go",
                "at times", "so many", "belongs into", "is to be", "has to",
            ],
        }.items():
            for example in examples:
                findings = language.find(f"A store {example} the thing.")
                self.assertEqual([finding.rule.number for finding in findings], [number], example)

    def test_allowed_words_are_not_found(self):
        for text in [
            "a list whose rows", "the task", "a known type, unknown to others", "look up the slice",
            "looks the slice up", "a lookup", "if you want a copy", "you don't know", "whole", "otherwise",
            "promise", "exercise", "raised", "precise", "canceled", "four colors", "the parameter", "hour",
            "so many that it fails", "has to do with", "someone of", "contour", "tour",
            "this is also where it ends",
        ]:
            self.assertEqual(words(language.find(text.replace("someone of", "any one of"))), [], text)

    def test_code_and_addresses_do_not_count(self):
        for text in ["`who` and ``Told/said``", "https://example.com/who?is=he", "him@example.com"]:
            self.assertEqual(words(language.find(text)), [], text)

    def test_two_words_can_stand_on_two_lines(self):
        findings = language.find("one\nis to\nbe used")
        self.assertEqual([(finding.line, *finding.word.split()) for finding in findings], [(2, "is", "to", "be")])


class Swift(unittest.TestCase):
    def found(self, text):
        return words(language.find_in_swift(text))

    def test_comments_strings_and_test_names_count(self):
        self.assertEqual(self.found("// who\nlet a = 1 /* told /* nested */ him */"), ["who", "told", "him"])
        self.assertEqual(self.found("/// A store.\n///\n/// Whoever reads it."), ["whoever"])
        self.assertEqual(self.found('let a = "who \\(b) told"; let c = #"say "it" \\n"#'), ["who", "told", "say"])
        self.assertEqual(self.found('let a = """\n  who\n  told\n  """'), ["who", "told"])
        self.assertEqual(self.found("@Test func `nobody is told`() {}"), ["nobody", "told"])
        self.assertEqual(self.found('let a = "\\nwho"'), ["who"])

    def test_code_does_not_count(self):
        for text in [
            "let who = told.his", "func say(_ him: He) {}", "case `self`, `say`", 'f("\\(who.told("x"))")',
            "/// `who`", "/// ```swift\n/// who.say()\n/// ```",
            "/// So:\n///\n///     who.say()\n///     told()", "let a = 1 / 2 // fine\nlet who = 3",
            'f("burst-told", "a.who/told")', 'let a = "a\\"b"; let who = 1', 'let a = "\\(f { "}" })"; let who = 1',
        ]:
            self.assertEqual(self.found(text), [], text)

    def test_strings_in_interpolations_and_lists_count(self):
        self.assertEqual(self.found('f("\\(a ? "who" : b)")'), ["who"])
        self.assertEqual(self.found("/// - Parameters:\n///   - a: A store\n///     that knows."), ["knows"])
        self.assertEqual(self.found("/// ```\n/// who\n/// ```\n/// told"), ["told"])

    def test_the_line_is_that_of_the_source(self):
        findings = language.find_in_swift("import A\n\n/// One.\n// who\nlet a = 1 // told\n")
        self.assertEqual([(finding.line, finding.word) for finding in findings], [(4, "who"), (5, "told")])


class Markdown(unittest.TestCase):
    def test_prose_counts_and_code_does_not(self):
        text = "# Who\n\n```swift\nlet who = 1\n```\n[a link](who.md) `told`\n| said | x |\n"
        self.assertEqual(words(language.find_in_markdown(text)), ["who", "said"])

    def test_the_text_and_the_titles_of_tutorials_count(self):
        text = (
            '@Tutorial(time: 30) {\n  @Intro(title: "Who told") {\n    Type `who`, said he.\n'
            '    @Image(source: who.svg, alt: "It knows.")\n  }\n  @Section(title: "A") {\n'
            '    @Code(name: "Sources/who/Who.swift", file: Who.swift)\n  }\n}\n'
        )
        findings = language.find_in_tutorial(text)
        self.assertEqual(
            [(finding.line, finding.word) for finding in findings],
            [(2, "Who"), (2, "told"), (3, "said"), (3, "he"), (4, "knows")],
        )

    def test_tutorials_and_the_swift_files_that_they_show_are_checked(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {"A.tutorial": "Who", "Resources/A.swift": "// told", "A.md": "Whoever"}.items():
                path = Path(folder, "Sources/A.docc", name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            self.assertEqual(words(language.check(Path(folder), ["Sources"])), ["told", "who"])


class Messages(unittest.TestCase):
    def repository(self, folder):
        def git(*arguments):
            return subprocess.run(
                ["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.com", *arguments],
                check=True, capture_output=True, text=True,
            ).stdout.strip()

        git("init", "-q", "-b", "main")
        for message in ["Tell whoever asks", "Add `who`\n\nWhat he said.", "Fix it"]:
            git("commit", "-q", "--allow-empty", "-m", message)
        return git

    def test_messages_after_the_base_are_checked(self):
        with tempfile.TemporaryDirectory() as folder:
            git = self.repository(folder)
            messages = language.new_messages(Path(folder), git("rev-parse", "HEAD~2"))
            self.assertEqual([message.split("\n")[0] for _, message in messages], ["Fix it", "Add `who`"])
            found = [language.find_in_message(message, name) for name, message in messages]
            self.assertEqual([words(findings) for findings in found], [[], ["he", "said"]])

    def test_all_messages_of_a_shallow_clone_that_lacks_the_base_are_checked(self):
        with tempfile.TemporaryDirectory() as folder:
            git = self.repository(folder)
            base = git("rev-parse", "HEAD~2")
            clone = Path(folder) / "clone"
            git("clone", "-q", "--depth", "2", f"file://{folder}", str(clone))
            messages = language.new_messages(clone, base)
            self.assertEqual([message.split("\n")[0] for _, message in messages], ["Fix it", "Add `who`"])

    def test_without_the_base_the_merge_base_with_the_remote_counts(self):
        with tempfile.TemporaryDirectory() as folder:
            git = self.repository(folder)
            self.assertIsNone(language.new_messages(Path(folder), "0" * 40))
            git("update-ref", "refs/remotes/origin/main", "HEAD~1")
            messages = language.new_messages(Path(folder), "0" * 40)
            self.assertEqual([message for _, message in messages], ["Fix it"])

    def test_a_folder_without_history_has_no_messages(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIsNone(language.new_messages(Path(folder)))

    def test_trailers_and_indented_code_do_not_count(self):
        message = "Add it\n\n    who.told()\n\nCo-authored-by: Said Who <said@example.com>"
        self.assertEqual(words(language.find_in_message(message, "")), [])


if __name__ == "__main__":
    unittest.main(verbosity=0)
