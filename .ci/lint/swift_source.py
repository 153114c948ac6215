# SPDX-License-Identifier: MIT
"""Splits Swift source text into code, comments and string literals."""

import re
from dataclasses import dataclass

CODE, COMMENT, STRING, RAW_IDENTIFIER = "code", "comment", "string", "raw identifier"


@dataclass
class Piece:
    kind: str
    start: int
    end: int


def pieces(text):
    """Returns the pieces of a Swift source in order, without gaps.

    Delimiters belong to their piece. An interpolation is code, and can contain strings in turn.
    """
    return _Lexer(text).run()


class _Lexer:
    def __init__(self, text):
        self.text = text
        self.position = 0
        self.start = 0
        self.kind = CODE
        self.pieces = []

    def run(self):
        self.code(closing=None)
        self.turn(CODE)
        return self.pieces

    def turn(self, kind):
        """Ends the current piece and begins one of another kind."""
        if self.position > self.start:
            self.pieces.append(Piece(self.kind, self.start, self.position))
        self.start = self.position
        self.kind = kind

    def code(self, closing):
        """Reads code up to the end of the text, or to the parenthesis that ends an interpolation."""
        depth = 0
        text = self.text
        while self.position < len(text):
            rest = text[self.position : self.position + 2]
            if rest == "//":
                self.line_comment()
            elif rest == "/*":
                self.block_comment()
            elif rest[0] == "`":
                self.raw_identifier()
            elif match := re.compile(r'(#*)("""|")').match(text, self.position):
                self.string(match)
            elif closing and rest[0] == "(":
                depth += 1
                self.position += 1
            elif closing and rest[0] == ")":
                self.position += 1
                if depth == 0:
                    return
                depth -= 1
            else:
                self.position += 1

    def line_comment(self):
        self.turn(COMMENT)
        end = self.text.find("\n", self.position)
        self.position = len(self.text) if end < 0 else end
        self.turn(CODE)

    def block_comment(self):
        self.turn(COMMENT)
        depth = 0
        while self.position < len(self.text):
            two = self.text[self.position : self.position + 2]
            if two == "/*":
                depth += 1
            elif two == "*/":
                depth -= 1
            self.position += 2 if two in ("/*", "*/") else 1
            if depth == 0:
                break
        self.turn(CODE)

    def raw_identifier(self):
        end = self.text.find("`", self.position + 1)
        newline = self.text.find("\n", self.position)
        if end < 0 or 0 <= newline < end:
            self.position += 1
            return
        self.turn(RAW_IDENTIFIER)
        self.position = end + 1
        self.turn(CODE)

    def string(self, match):
        hashes, quotes = match.groups()
        closing = quotes + hashes
        escape = "\\" + hashes
        self.turn(STRING)
        self.position = match.end()
        while self.position < len(self.text):
            if self.text.startswith(closing, self.position):
                self.position += len(closing)
                break
            if self.text.startswith(escape + "(", self.position):
                self.turn(CODE)
                self.position += len(escape) + 1
                self.code(closing=")")
                self.turn(STRING)
            elif self.text.startswith(escape, self.position):
                self.position += len(escape) + 1
            elif self.text[self.position] == "\n" and quotes == '"':
                break
            else:
                self.position += 1
        self.turn(CODE)


def blank(text, keep):
    """Returns the text with spaces in place of the pieces whose kind is not in `keep`.

    Line breaks stay, so that offsets and line numbers are those of the source.
    """
    return "".join(
        text[piece.start : piece.end]
        if piece.kind in keep
        else re.sub(r"[^\n]", " ", text[piece.start : piece.end])
        for piece in pieces(text)
    )


def code(text):
    """Returns the code alone: comments, string literals and raw identifiers are spaces."""
    return blank(text, {CODE})
