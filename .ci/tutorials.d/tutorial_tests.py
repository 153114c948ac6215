# SPDX-License-Identifier: MIT
"""Tests of tutorial.py."""

import unittest

import tutorial

TEXT = """@Tutorial(time: 30) {
  @Section(title: "One") {
    @Steps {
      @Step {
        Add a file. The package doesn’t build
        until the next step.
        @Code(name: "Package.swift", file: A-01-01.swift)
      }
      @Step {
        Run.
        @Code(name: "Terminal", file: A-01-02.txt)
      }
    }
  }
  @Section(title: "Two") {
    @Steps {
      @Step {
        Change it.
        @Code(name: "Sources/a/A.swift", file: A-02-01.swift)
      }
      @Step {
        Change it again.
        @Code(name: "Sources/a/A.swift", file: A-02-02.swift, previousFile: A-02-01.swift)
      }
    }
  }
}
"""


class Steps(unittest.TestCase):
    def test_the_steps_are_read_with_their_sections(self) -> None:
        found = tutorial.steps(TEXT)
        self.assertEqual([(one.section, one.number, one.title) for one in found], [(1, 1, "One"), (1, 2, "One"), (2, 1, "Two"), (2, 2, "Two")])
        self.assertEqual([one.name for one in found], ["Package.swift", "Terminal", "Sources/a/A.swift", "Sources/a/A.swift"])
        self.assertEqual([one.file for one in found], ["A-01-01.swift", "A-01-02.txt", "A-02-01.swift", "A-02-02.swift"])

    def test_a_step_builds_unless_its_text_says_otherwise(self) -> None:
        self.assertEqual([one.builds for one in tutorial.steps(TEXT)], [False, True, True, True])

    def test_a_step_with_no_code_or_two_is_refused(self) -> None:
        code = '        @Code(name: "Terminal", file: A-01-02.txt)\n'
        for text in (TEXT.replace(code, ""), TEXT.replace(code, code + code)):
            with self.assertRaises(SystemExit):
                tutorial.steps(text)

    def test_a_later_file_of_a_name_names_the_previous_one(self) -> None:
        for previous in ("", ", previousFile: A-01-01.swift"):
            with self.assertRaises(SystemExit):
                tutorial.steps(TEXT.replace(", previousFile: A-02-01.swift", previous))


class Sessions(unittest.TestCase):
    def test_a_session_has_commands_and_their_output(self) -> None:
        found = tutorial.commands("$ cd a\n$ echo b | cat\nb\n")
        self.assertEqual([(one.line, one.output) for one in found], [("cd a", []), ("echo b | cat", ["b"])])

    def test_output_is_compared_as_a_whole(self) -> None:
        self.assertTrue(tutorial.is_shown("a.b\n", ["a.b"]))
        self.assertFalse(tutorial.is_shown("aXb\n", ["a.b"]))
        self.assertFalse(tutorial.is_shown("a\nb\n", ["a"]))
        self.assertFalse(tutorial.is_shown("", ["a"]))

    def test_an_ellipsis_is_any_text_of_a_line_or_any_lines(self) -> None:
        self.assertTrue(tutorial.is_shown("x 3 tests after 1 s\n", ["… 3 tests after … s"]))
        self.assertTrue(tutorial.is_shown("1\n2\nend\n", ["…", "end"]))
        self.assertTrue(tutorial.is_shown("end\n", ["…", "end", "…"]))
        self.assertFalse(tutorial.is_shown("1\n2\n", ["…", "end"]))


if __name__ == "__main__":
    unittest.main(verbosity=0)
