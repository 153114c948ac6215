# SPDX-License-Identifier: MIT
"""Runs a program in tmux, presses keys, and keeps what the screen shows meanwhile."""

import os
import re
import subprocess
import sys
import time


class Terminal:
    """A terminal of tmux whose screens are kept, each with the seconds for which it was shown."""

    def __init__(self, command, columns, rows, folder):
        self.socket = f"recordings-{os.getpid()}-{id(self)}"
        self.columns, self.rows = columns, rows
        self.frames = []
        self.tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), "-c", str(folder), command)
        self.tmux("set-option", "status", "off")

    def tmux(self, *arguments):
        return subprocess.run(
            ["tmux", "-L", self.socket, *arguments], capture_output=True, text=True, check=True).stdout

    def screen(self):
        return self.tmux("capture-pane", "-p", "-e")

    def wait_for(self, pattern):
        """Waits until the screen shows a text, without keeping what it shows meanwhile."""
        for _ in range(300):
            if re.search(pattern, self.tmux("capture-pane", "-p")):
                return
            time.sleep(0.1)
        sys.exit(f"the terminal doesn't show {pattern!r}:\n{self.tmux('capture-pane', '-p')}")

    def watch(self, seconds):
        """Keeps what the screen shows for some seconds."""
        end = time.monotonic() + seconds
        while True:
            start = time.monotonic()
            screen = self.screen()
            time.sleep(max(0, min(0.1, end - start)))
            shown = time.monotonic() - start
            if self.frames and self.frames[-1][0] == screen:
                self.frames[-1][1] += shown
            else:
                self.frames.append([screen, shown])
            if time.monotonic() >= end:
                return

    def press(self, *keys, seconds=0.6):
        for key in keys:
            self.tmux("send-keys", key)
            self.watch(seconds)

    def type(self, text, seconds=0.12):
        """Types a text, one letter after the other."""
        for letter in text:
            self.tmux("send-keys", "-l", letter)
            self.watch(seconds)

    def close(self):
        subprocess.run(["tmux", "-L", self.socket, "kill-server"], capture_output=True)
