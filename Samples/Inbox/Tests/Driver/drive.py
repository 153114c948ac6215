# SPDX-License-Identifier: MIT
"""Uses the inbox as people and scripts do, and takes away its server, its processes and its disk.

    drive.py PRODUCTS [--restarts N] [--kills N]

PRODUCTS is the folder with `inbox` and `inbox-server`. Each check prints one line. The first that fails ends the
script. Messages are counted on the server at the end: one that a client has reported is there exactly once.
"""

import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("products", type=Path)
parser.add_argument("--restarts", type=int, default=5)
parser.add_argument("--kills", type=int, default=15)
options = parser.parse_args()
INBOX = str((options.products / "inbox").resolve())
SERVER = str((options.products / "inbox-server").resolve())
FOLDER = Path(tempfile.mkdtemp(prefix="inbox-drive-"))


def check(condition, text):
    if not condition:
        sys.exit(f"FAILED: {text}")


def until(condition, text):
    """Waits until a condition holds."""
    end = time.monotonic() + 120
    while not condition():
        check(time.monotonic() < end, f"not after 120 s: {text}")
        time.sleep(0.01)


def passed(text):
    print(f"ok  {text}", flush=True)


class Server:
    """A server in a process of its own, on a port that stays the same."""

    def __init__(self, database, port=0, options=()):
        self.database = database
        self.port = port
        self.options = list(options)
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [SERVER, "--port", str(self.port), "--database", str(self.database), *self.options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        match = re.search(r":(\d+)", line)
        check(match, f"the server printed {line!r}: {self.process.stderr.read() if not line else ''}")
        self.port = int(match[1])

    @property
    def address(self):
        return f"127.0.0.1:{self.port}"

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        check(self.process.wait(20) == 0, "the server doesn't end with status 0")


def run(data, *arguments, input=None, status=None, timeout=60, **others):
    result = subprocess.run(
        [INBOX, *arguments, "--data", str(data)], input=input, text=True, capture_output=True, timeout=timeout,
        **others)
    if status is not None:
        check(
            result.returncode == status,
            f"inbox {' '.join(arguments)}: status {result.returncode}, {result.stdout!r} {result.stderr!r}")
    return result


def log_in(name, user, server):
    data = FOLDER / name
    run(data, "login", "--server", server.address, "--user", user, input=f"{user}\n", status=0)
    return data


def texts(server):
    """Returns the texts of all messages on the server."""
    data = log_in(f"reader-{random.random()}", "cleo", server)
    threads = json.loads(run(data, "list", "--json", "--limit", "200", "--archived", status=0).stdout)
    found = []
    for thread in threads:
        messages = json.loads(run(data, "show", thread["id"], "--json", status=0).stdout)
        messages = messages["messages"] if isinstance(messages, dict) else messages
        found += [message["text"] for message in messages]
    shutil.rmtree(data)
    return found


def check_once(server, certain, possible, text):
    """Checks that reported messages are on the server once, and others at most once."""
    found = texts(server)
    for message in certain:
        check(found.count(message) == 1, f"{text}: {message!r} is there {found.count(message)} times")
    for message in possible:
        check(found.count(message) <= 1, f"{text}: {message!r} is there {found.count(message)} times")
    strangers = set(found) - set(certain) - set(possible)
    check(not strangers, f"{text}: unexpected messages {strangers}")


def is_reported(result):
    return result.returncode == 0 and re.match(r"(sent m\d+|queued)", result.stdout)


def settle(data):
    """Sends the queue of a client, which can take some attempts."""
    for _ in range(20):
        result = run(data, "sync", timeout=120)
        if result.returncode == 0 and result.stdout.startswith("0 queued"):
            return
    check(False, f"the queue isn't sent: {result.stdout!r} {result.stderr!r}")


def restarts():
    """Kills the server again and again while four clients send."""
    server = Server(FOLDER / "restarts.sqlite")
    clients = [log_in(f"client-{user}-{number}", user, server) for number, user in enumerate(["ada", "ben"] * 2)]
    run(clients[0], "send", "--subject", "Load", "start", "--wait", status=0)
    thread = json.loads(run(clients[0], "list", "--json", status=0).stdout)[0]["id"]
    reported, attempted = ["start"], []
    lock, is_over = threading.Lock(), threading.Event()

    def send(client):
        number = 0
        while not is_over.is_set():
            text = f"{client.name} {number}"
            number += 1
            with lock:
                attempted.append(text)
            if is_reported(run(client, "send", "--thread", thread, text)):
                with lock:
                    reported.append(text)

    threads = [threading.Thread(target=send, args=(client,)) for client in clients]
    for sender in threads:
        sender.start()
    for _ in range(options.restarts):
        with lock:
            count = len(reported)
        # The next kill waits for messages, so each start is under load.
        until(lambda: len(reported) >= count + 4 or not all(sender.is_alive() for sender in threads),
              "four messages are reported")
        server.kill()
        server.start()
    is_over.set()
    for sender in threads:
        sender.join()
    for client in clients:
        settle(client)
    check_once(server, reported, attempted, "after restarts")
    passed(f"{options.restarts} killed servers: {len(reported)} reported messages are there once")
    server.stop()


def kills():
    """Kills a client with SIGKILL at random moments, online and offline."""
    server = Server(FOLDER / "kills.sqlite")
    client = log_in("killed", "ada", server)
    generator = random.Random(7)
    reported, attempted, killed = [], [], 0
    started = time.monotonic()
    run(client, "send", "--subject", "First", "a message", status=0)
    usual = time.monotonic() - started
    # Some are killed before they report their message, and some have done so.
    while len(attempted) < options.kills or not killed or not reported:
        number = len(attempted)
        if number % 3 == 1:
            server.kill()
        text = f"message {number}"
        attempted.append(text)
        process = subprocess.Popen(
            [INBOX, "send", "--subject", f"Subject {number}", text, "--data", str(client)], stdout=subprocess.PIPE,
            text=True)
        # A moment in the life of the process, from its start to after its end.
        try:
            process.wait(generator.uniform(0, 2 * usual))
        except subprocess.TimeoutExpired:
            process.kill()
            killed += 1
        output = process.communicate()[0]
        if re.match(r"(sent m\d+|queued)", output):
            reported.append(text)
        if number % 3 == 1:
            server.start()
    settle(client)
    check_once(server, reported, [*attempted, "a message"], "after kills")
    passed(f"{len(attempted)} clients, {killed} of them killed: {len(reported)} reported messages are there once")
    server.stop()


def mount(size):
    folder = FOLDER / f"disk-{size}"
    folder.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], capture_output=True)
    if done.returncode != 0:
        print("a small disk can't be mounted here: not checked", flush=True)
        return None
    return folder


def full_disk():
    """Fills the disk of a client until a message can't be queued. Nothing that was reported is lost."""
    disk = mount("400k")
    if disk is None:
        return
    try:
        server = Server(FOLDER / "full.sqlite")
        client = log_in("disk-400k/data", "ada", server)
        server.kill()
        reported, attempted = [], []
        for number in range(100):
            text = f"{number} " + "x" * 8_000
            attempted.append(text)
            result = run(client, "send", "--subject", f"Large {number}", text)
            if not is_reported(result):
                break
            reported.append(text)
        check(result.returncode == 1 and len(reported) < 100, f"the disk never became full: {result}")
        lines = result.stderr.strip().splitlines()
        check(len(lines) == 1 and "full" in lines[0], f"no clear line: {result.stderr!r}")
        subprocess.run(["mount", "-o", "remount,size=50m", disk], check=True)
        server.start()
        settle(client)
        check_once(server, reported, attempted, "after a full disk")
        server.stop()
        passed(f"a full disk: \"{lines[0]}\", {len(reported)} reported messages are there once")
    finally:
        subprocess.run(["umount", "-l", disk])


def full_server():
    """Fills the disk of the server. Clients keep their messages, and send them when there is room."""
    disk = mount("600k")
    if disk is None:
        return
    try:
        server = Server(disk / "inbox.sqlite")
        client = log_in("of-full-server", "ada", server)
        texts_sent = []
        for number in range(60):
            text = f"{number} " + "y" * 8_000
            texts_sent.append(text)
            check(is_reported(run(client, "send", "--subject", f"Large {number}", text)), "not queued")
        queue = run(client, "sync")
        check(queue.returncode == 1, f"the server's disk never became full: {queue}")
        subprocess.run(["mount", "-o", "remount,size=50m", disk], check=True)
        settle(client)
        check_once(server, texts_sent, [], "after a full disk of the server")
        server.stop()
        passed(f"a full disk of the server: {len(texts_sent)} messages are there once")
    finally:
        subprocess.run(["umount", "-l", disk])


def read_only():
    """Makes the folder of a client read-only."""
    disk = mount("20m")
    if disk is None:
        return
    try:
        server = Server(FOLDER / "read-only.sqlite")
        client = log_in("disk-20m/data", "ada", server)
        run(client, "send", "--subject", "One", "one", "--wait", status=0)
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        server.kill()
        result = run(client, "send", "--subject", "Two", "two")
        lines = result.stderr.strip().splitlines()
        check(result.returncode == 1 and lines, f"send in a read-only folder: {result}")
        server.start()
        listed = run(client, "list", status=0)
        check("One" in listed.stdout, f"list in a read-only folder: {listed}")
        subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
        settle(client)
        check_once(server, ["one"], ["two"], "after a read-only folder")
        server.stop()
        passed(f"a read-only folder: \"{lines[0]}\"")
    finally:
        subprocess.run(["umount", "-l", disk])


def damage():
    """Damages the database of a client in several ways, each of which leaves the file as it is."""
    server = Server(FOLDER / "damage.sqlite")
    client = log_in("damaged", "ada", server)
    run(client, "send", "--subject", "One", "one", "--wait", status=0)
    database = next(client.glob("ada@*.sqlite"))
    original = database.read_bytes()

    def newer(data):
        return data[:60] + (99).to_bytes(4, "big") + data[64:]

    for name, change in {
        "truncated": lambda data: data[: len(data) // 2],
        "overwritten": lambda data: b"garbage" * 1_000,
        "newer": newer,
        "with a damaged page": lambda data: data[:4096] + b"\xff" * 2_000 + data[6096:],
    }.items():
        database.write_bytes(change(original))
        before = database.read_bytes()
        result = run(client, "send", "--subject", "Two", f"after {name}")
        check(result.returncode in (0, 1) and result.stderr.count("\n") <= 2, f"{name}: {result}")
        check(result.stderr.strip() != "" or name == "truncated", f"{name}: {result}")
        if name in ("overwritten", "newer"):
            check(database.read_bytes() == before, f"the {name} database was changed")
        listed = run(client, "list", status=0)
        check("One" in listed.stdout, f"list with a {name} database: {listed}")
        print(f"    {name}: status {result.returncode}, {result.stderr.strip() or result.stdout.strip()}", flush=True)
        for file in client.glob("ada@*.sqlite-*"):
            file.unlink()
    database.write_bytes(original)
    run(client, "list", status=0)
    passed("damaged and newer databases")
    server.stop()


def full_output():
    """Writes to a full device."""
    server = Server(FOLDER / "output.sqlite", options=["--demo-data", "20"])
    client = log_in("output", "ada", server)
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [INBOX, "list", "--data", str(client)], stdout=full, stderr=subprocess.PIPE, text=True)
    check(result.returncode == 1 and result.stderr.count("\n") == 1, f"list to /dev/full: {result}")
    passed(f"/dev/full: \"{result.stderr.strip()}\"")
    server.stop()


def demo():
    """Runs the demo in a terminal, and a second client in another one, until both show the same."""
    if shutil.which("tmux") is None:
        print("tmux can't be installed here: the demo isn't run", flush=True)
        return
    socket = f"inbox-{os.getpid()}"

    def tmux(*arguments):
        done = subprocess.run(
            ["tmux", "-L", socket, "-f", "/dev/null", *arguments], capture_output=True, text=True)
        check(done.returncode == 0, f"tmux {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def wait_for(window, pattern):
        end = time.monotonic() + 180
        while True:
            screen = tmux("capture-pane", "-p", "-t", window)
            match = re.search(pattern, screen)
            if match:
                return match
            check(time.monotonic() < end, f"{pattern!r} isn't on the screen of {window}:\n{screen}")
            time.sleep(0.1)

    try:
        tmux("new-session", "-d", "-s", "demo", "-x", "100", "-y", "30", f"{INBOX} demo; echo status $?; cat")
        address = wait_for("demo", r"--server (127\.0\.0\.1:\d+)")[1]
        data = FOLDER / "demo-ben"
        run(data, "login", "--server", address, "--user", "ben", input="ben\n", status=0)
        tmux("new-session", "-d", "-s", "ben", "-x", "80", "-y", "24", f"{INBOX} --data {data}; echo status $?; cat")
        wait_for("ben", "Online")
        tmux("send-keys", "-t", "ben", "c")
        wait_for("ben", "Subject:")
        tmux("send-keys", "-t", "ben", "Canal trip", "Tab", "Shall we go on Friday?")
        wait_for("ben", r"Shall we go on Friday\?")
        tmux("send-keys", "-t", "ben", "C-s")
        wait_for("ben", r"ben +Canal trip")
        wait_for("demo", r"ben +1 +Canal trip")
        tmux("send-keys", "-t", "demo", "Home", "Enter")
        wait_for("demo", r"Shall we go on Friday\?")
        tmux("send-keys", "-t", "demo", "r")
        wait_for("demo", "ctrl-s")
        tmux("send-keys", "-t", "demo", "Gladly.", "C-s")
        wait_for("ben", r"Canal trip +Gladly\.")
        tmux("send-keys", "-t", "demo", "Escape")
        wait_for("demo", "compose")
        tmux("send-keys", "-t", "demo", "q")
        wait_for("demo", "status 0")
        tmux("send-keys", "-t", "ben", "q")
        wait_for("ben", "status 0")
        passed("the demo: two clients show the same thread")

        tmux("new-session", "-d", "-s", "killed", "-x", "80", "-y", "24", f"exec {INBOX} --data {data}")
        wait_for("killed", "c compose")
        tmux("send-keys", "-t", "killed", "c")
        wait_for("killed", "Subject:")
        tmux("send-keys", "-t", "killed", "Half a thought")
        wait_for("killed", "Half a thought")
        # The draft was drawn after it was reduced, and is stored at about the same time.
        until(lambda: any(b"Half a thought" in file.read_bytes() for file in data.glob("*.sqlite*")),
              "the draft is stored")
        os.kill(int(tmux("display-message", "-p", "-t", "killed", "#{pane_pid}")), signal.SIGKILL)
        tmux("new-session", "-d", "-s", "again", "-x", "80", "-y", "24", f"{INBOX} --data {data}")
        wait_for("again", "Half a thought")
        passed("a killed terminal: the draft is on the screen again")
    finally:
        subprocess.run(["tmux", "-L", socket, "kill-server"], capture_output=True)


try:
    demo()
    full_output()
    damage()
    read_only()
    full_disk()
    full_server()
    kills()
    restarts()
finally:
    shutil.rmtree(FOLDER, ignore_errors=True)
