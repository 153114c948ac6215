# SPDX-License-Identifier: MIT
"""Writes a PNG with at most 256 colors, which makes the picture of a page a third as large."""

import struct
import zlib
from collections import Counter


def chunks(data):
    position = 8
    while position < len(data):
        length, kind = struct.unpack(">I4s", data[position:position + 8])
        yield kind, data[position + 8:position + 8 + length]
        position += 12 + length


def rows(data):
    """Returns the width and the rows of pixels of a PNG of 8 bits for each of three or four channels."""
    parts = list(chunks(data))
    width, height, depth, color, _, _, interlace = struct.unpack(">IIBBBBB", dict(parts)[b"IHDR"])
    if depth != 8 or color not in (2, 6) or interlace:
        raise ValueError("the PNG has another kind of pixels")
    size = 3 if color == 2 else 4
    raw = zlib.decompress(b"".join(content for kind, content in parts if kind == b"IDAT"))
    before, result, stride = bytearray(width * size), [], width * size + 1
    for start in range(0, height * stride, stride):
        kind, row = raw[start], bytearray(raw[start + 1:start + stride])
        for index in range(len(row)):
            left = row[index - size] if index >= size else 0
            up = before[index]
            corner = before[index - size] if index >= size else 0
            if kind == 1:
                row[index] = row[index] + left & 255
            elif kind == 2:
                row[index] = row[index] + up & 255
            elif kind == 3:
                row[index] = row[index] + (left + up) // 2 & 255
            elif kind == 4:
                guess = left + up - corner
                distances = abs(guess - left), abs(guess - up), abs(guess - corner)
                nearest = (left, up, corner)[distances.index(min(distances))]
                row[index] = row[index] + nearest & 255
        result.append([tuple(row[i:i + 3]) for i in range(0, len(row), size)])
        before = row
    return width, result


def palette(counts):
    """Returns at most 256 colors: the frequent ones, and those that are far from the others."""
    colors = [color for color, _ in counts.most_common()]
    if len(colors) <= 256:
        return colors
    chosen = colors[:128]
    for limit in (1200, 300, 100, -1):
        for color in colors:
            if len(chosen) == 256:
                return chosen
            if color not in chosen and all(distance(color, other) > limit for other in chosen):
                chosen.append(color)
    return chosen


def distance(first, second):
    return sum((a - b) ** 2 for a, b in zip(first, second))


def reduced(data):
    """Returns a PNG with a palette."""
    width, pixels = rows(data)
    counts = Counter(color for row in pixels for color in row)
    colors = palette(counts)
    nearest = {color: index for index, color in enumerate(colors)}
    for color in counts:
        if color not in nearest:
            nearest[color] = min(range(len(colors)), key=lambda index: distance(color, colors[index]))
    raw = b"".join(b"\0" + bytes(nearest[color] for color in row) for row in pixels)

    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", width, len(pixels), 8, 3, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"PLTE", bytes(sum(colors, ())))
            + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b""))
