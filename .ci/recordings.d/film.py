# SPDX-License-Identifier: MIT
"""Draws the screens of a terminal as an animated SVG, which is text only and needs no script."""

import re
from html import escape

CELL_WIDTH, CELL_HEIGHT, FONT_SIZE = 8.4, 19, 14
MARGIN, HEAD = 14, 34
FOREGROUND, DIM, BACKGROUND, BAR = "#e6edf3", "#9ea7b3", "#0d1117", "#21262d"
COLORS = {
    30: "#6e7681", 31: "#ff7b72", 32: "#56d364", 33: "#e3b341", 34: "#79c0ff", 35: "#d2a8ff", 36: "#56d4dd",
    37: FOREGROUND,
}
STYLES = {"b": "font-weight:600", "d": f"fill:{DIM}", "r": f"fill:{BACKGROUND}"} | {
    f"c{code}": f"fill:{color}" for code, color in COLORS.items()}


class Look:
    """The style of a cell."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.color, self.is_bold, self.is_dim, self.is_reversed = None, False, False, False

    def apply(self, codes):
        for code in [int(code or 0) for code in codes.split(";")]:
            if code == 0:
                self.reset()
            elif code == 1:
                self.is_bold = True
            elif code == 2:
                self.is_dim = True
            elif code == 22:
                self.is_bold = self.is_dim = False
            elif code in (7, 27):
                self.is_reversed = code == 7
            elif code == 39:
                self.color = None
            elif 30 <= code <= 37:
                self.color = code
            elif 90 <= code <= 97:
                self.color = code - 60

    def key(self):
        classes = []
        if self.is_reversed:
            classes.append("r")
        elif self.color:
            classes.append(f"c{self.color}")
        elif self.is_dim:
            classes.append("d")
        if self.is_bold:
            classes.append("b")
        return " ".join(classes)


def runs(screen, columns):
    """Returns the lines of a screen: for each the pieces, as column, text and classes."""
    look = Look()
    lines = []
    for line in screen.rstrip("\n").split("\n"):
        pieces, column = [], 0
        for part in re.split(r"(\x1b\[[\d;]*m)", line):
            if match := re.fullmatch(r"\x1b\[([\d;]*)m", part):
                look.apply(match[1])
                continue
            if part and column < columns:
                pieces.append((column, part[:columns - column], look.key()))
                column += len(part)
        # tmux doesn't send blanks at the end of a line, but a reversed row extends over all columns.
        if pieces and "r" in pieces[-1][2].split():
            start, text, classes = pieces[-1]
            pieces[-1] = (start, text.ljust(columns - start), classes)
        lines.append(tuple(pieces))
    return lines


def number(value):
    return f"{value:.1f}".removesuffix(".0")


def line(pieces):
    """Draws a line: blanks aren't drawn, and the length of each text makes it independent of the font."""
    result = []
    for column, text, classes in pieces:
        if "r" in classes.split():
            result.append(
                f'<rect x="{number(column * CELL_WIDTH)}" y="-14.5" width="{number(len(text) * CELL_WIDTH)}"'
                f' height="{CELL_HEIGHT}" fill="{FOREGROUND}"/>')
        # Long blanks separate columns, which are drawn one by one.
        for match in re.finditer(r"\S+(?: \S+)*", text):
            word = match[0]
            attributes = f' class="{classes}"' if classes else ""
            if len(word) > 1:
                attributes += f' textLength="{number(len(word) * CELL_WIDTH)}"'
            x = number((column + match.start()) * CELL_WIDTH)
            result.append(f'<text x="{x}"{attributes}>{escape(word, quote=False)}</text>')
    return "".join(result)


def svg(frames, columns, rows, title, poster):
    """Returns the film of the frames, which are pairs of a screen and of seconds.

    `poster` is the number of the frame that is shown where motion isn't wanted.
    """
    width, height = round(columns * CELL_WIDTH + 2 * MARGIN), rows * CELL_HEIGHT + HEAD + MARGIN
    inner = rows * CELL_HEIGHT
    known, symbols, film, steps = {}, [], [], []
    total, time = sum(seconds for _, seconds in frames), 0
    for index, (screen, seconds) in enumerate(frames):
        steps.append(f"{time / total * 100:.2f}%{{transform:translateY({-index * inner}px)}}")
        time += seconds
        uses = []
        for row, pieces in enumerate(runs(screen, columns)[:rows]):
            drawing = line(pieces)
            if not drawing:
                continue
            if drawing not in known:
                known[drawing] = f"l{len(known)}"
                symbols.append(f'<g id="{known[drawing]}">{drawing}</g>')
            uses.append(f'<use href="#{known[drawing]}" y="{index * inner + row * CELL_HEIGHT + 14.5:g}"/>')
        film.append("".join(uses))
    # Rules don't match the ancestors of a <use>, only those of the line itself.
    classes = "".join(f".{name}{{{style}}}" for name, style in STYLES.items())
    newline = "\n"
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">
<title>{escape(title)}</title>
<style>
text{{font:{FONT_SIZE}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:{FOREGROUND};white-space:pre}}
{classes}
.title{{font:600 13px system-ui,-apple-system,"Segoe UI",sans-serif;fill:{DIM};text-anchor:middle}}
.film{{animation:film {total:.2f}s step-end infinite}}
@keyframes film{{{"".join(steps)}}}
@media (prefers-reduced-motion:reduce){{.film{{animation:none;transform:translateY({-poster * inner}px)}}}}
</style>
<defs>
{newline.join(symbols)}
</defs>
<rect width="{width}" height="{height}" rx="10" fill="{BACKGROUND}"/>
<path d="M0,{HEAD - 6} V10 A10,10 0 0 1 10,0 H{width - 10} A10,10 0 0 1 {width},10 V{HEAD - 6} z" fill="{BAR}"/>
<circle cx="18" cy="14" r="5.5" fill="#ff7b72"/><circle cx="36" cy="14" r="5.5" fill="#e3b341"/><circle cx="54" cy="14" r="5.5" fill="#56d364"/>
<text x="{width // 2}" y="19" class="title">{escape(title)}</text>
<svg x="{MARGIN}" y="{HEAD}" width="{width - 2 * MARGIN}" height="{inner}" viewBox="0 0 {width - 2 * MARGIN} {inner}">
<g class="film">
{newline.join(film)}
</g>
</svg>
</svg>
"""
