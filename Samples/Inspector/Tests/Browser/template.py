# SPDX-License-Identifier: MIT
"""Assembles the page of a recorded session, and writes it as a Swift source.

The page is one file without a network. Its policy allows the one script and the one style sheet by
their hashes. The lines of a recording stand between the prefix and the suffix.
"""

import base64
import hashlib
import sys
import urllib.parse
from pathlib import Path

FOLDER = Path("Sources/RunnelInsight/Page")
TARGET = FOLDER / "PageTemplate.swift"
LONGEST_LINE = 100

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#4f46e5" '
    'stroke-width="2.6" stroke-linecap="round"><path d="M3 7c4-4 6 4 9 1s5-5 9-1M3 13c4-4 6 4 9 1'
    's5-5 9-1M3 19c4-4 6 4 9 1s5-5 9-1"/></svg>'
)

SWIFT = '''\
// SPDX-License-Identifier: MIT

// Written by Samples/Inspector/Tests/Browser/template.py from the other files of this folder.
// swift-format-ignore-file

/// The page of a recorded session, without the recording.
///
/// The lines of the recording stand between the parts, with `<` as `\\u003c`. A page that is served
/// with a socket replaces `connect-src 'none'` in the prefix, and `id="session"` with
/// `id="session" data-live="ws://…"`.
enum PageTemplate {{
  /// The page up to the lines.
  static let prefix = ##"""
{prefix}
"""##

  /// The page after the lines.
  static let suffix = ##"""
{suffix}
"""##
}}
'''


def source_hash(text):
    digest = hashlib.sha256(text.encode()).digest()
    return "'sha256-" + base64.b64encode(digest).decode() + "'"


def parts(folder=FOLDER):
    """Returns the page before and after the lines of a recording."""
    style = "\n" + (folder / "page.css").read_text()
    script = "\n" + (folder / "page.js").read_text()
    page = (folder / "page.html").read_text().rstrip("\n")
    lowered = script.lower()
    for refused in ("</script", "<script", "<!--", "\r"):
        if refused in lowered:
            sys.exit(f"page.js contains {refused!r}, which ends or changes a script element")
    if "</style" in style.lower():
        sys.exit("page.css contains </style")
    policy = "; ".join([
        "default-src 'none'",
        "script-src " + source_hash(script),
        "style-src " + source_hash(style),
        "img-src data:",
        "connect-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ])
    prefix, suffix = page.split("{{data}}")
    prefix = prefix.replace("{{policy}}", policy).replace("{{style}}", style)
    prefix = prefix.replace("{{icon}}", "data:image/svg+xml," + urllib.parse.quote(ICON))
    return prefix, suffix.replace("{{script}}", script)


def page(lines):
    """Returns the page of a recording, as the library makes it."""
    prefix, suffix = parts()
    return prefix + lines.replace("<", "\\u003c") + suffix


def swift_source():
    prefix, suffix = parts()
    for text in (prefix, suffix):
        if '"""##' in text or "\\##" in text:
            sys.exit('the page contains """## or \\##, which end or change a raw string')
    return SWIFT.format(prefix=prefix, suffix=suffix)


def long_lines():
    for name in ("page.html", "page.css", "page.js"):
        for number, line in enumerate((FOLDER / name).read_text().split("\n"), 1):
            if len(line) > LONGEST_LINE:
                yield f"{FOLDER / name}:{number}: longer than {LONGEST_LINE} columns"


def main():
    wanted = swift_source()
    if "--check" in sys.argv[1:]:
        problems = list(long_lines())
        if not TARGET.exists() or TARGET.read_text() != wanted:
            problems.append(f"{TARGET} is not up to date: run {sys.argv[0]}")
        if problems:
            sys.exit("\n".join(problems))
        print("the page template is up to date")
    else:
        TARGET.write_text(wanted)


if __name__ == "__main__":
    main()
