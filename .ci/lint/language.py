# SPDX-License-Identifier: MIT
"""Refuses words that the project's prose does not use.

The rules:
  1   Name the part: observer, store, caller. No who, nobody, he.
  2   Software notifies, calls, returns. It does not tell, say, know, ask, want, look.
  12  American spelling, and no calques.

Checked are comments, string literals and raw identifiers with a space (test names) of Swift files,
Markdown without its code, DocC tutorials with their titles, and commit messages after a fixed commit. Code, identifiers, words in
backticks, link targets, URLs, and strings such as "store.told" don't count.

Decisions where the rules leave room:
  - `whose` is allowed: it is the only possessive for things ("a list whose rows").
  - `someone`, `anyone`, `everyone` and `no one` are refused together with `somebody`.
  - `known` and `unknown` are allowed as adjectives; `know`, `knows` and `knew` are not.
  - `look up` is a term, also with its object between ("looks the slice up").
  - Rule 2 is about software: "you want", "you can ask" are allowed.

The DocC articles (`*.md` in `*.docc`) are not checked: a later issue rewrites them. Tutorials are checked.
"""

import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import swift_source

# Messages of this commit and its ancestors are not checked.
BASE = "9447a9999c6171ad4dd795d3b2f5d9bf3df776d9"


@dataclass
class Rule:
    number: int
    pattern: str
    instead: str


def forms(*words):
    return r"\b(?:" + "|".join(words) + r")\b"


RULES = [
    # Rule 1
    Rule(1, forms("those who", "who", "whoever", "whom", "whomever"), "the part: observer, caller, task"),
    Rule(
        1,
        forms("(?:no|some|any|every)body(?:'s)?", "(?:some|any|every)one(?:'s)?(?! of)", "no one"),
        "the part: no observer, any caller",
    ),
    Rule(1, forms("he", "his", "him", "himself"), "the part, or its"),
    # Rule 2
    Rule(2, forms("tell", "tells", "told", "telling"), "notify, deliver, report, distinguish"),
    Rule(2, forms("say", "says", "said", "saying"), "state, report, specify, for example"),
    Rule(2, forms("hear", "hears", "heard", "hearing"), "receive"),
    Rule(2, forms("speak", "speaks", "spoke", "spoken", "speaking"), "use, implement"),
    Rule(2, forms("know", "knows", "knew", "knowing"), "has, tracks, depends on, determine"),
    Rule(2, forms("ask", "asks", "asked", "asking"), "request, query, call, check"),
    Rule(2, forms("want", "wants", "wanted", "wanting"), "need, request, require"),
    Rule(2, forms("look", "looks", "looked", "looking"), "read, search, inspect, appear"),
    # Rule 12, calques
    Rule(12, r"\banew\b", "again"),
    Rule(12, r"(?<!is\s)(?<!are\s)\balso (?:if|when|where)\b", "even if, even when"),
    Rule(12, r"\bfor ever\b", "forever"),
    Rule(12, r"\bas ever\b", "as usual"),
    Rule(12, forms("mend", "mends", "mended", "mending"), "fix"),
    Rule(12, r"\b(?:let|lets|letting)(?: \w+)? go(?: of)?\b", "release, deallocate"),
    Rule(12, r"\bat times\b", "sometimes, optional"),
    Rule(12, r"\bso (?:many|much)\b(?! that| as)", "the number: n"),
    Rule(12, r"\bbelong(?:s|ed|ing)? into\b", "belong in"),
    Rule(12, r"\b(?:is|are|was|were|be) to be\b", "must be, is"),
    Rule(12, r"\b(?:has|have|had|having) to\b(?! do with)", "must, needs to"),
    # Rule 12, spelling
    Rule(12, r"\b\w*cancell(?:ed|ing|er|ers)\b", "one l: canceled"),
    Rule(
        12,
        r"\b(?:\w*label|model|signal|travel|level|channel|total|fuel|marshal|tunnel|dial|equal|"
        r"initial|unravel)l(?:ed|ing|er|ers)\b",
        "one l: labeled",
    ),
    Rule(
        12,
        r"\b\w*(?:initial|deinitial|recogn|organ|optim|serial|synchron|normal|general|special|custom|"
        r"minim|maxim|real|util|summar|emphas|parameter|final|material|mem|memo|amort|priorit|standard|"
        r"visual|categor|character|central|local|capital|random|symbol|token|critic|apolog|penal|"
        r"stabil|item|harmon|author|modern|sanit|neutral|polymer|union|equal|monopol)"
        r"is(?:e|es|ed|ing|er|ers|ation|ations|able)\b",
        "z: initialize",
    ),
    Rule(12, r"\b\w*(?:analys|paralys|catalys)(?:e|ed|ing|er|ers)\b", "z: analyze"),
    Rule(
        12,
        r"\b\w*(?:behavi|neighb|col|hon|fav|flav|hum|lab|rum|harb|endeav|parl|rig|vig|arm|od|splend|"
        r"tum|val|vap|clam|cand)our\w*\b",
        "or: behavior, color",
    ),
    Rule(12, r"\b(?:\w*cent|theat|fib|lit|\w*met|calib|lust|spect)re(?:s|d)?\b", "er: center, meter"),
    Rule(12, r"\bcentring\b", "centering"),
    Rule(12, r"\b(?:lic|def|off|pret)ences?\b", "se: license, defense"),
    Rule(12, r"\bcatalogu(?:e|es|ed|ing)\b", "catalog"),
    Rule(12, r"\banalogue(?:s)?\b", "analog"),
    Rule(12, r"\bgr(?:ey|eyed|eyish)\b", "gray"),
    Rule(12, r"\bprogrammes?\b", "program"),
    Rule(12, forms("whilst", "amongst"), "while, among"),
    Rule(12, forms("learnt", "spelt", "burnt", "dreamt", "leapt"), "-ed: learned"),
    Rule(12, r"\b(?:fulfil|fulfils|enrol|enrols|skilful|wilful|instalment|instalments)\b", "double l: fulfill"),
    Rule(12, r"\bartefacts?\b", "artifact"),
    Rule(12, r"\b(?:judge|acknowledge)ments?\b(?<!judgment)(?<!acknowledgment)", "judgment, acknowledgment"),
    Rule(12, r"\b(?:mould|plough|sceptic|manoeuvre|cheque|tyre|storey|ageing)\w*\b", "the American spelling"),
]

# Two words of a pattern can stand on two lines.
COMPILED = [(rule, re.compile(rule.pattern.replace(" ", r"\s+"), re.IGNORECASE)) for rule in RULES]

YOU = re.compile(r"\byou(?:r users)?(?:'d)?(?:\s+\w+(?:'t)?){0,2}\s+$", re.IGNORECASE)
LOOK_UP = re.compile(r"\s+(?:\w+\s+){0,4}?up\b", re.IGNORECASE)


@dataclass
class Finding:
    place: str
    line: int
    word: str
    rule: Rule

    def __str__(self):
        word = " ".join(self.word.split())
        return f"{self.place}:{self.line}: {word} (rule {self.rule.number}); instead: {self.rule.instead}"


def prose(text):
    """Returns the text with spaces in place of words in backticks, URLs and addresses."""

    def spaces(match):
        return re.sub(r"[^\n]", " ", match.group())

    for pattern in (
        r"(`+)(?!`)(?:(?!\n\s*\n).)*?(?<!`)\1(?!`)",  # A code span does not cross a blank line.
        r"\b[a-z]+://[^\s)>\"]+",
        r"\S+@\S+\.\S+",
    ):
        text = re.sub(pattern, spaces, text, flags=re.DOTALL)
    return text


def find(text, place="", first_line=1):
    """Returns the findings in text that is prose as a whole."""
    text = prose(text)
    findings = []
    for rule, pattern in COMPILED:
        for match in pattern.finditer(text):
            if rule.number == 2 and YOU.search(text[: match.start()]):
                continue
            if match.group().lower().startswith("look") and LOOK_UP.match(text, match.end()):
                continue
            line = first_line + text.count("\n", 0, match.start())
            findings.append((match.start(), Finding(place, line, match.group(), rule)))
    return [finding for _, finding in sorted(findings, key=lambda pair: pair[0])]


def find_in_swift(text, place=""):
    """Returns the findings in the comments, strings and test names of a Swift source."""
    kept = list(text)

    def erase(start, end):
        for index in range(start, end):
            if kept[index] != "\n":
                kept[index] = " "

    for piece in swift_source.pieces(text):
        content = text[piece.start : piece.end]
        if piece.kind == swift_source.CODE:
            erase(piece.start, piece.end)
        elif piece.kind == swift_source.RAW_IDENTIFIER:
            if " " in content:
                erase(piece.start, piece.start + 1)
                erase(piece.end - 1, piece.end)
            else:
                erase(piece.start, piece.end)
        elif piece.kind == swift_source.STRING and re.fullmatch(r'#*"[\w./-]*\w[./-]\w[\w./-]*"#*', content):
            # A file name, a queue label or a key, such as "burst-told".
            erase(piece.start, piece.end)
        elif piece.kind == swift_source.STRING:
            # A backtick in a string can stand alone, but a pair marks code as in prose.
            # An escape is no letter: "\n" before a word would hide where it begins.
            for escape in re.finditer(r"\\#*(?:u\{\w+\}|[0nrt\\\"'])", content):
                erase(piece.start + escape.start(), piece.start + escape.end())
    lines = "".join(kept).split("\n")
    return find("\n".join(_without_examples(lines)), place)


def _without_examples(lines):
    """Returns the lines without the code examples of comments, and without comment markers."""
    result = []
    is_fenced = is_example = was_blank = is_list = False
    for line in lines:
        match = re.match(r"\s*(///|//|\*)( ?)(.*)$", line)
        if not match:
            is_fenced = is_example = was_blank = is_list = False
            result.append(line)
            continue
        body = match.group(3)
        marker = " " * match.start(3)
        is_fence = body.lstrip().startswith("```")
        indent = len(body) - len(body.lstrip())
        if is_fence or is_fenced:
            is_fenced ^= is_fence
            result.append("")
        elif not body.strip():
            was_blank = True
            result.append("")
            continue
        elif indent >= 4 and not is_list and (was_blank or is_example):
            is_example = True
            result.append("")
        else:
            is_example = False
            if indent < 4:
                is_list = bool(re.match(r"\s*(?:[-*+]|\d+\.) ", body))
            result.append(marker + body)
        was_blank = False
    return result


def find_in_markdown(text, place=""):
    """Returns the findings in Markdown: not in code blocks and link targets."""
    lines = []
    is_fenced = False
    for line in text.split("\n"):
        is_fence = line.lstrip().startswith("```")
        lines.append("" if is_fenced or is_fence else re.sub(r"\]\([^)]*\)", "]", line))
        is_fenced ^= is_fence
    return find("\n".join(lines), place)


def find_in_tutorial(text, place=""):
    """Returns the findings in a DocC tutorial: in its text, and in the titles and descriptions of its directives."""

    def prose_of(line):
        directive = re.match(r"\s*@\w+", line)
        if not directive:
            return line
        return " ".join(re.findall(r'\b(?:title|alt|name): "([^"]*)"', line)) if directive[0].strip() != "@Code" else ""

    return find_in_markdown("\n".join(map(prose_of, text.split("\n"))), place)


def find_in_message(message, place):
    """Returns the findings in a commit message: not in indented code and trailers."""
    lines = [
        "" if re.match(r"(?:    |\t)|[A-Z][\w-]+: .*<.*@.*>$", line) else line
        for line in message.split("\n")
    ]
    return find("\n".join(lines), place)


def git(root, *arguments):
    """Returns the output of git, or `None` if it fails or is not installed."""
    try:
        result = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True)
    except FileNotFoundError:
        return None
    return result.stdout.strip() if result.returncode == 0 else None


def new_messages(root, base=BASE):
    """Returns the commits after the base and their messages, or `None` if they cannot be determined.

    If the base is absent from a shallow clone, the history was cut after it: all commits are new.
    If it is absent otherwise, the commits since the merge base with the remote's branch are new.
    """
    if git(root, "rev-parse", "--verify", "HEAD") is None:
        return None
    if git(root, "cat-file", "-e", base + "^{commit}") is not None:
        start = git(root, "merge-base", base, "HEAD")
    elif git(root, "rev-parse", "--is-shallow-repository") == "true":
        start = ""
    else:
        start = git(root, "merge-base", "origin/HEAD", "HEAD") or git(root, "merge-base", "origin/main", "HEAD")
    if start is None:
        return None
    commits = git(root, "log", "--format=%h%x00%B%x01", f"{start}..HEAD" if start else "HEAD")
    entries = [entry.strip("\n") for entry in (commits or "").split("\x01")]
    return [tuple(entry.split("\x00", 1)) for entry in entries if entry]


def swift_files(root, folder):
    for path in sorted((root / folder).rglob("*.swift")):
        if ".build" not in path.relative_to(root).parts:
            yield path


def check(root, folders):
    """Returns the findings in the Swift files and the tutorials of folders."""
    findings = []
    for folder in folders:
        for path in swift_files(root, folder):
            findings += find_in_swift(path.read_text(), str(path.relative_to(root)))
        for path in sorted((root / folder).rglob("*.tutorial")):
            findings += find_in_tutorial(path.read_text(), str(path.relative_to(root)))
    return findings


def main(arguments):
    root = Path.cwd()
    reported = [name for name in arguments if not name.startswith("--")]
    if reported:
        # Named files or folders alone, for work in progress.
        findings = []
        for name in reported:
            path = Path(name)
            if path.is_dir():
                findings += check(root, [name])
            elif path.suffix == ".md":
                findings += find_in_markdown(path.read_text(), name)
            elif path.suffix == ".tutorial":
                findings += find_in_tutorial(path.read_text(), name)
            else:
                findings += find_in_swift(path.read_text(), name)
        return report(findings)
    findings = check(root, ["Sources", "Samples"])
    for path in [root / "README.md", *sorted((root / "Samples").glob("*/README.md"))]:
        findings += find_in_markdown(path.read_text(), str(path.relative_to(root)))
    messages = new_messages(root)
    if messages is None:
        print("commit messages: not checked, since this is no clone with the history after the base")
    for commit, message in messages or []:
        findings += find_in_message(message, f"commit {commit}")
    in_tests = check(root, ["Tests"])
    if "--tests" in arguments:
        for finding in in_tests:
            print(finding)
    print(f"Tests: {len(in_tests)} words that are not refused there (--tests lists them)")
    return report(findings)


def report(findings):
    for finding in findings:
        print(finding)
    if findings:
        folders = Counter(finding.place.split("/")[0].split()[0] for finding in findings)
        print(f"{len(findings)} words to replace:", ", ".join(f"{n} in {f}" for f, n in folders.items()))
        return 1
    print("the prose keeps to the rules")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
