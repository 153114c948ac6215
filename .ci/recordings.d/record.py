# SPDX-License-Identifier: MIT
"""Records the samples in a terminal. See .ci/recordings."""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import film
import palette
from terminal import Terminal

ROOT = Path.cwd()
SAMPLES = ROOT / ".build/samples/debug"
INBOX = ROOT / ".build/inbox/debug"
LIMIT = 300_000

# Processes to look at: idle ones with memory, and some that use a processor now and then.
COMPANY = """
cd /
as() { local user=$1; shift; if [ "$(id -u)" = 0 ]; then
  exec setpriv --reuid="$user" --regid="$(id -g "$user")" --clear-groups "$@"; else exec "$@"; fi; }
sleeper="import sys, time; data = bytearray(b'x' * int(sys.argv[1]) * 1000000); time.sleep(900)"
as www-data python3 -c "$sleeper" 96 &
as www-data python3 -c "$sleeper" 48 &
as nobody python3 -c "$sleeper" 8 &
as mail tail -f /dev/null &
as daemon sleep 900 &
as nobody bash -c 'while :; do timeout 1.5 sha256sum /dev/zero; sleep 3; done' 2>/dev/null &
as backup bash -c 'while :; do head -c 60000000 /dev/urandom | gzip >/dev/null; sleep 5; done' 2>/dev/null &
as games bash -c 'while :; do seq 300000 | sort -r >/dev/null; sleep 2; done' 2>/dev/null &
exec "$@"
"""


def isolated(folder, *words):
    """Returns a command that runs a program with the processes of `COMPANY` and no others in sight."""
    script = folder / "company.sh"
    script.write_text(COMPANY)
    user = "" if os.getuid() == 0 else "--user --map-root-user "
    return f"unshare {user}--pid --fork --kill-child --mount-proc bash {script} {' '.join(map(str, words))}"


def save(terminal, path, title, columns=None):
    """Writes the film of a terminal, or of its first columns."""
    frames = terminal.frames
    # Where motion isn't wanted, the fullest screen is shown.
    poster = max(range(len(frames)), key=lambda index: len(re.findall(r"\S+", frames[index][0])))
    text = film.svg(frames, columns or terminal.columns, terminal.rows, title, poster)
    if len(text) > LIMIT:
        sys.exit(f"{path.name} has {len(text):,} bytes, more than {LIMIT:,}")
    path.write_text(text)
    print(f"{path.name}: {len(frames)} screens, {sum(s for _, s in frames):.0f} s, {len(text):,} bytes")


def monitor(folder, pictures):
    settings = folder / "settings.json"
    settings.write_text('{"interval":0.5,"theme":"dark"}')
    terminal = Terminal(
        isolated(folder, SAMPLES / "monitor", "--settings", settings, "--record", folder / "monitor.ndjson"),
        columns=90, rows=22, folder=folder)
    try:
        terminal.wait_for(r"GB")
        # The graphs need some history, and the first screen is what a page shows before the film runs.
        time.sleep(15)
        terminal.wait_for(r"[1-9][\d.]* +[\d.]+M  sha256sum")
        terminal.watch(2.5)
        terminal.press("j", "j", "j", "k", seconds=0.4)
        terminal.press("s", seconds=1.2)
        terminal.press("r", seconds=1.2)
        terminal.press("/", seconds=0.6)
        terminal.type("pyt", seconds=0.3)
        terminal.press("Enter", seconds=2)
        terminal.press("u", seconds=2)
        terminal.press("p", seconds=1.5)
        terminal.press("p", seconds=1.5)
        terminal.press("t", seconds=1.5)
        terminal.press("t", "t", seconds=0.8)
        terminal.watch(1)
        save(terminal, pictures / "monitor.svg", "monitor")
        terminal.tmux("send-keys", "q")
    finally:
        terminal.close()


class Server:
    """The server of the inbox, with threads to read."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [INBOX / "inbox-server", "--port", "8017", "--database", folder / "inbox.sqlite", "--demo-data", "40"],
            stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.address = line.split("http://")[1].split()[0]


def inbox(folder):
    """Records a session of the inbox, in which a user reads, searches, answers and goes offline."""
    server = Server(folder)
    data, file = folder / "inbox-data", folder / "session.ndjson"
    try:
        subprocess.run(
            [INBOX / "inbox", "login", "--data", data, "--server", server.address, "--user", "ada"],
            input="ada\n", text=True, check=True, stdout=subprocess.DEVNULL)
        terminal = Terminal(
            f"{INBOX}/inbox --data {data} --record {file}; echo status $?; cat", columns=100, rows=30, folder=folder)
        try:
            terminal.wait_for("Online")
            terminal.press("j", "j", "Enter", seconds=0.5)
            terminal.press("r", seconds=0.4)
            terminal.type("I'll look at it.", seconds=0.05)
            terminal.press("C-s", "Escape", seconds=0.6)
            terminal.press("/", seconds=0.3)
            terminal.type("plan", seconds=0.1)
            terminal.press("Enter", seconds=0.8)
            terminal.press("Escape", "j", "e", "u", "o", seconds=0.6)
            terminal.press("c", seconds=0.4)
            terminal.type("Lunch", seconds=0.08)
            terminal.press("Tab", seconds=0.2)
            terminal.type("At noon?", seconds=0.08)
            terminal.press("C-s", seconds=0.6)
            terminal.press("Escape", "o", seconds=1)
            terminal.watch(2)
            terminal.press("q", seconds=0.5)
            terminal.wait_for("status 0")
        finally:
            terminal.close()
    finally:
        server.process.terminate()
        server.process.wait()
    return file


def numbers(file, pattern):
    """Returns the numbers of the actions of a session whose lines match a pattern."""
    shown = subprocess.run([SAMPLES / "inspector", "show", file], capture_output=True, text=True)
    found = re.findall(rf"^\S+  (\d+) {pattern}", shown.stdout, re.MULTILINE)
    if shown.returncode != 0 or not found:
        sys.exit(f"the session has no {pattern}: {shown.stderr}")
    return [int(number) for number in found]


def run(terminal, command, seconds):
    """Types a command, runs it, and shows its output for some seconds."""
    terminal.type(command, seconds=0.05)
    terminal.watch(0.3)
    terminal.press("Enter", seconds=seconds)


def clear(terminal):
    terminal.tmux("send-keys", "clear", "Enter")
    time.sleep(0.5)


def inspector(file, pictures):
    """Records the commands of the inspector on the session of the inbox."""
    number = numbers(file, r'ThreadListFeature\.Action {"archived":.*true')[0]
    environment = f"PS1='$ ' PATH='{SAMPLES}:{os.environ['PATH']}'"
    terminal = Terminal(
        f"env {environment} bash --norc --noprofile", columns=400, rows=23, folder=file.parent)
    try:
        terminal.wait_for(r"\$")
        # Long lines of the list end at the edge of the film.
        run(terminal, "inspector show session.ndjson | tail -18", seconds=4)
        clear(terminal)
        terminal.tmux("resize-window", "-x", "91", "-y", "23")
        run(terminal, f"inspector show session.ndjson --action {number}", seconds=6)
        clear(terminal)
        run(terminal, "inspector replay session.ndjson | grep -A 3 offlineToggled", seconds=5)
        save(terminal, pictures / "inspector.svg", "inspector", columns=91)
    finally:
        terminal.close()


def page(file, folder, pictures):
    """Takes a picture of the page, with the changes by the action that confirms a sent message."""
    if not os.environ.get("DRIVER"):
        print("without Chromium, no picture of the page is taken")
        return
    from drive import Page
    html = subprocess.run(
        [SAMPLES / "inspector", "html", file, "-o", "-"], capture_output=True, text=True, check=True).stdout
    page = Page(folder, folder)
    try:
        # 1200 pixels wide, with letters that are readable when a page shows it with 700.
        page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": 1000, "height": 660, "deviceScaleFactor": 1.2, "mobile": False})
        page.open("session", html)
        page.go_to(numbers(file, r'SyncFeature\.Action {"confirmed"')[0])
        page.js("""
          [...document.querySelectorAll("button")].find((node) => node.textContent === "Only changes").click();
          document.getElementById("stats").lastElementChild.remove();
          document.getElementById("actions").scrollTop += 200;""")
        for name, is_dark in [("insight-page", False), ("insight-page~dark", True)]:
            page.dark(is_dark)
            page.settle()
            page.picture(name)
            picture = palette.reduced((folder / f"{name}.png").read_bytes())
            (pictures / f"{name}.png").write_bytes(picture)
            print(f"{name}.png: {len(picture):,} bytes")
    finally:
        page.driver.quit()


def main():
    sys.path.append(str(ROOT / ".ci/page.d"))
    pictures = Path(sys.argv[1])
    pictures.mkdir(parents=True, exist_ok=True)
    wanted = set(sys.argv[2:]) or {"monitor", "inspector", "page"}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if "monitor" in wanted:
            monitor(folder, pictures)
        if wanted & {"inspector", "page"}:
            file = inbox(folder)
            if "inspector" in wanted:
                inspector(file, pictures)
            if "page" in wanted:
                page(file, folder, pictures)


if __name__ == "__main__":
    main()
